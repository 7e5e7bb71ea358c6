"""The rules of an event: its game with the choices of the organiser and the stage, as one value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from crosstable.engine.model import Scoring
from crosstable.engine.pairing.registry import System, find_system
from crosstable.engine.results import Points, ResultShape
from crosstable.engine.results.score import POINTS as COUNTED_POINTS
from crosstable.engine.tie_breaks import EventKind, TieBreak, find_tie_break
from crosstable.engine.tie_breaks.among_tied import Procedure
from crosstable.games.columns import Column, column_of, columns_of, tie_break_of
from crosstable.games.model import (
    BOARD,
    POINTS,
    TABLE,
    Choices,
    EntryField,
    Game,
    Noun,
    StartingOrder,
    TieBreakList,
    Use,
    Variant,
    Vocabulary,
)
from crosstable.text import Text, tr

NOTHING_CHOSEN = Choices()
SCORES = tuple(field.name for field in fields(Scoring))
# A win without a game counts as a win, half a bye as a draw, unless specified otherwise (FIDE C.04.1, TRF26).
WORTH_AS = {"forfeit_win": "win", "allocated_bye": "win", "full_bye": "win", "half_bye": "draw"}
# In round robins and brackets no round is paired by a system of the game.
WITHOUT_PAIRING = {"pools": "round-robin", "knockout": "knockout"}
# The first criteria for teams on several boards. Points of single games do not apply to them (match points replace
# them), nor, by C.07 article 10, do ratings.
TEAMS_FIRST = ("MP", "BP")
# Fields of the registration form shown in the list of players, if the game has them.
LISTED = ("faction", "team_name", "federation")


@dataclass(frozen=True)
class Rules:
    """The fields are the choices; empty values mean the game's own. Everything else is derived from them.

    `points` are the single results whose points were chosen. `best_of` and `may_be_drawn` are those of one stage, or of
    a round of it. An event without a rating pool is not rated.
    """

    game: Game
    choices: Choices = NOTHING_CHOSEN
    chosen_system: str = ""
    own_tie_breaks: tuple[str, ...] = ()
    points: tuple[tuple[str, str], ...] = ()
    has_teams: bool = False
    team_boards: int = 1
    team_tie_breaks: tuple[str, ...] = ()
    rating_pool: str = ""
    best_of: int | None = None
    may_be_drawn: bool = True

    @cached_property
    def variant(self) -> Variant | None:
        return next((one for one in self.game.variants if one.code == self.choices.variant), None)

    @cached_property
    def name(self) -> str:
        return self.choices.name or (self.variant.name if self.variant else self.game.name)

    @property
    def code(self) -> str:
        return self.game.code

    @property
    def uses(self) -> frozenset[Use]:
        return self.game.uses

    @property
    def has_boards(self) -> bool:
        """Whether a match of two teams has several boards."""
        return self.team_boards > 1

    # Words.

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The game's words, with those the organiser chose instead.

        A team match over several boards is at a table, even where a single game is at a board: one word, one thing. A
        side that is called a player in single events is a team in team events.
        """
        vocabulary, variant, choices = self.game.vocabulary, self.variant, self.choices
        place = (variant.place if variant else None) or vocabulary.place
        counted = (variant.counted if variant else None) or vocabulary.counted
        if choices.table:
            place = Noun.typed(choices.table, choices.tables)
        elif self.has_boards and place is BOARD:
            place = TABLE
        if choices.score:
            counted = Noun.typed(choices.score)
        vocabulary = replace(vocabulary, place=place, counted=counted)
        if self.has_teams and not self.has_named_sides:
            return replace(vocabulary, first=tr("Team 1"), second=tr("Team 2"))
        return vocabulary

    def say(self, text: str, /, **values: object) -> str:
        """Format a sentence with the event's word for where a match is played; see `Vocabulary.say`."""
        return self.vocabulary.say(text, **values)

    @property
    def has_named_sides(self) -> bool:
        """Home and away, White and Black: who is named first matters, even where no colours are allocated."""
        return self.game.vocabulary.first != Vocabulary().first

    @cached_property
    def result_word(self) -> str:
        """The heading of the column of results."""
        return tr("Result") if self.shape.kind == "decided" else self.vocabulary.points

    @property
    def dispute_sentence(self) -> str:
        """A sentence on what happens in a dispute."""
        return self.vocabulary.official.comes

    @property
    def resigns(self) -> bool:
        """Whether a player who gives up a match resigns, as in chess; elsewhere players concede."""
        return Use.RESIGNATION in self.uses

    # Results and their points.

    @cached_property
    def shape(self) -> ResultShape:
        """The shape of a match. In a knockout it has a winner.

        On the boards of a team match the points of both sides must add up: no ½–0.
        """
        scored = self.game.scored_shape if self.choices.score else None
        shape = self.variant.shape if self.variant else scored or self.game.shape
        draws = self.choices.draws if self.choices.draws is not None else shape.draws
        wanted: dict[str, Any] = {
            "label": self.choices.score or None,
            "most": self.choices.most,
            "best_of": self.best_of or self.choices.best_of,
            "draws": draws and self.may_be_drawn,
            "unequal": False if self.has_boards else None,
        }
        known = {field.name for field in fields(shape)}  # type: ignore[arg-type]
        changes = {name: value for name, value in wanted.items() if name in known and value is not None}
        return replace(shape, **changes)  # type: ignore[type-var]

    @cached_property
    def result_format(self) -> ResultShape:
        """The shape without its words and limits, which may change during play."""
        plain = replace(self.choices, most=None, score="points" if self.choices.score else "")
        return Rules(self.game, plain).shape

    @cached_property
    def counts_points(self) -> bool:
        """Whether a match is reported by a number for each side, from which the result follows."""
        return isinstance(self.shape, Points)

    @cached_property
    def is_chosen(self) -> bool:
        """Whether the result is one of a few and is selected in the rows of the control room.

        That of a team has one for each board.
        """
        return self.shape.kind == "decided" and not self.has_boards

    @cached_property
    def scoring(self) -> Scoring:
        """Points are chosen as text, since points are exact and JSON numbers are not."""
        named = {one.code: one.scoring for one in self.game.more_scorings}
        usual = self.variant.scoring if self.variant and self.variant.scoring else self.game.scoring
        points = {name: Decimal(value) for name, value in self.points if name in SCORES}
        return replace(named.get(self.choices.scoring, usual), **points)

    @cached_property
    def penalises_score(self) -> bool:
        """Whether a penalty is in victory points or battle points: where wins lead the standings.

        Everywhere else it is in points of the standings, as a league deducts them, and for teams on boards in match
        points.
        """
        lead = self.game.tie_breaks["swiss"][0]
        return not self.has_boards and lead != "PTS" and self.shape.counted == COUNTED_POINTS

    @cached_property
    def unit_of_penalties(self) -> str:
        """The unit of penalties: victory points, points, match points."""
        if self.penalises_score:
            return self.vocabulary.score
        return tr("match points") if self.has_boards else POINTS.words

    def penalty_words(self, amount: str) -> Text:
        """Word a penalty or a bonus: −5 VP."""
        unit = self.vocabulary.unit if self.penalises_score else self.unit_of_penalties
        return tr("{amount} {unit}", amount=amount, unit=unit)

    # Pairing and standings.

    @property
    def system(self) -> str:
        return self.chosen_system or self.game.system

    def system_in(self, kind: str) -> str:
        """Return the pairing system of a stage of this kind."""
        return WITHOUT_PAIRING.get(kind) or self.system

    @cached_property
    def pairing_system(self) -> System:
        """Raises UnknownSystem."""
        return find_system(self.system)

    @property
    def offers_systems(self) -> bool:
        return len(self.game.systems) > 1

    @property
    def starts_by_rating(self) -> bool:
        """Whether starting numbers are by rating, and not by registration."""
        return self.game.starting_order is StartingOrder.RATING

    @cached_property
    def tie_breaks(self) -> tuple[str, ...]:
        if not self.has_boards:
            return self.chosen_tie_breaks
        others = (code for code in self.chosen_tie_breaks if not find_tie_break(code).of_persons)
        return (*TEAMS_FIRST, *self.team_tie_breaks, *others)

    @cached_property
    def chosen_tie_breaks(self) -> tuple[str, ...]:
        """The choice of the settings, for entries of any kind; else the pairing system's, else the game's."""
        return self.tie_breaks_in("swiss", self.own_tie_breaks or self.pairing_system.tie_breaks)

    @cached_property
    def pool_tie_breaks(self) -> tuple[str, ...]:
        return self.tie_breaks_in("pools", self.own_tie_breaks)

    def tie_breaks_in(self, kind: str, codes: Sequence[str] = ()) -> tuple[str, ...]:
        """Select by the kind of the stage.

        In a round robin all meet the same opponents, whose strength separates no one; in a Swiss the tied have not all
        met, so procedures for groups do not apply.
        """
        game = self.game
        usual = game.scored_tie_breaks if game.scored_shape and self.choices.score else game.tie_breaks
        usual = self.variant.tie_breaks if self.variant and self.variant.tie_breaks else usual
        if kind == "pools":  # C.07, article 8: some tie-breaks are meaningless there
            codes = [code for code in codes if find_tie_break(code).suits(EventKind.ROUND_ROBIN)]
        else:
            codes = [code for code in codes if not isinstance(find_tie_break(code).among, Procedure)]
        return tuple(codes) or usual.get(kind, ())

    def tie_break(self, code: str) -> TieBreak:
        """Return the tie-break with its name in the event. Raises UnknownTieBreak."""
        return tie_break_of(self.game, code, self.vocabulary)

    @cached_property
    def is_led_by_wins(self) -> bool:
        """Whether wins come first in the standings, and not points."""
        return self.chosen_tie_breaks[0] == "WINS"

    @property
    def lead(self) -> str:
        """The column that decides."""
        return "W" if self.is_led_by_wins else "PTS"

    def column(self, code: str) -> Column:
        return column_of(self.game, code, self.vocabulary)

    def columns(self, codes: Sequence[str]) -> tuple[Column, ...]:
        """Return the columns of the standings that these tie-breaks order."""
        columns = columns_of(self.game, codes, self.vocabulary)
        if not self.has_boards:
            return columns
        of_teams = [one for one in columns if not (one.tie_break and one.tie_break.of_persons)]
        # “BP” is the name of match points in some games: there board points have another heading.
        others = {column.short for column in of_teams if column.code != "BP"}
        return tuple(
            replace(column, short=BOARD.titles) if column.code == "BP" and column.short in others else column
            for column in of_teams
        )

    # Fields of the registration form and of the entry.

    @cached_property
    def about(self) -> tuple[EntryField, ...]:
        """The fields shown next to a name."""
        return self._asks(self.game.about)

    @cached_property
    def list_columns(self) -> tuple[EntryField, ...]:
        """The columns of the list of players."""
        return self._asks(LISTED)

    @cached_property
    def upload_columns(self) -> tuple[EntryField, ...]:
        return tuple(ask for ask in self.game.asks if not ask.field.is_long)

    @property
    def needed(self) -> list[EntryField]:
        return [ask for ask in self.upload_columns if ask.required]

    @property
    def optional(self) -> list[EntryField]:
        return [ask for ask in self.upload_columns if not ask.required]

    def _asks(self, names: Sequence[str]) -> tuple[EntryField, ...]:
        asks = {ask.name: ask for ask in self.game.asks}
        return tuple(asks[name] for name in names if name in asks)

    @cached_property
    def is_rated(self) -> bool:
        """Whether players have a rating here."""
        return bool(self.rating_pool) or any(ask.name == "rating" for ask in self.game.asks)

    def known_rating(self, own: int | None, earned: int | None) -> int | None:
        """Return the one rating of an entry that pages show; None for an unrated player.

        Where starting numbers are by rating, the rating of the entry comes first; elsewhere the rating earned here.
        """
        return (own or earned if self.starts_by_rating else earned or own) or None


def list_of(game: Game, codes: Sequence[str]) -> TieBreakList | None:
    """Return the named list that has these codes, if there is one."""
    return next((one for one in game.tie_break_lists if one.tie_breaks == tuple(codes)), None)


def all_points(worth: Mapping[str, str]) -> dict[str, str]:
    """Return the points an organiser chose for a result, with the results that are worth the same."""
    return {name: worth[like] for name, like in WORTH_AS.items() if like in worth} | dict(worth)


def offered_tie_breaks(game: Game) -> list[str]:
    """Return all tie-breaks the game names, without those that always come first."""
    usual = [
        code for codes in (*game.tie_breaks.values(), *game.scored_tie_breaks.values()) for code in codes
    ]
    of_lists = [code for named in game.tie_break_lists for code in named.tie_breaks]
    lead = game.tie_breaks["swiss"][0]
    return [code for code in dict.fromkeys([*game.more_tie_breaks, *usual, *of_lists]) if code != lead]
