"""The rating ledger as engine values, from one round on: the bridge for ratings, as tournament.py is for events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import F, Q, QuerySet

from crosstable.engine.model import Outcome
from crosstable.engine.ratings import EloOptions, LedgerLine, RatedGame, Rating, Replay, replay
from crosstable.engine.results import Score
from crosstable.events.bridge.results.corrected import ResultOrBye, from_json, ledger_endings
from crosstable.events.bridge.results.scores import PLAYED
from crosstable.events.bridge.rules import PoolRules, moves_ratings, rating_rules_of, rules_of
from crosstable.events.models import Correction, Match, PlayerRating, RatingChange, Round, RoundStatus

BEGINNING = datetime.min.replace(tzinfo=UTC)
Games = list[tuple[int, RatedGame]]
# The two sides of every line, by match and booking.
Rows = dict[tuple[int, int], tuple[RatingChange, RatingChange]]


@dataclass(frozen=True)
class Ledger:
    """The lines from one point on. `rows` are the two sides of each line, `standing` the current ratings, `rules` those
    in force in each round."""

    pool: str
    at: datetime
    rounds: list[list[LedgerLine]]
    rows: Rows
    standing: dict[int, PlayerRating]
    start: dict[int, Rating]
    rules: list[EloOptions]

    def replayed(self, games: Games) -> Replay:
        return replay(self.rounds, games, self.start, self.rules)

    def recalculated(self) -> Replay:
        return replay(self.rounds, [], self.start, self.rules, recalculate=True)


def rated_games(round_: Round, instead: dict[int, ResultOrBye] | None = None) -> Games:
    """Return the games the ledger holds for the round: none before it is closed, none of an unrated event. `instead`
    replaces results for a preview."""
    if round_.status != RoundStatus.CLOSED or not moves_ratings(round_.tournament):
        return []
    endings = ledger_endings(round_) | (instead or {})
    decided = round_.matches.filter(second__isnull=False).exclude(result="")
    matches = decided.select_related("first", "second").order_by("table")
    games = [(match, endings.get(match.pk) or match.parsed_score) for match in matches]
    return [
        (m.pk, rated_game(m, score))
        for m, score in games
        if isinstance(score, Score) and score.code in PLAYED
    ]


def rated_game(match: Match, score: Score) -> RatedGame:
    assert match.second is not None
    return RatedGame(match.first.player_id, match.second.player_id, score.to_result().first)


def ledger_of_round(round_: Round, *, lock: bool = False) -> Ledger:
    """Return the ledger from this round on. A round without a line yet is placed at the time it was closed."""
    pool = rules_of(round_.tournament).rating_pool
    standing = _standing(pool, lock=lock)
    first = _rows(pool).filter(match__round=round_, correction__isnull=True).first()
    at = first.at if first else round_.closed_at
    assert at is not None, "a round that was never closed has no place in the ledger"
    # Rounds of a stage are rated together, one after the other: those before this one are left out.
    together = Q(at=at, match__round__tournament=round_.tournament_id, match__round__number__lt=round_.number)
    earlier = Q(pool=pool) & (Q(at__lt=at) | together)
    return _from(pool, at, standing, (round_.pk, None), _entrants(round_), earlier)


def ledger_of_booking(correction: Correction) -> Ledger:
    """Return the ledger from the booking of a correction on, to be recalculated; the booking is the first round."""
    pool = rules_of(correction.match.round.tournament).rating_pool
    key = (correction.match.round_id, correction.pk)
    earlier = Q(pool=pool, at__lt=correction.at)
    return _from(pool, correction.at, _standing(pool, lock=True), key, {}, earlier)


def ledger_of_pool(pool: str, rules: PoolRules, *, lock: bool = False) -> Ledger:
    """Return the whole ledger of a pool; it begins with an empty round."""
    return _from(pool, BEGINNING, _standing(pool, lock=lock), (0, None), {}, Q(pk__in=[]), rules)


def _from(
    pool: str,
    at: datetime,
    standing: dict[int, PlayerRating],
    key: tuple[int, int | None],
    entrants: dict[int, int],
    earlier: Q,
    rules: PoolRules | None = None,
) -> Ledger:
    rules = rules or rating_rules_of(pool)
    later: dict[tuple[datetime, int, int | None], list[Any]] = {}
    for row in _rows(pool).exclude(earlier):
        later.setdefault((row.at, row.round_id, row.correction_id), []).append(row)
    groups = {place[1:]: (place[0], rows) for place, rows in later.items()}
    own = groups.pop(key, (at, []))
    rows: Rows = {}
    rounds = [_lines(group, rows) for _, group in [own, *groups.values()]]
    start = _start(rounds, standing, entrants, earlier)
    in_force = [rules.at(moment) for moment, _ in [own, *groups.values()]]
    return Ledger(pool, at, rounds, rows, standing, start, in_force)


def _rows(pool: str) -> QuerySet[Any]:
    """Return the rows in the order of the ledger, each with its round and the first player of its match."""
    rows = RatingChange.objects.filter(pool=pool).prefetch_related("correction").order_by("at", "pk")
    return rows.annotate(round_id=F("match__round_id"), first_player=F("match__first__player_id"))


def _standing(pool: str, *, lock: bool) -> dict[int, PlayerRating]:
    """Return the ratings of the whole pool, locked in the same order as when a round is closed."""
    rows = PlayerRating.objects.filter(pool=pool).order_by("player_id")
    return {row.player_id: row for row in (rows.select_for_update() if lock else rows)}


def _lines(group: Sequence[Any], rows: Rows) -> list[LedgerLine]:
    sides: dict[int, list[Any]] = {}
    for row in group:
        sides.setdefault(row.match_id, []).append(row)
    return [_line(match, pair, rows) for match, pair in sides.items()]


def _line(match: int, pair: Sequence[Any], rows: Rows) -> LedgerLine:
    first, second = sorted(pair, key=lambda row: row.player_id != row.first_player)
    rows[match, first.correction_id or 0] = first, second
    return LedgerLine(
        match,
        first.player_id,
        second.player_id,
        None if first.correction else Outcome(first.outcome),
        (first.before, second.before),
        (first.after, second.after),
        games_booked(first.correction) if first.correction else 1,
        first.correction_id or 0,
    )


def games_booked(correction: Correction) -> int:
    """Return 1 if the correction makes the game count, -1 if it no longer counts, else 0."""
    return was_played(from_json(correction.after)) - was_played(from_json(correction.before))


def was_played(ending: ResultOrBye) -> int:
    return int(isinstance(ending, Score) and ending.code in PLAYED)


def _start(
    rounds: list[list[LedgerLine]], standing: dict[int, PlayerRating], entrants: dict[int, int], earlier: Q
) -> dict[int, Rating]:
    """Return the ratings before: from a player's first line; without one, from the line before, or the rating on
    entry."""
    values = {player: rating or EloOptions().start for player, rating in entrants.items()}
    games = {player: row.games for player, row in standing.items()}
    for lines in reversed(rounds):
        for line in lines:
            values |= zip(line.players, line.before, strict=True)
            for player in line.players:
                games[player] = games.get(player, 0) - line.games
    own = {player for line in rounds[0] for player in line.players}
    values |= _values_before(earlier, set(entrants) - own)
    return {player: Rating(value, games.get(player, 0)) for player, value in values.items()}


def _values_before(earlier: Q, players: set[int]) -> dict[int, int]:
    rows = RatingChange.objects.filter(earlier, player__in=players).order_by("at", "pk")
    return dict(rows.values_list("player_id", "after"))


def _entrants(round_: Round) -> dict[int, int]:
    """Map the players of the round to the rating they entered with."""
    rows = round_.tournament.entries.filter(
        Q(matches_as_first__round=round_) | Q(matches_as_second__round=round_)
    )
    return dict(rows.values_list("player_id", "rating"))
