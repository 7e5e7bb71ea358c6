"""What a player sees of an event: my table, my opponent, what to do, how I stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from crosstable.accounts.models import User
from crosstable.engine import model as engine
from crosstable.engine.clock import Clock
from crosstable.engine.history import EntryHistory
from crosstable.engine.model import EntryId
from crosstable.engine.ratings.elo import EloOptions
from crosstable.engine.results import OUTCOMES, Said
from crosstable.events.models import (
    ByeCode,
    ByeRequest,
    Claim,
    Entry,
    Match,
    MatchState,
    PlayerRating,
    RatingChange,
    ResultCode,
    Round,
    RoundStatus,
    Status,
    Tournament,
)
from crosstable.events.permissions import entries_of
from crosstable.events.queries.stages.my_bracket import MyBracket, my_bracket
from crosstable.events.queries.standings.pool_standings import pool_rows_of
from crosstable.events.queries.standings.standings import current_rows
from crosstable.events.queries.standings.words import points_words, record_words
from crosstable.events.records.clock import clock_at, clock_of
from crosstable.events.records.settings.choices import is_led_by_wins, rating_pool_of
from crosstable.events.records.settings.game import starts_by_rating, uses
from crosstable.games import Use

Histories = dict[int, EntryHistory]


@dataclass(frozen=True, slots=True)
class Opponent:
    entry: Entry
    record: str
    rating: int
    shows_rating: bool
    list_is_readable: bool


@dataclass(frozen=True, slots=True)
class Score:
    """Seen from one side: mine first."""

    said: Said

    @classmethod
    def of(cls, row: Match | Claim, *, first: bool) -> Score:
        return cls(row.said if first else row.said.turned)

    def __str__(self) -> str:
        """Two numbers with room between them."""
        pair = self.said.totals if self.said.score == self.said.totals else None
        return f"{pair[0]} – {pair[1]}" if pair else self.said.words

    @property
    def lead(self) -> int:
        return self.said.margin or 0


@dataclass(frozen=True, slots=True)
class Turn:
    """The match of the current round from one side: who claimed what, first the viewer's own."""

    match: Match
    opponent: Opponent | None
    mine: Claim | None
    theirs: Claim | None
    i_am_first: bool

    @property
    def mission(self) -> str:
        return self.match.mission or self.match.round.mission

    @property
    def agreed_score(self) -> Score | None:
        return self._from_here(self.match) if self.match.is_agreed else None

    @property
    def has_score(self) -> bool:
        """There are numbers to see from this side, and not only who won."""
        return bool(self.match.tallies) and not self.match.said.is_forfeit

    @property
    def my_score(self) -> Score | None:
        return self._from_here(self.mine) if self.mine else None

    @property
    def their_score(self) -> Score | None:
        return self._from_here(self.theirs) if self.theirs else None

    @property
    def my_words(self) -> str:
        return self._words(self.mine) if self.mine else ""

    @property
    def their_words(self) -> str:
        return self._words(self.theirs) if self.theirs else ""

    def _words(self, row: Match | Claim) -> str:
        """Numbers from this side; who won as everybody writes it, first side first."""
        return str(self._from_here(row)) if row.tallies else row.result_words

    @property
    def agreed_outcome(self) -> str:
        return self._outcome(self.match)

    @property
    def my_outcome(self) -> str:
        return self._outcome(self.mine) if self.mine else ""

    @property
    def their_outcome(self) -> str:
        """What the opponent's report means for me."""
        return self._outcome(self.theirs) if self.theirs else ""

    def _outcome(self, said: Match | Claim) -> str:
        return outcome_for(said.result, first=self.i_am_first)

    def _from_here(self, row: Match | Claim) -> Score:
        return Score.of(row, first=self.i_am_first)


@dataclass(frozen=True, slots=True)
class PastGame:
    round: int
    opponent: str
    score: Score | None
    change: int | None
    is_bye: bool
    # "W" or "B", and win, draw or loss, where the game has colours and results.
    color: str = ""
    result: str = ""
    rating: int = 0
    bye: str = ""
    # What is said in place of a result: "playing", "not started", "to come"; empty once there is one.
    waits: str = ""

    @property
    def outcome(self) -> str:
        if self.is_bye:
            return {ByeCode.HALF.label: "D", ByeCode.ALLOCATED.label: "W"}.get(self.bye, "L")
        return {"win": "W", "loss": "L", "draw": "D"}.get(self.result, "")

    @property
    def ended(self) -> str:
        """A letter beside a score, a word where there is none."""
        return self.outcome if self.score or self.is_bye else self.result


