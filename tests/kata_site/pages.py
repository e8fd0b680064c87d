"""Make the pages: one for each kata, and one for each file that spoils it."""

import os
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template
from typing import NamedTuple

from kata_kit.katas import PATH, ROOT, KataFiles
from markdown_it import MarkdownIt

PAGE = Path(__file__).with_name("page")
LANGUAGES = {"en": "English", "es": "Español", "de": "Deutsch"}
# The worker is started from a blob, so that this policy holds for it as well.
POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:;"
    " connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " base-uri 'none'; form-action 'none'"
)
RELATIVE = re.compile(r'href="(\.[^"]*)"')
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")


class Look(NamedTuple):
    """A file that spoils a kata for somebody who has not done it."""

    label: str
    file: Path

    @property
    def page(self) -> str:
        """The name of its page."""
        return f"see/{self.file.relative_to(ROOT).as_posix()}.html"


def looks(kata: KataFiles) -> list[Look]:
    """Return the files that a page offers when its kata is done."""
    folder = ROOT / "solutions" / "approaches" / kata.name
    approaches = [Look(file.stem, file) for file in sorted(folder.glob("*.py"))]
    found = [Look("the reference", ROOT / kata.solution), *approaches]
    table = (ROOT / kata.table).with_name("table.txt")
    if table.exists():
        found.append(Look("the table", table))
    return found


def pages(stubs: Mapping[str, str], source: str) -> dict[str, str]:
    """Return all pages by their names; `source` is the repository's address, or ""."""
    made = {}
    for kata in PATH:
        made[f"{kata.name}.html"] = kata_page(kata, stubs[kata.name], source)
        for look in looks(kata):
            made[look.page] = look_page(kata, look)
    made["index.html"] = made[f"{PATH[0].name}.html"]
    return made


def kata_page(kata: KataFiles, stub: str, source: str) -> str:
    """Return the page of one kata."""
    names = [one.name for one in PATH]
    following = names[names.index(kata.name) + 1 :]
    statements = _statements(kata, source)
    items = [_item(name, current=name == kata.name) for name in names]
    return _filled(
        "kata.html",
        kata=kata.name,
        next=following[0] if following else "",
        path="\n".join(items),
        languages="\n".join(map(_button, statements)) if len(statements) > 1 else "",
        statements="\n".join(map(_article, statements, statements.values())),
        looks="\n".join(f"<li>{_link(look)}</li>" for look in looks(kata)),
        stub=escape(stub),
        clone=_clone(source),
    )


def look_page(kata: KataFiles, look: Look) -> str:
    """Return a page with the text of one file."""
    path = look.file.relative_to(ROOT).as_posix()
    text = look.file.read_text(encoding="utf-8")
    root = "../" * look.page.count("/")
    return _filled("see.html", kata=kata.name, path=path, text=escape(text), root=root)


def play_page(text: str) -> str:
    """Return the page of the games, with the policy of this site and a way back."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    back = '<a href="index.html">The katas</a>'
    text = text.replace('<meta name="viewport"', f'{policy}\n  <meta name="viewport"')
    return text.replace("</h1>", f"</h1>\n    {back}", 1)


def _filled(name: str, **values: str) -> str:
    text = (PAGE / name).read_text(encoding="utf-8")
    return Template(text).substitute(values, policy=POLICY, count=str(len(PATH)))


def _statements(kata: KataFiles, source: str) -> dict[str, str]:
    """Return the statement as HTML by language: English, and those that there are."""
    found = {}
    for language in LANGUAGES:
        ending = "md" if language == "en" else f"{language}.md"
        file = (ROOT / kata.statement).with_suffix(f".{ending}")
        if file.exists():
            html = MARKDOWN.render(file.read_text(encoding="utf-8"))
            found[language] = _with_links(html, file, source)
    return found


def _with_links(html: str, file: Path, source: str) -> str:
    """Have the links to files of the repository lead to pages, or to the repository."""
    places = {look.file: look.page for kata in PATH for look in looks(kata)}
    places |= {ROOT / kata.statement: f"{kata.name}.html" for kata in PATH}

    def place(found: re.Match[str]) -> str:
        target = Path(os.path.normpath(file.parent / found[1]))
        if target in places:
            return f'href="{places[target]}"'
        path = target.relative_to(ROOT).as_posix()
        return f'href="{escape(source)}/blob/HEAD/{path}"' if source else ""

    return RELATIVE.sub(place, html)


def _article(language: str, statement: str) -> str:
    hidden = "" if language == "en" else " hidden"
    return f'<article lang="{language}"{hidden}>\n{statement}</article>'


def _button(language: str) -> str:
    name = LANGUAGES[language]
    return f'<button data-language="{language}" lang="{language}">{name}</button>'


def _item(name: str, *, current: bool) -> str:
    mark = ' aria-current="page"' if current else ""
    link = f'<a href="{name}.html"{mark}>{name}</a>'
    return f'<li data-kata="{name}">{link} <span class="bar"></span></li>'


def _link(look: Look) -> str:
    return f'<a href="{look.page}">{look.label}</a>'


def _clone(source: str) -> str:
    if not source:
        return "a clone of the repository"
    return f'<a href="{escape(source)}">a clone of the repository</a>'
