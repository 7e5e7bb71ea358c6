"""Tie-breaks and columns of the standings in the words of a game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crosstable.engine.tie_breaks import Format, TieBreak, find_tie_break
from crosstable.games.model import POINTS, Game, Use, Vocabulary
from crosstable.text import tr


def tie_break_of(game: Game, code: str, vocabulary: Vocabulary | None = None) -> TieBreak:
    """Return the tie-break with its name in this game. Raises UnknownTieBreak.

    Legs where legs are won, goals where goals are counted.
    """
    tie_break = find_tie_break(code)
    return replace(
        tie_break, name=_filled(tie_break.name_in_game, tie_break, game, vocabulary) or tie_break.name
    )


def _filled(text: str, tie_break: TieBreak, game: Game, vocabulary: Vocabulary | None) -> str:
    """Where sets or games are won, the scored unit is the points made in them."""
    if not text:
        return ""
    vocabulary, has_parts = vocabulary or game.vocabulary, game.shape.has_parts
    won = vocabulary.counted
    return tr(
        text,
        won=won,
        scored=POINTS if has_parts else won,
        counted=tie_break.short if has_parts else won.titles,
        second=vocabulary.second,
    )


def lacks_sides(game: Game, code: str) -> bool:
    """Return whether it counts sides in a game whose sides do not differ."""
    return find_tie_break(code).needs_sides and Use.COLORS not in game.uses


@dataclass(frozen=True, slots=True)
class Column:
    """`code` is that of its tie-break, or one of PLAYED, W, D, L. `on_phone`: it is shown on a phone."""

    code: str
    short: str
    name: str
    tie_break: TieBreak | None = None
    on_phone: bool = False

    @property
    def format(self) -> Format:
        return self.tie_break.format if self.tie_break else Format.NUMBER

    @property
    def is_share(self) -> bool:
        return self.format is Format.SHARE

    @property
    def adds_up(self) -> bool:
        """Whether it adds up over all stages; a number of matches does."""
        return self.tie_break is None or self.tie_break.adds_up

    @property
    def rule(self) -> str:
        """The rule shown under the table."""
        return self.tie_break.rule if self.tie_break else ""

    @property
    def heading(self) -> str:
        """The heading of a share states the percent sign, so its numbers need none."""
        return f"{self.short} %" if self.is_share and "%" not in self.short else self.short


COUNTED = {
    "PLAYED": Column("PLAYED", tr("P"), tr("Matches played")),
    "W": Column("W", tr("W"), tr("Won, byes included")),
    "D": Column("D", tr("D"), tr("Drawn")),
    "L": Column("L", tr("L"), tr("Lost")),
}
# The number of wins is a tie-break, too: it is shown once.
SAME = {"WINS": "W"}


def columns_of(
    game: Game, tie_breaks: Sequence[str], vocabulary: Vocabulary | None = None
) -> tuple[Column, ...]:
    codes = [*game.columns, *(SAME.get(code, code) for code in tie_breaks), *game.last_columns]
    return tuple(column_of(game, code, vocabulary or game.vocabulary) for code in dict.fromkeys(codes))


def column_of(game: Game, code: str, vocabulary: Vocabulary) -> Column:
    if code in COUNTED:
        # On a phone points are enough, where there are any: names need the space.
        return replace(COUNTED[code], on_phone=code != "PLAYED" and "PTS" not in game.columns)
    tie_break = tie_break_of(game, code, vocabulary)
    return Column(
        code,
        _filled(tie_break.heading, tie_break, game, vocabulary) or tie_break.short,
        tie_break.column_name or tie_break.name,
        tie_break,
        on_phone=code in game.columns and (code == "PTS" or tie_break.format is Format.DIFFERENCE),
    )
