"""The room of an evening: who takes part, and what came of each run.

It is kept in a folder, and found there again when the server has ended in any way.
What is here is read while it changes, so each change is a single step.
"""

import json
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from typing import Any

from kata_kit.record import NOT_STARTED, KataRecord
from starlette.exceptions import HTTPException

from kata_evening import whole
from kata_evening.checked import checked, decoded
from kata_evening.files import folded
from kata_evening.known import Known
from kata_evening.people import (
    PERSON,
    Person,
    Step,
    digest,
    folder_name,
    name_in,
    person_in,
)
from kata_evening.report import Result

MOST_PEOPLE, MOST_BROWSERS = 300, 50  # browsers: of a person
LONGEST_CODE, LONGEST_ID = 100_000, 40  # bytes, and characters
MOST_STEPS = 5_000  # runs of a person
MOST_RUNS, MOST_TO_JOIN = 60, 600  # in a minute: of a person, and of all

TAKEN = (
    "{0} is here already. If that is you, ask your first browser for a code, or the "
    "facilitator to release the name; or take another name."
)
UNKNOWN = "this room doesn't know you (any more): enter your name again"
UNREAD = (
    "couldn't be read at the start: {0}. The next run brings a kata back; whoever is "
    "missing joins again, and gets a new folder"
)
FULL = "the facilitator's disk can't store it ({0})"