@dataclass(frozen=True, slots=True)
class MyEvent:
    entry: Entry
    round: Round | None
    turn: Turn | None
    games: list[PastGame]
    place: int | None
    entered: int
    record: str
    # When table or opponent of the round that is on last changed after it was published.
    changed_at: datetime | None = None
    bracket: MyBracket | None = None
    # The clock at my table while the round is played, and before it the length of the round.
    clock: Clock | None = None
    byes: Sequence[ByeRequest] = ()
    rounds_to_sit_out: Sequence[int] = ()

    @property
    def stands_at(self) -> str:
        """The round that is on, or what the event is doing otherwise."""
        tournament = self.entry.tournament
        if self.round is not None and tournament.status == Status.IN_PROGRESS:
            return str(self.round)
        return Status(tournament.status).label

    @property
    def is_the_end_near(self) -> bool:
        """The last round is on, or comes next: places can be reckoned out."""
        if self.round is None or self.entry.tournament.status != Status.IN_PROGRESS:
            return False
        left = self.entry.tournament.total_rounds - self.round.number
        return left == 0 or (left == 1 and self.round.status == RoundStatus.CLOSED)

    @property
    def may_see_reasons(self) -> bool:
        """Why one was paired so: for the round everybody sees, if the organiser lets players read it."""
        return self.turn is not None and self.entry.tournament.players_see_reasons


def outcome_for(result: str, *, first: bool) -> str:
    """win, draw or loss for one side; empty while there is no result."""
    if not result:
        return ""
    outcome = OUTCOMES[result][0 if first else 1]
    return "win" if outcome.is_win else "loss" if outcome.is_loss else "draw"


def result_from(outcome: str, *, first: bool) -> str:
    """The result a player means who says “I won”, “a draw” or “I lost”."""
    if outcome == "draw":
        return ResultCode.DRAW.value
    return ResultCode.FIRST_WINS.value if (outcome == "win") == first else ResultCode.SECOND_WINS.value


def entry_of(user: User, tournament: Tournament) -> Entry | None:
    found = Entry.objects.select_related("player").filter(entries_of(user), tournament=tournament).first()
    if found is not None:
        found.tournament = tournament  # as the caller knows it, with everything already loaded
    return found


def my_event(entry: Entry) -> MyEvent:
    tournament = entry.tournament
    bracket = my_bracket(entry)
    pool = pool_rows_of(entry) if bracket is None else None
    rows = current_rows(tournament) if pool is None else pool
    histories: Histories = {int(row.entry.id): row.history for row in rows}
    matches = list(_matches_of(entry))
    round_ = (
        tournament.rounds.select_related("clock")
        .exclude(status=RoundStatus.DRAFT)
        .order_by("-number")
        .first()
    )
    if bracket is not None:
        current = next((m for m in reversed(matches) if m.bracket_number is not None), None)
        round_ = current.round if current else round_
    elif pool is None:
        current = next((m for m in matches if round_ is not None and m.round_id == round_.pk), None)
    else:
        current = _next_of(matches)
        round_ = current.round if current else round_
    played = any(row.history.games for row in rows)
    return MyEvent(
        entry=entry,
        round=round_,
        turn=_turn(entry, current, histories) if current else None,
        games=_games(entry, matches, current),
        place=next((row.rank for row in rows if row.entry.id == entry.pk), None) if played else None,
        entered=len(rows),
        clock=_clock(round_, current),
        record=_record(tournament, histories[entry.pk]) if played and entry.pk in histories else "",
        changed_at=_changed_at(entry, round_),
        bracket=bracket,
        **_sitting_out(entry),
    )


def _next_of(matches: list[Match]) -> Match | None:
    """In a stage of pools one plays match after match: the first undecided one, or the last of all."""
    order = sorted((m for m in matches if not m.is_void), key=lambda m: (m.round.number, m.slot))
    return next((m for m in order if not m.is_agreed), order[-1] if order else None)


def _changed_at(entry: Entry, round_: Round | None) -> datetime | None:
    if round_ is None or round_.status not in (RoundStatus.PUBLISHED, RoundStatus.STARTED):
        return None
    return entry.changed_pairings.filter(round=round_).values_list("at", flat=True).first()


def _clock(round_: Round | None, match: Match | None) -> Clock | None:
    """Nobody waits for the clock once their result stands."""
    if round_ is None or (match is not None and match.is_agreed):
        return None
    return clock_at(match) if match is not None else clock_of(round_)


def _record(tournament: Tournament, history: EntryHistory) -> str:
    if is_led_by_wins(tournament):
        return record_words(history)
    return f"{points_words(history.score)} point{'' if 0 < history.score <= 1 else 's'}"


def _sitting_out(entry: Entry) -> dict[str, Any]:
    """The byes asked for, and the rounds that can still be sat out; nothing where the game knows no such byes."""
    tournament = entry.tournament
    if not uses(tournament, Use.BYE_REQUESTS) or tournament.status == Status.COMPLETE:
        return {}
    asked = list(entry.bye_requests.all())
    made = set(tournament.rounds.exclude(status=RoundStatus.DRAFT).values_list("number", flat=True))
    taken = made | {request.round_number for request in asked}
    free = [n for n in range(1, tournament.total_rounds + 1) if n not in taken]
    within = len(asked) < tournament.most_requested_byes and not entry.is_dropped
    return {"byes": asked, "rounds_to_sit_out": free if within else []}


