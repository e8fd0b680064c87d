"""What people hand in: folders, archives, and a cohort of which each cell is known."""

import io
import re
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

from kata_kit.katas import PATH
from repository.project import ROOT

# By their paths: what is in them, or where a link leads. What stands below "x.zip/" or
# "x.tar.gz/" is in that archive.
Files = Mapping[str, str | bytes | Path]

KATAS = [kata.name for kata in PATH[:5]]
PEOPLE = {
    "folder": ["Ada", "Zoë", "Björn Öberg", "José", "O'Neill"],
    "clone": ["clara", "dmitri", "朱 明", "Eve-Marie", "fay"],
    "archive": ["gus", "Ha Nguyễn", "ivy", "joão", "kim"],
    "moodle": ["Ana García", "Łukasz", "Mia Groß", "nia", "Émile"],
    "loose": ["oskar", "pia", "Quentin Å", "rosa_maria", "sven"],
    "classroom": ["tariq", "Ümit", "vera", "wu", "Xenia"],
}
# How the files of some cells are named in place of `<kata>.py`.
MISSPELT = {
    ("Ada", KATAS[0]): "TicTacToe-Winner.py",
    ("clara", KATAS[1]): "tictactoe_coordinates (1).py",
    ("gus", KATAS[2]): "tictactoe_negmax.py",
    ("nia", KATAS[3]): "tictactoe_perft.py.txt",
    ("oskar", KATAS[4]): "Reversi Flips.PY",
    ("vera", KATAS[4]): "reversi_filps.py",
}
# What is not for a cell.
ODD: Files = {
    f"{KATAS[0]}.py": "NAMELESS = 1\n",
    "fay/notes.ipynb": "{}",
    "kim/work.7z": b"7z",
    "wu.rar": b"Rar!",
    "xavier.zip": b"PK nonsense",
    "yann.patch": "--- a\n+++ b\n",
    f"__zed/{KATAS[0]}.py": "A = 1\n",
    f"Ada/notes/{KATAS[2]}_large.py": b"#" * 1_000_001,
    f"José/{KATAS[3]} final v2.py": "A = 1\n",
    f"sven_{KATAS[0]}.txt": "A = 1\n",
    f"rosa_maria_{KATAS[0]} (1).py": Path("/dev/zero"),
}


class Cohort(NamedTuple):
    """What thirty people handed in for five katas, and what is to come of it."""

    cells: dict[tuple[str, str], bytes]
    undecided: dict[tuple[str, str], str]  # with the path that is to be chosen
    odd: list[str]  # the paths that the account has to name as left


def make(folder: Path, files: Files) -> Path:
    """Write files into a folder, which is made."""
    for name, inside in packed(files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(inside, Path):
            path.symlink_to(inside)
        else:
            path.write_bytes(as_bytes(inside))
    return folder


def packed(files: Files) -> Files:
    """Return files, with archives of what stands in archives."""
    flat, archives = dict[str, str | bytes | Path](), dict[str, Any]()
    for path, inside in files.items():
        found = re.match(r"(.*?\.(?:zip|tar\.gz))/(.*)", path)
        if found:
            archives.setdefault(found[1], {})[found[2]] = inside
        else:
            flat[path] = inside
    return flat | {path: pack(path, inner) for path, inner in archives.items()}


def as_bytes(inside: str | bytes | Path) -> bytes:
    return inside if isinstance(inside, bytes) else str(inside).encode()


def pack(name: str, files: Files) -> bytes:
    """Return an archive with files."""
    file, flat = io.BytesIO(), packed(files)
    if name.endswith(".zip"):
        with zipfile.ZipFile(file, "w") as archive:
            for path, inside in flat.items():
                member = zipfile.ZipInfo(path.encode(errors="replace").decode())
                if isinstance(inside, Path):
                    member.external_attr = 0o120777 << 16
                archive.writestr(member, as_bytes(inside), zipfile.ZIP_DEFLATED)
        return file.getvalue()
    with tarfile.open(fileobj=file, mode="w:gz") as tar:
        for path, inside in flat.items():
            entry, data = tarfile.TarInfo(path), as_bytes(inside)
            if isinstance(inside, Path):
                entry.type, entry.linkname, data = tarfile.SYMTYPE, str(inside), b""
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return file.getvalue()


def code(kata: str, who: str, number: int) -> bytes:
    """Return somebody's code for a kata; no two are the same."""
    right = (ROOT / "solutions" / f"{kata}.py").read_text(encoding="utf-8")
    stub = (ROOT / "katas" / kata / f"{kata}.py").read_text(encoding="utf-8")
    windows = right.replace("\n", "\r\n")
    kinds = [right, stub, windows, "def (:\n", "while True: pass\n"]
    return f"{kinds[number % len(kinds)]}# {who}, {kata}\n".encode()


def hand_in(folder: Path) -> Cohort:
    """Hand in a cohort in six ways, with what people do wrong."""
    cells, files = {}, dict[str, str | bytes | Path]()
    for way, people in PEOPLE.items():
        for number, who in enumerate(people):
            for kata in KATAS:
                mine = code(kata, who, number + KATAS.index(kata))
                cells[who, kata] = mine
                files[_place(way, number, who, kata)] = mine
                if way == "clone":
                    files[f"{who}/solutions/{kata}.py"] = "SOLUTION = 1\n"
                    files[f"{who}/tests/{kata}/test_{kata}.py"] = "TEST = 1\n"
    second = f"Ada/later/{KATAS[1]}.py"
    same = f"Zoë/copy of it/{KATAS[0]}.py"
    files |= {**ODD, second: "A = 2\n", same: cells["Zoë", KATAS[0]]}
    make(folder, files)
    undecided = {
        ("Ada", KATAS[1]): f"Ada/{KATAS[1]}.py",
        ("rosa_maria", KATAS[0]): f"rosa_maria__{KATAS[0]}.py",
    }
    return Cohort(cells, undecided, [*ODD, second, same])


def _place(way: str, number: int, who: str, kata: str) -> str:
    """Return where somebody's file for a kata stands."""
    name = MISSPELT.get((who, kata), f"{kata}.py")
    # A Mac writes an umlaut as two characters.
    who = normalize("NFD", who) if number % 2 else who
    nested = f"{kata}/{name}" if number % 2 else name
    packed = "tar.gz" if number % 2 else "zip"
    marked = f"{who}_{1000 + number}_assignsubmission_file_"
    return {
        "folder": f"{who}/{nested}",
        "clone": f"{who}/katas/{kata}/{name}",
        "archive": f"{who}.{packed}/katas-main/katas/{kata}/{name}",
        "moodle": f"Evening 1.zip/{marked}/{'mine.zip/' if number > 2 else ''}{nested}",
        "loose": f"{who}{'__' if number % 2 else '_'}{name}",
        "classroom": f"classroom/{who}/{'katas/' if number > 2 else ''}{kata}/{name}",
    }[way]
