"""What came of a workshop, as plain values: one `Outcome` for each participant and kata.

Everything can be turned into what JSON and pytest-xdist carry (`as_dict`) and back (`from_dict`).
Names and texts stand here as they came: names of participants are any unicode text, with control
characters and markup in them. Whoever shows them escapes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

# The states of an outcome, the best first:
GREEN = "green"  # every test of the table passed
RED = "red"  # at least one test failed
BROKEN = "broken"  # the file cannot be loaded
STOPPED = "stopped"  # the limits ended the run before it could tell anything else
NOT_STARTED = "not started"  # the stub, or code that raises NotImplementedError everywhere
MISSING = "missing"  # there is no file for this kata
STATES = (GREEN, RED, BROKEN, STOPPED, NOT_STARTED, MISSING)


@dataclass(frozen=True)
class Stage:
    """The tests of one stage, counted by how they ended.

    Attributes:
        name: the stage, as the table names it.
        passed: how many tests passed,
        failed: failed,
        locked: were left out because an earlier stage failed (never so in a workshop), and
        not_run: were left out because the limits were used up, or nothing was run at all.
    """

    name: str
    passed: int = 0
    failed: int = 0
    locked: int = 0
    not_run: int = 0

    @property
    def total(self) -> int:
        """How many tests the stage has."""
        return self.passed + self.failed + self.locked + self.not_run

    @property
    def sign(self) -> str:
        """The stage in a bar: # passes, x fails, . not run."""
        if self.failed:
            return "x"
        return "#" if self.passed and self.passed == self.total else "."


@dataclass(frozen=True)
class Failure:
    """One test that failed.

    Attributes:
        stage: the stage it belongs to.
        title: the name of its case; the same for everybody, so that it can be counted.
        headline: the first line of the text: what was expected, and what came.
        text: all that the participant reads: the sentence, the board drawn, the call, the reason.
        status: "failed", "not written" (the function is still to be written) or "broken" (the
            file cannot be loaded). Only the first says anything of the case.
    """

    stage: str
    title: str
    headline: str
    text: str
    status: str = "failed"


@dataclass(frozen=True)
class Belief:
    """The misconception that explains all wrong answers.

    Attributes:
        name: its file in `tests/misconceptions/<kata>/`, without `.py`; "_" stands for a space.
        text: what a participant is told about it; a line is a paragraph.
    """

    name: str
    text: str


