"""The game of a tournament: an event is the code of a game and what its organiser chose about it.

Pages, actions and files ask here how a match is told, what things are called and which parts of the program there are.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from crosstable import games
from crosstable.engine.results import Decided, Points, Shape
from crosstable.engine.results.said import POINTS
from crosstable.engine.tie_breaks import TieBreak
from crosstable.events.models import Entry, Match, Stage, StageKind, Tournament
from crosstable.events.records.settings.game_checks import check_choices
from crosstable.games import GAMES, Choices, Game, StartingOrder, Use, Words

CHOICES = tuple(field.name for field in fields(Choices))
# Every page and every report asks for them, and the same game with the same choices says the same.
_shape, _words = lru_cache(maxsize=500)(games.shape_of), lru_cache(maxsize=500)(games.words_of)


def game_of(tournament: Tournament) -> Game:
    return GAMES[tournament.profile]


def choices_of(tournament: Tournament) -> Choices:
    """What the organiser chose about the game. A limit that every event of the game must have is a column."""
    stored = {name: value for name, value in tournament.choices.items() if name in CHOICES}
    if "faction_names" in stored:
        stored["faction_names"] = tuple(stored["faction_names"])
    if has_stored_limit(game_of(tournament)):
        stored["most"] = tournament.max_vp
    return Choices(**stored)


def has_stored_limit(game: Game) -> bool:
    """Whether the highest score must be chosen; it is then kept in the column `max_vp`."""
    return any(setting.name == "most" and setting.required for setting in game.settings)


def as_columns(game: Game, choices: Mapping[str, Any]) -> dict[str, Any]:
    """Choices as the columns of an event keep them: a limit that must be there has one of its own. Raises BadValue,
    where it is said otherwise than the column can say it."""
    rest = {name: value for name, value in choices.items() if name != "most" or not has_stored_limit(game)}
    if len(rest) == len(choices):
        return {"choices": rest}
    check_choices(game, {"most": choices["most"]})
    return {"choices": rest, "max_vp": choices["most"]}


def shape_of(tournament: Tournament, stage: Stage | None = None, best_of: int | None = None) -> Shape:
    """How one match is told, in the event or in one of its stages; `best_of` where a round of it has its own.

    A match of a knockout has a winner; on one of several boards nobody need win. How many sets it has is as in the
    whole event, unless the stage, or the round of it, says more."""
    game, choices = game_of(tournament), choices_of(tournament)
    if stage is None:
        return _on_boards(tournament, _shape(game, choices))
    wanted = best_of or stage.settings.get("best_of", 1)
    may_be_drawn = stage.kind != StageKind.KNOCKOUT or stage.tournament.team_boards > 1
    shape = _shape(game, choices, best_of=wanted if wanted > 1 else None, may_be_drawn=may_be_drawn)
    return _on_boards(tournament, shape)


def _on_boards(tournament: Tournament, shape: Shape) -> Shape:
    """On the boards of a team match the points of both sides belong together: no ½–0."""
    in_teams = isinstance(shape, Decided) and tournament.team_boards > 1
    return replace(shape, unequal=False) if in_teams else shape  # type: ignore[type-var]


def tells_its_parts(tournament: Tournament) -> bool:
    """Whether the sets or games of a match are told in its score, and not one by one as rows of their own."""
    return shape_of(tournament).has_parts


def words_of(tournament: Tournament) -> Words:
    """A team match over several boards is at a table, also where a single game is at a board: one word, one thing. A
    side that is called a player where one plays is a team where teams do."""
    words = _words(game_of(tournament), choices_of(tournament))
    if tournament.has_teams:
        words = replace(
            words, first=words.first.replace("Player", "Team"), second=words.second.replace("Player", "Team")
        )
    return replace(words, table="Table") if tournament.team_boards > 1 and words.table == "Board" else words


def place_of(match: Match) -> str:
    """Where it is played: Table 4."""
    return f"{words_of(match.round.tournament).table} {match.table}"


def match_words(match: Match) -> str:
    """What the journal calls it: Round 3, table 4: Ann v Bo."""
    return f"{match.round}, {place_of(match).lower()}: {match}"


def say(tournament: Tournament, text: str, /, **values: object) -> str:
    """A sentence with the event's word for where a match is played; see `Words.say`."""
    return words_of(tournament).say(text, **values)


def tie_break_in(tournament: Tournament, code: str) -> TieBreak:
    """The tie-break with the name it has in the event. Raises UnknownTieBreak."""
    return games.tie_break_of(game_of(tournament), code, words_of(tournament))


def game_name_of(tournament: Tournament) -> str:
    return games.name_of(game_of(tournament), choices_of(tournament))


def way_of_telling(tournament: Tournament) -> Shape:
    """The shape without its words and limits, which may change while play goes on."""
    choices = choices_of(tournament)
    return _shape(game_of(tournament), replace(choices, most=None, score="points" if choices.score else ""))


def uses(tournament: Tournament, use: Use) -> bool:
    return use in game_of(tournament).uses


def has_named_sides(tournament: Tournament) -> bool:
    """Home and away, White and Black: who is named first matters, also where no colours are allocated."""
    return game_of(tournament).words.first != Words().first


def starts_by_rating(tournament: Tournament) -> bool:
    """Whether starting numbers go by rating, and not by registration."""
    return game_of(tournament).starting_order is StartingOrder.RATING


def known_rating(tournament: Tournament, entry: Entry, earned: int | None) -> int | None:
    """The one rating of an entry that pages show: where starting numbers go by rating, the rating of the entry comes
    first; elsewhere the rating earned here. None for an unrated player."""
    own = entry.rating or None
    return own or earned if starts_by_rating(tournament) else earned or own


def adjusts_what_is_counted(tournament: Tournament) -> bool:
    """Whether a penalty is in victory points or battle points: where wins lead the standings. Everywhere else it is
    in points of the table, as a league deducts them, and for teams on boards in match points."""
    lead = game_of(tournament).tie_breaks["swiss"][0]
    return tournament.team_boards < 2 and lead != "PTS" and shape_of(tournament).counted == POINTS


def unit_of_penalties(tournament: Tournament) -> str:
    """What they are given in: victory points, points, match points."""
    if adjusts_what_is_counted(tournament):
        return words_of(tournament).score
    return "match points" if tournament.team_boards > 1 else "points"


def counts_points(tournament: Tournament) -> bool:
    """Whether a match is told by a number for each side, from which the result follows."""
    return isinstance(shape_of(tournament), Points)