class Room:
    """The people of an evening, and their runs."""

    def __init__(
        self, folder: Path, known: Mapping[str, Known], word: str = ""
    ) -> None:
        self.folder, self.known, self._word = folder, known, word
        self._unread = list[str]()  # files that were kept
        self._devices = dict[str, str]()  # codes for another browser, by name
        self._joined = deque[float](maxlen=MOST_TO_JOIN)  # when somebody tried
        self._joining = Lock()
        folder.mkdir(parents=True, exist_ok=True)
        self.people = dict[str, Person]()
        for file in sorted(folder.glob(f"*/{PERSON}")):
            with self._reading(file):
                person = person_in(file)
                self.people[folded(person.name)] = person
                for kata, table in known.items():
                    kept = file.with_name(f"{kata}.json")
                    with self._reading(kept):
                        sent = checked(KataRecord, decoded(kept.read_bytes()))
                        person.records[kata] = table.record(sent)
        lost = UNREAD.format(", ".join(self._unread)) if self._unread else ""
        self.trouble = self._lost = lost  # what the facilitator should know

    @contextmanager
    def _reading(self, file: Path) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            return  # Nothing of that kata has come.
        except (KeyError, OSError, TypeError, ValueError):
            self._unread.append(f"{file.parent.name}/{file.name}")

    def join(
        self, name: object = "", word: object = "", code: object = "", key: str = ""
    ) -> dict[str, str]:
        """Return somebody's name, and a new key for their browser.

        A name that is taken needs a code, or a key of before.

        Raises:
            HTTPException: if that can't be.
        """
        check_rate([*self._joined], MOST_TO_JOIN)  # Others join meanwhile.
        self._joined.append(time.time())
        if self._word and not compare_digest(digest(str(word)), digest(self._word)):
            sentence = "expected the word of this room: ask the facilitator"
            raise HTTPException(403, sentence)
        name = name_in(name)
        with self._joining:
            person = self.people.get(folded(name)) or self._newcomer(name)
            has_code = self._devices.get(person.name) == str(code)
            if person.keys and not has_code and digest(key) not in person.keys:
                raise HTTPException(409, TAKEN.format(person.name))
            key = token_urlsafe(16)
            with self._saving():
                person.keep(*person.keys[1 - MOST_BROWSERS :], digest(key))
            self.people[folded(name)] = person
            self._devices.pop(person.name, None)
        return {"name": person.name, "key": key}

    def _newcomer(self, name: str) -> Person:
        if len(self.people) >= MOST_PEOPLE:
            raise HTTPException(403, f"this room is full: {MOST_PEOPLE} people")
        # A folder whose owner couldn't be read is still theirs.
        taken = [file.name for file in self.folder.iterdir()]
        return Person(name, self.folder / folder_name(name, taken))

    def device(self, key: str = "") -> dict[str, str]:
        """Return a code with which another browser joins under the same name."""
        code = self._devices[self.person(key).name] = token_urlsafe(6)
        return {"code": code}

    def release(self, name: object = "") -> None:
        """Let anybody take a name, whose browsers are then unknown."""
        if person := self.people.get(folded(str(name))):
            with self._joining, self._saving():
                person.keep()

    def person(self, key: str) -> Person:
        """Return whose key it is.

        Raises:
            HTTPException: if it's nobody's.
        """
        mine = digest(key)
        for person in self.everybody():
            if mine in person.keys:
                return person
        raise HTTPException(401, UNKNOWN)

    def take(self, key: str = "", **data: Any) -> dict[str, str]:
        """Keep a run, and return what the room sees of it.

        The same run may come more than once. Code in which nothing is written takes the
        place of nothing.

        Raises:
            HTTPException: if it isn't one, or can't be kept.
        """
        person = self.person(key)
        try:
            number, code = checked(str, data["id"])[:LONGEST_ID], data["code"]
            size = len(code.encode())
            sent = checked(KataRecord, data["record"])
            record = self.known[sent.kata].record(sent)
        except (AttributeError, KeyError, ValueError):
            katas = ", ".join(self.known)
            raise HTTPException(400, f"expected a run of {katas}") from None
        if size > LONGEST_CODE:
            sentence = f"expected code of at most {LONGEST_CODE:,} bytes"
            raise HTTPException(413, sentence)
        with person.lock:
            kept = person.records.get(sent.kata)
            if kept and record.state == NOT_STARTED:
                record = kept
            elif all(step.id != number for step in person.history):
                passed = sum(stage.passed for stage in record.stages)
                bar = Result(person.name, record).bar
                step = Step(int(time.time()), number, sent.kata, bar, passed)
                with self._saving():
                    self._keep(person, code, sent, step)
                person.records[sent.kata] = record
        return {"seen": Result(person.name, record).bar}

    def _keep(self, person: Person, code: str, sent: KataRecord, step: Step) -> None:
        check_rate((before.time for before in person.history), MOST_RUNS)
        if len(person.history) >= MOST_STEPS:
            sentence = f"{person.name} has sent too much for an evening"
            raise HTTPException(413, sentence)
        person.folder.mkdir(exist_ok=True)
        whole.write(person.folder / f"{sent.kata}.py", code)
        whole.write(person.folder / f"{sent.kata}.json", json.dumps(asdict(sent)))
        person.add(step)  # What has a line here was taken.

    @contextmanager
    def _saving(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.trouble = FULL.format(error.strerror or error)
            raise HTTPException(507, self.trouble) from None
        self.trouble = self._lost

    def codes(self, key: str = "") -> dict[str, str]:
        """Return the katas, with what was sent last under the name of a key."""
        person = self.person(key) if key else None
        return {kata: self.code(person, kata) if person else "" for kata in self.known}

    def code(self, person: Person, kata: str) -> str:
        """Return what somebody has sent last; "" if there's nothing to read."""
        with suppress(OSError):
            return (person.folder / f"{kata}.py").read_text(encoding="utf-8")
        return ""

    def everybody(self) -> list[Person]:
        """Return who is here, by name."""
        return [self.people[name] for name in sorted(self.people)]

    def results(self) -> list[Result]:
        """Return what came of everybody's last run of each kata, by name."""
        return [
            Result(person.name, record)
            for person in self.everybody()
            for record in [*person.records.values()]
        ]


def check_rate(times: Iterable[float], most: int) -> None:
    """Refuse one request too many in this minute.

    Raises:
        HTTPException: if it is.
    """
    if sum(moment > time.time() - 60 for moment in times) >= most:
        raise HTTPException(429, "too many requests in this minute: wait a little")
