"""Tell of a call that ended with a wrong answer, or changed its argument."""

from dataclasses import replace

from kata_tables.answers import same
from kata_tables.drawing import side_by_side, text

from kata_kit import kinds, layout
from kata_kit.record import Failure
from kata_kit.request import Mismatch, Told
from kata_kit.view import View

IN_A_SENTENCE = 60  # characters of a value
SHORTER_THAN_A_BOARD = 200  # whose picture says it better than two long lines


def tell(mismatch: Mismatch, view: View, printed: str) -> Failure:
    """Return the sentences about a call that ended."""
    call = mismatch.call
    if mismatch.told:
        return _told(mismatch, mismatch.told)
    if mismatch.about == "arguments":
        return _changed(view)
    if mismatch.about == "taken":
        headline = f"{call.function} took {call.got} items; expected {call.expected}"
        return Failure(headline, neutral=headline)
    if mismatch.about == "refusal":
        return _refused(view)
    return _answered(view, printed)


def _told(mismatch: Mismatch, told: Told) -> Failure:
    """Tell of a session, or of a cost, in sentences that are there already."""
    headline, *more = told.sentences
    if mismatch.about in (kinds.COST, kinds.MEMORY):
        return Failure(headline, mismatch.about, headline, sentences=tuple(more))
    neutral = f"{mismatch.call.function} shows something else than expected"
    return Failure(headline, told.kind, neutral, sentences=tuple(more))


def _answered(view: View, printed: str) -> Failure:
    """Compare a wrong answer: "expected 1 (X wins), got -1 (unfinished)"."""
    call, hint = view.call, _hint(view, printed)
    expected, got = view.in_words(call.expected), view.in_words(call.got)
    neutral = got if is_numeric(call.got) else layout.kind(call.got)
    found = Failure(
        f"expected {expected}, got {got}",
        kinds.form(call.expected, call.got),
        neutral=f"expected {expected}, got {neutral}",
        sentences=tuple(hint),
        why_helps=not hint,
    )
    longest = max(len(expected), len(got))
    if longest <= IN_A_SENTENCE:
        return found
    headline = f"{call.function} gave another answer than expected"
    found = replace(found, headline=headline, neutral=headline)
    if longest > SHORTER_THAN_A_BOARD and not hint and view.drawing().lines():
        return found
    return replace(found, expected=layout.cut(expected), got=layout.cut(got))


def _hint(view: View, printed: str) -> list[str]:
    """Say what may be behind an answer of another kind than expected."""
    call, printed = view.call, printed.strip()
    choices = getattr(call.expected, "choices", (call.expected,))
    if call.got is None and choices[0] is not None:
        if not printed:
            asks = "is there a path without a `return`?"
            return [f"{call.function} returned None: {asks}"]
        first = layout.short(printed.splitlines()[0], 30)
        said = f"{call.function} printed {first!r} and returned None"
        return [said, "return the answer instead of printing it"]
    right, it_is = layout.kind(choices[0]), layout.kind(call.got)
    # Both are of one kind if the number is too large.
    if right == it_is or any(type(call.got) is type(one) for one in choices):
        return []
    return [f"the answer should be {right}; it is {it_is}"]


def _changed(view: View) -> Failure:
    """Tell of arguments that were changed, with the board before and after."""
    call = view.call
    headline = f"{call.function} changed what it was given; work on a copy instead"
    found = Failure(headline, kinds.CHANGED, headline)
    before, after = call.expected, call.got
    if not isinstance(before, tuple) or not isinstance(after, tuple):
        return found
    boards = view.board(before), view.board(after)
    if all(boards):
        pictures = [["before:", *boards[0]], ["after:", *boards[1]]]
        return replace(found, drawing=text(side_by_side(pictures)))
    lines = []
    for one, other in zip(before, after, strict=False):
        if not same(one, other):
            lines.append(f"before: {layout.cut(layout.source(one))}")
            lines.append(f"after:  {layout.cut(layout.source(other))}")
    return replace(found, sentences=tuple(lines))


def _refused(view: View) -> Failure:
    """Tell of bad input that got an answer, or an error that says too little."""
    call = view.call
    if call.expected is ValueError:
        return _accepted(view)
    quoted, message = str(call.expected), layout.cut(str(call.got))
    if not message.strip():
        lacks = "say what was expected, and quote what came"
        headline, lines = f"the ValueError has no message: {lacks}", list[str]()
    elif "\n" in quoted:
        headline = "the message of the ValueError should contain these lines:"
        lines = [f"    {line}" for line in quoted.split("\n")]
        lines += ["it is:", *(f"    {line}" for line in message.split("\n"))]
    else:
        headline = f"the message of the ValueError should quote {quoted}"
        lines = [f"it is: {message}"]
        if _lacks_quotation_marks(quoted, message):
            lines.append("write {value!r} in an f-string to quote it as Python does")
    return Failure(headline, kinds.MESSAGE, headline, sentences=tuple(lines))


def _accepted(view: View) -> Failure:
    """Tell of bad input that got an answer."""
    got = view.in_words(view.call.got)
    of_a_kind = f"an answer: {layout.kind(view.call.got)}"
    came = f"the answer {layout.cut(got, IN_A_SENTENCE)}"
    if len(got) > IN_A_SENTENCE and view.drawing().lines():
        came = of_a_kind
    neutral = came if is_numeric(view.call.got) else of_a_kind
    expected = "expected a ValueError, got"
    headline = f"{expected} {came}"
    return Failure(headline, kinds.ACCEPTED, neutral=f"{expected} {neutral}")


def _lacks_quotation_marks(quoted: str, message: str) -> bool:
    """Return True if a message has the text, but not as Python writes it.

    >>> _lacks_quotation_marks("'1'", "bad cell 1"), _lacks_quotation_marks("7", "x")
    (True, False)
    """
    texts = [one.strip("'") for one in quoted.split(" or ") if one.startswith("'")]
    return any(one and one in message for one in texts)


def is_numeric(value: object) -> bool:
    """Return True for numbers, booleans, None, and containers of these.

    >>> is_numeric([(0, True), None]), is_numeric({"X": 1})
    (True, False)
    """
    if isinstance(value, dict):
        return all(map(is_numeric, [*value, *value.values()]))
    if isinstance(value, (list, tuple, set, frozenset)):
        return all(map(is_numeric, value))
    return value is None or isinstance(value, (bool, int, float))
