"""Wrong programs that all tests of their kata once passed stay red: `once_green.md`."""

import re

import pytest
from kata_kit.code import Code
from kata_kit.katas import BY_NAME
from kata_tables.mistakes import changed
from repository.tables import Keys, rows
from repository.texts import text_of

pytestmark = pytest.mark.usefixtures("remembering")

PAGE = "tests/repository/once_green.md"
SECTION = re.compile(r"(?m)^## (\w+): (.+)\n(.+)\n```diff\n((?s:.+?))^```$")
NOTHING = "nothing"

PROGRAMS = [
    pytest.param(BY_NAME[name], test, diff, id=f"{name} {title}")
    for name, title, test, diff in SECTION.findall(text_of(PAGE))
]


@pytest.mark.slow
@pytest.mark.parametrize(("kata", "test", "diff"), PROGRAMS)
def test_a_program_is_rejected_by_its_test_or_by_nothing(kata, test, diff):
    reference = text_of(kata.solution)
    source = changed(reference, diff, PAGE)
    keys = Keys(kata, Code(kata.mistakes / f"{kata.name}.py", source=source))
    about = [row for row in rows(kata) if test in (row.title, NOTHING)]
    assert about, "no test has this name"
    is_rejected = any(keys[row] is not None for row in about)
    assert is_rejected is (test != NOTHING)


def test_every_section_is_read():
    assert len(PROGRAMS) == text_of(PAGE).count("\n## ")
