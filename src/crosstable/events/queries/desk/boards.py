"""The boards of the stage in progress: the match on each, the next to call, and the queue after it.

Only players who are present and not called, playing or resting are proposed.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from crosstable.engine.hall import Call, HallMatch, Progress, next_calls
from crosstable.events.bridge.hall import hall_matches, progress_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import HallSettings, board_numbers, open_boards
from crosstable.events.bridge.settings.stage_settings import PoolSettings
from crosstable.events.models import (
    Entry,
    Match,
    MatchState,
    Round,
    RoundStatus,
    Stage,
    StageKind,
    StageStatus,
    Tournament,
)
from crosstable.events.queries.matches import with_sides
from crosstable.states import Is
from crosstable.text import tr

SHOWN = 3
CLOSED, FREE, IDLE = "closed", "free", "idle"
WAIT_FOR_BOARDS = (StageKind.POOLS, StageKind.KNOCKOUT)
ON = (Progress.CALLED, Progress.IN_PLAY)
WORDS = {Progress.IN_PLAY: "in play", Progress.CALLED: "called"}


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A board.

    `state`: in play, called, free (`match` can be called), idle (no match can be called) or closed.
    """

    number: int
    state: str
    match: Match | None
    then: Sequence[Match]
    # Waiting matches beyond those shown.
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
    # Only matches of rounds in these states.
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
        """All matches of these rounds, in the order of play."""
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
        """The calls the engine proposes now: match and board."""
        here = [v for v in self.values if v.progress is not Progress.WAITING or self._is_here(v)]
        rest = timedelta(minutes=self.settings.rest)
        return next_calls(here, self.open_boards, self.now, rest, self.may_play_at)

    def may_play_at(self, match: HallMatch, board: int) -> bool:
        return self.may_play(self.by_key[match.number], board)

    def may_play(self, match: Match, board: int) -> bool:
        """Return whether the match may use the board.

        A pool with its own boards uses only those; added boards are for every pool.
        """
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
        """Board → the match proposed for it."""
        return {call.board: self.by_key[call.match] for call in self.calls}

    @cached_property
    def on_boards(self) -> Mapping[int, Match]:
        """Board → the match called to it or in play on it."""
        return {v.board: self.by_key[v.number] for v in self.values if v.is_on and v.board is not None}

    @cached_property
    def waiting(self) -> list[Match]:
        return [self.by_key[v.number] for v in self.values if v.progress is Progress.WAITING]

    @cached_property
    def untimed(self) -> list[Match]:
        """Waiting matches without a time in a schedule with times: the boards close too early for them."""
        return [m for m in self.waiting if m.planned_at is None] if self.settings.has_times else []

    @cached_property
    def clashing(self) -> int:
        """The number of waiting matches that share board and time with another, after a call is undone."""
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
        """Whether matches are called to boards; otherwise each match of the round has its own table."""
        return bool(self.boards)

    @property
    def free_card(self) -> BoardCard | None:
        """The first board with a match to call."""
        return next((card for card in self.cards if card.state == FREE), None)

    def where_is(self, entry_id: int, but: Match) -> Match | None:
        """Return the match, other than `but`, that the entry is called to or is playing."""
        mine = (m for m in self.on_boards.values() if entry_id in (m.first_id, m.second_id))
        return next((m for m in mine if m.pk != but.pk), None)

    @property
    def why_none(self) -> str:
        """Why no waiting match can be called; empty if one can."""
        rules = rules_of(self.stage.tournament)
        if self.calls:
            return ""
        if not self.waiting:
            return rules.say("No match waits for a {table}.")
        if not set(self.open_boards) - self.on_boards.keys():
            return rules.say("Every open {table} is taken.")
        return tr("All players with a match left are playing, resting or absent.")


def hall_of(stage: Stage, now: datetime | None = None) -> Hall:
    return Hall(stage, now or timezone.now())


def stage_being_played(tournament: Tournament) -> Stage | None:
    """Return the stage in progress.

    It is started, a Swiss with a round in progress, or finished with a play-off in progress.
    """
    for stage in _perhaps_played(tournament.pk):
        stage.tournament = tournament
        has_rounds = stage.kind == StageKind.SWISS or stage.is_closed
        if stage.is_being_played or (has_rounds and stage.rounds.filter(status=RoundStatus.STARTED).exists()):
            return stage
    return None


