"""One participant's code under the table of one kata: the process is started, waited for, ended.

What code under test can use up is limited in its own process. That here is the pytest
around it, which is limited in time only: whatever goes wrong costs one record.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import pytest
from kata_kit import stages
from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles, load
from kata_kit.layout import encodable
from kata_kit.plain import made
from kata_kit.process import Limits
from kata_kit.record import (
    NOT_STARTED,
    STOPPED,
    Failure,
    KataRecord,
    StageRecord,
)
from kata_kit.sources import code, is_stub
from kata_kit.under_test import UnderTest
from kata_report.cohort import CUT_SHORT

from kata_workshop import kept
from kata_workshop.participants import Gathering, Submitted

CHILD = Path(__file__).with_name("child.py")

# What stands for what the kernel guards, in the words of `kata_worker.guard`; and what
# is open to the code where the kernel does not.
GUARDED = {
    "seccomp": (
        "no processes, no network, no other process is reached",
        "processes, the network",
    ),
    "files": (
        "no file is opened but Python's, its own and references that it needs",
        "all files",
    ),
    "emptying": ("no file is written", "writing files"),
}

# katas/WORKSHOP.md says how its image is made.
CONTAINER = "docker run --rm --network=none -v .:/katas:ro katas"


@dataclass(frozen=True)
class Terms:
    """What is the same for everybody; times are in seconds, by the clock `monotonic`."""

    gathering: Gathering
    limits: Limits  # for what code under test may use
    named: Collection[
        str
    ] = ()  # the katas that were typed; else the run is about all of them
    participant_total: float = inf  # for all runs of one participant's files
    workshop_total: float = inf  # for the workshop, which has
    began: float = field(default_factory=monotonic)  # on that clock
    harness_seconds: float = (
        60.0  # for a run to start, to compare, to recognise, beside its calls
    )
    spent: dict[str, float] = field(
        default_factory=dict
    )  # by the participants of this process
    kept: Path | None = None  # the folder with what came of files that have not changed
    unchanged: set[str] = field(default_factory=set)  # ids of those, as they are found
    running: set[subprocess.Popen[bytes]] = field(default_factory=set)

    @property
    def meant(self) -> list[Submitted]:
        """The files that the run is about."""
        found = self.gathering.submitted
        return [one for one in found if not self.named or one.kata.name in self.named]

    def left(self, participant: str) -> tuple[float, str]:
        """How long a run of theirs may take, and the words for one that would take longer."""
        kata = self.limits.total_seconds + self.harness_seconds
        each = self.participant_total - self.spent.get(participant, 0.0)
        everybody = self.began + self.workshop_total - monotonic()
        return min(
            (kata, f"stopped after {kata:g} s"),
            (each, f"{CUT_SHORT}--participant-total={self.participant_total:g}"),
            (everybody, f"{CUT_SHORT}--workshop-total={self.workshop_total:g}"),
        )


TERMS = pytest.StashKey[Terms]()


def run(one: Submitted, terms: Terms) -> KataRecord:
    """Run the table of a kata against one participant's file."""
    began, (left, too_long) = monotonic(), terms.left(one.participant)
    here = str(one.own) if one.packed else f"{terms.gathering.path}{os.sep}"

    def placed(text: str) -> str:
        return encodable(text.replace(here, one.packed))

    key = kept.key(one, terms.limits)
    record = kept.get(terms.kept, key)
    if _is_stub(one):
        record = not_run(one.kata.name, NOT_STARTED, "not started")
    elif record:
        terms.unchanged.add(one.node_id)
    else:
        record = _run(one, terms, left) or not_run(one.kata.name, STOPPED, too_long)
        seconds = monotonic() - began
        record = replace(_told(record, placed), seconds=round(seconds, 3))
        terms.spent[one.participant] = terms.spent.get(one.participant, 0.0) + seconds
        if kept.key(one, terms.limits) == key:  # Else it was saved while it ran.
            kept.put(terms.kept, key, record)
    file = placed(str(one.file)).replace(os.sep, "/")
    record = replace(record, participant=one.participant, file=file)
    return _told(record, terms.gathering.aliases.hide)


