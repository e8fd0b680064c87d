"""The door of the server: what is sent away, and what goes with every answer."""

import asyncio
import mimetypes
from contextlib import suppress
from hmac import compare_digest
from math import inf
from typing import Any
from urllib.parse import urlsplit

from kata_page import play
from kata_page.pages import POLICY
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from kata_evening.checked import decoded
from kata_evening.people import Refused, digest

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MOST_CONNECTIONS, SPARE_FILES = 1_000, 32
COOKIE, MINE = "facilitator", "/facilitator"
ENTER = f"{MINE}/enter"
LARGEST = 500_000  # bytes of a body
SECONDS_TO_SEND = 20
HEADERS = play.HEADERS | {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
}
WHY = {
    403: "This is for the facilitator, who has a link to it.",
    421: "Expected a request from a page of this evening, not from another site.",
    415: "Expected application/json.",
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


class Impatient(H11Protocol):
    """A connection that is closed if it's one too many, or sends no whole request."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > (self.limit_concurrency or inf):
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


class Doorkeeper:
    """Sends away whom an address isn't for, and sends headers with every answer."""

    def __init__(self, app: ASGIApp, secret: str, public: str) -> None:
        self._app, self._secret = app, secret
        self._public = urlsplit(public).netloc  # of a proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_all(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        app = self._app
        if scope["type"] == "http" and (status := self._refuses(Request(scope))):
            app = PlainTextResponse(WHY[status], status)
        await app(scope, receive, send_all)

    def _refuses(self, request: Request) -> int:
        """Return the status for somebody who is sent away; 0 for nobody."""
        # `request.url` is made of the header Host; routing goes by the scope.
        path, headers = request.scope["path"], request.headers
        is_mine = path.startswith(MINE) and not path.startswith(ENTER)
        given, secret = request.cookies.get(COOKIE, ""), self._secret
        if is_mine and not compare_digest(*map(digest, (given, secret))):
            return 403
        if request.method == "POST":
            origin = headers.get("Origin")
            ours = headers.get("Host"), self._public
            if origin and urlsplit(origin).netloc not in filter(None, ours):
                return 421
            if headers.get("Content-Type") != "application/json":
                return 415
        return 0


async def body(request: Request) -> dict[str, Any]:
    """Return what was sent, within bounds.

    Raises:
        Refused: if it is too large, too slow, or not a JSON object.
    """
    try:
        data = await asyncio.wait_for(_whole(request), SECONDS_TO_SEND)
        return dict(decoded(data))
    except (TypeError, ValueError):
        raise Refused(400, "expected a JSON object") from None
    except (asyncio.TimeoutError, ClientDisconnect):
        raise Refused(408, f"expected all of it in {SECONDS_TO_SEND} s") from None


async def _whole(request: Request) -> bytes:
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > LARGEST:
            raise Refused(413, f"expected at most {LARGEST:,} bytes")
    return bytes(data)
