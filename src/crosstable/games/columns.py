"""The columns of the standings: those of the game, then the tie-breaks that were chosen, then what the game adds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crosstable.games.model import Game, Words
from crosstable.games.tie_break_names import tie_break_of


@dataclass(frozen=True, slots=True)
class Column:
    """`code` is that of a tie-break, or one of PLAYED, W, D, L. `on_phone`: there is room for it on a phone."""

    code: str
    short: str
    name: str
    is_share: bool = False
    is_difference: bool = False
    is_rating: bool = False
    on_phone: bool = False
    # What stands under the table about it.
    rule: str = ""

    @property
    def heading(self) -> str:
        """A share says in its heading that it is in percent, so that its numbers need not."""
        return f"{self.short} %" if self.is_share and "%" not in self.short else self.short


COUNTED = {
    "PLAYED": Column("PLAYED", "P", "Matches played"),
    "W": Column("W", "W", "Won, byes included"),
    "D": Column("D", "D", "Drawn"),
    "L": Column("L", "L", "Lost"),
}
DIFFERENCES = frozenset({"MARGIN", "DIFF", "SET-DIFF"})
RATINGS = frozenset({"TPR"})
# The number of wins is a tie-break, too: it is shown once.
SAME = {"WINS": "W"}


def columns_of(game: Game, tie_breaks: Sequence[str], words: Words | None = None) -> tuple[Column, ...]:
    codes = [*game.columns, *(SAME.get(code, code) for code in tie_breaks), *game.last_columns]
    return tuple(column_of(game, code, words or game.words) for code in dict.fromkeys(codes))


def column_of(game: Game, code: str, words: Words) -> Column:
    if code in COUNTED:
        # On a phone points say enough, where there are any: names need the room.
        return replace(COUNTED[code], on_phone=code != "PLAYED" and "PTS" not in game.columns)
    tie_break = tie_break_of(game, code, words)
    short = {
        "PTS": "Points",
        "WINS": "Wins",
        "FOR": tie_break.short if game.shape.has_parts else words.points,
        "SET-DIFF": f"{words.points} +/−",
        "SET-RATIO": words.points,
        "TPR": "Perf",
    }
    return Column(
        code,
        short.get(code, tie_break.short),
        "Performance rating" if code == "TPR" else tie_break.name,
        is_share=tie_break.is_share,
        is_difference=code in DIFFERENCES,
        is_rating=code in RATINGS,
        on_phone=code in game.columns and code in {"PTS", *DIFFERENCES},
        rule=tie_break.rule,
    )
