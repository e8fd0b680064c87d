"""`python -m katas site`: why a folder is built or not, and what it must be."""

import ast
import re
import shutil
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from kata_kit.katas import BY_NAME
from kata_loop import stub
from kata_page import build
from repository.project import ROOT, WINNER
from repository.site import RIGHT


def test_one_sentence_says_why_nothing_is_built(monkeypatch, capsys, tmp_path):
    pytest.importorskip("kata_page.pages", reason='needs the extra "site"')
    new = tmp_path / "new"

    def why(folder: Path) -> str:
        assert build.main([str(folder)]) == 2
        return str(capsys.readouterr().err)

    (tmp_path / "mine.txt").write_text("mine")
    assert "is not empty: it has mine.txt" in why(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert "error: the site needs npm, " in why(new)
    monkeypatch.setattr(build, "PATH", [BY_NAME[WINNER]])
    written = tmp_path / f"{WINNER}.py"
    monkeypatch.setattr(BY_NAME[WINNER], "stub", written)
    for code in (None, f"{RIGHT}\ndef more():\n    raise NotImplementedError\n"):
        if code:
            written.write_text(code)
        assert f"{WINNER}.py isn't the stub. Take the stub from a new" in why(new)
    monkeypatch.setattr(stub, "known", lambda kata: f"the stub of {kata.name}")
    assert build.stub_of(BY_NAME[WINNER]) == f"the stub of {WINNER}"
    monkeypatch.setitem(sys.modules, "kata_page.pages", None)
    assert 'pip install -e ".[site]"' in why(new)
    assert not new.exists()


def test_another_file_than_the_one_of_the_list_is_refused(tmp_path):
    part = build.Part("npm", "@a/b", "1.0", "0" * 64)
    with pytest.raises(build.Missing, match="npm did not bring @a/b"):
        build.listed(part, tmp_path)
    (tmp_path / "a-b-1.0.tgz").write_bytes(b"another")
    with pytest.raises(build.Missing, match=rf"expected {part.digest}, got "):
        build.listed(part, tmp_path)


WORD = re.compile(r"^  (\w+): (\[.*?\]),$", re.MULTILINE | re.DOTALL)


def test_every_word_of_the_pages_is_there_in_three_languages():
    rooms = [ROOT / "tests" / room for room in ("kata_page", "kata_evening")]
    files = [file for room in rooms for file in room.rglob("*.*")]
    sources = [file for file in files if file.suffix in (".html", ".js", ".py")]
    *others, words = sorted(sources, key=lambda file: file.name == "words.js")
    rows = dict(WORD.findall(words.read_text(encoding="utf-8")))
    code = "".join(file.read_text(encoding="utf-8") for file in others)
    for name, row in rows.items():
        texts = ast.literal_eval(row)
        assert [bool(text) for text in texts] == 3 * [True], name
        assert len({text.count("%") for text in texts}) == 1, name
        assert f'"{name}"' in code, f"nothing has the word {name}"
    named = re.findall(r'(?:data-(?:word|label)=|\bword\()"(\w+)"', code)
    assert set(named) <= rows.keys()


@pytest.mark.slow
def test_two_builds_of_one_commit_are_the_same(site_folder):
    for file in site_folder.rglob("*.zip"):
        with ZipFile(file) as archive:
            dates = {member.date_time for member in archive.infolist()}
        assert dates == {(2020, 1, 1, 0, 0, 0)}, file.name