def _perhaps_played(tournament_id: int) -> QuerySet[Stage]:
    """Return the stages that are not closed, and those with a play-off in progress."""
    play_off = Round.objects.filter(stage=OuterRef("pk"), play_off__gt=0, status=RoundStatus.STARTED)
    stages = Stage.objects.filter(tournament=tournament_id).order_by("number")
    return stages.filter(~Q(status=StageStatus.CLOSED) | Exists(play_off))


@dataclass(frozen=True, slots=True)
class BoardQueue:
    """The queue of one board: `now` is on the board, called to it or next; `then` follows.

    `state`: in play, called, reported, next (can be called now) or waits (for a player who is at another
    board).
    """

    board: int
    now: Match
    then: Sequence[Match]
    # Waiting matches beyond those shown.
    more: int
    state: str = "next"

    is_in_play = Is("state", WORDS[Progress.IN_PLAY])
    is_called = Is("state", WORDS[Progress.CALLED])
    may_call = Is("state", "next")


def next_matches(tournament: Tournament) -> list[BoardQueue]:
    """Return the queues by board, without boards that have no match left."""
    stage = stage_being_played(tournament)
    return queues_of(hall_of(stage)) if stage is not None and stage.kind in WAIT_FOR_BOARDS else []


def queues_of(hall: Hall) -> list[BoardQueue]:
    proposed = {match.pk for match in hall.proposed.values()}
    return [_queue(board, queue, proposed) for board, queue in matches_by_board(hall).items()]


def matches_by_board(hall: Hall) -> dict[int, list[Match]]:
    """Board → its matches without a result, starting with its card's: on it, proposed for it, or next."""
    board_of = {match.pk: board for board, match in hall.proposed.items()}
    by_board: dict[int, list[Match]] = defaultdict(list)
    for match in hall.matches:
        if not match.is_agreed:
            by_board[board_of.get(match.pk, match.table or 0)].append(match)
    for queue in by_board.values():
        queue.sort(key=lambda m: (progress_of(m) not in ON, m.pk not in board_of))
    return dict(sorted(by_board.items()))


def _queue(board: int, queue: list[Match], board_of: set[int]) -> BoardQueue:
    now, then = queue[0], queue[1:SHOWN]
    waits = "next" if now.pk in board_of or not board_of else "waits"
    reported = "reported" if now.state != MatchState.OPEN else waits
    return BoardQueue(board, now, then, max(len(queue) - SHOWN, 0), WORDS.get(progress_of(now), reported))


def next_in_pools(tournament: Tournament) -> list[BoardQueue]:
    """Return the queues of pools, and of a play-off after them."""
    return [queue for queue in next_matches(tournament) if queue.now.bracket_number is None]


def next_in_round(tournament: Tournament) -> list[BoardQueue]:
    """Return the queues of a Swiss whose matches are called to boards."""
    stage = stage_being_played(tournament)
    return queues_of(hall_of(stage)) if stage is not None and stage.kind == StageKind.SWISS else []


def next_in_bracket(tournament: Tournament) -> list[BoardQueue]:
    """Return the queues of a knockout called to boards; otherwise each match has its own table."""
    stage = stage_being_played(tournament)
    hall = hall_of(stage) if stage is not None and stage.kind == StageKind.KNOCKOUT else None
    return queues_of(hall) if hall is not None and hall.is_used else []


def next_match_of(entry: Entry) -> Match | None:
    """Return the match the entry is playing or plays next."""
    mine = [match for match in undecided(entry.tournament) if entry.pk in (match.first_id, match.second_id)]
    return min(mine, key=lambda match: progress_of(match) not in ON, default=None)


def undecided(tournament: Tournament) -> list[Match]:
    """Return the matches of the stage in progress without a result, in the order of play."""
    stage = stage_being_played(tournament)
    if stage is None or stage.kind not in WAIT_FOR_BOARDS:
        return []
    return [match for match in hall_of(stage).matches if not match.is_agreed]
