"""What katas/WORKSHOP.md tells a facilitator to type is typed here, as it is written."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from kata_kit.katas import BY_NAME
from kata_kit.record import STATES, KataRecord, StageRecord
from kata_workshop.cohort import Cohort
from kata_workshop.participants import gather
from kata_workshop.report import write
from repository.project import ROOT, Project, clean_environment
from repository.test_katas import UNWANTED

GUIDE = (ROOT / "katas" / "WORKSHOP.md").read_text(encoding="utf-8")
BLOCKS: list[str] = re.findall(r"^```bash\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
INLINE = sorted(set(re.findall(r"`(pytest [^`]+)`", GUIDE)))
WINNER = "tictactoe_winner"
SHELL = shutil.which("bash")

needs_a_shell = pytest.mark.skipif(SHELL is None, reason="bash, for which they are, is missing")


def block(beginning: str) -> str:
    """The only block of the guide that begins so."""
    (found,) = [block for block in BLOCKS if block.startswith(beginning)]
    return found


def typed(command: str, here: Path, **variables: str) -> str:
    """Type a block into a shell; each command in it must succeed.

    Returns:
        What it printed.
    """
    programs = f"{Path(sys.executable).parent}:{clean_environment()['PATH']}"
    done = subprocess.run(
        [str(SHELL), "-euo", "pipefail", "-c", command],
        cwd=here,
        env={**clean_environment(), "PATH": programs, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_every_block_of_the_guide_is_tried_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    tried = re.findall(r'\bblock\("(.+?)"\)', source)
    beginnings = tuple(beginning.replace("\\n", "\n") for beginning in tried)
    assert [block for block in BLOCKS if not block.startswith(beginnings)] == []


@pytest.mark.parametrize("command", INLINE)
def test_every_command_in_a_line_is_understood(project: Project, command: str) -> None:
    run = project.pytest(*shlex.split(command)[1:], "--collect-only", "-q")
    assert run.exit_code == 0
    assert f"tests/{WINNER}/test_{WINNER}.py::test_row" in run.text


@pytest.mark.slow
@needs_a_shell
def test_the_wheels_are_all_that_a_machine_without_internet_needs(project: Project) -> None:
    shutil.copy(ROOT / "README.md", project.root)
    try:
        typed(block("pip wheel"), project.root)
    except AssertionError as error:
        if "No matching distribution" in str(error) or "Could not find a version" in str(error):
            pytest.skip("pip reaches no package index from here")
        raise
    wheels = [wheel.name for wheel in (project.root / "wheelhouse").iterdir()]
    assert [name for name in wheels if not name.endswith("-none-any.whl")] == []
    # No index, no configuration of pip, and nothing that was fetched before.
    nothing = {"PIP_CONFIG_FILE": "/dev/null", "PIP_NO_CACHE_DIR": "1", "PIP_FIND_LINKS": ""}
    (without,) = [text for text in BLOCKS if "--no-index" in text]
    assert without == block("python3 -m venv .venv && . .venv/bin/activate\npip install --quiet")
    assert re.search(r"=+ \d+ passed in ", typed(without, project.root, **nothing))


def test_the_machine_to_show_on_is_set_up_with_extras_that_there_are() -> None:
    install = block("python3 -m venv .venv && . .venv/bin/activate\npip install -e").splitlines()[1]
    (extra,) = re.findall(r"\.\[(\w+)\]", install)
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    needed = re.search(rf"^{extra} = \[(.+)\]$", text, re.MULTILINE)
    assert needed is not None
    assert {"jinja2", "pytest-xdist"} <= set(re.findall(r'"([\w-]+)', needed[1]))


@pytest.mark.slow
@needs_a_shell
def test_a_container_guards_a_run(project: Project) -> None:
    if not shutil.which("docker") or subprocess.call(["docker", "info"], stdout=-3, stderr=-3):
        pytest.skip("docker does not run here")
    file = project.root / "submissions" / "ada" / f"{WINNER}.py"
    file.parent.mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / f"{WINNER}.py", file)
    shutil.copytree(ROOT / ".devcontainer", project.root / ".devcontainer")
    typed(block("docker build"), project.root)
    typed(block("mkdir -p report\ndocker run"), project.root)
    assert (project.root / "report" / "report.html").exists()


@needs_a_shell
def test_what_was_handed_in_becomes_submissions(project: Project) -> None:
    (project.root / "handed-in").mkdir()
    shutil.copy(
        ROOT / "solutions" / f"{WINNER}.py", project.root / "handed-in" / f"ada_{WINNER}.py"
    )
    typed(block("python -m katas collect"), project.root)
    (one,) = gather(project.root / "submissions", "submissions").submitted
    assert (one.participant, one.kata.name) == ("ada", WINNER)


@needs_a_shell
def test_parts_become_one_page(project: Project) -> None:
    for name in ("part1", "part2"):
        record = KataRecord(WINNER, "", "green", "", (StageRecord("a", 1),), participant=name)
        write(project.root / f"{name}.json", Cohort(name, {WINNER: ("a",)}, (record,)))
    told = typed(block("python -m katas merge"), project.root)
    assert told == "2 parts, 2 participants, 1 kata\nreport: report.html\n"


@pytest.mark.slow
@needs_a_shell
def test_the_reports_are_made_and_read(project: Project) -> None:
    for name, file in {"ada": "solutions", "bob": f"katas/{WINNER}"}.items():
        (project.root / "submissions" / name).mkdir(parents=True)
        shutil.copy(project.root / file / f"{WINNER}.py", project.root / "submissions" / name)
    printed = typed(block("pytest --submission=submissions -n 2"), project.root)
    assert printed.endswith("report: report.html\nreport: report.json\n")
    assert typed(block("python -c"), project.root) == f"ada {WINNER}\n"
    typed(block("pytest --submission=submissions --report=pages/"), project.root)
    assert {page.name for page in (project.root / "pages").iterdir()} == {"ada.html", "bob.html"}
    printed = typed(block("pytest --submission=submissions --report=shown"), project.root)
    assert printed.endswith("report: shown.html\n")
    shown = (project.root / "shown.html").read_text(encoding="utf-8")
    assert re.findall(r"\b(?:ada|bob)\b", printed + shown) == []


@pytest.mark.slow
@needs_a_shell
def test_the_live_evening_is_watched_until_it_is_ended(project: Project) -> None:
    """It begins with an empty folder, and ends with a page that does not reload itself."""
    (project.root / "submissions").mkdir()
    command = block("pytest --submission=submissions --watch").strip()
    watched = f"""
        exec 3< <(exec {command})
        pid=$!
        line=
        until [ -e report.html ]; do sleep 0.1; done
        cp solutions/{WINNER}.py submissions/ada__{WINNER}.py
        until [[ $line == "1 of 1 have done everything" ]]; do read -r line <&3; done
        kill -INT $pid
        cat <&3
    """
    printed = typed(watched, project.root)
    assert printed.endswith("report: report.html\n")
    page = (project.root / "report.html").read_text(encoding="utf-8")
    assert "1 of 1 have done everything." in page
    assert 'http-equiv="refresh"' not in page


@needs_a_shell
def test_a_kata_of_ones_own_is_made(tmp_path: Path) -> None:
    project = Project(tmp_path / "project")  # A copy of its own: the tests get one kata more.
    shutil.copy(ROOT / "README.md", project.root)
    command, name = block("python -m katas new"), "connect_four"
    while name in BY_NAME:  # Somebody has followed the guide here.
        command, name = command.replace(name, f"{name}_2"), f"{name}_2"
    assert "made:" in typed(command, project.root)


def test_the_guide_names_every_field_of_the_report() -> None:
    section = GUIDE.partition("## The report for programs")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w[\w ]*)`", section))
    schema = json.loads((ROOT / "tests/kata_workshop/report.schema.json").read_text("utf-8"))
    assert set(Cohort.__dataclass_fields__) <= set(schema["properties"])
    assert set(schema["properties"]) | set(KataRecord.__dataclass_fields__) | set(STATES) <= named
    assert set(schema["properties"]["analysis"]["properties"]) <= named
    assert f"`version` is {schema['properties']['version']['const']};" in section


def test_the_guide_reads_as_the_statements_do() -> None:
    prose = re.sub(r"^```bash\n.*?^```$", "", GUIDE, flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in prose.splitlines() if not line.startswith(("|", "-", "**"))]
    lines = [line for line in lines if not re.match(r"\d\. ", line)]
    assert [line for line in lines if re.search(r"[a-z)`]\. [A-Z]", line)] == []
    assert UNWANTED.findall(GUIDE) == []


def test_the_links_and_the_katas_of_the_guide_are_there() -> None:
    links = re.findall(r"\]\(([^)]+)\)", GUIDE)
    assert [link for link in links if not (ROOT / "katas" / link).is_file()] == []
    named = set(re.findall(r"\b(?:tictactoe|reversi)_\w+", GUIDE))
    assert named <= set(BY_NAME)
