"""The loop: a run for each save, and a key for everything else that a learner wants.

It knows neither the terminal nor the processes; `host` gives it both.
"""

from collections.abc import Callable, Sequence
from functools import partial
from string import ascii_lowercase

from kata_kit import hints, progress
from kata_kit.katas import BY_NAME, PATH, relative
from kata_kit.options import case_option
from kata_kit.record import BEFORE, FAILED, GREEN, KataRecord

from kata_loop import pages, stub
from kata_loop.host import Host, Run
from kata_loop.pages import Page, Screen

BEAT = 0.05  # seconds to wait for a key, before a look at the files and the run


class Loop:
    """The current kata, and what's on the screen about it."""

    def __init__(self, kata: str, host: Host) -> None:
        self.kata = kata
        self._host = host
        self._command = ""
        self._run: Run | None = None
        self._record: KataRecord | None = None  # of the last run of all cases
        self._page = Page()
        self._part = 0  # of the page, on the screen
        self._note: Sequence[str] = ()  # a key's message, below the page
        self._keys = KEYS  # what the keys do now
        self._list: Sequence[str] = ()  # of katas, to choose one
        self._hint = -1  # the place of the hint that was shown last

    def until_somebody_quits(self) -> None:
        """Go on until a KeyboardInterrupt."""
        try:
            with self._host:
                self._again()
                while True:
                    self.beat()
        finally:
            self._stop()

    def beat(self) -> None:
        """Look at the files, the run, and the keys, once."""
        if self._host.has_saved():
            self._again()
        if self._run and self._run.is_over():
            self._take_over(self._run)
        self._host.show(self._screen())
        if key := self._host.key(BEAT):
            self._press(key)

    def _screen(self) -> Screen:
        status = f"  running, {self._run.seconds()} s" if self._run else ""
        page = Page(self._list) if self._list else self._page
        below = [*page.end, *self._note, "", self._keys]
        head = f"$ pytest {self._command}{status}"
        return Screen(head, page.body, below, self._part)

    def _press(self, key: str) -> None:
        action = ACTIONS[self._keys].get(key, Loop._close)
        if self._keys != KEYS:
            self._close()
        action(self)

    def _close(self) -> None:
        """Take the note away, and a question."""
        self._note, self._list, self._keys = (), (), KEYS

    def _say(self, *note: str) -> None:
        self._note = ["", *note]

    def _start(self, command: str) -> None:
        """Start a run; the page stays until the end of it."""
        self._stop()
        self._close()
        self._command = command
        self._run = self._host.start(command)

    def _stop(self) -> None:
        if self._run:
            self._run.stop()
        self._run = None

    def _take_over(self, run: Run) -> None:
        """Show how a run ended."""
        self._run, self._part = None, 0
        record = run.record()
        self._page = pages.page(run.output(), record, kata_after(self.kata))
        if "--case" not in self._command:
            self._record = record

    def _again(self) -> None:
        self._start(f"katas/{self.kata} -q")

    def _verbose(self) -> None:
        self._start(f"katas/{self.kata} -v")

    def _this_case(self) -> None:
        if command := self._alone():
            self._start(command)

    def _debugger(self) -> None:
        if command := self._alone():
            self._host.lend(f"{command} --pdb")

    def _alone(self) -> str:
        """Return the command for the first case that fails on its own; "" for none."""
        note = "c and d need a failing case."
        for case in self._record.failures if self._record else ():
            if case.status == FAILED and case.failure:
                if case.failure.kind != BEFORE:
                    return f"katas/{self.kata} {case_option(case.title)}"
                note = "No case fails on its own: they depend on earlier calls."
        self._say(note)
        return ""

    def _next_hint(self) -> None:
        every = hints.all_of(BY_NAME[self.kata])
        begin = hints.start(every, self._record) if self._record else 0
        self._hint = max(begin, self._hint + 1)
        if self._hint < len(every):
            self._say(*hints.lines_of_hint(every, self._hint))
        else:
            self._hint = -1
            self._say("There are no more hints. h begins again.")

    def _choose(self) -> None:
        katas = progress.path_lines(progress.of_path())
        letters = ACTIONS[CHOICE]
        lines = zip(letters, katas, strict=False)
        self._list = [f"{letter}  {kata}" for letter, kata in lines]
        self._note, self._keys, self._part = (), CHOICE, 0

    def _next(self) -> None:
        if following := kata_after(self.kata):
            self._take(following)
        else:
            self._say("Every other kata is done.")

    def _take(self, kata: str) -> None:
        """Go to a kata; the screen is still about another one."""
        self.kata, self._record, self._page, self._hint = kata, None, Page(), -1
        self._again()

    def _ask_for_stub(self) -> None:
        kata = BY_NAME[self.kata]
        question = [f"Put the stub back into {relative(kata.stub)}?"]
        if kata.stub.exists():
            question += [f"Your file is kept as {stub.kept_as(kata).name}."]
        self._say(*question)
        self._keys = QUESTION

    def _restore(self) -> None:
        try:
            stub.restore(BY_NAME[self.kata])  # The save starts a run.
        except (OSError, LookupError) as error:
            self._say(f"Nothing was changed: {error}")

    def _more(self) -> None:
        self._part += 1

    def _quit(self) -> None:
        raise KeyboardInterrupt


def kata_after(kata: str) -> str:
    """Return the kata to go on with, by what pytest's cache knows; "" for none."""
    done = [known.kata for known in progress.of_path() if known.state == GREEN]
    return progress.following(kata, done)


# What the last line of the screen says, and what each key does then
KEYS = "h hint  a again  v verbose  c case  d debugger  l katas  n next  r stub  q quit"
CHOICE = "a letter takes that kata  any other key: back"
QUESTION = "y yes  any other key: no"
ACTIONS: dict[str, dict[str, Callable[[Loop], None]]] = {
    KEYS: {
        "h": Loop._next_hint,
        "a": Loop._again,
        "v": Loop._verbose,
        "c": Loop._this_case,
        "d": Loop._debugger,
        "l": Loop._choose,
        "n": Loop._next,
        "r": Loop._ask_for_stub,
        "q": Loop._quit,
        " ": Loop._more,
    },
    CHOICE: {
        letter: partial(Loop._take, kata=kata.name)
        for letter, kata in zip(ascii_lowercase, PATH, strict=False)
    },
    QUESTION: {"y": Loop._restore},
}
