"""One participant's code under the table of one kata, in a process that can be ended as a whole.

    python child.py < task.json > outcome.json

It runs pytest as anybody would with `--submission=<file>`. The code under test is one process
further away, as ever. The results go out on what was standard output when the process began;
before pytest starts, that is moved to a descriptor that no other process inherits.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    # A script's own folder stands first on the path; the packages are found beside its folder.
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import pytest
from kata_kit.katas import BY_NAME, ROOT, KataFiles, references
from kata_kit.process import Limits, Process
from kata_kit.summary import KataResult, StageResult
from kata_kit.told import Facts

from kata_workshop import results
from kata_workshop.isolation import Sandbox, confinement


class Handback:
    """Collects what the reports of one run say, and starts the worker as a workshop wants it.

    Args:
        task: what `kata_workshop.run` sends.
    """

    # What pytest registers a plugin under, and `kata_kit.hooks` finds it by.
    __name__ = "kata-child"

    def __init__(self, task: Mapping[str, Any]) -> None:
        self.kata = BY_NAME[task["kata"]]
        self._own = Path(task["own"])
        self._gathering = Path(task["gathering"])
        self._sandbox = Sandbox(task["sandbox"])
        self._result = KataResult(self.kata.name, "")
        self._belief: results.Belief | None = None

    def start(self, path: Path, kata: KataFiles, limits: Limits) -> Process:
        """A process for the file under test."""
        offered = references(kata)
        confined = confinement(self._own, self._gathering, offered, self._sandbox)
        return Process(path, kata.name, limits, ROOT, offered, confined)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in the facts of a report."""
        found = getattr(report, "kata_misconception", None)
        if found:
            self._belief = results.Belief(found["name"], found["text"])
        plain = getattr(report, "kata", None)
        if plain is None:
            return
        facts = Facts(**plain)
        self._result.file = facts.file
        stages = self._result.stages
        stages.setdefault(facts.stage, StageResult(facts.stage)).tests.append(facts)

    def outcome(self) -> results.Outcome:
        """What came of it; the participant, the file, the time and the verdict are to be added."""
        result = self._result
        state = _state(result)
        stages = tuple(
            results.Stage(
                stage.name,
                stage.count("passed"),
                len(stage.failures),
                stage.count("locked"),
                stage.count("not run"),
            )
            for stage in result.stages.values()
        )
        return results.Outcome(
            participant="",
            kata=result.name,
            file="",
            state=state,
            bar=results.bar(state, stages),
            words=result.words,
            stages=stages,
            failures=tuple(
                results.Failure(test.stage, test.title, test.headline, test.text, test.status)
                for stage in result.stages.values()
                for test in stage.failures
            ),
            misconception=self._belief,
        )


def _state(result: KataResult) -> str:
    """The state of a kata whose table was run; see `kata_workshop.results`."""
    if result.untouched:
        return results.NOT_STARTED
    if result.failing:
        broken = result.failing.failures[0].status == "broken"
        return results.BROKEN if broken else results.RED
    return results.GREEN if result.green and result.stages else results.STOPPED


def run(task: Mapping[str, Any]) -> results.Outcome:
    """Run the table of one kata and return what came of it."""
    handback = Handback(task)
    screen = sys.stdout = io.StringIO()
    code = pytest.main(
        [
            f"--submission={task['file']}",
            f"--kata-timeout={task['seconds']}",
            f"--kata-total={task['total_seconds']}",
            "--color=no",
            "-pno:cacheprovider",
            f"--rootdir={ROOT}",
            str(ROOT / handback.kata.table),
        ],
        plugins=[handback],
    )
    verdict = screen.getvalue()
    outcome = handback.outcome()
    if outcome.state == results.GREEN and code != pytest.ExitCode.OK:
        outcome = replace(outcome, state=results.STOPPED, words=f"pytest ended with {code!r}")
    return replace(outcome, verdict=verdict)


def main() -> None:
    """Take a task from standard input, do it, and write the outcome."""
    task = json.load(sys.stdin)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as back:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1):
            os.dup2(nowhere, standard)
        json.dump(run(task).as_dict(), back)


if __name__ == "__main__":
    main()
