"""What katas/WORKSHOP.md tells a facilitator to type is typed here, as it is written.

Its last command makes a kata: `python -m katas new` copies all of one or nothing, and
enters it.
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import metadata
from itertools import product
from pathlib import Path

import jsonschema
import pytest
from kata_kit.katas import BY_NAME
from kata_kit.record import STATES, KataRecord
from kata_loop import new
from kata_loop.new import MODEL, WIRED, check, files_of
from kata_report.cohort import Cohort
from kata_report.report import write
from kata_workshop.participants import gather
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from repository.cohorts import cohort, person
from repository.cohorts import write as save
from repository.project import ROOT, Project, clean_environment
from repository.test_katas import UNWANTED

GUIDE = (ROOT / "katas" / "WORKSHOP.md").read_text(encoding="utf-8")
BLOCKS: list[str] = re.findall(r"^```bash\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
INLINE = sorted(set(re.findall(r"`(pytest [^`]+)`", GUIDE)))
SCHEMA = json.loads((ROOT / "tests/kata_report/report.schema.json").read_text("utf-8"))
WINNER = "tictactoe_winner"
# Whatever katas there are, this is not one of them.
NAME = "_".join(
    ["nine", "mens", "morris", *("2" for name in BY_NAME if "morris" in name)]
)
FILES = [file.replace(MODEL, NAME) for file in files_of(BY_NAME[MODEL])]
SHELL = shutil.which("bash")

needs_a_shell = pytest.mark.skipif(
    SHELL is None, reason="bash, for which they are, is missing"
)


def block(beginning: str) -> str:
    """The only block of the guide that begins so."""
    (found,) = [block for block in BLOCKS if block.startswith(beginning)]
    return found


def typed(command: str, here: Path, **variables: str) -> str:
    """What a block prints that is typed into a shell; each command in it must succeed."""
    programs = f"{Path(sys.executable).parent}:{clean_environment()['PATH']}"
    done = subprocess.run(
        [str(SHELL), "-euo", "pipefail", "-c", f"exec 2>&1\n{command}"],
        cwd=here,
        env={**clean_environment(), "PATH": programs, **variables},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=300,
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


def test_the_wheels_are_all_that_a_machine_without_internet_needs() -> None:
    """What pip does not fetch because it is not for this machine is named, and all is Python."""
    fetch = block("pip wheel")
    install = block("python3 -m venv .venv && . .venv/bin/activate\npip install --q")
    words = shlex.split(fetch.partition(" . ")[2])
    named = {canonicalize_name(Requirement(word).name) for word in words}
    assert (
        re.findall(r"--(?:wheel-dir |find-links=)(\w+)", fetch + install)
        == ["wheelhouse"] * 2
    )
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    both = re.findall(r"^(?:requires|dependencies) = (\[.*\])$", text, re.MULTILINE)
    (build,), runtime = map(json.loads, both)
    assert Requirement(build).name in named
    here = needed(runtime)
    for system, version in product(("linux", "darwin", "win32"), ("3.10", "3.14")):
        there = needed(runtime, sys_platform=system, python_version=version)
        assert there - here - named == set()
    for name in here:
        assert "Tag: py3-none-any" in str(
            metadata.distribution(name).read_text("WHEEL")
        )
    # The machine to show on needs what an extra has.
    install = block("python3 -m venv .venv && . .venv/bin/activate\npip install -e")
    (extra,) = re.findall(r"\.\[(\w+)\]", install)
    (parts,) = re.findall(rf"^{extra} = (\[.+\])$", text, re.MULTILINE)
    assert {Requirement(part).name for part in json.loads(parts)} >= {
        "jinja2",
        "pytest-xdist",
    }


def needed(requirements: Iterable[str], **environment: str) -> set[str]:
    """The packages that these need, and those that they need, here but for what is given."""
    found, todo = set[str](), [*requirements]
    while todo:
        one = Requirement(todo.pop())
        if one.marker is None or one.marker.evaluate({"extra": "", **environment}):
            found.add(canonicalize_name(one.name))
            with suppress(
                metadata.PackageNotFoundError
            ):  # What only others need is not here.
                todo += metadata.requires(one.name) or ()
    return found


@pytest.mark.slow
@needs_a_shell
def test_a_container_guards_a_run(project: Project) -> None:
    if not shutil.which("docker") or subprocess.call(
        ["docker", "info"], stdout=-3, stderr=-3
    ):
        pytest.skip("docker does not run here")
    save(project.root / "submissions" / "ada" / f"{WINNER}.py", "is_solved = max")
    shutil.copytree(ROOT / ".devcontainer", project.root / ".devcontainer")
    typed(block("docker build"), project.root)
    typed(block("mkdir -p report\ndocker run").strip() + " || [ $? = 1 ]", project.root)
    assert (project.root / "report" / "report.html").exists()


@needs_a_shell
def test_files_are_collected_and_parts_become_one_page(project: Project) -> None:
    save(project.root / "handed-in" / f"ada_{WINNER}.py", "is_solved = max")
    typed(block("python -m katas collect"), project.root)
    (one,) = gather(project.root / "submissions", "submissions").submitted
    assert (one.participant, one.kata.name) == ("ada", WINNER)
    for name in ("part1", "part2"):
        write(project.root / f"{name}.json", cohort(person(name, "green", kata=WINNER)))
    told = typed(block("python -m katas merge"), project.root)
    assert told == "2 parts, 2 participants, 1 kata\nreport: report.html\n"


@pytest.mark.slow
@needs_a_shell
def test_the_reports_are_made_and_read_and_name_nobody_where_animals_do(
    project: Project,
) -> None:
    root, right = (
        project.root,
        (ROOT / "solutions" / f"{WINNER}.py").read_text(encoding="utf-8"),
    )
    wrong = "def is_solved(board):\n    # grace hopper wrote this\n    return 1 / 0\n"
    people = {"ada": right, "Grace Hopper": wrong, "X": wrong}
    for name, code in people.items():
        save(root / "submissions" / name / f"{WINNER}.py", code)
    save(root / "submissions" / "ada__notes.txt", "")
    report, pages, shown = (
        block("pytest --submission=submissions -n 2").strip(),
        block("pytest --submission=submissions --report=pages/").strip(),
        block("pytest --submission=submissions --report=shown").strip(),
    )
    shown += " -n2 -v --report=shown.json --junitxml=shown.xml"
    # A red workshop is a normal one.
    told, _, printed = (
        typed(f"{one} || [ $? = 1 ]", root) for one in (report, pages, shown)
    )
    assert told.endswith("report: report.html\nreport: report.json\n")
    assert typed(block("python -c"), root) == f"ada {WINNER}\n"
    assert {page.stem for page in (root / "pages").iterdir()} == {*people}
    assert printed.endswith("report: shown.html\nreport: shown.json\n")
    html, plain, junit = (
        (root / f"shown.{end}").read_text() for end in ("html", "json", "xml")
    )
    for text in (printed, html, plain, junit):
        assert re.findall(r"(?i)\bada|Grace|Hopper|notes|\bX/", text) == []
    jsonschema.validate(json.loads(plain), SCHEMA)
    # An animal is the same everywhere.
    animals = {one["participant"] for one in json.loads(plain)["records"]}
    assert len(animals) == 3
    for animal in animals:
        assert re.search(rf"^{animal} +\[[x#.]+\]", printed, re.MULTILINE)
        assert f"<bdi>{animal}</bdi>" in html
        assert f'classname="submissions.{animal}" name="{WINNER}"' in junit
    named = set(re.findall(rf"(\w+)/{WINNER}\.py:3\b", printed))
    assert len(named & animals) == 2  # Whose code raises an exception.


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


def test_the_guide_names_every_field_of_the_report() -> None:
    section = GUIDE.partition("## The report for programs")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w[\w ]*)`", section))
    assert set(Cohort.__dataclass_fields__) <= set(SCHEMA["properties"])
    assert (
        set(SCHEMA["properties"]) | set(KataRecord.__dataclass_fields__) | set(STATES)
        <= named
    )
    assert set(SCHEMA["properties"]["analysis"]["properties"]) <= named
    assert f"`version` is {SCHEMA['properties']['version']['const']};" in section


def test_the_guide_reads_as_the_statements_do_and_names_what_there_is() -> None:
    prose = re.sub(r"^```bash\n.*?^```$", "", GUIDE, flags=re.MULTILINE | re.DOTALL)
    lines = [
        line for line in prose.splitlines() if not re.match(r"\||-|\*\*|\d\. ", line)
    ]
    assert [line for line in lines if re.search(r"[a-z)`]\. [A-Z]", line)] == []
    assert UNWANTED.findall(GUIDE) == []
    links = re.findall(r"\]\(([^)]+)\)", GUIDE)
    assert [link for link in links if not (ROOT / "katas" / link).is_file()] == []
    assert set(re.findall(r"\b(?:tictactoe|reversi)_\w+", GUIDE)) <= set(BY_NAME)


# A kata of one's own


def tree(root: Path) -> dict[str, bytes]:
    """Every file of a project but caches, with its content."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not {"__pycache__", ".pytest_cache"} & set(path.parts)
    }


