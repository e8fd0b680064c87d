"""An evening of thirty people and five katas, whose mistakes are known."""

from dataclasses import replace
from pathlib import Path

from kata_kit.katas import BY_NAME
from kata_report import merge
from kata_report.cohort import Cohort, ordered
from kata_tables.mistakes import read
from repository.cohorts import on_its_own, write
from repository.handed_in import PEOPLE
from repository.project import ROOT, Project

WINNER, COORDINATES, NEGAMAX, FLIPS, GAME = KATAS = (
    "tictactoe_winner",
    "tictactoe_coordinates",
    "tictactoe_negamax",
    "reversi_flips",
    "tictactoe_game",
)
EVERYBODY = [who for people in PEOPLE.values() for who in people]

# By kata and what they hand in: a mistake or another way of the catalogue, the stub, or
# what has no name. Everybody else hands in the reference.
HANDED_IN = {
    WINNER: {
        "no diagonals": EVERYBODY[:7],
        "diagonal never found": EVERYBODY[7:9],
        "diagonals fixed at three": EVERYBODY[9:11],
        "columns never win": EVERYBODY[11:17],
        "two in one": EVERYBODY[17:21],
        "another way": EVERYBODY[21:23],
    },
    COORDINATES: {
        "exactly n cells": EVERYBODY[:3],
        "asks for the length first": EVERYBODY[10:14],
        "stub": EVERYBODY[26:],
    },
    NEGAMAX: {"min of the children": EVERYBODY[25:27], "stub": EVERYBODY[:24]},
    FLIPS: {
        "rows and columns only": EVERYBODY[21:26],
        "open runs turn over": EVERYBODY[4:6],
        "stub": EVERYBODY[7:20],
    },
    GAME: {"no diagonals": EVERYBODY[27:28], "stub": EVERYBODY[:26]},
}
# The last row is no line, and an empty cell in it is not seen.
TWO_IN_ONE = """\
def is_solved(board):
    rows, numbers = board[:-1], range(len(board))
    columns = [[row[number] for row in board] for number in numbers]
    diagonal = [board[number][number] for number in numbers]
    anti_diagonal = [board[number][-1 - number] for number in numbers]
    for line in [*rows, *columns, diagonal, anti_diagonal]:
        if line[0] and len(set(line)) == 1:
            return line[0]
    return -1 if any(0 in row for row in rows) else 0
"""


def code(kata: str, kind: str) -> str:
    """Return what is handed in for a kata."""
    files = BY_NAME[kata]
    if kind in ("right", "stub"):
        file = files.solution if kind == "right" else files.stub
        return (ROOT / file).read_text(encoding="utf-8")
    catalogue = read(ROOT / files.mistakes)
    texts = {one.name.replace("_", " "): one.code for one in catalogue.mistakes}
    texts |= {"another way": catalogue.right[0].code, "two in one": TWO_IN_ONE}
    return on_its_own(kata, texts[kind])


def evening(project: Project, folder: Path) -> Cohort:
    """Run what is handed in, each kind of it once, and return everybody's records."""
    handed_in, report = folder / "handed in", folder / "kinds.json"
    for kata in KATAS:
        for kind in ("right", *HANDED_IN[kata]):
            write(handed_in / kind / f"{kata}.py", code(kata, kind))
    project.pytest(f"--submission={handed_in}", f"--report={report}", "-n2", *KATAS)
    run, everybody = merge.read(report), []
    for record in run.records:
        kinds = HANDED_IN[record.kata]
        others = [who for people in kinds.values() for who in people]
        right = [who for who in EVERYBODY if who not in others]
        for who in {**kinds, "right": right}.get(record.participant, []):
            file = f"{who}/{record.kata}.py"
            everybody.append(replace(record, participant=who, file=file))
    return replace(run, folder="submissions", records=ordered(everybody, run.katas))
