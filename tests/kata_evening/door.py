"""The door of the server: who is sent away, and what goes with every answer."""

import asyncio
import mimetypes
from contextlib import suppress
from hmac import compare_digest
from typing import Any

from kata_page import play
from kata_page.pages import POLICY
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from kata_evening.checked import decoded
from kata_evening.people import digest

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MOST_CONNECTIONS, SPARE_FILES = 1_000, 32
ADDRESSES = 3  # that may take all of them together; a proxy is one
COOKIE, MINE = "facilitator", "/facilitator"
LARGEST = 500_000  # bytes of a body
SECONDS_TO_SEND = 20
HEADERS = play.HEADERS | {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding",  # A proxy keeps both kinds of a page.
    "X-Accel-Buffering": "no",  # nginx hands on what it gets.
}
for ending in (".js", ".mjs"):  # Windows may say something else.
    mimetypes.add_type("text/javascript", ending)


def most_connections() -> int:
    """Return how many connections there may be, by the files that may be open."""
    if not resource:
        return MOST_CONNECTIONS
    kind, wanted = resource.RLIMIT_NOFILE, MOST_CONNECTIONS + SPARE_FILES
    soft, hard = resource.getrlimit(kind)
    with suppress(OSError, ValueError):
        resource.setrlimit(kind, (max(soft, wanted), hard))
    return min(MOST_CONNECTIONS, resource.getrlimit(kind)[0] - SPARE_FILES)


class Fair(H11Protocol):
    """A connection that is closed if it's one too many, or sends no whole request.

    Too many are counted of all, and of its address.
    """

    client: Any
    limit_concurrency: Any

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        connections: Any = self.connections
        hosts = [each.client and each.client[0] for each in connections]
        share = ADDRESSES * hosts.count(self.client and self.client[0])
        if max(len(hosts), share) > self.limit_concurrency:
            transport.close()
        self._wait()

    def _wait(self) -> None:
        self.loop.call_later(SECONDS_TO_SEND, self._look, self.cycle)

    def _look(self, before: Any) -> None:
        if self.cycle is before and (not before or before.response_complete):
            self.transport.close()
        elif not self.transport.is_closing():
            self._wait()


class Pages(StaticFiles):
    """The pages, squeezed where a browser takes that."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        squeezed = f"{path}.gz"
        taken = Request(scope).headers.get("Accept-Encoding", "")
        if "gzip" not in taken or not self.lookup_path(squeezed)[1]:
            return await super().get_response(path, scope)
        response = await super().get_response(squeezed, scope)
        response.headers["Content-Encoding"] = "gzip"
        return response


def private(app: ASGIApp, secret: str) -> ASGIApp:
    """Return an application that is only for the facilitator."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        given = Request(scope).cookies.get(COOKIE, "")
        if not compare_digest(digest(given), digest(secret)):
            raise HTTPException(403, "this is for the facilitator, who has a link")
        await app(scope, receive, send)

    return guarded


async def body(request: Request, public: str) -> dict[str, Any]:
    """Return what a page of ours has sent, within bounds.

    A proxy may have another name, which is public.

    Raises:
        HTTPException: if it's another site's, too large, too slow, or no JSON object.
    """
    headers = request.headers
    origin = headers.get("Origin", "")
    sites = filter(None, (headers.get("Host"), public))
    if origin and origin.partition("://")[2] not in sites:
        raise HTTPException(421, "expected a request from a page of this evening")
    if headers.get("Content-Type") != "application/json":
        raise HTTPException(415, "expected application/json")
    try:
        data = await asyncio.wait_for(_whole(request), SECONDS_TO_SEND)
        return dict(decoded(data))
    except (TypeError, ValueError):
        raise HTTPException(400, "expected a JSON object") from None
    except (asyncio.TimeoutError, ClientDisconnect):
        raise HTTPException(408, f"expected all of it in {SECONDS_TO_SEND} s") from None


async def _whole(request: Request) -> bytes:
    data = bytearray()
    async for part in request.stream():  # A proxy may leave its length out.
        data += part
        if len(data) > LARGEST:
            raise HTTPException(413, f"expected at most {LARGEST:,} bytes")
    return bytes(data)
