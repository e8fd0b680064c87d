"""Compare what calls have answered; where it's unequal, raise `Wrong`."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from kata_tables.calls import Call, quoted
from kata_tables.wrong import Wrong

from kata_kit import record
from kata_kit.own import Shared
from kata_kit.values import Compared, outcome_key

Batch: TypeAlias = Sequence[tuple[Any, ...]]


class Answers(Compared):
    """The answers of a batch of calls."""

    def __init__(self, name: str, wanted: str, batch: Batch, got: list[Any]) -> None:
        self.name, self.wanted, self.batch, self.got = name, wanted, batch, got

    @property
    def values(self) -> list[Any]:
        """The answers as plain values, for further calls; None for an exception."""
        missing = [None] * (len(self.batch) - len(self.got))
        answers = [None if isinstance(got, BaseException) else got for got in self.got]
        return [*answers, *missing]

    def __eq__(self, expected: object) -> bool:
        total = len(self.batch)
        if not isinstance(expected, list) or len(expected) != total:
            problem = f"expected a list of {total} answers, got {expected!r:.80}"
            raise ValueError(problem)
        return self.are(expected, self.got)

    def are(self, expected: list[Any], outcomes: list[Any]) -> bool:
        """Compare answers.

        Raises:
            Wrong: about the first that is wrong.
        """
        keys = list(map(outcome_key, expected, outcomes))
        wrong = [number for number, key in enumerate(keys) if key is not None]
        if not wrong:  # Where calls are missing, the last outcome is an exception.
            return True
        first = wrong[0]
        got, details, kind = outcomes[first], list[str](), ""
        call = Call(self.name, self.batch[first], expected[first], got)
        key = self.name, *keys
        if isinstance(got, Shared):
            headline = f"{call.function} {got}"
            shared = record.SHARED
            raise Wrong(call, shared, headline=headline, kind=shared, key=key)
        if len(expected) > 1:
            are = "is" if len(wrong) == 1 else "are"
            count = f"{len(wrong):,} of {len(outcomes):,} calls {are} wrong"
            details.append(f"{count}; this is the first")
        if self.wanted == "arguments" and not isinstance(got, BaseException):
            kind = record.CHANGED
        raise Wrong(
            call,
            "answer" if self.wanted == "own" else self.wanted,
            got if isinstance(got, BaseException) else None,
            details=details,
            kind=kind,
            key=key,
        )


class Answer(Answers):
    """The answer of one call."""

    def __eq__(self, expected: object) -> bool:
        return self.are([expected], self.got)

    def __repr__(self) -> str:
        return repr(self.got[0])


class Distinct(Answers):
    """The set of the answers of a batch."""

    def __eq__(self, expected: object) -> bool:
        exceptions = [got for got in self.got if isinstance(got, BaseException)]
        if exceptions:
            return self.are([None], exceptions[:1])
        try:
            together: object = set(self.got)
        except TypeError:  # What can't be in a set is wrong.
            together = self.got
        return self.are([expected], [together])


class Refusal:
    """The message of a `ValueError`: `quotes in refusal`, or one of "[1] or [0]"."""

    def __init__(self, call: Call, message: str) -> None:
        self._call, self._message = call, message

    def __contains__(self, quotes: str) -> bool:
        if self._message.strip() and quoted(quotes, self._message):
            return True
        call = self._call._replace(expected=quotes, got=self._message)
        key = call.function, record.MESSAGE
        raise Wrong(call, record.MESSAGE, kind=record.MESSAGE, key=key)
