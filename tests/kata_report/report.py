"""The reports of a workshop: pages for people, JSON for programs, CSV for spreadsheets.

A page is one file that asks for nothing else: no script, no font, no picture from
elsewhere. All that it shows comes from participants, so jinja2 escapes it, and control
characters are shown as escapes.
"""

import csv
import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest
from kata_kit import writing
from kata_kit.layout import on_one_line, visible
from kata_kit.record import KataRecord, counted

from kata_report import debrief, slides
from kata_report.cohort import SIGNS, Cohort, bar

HERE = Path(__file__).parent
TEMPLATE = "report.html.jinja"

# The version of the JSON. It changes when a field changes its meaning or goes; not when
# one comes.
VERSION = 5

EXPECTED = (
    "expected a file that ends in .html, .json or .csv, or a folder that ends in /"
)
IS_READ = "this file is read, and would be replaced; expected another file"
WITHOUT_JINJA2 = """\
a report in HTML needs jinja2, which is not installed here. Run
  pip install -e ".[workshop]"\
"""


def targets(
    typed: Iterable[str], here: Path, read: Iterable[str | Path] = ()
) -> dict[str, Path]:
    """Return the files of reports, by what was typed behind `--report=`.

    Raises:
        UsageError: if one cannot be written, would replace a file that is read, or
            needs jinja2, which is not installed.
    """
    found = {text: Path(here, text).resolve() for text in typed}
    kept = {Path(here, file).resolve() for file in read}
    for text, path in found.items():
        if path in kept:
            raise pytest.UsageError(f"--report={text}: {IS_READ}")
        if problem := _problem(path, is_folder=text.endswith(("/", "\\"))):
            raise pytest.UsageError(f"--report={text}: {problem}")
    return found


def _problem(path: Path, is_folder: bool) -> str:
    """Return why a report cannot be written to a file, or into a folder."""
    ending = path.suffix.lower()
    is_page = is_folder or ending == ".html"
    if not is_page and ending not in (".json", ".csv"):
        return EXPECTED
    if is_page and find_spec("jinja2") is None:
        return WITHOUT_JINJA2
    if path.is_dir() and not is_folder:
        return "this is a folder; expected a file"
    try:  # The only way to know; an hour later is too late.
        if is_folder:
            path.mkdir(exist_ok=True)
        TemporaryFile(dir=path if is_folder else path.parent).close()
    except OSError as error:
        return f"cannot be written: {error.strerror}"
    return ""


def write(path: Path, cohort: Cohort) -> None:
    """Write one report, each file whole or not at all.

    Raises:
        OSError: if that fails.
    """
    kind = {".json": as_json, ".csv": as_csv, ".html": page}.get(path.suffix.lower())
    if kind and not path.is_dir():
        files = {path: kind(cohort)}
    else:
        names = file_names(cohort.participants)
        files = {path / file: page(cohort, name) for name, file in names}
    for file, text in files.items():
        beside = file.with_name(f".{file.name}.part")
        try:
            beside.write_text(text, encoding="utf-8", newline="\n")
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)


def file_names(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name with that of a file, which no other one has on any system."""
    taken = Counter[str]()
    for name in names:
        plain = re.sub(r"[^\w .+-]", "_", name).strip(". ")[:60] or "_"
        taken[plain.casefold()] += 1
        number = taken[plain.casefold()]
        yield name, f"{plain}.html" if number == 1 else f"{plain} ({number}).html"


def as_json(cohort: Cohort) -> str:
    """Return the report for programs.

    `bar`, `text` and `analysis` are derived, for programs that do not derive them.
    """
    values = {"version": VERSION, **asdict(cohort)}
    for record, told in zip(cohort.records, values["records"], strict=True):
        told["bar"] = bar(record)
        for case, shown in zip(record.failures, told["failures"], strict=True):
            shown["text"] = writing.text(case.failure) if case.failure else ""
    values["analysis"] = {
        "next": debrief.next_topic(cohort),
        "hard_cases": list(map(asdict, debrief.hard_cases(cohort))),
        "beliefs": list(map(asdict, debrief.beliefs(cohort))),
    }
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"


def as_csv(cohort: Cohort) -> str:
    """Return the matrix for spreadsheets: a row for each participant."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    head = ["handle", "name"]
    for kata in cohort.katas:
        head += [kata, f"{kata}: stages"]
    lines.writerow(head)
    for name, records in cohort.by_person.items():
        cells = [name, cohort.names.get(name, "")]
        for record in records:
            passed = f"{record.passed_stages} of {len(record.stages)}"
            cells += [record.state, passed]
        lines.writerow(map(_plain, cells))
    return f"\ufeff{text.getvalue()}"


def _plain(cell: str) -> str:
    """Return a cell that no spreadsheet runs as a formula."""
    shown = on_one_line(cell)
    return f"'{shown}" if shown.startswith(("=", "+", "-", "@")) else shown


def page(cohort: Cohort, only: str = "") -> str:
    """Return the report for people, as HTML; or the part of one, to be sent to them."""
    if only:
        mine = map(_at_home, cohort.by_person[only])
        cohort = replace(cohort, records=tuple(mine), live=False)
    shown = list(slides.slides(cohort))
    kinds = enumerate((slide.kind for slide in shown), start=1)
    to_begin_with = (n for n, kind in kinds if kind in ("topic", "compare"))
    text: str = _template().render(
        cohort=cohort,
        only=only,
        digest=lambda text: b64encode(sha256(text.encode()).digest()).decode(),
        topic=debrief.next_topic(cohort),
        first=next(to_begin_with, 0),
        slides=shown,
        wall=slides,
        counted=counted,
        bar=bar,
        signs=SIGNS,
    )
    return text


def _at_home(record: KataRecord) -> KataRecord:
    """Return a record that names files as they are with the person who wrote them."""
    place = re.compile(rf"(?<![^\s'\"(]){re.escape(record.participant)}(/|__)")
    texts = record.file, record.words, record.verdict
    file, words, verdict = (place.sub("", text) for text in texts)
    return replace(record, file=file, words=words, verdict=verdict)


@cache
def _template() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        autoescape=True,
        # What would not be seen is put into the page as an escape.
        finalize=lambda value: visible(value) if type(value) is str else value,
        loader=FileSystemLoader(HERE),
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    return made.get_template(TEMPLATE)
