"""The blocks that the guide tells a facilitator to type, typed as they are written."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from importlib import metadata
from itertools import product
from pathlib import Path

import pytest
from kata_collect import collect
from kata_kit.record import STATES
from kata_report.cohort import Step
from kata_report.debrief import Held
from kata_report.report import VERSION, as_json, write
from kata_workshop.participants import Gathering
from packaging.requirements import Requirement
from repository.cohorts import cohort, failure, person
from repository.cohorts import write as save
from repository.project import ROOT, WINNER, Project, clean_environment
from repository.tables import text_of

REPORT = text_of("tests/kata_report/README.md")
PAGES = ("katas/WORKSHOP.md", "katas/OFFLINE.md", "katas/BRANCHES.md")
GUIDE = "\n".join([*map(text_of, PAGES), REPORT])
RED = " || [ $? = 1 ]"  # A red workshop is a normal one.
BLOCKS: list[str] = re.findall(r"^```bash\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def block(beginning: str) -> str:
    """Return the only block of the guide that begins so."""
    (found,) = [block for block in BLOCKS if block.startswith(beginning)]
    return found


def typed(command: str, here: Path, **variables: str) -> str:
    """Type a block into a shell; return what it prints. Each command must succeed."""
    for program in ("bash", "git"):
        if not shutil.which(program):
            pytest.skip(f"{program}, for which a block is, is missing")
    variables = {**clean_environment(), **variables}
    variables["PATH"] = f"{Path(sys.executable).parent}:{variables['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=here,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_every_block_of_the_guide_is_tried_here():
    source = Path(__file__).read_text(encoding="utf-8")
    tried = re.findall(r'\bblock\("(.+?)"\)', source)
    beginnings = tuple(beginning.replace("\\n", "\n") for beginning in tried)
    assert [block for block in BLOCKS if not block.startswith(beginnings)] == []


def test_the_wheels_are_all_that_a_machine_without_internet_needs():
    """Pip fetches what this machine needs: the guide names what others need, too."""
    words = shlex.split(block("pip wheel").partition(" . ")[2])
    named = {Requirement(word).name for word in words}
    assert "setuptools" in named  # It makes the clone itself installable.
    here = needed("board-game-katas")
    for system, version in product(("linux", "darwin", "win32"), ("3.10", "3.14")):
        there = needed("board-game-katas", sys_platform=system, python_version=version)
        assert there - here - named == set()
    install = block("python3 -m venv .venv && . .venv/bin/activate\npip install --q")
    assert "--no-index --find-links=wheelhouse" in install
    # The machine to show on needs what an extra has.
    show = block("python3 -m venv .venv && . .venv/bin/activate\npip install -e")
    assert ".[workshop]" in show


def needed(package: str, **environment: str) -> set[str]:
    """Return the packages that one needs, and that those need in turn."""
    found = set[str]()
    # What only others need is not here.
    with suppress(metadata.PackageNotFoundError):
        for one in map(Requirement, metadata.requires(package) or ()):
            if not one.marker or one.marker.evaluate({"extra": "", **environment}):
                found |= {one.name, *needed(one.name, **environment)}
    return found


@pytest.mark.slow
def test_a_container_guards_a_run(project):
    if not shutil.which("docker") or subprocess.call(["docker", "info"], stdout=-3):
        pytest.skip("docker does not run here")
    root = project.root
    save(root / "submissions" / "ada" / f"{WINNER}.py", "is_solved = max")
    shutil.copytree(ROOT / ".devcontainer", root / ".devcontainer")
    typed(block("docker build"), root)
    typed(block("mkdir -p report && docker run").strip() + RED, root)
    assert (root / "report" / "report.html").exists()


def test_branches_and_pull_requests_become_zips(tmp_path):
    made = f"""
        git init --quiet -b main shared && cd shared
        git config user.name Ada && git config user.email ada@example.org
        git commit --quiet --allow-empty -m stubs && git checkout --quiet -b pair/ada
        echo A = 1 > {WINNER}.py && git add . && git commit --quiet -m mine
        git update-ref refs/pull/12/head HEAD
    """
    typed(made, tmp_path)
    fetch = block("address=").replace("https://codehost.example/circle/katas", "shared")
    typed(fetch.replace("=shared", '="$PWD/shared"'), tmp_path)
    assert collect.main([f"{tmp_path}/handed-in", f"--into={tmp_path}/all"]) == 0
    written = sorted(tmp_path.glob(f"all/*/{WINNER}/{WINNER}.py"))
    assert [path.parts[-3] for path in written] == ["pair-ada", "pull-12"]


def test_files_are_collected_and_parts_become_one_page(project):
    save(project.root / "handed-in" / f"ada_{WINNER}.py", "is_solved = max")
    typed(block("python -m katas collect"), project.root)
    (one,) = Gathering(project.root / "submissions", "submissions").submitted
    assert (one.participant, one.kata.name) == ("ada", WINNER)
    for name in ("part1", "part2"):
        write(project.root / f"{name}.json", cohort(person(name, "green", kata=WINNER)))
    told = typed(block("python -m katas merge"), project.root)
    assert told == "2 parts, 2 participants, 1 kata\nreport: report.html\n"


@pytest.mark.slow
def test_the_reports_are_made_and_read_and_name_nobody_where_animals_do(project):
    root = project.root
    right = text_of(f"solutions/{WINNER}.py")
    wrong = "def is_solved(board):\n    # grace hopper wrote this\n    return 1 / 0\n"
    people = {"ada": right, "Grace Hopper": wrong, "X": wrong}
    for name, code in people.items():
        save(root / "submissions" / name / f"{WINNER}.py", code)
    save(root / "submissions" / "ada__notes.txt", "")
    told = typed(block("pytest --submission=submissions -n 2").strip() + RED, root)
    names = ("report.html", "pages/", "report.csv", "report.json")
    assert told.endswith("".join(f"report: {name}\n" for name in names))
    assert {page.stem for page in (root / "pages").iterdir()} == {*people}
    shown = block("pytest --submission=submissions --report=shown").strip()
    shown += " -n2 -v --report=shown.json --junitxml=shown.xml"
    texts = [typed(shown + RED, root)]
    assert texts[0].endswith("report: shown.html\nreport: shown.json\n")
    texts += [(root / f"shown.{end}").read_text() for end in ("html", "json", "xml")]
    # An animal is the same everywhere.
    animals = {one["participant"] for one in json.loads(texts[2])["records"]}
    assert len(animals) == 3
    for text in texts:
        assert all(animal in text for animal in animals)
        # What their code wrote is nowhere, and no name is.
        assert re.findall(r"(?i)\bada|Grace|Hopper|notes|\bX/|division by", text) == []


@pytest.mark.slow
def test_the_live_evening_is_watched_until_it_is_ended(project):
    """Begin with an empty folder, and end with a page that does not reload itself."""
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


def test_the_guide_names_every_field_of_the_report():
    report = json.loads(as_json(cohort(person("ada", "red", failure("a")))))
    (record,), analysis = report["records"], report["analysis"]
    parts = record["failures"][0], record["stages"][0], *analysis["hard_cases"]
    fields = {field for part in (report, record, analysis, *parts) for field in part}
    fields |= {*Held.__dataclass_fields__, *Step.__dataclass_fields__, *STATES}
    assert fields - set(re.findall(r"`(\w[\w ]*)`", REPORT)) == set()
    assert f"`version` is {VERSION}." in REPORT


@pytest.mark.slow
def test_a_kata_of_ones_own_is_made(tmp_path):
    root = Project(tmp_path / "project").root
    shutil.copy(ROOT / "README.md", root)
    # Any package of the name `tests` may be there.
    elsewhere = tmp_path / "other"
    save(elsewhere / "tests" / "__init__.py", "raise SystemExit('the wrong tests')\n")
    said = typed(block("python -m katas new"), root, PYTHONPATH=str(elsewhere))
    assert said.startswith("made:\n")
