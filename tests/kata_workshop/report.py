"""The reports of a workshop: a page for people (HTML) and a file for programs (JSON).

The page is one file that asks for nothing else: no script, no font, no picture from elsewhere. All
that it shows comes from participants, so jinja2 escapes it, and control characters are shown as
escapes. The schema of the JSON stands beside this file, in `report.schema.json`.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest
from kata_kit.layout import visible
from kata_kit.record import MISSING, KataRecord, counted

from kata_workshop.cohort import SIGNS, Cohort, bar, beliefs, hard_cases

HERE = Path(__file__).parent
TEMPLATE = "report.html.jinja"

# The version of the JSON. It changes when a field changes its meaning or goes; not when one comes.
VERSION = 2

# So many hard cases are shown with their boards, the others in a table.
MOST_CASES = 10

WITHOUT_JINJA2 = """\
a report in HTML needs jinja2, which is not installed here. Run
  pip install -e ".[workshop]"\
"""


def targets(typed: Iterable[str], here: Path) -> dict[str, Path]:
    """The files that reports are written to, by what was typed behind `--report=`.

    Raises:
        UsageError: if one of them cannot be written, or needs jinja2, which is not installed.
    """
    found = {text: Path(here, text).resolve() for text in typed}
    for text, path in found.items():
        problem = ""
        if path.suffix.lower() not in (".html", ".json"):
            problem = "expected a file that ends in .html or .json"
        elif path.suffix.lower() == ".html" and find_spec("jinja2") is None:
            problem = WITHOUT_JINJA2
        elif path.is_dir():
            problem = "this is a folder; expected a file"
        else:
            try:  # The only way to know; an hour later is too late.
                _beside(path).touch()
                _beside(path).unlink()
            except OSError as error:
                problem = f"cannot be written: {error.strerror}"
        if problem:
            raise pytest.UsageError(f"--report={text}: {problem}")
    return found


def write(path: Path, cohort: Cohort) -> None:
    """Write one report, whole or not at all; raises `OSError` if that fails."""
    text = page(cohort) if path.suffix.lower() == ".html" else as_json(cohort)
    beside = _beside(path)
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def as_json(cohort: Cohort) -> str:
    """The report for programs."""
    values = {"version": VERSION, **asdict(cohort)}
    values["katas"] = [{"name": name, "stages": names} for name, names in cohort.katas.items()]
    for record, told in zip(cohort.records, values["records"], strict=True):
        told["bar"] = bar(record)
    values["analysis"] = {
        "hard_cases": [asdict(case) for case in hard_cases(cohort)],
        "beliefs": [asdict(held) for held in beliefs(cohort)],
    }
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"


def page(cohort: Cohort) -> str:
    """The report for people, as HTML."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup, escape

    made = Environment(
        autoescape=True,
        # What would not be seen is put into the page as an escape.
        finalize=lambda value: visible(value) if type(value) is str else value,
        loader=FileSystemLoader(HERE),
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    style = (HERE / "report.css").read_text(encoding="utf-8")
    return made.get_template(TEMPLATE).render(
        cohort=cohort,
        style=Markup(style),  # Our own file; nothing of it comes from participants.
        style_hash=f"sha256-{b64encode(sha256(style.encode()).digest()).decode()}",
        submitted=sum(record.state != MISSING for record in cohort.records),
        green=sum(cohort.green(kata) for kata in cohort.katas),
        cases=hard_cases(cohort),
        most_cases=MOST_CASES,
        beliefs=beliefs(cohort),
        breakable=lambda name: escape(name).replace("_", Markup("_<wbr>")),
        counted=counted,
        signs=signs,
        told=told,
    )


def signs(record: KataRecord) -> list[tuple[str, str]]:
    """The signs of a bar, each with its word for the style sheet."""
    return [(sign, SIGNS[sign][0]) for sign in bar(record).strip("[]")]


def told(record: KataRecord) -> str:
    """A bar in words, for whoever does not see it.

    >>> from kata_kit.record import StageRecord
    >>> told(KataRecord("x", "", "red", "", (StageRecord("a", 1), StageRecord("b", 0, 1))))
    '1 of 2 stages pass: a passes, b fails'
    """
    pairs = zip(record.stages, bar(record).strip("[]"), strict=True)
    words = ", ".join(f"{stage.name} {SIGNS[sign][1]}" for stage, sign in pairs)
    return f"{bar(record).count('#')} of {len(record.stages)} stages pass: {words}"


def _beside(path: Path) -> Path:
    """The file that a report is written to first, in the same folder."""
    return path.with_name(f".{path.name}.part")
