"""What to talk about after a workshop: hard cases, each with its board, beliefs, questions."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, islice
from typing import TypeVar

from kata_kit.katas import BY_NAME, ROOT, load
from kata_kit.record import FAILED, GREEN, RED, CaseRecord, KataRecord
from kata_tables.arguments import Call
from kata_tables.case import REFUSED, Case

from kata_report.cohort import Cohort

GUIDE = ROOT / "katas" / "WORKSHOP.md"

# What a drawing says about an answer: signs on its cells, with their legend, and words
# behind it.
SIGNS = re.compile(r"^ *[-+!#]  ", re.MULTILINE)
ANSWER = re.compile(
    r"^ *\[ \]: .*\n?|(?:  +|^)(?:\[ \]: |\+  a right |the answer ).*", re.MULTILINE
)


@dataclass(frozen=True)
class HardCase:
    """A case of a table, or one board of many that a test asks, by how many got it wrong."""

    kata: str
    stage: str
    title: str
    wrong: tuple[
        str, ...
    ]  # who got it wrong; of many boards, whose first wrong one it was
    tried: int  # how many people's code was asked
    text: str  # what most of them read, with the board; it names nobody's file
    alike: tuple[str, ...] = ()  # further cases that the same people got wrong
    board: str = (
        ""  # as it is drawn before anybody has said what is right; empty if it is not
    )
    call: str = ""  # to be pasted
    why: str = ""  # why the case is there, in a sentence

    @property
    def headlines(self) -> list[str]:
        """What was expected and what came."""
        first, *more = self.text.partition("\n\n")[0].splitlines() or [""]
        return [
            first,
            *(line for line in more if line.startswith(("expected", "got: "))),
        ]


@dataclass(frozen=True)
class Held:
    """A misconception, as `kata_kit.record.Belief` has it, with who holds it."""

    kata: str
    name: str
    text: str
    participants: tuple[str, ...]


Entry = TypeVar("Entry", HardCase, Held)
Draw = Callable[[Call], object]


def first_of_each(found: Iterable[Entry], most: int) -> list[Entry]:
    """So many entries of each kata."""
    katas = groupby(found, key=lambda one: one.kata)
    return [one for _, entries in katas for one in islice(entries, most)]


def beliefs(cohort: Cohort) -> list[Held]:
    """The misconceptions that were recognised: by kata, then by how many hold them."""
    holders, path = defaultdict(list), list(cohort.katas)
    for record in cohort.records:
        if belief := record.misconception:
            holders[record.kata, belief.name, belief.text].append(record.participant)
    held = (Held(*belief, tuple(names)) for belief, names in holders.items())
    return sorted(
        held, key=lambda one: (path.index(one.kata), -len(one.participants), one.name)
    )


def next_topic(cohort: Cohort, cases: Sequence[HardCase]) -> str:
    """What to talk about next, and why; the cases are the hard ones."""
    if cases:
        case = max(cases, key=lambda case: len(case.wrong))  # The first of several.
        what = "the same board" if case.board else "the same case"
        words = f"{len(case.wrong)} of {case.tried} miss {what} of {case.kata}: {case.title}."
        return f"{words} {case.why}".rstrip()
    if sum(map(cohort.green, cohort.katas)) > 1:
        return "Nobody misses a case: compare two green solutions that differ."
    known = cohort.complete or cohort.live
    return (
        "Nobody has begun: run the first test together."
        if known and not cohort.begun
        else ""
    )


@cache
def questions(kata: str) -> list[str]:
    """The questions that the guide asks about a kata."""
    text = GUIDE.read_text(encoding="utf-8")
    row = re.search(rf"^\| `{re.escape(kata)}` \| (.+\?) \|$", text, re.MULTILINE)
    return re.findall(r"\S[^?]*\?", row[1]) if row else []


def hard_cases(cohort: Cohort) -> list[HardCase]:
    """The cases that somebody got wrong: by kata; named ones first; what most got wrong first.

    Cases of one kata that the same people got wrong are one entry. Nobody counts whose
    function is not written or whose file cannot be loaded. Bad input is left out: most
    of it is about the words of a message.
    """
    return [
        case for kata in cohort.katas for case in _hard_cases(kata, cohort.about(kata))
    ]


def _hard_cases(kata: str, records: Iterable[KataRecord]) -> Iterable[HardCase]:
    ran = [record for record in records if record.state in (GREEN, RED)]
    named, draw, bad_input = _table(kata)
    # A case is known by its stage, title and function: some rows are about several
    # functions. Of a test with many boards the first wrong one is known, by its call.
    # Whoever failed a case in two tests got it wrong once.
    wrong: dict[tuple[str, ...], dict[str, CaseRecord]] = defaultdict(dict)
    unwritten: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for record in ran:
        rows = {_call(one) for one in record.failures if one.title in named} - {""}
        for failure in record.failures:
            key = failure.stage, failure.title, failure.function
            call = _call(failure) if named and failure.title not in named else ""
            if failure.status != FAILED:
                unwritten[key].add(record.participant)
            elif failure.stage != bad_input and call not in rows:
                text = failure.text.replace(record.file or "\0", f"{kata}.py")
                asked = (*key, call)
                wrong[asked].setdefault(record.participant, replace(failure, text=text))
    by_people = defaultdict(list)
    for case in sorted(wrong, key=lambda case: bool(case[3])):
        by_people[tuple(wrong[case])].append(case)
    groups = sorted(
        by_people.items(), key=lambda item: (bool(item[1][0][3]), -len(item[0]))
    )
    for people, (first, *others) in groups:
        read = Counter(failure.headline for failure in wrong[first].values())
        shown = max(wrong[first].values(), key=lambda failure: read[failure.headline])
        tried = len(ran) - len(unwritten[first[:3]].difference(people))
        alike = tuple(dict.fromkeys(title for _, title, _, _ in others))
        board = _board(shown, named.get(shown.title), draw)
        why = re.search(r"^why: (.+)", shown.text, re.MULTILINE)
        about = shown.text, alike, board, _call(shown), why[1] if why else ""
        yield HardCase(kata, shown.stage, shown.title, people, tried, *about)


@cache
def _table(kata: str) -> tuple[dict[str, Case], Draw | None, str]:
    """A kata's rows by their names, what draws a call, and the last stage if it is of bad input."""
    if kata not in BY_NAME:  # A report of another clone may be about one.
        return {}, None, ""
    module = load(ROOT / BY_NAME[kata].table)
    rows, last = module.TABLE.rows, module.TABLE.stages[-1]
    at_the_end = [row for row in rows if last in (mark.args[0] for mark in row.marks)]
    refused = any(row.values[0].about == REFUSED for row in at_the_end)
    named = {row.values[0].name: row.values[0] for row in rows}
    return named, getattr(module, "draw", None), last if refused else ""


