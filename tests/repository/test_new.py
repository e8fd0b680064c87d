"""A kata of one's own: `python -m katas new` makes all of one or nothing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from kata_kit.katas import BY_NAME, PATH
from kata_loop import new
from kata_loop.new import BY_HAND, MODEL, ROWS, files_of, find_row
from repository.cohorts import write
from repository.project import ROOT, clean_environment, tracked
from repository.tables import text_of

# Whatever katas there are, this is not one of them.
NAME = "nine_mens_morris"
while NAME in BY_NAME:
    NAME += "_2"
SOLUTION = f"solutions/{NAME}.py"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that a new kata can be made of, and is entered in."""
    root, moved = tmp_path / "root", tmp_path / "moved"
    for file in (*ROWS, *BY_HAND, *(file for kata in PATH for file in files_of(kata))):
        write(root / file, text_of(file))
    moved.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(moved))
    monkeypatch.setattr(new, "ROOT", root)
    return root


def tree(root: Path) -> dict[str, str]:
    """Return every file below a folder, with its text."""
    files = [path for path in root.rglob("*") if path.is_file()]
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8") for path in files
    }


def test_a_kata_is_made_and_entered_and_taken_away(root, capsys):
    write(root / BY_HAND[2], f"- {NAME}: a question\n")
    before = tree(root)
    assert new.main([NAME]) == 0
    after = tree(root)
    made = after.keys() - before.keys()
    model = [file for file in files_of(MODEL) if file != MODEL.benchmark]
    assert made == {file.replace(MODEL.name, NAME) for file in model}
    assert {file for file in before if after[file] != before[file]} == {*ROWS}
    # No prose is that of another kata.
    assert MODEL.name not in "".join(after[file] for file in made)
    assert "\nfrom: " not in after[f"tests/{NAME}/table.txt"]
    rows = [find_row(after[file], file, NAME) for file in ROWS]
    texts = [after[f"katas/{NAME}/README.md"], *rows[1:]]
    assert all("TODO" in text for text in texts)
    write(root / SOLUTION, "mine = 1\n")
    assert new.main(["--remove", NAME]) == 0
    assert capsys.readouterr().out.endswith(f"\n{BY_HAND[2]} still names it\n")
    assert tree(root) == before
    (folder,) = (root.parent / "moved").iterdir()
    moved = tree(folder)
    assert moved.keys() == {*made, "rows.txt"}
    assert moved[SOLUTION] == "mine = 1\n"
    assert moved["rows.txt"] == "".join(rows)


REFUSED = [
    ("--remove reversi_flips", "reversi_game, reversi_match need reversi_flips"),
    ("--remove chess", "expected a row of chess, found none"),
    (NAME, "but there is "),  # a file of that name
    ("nine-mens", "expected words in lower case"),
    ("4_in_a_row", "expected words"),
    ("Nine_Mens", "expected words"),
    ("../nine_mens", "expected words"),
    ("lambda", "expected words"),
    ("test_nine_mens", "no name of a test"),
    ("nine_mens_test", "no name of a test"),
    ("approaches", "none that a kata or a module has"),
    ("pytest", "none that a kata or a module has"),
    (MODEL.name, "none that a kata or a module has"),
]


@pytest.mark.parametrize(("typed", "told"), REFUSED)
def test_what_cannot_be_done_is_told_and_changes_nothing(root, typed, told, capsys):
    write(root / SOLUTION, "mine = 1\n")
    before = tree(root)
    assert new.main(typed.split()) == 2
    assert told in capsys.readouterr().err
    assert tree(root) == before


@pytest.mark.parametrize("file", ROWS)
def test_where_a_list_has_no_row_nothing_is_made(root, file, capsys):
    write(root / file, "mine = 1\n")
    before = tree(root)
    assert new.main([NAME]) == 2
    assert f"error: {file}: expected a row of " in capsys.readouterr().err
    assert tree(root) == before


# Files, and documents of screens, that meet no list of katas: they pass as before.
ALONE = (
    "test_fuzz or test_guard or test_hostile or test_merge or test_messages"
    " or test_play or test_report_page or test_roster or test_tournament or test_wall"
    " or boards or cost or debugger or loading or no_answer or own_tests"
    " or shared_and_kept or showing or wrong_answers"
)


@pytest.mark.slow
def test_the_repository_is_green_with_one_kata_more(tmp_path):
    """A new kata passes, and what is tested apart from katas is as it was."""
    files = tracked()
    if not files:
        pytest.skip("this is not a clone")
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    # The path fails until its author has written what it lacks.
    apart = f"not ({' or '.join([*BY_NAME, NAME, 'path_has_all', ALONE])})"
    pytest_ = ("pytest", "-q", "-p", "no:cacheprovider")
    for arguments in (
        ("katas", "new", NAME),
        (*pytest_, "--solution", f"katas/{NAME}"),
        (*pytest_, "-n", "2", "tests/repository", "-m", "not slow", "-k", apart),
    ):
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=tmp_path,
            env=clean_environment(),
            capture_output=True,
            encoding="utf-8",
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
