"""What the organiser chose for a tournament, or else what its game says."""

from dataclasses import fields

from django.db.models import Q

from crosstable import games
from crosstable.engine.model import Scoring
from crosstable.engine.pairing.registry import System, find_system
from crosstable.engine.starting_numbers import TITLES
from crosstable.engine.tie_breaks import find_tie_break
from crosstable.events.models import RatedHere, StageKind, Tournament
from crosstable.events.records.rating_rules import pool_of_club
from crosstable.events.records.settings.game import choices_of, game_of
from crosstable.games import Use

# A player with a rating and a FIDE ID or a title of FIDE.
RATED_BY_FIDE = Q(rating__gt=0) & (~Q(fide_id="") | Q(title__in=[*TITLES, *map(str.lower, TITLES)]))
SCORES = tuple(field.name for field in fields(Scoring))


def rating_pool_of(tournament: Tournament) -> str:
    """A club rates its own members among themselves; everything else counts in the pool of the game. Empty: none."""
    if tournament.club_id is not None:
        return pool_of_club(tournament.club_id)
    return game_of(tournament).rating_pool or ""


def can_be_rated(tournament: Tournament) -> bool:
    """Ratings are those of persons: what a team plays is not rated, and a game without a pool is not, either."""
    return tournament.is_rated and not tournament.has_teams and bool(rating_pool_of(tournament))


def moves_ratings(tournament: Tournament) -> bool:
    """As the organiser chose, or as usual."""
    if not can_be_rated(tournament):
        return False
    return tournament.rated_here == RatedHere.YES or (
        tournament.rated_here == RatedHere.USUAL and is_usually_rated(tournament)
    )


def is_usually_rated(tournament: Tournament) -> bool:
    """Not where FIDE rates players of the event: a second rating beside theirs would say something untrue. A club's own
    rating is a rating of its own."""
    if tournament.club_id is not None or Use.TRF not in game_of(tournament).uses:
        return True
    return not tournament.entries.filter(RATED_BY_FIDE).exists()


def system_of(tournament: Tournament) -> str:
    return games.system_of(game_of(tournament), tournament.system)


# Where everybody meets everybody, or a bracket says who meets whom, no round is paired by a system of the game.
WITHOUT_PAIRING = {StageKind.POOLS.value: "round-robin", StageKind.KNOCKOUT.value: "knockout"}


def system_by_kind(tournament: Tournament, first_kind: str) -> str:
    """What finds opponents in the first stage, which is of this kind."""
    return WITHOUT_PAIRING.get(first_kind) or system_of(tournament)


def pairing_system_of(tournament: Tournament) -> System:
    """Raises UnknownSystem."""
    return find_system(system_of(tournament))


# What orders teams that play on several boards before anything else. Points of single games are not theirs (match
# points stand in their place), nor are, by C.07 article 10, ratings.
TEAMS_FIRST = ("MP", "BP")


def tie_breaks_of(tournament: Tournament) -> tuple[str, ...]:
    chosen = chosen_tie_breaks(tournament)
    if tournament.team_boards < 2:
        return chosen
    others = (code for code in chosen if not find_tie_break(code).of_persons)
    return (*TEAMS_FIRST, *tournament.team_tie_breaks, *others)


def chosen_tie_breaks(tournament: Tournament) -> tuple[str, ...]:
    """As they are chosen in the settings, for the entries of any kind; else the pairing system's, else the game's."""
    codes = tournament.tie_breaks or pairing_system_of(tournament).tie_breaks
    return games.tie_breaks_of(game_of(tournament), "swiss", codes, choices_of(tournament))


def pool_tie_breaks_of(tournament: Tournament) -> tuple[str, ...]:
    return games.tie_breaks_of(game_of(tournament), "pools", tournament.tie_breaks, choices_of(tournament))


def kind_ranked(tournament: Tournament) -> str:
    """The kind of stage the tie-breaks of the event are for: pools, where it has pools and no Swiss."""
    kinds = set(tournament.stages.values_list("kind", flat=True))
    return "pools" if StageKind.POOLS in kinds and StageKind.SWISS not in kinds else "swiss"


def is_led_by_wins(tournament: Tournament) -> bool:
    """Whether wins come first in the standings, and not points."""
    return chosen_tie_breaks(tournament)[0] == "WINS"


def scoring_of(tournament: Tournament) -> Scoring:
    return games.scoring_of(game_of(tournament), tournament.scoring, choices_of(tournament))
