"""What to talk about after a workshop: hard cases, each with its board, beliefs, questions."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType
from typing import TypeVar

from kata_kit.katas import BY_NAME, ROOT
from kata_kit.loading import load
from kata_kit.record import FAILED, GREEN, RED, CaseRecord, KataRecord
from kata_tables.arguments import Call
from kata_tables.case import REFUSED, Case

from kata_workshop.cohort import Cohort

GUIDE = ROOT / "katas" / "WORKSHOP.md"

WORD = re.compile(r"[a-z]{3}")

# What a drawing says about an answer: signs on its cells, with their legend, and words behind it.
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
    wrong: tuple[str, ...]  # who got it wrong; of many boards, whose first wrong one it was
    tried: int  # how many people's code was asked
    text: str  # what most of them read, with the board; it names nobody's file
    alike: tuple[str, ...] = ()  # further cases that the same people got wrong
    board: str = ""  # as it is drawn before anybody has said what is right; empty if it is not
    call: str = ""  # to be pasted
    why: str = ""  # why the case is there, in a sentence

    @property
    def headline(self) -> str:
        """What was expected and what came."""
        lines = self.text.partition("\n\n")[0].splitlines() or [""]
        telling = [line for line in lines if line.startswith(("expected", "got: "))]
        return "\n".join([lines[0], *(line for line in telling if line != lines[0])])


@dataclass(frozen=True)
class Held:
    """A misconception, as `kata_kit.record.Belief` has it, with who holds it."""

    kata: str
    name: str
    text: str
    participants: tuple[str, ...]


Entry = TypeVar("Entry", HardCase, Held)


def hard_cases(cohort: Cohort) -> list[HardCase]:
    """The cases that somebody got wrong: by kata; named ones first; what most got wrong first.

    Cases of one kata that the same people got wrong are one entry. Nobody counts whose function
    is not written or whose file cannot be loaded. Bad input is left out: most of it is about the
    words of a message.
    """
    return [
        case
        for kata, stages in cohort.katas.items()
        for case in _hard_cases(kata, stages[-1:], cohort.about(kata))
    ]


def beliefs(cohort: Cohort) -> list[Held]:
    """The misconceptions that were recognised: by kata, then by how many hold them."""
    holders = defaultdict(list)
    for record in cohort.records:
        if record.misconception:
            belief = record.misconception
            holders[record.kata, belief.name, belief.text].append(record.participant)
    held = [Held(*belief, tuple(names)) for belief, names in holders.items()]
    path = list(cohort.katas)
    return sorted(held, key=lambda one: (path.index(one.kata), -len(one.participants), one.name))


def first_of_each(found: Sequence[Entry], most: int) -> list[Entry]:
    """So many entries of each kata."""
    counts = Counter[str]()
    shown = []
    for one in found:
        counts[one.kata] += 1
        shown += [one] * (counts[one.kata] <= most)
    return shown


def next_topic(cohort: Cohort, cases: Sequence[HardCase]) -> str:
    """What to talk about next, and why, in a sentence or two; the cases are the hard ones."""
    if cases:
        case = max(cases, key=lambda case: len(case.wrong))  # The first of several.
        what = "the same board" if case.board else "the same case"
        words = f"{len(case.wrong)} of {case.tried} miss {what} of {case.kata}: {case.title}."
        return f"{words} {case.why}".rstrip()
    green = sum(record.state == GREEN for record in cohort.records)
    if green > 1:
        return "Nobody misses a case: compare two green solutions that differ."
    return "" if cohort.begun else "Nobody has begun: run the first test together."


@cache
def questions(kata: str) -> tuple[str, ...]:
    """The questions that the guide asks about a kata."""
    text = GUIDE.read_text(encoding="utf-8")
    row = re.search(rf"^\| `{re.escape(kata)}` \| (.+\?) \|$", text, re.MULTILINE)
    return tuple(re.findall(r"\S[^?]*\?", row[1])) if row else ()


def _hard_cases(
    kata: str, last_stage: Sequence[str], records: Iterable[KataRecord]
) -> Iterable[HardCase]:
    ran = [record for record in records if record.state in (GREEN, RED)]
    named, bad_input = _rows(kata), last_stage if _refuses_at_the_end(kata) else ()
    # A case is known by its stage, title and function: some rows are about several functions. Of
    # a test with many boards the first wrong one is known, by its call. Whoever failed a case in
    # two tests got it wrong once.
    wrong: dict[tuple[str, str, str, str], dict[str, CaseRecord]] = defaultdict(dict)
    unwritten: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for record in ran:
        rows = {_call(one) for one in record.failures if one.title in named}
        for failure in record.failures:
            key = failure.stage, failure.title, failure.function
            call = _call(failure) if named and failure.title not in named else ""
            if failure.status != FAILED:
                unwritten[key].add(record.participant)
            elif failure.stage not in bad_input and not (call and call in rows):
                text = failure.text.replace(record.file or "\0", f"{kata}.py")
                found = replace(failure, text=text)
                wrong[key[0], key[1], key[2], call].setdefault(record.participant, found)
    by_people = defaultdict(list)
    for case, failures in sorted(wrong.items(), key=lambda item: bool(item[0][3])):
        by_people[tuple(failures)].append(case)
    groups = sorted(by_people.items(), key=lambda item: (bool(item[1][0][3]), -len(item[0])))
    for people, (first, *others) in groups:
        read = Counter(failure.headline for failure in wrong[first].values())
        shown = max(wrong[first].values(), key=lambda failure: read[failure.headline])
        yield HardCase(
            kata,
            stage=first[0],
            title=first[1],
            wrong=people,
            tried=len(ran) - len(unwritten[first[:3]].difference(people)),
            text=shown.text,
            alike=tuple(dict.fromkeys(title for _, title, _, _ in others)),
            board=_board(kata, shown),
            call=_call(shown),
            why=_why(shown.text),
        )


def _module(kata: str) -> ModuleType | None:
    return load(ROOT / BY_NAME[kata].table) if kata in BY_NAME else None


@cache
def _rows(kata: str) -> dict[str, Case]:
    """The rows of a kata's table, by their names; none for a kata that there is not."""
    module = _module(kata)
    return {row.values[0].name: row.values[0] for row in module.TABLE.rows} if module else {}


