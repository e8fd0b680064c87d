"""The harness of the katas. CONTRIBUTING.md has the way of a run."""

from kata_tables.answers import OneOf as OneOf
from kata_tables.answers import Record as Record
from kata_tables.arguments import Call as Call
from kata_tables.arguments import Growth as Growth
from kata_tables.arguments import OneShot as OneShot
from kata_tables.arguments import counted_rows as counted_rows
from kata_tables.arguments import scripted as scripted
from kata_tables.arguments import seeded as seeded
from kata_tables.arguments import written as written

from kata_kit.fixture import Kata as Kata
