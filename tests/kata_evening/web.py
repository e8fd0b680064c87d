"""The server of an evening: who may ask what, and how much of it.

Nobody but the page sends a key: it's a header, and no cookie, so that code in the
page's worker can't send in anybody's name. The facilitator's key is a cookie.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import TypeAlias

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
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

from kata_evening.door import COOKIE, ENTER, MINE, Doorkeeper, Pages, body
from kata_evening.people import Refused
from kata_evening.wall import Wall

HERE = Path(__file__).with_name("page")
KEY = "X-Evening-Key"
MOST_RUNS, MOST_TO_JOIN = 60, 600  # in a minute: of a person, and of all
MOST_WALLS = 200
BEAT = 0.5  # seconds between two looks of a wall at the room
FRESH = 1.0  # seconds for which a view is good, while runs come in
STILL = 20  # seconds after which it hears something in any case
GO_ON = f"""\
<!doctype html>
<title>The evening</title>
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url={MINE}">
<a href="{MINE}">Go on</a>
"""
Answer: TypeAlias = Callable[[Request], Awaitable[Response]]


class Web:
    """The addresses of an evening."""

    def __init__(self, wall: Wall, pages: Path, secret: str, public: str = "") -> None:
        self.wall, self.room, self.secret = wall, wall.room, secret
        self._is_secure = public.startswith("https:")
        self.links = set[str]()  # of the facilitator: each is good for one browser
        self._counts, self._minute = Counter[str](), 0
        self._walls = 0
        self._views = dict[bool, tuple[int, float, str]]()  # version, time, JSON
        routes = [
            *[Route(*pair) for pair in self._to_get().items()],
            *[Route(*pair, methods=["POST"]) for pair in self._to_post().items()],
            Mount("/room", StaticFiles(directory=HERE)),
            Mount("/", Pages(directory=pages, html=True)),
        ]
        app = Starlette(routes=routes, exception_handlers={Refused: refusal})
        self.app = Doorkeeper(app, secret, public)

    def _to_get(self) -> dict[str, Answer]:
        return {
            "/wall": static("wall.html"),
            "/drop": static("drop.html"),
            "/evening/katas": self.katas,
            "/wall/events": partial(self.events, is_mine=False),
            f"{ENTER}/{{link}}": self.enter,
            MINE: static("facilitator.html"),
            f"{MINE}/events": partial(self.events, is_mine=True),
            f"{MINE}/cell": self.cell,
            f"{MINE}/report.html": self.report,
            f"{MINE}/report.md": self.markdown,
        }

    def _to_post(self) -> dict[str, Answer]:
        return {
            "/evening/join": self.join,
            "/evening/device": self.device,
            "/evening/run": self.run,
            f"{MINE}/open": self.open,
            f"{MINE}/release": self.release,
        }

    # For everybody

    async def katas(self, request: Request) -> Response:
        return JSONResponse([*self.room.known])

    async def join(self, request: Request) -> Response:
        self._count("join", MOST_TO_JOIN)
        data = await body(request)
        said = data.get("name"), data.get("word", ""), data.get("code", "")
        name, key = await run_in_threadpool(self.room.join, *said)
        return JSONResponse({"name": name, "key": key})

    async def device(self, request: Request) -> Response:
        code = await run_in_threadpool(self.room.device, request.headers.get(KEY, ""))
        return JSONResponse({"code": code})

    async def run(self, request: Request) -> Response:
        key = request.headers.get(KEY, "")
        self._count(self.room.person(key).name, MOST_RUNS)
        data = await body(request)
        seen = await run_in_threadpool(self.room.take, key, data)
        return JSONResponse({"seen": seen})

    def _count(self, who: str, most: int) -> None:
        """Count a request in this minute, and refuse one too many."""
        minute = int(time.time()) // 60
        if minute != self._minute:
            self._counts.clear()
        self._minute = minute
        self._counts[who] += 1
        if self._counts[who] > most:
            raise Refused(429, "too many requests in this minute: wait for the next")

    # Walls

    async def events(self, request: Request, *, is_mine: bool) -> Response:
        if self._walls >= MOST_WALLS:
            raise Refused(503, f"{MOST_WALLS} walls are open already")
        lines = self._lines(is_mine)
        headers = {"X-Accel-Buffering": "no"}  # nginx hands on what it gets.
        kind = "text/event-stream"
        return StreamingResponse(lines, headers=headers, media_type=kind)

    async def _lines(self, is_mine: bool) -> AsyncIterator[str]:
        """Yield what a wall shows, whenever that changes."""
        self._walls += 1
        shown, heard = "", 0.0
        try:
            while True:
                view = await run_in_threadpool(self._view, is_mine)
                if view != shown or time.monotonic() - heard > STILL:
                    shown, heard = view, time.monotonic()
                    yield f"data: {view}\n\n"
                await asyncio.sleep(BEAT)
        finally:
            self._walls -= 1

    def _view(self, is_mine: bool) -> str:
        """Return what a wall shows as JSON; it's the same for all of them."""
        with self.room.lock:
            version, seconds = self.room.version, time.monotonic()
            shown, at, view = self._views.get(is_mine, (-1, 0.0, ""))
            wait = FRESH if version != shown else STILL
            if seconds > at + wait:
                wall = self.wall
                facts = wall.for_facilitator() if is_mine else wall.for_room()
                view = json.dumps(facts)
                self._views[is_mine] = version, seconds, view
            return view

    # The facilitator

    def link(self) -> str:
        """Return a new way in for the facilitator, which is good for one browser."""
        self.links.add(link := token_urlsafe(16))
        return f"{ENTER}/{link}"

    async def enter(self, request: Request) -> Response:
        """Exchange a link for a cookie; the address doesn't stay."""
        link = request.path_params["link"]
        if link not in self.links:
            raise Refused(404, "this link was used, or never given: ask for another")
        self.links.remove(link)
        response = HTMLResponse(GO_ON)
        response.set_cookie(
            COOKIE,
            self.secret,
            path=MINE,
            secure=self._is_secure,
            httponly=True,
            samesite="strict",
        )
        return response

    async def cell(self, request: Request) -> Response:
        which = request.query_params.get("name"), request.query_params.get("kata", "")
        return JSONResponse(await run_in_threadpool(self.wall.cell, *which))

    async def open(self, request: Request) -> Response:
        self.wall.open(await body(request))
        self._views.clear()
        return JSONResponse({})

    async def release(self, request: Request) -> Response:
        data = await body(request)
        await run_in_threadpool(self.room.release, data.get("name"))
        return JSONResponse({})

    async def report(self, request: Request) -> Response:
        return HTMLResponse(await run_in_threadpool(self.wall.report))

    async def markdown(self, request: Request) -> Response:
        return PlainTextResponse(await run_in_threadpool(self.wall.markdown))


def static(name: str) -> Answer:
    async def answer(request: Request) -> Response:
        return FileResponse(HERE / name)

    return answer


def refusal(request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, Refused) else 500
    return JSONResponse({"error": str(error)}, status)