@cache
def _refuses_at_the_end(kata: str) -> bool:
    """Whether the last stage of a kata is about input that is refused."""
    module = _module(kata)
    if module is None:
        return False
    *_, last = module.TABLE.stages
    rows = [row for row in module.TABLE.rows if last in (mark.args[0] for mark in row.marks)]
    return any(row.values[0].about == REFUSED for row in rows)


def _call(failure: CaseRecord) -> str:
    """The call that a failure shows, to be pasted."""
    found = re.search(
        rf"^{re.escape(failure.function)}\(.*(?:\n {{4}}.*)*", failure.text, re.MULTILINE
    )
    return found[0] if failure.function and found else ""


def _board(kata: str, failure: CaseRecord) -> str:
    """The board as it was asked about, without a sign of what is right."""
    case, module = _rows(kata).get(failure.title), _module(kata)
    found = re.search(r"\n\n((?: {4}.*\n?)+)", failure.text)
    drawn = re.sub(r"^ {4}", "", found[1], flags=re.MULTILINE) if found else ""
    if case and hasattr(module, "draw"):
        try:
            drawn = str(module.draw(Call(case.function, case.arguments)))  # type: ignore[union-attr]
        except Exception:  # Not every call can be drawn without its answer.
            drawn = ""
    if SIGNS.search(drawn):
        drawn = ""
    drawn = re.sub(r"\[(.{1,2})\]", r" \1 ", ANSWER.sub("", drawn)).rstrip()
    return _words_below(drawn) if case and hasattr(module, "draw") else drawn


def _words_below(drawn: str) -> str:
    """A drawing with the words below it that stood beside it."""
    rows, words = [], []
    for line in drawn.splitlines():
        found = re.fullmatch(r"(|.*?\S) {3,}(\S.*[a-z]{3}.*)", line)
        row, word = found.groups() if found else ("", line) if WORD.search(line) else (line, "")
        rows += [row.rstrip()] if row else []
        words += [word] if word else []
    return "\n".join([*rows, "", *words] if words else rows)


def _why(text: str) -> str:
    """Why a case is there, of the text about its failure."""
    found = re.search(r"^why: (.+)", text, re.MULTILINE)
    return found[1] if found else ""
