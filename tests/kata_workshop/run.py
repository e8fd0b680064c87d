"""One participant's code under the table of one kata: the process is started, waited for, ended.

What code under test can use up is limited in its own process. The process here is the pytest
around it, which is limited in time only, so that whatever goes wrong costs one record.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from kata_kit import stages
from kata_kit.katas import ROOT, KataFiles
from kata_kit.loading import load
from kata_kit.process import Limits
from kata_kit.record import NOT_STARTED, STOPPED, KataRecord, StageRecord
from kata_kit.whose import code

from kata_workshop.cohort import encodable
from kata_workshop.names import Aliases
from kata_workshop.participants import Submitted

CHILD = Path(__file__).with_name("child.py")

# How much longer than all its calls a run may take: to start, to compare, to recognise.
HARNESS_SECONDS = 60.0

WIDTH = 80


@dataclass(frozen=True)
class Terms:
    """What is the same for everybody.

    Attributes:
        gathering: the folder of everybody's files.
        limits: what code under test may use.
        aliases: what stands for the names; None if they are shown.
        harness_seconds: how much longer than all calls the whole run may take.
    """

    gathering: Path
    limits: Limits
    harness_seconds: float = HARNESS_SECONDS
    aliases: Aliases | None = None


def run(submitted: Submitted, terms: Terms) -> KataRecord:
    """Run the table of a kata against one participant's file."""
    began = monotonic()
    if _is_stub(submitted):
        record = not_run(submitted, NOT_STARTED, "not started")
    else:
        record = _run(submitted, terms)
    told = replace(
        record,
        participant=submitted.participant,
        file=encodable(submitted.file.relative_to(terms.gathering).as_posix()),
        seconds=round(monotonic() - began, 3),
    )
    return terms.aliases.hidden(told) if terms.aliases else told


def not_run(submitted: Submitted, state: str, words: str, verdict: str = "") -> KataRecord:
    """The record of a table that told nothing."""
    untold = tuple(
        StageRecord(name, not_run=count) for name, count in stages_of(submitted.kata).items()
    )
    return KataRecord(submitted.kata.name, "", state, words, untold, verdict=verdict)


@cache
def stages_of(kata: KataFiles) -> Mapping[str, int]:
    """The stages of a kata's table, in order, with the number of their tests."""
    return stages.stages_of(load(ROOT / kata.table))


def _is_stub(submitted: Submitted) -> bool:
    """Whether the file is the stub; a change of line endings by git or an editor is none."""
    stub = (ROOT / submitted.kata.stub).read_bytes()
    try:
        return code(submitted.file, submitted.own).split() == stub.split()
    except ValueError:
        return False


def _run(submitted: Submitted, terms: Terms) -> KataRecord:
    task = {
        "file": str(submitted.file),
        "kata": submitted.kata.name,
        "own": str(submitted.own),
        "seconds": terms.limits.seconds,
        "total_seconds": terms.limits.total_seconds,
    }
    limit = terms.limits.total_seconds + terms.harness_seconds
    # A process that is killed leaves its temporary files: they get a folder that can be removed.
    with TemporaryDirectory(prefix="kata-", ignore_cleanup_errors=True) as temporary:
        process = subprocess.Popen(
            [sys.executable, "-X", "utf8", str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=_environment(temporary),
            start_new_session=True,
        )
        try:
            out, errors = process.communicate(json.dumps(task).encode(), timeout=limit)
        except subprocess.TimeoutExpired:
            return not_run(submitted, STOPPED, f"stopped after {limit:g} s")
        finally:
            _end(process)
    try:
        record = KataRecord.from_dict(json.loads(out))
    except (ValueError, LookupError, TypeError):
        words = f"no verdict: the run ended with {process.returncode}"
        return not_run(submitted, STOPPED, words, errors.decode("utf-8", "replace"))
    return _relabelled(record, f"{terms.gathering}{os.sep}")


def _environment(temporary: str) -> dict[str, str]:
    """The environment of the facilitator, without what changes a run of pytest."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    # The plugins that are installed beside pytest have nothing to do here, and cost each start.
    kept |= {"COLUMNS": str(WIDTH), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return kept | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), temporary)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process with all that it started, and close the pipes to it."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            stream.close()


def _relabelled(record: KataRecord, folder: str) -> KataRecord:
    """The record with files named from the folder of the workshop on."""

    def short(text: str) -> str:
        return encodable(text.replace(folder, ""))

    failures = tuple(replace(failure, text=short(failure.text)) for failure in record.failures)
    return replace(
        record, words=short(record.words), failures=failures, verdict=short(record.verdict)
    )
