"""Find out who takes part: whose file for a kata can be loaded as a player."""

from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from kata_kit.katas import BY_NAME, ROOT
from kata_kit.parsing import Own, code, is_stub
from kata_kit.process import Limits
from kata_kit.under_test import UnderTest
from kata_workshop.child import opened
from kata_workshop.files import Submitted
from kata_workshop.participants import Gathering

from kata_tournament.game import trouble

PLAYERS = ("tictactoe_player", "reversi_player", "reversi_search")


class Entrant(NamedTuple):
    """Somebody whose player takes part."""

    one: Submitted
    own: Own  # what the code may read, opened
    is_reference: bool  # the file is a copy of it

    def under_test(self, limits: Limits) -> UnderTest:
        """Return the player for one game; its process starts with the first call."""
        return UnderTest(self.one.file, self.one.kata, limits, self.own)


class Entries(NamedTuple):
    """The players by name, and a sentence about everybody else with a file."""

    players: dict[str, Entrant]
    others: Sequence[str]


def entries(gathering: Gathering, kata: str, limits: Limits) -> Entries:
    """Return who takes part; each file is loaded once."""
    players, told = {}, [f"not read: {text}" for text in gathering.not_run]
    reference = (ROOT / BY_NAME[kata].solution).read_bytes().split()
    for one in gathering.submitted:
        if one.kata.name != kata:
            continue
        try:
            own = opened(one.own, one.identity)
            content = code(one.file, own)
            if is_stub(content.decode("utf-8", "replace")):
                raise ValueError("not written yet")
            entrant = Entrant(one, own, content.split() == reference)
            with closing(entrant.under_test(limits)) as loaded:
                for wrong in loaded.call("choose_move", "answer", []).outcomes:
                    raise ValueError(trouble(wrong, kata))
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", "") or str(error)
            told.append(f"{one.participant} does not play: {why}")
        else:
            players[one.participant] = entrant
    return Entries(players, told)
