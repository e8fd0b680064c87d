"""The server of an evening: its addresses.

The key of whoever takes part is a header, and no cookie, so that code in the worker
can't send in anybody's name. The facilitator's key is a cookie.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from functools import lru_cache
from inspect import signature
from logging import getLogger
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from kata_evening.door import (
    COOKIE,
    HEADERS,
    MINE,
    Fair,
    Pages,
    body,
    most_connections,
    private,
)
from kata_evening.sending import KEY
from kata_evening.wall import Wall

HERE = Path(__file__).with_name("page")
BEAT = 0.5  # seconds between two looks of a wall at the room
FRESH = 1.0  # seconds for which a view is good
STILL = 20  # seconds after which it hears something in any case
GO_ON = f"""\
<!doctype html>
<title>The evening</title>
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url={MINE}/">
<a href="{MINE}/">Go on</a>
"""
Act: TypeAlias = Callable[..., Any]


class Web:
    """The addresses of an evening."""

    def __init__(self, wall: Wall, pages: Path, secret: str, public: str = "") -> None:
        self.wall, self.room, self.secret = wall, wall.room, secret
        self._public = urlsplit(public)
        self.links = set[str]()  # of the facilitator: each is good for one browser
        # JSON for a moment, which is the same for all walls
        self._view = lru_cache(maxsize=2)(
            lambda is_mine, _: json.dumps(wall.view(is_mine=is_mine))
        )
        self._looking = asyncio.Lock()
        getLogger("asyncio").setLevel("CRITICAL")  # It tells of each accept that fails.
        self.server = uvicorn.Server(
            uvicorn.Config(
                Starlette(
                    routes=self._routes(pages),
                    exception_handlers={HTTPException: refusal},
                ),
                http=Fair,
                headers=[*HEADERS.items()],
                log_level="error",
                ws="none",
                lifespan="off",
                limit_concurrency=most_connections(),
                timeout_graceful_shutdown=1,
            )
        )

    def _routes(self, pages: Path) -> list[Any]:
        route, room, wall = self.route, self.room, self.wall
        mine = [
            Route("/", static("facilitator.html")),
            Route("/events", self.events),
            Route("/report.html", lambda request: HTMLResponse(wall.report())),
            Route("/report.md", lambda request: PlainTextResponse(wall.lines())),
            route(wall.cell, "/cell", "GET"),
            route(wall.open, "/open"),
            route(room.release, "/release"),
        ]
        return [
            Route("/wall", static("wall.html")),
            Route("/wall/events", self.events),
            Route("/drop", static("drop.html")),
            route(room.codes, "/evening/katas", "GET"),
            route(room.join, "/evening/join"),
            route(room.device, "/evening/device"),
            route(room.take, "/evening/run"),
            Route(f"{MINE}/enter/{{link}}", self.enter),
            Mount(MINE, routes=mine, middleware=[Middleware(private, self.secret)]),
            Mount("/room", StaticFiles(directory=HERE)),
            Mount("/", Pages(directory=pages, html=True)),
        ]

    def route(self, act: Act, path: str, method: str = "POST") -> Route:
        """Return the way to a function, which gets what was sent by its names."""

        async def answer(request: Request) -> Response:
            data: dict[str, Any] = {**request.query_params}
            if request.method == "POST":
                data = await body(request, self._public.netloc)
            data.pop("key", None)  # It's a header.
            if KEY in request.headers:
                data["key"] = request.headers[KEY]
            try:
                signature(act).bind(**data)
            except TypeError:
                raise HTTPException(400, "expected other parts") from None
            return JSONResponse(await run_in_threadpool(act, **data))

        return Route(path, answer, methods=[method])

    # Walls

    def events(self, request: Request) -> Response:
        lines = self._lines(is_mine=request.url.path.startswith(MINE))
        return StreamingResponse(lines, media_type="text/event-stream")

    async def _lines(self, *, is_mine: bool) -> AsyncIterator[str]:
        """Yield what a wall shows, whenever that changes."""
        shown, heard = "", 0.0
        while not self.server.should_exit:
            now = time.monotonic()
            async with self._looking:
                view = await run_in_threadpool(self._view, is_mine, now // FRESH)
            if view != shown or now - heard > STILL:
                shown, heard = view, now
                yield f"data: {view}\n\n"
            await asyncio.sleep(BEAT)

    # The facilitator

    def link(self) -> str:
        """Return a new way in for the facilitator, which is good for one browser."""
        self.links.add(link := token_urlsafe(16))
        return f"{MINE}/enter/{link}"

    def enter(self, request: Request) -> Response:
        """Exchange a link for a cookie; the address doesn't stay."""
        try:
            self.links.remove(request.path_params["link"])
        except KeyError:
            sentence = "this link has been used or never existed: get another"
            raise HTTPException(404, sentence) from None
        response = HTMLResponse(GO_ON)
        response.set_cookie(
            COOKIE,
            self.secret,
            path=MINE,
            secure=self._public.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return response


def static(name: str) -> Callable[[Request], Response]:
    return lambda request: FileResponse(HERE / name)


def refusal(request: Request, error: Any) -> Response:
    return JSONResponse({"error": error.detail}, error.status_code)
