"""The games that are still open, and how one may end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from crosstable.engine.model import EntryId, Outcome, Result, Tournament
from crosstable.engine.pairing.possible import with_results


class Ending(Enum):
    """How a game ends, seen from its first entry."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @property
    def swapped(self) -> Ending:
        return {Ending.WIN: Ending.LOSS, Ending.LOSS: Ending.WIN}.get(self, Ending.DRAW)


OUTCOMES = {
    Ending.WIN: (Outcome.WIN, Outcome.LOSS),
    Ending.DRAW: (Outcome.DRAW, Outcome.DRAW),
    Ending.LOSS: (Outcome.LOSS, Outcome.WIN),
}


@dataclass(frozen=True, slots=True)
class OpenGame:
    round: int
    first: EntryId
    second: EntryId
    table: int | None = None

    def side(self, ending: Ending, entry: EntryId) -> Ending:
        """The ending seen from one of the two."""
        return ending if entry == self.first else ending.swapped


def open_games(tournament: Tournament) -> tuple[OpenGame, ...]:
    return tuple(
        OpenGame(r.number, m.pairing.first, m.pairing.second, m.pairing.table)
        for r in tournament.rounds
        for m in r.matches
        if m.result is None
    )


def result_of(ending: Ending, first_vp: int = 0, second_vp: int = 0) -> Result:
    return Result(*OUTCOMES[ending], first_vp, second_vp)


def with_endings(tournament: Tournament, results: Mapping[OpenGame, Result]) -> Tournament:
    """The tournament as if these games had ended so."""
    return with_results(
        tournament, {(game.round, frozenset((game.first, game.second))): r for game, r in results.items()}
    )


def game_of(games: Sequence[OpenGame], entry: EntryId) -> OpenGame | None:
    """The newest open game of an entry."""
    mine = [game for game in games if entry in (game.first, game.second)]
    return max(mine, key=lambda game: game.round, default=None)
