"""The end of a run beside what `screens/` shows: limits, other programs, every kata."""

from xml.etree import ElementTree

import pytest
from kata_kit import writing
from kata_kit.katas import PATH
from repository.project import WINNER, Project, too_long


def test_a_file_for_programs_says_what_the_terminal_does(project: Project) -> None:
    project.write("def is_solved(board):\n    return -1\n")
    run = project.pytest(f"katas/{WINNER}", "--junitxml=results.xml")
    (suite,) = ElementTree.parse(project.root / "results.xml").getroot()
    assert b"kata_kit" not in ElementTree.tostring(suite)
    failed, locked = suite.attrib["failures"], suite.attrib["skipped"]
    assert (int(failed), int(locked)) == (run.counts["failed"], run.counts["locked"])
    failures = [failure.text or "" for failure in suite.iter("failure")]
    assert failures[0].split("\n")[0] in run.lines
    reasons = {skipped.get("message") for skipped in suite.iter("skipped")}
    assert reasons == {"locked until 'three by three' passes"}
    first = {item.get("name"): item.get("value") for item in suite[0].iter("property")}
    case = "An empty board is unfinished"
    assert first == {"kata": WINNER, "stage": "three by three", "case": case}


@pytest.mark.slow
def test_every_kata_has_a_line_and_the_first_one_is_next(untouched: Project) -> None:
    run = untouched.pytest()
    assert list(run.katas) == [kata.name for kata in PATH]
    assert {words.split("] ")[1] for words in run.katas.values()} == {"not started"}
    assert run.advice[-1] == f"then: pytest katas/{WINNER}"
    assert run.counts["failed"] == len(PATH)
    assert too_long(run.text) == []


def test_next_is_no_kata_that_is_done_already() -> None:
    katas = [kata.name for kata in PATH]
    for green, done, following in (
        (katas[3], katas[:6], katas[6]),
        (katas[6], [*katas[:2], *katas[3:]], katas[2]),
        (katas[-1], katas[-1:], katas[0]),
    ):
        lines = writing.after_green([green], done=done)
        assert lines[-1] == f"then: pytest katas/{following}"
    last = writing.after_green(katas, done=katas)[-1]
    assert last == "next: compare with the references in solutions/"
