"""Rating pools, one per rated game and per club with rated games, and how a correction changes them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from crosstable.accounts.models import Club, Player
from crosstable.accounts.names import in_name_order
from crosstable.engine.model import Outcome
from crosstable.engine.ratings import EloOptions, RatedGame, Rating, round_changes
from crosstable.engine.results import Points, Score
from crosstable.events.bridge.ledger import Ledger, ledger_of_pool, ledger_of_round, rated_games, was_played
from crosstable.events.bridge.results.corrected import ResultOrBye
from crosstable.events.bridge.rules import (
    PoolRules,
    club_id_of_pool,
    club_of_pool,
    moves_ratings,
    pool_of_club,
    rules_decided,
    rules_of,
)
from crosstable.events.models import (
    Match,
    PlayerRating,
    Policy,
    RatingChange,
    RatingRules,
    Status,
    Tournament,
)
from crosstable.games import GAMES, Game, StartingOrder


def _first_of_each() -> dict[str, Game]:
    games: dict[str, Game] = {}
    for game in GAMES.values():
        if game.rating_pool is not None:
            games.setdefault(game.rating_pool, game)
    return games


# Pool → the game it is shown under; a variant shares the pool of its game.
GAME_OF_POOL = _first_of_each()


@dataclass(frozen=True, slots=True)
class RatingPool:
    """A pool of a game or a club.

    `players` have a rated game; `decisions` are the changes of K, newest last.
    """

    code: str
    players: int
    decisions: Sequence[RatingRules]
    game: Game | None = None
    club: Club | None = None

    @property
    def name(self) -> str:
        return self.club.name if self.club else self.game.short_name if self.game else self.code

    @property
    def query(self) -> str:
        """The query string of its pages."""
        return f"club={self.club.slug}" if self.club else f"game={self.game.code if self.game else ''}"

    @property
    def starts_by_rating(self) -> bool:
        """Whether a player's first rating is the one they registered with."""
        return self.game is not None and self.game.starting_order is StartingOrder.RATING

    @property
    def score_word(self) -> str:
        """The heading of the score column."""
        points = self.game is not None and isinstance(self.game.shape, Points)
        return self.game.vocabulary.points if self.game and points else "Game"

    @property
    def rules(self) -> EloOptions:
        return rules_decided(self.decisions).now


def earned_rating(tournament: Tournament) -> Coalesce:
    """Annotate entries with the rating earned in the event's pool; None for an unrated player.

    The current rating; in a finished event the one after its last rated game, to keep its pages unchanged by
    later games.
    """
    pool = "" if tournament.has_teams else rules_of(tournament).rating_pool or ""
    player = OuterRef("player")
    now = PlayerRating.objects.filter(player=player, pool=pool, games__gt=0)
    games = RatingChange.objects.filter(player=player, pool=pool, match__round__tournament=tournament)
    if tournament.status != Status.COMPLETE:
        games = games.none()
    at_the_end = games.order_by("-at", "-pk").values("after")[:1]
    return Coalesce(Subquery(at_the_end), Subquery(now.values("value")))


def earned_ratings(tournament: Tournament) -> dict[int, int]:
    """Player → rating, for rated players."""
    rows = tournament.entries.annotate(earned=earned_rating(tournament)).exclude(earned=None)
    return dict(rows.values_list("player_id", "earned"))


def rating_pools() -> list[RatingPool]:
    """Return the pools of all games, then those of clubs with a rated player."""
    rated = PlayerRating.objects.filter(games__gt=0).order_by()
    players = dict(rated.values_list("pool").annotate(Count("pk")))
    decided: dict[str, list[RatingRules]] = defaultdict(list)
    for row in RatingRules.objects.select_related("by"):
        decided[row.pool].append(row)
    games = [RatingPool(c, players.get(c, 0), decided[c], game) for c, game in GAME_OF_POOL.items()]
    clubs = Club.objects.in_bulk([key for c in players if (key := club_id_of_pool(c)) is not None])
    of_clubs = [(pool_of_club(club.pk), club) for club in in_name_order(clubs.values())]
    return games + [RatingPool(c, players[c], decided[c], None, club) for c, club in of_clubs]


def pools_with_players() -> list[RatingPool]:
    return [pool for pool in rating_pools() if pool.players]


def pools_of(player: Player) -> list[RatingPool]:
    """Return the pools this player has a rating in."""
    rated = set(PlayerRating.objects.filter(player=player, games__gt=0).values_list("pool", flat=True))
    return [pool for pool in rating_pools() if pool.code in rated]


def pool_of_game(code: str) -> str | None:
    """Return the code of the game's pool; None for an unknown or unrated game."""
    game = GAMES.get(code)
    return game.rating_pool if game else None


def find_pool(code: str) -> RatingPool | None:
    game, club = GAME_OF_POOL.get(code), club_of_pool(code)
    if game is None and club is None:
        return None
    players = PlayerRating.objects.filter(pool=code, games__gt=0).count()
    return RatingPool(
        code, players, list(RatingRules.objects.filter(pool=code).select_related("by")), game, club
    )


def ratings_that_would_move(pool: RatingPool, rules: EloOptions) -> int:
    """Return how many ratings would change if all games were recalculated with these rules."""
    return len(ledger_of_pool(pool.code, PoolRules(rules)).recalculated().differences)


@dataclass(frozen=True, slots=True)
class BookedSide:
    """The rating change booked for one side; `outcome` is None if no game remains."""

    player: int
    opponent: int
    change: int
    outcome: Outcome | None


def rating_moves(match: Match, ending: ResultOrBye, policy: Policy) -> dict[int, Rating]:
    """Player → change in rating and number of games."""
    if policy == Policy.NOTE_ONLY or match.is_bye or not moves_ratings(match.round.tournament):
        return {}
    ledger = ledger_of_round(match.round)
    if policy != Policy.FROM_NOW:
        return ledger.replayed(rated_games(match.round, {match.pk: ending})).differences
    games = was_played(ending) - was_played(match.parsed_score)
    sides = booked_difference(ledger, match, match.parsed_score, ending)
    return {side.player: Rating(side.change, games) for side in sides if side.change or games}


def booked_difference(
    ledger: Ledger, match: Match, before: ResultOrBye, after: ResultOrBye
) -> list[BookedSide]:
    """The change this game should have made minus the one it made; empty if neither is a rated game."""
    assert match.second is not None
    if not (was_played(before) or was_played(after)):
        return []
    players = match.first.player_id, match.second.player_id
    was, now = (_changes(ledger, players, ending) for ending in (before, after))
    outcomes = _outcomes(after)
    return [BookedSide(players[i], players[1 - i], now[i] - was[i], outcomes[i]) for i in (0, 1)]


def _changes(ledger: Ledger, players: tuple[int, int], ending: ResultOrBye) -> tuple[int, int]:
    outcome = _outcomes(ending)[0]
    if outcome is None:
        return 0, 0
    first, second = round_changes([RatedGame(*players, outcome)], ledger.start, ledger.rules[0])
    return first.change, second.change


def _outcomes(ending: ResultOrBye) -> tuple[Outcome | None, Outcome | None]:
    if not was_played(ending):
        return None, None
    assert isinstance(ending, Score)
    result = ending.to_result()
    return result.first, result.second
