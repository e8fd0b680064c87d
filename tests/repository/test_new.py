"""A kata of one's own: `python -m katas new` makes all of one or nothing."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from kata_kit.katas import BY_NAME, PATH, KataFiles
from kata_loop import new
from kata_loop.new import MODEL, ROWS, check, files_of, make, remove
from repository.cohorts import write
from repository.project import ROOT, clean_environment, tracked

# Whatever katas there are, this is not one of them.
NAME = "nine_mens_morris"
while NAME in BY_NAME:
    NAME += "_2"
UNNEEDED = "reversi_search"  # by any other kata
MODEL_FILES = files_of(BY_NAME[MODEL])
STATEMENT, STUB, SOLUTION, *ROOM = [
    file.replace(MODEL, NAME) for file in MODEL_FILES if "/bench_" not in file
]
FILES = [STATEMENT, STUB, SOLUTION, *ROOM]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with the files that a new kata can be made of, and is entered in."""
    for file in (*ROWS, *(file for kata in PATH for file in files_of(kata))):
        write(tmp_path / file, (ROOT / file).read_text("utf-8"))
    return tmp_path


def tree(root: Path) -> dict[str, str]:
    """Return every file below a folder, with its text."""
    files = [path for path in root.rglob("*") if path.is_file()]
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8") for path in files
    }


def test_a_kata_is_made_and_entered_and_taken_away(root: Path) -> None:
    before = tree(root)
    assert sorted(make(NAME, MODEL, root)) == sorted(FILES)
    after = tree(root)
    assert after.keys() - before.keys() == {*FILES}
    changed = [file for file in before if after[file] != before[file]]
    assert sorted(changed) == sorted(ROWS)
    assert f'    KataFiles("{NAME}"),\n' in after["tests/kata_kit/katas.py"]
    # No prose is that of another kata.
    assert MODEL not in "".join(after[file] for file in FILES)
    assert "\nfrom: " not in after[f"tests/{NAME}/table.txt"]
    for text in [after[STATEMENT], *(new.find_row(after[it], it, NAME) for it in ROWS)]:
        assert "TODO" in text or "KataFiles" in text
    remove(NAME, root)
    assert tree(root) == before


@pytest.mark.parametrize("model", BY_NAME)
def test_what_the_model_needs_is_needed(model: str) -> None:
    row = new.row_of(NAME, model, "tests/kata_kit/katas.py", 0)
    (kata,) = eval(f"[{row}]", {"KataFiles": KataFiles})
    assert (kata.name, kata.needs) == (NAME, BY_NAME[model].needs)


@pytest.mark.parametrize("file", [STATEMENT, SOLUTION, "README.md", "more"])
def test_what_was_changed_is_not_taken_away_unless_it_is_told_to(
    root: Path, file: str
) -> None:
    before = tree(root)
    make(NAME, MODEL, root)
    if file == "more":
        file = f"katas/{NAME}/notes.txt"
        write(root / file, "for Tuesday\n")
    elif file == "README.md":
        text = (root / file).read_text("utf-8")
        row = new.find_row(text, file, NAME)
        write(root / file, text.replace(row, row.replace("TODO: how hard", "1")))
    else:
        write(root / file, "mine = 1\n")
    changed = tree(root)
    row = "the row in " if file == "README.md" else ""
    with pytest.raises(ValueError, match=rf"changed since.*\n  {row}{file}\nTo delete"):
        remove(NAME, root)
    assert tree(root) == changed
    remove(NAME, root, changed=True)
    assert tree(root) == before


def test_a_kata_that_others_need_is_not_taken_away(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=r"reversi_game, .* need reversi_flips"):
        remove("reversi_flips", root, changed=True)
    with pytest.raises(ValueError, match="expected a row of chess, found none"):
        remove("chess", root)
    with pytest.raises(ValueError, match="are not of `new`"):
        remove(UNNEEDED, root)
    # In a copy: in the clone, a kata that somebody has begun could go.
    monkeypatch.setattr(new, "ROOT", root)
    assert new.main(["--remove", UNNEEDED]) == 2
    told = capsys.readouterr().err
    assert f"--remove-changed {UNNEEDED}\nNothing was changed." in told


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


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=re.escape(BAD_NAMES[name])) as refused:
        check(name)
    assert max(map(len, str(refused.value).splitlines())) <= 90


@pytest.mark.parametrize("typed", ["", "a_b c_d e_f", "--remove", "--help --help"])
def test_other_words_are_told_what_to_type(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new.main(typed.split()) == (0 if "--help" in typed else 2)
    assert "usage: python -m katas new NAME" in "".join(capsys.readouterr())


@pytest.mark.parametrize("file", ["", SOLUTION, *ROWS])
def test_where_something_is_not_as_expected_nothing_is_made(
    root: Path, file: str
) -> None:
    """There is no such model, a file is there already, or one has no row."""
    if file:
        write(root / file, "mine = 1\n")
    before = tree(root)
    told = {"": "no kata is named 'chess'", SOLUTION: f"but there is {SOLUTION}"}
    with pytest.raises(ValueError, match=told.get(file, "found none")):
        make(NAME, MODEL if file else "chess", root)
    assert tree(root) == before


# Files, and documents of screens, that meet no list of katas: they pass as before.
ALONE = (
    *("test_fuzz", "test_guard", "test_hostile", "test_merge", "test_play"),
    *("test_report_page", "test_roster", "test_tournament", "test_wall"),
    *("boards", "debugger", "loading", "no_answer", "wrong_answers"),
)


@pytest.mark.slow
def test_the_repository_is_green_with_one_kata_more(tmp_path: Path) -> None:
    """A new kata passes, and what is tested apart from katas is as it was."""
    files = tracked()
    if not files:
        pytest.skip("this is not a clone")
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    # These fail until its author has written what it lacks.
    lacking = "card_for_each", "path_has_all"
    apart = f"not ({' or '.join([*BY_NAME, NAME, *lacking, *ALONE])})"
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
