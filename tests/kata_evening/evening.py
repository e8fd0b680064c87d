"""`python -m katas evening`: one command and one link for a room of people."""

import argparse
import io
import json
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from kata_kit.katas import BY_NAME, ROOT
from kata_loop.commands import refused
from kata_page.build import Missing
from kata_page.play import open_browser

from kata_evening import site, whole

ANYWHERE, HERE = "0.0.0.0", "127.0.0.1"
ELSEWHERE = "8.8.8.8"  # The way there leads through this machine's main network.
SECRET = "facilitator.json"  # the file with what is in the facilitator's cookie
BACKLOG = 1_000  # connections that wait
NEEDS = 'the evening needs more packages: pip install -e ".[evening]"'
HELLO = """\
on the projector        {link}wall
to drop or paste code   {link}drop
from your own editor    python -m katas join {link} NAME
listens at              {places}
everybody's files       {data}

{mine}
Ctrl-C ends the evening. Start it again, and it picks up where it stopped.

{sign}
The link for everybody: {link}"""
OPENED = (
    "Your own page is open in this machine's browser; or --facilitator prints a link."
)


def main(words: Sequence[str]) -> int:
    """Serve the katas to a room until Ctrl-C, and return the exit code."""
    options = parsed(words)
    try:
        wall = serve(options)
    except ImportError:
        return refused(NEEDS)
    except (OSError, ValueError, Missing) as error:
        return refused(str(error))
    end(wall, options.data)
    return 0


def serve(options: Any) -> Any:
    """Serve until Ctrl-C, and return the wall.

    Raises:
        ImportError: if a package isn't installed.
        Missing: if there are no pages.
        OSError: if the data can't be written, or the port is taken.
        ValueError: if the pages are broken, or another evening has the data.
    """
    from kata_evening.known import read_from
    from kata_evening.room import Room
    from kata_evening.wall import Wall
    from kata_evening.web import Web

    with (
        whole.locked(options.data),
        listen(options.host, options.port) as listening,
    ):
        pages = site.made(options.pages)
        known = read_from(pages / site.CASES)
        chosen = {kata: known[kata] for kata in options.katas or known}
        wall = Wall(Room(options.data, chosen, options.word))
        web = Web(wall, pages / site.SITE, secret_in(options.data), options.url)
        show(options, web, listening.getsockname()[1])
        with suppress(KeyboardInterrupt):
            web.server.run([listening])
    return wall


def show(options: Any, web: Any, port: int) -> None:
    """Say where everything is, and open the facilitator's page."""
    import segno

    places = [f"http://{host}:{port}" for host in hosts(options.host)]
    link = web.wall.link = f"{options.url or places[0]}/"
    sign, picture = io.StringIO(), segno.make(link)
    picture.terminal(sign, compact=True)
    web.wall.sign = picture.svg_data_uri(scale=4)
    host = HERE if options.host == ANYWHERE else options.host
    mine = f"{options.url or f'http://{host}:{port}'}{web.link()}"
    is_open = not options.facilitator and open_browser(mine)
    print(
        HELLO.format(
            link=link,
            sign=sign.getvalue(),
            places=", ".join(places),
            data=options.data,
            mine=OPENED if is_open else f"Your own page: {mine}",
        )
    )


def parsed(words: Sequence[str]) -> Any:
    """Return the options."""
    parser = argparse.ArgumentParser(
        "python -m katas evening",
        description="Serves the katas to a room. Everybody opens one link and writes "
        "in the browser, and a wall shows how each run ended.",
    )
    add = parser.add_argument
    files = "everybody's files (default: evening, beside the clone)"
    add("--data", type=Path, default=ROOT.parent / "evening", help=files)
    add("--katas", nargs="+", choices=BY_NAME, metavar="KATA", help="only these")
    add("--word", default="", help="a word that people need to take part")
    add("--facilitator", action="store_true", help="print a link to your own page")
    add("--host", default=ANYWHERE, help="where to listen (default: %(default)s)")
    add("--port", type=int, default=8000, help="the port (default: %(default)s)")
    public = "the public address, behind a proxy"
    add("--url", type=lambda url: url.rstrip("/"), default="", help=public)
    add("--pages", type=Path, default=site.PAGES, help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if not 0 <= options.port < 2**16:
        parser.error(f"expected a port from 0 to 65535, got {options.port}")
    options.data = options.data.resolve()
    return options


def secret_in(data: Path) -> str:
    """Return what is in the facilitator's cookie; it's the same after a restart."""
    file = data / SECRET
    if not file.exists():
        whole.write(file, json.dumps(token_urlsafe(32)), 0o600)
    return str(json.loads(file.read_bytes()))


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        OSError: with a sentence, if it can't be had.
    """
    try:
        return socket.create_server((host, port), backlog=BACKLOG)
    except OSError as error:
        reason = f"{error.strerror or error}".partition(" (")[0]
        advice = "--host and --port choose another place"
        sentence = f"can't listen at {host}, port {port}: {reason}; {advice}"
        raise OSError(sentence) from None


def hosts(host: str) -> list[str]:
    """Return the addresses of this machine, by where it listens; the best one first."""
    if host != ANYWHERE:
        return [host]
    import ifaddr

    places = [place for adapter in ifaddr.get_adapters() for place in adapter.ips]
    names = [str(place.ip) for place in places if place.is_IPv4]
    with suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE, 9))  # Nothing is sent.
        names.sort(key=probe.getsockname()[0].__ne__)
    return [name for name in names if not name.startswith("127.")] or [HERE]


def end(wall: Any, data: Path) -> None:
    """Write the report and three lines for a chat, and say how far everybody is."""
    report, lines = data / "report.html", wall.lines()
    where = f"The report: {report}"
    try:
        whole.write(report, wall.report())
        whole.write(report.with_suffix(".md"), f"{lines}\n")
    except OSError as error:
        where = f"There's no report: {error}"
    print(f"\n{where}\nThree lines for a chat:\n\n{lines}")
