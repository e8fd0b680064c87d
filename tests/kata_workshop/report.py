"""The reports of a workshop: a page for people (HTML) and a file for programs (JSON).

The page is one file that asks for nothing else: no script, no font, no picture from elsewhere. All
that it shows comes from participants, so jinja2 escapes it, and control characters are shown as
escapes. The schema of the JSON stands beside this file, in `report.schema.json`.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from kata_kit.layout import visible
from kata_kit.record import GREEN, MISSING, KataRecord, counted

from kata_workshop import analysis
from kata_workshop.cohort import Cohort, bar
from kata_workshop.screen import COHORT

if TYPE_CHECKING:
    from jinja2 import Environment

HERE = Path(__file__).parent
TEMPLATE = "report.html.jinja"

# The version of the JSON. It changes when a field changes its meaning or goes; not when one comes.
VERSION = 2

# So many hard cases are shown with their boards, the others in a table.
MOST_CASES = 10

# What the signs of a bar mean: a word for the style sheet, and words for people.
SIGNS = {
    "#": ("passes", "passes"),
    "x": ("fails", "fails"),
    ".": ("idle", "not run"),
    "!": ("broken", "cannot be loaded"),
    "?": ("stopped", "stopped"),
}

WITHOUT_JINJA2 = """\
a report in HTML needs jinja2, which is not installed here. Run
  pip install -e ".[workshop]"\
"""


@dataclass(frozen=True)
class Target:
    """A file that a report is written to.

    Attributes:
        typed: the file as it was typed.
        path: the file.
    """

    typed: str
    path: Path

    @property
    def is_page(self) -> bool:
        """Whether a page for people is asked for, and not a file for programs."""
        return self.path.suffix.lower() == ".html"


def targets(typed: Iterable[str], here: Path) -> list[Target]:
    """The files that reports are to be written to, if all of it can be done.

    Args:
        typed: what was typed behind each `--report=`.
        here: the folder that relative paths start from.

    Raises:
        ValueError: for an ending that is none of a report, for a file that cannot be written, and
            for a page when jinja2 is not installed.
    """
    found = [Target(text, Path(here, text).resolve()) for text in dict.fromkeys(typed)]
    for target in found:
        problem = _problem(target)
        if problem:
            raise ValueError(f"--report={target.typed}: {problem}")
    return found


def write(target: Target, cohort: Cohort) -> None:
    """Write one report, whole or not at all.

    Args:
        target: where it goes.
        cohort: the workshop.

    Raises:
        OSError: if the file cannot be written.
    """
    text = page(cohort) if target.is_page else as_json(cohort)
    beside = _beside(target.path)
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(target.path)
    finally:
        beside.unlink(missing_ok=True)


def as_json(cohort: Cohort) -> str:
    """The report for programs."""
    plain = {
        "version": VERSION,
        **cohort.as_dict(),
        "analysis": {
            "hard_cases": [asdict(case) for case in analysis.hard_cases(cohort)],
            "beliefs": [asdict(held) for held in analysis.beliefs(cohort)],
        },
    }
    return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"


def page(cohort: Cohort) -> str:
    """The report for people, as HTML."""
    from markupsafe import Markup

    style = (HERE / "report.css").read_text(encoding="utf-8")
    submitted = [record for record in cohort.records if record.state != MISSING]
    return (
        _environment()
        .get_template(TEMPLATE)
        .render(
            cohort=cohort,
            style=Markup(style),  # Our own file; nothing of it comes from participants.
            style_hash=_hash(style),
            submitted=len(submitted),
            green=sum(record.state == GREEN for record in submitted),
            green_of=lambda kata: sum(o.state == GREEN for o in cohort.about(kata)),
            legend=[(sign, *words) for sign, words in SIGNS.items() if _is_used(sign, cohort)],
            cases=analysis.hard_cases(cohort),
            most_cases=MOST_CASES,
            beliefs=analysis.beliefs(cohort),
        )
    )


def signs(record: KataRecord) -> list[tuple[str, str]]:
    """The signs of a bar, each with its word for the style sheet."""
    return [(sign, SIGNS[sign][0]) for sign in bar(record).strip("[]")]


def told(record: KataRecord) -> str:
    """A bar in words, for whoever does not see it.

    >>> told(KataRecord("x", "", "red", "", (StageRecord("a", 1), StageRecord("b", 0, 1))))
    '1 of 2 stages pass: a passes, b fails'
    """
    signs = bar(record).strip("[]")
    words = [
        f"{stage.name} {SIGNS[sign][1]}" for stage, sign in zip(record.stages, signs, strict=True)
    ]
    return f"{signs.count('#')} of {len(words)} stages pass: {', '.join(words)}"


def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup, escape

    def breakable(name: str) -> Markup:
        """A kata's name that may be broken at its underscores."""
        return escape(name).replace("_", Markup("_<wbr>"))

    def shown(value: object) -> object:
        """What is put into the page: what would not be seen as an escape."""
        return visible(value) if type(value) is str else value

    made = Environment(
        autoescape=True,
        finalize=shown,
        loader=FileSystemLoader(HERE),
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    made.globals.update(breakable=breakable, counted=counted, signs=signs, told=told)
    return made


def _hash(style: str) -> str:
    """What the page's policy knows its style sheet by."""
    return f"sha256-{b64encode(sha256(style.encode()).digest()).decode()}"


def _is_used(sign: str, cohort: Cohort) -> bool:
    return any(sign in bar(record) for record in cohort.records)


def _problem(target: Target) -> str:
    """What keeps a report from being written; empty if nothing does."""
    path = target.path
    if path.suffix.lower() not in (".html", ".json"):
        return "expected a file that ends in .html or .json"
    if path.is_dir():
        return "this is a folder; expected a file"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    try:
        # The only way to know is to try; an hour later is too late.
        _beside(path).touch()
        _beside(path).unlink()
    except OSError as error:
        return f"cannot be written: {error.strerror}"
    if target.is_page:
        try:
            import jinja2  # noqa: F401 - needed at the end of the run
        except ImportError:
            return WITHOUT_JINJA2
    return ""


def _beside(path: Path) -> Path:
    """The file that a report is written to first, in the same folder."""
    return path.with_name(f".{path.name}.part")


class Reports:
    """Writes the reports when the run is over.

    Args:
        config: the run.
        files: where they go.
    """

    def __init__(self, config: pytest.Config, files: Sequence[Target]) -> None:
        self._config = config
        self._files = files

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write them, and say so; a report that cannot be written ends the run with 3."""
        cohort = self._config.stash.get(COHORT, None)
        if cohort is None:
            return
        for target in self._files:
            try:
                write(target, cohort)
            except OSError as error:
                print(f"error: --report={target.typed}: cannot be written: {error.strerror}")
                session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
            else:
                print(f"report: {target.typed}")
