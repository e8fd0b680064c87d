"""The language that the test files of the katas are written in."""

from kata_tables.answers import OneOf as OneOf
from kata_tables.answers import Record as Record
from kata_tables.arguments import Call as Call
from kata_tables.arguments import Growth as Growth
from kata_tables.arguments import OneShot as OneShot
from kata_tables.arguments import scripted as scripted
from kata_tables.arguments import seeded as seeded
from kata_tables.arguments import written as written
from kata_tables.case import Case as Case
from kata_tables.case import Kata as Kata
from kata_tables.case import Row as Row
from kata_tables.case import hold as hold
from kata_tables.drawing import Drawing as Drawing
from kata_tables.scripts import Screen as Screen
from kata_tables.scripts import script as script
from kata_tables.table import Table as Table