@pytest.mark.slow
def test_the_copy_is_entered_and_green_and_told_to_be_a_copy(tmp_path: Path) -> None:
    copied = Project(tmp_path / "project")
    root, table = copied.root, f"tests/{NAME}/table.txt"
    shutil.copy(ROOT / "README.md", root)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(
        ROOT / "tests" / "repository", root / "tests" / "repository", ignore=ignored
    )
    before = tree(root)
    # Any package of the name `tests` may be there.
    save(
        tmp_path / "other" / "tests" / "__init__.py",
        "raise SystemExit('the wrong tests')\n",
    )
    command = block("python -m katas new").replace("connect_four", NAME)
    assert typed(command, root, PYTHONPATH=str(tmp_path / "other")).startswith(
        "made:\n"
    )
    after = tree(root)
    assert sorted(after.keys() - before.keys()) == sorted(FILES)
    assert sorted(file for file in before if after[file] != before[file]) == sorted(
        WIRED
    )
    assert copied.pytest("--solution", f"katas/{NAME}").exit_code == 0
    assert copied.pytest(f"katas/{NAME}").katas[NAME].endswith("not started")
    # A kata may come from no published text: then no row is from one.
    for file, words, is_told in ((table, "from:", True), (FILES[0], "](http", False)):
        text = (root / file).read_text(encoding="utf-8").replace(words, "why: ")
        (root / file).write_text(text, encoding="utf-8")
        chosen = f"{NAME} and (copy or table)"
        told = copied.pytest("tests/repository/test_katas.py", "-k", chosen).text
        assert ("say of one worked example" in told) is is_told
        copies = {one for one in FILES if f"{one} is a copy of that of {MODEL}" in told}
        assert copies == {*FILES} - {table} - ({file} if not is_told else set())


