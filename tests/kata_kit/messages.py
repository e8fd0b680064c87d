"""Tell of a call that did not end in an answer: the sentences, word for word."""

import builtins
import re
import sys

from kata_tables.calls import Call
from kata_tables.rows import ANSWERED, Case

from kata_kit import record, stubs
from kata_kit.attempt import Attempt
from kata_kit.katas import BY_NAME, KataFiles, references, relative
from kata_kit.process import Limits
from kata_kit.record import FAILED, NOT_WRITTEN, Failure, Place, counted
from kata_kit.request import Mismatch, Trouble
from kata_kit.spelling import asked, nearest

# With the longest name of a function a line has 80 columns.
MESSAGES: dict[str, str] = {
    "not written": "{function} is not written yet",
    "no file": "{label} is {message}{back}",
    "no function": "there is no function {function}{near}",
    "signature": "{function} is called with {given}, but it takes ({takes})",
    "syntax": "{raised}",
    "import": "{raised}",
    "exception": "{subject} raised {raised}",
    "recursion": "{subject} raised RecursionError: it went {message} calls deep\n"
    "Python allows no more; does each call come nearer to an end?",
    "not apart": "{function} {message}",
    "memory": "{subject} needed too much memory; {memory:g} GB are allowed",
    "exit": "{subject} called {type}({message}); return the answer instead",
    "input": "{subject} asked for keyboard input; all it needs comes as arguments",
    "input at load": "{subject} asked for keyboard input\n"
    'put the call that asks under if __name__ == "__main__":',
    "debugger": "{subject} asked for the debugger; add --pdb to stop there",
    "no move": "{function} asked the computer for a move, and it was not its turn",
    "timeout": "{subject} did not return within {message} s",
    "endless": "{subject} did not return within {message} s; is there an endless loop?",
    "interrupted": "{subject} was stopped by Ctrl-C",
    "busy": "{subject} did not return within {message} s of processor time",
    "too long": "all calls of this kata together took more than {message} s"
    " and were stopped",
    "crash": "{subject} crashed Python itself ({message})",
    "ended": "{subject} ended the Python process (exit code {message})",
    "forbidden": "{subject} tried to {message}\nthe code of a kata may not do that",
    "garbled": "{subject} wrote into the pipe for answers\n"
    "what it wrote does not count",
    "not run": "not run: {message}",
}


def expecting(case: Case | None, failed: Mismatch) -> Mismatch:
    """Return a call that failed, with what should have come as its case says."""
    call = failed.call
    if case and case.about == ANSWERED and call.typed is None:
        call = call._replace(expected=case.expected)
    return failed._replace(call=call)


def status(trouble: Trouble) -> str:
    if trouble.kind == NOT_WRITTEN:
        return NOT_WRITTEN
    return record.BROKEN if trouble.at_load or trouble.kind == "no file" else FAILED


def tell(found: Mismatch, trouble: Trouble, attempt: Attempt) -> Failure:
    """Return what is known of a call that did not end in an answer."""
    call, is_apart = found.call, trouble.kind == "not apart"
    kind = record.SHARED if is_apart else ""
    if trouble.kind in ("no function", "too long"):
        kind = record.UNASKED
    text = headline(trouble, call, attempt.label)
    if call.expected is ValueError and trouble.kind == "exception":
        kind, text = record.EXCEPTION, f"expected a ValueError, got {_raised(trouble)}"
    elif call.expected is ValueError and trouble.kind == "recursion":
        kind = record.ACCEPTED
    sentences = _advice(trouble, attempt.kata)
    told = found.told or Failure("", kind)
    first, *more = text.split("\n")
    return Failure(
        first,
        kind=told.kind,
        neutral=neutral(trouble, call),
        message=tuple(more),
        place=_place(trouble, attempt.label),
        sentences=(*sentences, *told.sentences),
        drawing=told.drawing,
        why_helps=is_apart,  # A reason belongs to an answer.
    )


def headline(trouble: Trouble, call: Call, label: str) -> str:
    """Return the first sentence about a call; the label is the file's name."""
    kind, back = trouble.kind, ""
    is_placed = trouble.line and (trouble.at_load or kind == "signature")
    if kind == "timeout" and (trouble.endless or trouble.busy):
        kind = "endless" if trouble.endless else "busy"
    elif kind in ("signature", "syntax", "import") and not is_placed:
        kind = "exception"
    elif kind == "input" and trouble.at_load:
        kind = "input at load"
    elif kind == "no file" and label.startswith("katas/"):
        back = f"\n{stubs.way_back(label)}"
    return MESSAGES[kind].format(
        function=call.function,
        label=label,
        subject=_subject(trouble, call),
        message=trouble.message,
        raised=_raised(trouble),
        type="sys.exit" if trouble.type == "SystemExit" else trouble.type,
        back=back,
        near=f"; there is {trouble.message}" if trouble.message else "",
        given=counted(len(call.arguments), "argument"),
        takes=trouble.takes,
        memory=Limits.memory / 1024**3,
    )


def _subject(trouble: Trouble, call: Call) -> str:
    return "loading the file" if trouble.at_load else call.function


def _raised(trouble: Trouble) -> str:
    return f"{trouble.type}: {trouble.message}" if trouble.message else trouble.type


def neutral(trouble: Trouble, call: Call) -> str:
    """Return the first sentence without a text or a name of the code under test."""
    subject = _subject(trouble, call)
    match trouble.kind:
        case "forbidden":
            return f"{subject} tried to do what the code of a kata may not do"
        case "exception" | "syntax" | "import" | "exit" | "signature":
            is_known = hasattr(builtins, trouble.type)
            return f"{subject} raised {trouble.type if is_known else 'an exception'}"
        case "no file" | "no function":
            return f"{call.function or 'the file'} is missing"
    return headline(trouble, call, "the file").partition("\n")[0]


def _place(trouble: Trouble, label: str) -> Place | None:
    """Return where it happened: the line, or the file as a whole."""
    if trouble.file and trouble.line:
        return Place(
            relative(trouble.file),
            trouble.line,
            trouble.source,
            trouble.column,
            trouble.end,
            trouble.inside,
            tuple(trouble.callers.splitlines()),
        )
    is_of_file = trouble.at_load or trouble.kind == "no function"
    return Place(label) if is_of_file else None


def _advice(trouble: Trouble, kata: KataFiles) -> list[str]:
    """Say what may be behind a call that took too long, or an import that failed."""
    works = (trouble.busy or trouble.recursed) and not trouble.endless
    if trouble.kind == "timeout" and works:
        because = ", not endless: it had called itself" if trouble.recursed else ""
        return [f"it seems slow{because}", "more time for each call: --kata-timeout=20"]
    if trouble.kind != "import":
        return []
    if "attempted relative import" in trouble.message:
        return ["import a file beside yours without the dot: from helper import ..."]
    found = re.search(r"No module named '([\w.]+)'", trouble.message)
    top, _, rest = found[1].partition(".") if found else ("", "", "")
    if kata.name in (top, rest):
        this = f"the reference of {kata.name}"
        return [f"{this} is not for import: it is what you write here"]
    if top in ("solutions", "katas", *BY_NAME):
        there = [f"  from solutions.{name} import ..." for name in references(kata)]
        may = "this kata may build on the references of earlier katas:"
        return [may, *there] if there else ["this kata builds on no other kata"]
    if near := nearest(top, sys.stdlib_module_names, cutoff=0.85):
        return [asked(f"there is no module {top}.", near)]
    is_missing = f"{top} is neither a file beside yours nor installed"
    return [f"{is_missing}; `pip list` shows what is"] if top else []