@dataclass(frozen=True)
class Outcome:
    """What came of one participant's code for one kata.

    Attributes:
        participant: the name, as the folder or the file has it.
        kata: the name of the kata.
        file: where the code stands in the folder of the workshop, as "ada/tictactoe_winner.py";
            empty if it is missing.
        state: one of `STATES`.
        bar: a sign for each stage, as `bar` makes it: "[##x.]"; "-" if the file is missing.
        words: the state in words, as the last lines of a run have them.
        stages: the stages of the table, in order; all of them `not_run` if nothing was run.
        failures: the tests that failed, in order.
        misconception: what is behind the wrong answers, if it was recognised.
        seconds: how long the run took, by the clock.
        verdict: what `pytest --submission=<file>` prints in a terminal of 80 columns;
            empty if nothing was run.
    """

    participant: str
    kata: str
    file: str
    state: str
    bar: str
    words: str
    stages: tuple[Stage, ...] = ()
    failures: tuple[Failure, ...] = ()
    misconception: Belief | None = None
    seconds: float = 0.0
    verdict: str = ""

    @property
    def passed_stages(self) -> int:
        """How many stages pass."""
        return sum(stage.sign == "#" for stage in self.stages)

    @property
    def ran(self) -> bool:
        """Whether cases were put to the code, so that its failures tell something of the cases."""
        return self.state in (GREEN, RED)

    def as_dict(self) -> dict[str, Any]:
        """Plain values only: dicts, lists, strings, numbers, None."""
        return _plain(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Outcome:
        """The outcome of which `as_dict` made the values.

        Raises:
            ValueError: for a state that is none of `STATES`.
            TypeError: if a field is missing or unknown.
        """
        if values["state"] not in STATES:
            raise ValueError(f"expected one of {STATES}, got the state {values['state']!r}")
        belief = values["misconception"]
        made = {
            "stages": tuple(Stage(**stage) for stage in values["stages"]),
            "failures": tuple(Failure(**failure) for failure in values["failures"]),
            "misconception": Belief(**belief) if belief else None,
        }
        return cls(**{**values, **made})


@dataclass(frozen=True)
class KataStages:
    """A kata of the workshop, with the names of its stages in order."""

    name: str
    stages: tuple[str, ...]


@dataclass(frozen=True)
class Cohort:
    """A whole workshop.

    Attributes:
        folder: the folder of the submissions, as it was typed.
        katas: the katas, in the order of the path.
        outcomes: one for each participant and kata, also for the missing ones, sorted:
            who has most done comes first, then by name; the katas in the order of the path.
        isolation: what kept the code under test apart, one line for each layer that held or did
            not hold.
        python: the version that everything ran with, as "3.11.7".
        started: when the run began, as "2025-01-31 14:05", local time.
        seconds: how long all of it took, by the clock.
        complete: whether every outcome was waited for; False after Ctrl-C.
    """

    folder: str
    katas: tuple[KataStages, ...]
    outcomes: tuple[Outcome, ...]
    isolation: tuple[str, ...] = ()
    python: str = ""
    started: str = ""
    seconds: float = 0.0
    complete: bool = True

    @property
    def participants(self) -> tuple[str, ...]:
        """The names, in the order of the outcomes."""
        return tuple(dict.fromkeys(outcome.participant for outcome in self.outcomes))

    def of(self, participant: str) -> tuple[Outcome, ...]:
        """The outcomes of one participant, in the order of the katas."""
        return tuple(o for o in self.outcomes if o.participant == participant)

    def about(self, kata: str) -> tuple[Outcome, ...]:
        """The outcomes of one kata, in the order of the participants."""
        return tuple(o for o in self.outcomes if o.kata == kata)

    @property
    def green(self) -> bool:
        """Whether something was submitted, and all of it is green."""
        states = {outcome.state for outcome in self.outcomes} - {MISSING, NOT_STARTED}
        return states == {GREEN}

    def as_dict(self) -> dict[str, Any]:
        """Plain values only: dicts, lists, strings, numbers, booleans, None."""
        return _plain(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Cohort:
        """The cohort of which `as_dict` made the values; raises as `Outcome.from_dict` does."""
        made = {
            "katas": tuple(KataStages(k["name"], tuple(k["stages"])) for k in values["katas"]),
            "outcomes": tuple(map(Outcome.from_dict, values["outcomes"])),
            "isolation": tuple(values["isolation"]),
        }
        return cls(**{**values, **made})


def bar(state: str, stages: Iterable[Stage]) -> str:
    """The stages as a picture: # passes, x fails, . not run.

    A file that cannot be loaded has a "!" first; where the limits ended a run, there is a "?".

    >>> bar(RED, [Stage("one", passed=2), Stage("two", 1, 1), Stage("three", not_run=1)])
    '[#x.]'
    >>> bar(STOPPED, [Stage("one", passed=2), Stage("two", 1, not_run=1)])
    '[#?]'
    """
    if state == MISSING:
        return "-"
    signs = "".join(stage.sign for stage in stages)
    if state in (BROKEN, NOT_STARTED):
        signs = "." * len(signs)
    if state in (BROKEN, STOPPED):
        signs = signs.replace(".", "!" if state == BROKEN else "?", 1)
    return f"[{signs}]"


def encodable(text: str) -> str:
    r"""The text with escapes for what has no UTF-8, such as bytes of a file's name that had none.

    >>> encodable("a\udcff")
    'a\\udcff'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def ordered(outcomes: Iterable[Outcome], katas: Sequence[str]) -> tuple[Outcome, ...]:
    """The outcomes in the order of a `Cohort`.

    Most done is: most green katas, then most passing stages.
    """
    by_name: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_name.setdefault(outcome.participant, []).append(outcome)

    def place(name: str) -> tuple[int, int, str, str]:
        green = sum(outcome.state == GREEN for outcome in by_name[name])
        stages = sum(outcome.passed_stages for outcome in by_name[name])
        return -green, -stages, name.casefold(), name

    return tuple(
        outcome
        for name in sorted(by_name, key=place)
        for outcome in sorted(by_name[name], key=lambda outcome: katas.index(outcome.kata))
    )


def _plain(value: Any) -> dict[str, Any]:
    """A dataclass as a dict, with lists for its tuples."""
    return {name: _listed(item) for name, item in asdict(value).items()}


def _listed(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_listed(item) for item in value]
    if isinstance(value, dict):
        return {key: _listed(item) for key, item in value.items()}
    return value