LOWER, TESTS, USED = (
    "expected words in lower case",
    "pytest would collect",
    "the name of another",
)
BAD_NAMES = {
    "tictactoe_winner": "there is a kata 'tictactoe_winner' already",
    "nine-mens": f"{LOWER} with _ between them, got 'nine-mens'",
    **dict.fromkeys(("4_in_a_row", "Nine_Mens", "", "../nine_mens"), LOWER),
    "lambda": "'lambda' is a keyword of Python",
    "random": "'random' is a module of Python itself",
    **dict.fromkeys(("test_nine_mens", "nine_mens_test"), TESTS),
    **dict.fromkeys(("approaches", "pytest"), USED),
    "a" * 31: "expected at most 30 characters, got 31",
}


def test_a_bad_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for name, words in BAD_NAMES.items():
        with pytest.raises(ValueError, match=re.escape(words)) as refused:
            check(name)
        assert max(map(len, str(refused.value).splitlines())) <= 90
    for arguments in ((), ("a_b", "c_d", "e_f")):
        assert new.main(arguments) == 2
        assert capsys.readouterr().err.startswith("usage: python -m katas new NAME")


@pytest.mark.parametrize("file", ["", FILES[2], *WIRED])
def test_where_something_is_not_as_expected_nothing_is_made(
    tmp_path: Path, file: str
) -> None:
    """A model that there is not, a file that is there already, or one without its line."""
    for there in (*files_of(BY_NAME[MODEL]), *WIRED):
        save(tmp_path / there, (ROOT / there).read_text("utf-8"))
    if file:
        save(tmp_path / file, "mine = 1\n")
    before = tree(tmp_path)
    refused = {"": "got 'chess'", FILES[2]: f"but there is {FILES[2]}"}.get(
        file, "found none"
    )
    with pytest.raises(ValueError, match=refused):
        new.make(NAME, MODEL if file else "chess", tmp_path)
    assert tree(tmp_path) == before
