"""`python -m katas merge` believes nothing of a part, and leaves out what is odd."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kata_kit.record import GREEN, RED
from kata_report import merge
from kata_report.report import write
from repository.cohorts import cohort, failure, person
from repository.fuzz import with_strange_values

Merge = Callable[..., tuple[int, str]]


@pytest.fixture
def merged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Merge:
    """Return what merges a good part and others; the exit code and all that is said."""
    write(tmp_path / "good.json", cohort(person("ada", GREEN)))

    def merged(*parts: str) -> tuple[int, str]:
        paths = [tmp_path / "good.json"]
        for number, text in enumerate(parts):
            paths.append(tmp_path / f"part{number}.json")
            paths[-1].write_text(text, encoding="utf-8", errors="surrogatepass")
        words = [*map(str, paths), f"--report={tmp_path}/all.json"]
        code = merge.main(words)
        return code, "".join(capsys.readouterr())

    return merged


def values(tmp_path: Path) -> Any:
    """Return a part with one person, as JSON has it."""
    write(tmp_path / "bob.json", cohort(person("bob", RED, failure("a"))))
    return json.loads((tmp_path / "bob.json").read_text(encoding="utf-8"))


def people(tmp_path: Path) -> set[str]:
    """Return those who are in the report of all parts."""
    records = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))["records"]
    return {one["participant"] for one in records}


def test_a_part_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "part.json"
    with path.open("wb") as part:
        part.truncate(merge.LARGEST + 1)  # The disk has none of it.
    with pytest.raises(ValueError, match="larger than 200 MB"):
        merge.read(path)


def test_a_part_that_is_refused_concerns_itself_alone(
    merged: Merge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merge, "MOST_CELLS", 300)
    part = values(tmp_path)
    bob = json.dumps(part)
    (record,) = part["records"]
    katas = [{"name": f"kata{number}", "stages": []} for number in range(100)]
    many = [{**record, "participant": f"bob{number}"} for number in range(300)]
    refused = {
        "{": "not JSON",
        "[" * 100_000: "not JSON",
        bob.replace('"one"', '"other"'): "the stages of first are other, two",
    }
    for odd, why in (
        ({"folder": " " * 20_001}, "folder: expected at most 20,000 characters"),
        ({"records": [{**record, "verdict": " " * 20_001}]}, "verdict: expected at"),
        ({"isolation": 5}, "isolation: expected a list, got 5"),
        ({"records": [record, record]}, "there are two of it"),
        ({"katas": [*part["katas"], *katas]}, "expected at most 100 katas"),
        ({"records": many}, "300 files, got 301 participants by 1"),
    ):
        refused[json.dumps({**part, **odd})] = why
    for text, why in refused.items():
        code, said = merged(text, bob.replace("first", "second"))
        assert (code, people(tmp_path)) == (1, {"ada", "bob"})
        assert said.startswith("left out: part0")
        assert why in said


def test_no_control_character_of_a_part_is_let_through(
    merged: Merge, tmp_path: Path
) -> None:
    def strange(value: Any) -> Any:
        if isinstance(value, dict):
            fixed = ("version", "state", "status", "started")
            return {k: v if k in fixed else strange(v) for k, v in value.items()}
        if isinstance(value, list):
            return [strange(one) for one in value]
        return f"\x1b]0;{value}\x9b\r\n" if isinstance(value, str) else value

    code, said = merged(json.dumps(strange(values(tmp_path))))
    assert (code, len(people(tmp_path))) == (0, 2)
    written = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    texts = [said, *(one["verdict"] for one in written["records"])]
    texts += [one["participant"] + one["file"] for one in written["records"]]
    for text in texts:
        assert text.replace("\n", "").isprintable()
    assert "\\x1b" in json.dumps(written)


def test_no_json_ends_the_command(merged: Merge, tmp_path: Path) -> None:
    dice = random.Random(21)
    for _ in range(300):
        text = json.dumps(with_strange_values(values(tmp_path), dice))
        if dice.random() < 0.2:
            text = text[: dice.randrange(len(text))]
        code, said = merged(text)
        assert code in (0, 1)
        assert "ada" in people(tmp_path)
        assert said.replace("\n", "").isprintable()
