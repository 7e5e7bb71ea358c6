"""The boards of the stage being played: what is on each, who would be called next, and what comes after that.

Nobody is proposed who is called or plays elsewhere, rests, or is not here.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from crosstable.engine.hall import Call, HallMatch, Progress, next_calls
from crosstable.events.models import Match, Round, RoundStatus, Stage, StageKind, StageStatus, Tournament
from crosstable.events.queries.matches import with_sides
from crosstable.events.records.hall import hall_matches, progress_of
from crosstable.events.records.rules import rules_of
from crosstable.events.records.settings.hall_settings import HallSettings, board_numbers, open_boards
from crosstable.events.records.settings.stage_settings import PoolSettings
from crosstable.states import Is

SHOWN = 3
CLOSED, FREE, IDLE = "closed", "free", "idle"


@dataclass(frozen=True, slots=True)
class BoardCard:
    """`state`: in play, called, free (`match` would be called), idle (nobody can be called to it now) or closed."""

    number: int
    state: str
    match: Match | None
    then: Sequence[Match]
    # How many more there are than shown.
    more: int = 0

    is_in_play = Is("state", Progress.IN_PLAY.value)
    is_called = Is("state", Progress.CALLED.value)
    may_call = is_free = Is("state", FREE)
    is_closed = Is("state", CLOSED)

    @property
    def words(self) -> str:
        return FREE if self.state == IDLE else self.state

    @property
    def since(self) -> datetime | None:
        return (self.match.game_started_at or self.match.called_at) if self.match is not None else None


@dataclass(frozen=True)
class Hall:
    stage: Stage
    now: datetime
    # Of which rounds: those that are played.
    statuses: Collection[RoundStatus] = (RoundStatus.STARTED,)

    @cached_property
    def settings(self) -> HallSettings:
        return HallSettings.of(self.stage)

    @cached_property
    def boards(self) -> list[int]:
        return board_numbers(self.stage)

    @cached_property
    def open_boards(self) -> list[int]:
        return open_boards(self.stage)

    @cached_property
    def matches(self) -> list[Match]:
        """All that are played, in the order of play."""
        rows = Match.objects.filter(
            round__stage=self.stage, round__status__in=self.statuses, second__isnull=False, is_void=False
        )
        rows = rows.select_related("round", "pool").prefetch_related("claims__entry")
        matches = with_sides(list(rows), self.stage.tournament)
        for match in matches:
            match.round.tournament, match.round.stage = self.stage.tournament, self.stage
        return sorted(matches, key=lambda m: (m.round.number, m.slot, m.table or 0))

    @cached_property
    def by_key(self) -> Mapping[int, Match]:
        return {match.pk: match for match in self.matches}

    @cached_property
    def values(self) -> list[HallMatch]:
        return hall_matches(self.matches, self.boards)

    @cached_property
    def calls(self) -> list[Call]:
        """Who would be called now, and where to."""
        here = [v for v in self.values if v.progress is not Progress.WAITING or self._is_here(v)]
        rest = timedelta(minutes=self.settings.rest)
        return next_calls(here, self.open_boards, self.now, rest, self.may_play_at)

    def may_play_at(self, match: HallMatch, board: int) -> bool:
        return self.may_play(self.by_key[match.number], board)

    def may_play(self, match: Match, board: int) -> bool:
        """A pool with boards of its own stays on them; boards that were added are for every pool."""
        pool = match.pool
        chosen = PoolSettings.of(self.stage) if pool is not None else None
        if pool is None or chosen is None or not chosen.own_boards:
            return True
        added = self.settings.added and board > len(self.boards) - self.settings.added
        return bool(added) or (board - 1) // chosen.boards == pool.number - 1

    def _is_here(self, value: HallMatch) -> bool:
        match = self.by_key[value.number]
        assert match.second is not None
        return match.first.is_active and match.second.is_active

    @cached_property
    def proposed(self) -> Mapping[int, Match]:
        """Board → the match that would be called to it."""
        return {call.board: self.by_key[call.match] for call in self.calls}

    @cached_property
    def on_boards(self) -> Mapping[int, Match]:
        """Board → what is called to it or played on it."""
        return {v.board: self.by_key[v.number] for v in self.values if v.is_on and v.board is not None}

    @cached_property
    def waiting(self) -> list[Match]:
        return [self.by_key[v.number] for v in self.values if v.progress is Progress.WAITING]

    @cached_property
    def untimed(self) -> list[Match]:
        """Those that wait without a time although the evening has a clock: the boards are not open as long."""
        return [m for m in self.waiting if m.planned_at is None] if self.settings.has_times else []

    @cached_property
    def clashing(self) -> int:
        """How many of those that wait have the time of another one at their board: after a call was taken back."""
        times = Counter((m.table, m.planned_at) for m in self.waiting if m.planned_at is not None)
        return sum(count - 1 for count in times.values())

    @cached_property
    def called(self) -> list[Match]:
        return [m for m in self.matches if progress_of(m) is Progress.CALLED]

    @cached_property
    def cards(self) -> list[BoardCard]:
        queue: dict[int, list[Match]] = defaultdict(list)
        proposed = {match.pk for match in self.proposed.values()}
        for match in self.waiting:
            if match.pk not in proposed:
                queue[match.table or 0].append(match)
        return [self._card(board, queue[board]) for board in self.boards]

    def _card(self, board: int, queue: Sequence[Match]) -> BoardCard:
        more = max(0, len(queue) - SHOWN + 1)
        match = self.on_boards.get(board)
        if match is not None:
            return BoardCard(board, progress_of(match).value, match, queue[: SHOWN - 1], more)
        if board not in self.open_boards:
            return BoardCard(board, CLOSED, None, ())
        proposed = self.proposed.get(board)
        state = FREE if proposed is not None else IDLE
        return BoardCard(board, state, proposed, queue[: SHOWN - 1], more)

    @property
    def is_used(self) -> bool:
        """Whether matches go to boards here: else every match of the round has a table of its own."""
        return bool(self.boards)

    @property
    def free_card(self) -> BoardCard | None:
        """The first board with somebody to call."""
        return next((card for card in self.cards if card.state == FREE), None)

    def where_is(self, entry_id: int, but: Match) -> Match | None:
        """What this one is called to, or plays, apart from a match."""
        mine = (m for m in self.on_boards.values() if entry_id in (m.first_id, m.second_id))
        return next((m for m in mine if m.pk != but.pk), None)

    @property
    def why_nobody(self) -> str:
        """Why no waiting match can be called; empty if one can."""
        rules = rules_of(self.stage.tournament)
        if self.calls:
            return ""
        if not self.waiting:
            return rules.say("No match waits for a {table}.")
        if not set(self.open_boards) - self.on_boards.keys():
            return rules.say("Every open {table} is taken.")
        return "Everybody who still has a match plays, rests or is not here."


def hall_of(stage: Stage, now: datetime | None = None) -> Hall:
    return Hall(stage, now or timezone.now())


def stage_being_played(tournament: Tournament) -> Stage | None:
    """The stage whose matches are on now: one that is started, a Swiss with a round being played, or one that is over
    with a play-off."""
    for stage in _perhaps_played(tournament.pk):
        stage.tournament = tournament
        has_rounds = stage.kind == StageKind.SWISS or stage.is_closed
        if stage.is_being_played or (has_rounds and stage.rounds.filter(status=RoundStatus.STARTED).exists()):
            return stage
    return None


def _perhaps_played(tournament_id: int) -> QuerySet[Stage]:
    """Those that are not over, and those of which a play-off is on."""
    play_off = Round.objects.filter(stage=OuterRef("pk"), play_off__gt=0, status=RoundStatus.STARTED)
    stages = Stage.objects.filter(tournament=tournament_id).order_by("number")
    return stages.filter(~Q(status=StageStatus.CLOSED) | Exists(play_off))