def _call(failure: CaseRecord) -> str:
    """The call that a failure shows, to be pasted."""
    call = rf"^{re.escape(failure.function)}\(.*(?:\n {{4}}.*)*"
    found = re.search(call, failure.text, re.MULTILINE)
    return found[0] if failure.function and found else ""


def drawing(text: str) -> list[str]:
    """The lines that are drawn in a failure's text, without their margin.

    They stand behind an empty line and are indented, which a line of somebody's code
    is, too, but that stands behind the name of its file.
    """
    found = re.search(r"(?<=\n\n)(?: {4}.*\n?)+", text)
    return [line[4:] for line in found[0].splitlines()] if found else []


def _board(failure: CaseRecord, case: Case | None, draw: Draw | None) -> str:
    """The board as it was asked about, without a sign of what is right."""
    if case and draw:
        try:
            drawn = str(draw(Call(case.function, case.arguments)))
        except Exception:  # Not every call can be drawn without its answer.
            return ""
    else:
        drawn = "\n".join(drawing(failure.text))
    if SIGNS.search(drawn):
        return ""
    drawn = re.sub(r"\[(.{1,2})\]", r" \1 ", ANSWER.sub("", drawn)).rstrip()
    return _words_below(drawn) if case and draw else drawn


def _words_below(drawn: str) -> str:
    """A drawing with the words below it that stood beside it."""
    rows, words = [], []
    for line in drawn.splitlines():
        beside = re.fullmatch(r"(|.*?\S) {3,}(\S.*[a-z]{3}.*)", line)
        is_words = not beside and re.search("[a-z]{3}", line)
        row, word = (
            beside.groups() if beside else ("", line) if is_words else (line, "")
        )
        rows += [row.rstrip()] if row else []
        words += [word] if word else []
    return "\n".join([*rows, "", *words] if words else rows)
