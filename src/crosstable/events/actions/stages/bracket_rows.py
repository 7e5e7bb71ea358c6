"""The rows of a bracket follow its state: a match gets its row and its table as soon as both sides are known.

Part of every action that changes a bracket, never a separate action.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any

from django.db.models import Max, Q

from crosstable.database.compiled_sql import CompiledQuery
from crosstable.engine.pairing.knockout import Bracket, Status, playing_round, round_name
from crosstable.engine.pairing.knockout import MatchState as BracketMatchState
from crosstable.events.actions.core.action import Action
from crosstable.events.actions.results.settling import lost_by, settle
from crosstable.events.bridge.settings.hall_settings import HallSettings, open_boards
from crosstable.events.bridge.stages import bracket_state
from crosstable.events.models import Entry, Match, Round, RoundStatus, Settled, Stage, StageStatus
from crosstable.events.models.stock_names import english
from crosstable.events.queries.rounds.live_rounds import blocked_tables, fixed_seats
from crosstable.text import tr

KNOWN = (Status.READY, Status.STARTED, Status.DECIDED)
ROUND_STATUS = {
    StageStatus.PUBLISHED: RoundStatus.PUBLISHED,
    StageStatus.STARTED: RoundStatus.STARTED,
    StageStatus.CLOSED: RoundStatus.CLOSED,
}


def follow_bracket(
    act: Action, stage: Stage, known: tuple[Bracket, Mapping[int, BracketMatchState]] | None = None
) -> list[Match]:
    """Add rows for all matches whose sides are known. Withdrawn entries lose by a walkover.

    `known`: the bracket and its states, if the caller has them; they are not read again.
    """
    made: list[Match] = []
    while True:
        bracket, states = known or _read(stage)
        there = set(_numbers(stage.pk))
        missing = [s for n, s in states.items() if s.status in KNOWN and n not in there]
        made += [_make_row(act, stage, bracket, standing) for standing in missing]
        if stage.status != StageStatus.STARTED or not _walk_over(act, stage):
            return made
        known = None


def _read(stage: Stage) -> tuple[Bracket, Mapping[int, BracketMatchState]]:
    bracket, state = bracket_state(stage)
    return bracket, state.matches


def for_journal(matches: Sequence[Match]) -> dict[str, Any]:
    """Return the new matches of the next round in words and by key: their players are notified."""
    words = [tr("{round}, {match}", round=match.round, match=match) for match in matches]
    return {"next": words, "next_matches": [match.pk for match in matches]}


def remove_rows(matches: Iterable[Match]) -> None:
    """Delete the rows, and rounds left empty with them."""
    for match in matches:
        round_ = match.round
        match.delete()
        if not round_.matches.exists():
            round_.delete()


_numbers = CompiledQuery(
    lambda stage_id: (
        Match.objects.filter(round__stage=stage_id, bracket_number__isnull=False)
        .order_by()
        .values_list("bracket_number", flat=True)
    ),
    int,
)


def _make_row(act: Action, stage: Stage, bracket: Bracket, standing: BracketMatchState) -> Match:
    round_ = _round(act, stage, bracket, playing_round(bracket, standing.match))
    sides = Entry.objects.in_bulk([standing.first, standing.second])
    table, slot = _place(stage, round_, sides.values())
    return Match.objects.create(
        round=round_,
        bracket_number=standing.match.number,
        table=table,
        slot=slot,
        planned_at=HallSettings.of(stage).times.get(str(standing.match.number)),
        first=sides[standing.first],
        second=sides[standing.second],
    )


def _round(act: Action, stage: Stage, bracket: Bracket, number: int) -> Round:
    """Return the row of a round of the bracket. Numbers continue from the stage before."""
    earlier = act.tournament.rounds.filter(stage__number__lt=stage.number)
    before = earlier.aggregate(last=Max("number"))["last"] or 0
    status = ROUND_STATUS[StageStatus(stage.status)]
    round_, _ = Round.objects.get_or_create(
        tournament=act.tournament,
        number=before + number,
        defaults={
            "stage": stage,
            "name": english(round_name(bracket, number)),
            "status": status,
            "published_at": act.now,
            "started_at": act.now if status == RoundStatus.STARTED else None,
        },
    )
    return round_


def _place(stage: Stage, round_: Round, sides: Iterable[Entry]) -> tuple[int, int]:
    """Return the open board with the fewest matches of the round, and the slot after them; without boards a free
    table."""
    boards = open_boards(stage)
    if not boards:
        return _free_table(stage, round_, sides), 1
    there = list(round_.matches.values_list("table", "slot"))
    used = Counter(table for table, _ in there)
    board = min(boards, key=lambda number: (used[number], number))
    return board, max((slot for table, slot in there if table == board), default=0) + 1


def _free_table(stage: Stage, round_: Round, sides: Iterable[Entry]) -> int:
    """Return the fixed seat of one side, or the lowest table that is neither in use nor a fixed seat. Blocked tables
    and those the round uses already are skipped."""
    others, fixed = Match.objects.undecided().filter(round__stage=stage), fixed_seats(stage.tournament)
    busy = set(round_.matches.values_list("table", flat=True)) | set(others.values_list("table", flat=True))
    busy |= blocked_tables(stage.tournament)
    theirs = sorted(entry.fixed_table for entry in sides if entry.fixed_table is not None)
    free = (table for table in count(1) if table not in fixed.values())
    return next(table for table in chain(theirs, free) if table not in busy)


def _walk_over(act: Action, stage: Stage) -> bool:
    """Give open matches with one withdrawn side to the other; if both have withdrawn, the organiser decides."""
    matches = _open_with_one_withdrawn(stage.pk)
    for match in matches:
        assert match.second is not None
        gone = match.first if match.first.is_dropped else match.second
        settle(act, match, lost_by(gone, match), Settled.WALKOVER)
    return bool(matches)


_open_with_one_withdrawn = CompiledQuery(
    lambda stage_id: (
        Match.objects.undecided()
        .filter(round__stage=stage_id, bracket_number__isnull=False, second__isnull=False)
        .filter(Q(first__dropped_at=None) ^ Q(second__dropped_at=None))
        .select_related("round", "first", "second")
    ),
    int,
)
