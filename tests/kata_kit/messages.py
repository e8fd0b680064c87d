"""The sentences about a call that did not end in an answer, word for word."""

import re
import sys
from difflib import get_close_matches

from kata_tables.arguments import Call

from kata_kit import renamed
from kata_kit.katas import BY_NAME, references, relative
from kata_kit.process import Limits
from kata_kit.record import Place, counted
from kata_kit.replies import Trouble

# With the longest name of a function a line has 80 columns.
MESSAGES: dict[str, str] = {
    "not written": "{function} is not written yet",
    "no file": "{label} is {message}{back}",
    "no function": "there is no function {function}{near}",
    "signature": "{function} is called with {given}, but it takes ({takes})",
    "syntax": "{type}: {message}",
    "import": "{type}: {message}",
    "exception": "{subject} raised {type}{colon}{message}",
    "recursion": "{subject} raised RecursionError: it went {message} calls deep\n"
    "Python allows no more; does each call come nearer to an end?",
    "not apart": "{function} {message}",
    "memory": "{subject} needed too much memory; {memory:g} GB are allowed",
    "exit": "{subject} called {type}({message}); return the answer instead",
    "input": "{subject} asked for keyboard input; all it needs comes as arguments",
    "debugger": "{subject} asked for the debugger; add --pdb to stop there",
    "timeout": "{subject} did not return within {message} s",
    "endless": "{subject} did not return within {message} s; is there an endless loop?",
    "interrupted": "{subject} was stopped by Ctrl-C",
    "slow": "{subject} did not return within {message} s",
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


LESS_WORK = 'less work: the stage "cost" of the statement says how much is enough'


def headline(trouble: Trouble, call: Call, label: str) -> str:
    """Return the first sentence about a call; the label is the file's name."""
    function = call.function
    pace = _pace(trouble)
    kind = "busy" if pace == "slow" and trouble.busy else pace or trouble.kind
    if kind == "signature" and not trouble.line:
        kind = "exception"
    if kind in ("syntax", "import") and not (trouble.at_load and trouble.line):
        kind = "exception"
    back = ""
    if kind == "no file" and label.startswith("katas/"):
        back = f"\n{renamed.way_back(label)}"
    return MESSAGES[kind].format(
        function=function,
        label=label,
        subject="loading the file" if trouble.at_load else function,
        message=trouble.message,
        type="sys.exit" if trouble.type == "SystemExit" else trouble.type,
        colon=": " if trouble.message else "",
        back=back,
        near=f"; there is {trouble.message}" if trouble.message else "",
        given=counted(len(call.arguments), "argument"),
        takes=trouble.takes,
        memory=Limits.memory / 1024**3,
    )


def _pace(trouble: Trouble) -> str:
    """Return "endless" or "slow" for a call that took too long and did not wait."""
    if trouble.kind != "timeout":
        return ""
    if trouble.endless:
        return "endless"
    return "slow" if trouble.busy or trouble.recursed else ""


def slowness(trouble: Trouble, *, costs: bool = False) -> list[str]:
    """Say what tells slow code from endless code, and what helps."""
    if _pace(trouble) != "slow":
        return []
    reasons = ["it had called itself"] if trouble.recursed else []
    if trouble.done:
        reasons.append(f"{counted(trouble.done, 'call')} before it came back")
    because = f": {', and '.join(reasons)}" if reasons else ""
    seems = "it seems slow, not endless" if trouble.recursed else "it seems slow"
    lines = [f"{seems}{because}", "more time for each call: --kata-timeout=20"]
    if costs:
        lines.append(LESS_WORK)
    return lines


def raised(trouble: Trouble) -> str:
    """Return the type of an exception, and its message."""
    return f"{trouble.type}: {trouble.message}" if trouble.message else trouble.type


def neutral(trouble: Trouble, call: Call) -> str:
    """Return the first sentence without a text that the code under test wrote."""
    function = call.function
    subject = "loading the file" if trouble.at_load else function
    if trouble.kind == "forbidden":
        return f"{subject} tried to do what the code of a kata may not do"
    if trouble.kind in ("exception", "syntax", "import", "exit"):
        return f"{subject} raised {trouble.type}"
    if trouble.kind in ("no file", "no function"):
        return f"{function} is missing" if function else "the file is missing"
    return headline(trouble, call, "the file").partition("\n")[0]


def place(trouble: Trouble, label: str) -> Place | None:
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
    if trouble.at_load or trouble.kind == "no function":
        return Place(label)
    return None


def advice(message: str, kata: str) -> list[str]:
    """Say what to do about an import that failed in a kata's code."""
    found = re.search(r"No module named '([\w.]+)'", message)
    if not found:
        if "attempted relative import" not in message:
            return []
        how = "a file beside yours is imported without the dot: from helper import ..."
        return [how]
    top, _, rest = found[1].partition(".")
    if kata in (top, rest):
        return [f"the reference of {kata} is not for import: it is what you write here"]
    if top in ("solutions", "katas", *BY_NAME):
        there = [
            f"  from solutions.{name} import ..." for name in references(BY_NAME[kata])
        ]
        if not there:
            return ["this kata builds on no other kata"]
        return ["this kata may build on the references of earlier katas:", *there]
    for near in get_close_matches(top, sys.stdlib_module_names, n=1, cutoff=0.85):
        return [f"there is no module {top}; did you mean {near}?"]
    return [
        f"{top} is neither a file beside yours nor installed; `pip list` shows what is"
    ]
