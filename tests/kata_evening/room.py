"""The room of an evening: who takes part, and what came of each run.

It is kept in a folder, and found there again when the server has ended in any way.
"""

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from hmac import compare_digest
from itertools import product
from pathlib import Path
from secrets import token_urlsafe
from threading import RLock
from typing import Any, TypeVar

from kata_kit.katas import BY_NAME
from kata_kit.record import KataRecord
from kata_loop import stub

from kata_evening import whole
from kata_evening.checked import checked, read
from kata_evening.files import folded
from kata_evening.known import Known
from kata_evening.people import (
    PERSON,
    Person,
    Refused,
    Step,
    digest,
    folder_name,
    name_in,
    person_in,
)
from kata_evening.report import Result

Item = TypeVar("Item")

MOST_PEOPLE = 300
LONGEST_CODE = 100_000  # bytes
MOST_BYTES = 5_000_000  # of a person
LONGEST_ID = 40

TAKEN = (
    "{0} is here already. If that is you, ask your first browser for a code, or the "
    "facilitator to release the name; or take another name."
)
NOT_HERE = "this evening doesn't have the kata {0}: its katas are {1}"
UNKNOWN = "this room doesn't know you (any more): enter your name again"
UNREAD = "couldn't be read at the start, so it's missing until the next run: {0}"
NOBODYS = "couldn't be read, so its owner has to join again, and gets a new folder: {0}"
FULL = "the facilitator's disk can't store it ({0}); your page keeps it"


