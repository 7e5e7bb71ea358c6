"""The columns of the standings: those of the game, then the tie-breaks that were chosen, then what the game adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.tie_breaks import find_tie_break
from crosstable.games.model import Game, Words


@dataclass(frozen=True, slots=True)
class Column:
    """`code` is that of a tie-break, or one of PLAYED, W, D, L."""

    code: str
    short: str
    name: str
    is_share: bool = False


COUNTED = {
    "PLAYED": Column("PLAYED", "P", "Matches played"),
    "W": Column("W", "W", "Won, byes included"),
    "D": Column("D", "D", "Drawn"),
    "L": Column("L", "L", "Lost"),
}
# The number of wins is a tie-break, too: it is shown once.
SAME = {"WINS": "W"}


def columns_of(game: Game, tie_breaks: Sequence[str], words: Words | None = None) -> tuple[Column, ...]:
    codes = [*game.columns, *(SAME.get(code, code) for code in tie_breaks), *game.last_columns]
    return tuple(_column(code, words or game.words) for code in dict.fromkeys(codes))


def _column(code: str, words: Words) -> Column:
    if code in COUNTED:
        return COUNTED[code]
    tie_break = find_tie_break(code)
    named = {"DIFF": ("+/−", f"{words.points}: difference"), "FOR": (words.points, f"{words.points} scored")}
    short, name = named.get(code, (tie_break.short, tie_break.name))
    return Column(code, short, name, tie_break.is_share)
