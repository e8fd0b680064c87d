"""Make the pages: one for each kata, and one for each file that spoils it."""

import os
import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from kata_kit.katas import PATH, ROOT, Kata
from markdown_it import MarkdownIt
from markupsafe import Markup

PAGE = Path(__file__).with_name("page")
LANGUAGES = {"en": "English", "es": "Español", "de": "Deutsch"}
# The worker is started from a blob, so that this policy holds for it as well.
POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:;"
    " connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " base-uri 'none'; form-action 'none'"
)
RELATIVE = re.compile(r'href="(\.[^"]*)"')
WIDE = re.compile("<(pre|table)>")
CODE = re.compile('(?<=<code class="language-python">)[^<]*')
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
TEMPLATES = Environment(
    loader=FileSystemLoader(PAGE), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
TEMPLATES.globals.update(policy=POLICY, path=PATH, languages=LANGUAGES)


def pages(source: str, stubs: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield names and texts of pages; `source` is the repository's address, or ""."""
    page, see = map(TEMPLATES.get_template, ("kata.html", "see.html"))
    for kata, following in zip_longest(PATH, PATH[1:]):
        looks = _looks(kata)
        text = page.render(
            kata=kata,
            following=following,
            statements=_statements(kata, source),
            looks={label: _place(file) for label, file in looks.items()},
            stub=stubs[kata.name],
            source=source,
        )
        yield f"{kata.name}.html", text
        if kata is PATH[0]:
            yield "index.html", text
        for file in looks.values():
            place, text = _place(file), file.read_text(encoding="utf-8")
            root = "../" * place.count("/")
            yield (
                place,
                see.render(kata=kata, name=file.name, root=root, text=_indented(text)),
            )
    games = (PAGE / "play.html").read_text(encoding="utf-8")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield "play.html", games.replace("<head>", f"<head>\n  {policy}", 1)


def _looks(kata: Kata) -> dict[str, Path]:
    """Return the files that a page offers when its kata is done, by their labels."""
    approaches = {file.stem: file for file in sorted(kata.approaches.glob("*.py"))}
    return {"the reference": kata.solution, **approaches, "the table": kata.table}


def _place(file: Path) -> str:
    """Return the name of the page of a file that spoils a kata."""
    return f"see/{file.relative_to(ROOT).as_posix()}.html"


def _indented(code: str) -> Markup:
    r"""Return lines of code, each with its indent: there it goes on where it wraps.

    >>> print(_indented("if a < b:\n    a"))
    <span style="--indent: 0ch">if a &lt; b:
    </span><span style="--indent: 4ch">    a</span>
    """
    lines = code.splitlines(keepends=True)
    indents = [len(line) - len(line.lstrip(" ")) for line in lines]
    span = Markup('<span style="--indent: {}ch">{}</span>')
    return Markup("").join(map(span.format, indents, lines))


def _statements(kata: Kata, source: str) -> dict[str, Markup]:
    """Return the statement as HTML by language: English, and those that there are."""
    statements = {}
    for language in LANGUAGES:
        ending = ".md" if language == "en" else f".{language}.md"
        file = kata.statement.with_suffix(ending)
        if file.exists():
            html = MARKDOWN.render(file.read_text(encoding="utf-8"))
            # What is wider than the page can be scrolled with the keyboard.
            html = WIDE.sub(r'<\1 tabindex="0">', html)
            html = CODE.sub(lambda code: _indented(Markup(code[0])), html)
            statements[language] = Markup(_with_links(html, file, source))
    return statements


def _with_links(html: str, file: Path, source: str) -> str:
    """Have the links to files of the repository lead to pages, or to the repository."""
    places = {look: _place(look) for kata in PATH for look in _looks(kata).values()}
    places |= {kata.statement: f"{kata.name}.html" for kata in PATH}

    def place(link: re.Match[str]) -> str:
        target = Path(os.path.normpath(file.parent / link[1]))
        if target in places:
            return f'href="{places[target]}"'
        path = target.relative_to(ROOT).as_posix()
        return f'href="{Markup.escape(source)}/blob/HEAD/{path}"' if source else ""

    return RELATIVE.sub(place, html)
