"""What to talk about after a workshop: topics with boards, beliefs, questions."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, islice
from typing import NamedTuple, TypeVar

from kata_kit.katas import BY_NAME, ROOT, load
from kata_kit.record import FAILED, GREEN, RED, CaseRecord, Failure, KataRecord
from kata_tables.case import REFUSED
from kata_tables.drawing import Drawing

from kata_report.cohort import Cohort

GUIDE = ROOT / "katas" / "WORKSHOP.md"


@dataclass(frozen=True)
class HardCase:
    """A case of a table, or one call of many that a test makes, by who got it wrong."""

    kata: str
    stage: str
    title: str
    # Who got it wrong; of many calls, whose first wrong one it was.
    wrong: tuple[str, ...]
    tried: int  # how many people's code was asked
    failure: Failure  # what most of them read; it names nobody's file
    alike: tuple[str, ...] = ()  # further cases that the same people got wrong

    @property
    def question(self) -> Drawing:
        """The board before anybody has said what is right."""
        return self.failure.drawing.question

    @property
    def headlines(self) -> list[str]:
        """What was expected and what came."""
        found, lines = self.failure, [self.failure.headline]
        if found.expected and not found.drawing.marks:  # Else it stands on the board.
            lines.append(f"expected: {found.expected}")
        if found.got and not found.drawing.marks:
            lines.append(f"got:      {found.got}")
        return lines

    @property
    def answer(self) -> list[str]:
        """What is said about the answer, beside the board."""
        before = self.question.captions()
        return [one for one in self.failure.drawing.captions() if one not in before]


@dataclass(frozen=True)
class Held:
    """A misconception, as `kata_kit.record.Belief` has it, with who holds it."""

    kata: str
    name: str
    text: str
    participants: tuple[str, ...]


@dataclass(frozen=True)
class Alike:
    """People who get exactly the same cases wrong, by a mistake without a name."""

    kata: str
    participants: tuple[str, ...]
    count: int  # of the cases
    case: HardCase  # one of them, which as few others as possible get wrong

    @property
    def only(self) -> tuple[str, ...]:
        """The cases that nobody else gets wrong."""
        is_theirs = self.case.wrong == self.participants
        return (self.case.title, *self.case.alike) if is_theirs else ()


Entry = TypeVar("Entry", HardCase, Held, Alike)


def first_of_each(found: Iterable[Entry], most: int) -> list[Entry]:
    """Return so many entries of each kata."""
    katas = groupby(found, key=lambda one: one.kata)
    return [one for _, entries in katas for one in islice(entries, most)]


def beliefs(cohort: Cohort) -> list[Held]:
    """Return the misconceptions, by kata, then by how many hold them."""
    holders, path = defaultdict(list), list(cohort.katas)
    for record in cohort.records:
        if belief := record.misconception:
            holders[record.kata, belief.name, belief.text].append(record.participant)
    held = (Held(*belief, tuple(names)) for belief, names in holders.items())
    return sorted(
        held, key=lambda one: (path.index(one.kata), -len(one.participants), one.name)
    )


def topics(cases: Sequence[HardCase], most: int) -> list[HardCase]:
    """Return so many cases of a kata at most, in the order to talk about them.

    The next one reaches most people whom no topic has reached. When everybody has been
    reached, it begins again. A case is left out if all its people have had a topic of
    its kata.
    """
    found, told = list[HardCase](), defaultdict[str, set[str]](set)
    reached = set[str]()
    while True:
        counts = Counter(topic.kata for topic in found)
        new = {
            number: set(case.wrong) - told[case.kata]
            for number, case in enumerate(cases)
            if counts[case.kata] < most
        }
        # Of several, the one that fewest people have had already; then the first.
        order = {
            number: (-len(names - reached), len(cases[number].wrong))
            for number, names in new.items()
            if names
        }
        if not order:
            return found
        first = min(order, key=order.__getitem__)
        if new[first] <= reached:
            reached.clear()
            continue
        found.append(cases[first])
        reached.update(cases[first].wrong)
        told[cases[first].kata].update(cases[first].wrong)


def alike(cohort: Cohort, cases: Sequence[HardCase]) -> list[Alike]:
    """Return the groups of people who get the same hard cases wrong: by kata, by size.

    Whoever holds a misconception is left out: that has a name.
    """
    named = {(one.kata, one.participant) for one in cohort.records if one.misconception}
    groups: dict[tuple[HardCase, ...], list[str]] = defaultdict(list)
    for kata in cohort.katas:
        of_kata = [case for case in cases if case.kata == kata]
        for who in cohort.participants:
            wrong = tuple(case for case in of_kata if who in case.wrong)
            if wrong and (kata, who) not in named:
                groups[wrong].append(who)
    found = []
    for wrong, people in groups.items():
        if len(people) > 1:
            rarest = min(wrong, key=lambda case: len(case.wrong))
            count = sum(1 + len(case.alike) for case in wrong)
            found.append(Alike(rarest.kata, tuple(people), count, rarest))
    path = list(cohort.katas)
    return sorted(found, key=lambda one: (path.index(one.kata), -len(one.participants)))


def next_topic(cohort: Cohort, cases: Sequence[HardCase]) -> str:
    """Return what to talk about next, and why; the cases are the hard ones."""
    if cases:
        case = topics(cases, most=1)[0]
        what = "the same board" if case.question.board() else "the same case"
        count = f"{len(case.wrong)} of {case.tried}"
        words = f"{count} miss {what} of {case.kata}: {case.title}."
        return f"{words} {case.failure.why}".rstrip()
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
    """Return the questions that the guide asks about a kata."""
    text = GUIDE.read_text(encoding="utf-8")
    row = re.search(rf"^\| `{re.escape(kata)}` \| (.+\?) \|$", text, re.MULTILINE)
    return re.findall(r"\S[^?]*\?", row[1]) if row else []


def hard_cases(cohort: Cohort) -> list[HardCase]:
    """Return the cases that somebody got wrong: by kata, what most got wrong first.

    Named cases stand before tests of many boards. Cases of one kata that the same
    people got wrong are one entry. Nobody counts whose function is not written or whose
    file cannot be loaded. Bad input is left out: most of it is about the words of a
    message.
    """
    return [case for kata in cohort.katas for case in _Kata(cohort, kata).hard_cases()]


class Asked(NamedTuple):
    """What tells one case from another.

    Some rows are about several functions. Of a test that makes many calls, the first
    wrong call is known.
    """

    stage: str
    title: str
    function: str
    call: str = ""


class _Kata:
    """What everybody got wrong in one kata."""

    def __init__(self, cohort: Cohort, kata: str) -> None:
        self._kata = kata
        records = cohort.about(kata)
        self._ran = [record for record in records if record.state in (GREEN, RED)]
        self._named, self._bad_input = _table(kata)
        # Of each case, who got it wrong, and how; whoever failed it twice counts once.
        self._wrong: dict[Asked, dict[str, CaseRecord]] = defaultdict(dict)
        self._unwritten: dict[Asked, set[str]] = defaultdict(set)
        # Of each case, where it stands at the earliest among somebody's failures.
        self._first: dict[Asked, int] = {}
        for record in self._ran:
            self._take(record)

    def hard_cases(self) -> Iterator[HardCase]:
        """Yield the cases, those that the same people got wrong as one."""
        by_people: dict[tuple[str, ...], list[Asked]] = defaultdict(list)
        for asked in sorted(self._wrong, key=self._place):
            by_people[tuple(self._wrong[asked])].append(asked)
        groups = sorted(
            by_people.items(),
            key=lambda group: (group[1][0].call != "", -len(group[0])),
        )
        for people, (first, *others) in groups:
            yield self._hard_case(people, first, others)

    def _place(self, asked: Asked) -> tuple[bool, int, Asked]:
        """Return what orders cases: rows as in the table, then tests, never names."""
        return asked.call != "", self._first[asked], asked

    def _take(self, record: KataRecord) -> None:
        of_rows = {
            case.failure.call
            for case in record.failures
            if case.failure and case.title in self._named
        }
        for number, case in enumerate(record.failures):
            assert case.failure
            asked = Asked(case.stage, case.title, case.function)
            if case.status != FAILED:
                self._unwritten[asked].add(record.participant)
                continue
            if self._named and case.title not in self._named:
                asked = asked._replace(call=case.failure.call)
            is_told = asked.call and asked.call in of_rows
            if case.stage != self._bad_input and not is_told:
                self._first[asked] = min(number, self._first.get(asked, number))
                self._wrong[asked].setdefault(record.participant, case)

    def _hard_case(
        self, people: tuple[str, ...], first: Asked, others: Iterable[Asked]
    ) -> HardCase:
        answers = self._wrong[first].values()
        read = Counter(case.headline for case in answers)
        shown = max(answers, key=lambda case: (read[case.headline], case.headline))
        assert shown.failure is not None
        unwritten = self._unwritten[first._replace(call="")]
        return HardCase(
            self._kata,
            shown.stage,
            shown.title,
            people,
            tried=len(self._ran) - len(unwritten.difference(people)),
            failure=_nobodys(shown.failure, f"{self._kata}.py"),
            alike=tuple(dict.fromkeys(asked.title for asked in others)),
        )


def _nobodys(failure: Failure, file: str) -> Failure:
    """Return the failure as it would be told of a file that is nobody's."""
    if not failure.place:
        return failure
    return replace(failure, place=replace(failure.place, file=file))


@cache
def _table(kata: str) -> tuple[Collection[str], str]:
    """Return the names of a kata's rows, and its last stage if that is of bad input."""
    if kata not in BY_NAME:  # A report of another clone may be about one.
        return (), ""
    table = load(ROOT / BY_NAME[kata].table).TABLE
    last = table.stages[-1]
    at_the_end = [row for row in table.rows if last in (m.args[0] for m in row.marks)]
    refused = any(row.values[0].about == REFUSED for row in at_the_end)
    return {row.values[0].name for row in table.rows}, last if refused else ""