class Room:
    """The people of an evening, and their runs."""

    def __init__(
        self, folder: Path, known: Mapping[str, Known], word: str = ""
    ) -> None:
        self.folder, self.known, self._word = folder, known, word
        self.lock = RLock()
        self._full = ""  # what the disk says
        self._unread = list[str]()  # files that were kept
        self._stubs = {kata: words_of_stub(kata) for kata in known}
        self._devices = dict[str, str]()  # codes for another browser, by name
        folder.mkdir(parents=True, exist_ok=True)
        self.people = dict[str, Person]()
        for file in sorted(folder.glob(f"*/{PERSON}")):
            if person := self._read(person_in, file):
                self.people[folded(person.name)] = person
        for person, kata in product(self.people.values(), known):
            file = person.folder / f"{kata}.json"
            if file.exists() and (record := self._read(self._record_in, file)):
                person.records[kata] = record

    def _read(self, how: Callable[[Path], Item], file: Path) -> Item | None:
        try:
            return how(file)
        except (OSError, ValueError):
            self._unread.append(f"{file.parent.name}/{file.name}")
            return None

    def _record_in(self, file: Path) -> KataRecord:
        return self.known[file.stem].record(read(KataRecord, file))

    @property
    def trouble(self) -> str:
        """What the facilitator should know about the disk."""
        sentences = [self._full]
        for sentence, is_person in ((NOBODYS, True), (UNREAD, False)):
            files = [f for f in self._unread if f.endswith(PERSON) == is_person]
            sentences += [sentence.format(", ".join(files))] if files else []
        return "; ".join(filter(None, sentences))

    def join(
        self, name: object, word: object = None, code: object = None, key: str = ""
    ) -> tuple[str, str]:
        """Return somebody's name, and a new key for their browser.

        A name that is taken needs a code, or a key of before.

        Raises:
            Refused: if that can't be.
        """
        if self._word and not compare_digest(*map(digest, (str(word), self._word))):
            raise Refused(403, "expected the word of this room: ask the facilitator")
        name = name_in(name)
        with self.lock:
            person = self.people.get(folded(name)) or self._newcomer(name)
            self.people[folded(name)] = person
        with person.lock:
            is_theirs = digest(key) in person.keys
            is_theirs = is_theirs or self._devices.get(person.name) == str(code)
            if person.keys and not is_theirs:
                raise Refused(409, TAKEN.format(person.name))
            key = token_urlsafe(16)
            self._save(lambda: person.keep([*person.keys, digest(key)]))
            self._devices.pop(person.name, None)
        return person.name, key

    def _newcomer(self, name: str) -> Person:
        if len(self.people) >= MOST_PEOPLE:
            raise Refused(403, f"this room is full: {MOST_PEOPLE} people are here")
        taken = {person.folder.name for person in self.people.values()}
        # A folder whose owner couldn't be read is still theirs.
        taken.update(file.parent.name for file in self.folder.glob("*/*"))
        return Person(name, self.folder / folder_name(name, taken))

    def device(self, key: str) -> str:
        """Return a code with which another browser joins under the same name."""
        code = self._devices[self.person(key).name] = token_urlsafe(6)
        return code

    def release(self, name: object) -> None:
        """Let anybody take a name, whose browsers are then unknown."""
        if person := self.people.get(folded(str(name))):
            with person.lock:
                self._save(lambda: person.keep([]))

    def person(self, key: str) -> Person:
        """Return whose key it is.

        Raises:
            Refused: if it's nobody's.
        """
        mine = digest(key)
        for person in [*self.people.values()]:  # Somebody may join meanwhile.
            if mine in person.keys:
                return person
        raise Refused(401, UNKNOWN)

    def take(self, key: str, data: Any) -> str:
        """Keep a run, and return what the room sees of it.

        The same run may come more than once. A stub takes the place of nothing.

        Raises:
            Refused: if it isn't one, or can't be kept.
        """
        person = self.person(key)
        try:
            number, code = checked(str, data["id"]), data["code"].encode()
            sent = checked(KataRecord, data["record"])
            if sent.kata in BY_NAME.keys() - self.known:
                katas = ", ".join(self.known)
                raise Refused(400, NOT_HERE.format(sent.kata, katas))
            result = Result(person.name, self.known[sent.kata].record(sent))
        except (AttributeError, KeyError, ValueError):
            raise Refused(400, "expected a run of a kata of this evening") from None
        if len(code) > LONGEST_CODE or len(number) > LONGEST_ID:
            raise Refused(413, f"expected code of at most {LONGEST_CODE:,} bytes")
        with person.lock:
            kept = person.records.get(sent.kata)
            if kept and data["code"].split() == self._stubs[sent.kata]:
                return Result(person.name, kept).bar
            if not person.has_sent(number):
                passed = sum(stage.passed for stage in result.record.stages)
                now = int(time.time())
                step = Step(now, number, sent.kata, result.bar, passed)
                self._save(lambda: self._keep(person, code, sent, step))
                with self.lock:
                    person.records[sent.kata] = result.record
        return result.bar

    def _keep(self, person: Person, code: bytes, sent: KataRecord, step: Step) -> None:
        data = json.dumps(asdict(sent)).encode()
        person.folder.mkdir(exist_ok=True)
        if person.size + len(code) + len(data) > MOST_BYTES:
            raise Refused(413, f"{person.name} has sent too much for an evening")
        whole.write(person.folder / f"{sent.kata}.py", code)
        whole.write(person.folder / f"{sent.kata}.json", data)
        person.add(step)  # What has a line here was taken.

    def _save(self, keep: Any) -> None:
        try:
            keep()
        except OSError as error:
            self._full = FULL.format(error.strerror or error)
            raise Refused(507, self._full) from None
        self._full = ""

    def code(self, person: Person, kata: str) -> str:
        """Return what somebody has sent last; "" if there's nothing to read."""
        file = person.folder / f"{kata}.py"
        with suppress(OSError):
            return file.read_text(encoding="utf-8") if kata in self.known else ""
        return ""

    def results(self) -> list[Result]:
        """Return what came of everybody's last run of each kata, by name."""
        people = sorted(self.people.values(), key=lambda person: folded(person.name))
        return [
            Result(person.name, record)
            for person in people
            for record in person.records.values()
        ]


def words_of_stub(kata: str) -> list[str]:
    """Return what a stub says, as git knows it; without git, as it's here."""
    try:
        return stub.known(BY_NAME[kata]).split()
    except LookupError:
        return BY_NAME[kata].stub.read_text(encoding="utf-8").split()