def _matches_of(entry: Entry) -> list[Match]:
    mine = Match.objects.filter(Q(first=entry) | Q(second=entry)).exclude(round__status=RoundStatus.DRAFT)
    related = mine.select_related("round__clock", "extra_time", "first", "second")
    slim = related.defer("first__list_text", "second__list_text").prefetch_related("claims")
    found = list(slim.order_by("round__number"))
    for match in found:
        match.round.tournament = entry.tournament
    return found


def _turn(entry: Entry, match: Match, histories: Histories) -> Turn:
    claims = {claim.entry_id: claim for claim in match.claims.all()}
    other = match.second if match.first_id == entry.pk else match.first
    return Turn(
        match=match,
        opponent=_opponent(other, entry.tournament, histories)
        if other is not None and not match.is_bye
        else None,
        mine=claims.get(entry.pk),
        theirs=claims.get(other.pk) if other is not None else None,
        i_am_first=match.first_id == entry.pk,
    )


def _opponent(entry: Entry, tournament: Tournament, histories: Histories) -> Opponent:
    entry.tournament = tournament
    pool = rating_pool_of(tournament)
    rating = PlayerRating.objects.filter(pool=pool, player=entry.player_id).first()
    return Opponent(
        entry=entry,
        record=_record(tournament, histories.get(entry.pk) or _nothing_yet(entry)),
        rating=_rating_of(entry, rating),
        shows_rating=_shows_rating(entry),
        list_is_readable=tournament.lists_are_locked and _has_list(entry),
    )


def _nothing_yet(entry: Entry) -> EntryHistory:
    """Somebody who left before the first game is in no standings, and still my opponent until that is repaired."""
    return EntryHistory(engine.Entry(EntryId(entry.pk), entry.seed, entry.display_name), ())


def _has_list(entry: Entry) -> bool:
    """The list itself may be long and stays where it is."""
    return Entry.objects.filter(pk=entry.pk).exclude(list_text="").exists()


def _shows_rating(entry: Entry) -> bool:
    """Where pairings go by the rating one came with, nobody is said to have another."""
    if entry.tournament.has_teams or not rating_pool_of(entry.tournament):
        return False
    return bool(entry.rating) or not starts_by_rating(entry.tournament)


def _rating_of(entry: Entry, rating: PlayerRating | None) -> int:
    """Where pairings go by it the rating one came with; otherwise where one stands now."""
    if starts_by_rating(entry.tournament) and entry.rating:
        return entry.rating
    return rating.value if rating else EloOptions().start


def _games(entry: Entry, matches: list[Match], current: Match | None) -> list[PastGame]:
    changes = RatingChange.objects.filter(match__in=matches, player=entry.player_id)
    by_match: Counter[int] = Counter()
    for change in changes:
        by_match[change.match_id] += change.change  # a correction booked later is a second line
    return [_game(entry, match, by_match.get(match.pk), _waits(match, current)) for match in matches]


def _waits(match: Match, current: Match | None) -> str:
    """Where everything is drawn beforehand, one plays one match after the other."""
    if match.is_agreed or match.is_bye:
        return ""
    if match.is_void:
        return "cancelled"
    if match.round.status == RoundStatus.PUBLISHED:
        return "not started"
    return "to come" if match.pool_id and match != current else "playing"


def _game(entry: Entry, match: Match, change: int | None, waits: str) -> PastGame:
    other = match.second if match.first_id == entry.pk else match.first
    name = other.display_name if other is not None and not match.is_bye else _alone(entry, match)
    first = match.first_id == entry.pk
    return PastGame(
        match.round.number,
        name,
        Score.of(match, first=first) if match.tallies else None,
        change,
        match.is_bye,
        color="" if match.is_bye else "white" if first else "black",
        result=outcome_for(match.result, first=first),
        rating=other.rating if other is not None and not match.is_bye else 0,
        bye=match.bye_label if match.is_bye else "",
        waits=waits,
    )


def _alone(entry: Entry, match: Match) -> str:
    """What stands in the place of an opponent. Where points count, a bye says what it was worth."""
    if not is_led_by_wins(entry.tournament):
        return match.bye_label.capitalize()
    return "Not here" if match.is_missing else "Bye" if match.bye_kind != ByeCode.ZERO else "Sat out"


def waiting_for(user: User) -> list[Match]:
    """A14: matches whose score waits for this user's word, in all events."""
    mine = entries_of(user, "first") | entries_of(user, "second")
    claimed = Match.objects.filter(mine, state=MatchState.CLAIMED, round__status=RoundStatus.STARTED)
    others = claimed.exclude(claims__by=user)
    return list(others.select_related("round__tournament", "first", "second").distinct())