def _told(record: KataRecord, tell: Callable[[str], str]) -> KataRecord:
    failures = tuple(
        replace(case, failure=case.failure and _retold(case.failure, tell))
        for case in record.failures
    )
    file, words, verdict = map(tell, (record.file, record.words, record.verdict))
    return replace(record, file=file, words=words, failures=failures, verdict=verdict)


def _retold(failure: Failure, tell: Callable[[str], str]) -> Failure:
    def each(value: Any) -> Any:
        if isinstance(value, str):
            return tell(value)
        if isinstance(value, (list, tuple)):
            return [each(part) for part in value]
        if isinstance(value, dict):
            return {name: each(part) for name, part in value.items()}
        return value

    retold: Failure = made(Failure, each(asdict(failure)))
    return retold


def not_run(kata: str, state: str, words: str, verdict: str = "") -> KataRecord:
    """The record of a table that told nothing."""
    counts = stages_of(BY_NAME[kata]).items()
    untold = tuple(StageRecord(name, not_run=count) for name, count in counts)
    return KataRecord(kata, "", state, words, untold, verdict=verdict)


def stages_of(kata: KataFiles) -> Mapping[str, int]:
    """The stages of a kata's table, in order, with the number of their tests."""
    return stages.stages_of(load(ROOT / kata.table))


def _is_stub(one: Submitted) -> bool:
    """Whether the file is the stub, whatever ends its lines; one that is solved here is none."""
    stub = (ROOT / one.kata.stub).read_bytes()
    with suppress(ValueError):
        return code(one.file, one.own).split() == stub.split() and is_stub(
            stub.decode()
        )
    return False


def _run(one: Submitted, terms: Terms, seconds: float) -> KataRecord | None:
    """The record that the process handed back; None if it did not in that time."""
    limits = terms.limits.seconds, terms.limits.total_seconds
    task = map(str, (CHILD, one.file, one.own, one.kata.name, *limits, os.getpid()))
    passed = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTEST_")
    }
    # The plugins that are installed beside pytest have nothing to do here, and cost
    # each start.
    passed |= {"COLUMNS": "80", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    # A process that is killed leaves its temporary files: they get a folder that can be
    # removed.
    with (
        TemporaryDirectory(prefix="kata-", ignore_cleanup_errors=True) as temporary,
        subprocess.Popen(
            [sys.executable, "-X", "utf8", *task],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=passed | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), temporary),
            start_new_session=True,  # Ctrl-C reaches this process only, which then ends that one.
        ) as process,
    ):
        terms.running.add(process)  # Whoever ends the workshop ends it.
        try:
            out, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            terms.running.discard(process)
            process.kill()  # On Linux the process of the code dies with it, elsewhere by its alarm.
    try:
        record: KataRecord = made(KataRecord, json.loads(out))
    except ValueError:
        words = f"no verdict: the run ended with {process.returncode}"
        return not_run(one.kata.name, STOPPED, words, errors.decode("utf-8", "replace"))
    return record


def held(limits: Limits) -> Collection[str]:
    """What keeps code apart on this machine, as `UnderTest.held`; found out by starting one."""
    file = ROOT / PATH[0].solution
    probe = UnderTest(file, PATH[0], limits, file)
    probe.call("", "answer", [])
    probe.close()
    return probe.held


def isolation(limits: Limits, held: Collection[str]) -> list[str]:
    """The same for the head of a run, line by line.

    >>> isolation(Limits(), ["RLIMIT_AS", "files", "emptying"])[-2:]
    ['not guarded here: processes, the network', \
'a container guards them: docker run --rm --network=none -v .:/katas:ro katas']
    """
    head = f"{limits.seconds:g} s a call, {limits.total_seconds:g} s a kata, 20 kB of output a call"
    guarded = [words for name, (words, _) in GUARDED.items() if name in held]
    if "RLIMIT_AS" in held:
        guarded.append(f"{limits.memory // 1024**3} GB of memory")
    missing = [words for name, (_, words) in GUARDED.items() if name not in held]
    hint = [
        f"not guarded here: {', '.join(missing)}",
        f"a container guards them: {CONTAINER}",
    ]
    return [
        head,
        *(f"kernel: {words}" for words in guarded),
        *(hint if missing else ()),
    ]
