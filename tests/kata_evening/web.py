"""The server of an evening: who may ask what, and how much of it.

The key of whoever takes part is a header, and no cookie, so that code in the worker
can't send in anybody's name. The facilitator's key is a cookie.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import partial
from logging import getLogger
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, TypeAlias

import uvicorn
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

from kata_evening.door import (
    COOKIE,
    ENTER,
    MINE,
    Doorkeeper,
    Impatient,
    Pages,
    body,
    most_connections,
)
from kata_evening.people import Refused
from kata_evening.sending import KEY
from kata_evening.wall import Wall

HERE = Path(__file__).with_name("page")
MOST_RUNS, MOST_TO_JOIN = 60, 600  # in a minute: of a person, and of all
MOST_WALLS = 200
BEAT = 0.5  # seconds between two looks of a wall at the room
FRESH = 1.0  # seconds for which a view is good
STILL = 20  # seconds after which it hears something in any case
GO_ON = f"""\
<!doctype html>
<title>The evening</title>
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url={MINE}">
<a href="{MINE}">Go on</a>
"""
Facts: TypeAlias = dict[str, Any]
Act: TypeAlias = Callable[[str, Facts], Any]


class Web:
    """The addresses of an evening."""

    def __init__(self, wall: Wall, pages: Path, secret: str, public: str = "") -> None:
        self.wall, self.room, self.secret = wall, wall.room, secret
        self._is_secure = public.startswith("https:")
        self.links = set[str]()  # of the facilitator: each is good for one browser
        self._counts, self._minute = Counter[str](), 0
        self._walls = 0
        self._server: uvicorn.Server | None = None
        self._views = dict[bool, tuple[float, str]]()  # when they were made, and JSON
        app = Starlette(
            routes=self._routes(pages), exception_handlers={Refused: refusal}
        )
        self.app = Doorkeeper(app, secret, public)

    def _routes(self, pages: Path) -> list[Any]:
        room, wall = self.room, self.wall
        return [
            Route("/wall", static("wall.html")),
            Route("/drop", static("drop.html")),
            Route("/wall/events", partial(self.events, is_mine=False)),
            asked("/evening/katas", lambda key, query: [*room.known]),
            asked("/evening/code/{kata}", self.code),
            posted("/evening/join", self.join),
            posted("/evening/device", lambda key, data: {"code": room.device(key)}),
            posted("/evening/run", self.run),
            Route(f"{ENTER}/{{link}}", self.enter),
            Route(MINE, static("facilitator.html")),
            Route(f"{MINE}/events", partial(self.events, is_mine=True)),
            Route(f"{MINE}/report.html", lambda request: HTMLResponse(wall.report())),
            Route(f"{MINE}/report.md", lambda request: PlainTextResponse(wall.lines())),
            asked(f"{MINE}/cell", self.cell),
            posted(f"{MINE}/open", lambda key, data: wall.open(data)),
            posted(f"{MINE}/release", lambda key, data: room.release(data.get("name"))),
            Mount("/room", StaticFiles(directory=HERE)),
            Mount("/", Pages(directory=pages, html=True)),
        ]

    def server(self) -> uvicorn.Server:
        """Return the server of these addresses."""
        getLogger("asyncio").setLevel("CRITICAL")  # It tells of each accept that fails.
        config = uvicorn.Config(
            self.app,
            http=Impatient,
            log_level="error",
            ws="none",
            limit_concurrency=most_connections(),
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        return self._server

    # For everybody

    def code(self, key: str, query: Facts) -> Facts:
        """Return what was sent last for a kata, under the name of a key."""
        person = self.room.person(key)
        self._count(f"the code of {person.name}", MOST_RUNS)
        return {"code": self.room.code(person, query["kata"])}

    def cell(self, key: str, query: Facts) -> Facts:
        return self.wall.cell(query.get("name", ""), query.get("kata", ""))

    def join(self, key: str, data: Facts) -> Facts:
        self._count("join", MOST_TO_JOIN)
        name, word, code = map(data.get, ("name", "word", "code"))
        name, key = self.room.join(name, word, code, key)
        return {"name": name, "key": key}

    def run(self, key: str, data: Facts) -> Facts:
        self._count(f"a run of {self.room.person(key).name}", MOST_RUNS)
        return {"seen": self.room.take(key, data)}

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
        lines = self._lines(is_mine)
        await anext(lines)  # Here one too many is refused.
        headers = {"X-Accel-Buffering": "no"}  # nginx hands on what it gets.
        kind = "text/event-stream"
        return StreamingResponse(lines, headers=headers, media_type=kind)

    async def _lines(self, is_mine: bool) -> AsyncIterator[str]:
        """Yield nothing at first, and then what a wall shows, whenever that changes."""
        if self._walls >= MOST_WALLS:
            raise Refused(503, f"{MOST_WALLS} walls are open already")
        self._walls += 1
        shown, heard = "", 0.0
        try:
            yield ""
            while not (self._server and self._server.should_exit):
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
            now = time.monotonic()
            made, view = self._views.get(is_mine, (-FRESH, ""))
            if now > made + FRESH:
                view = json.dumps(self.wall.view(is_mine=is_mine))
                self._views[is_mine] = now, view
            return view

    # The facilitator

    def link(self) -> str:
        """Return a new way in for the facilitator, which is good for one browser."""
        self.links.add(link := token_urlsafe(16))
        return f"{ENTER}/{link}"

    def enter(self, request: Request) -> Response:
        """Exchange a link for a cookie; the address doesn't stay."""
        link = request.path_params["link"]
        if link not in self.links:
            raise Refused(404, "this link has been used or never existed: get another")
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


def asked(path: str, act: Act) -> Route:
    """Return the way to a function that takes a key and what the address has."""

    def answer(request: Request) -> Response:
        query = {**request.query_params, **request.path_params}
        return JSONResponse(act(request.headers.get(KEY, ""), query))

    return Route(path, answer)


def posted(path: str, act: Act) -> Route:
    """Return the way to a function that takes a key and an object of JSON."""

    async def answer(request: Request) -> Response:
        data = await body(request)
        key = request.headers.get(KEY, "")
        return JSONResponse(await run_in_threadpool(act, key, data))

    return Route(path, answer, methods=["POST"])


def static(name: str) -> Callable[[Request], Response]:
    return lambda request: FileResponse(HERE / name)


def refusal(request: Request, error: Any) -> Response:
    return JSONResponse({"error": str(error)}, error.status)
