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
        """What was expected and what came, unless it stands on the board."""
        found = self.failure
        lines = [found.headline]
        if found.expected and not found.drawing.marks:
            lines.append(f"expected: {found.expected}")
        if found.got and not found.drawing.marks:
            lines.append(f"got:      {found.got}")
        return lines

    @property
    def answer(self) -> list[str]:
        """The words about the answer, beside the board."""
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
Group = TypeVar("Group", Held, Alike)


def first_of_each(found: Iterable[Entry], most: int) -> list[Entry]:
    """Return so many entries of each kata."""
    katas = groupby(found, key=lambda one: one.kata)
    return [one for _, entries in katas for one in islice(entries, most)]


def _largest_first(found: Iterable[Group], cohort: Cohort) -> list[Group]:
    """Return groups of people by kata, then by size."""
    path = list(cohort.katas)
    return sorted(found, key=lambda one: (path.index(one.kata), -len(one.participants)))


def beliefs(cohort: Cohort) -> list[Held]:
    """Return the misconceptions, by kata, then by how many hold them."""
    holders = defaultdict[tuple[str, str, str], list[str]](list)
    for record in cohort.records:
        if belief := record.misconception:
            holders[record.kata, belief.name, belief.text].append(record.participant)
    held = (Held(*belief, tuple(holders[belief])) for belief in sorted(holders))
    return _largest_first(held, cohort)


def alike(cohort: Cohort, cases: Sequence[HardCase]) -> list[Alike]:
    """Return the groups of people who get the same hard cases wrong: by kata, by size.

    Whoever holds a misconception is left out: that has a name.
    """
    groups = defaultdict[tuple[HardCase, ...], list[str]](list)
    for record in cohort.records:
        of_kata = [case for case in cases if case.kata == record.kata]
        wrong = tuple(case for case in of_kata if record.participant in case.wrong)
        if wrong and not record.misconception:
            groups[wrong].append(record.participant)
    found = []
    for wrong, people in groups.items():
        if len(people) > 1:
            rarest = min(wrong, key=lambda case: len(case.wrong))
            count = sum(1 + len(case.alike) for case in wrong)
            found.append(Alike(rarest.kata, tuple(people), count, rarest))
    return _largest_first(found, cohort)


def topics(cases: Sequence[HardCase], most: int) -> list[HardCase]:
    """Return so many cases of a kata at most, in the order to talk about them.

    The next one reaches most people whom no topic has reached. When everybody has been
    reached, it begins again. A case is left out if all its people have had a topic of
    its kata.
    """
    found, reached = list[HardCase](), set[str]()
    told = defaultdict[str, set[str]](set)  # who has had a topic, by kata
    while True:
        counts = Counter(topic.kata for topic in found)
        left = [case for case in cases if counts[case.kata] < most]
        new = {case: set(case.wrong) - told[case.kata] for case in left}
        left = [case for case in left if new[case]]
        if not left:
            return found
        if all(new[case] <= reached for case in left):
            reached.clear()
        # Of several, the one that fewest people have had already; then the first.
        case = min(left, key=lambda one: (-len(new[one] - reached), len(one.wrong)))
        found.append(case)
        reached.update(case.wrong)
        told[case.kata].update(case.wrong)


def next_topic(cohort: Cohort, cases: Sequence[HardCase]) -> str:
    """Return what to talk about next, and why; the cases are the hard ones."""
    if cases:
        case = topics(cases, most=1)[0]
        what = "the same board" if case.question.board() else "the same case"
        words = f"{len(case.wrong)} of {case.tried} miss {what} of {case.kata}"
        return f"{words}: {case.title}. {case.failure.why}".rstrip()
    if sum(map(cohort.green, cohort.katas)) > 1:
        return "Nobody misses a case: compare two green solutions that differ."
    is_known = cohort.complete or cohort.live
    if is_known and not cohort.begun:
        return "Nobody has begun: run the first test together."
    return ""


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
    found = list[HardCase]()
    for kata in cohort.katas:
        asked = [one for one in cohort.about(kata) if one.state in (GREEN, RED)]
        found += _of_kata(kata, asked)
    return found


class Asked(NamedTuple):
    """What tells one case from another.

    Some rows are about several functions. Of a test that makes many calls, the first
    wrong call is known.
    """

    stage: str
    title: str
    function: str
    call: str = ""


def _of_kata(kata: str, records: Sequence[KataRecord]) -> Iterator[HardCase]:
    """Yield the cases of one kata, those that the same people got wrong as one."""
    rows, bad_input = _table(kata)
    # Of each case, who got it wrong, and how; whoever failed it twice counts once.
    wrong = defaultdict[Asked, dict[str, CaseRecord]](dict)
    unwritten = defaultdict[Asked, set[str]](set)
    # Of each case, where it stands at the earliest among somebody's failures.
    first: dict[Asked, int] = {}
    for record in records:
        told = {_call(case) for case in record.failures if case.title in rows}
        for number, case in enumerate(record.failures):
            asked = Asked(case.stage, case.title, case.function)
            if case.status != FAILED:
                unwritten[asked].add(record.participant)
                continue
            if rows and case.title not in rows:
                asked = asked._replace(call=_call(case))
            is_told = asked.call and asked.call in told
            if case.stage != bad_input and not is_told:
                first[asked] = min(number, first.get(asked, number))
                wrong[asked].setdefault(record.participant, case)
    by_people = defaultdict[tuple[str, ...], list[Asked]](list)
    # Rows as in the table, then tests; never by names.
    for asked in sorted(wrong, key=lambda one: (one.call != "", first[one], one)):
        by_people[tuple(wrong[asked])].append(asked)
    groups = sorted(
        by_people.items(), key=lambda group: (group[1][0].call != "", -len(group[0]))
    )
    for people, (asked, *others) in groups:
        shown = _most_read(wrong[asked].values())
        without = unwritten[asked._replace(call="")].difference(people)
        yield HardCase(
            kata,
            asked.stage,
            asked.title,
            people,
            tried=len(records) - len(without),
            failure=_nobodys(shown, f"{kata}.py"),
            alike=tuple(dict.fromkeys(one.title for one in others)),
        )


def _call(case: CaseRecord) -> str:
    return case.failure.call if case.failure else ""


def _most_read(answers: Collection[CaseRecord]) -> Failure:
    read = Counter(case.headline for case in answers)
    shown = max(answers, key=lambda case: (read[case.headline], case.headline))
    assert shown.failure
    return shown.failure


def _nobodys(failure: Failure, file: str) -> Failure:
    """Return the failure as it would be told of a file that is nobody's."""
    place = failure.place and replace(failure.place, file=file)
    return replace(failure, place=place)


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
