"""The progress of a pool stage through its setup (C6), and what each step shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import (
    BoardRule,
    EqualityReport,
    GroupSchedule,
    Schedule,
    ScheduleChecks,
    ScheduledMatch,
    ScheduledRound,
    board_balance,
    check_schedule,
    equality,
)
from crosstable.engine.scheduling.constraints import in_words
from crosstable.events.bridge.constraints import AnyEntry, read_constraints
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import PoolSettings
from crosstable.events.bridge.stages import groups_of
from crosstable.events.models import Entry, Pool, ScheduleSearch, Stage, StageStatus
from crosstable.events.queries.desk.steps import NextStep, StepBack
from crosstable.events.queries.rounds.drafts import Differences
from crosstable.events.queries.stages.participants import participants
from crosstable.events.queries.stages.pool_people import PoolPeople
from crosstable.events.queries.stages.pool_schedule import matches_of_stage, names_of, search_of
from crosstable.text import tr

BY_STATUS = {
    StageStatus.DRAWN: NextStep.PUBLISH,
    StageStatus.PUBLISHED: NextStep.START,
    StageStatus.STARTED: NextStep.COLLECT_RESULTS,
    StageStatus.CLOSED: NextStep.DONE,
}


@dataclass(frozen=True, slots=True)
class SeatedPool:
    pool: Pool
    entries: Sequence[Entry]

    @property
    def is_odd(self) -> bool:
        return len(self.entries) % 2 == 1


@dataclass(frozen=True)
class PreparedPools:
    """Everything the guided page shows, loaded lazily."""

    stage: Stage

    @cached_property
    def settings(self) -> PoolSettings:
        return PoolSettings.of(self.stage)

    @cached_property
    def participants(self) -> list[Entry]:
        """Possible pool members; once play has begun, the actual ones."""
        if not self.is_open:
            return [seat.entry for seat in self.people.taken_seats]
        return participants(self.stage)

    @cached_property
    def people(self) -> PoolPeople:
        return PoolPeople(self.stage)

    @cached_property
    def pools(self) -> list[SeatedPool]:
        seats = self.stage.pool_seats.select_related("pool", "entry").order_by("pool__number", "seat")
        pools: dict[int, tuple[Pool, list[Entry]]] = {}
        for seat in seats:
            pools.setdefault(seat.pool_id, (seat.pool, []))[1].append(seat.entry)
        return [SeatedPool(pool, entries) for pool, entries in pools.values()]

    @property
    def step_back(self) -> StepBack | None:
        if self.stage.status == StageStatus.PUBLISHED:
            return StepBack(tr("Unpublish"), "stage-act", (self.stage.number, "back"))
        if self.stage.status == StageStatus.DRAWN:
            label = tr("Discard the schedule")
            return StepBack(label, "stage-act", (self.stage.number, "back"), loses_work=True)
        if self.is_open and self.pools:
            label = tr("Discard the pools")
            return StepBack(label, "stage-act", (self.stage.number, "discard"), loses_work=True)
        return None

    @cached_property
    def differences(self) -> Differences:
        return pool_differences(self.stage) if self.pools else Differences((), ())

    @cached_property
    def search(self) -> ScheduleSearch | None:
        return search_of(self.stage)

    @cached_property
    def schedule(self) -> Schedule | None:
        return stored_schedule(self.stage) if self.stage.status != StageStatus.PLANNED else None

    @cached_property
    def checks(self) -> ScheduleChecks | None:
        return check_schedule(self.schedule) if self.schedule else None

    @cached_property
    def equality(self) -> EqualityReport | None:
        return equality(self.schedule) if self.schedule else None

    @property
    def boards_words(self) -> str:
        """How well the board rule is met."""
        vocabulary = rules_of(self.stage.tournament).vocabulary
        if self.schedule is None or self.settings.board_rule != BoardRule.BALANCED.value:
            return ""
        reached = board_balance(self.schedule)
        if not reached.uneven:
            return vocabulary.say(
                "Balanced: for each player, the numbers of matches per {table} differ by 1 at most."
            )
        values = {"uneven": reached.uneven, "count": reached.entries}
        if reached.is_proven_best:
            return vocabulary.say(
                "Balanced except for {uneven} of {count}, who are on one {table} twice more often than on "
                "another. No better balance is possible with this number of players and {tables}.",
                **values,
            )
        return vocabulary.say(
            "Balanced except for {uneven} of {count}, who are on one {table} twice more often than on "
            "another. No better balance was found.",
            **values,
        )

    @cached_property
    def constraints(self) -> list[str]:
        # Entries that have left are shown, too: their constraints can then be removed.
        names, word = AnyEntry(names_of(self.stage)), rules_of(self.stage.tournament).vocabulary.table.lower()
        return [in_words(one, names, word) for one in read_constraints(self.settings.constraints, names)]

    @cached_property
    def step(self) -> NextStep:
        """The first step not yet done."""
        status = StageStatus(self.stage.status)
        if status in BY_STATUS:
            return BY_STATUS[status]
        if not self.pools or self.differences.any:
            return NextStep.FORM_POOLS if len(self.participants) >= 2 else NextStep.FIND_PARTICIPANTS
        return NextStep.SCHEDULE

    @property
    def is_open(self) -> bool:
        """Whether play has not begun: every step can be repeated."""
        return self.stage.status in (StageStatus.PLANNED, StageStatus.DRAWN, StageStatus.PUBLISHED)


def stored_schedule(stage: Stage) -> Schedule:
    """Rebuild the schedule from its rows: checks then apply to what is stored."""
    settings = PoolSettings.of(stage)
    groups = groups_of(stage)
    index = {pk: number for number, pk in enumerate(groups)}
    offsets = {pk: n * settings.boards if settings.own_boards else 0 for pk, n in index.items()}
    rounds = stage.rounds.filter(play_off=0).order_by("number")
    numbers = {pk: n for n, pk in enumerate(rounds.values_list("pk", flat=True), 1)}
    by_round: dict[tuple[int, int], list[ScheduledMatch]] = {}
    for match in matches_of_stage(stage):
        assert match.pool_id is not None and match.second_id is not None
        row = ScheduledMatch(
            EntryId(match.first_id),
            EntryId(match.second_id),
            (match.table or 0) - offsets[match.pool_id],
            match.slot,
        )
        by_round.setdefault((match.pool_id, numbers[match.round_id]), []).append(row)
    return Schedule(
        tuple(
            GroupSchedule(group, _rounds(pk, group.entries, by_round, len(numbers)))
            for pk, group in groups.items()
        ),
        # A match moved to a board outside the plan still counts that board.
        max(settings.boards, *(match.board for of_one in by_round.values() for match in of_one), 1),
        2 if settings.double else 1,
        settings.own_boards,
    )


def _rounds(
    pool: int, entries: Sequence[EntryId], by_round: dict[tuple[int, int], list[ScheduledMatch]], count: int
) -> tuple[ScheduledRound, ...]:
    rounds = []
    for number in range(1, count + 1):
        matches = by_round.get((pool, number))
        if matches is None:
            continue
        playing = {entry for match in matches for entry in match.entries}
        rounds.append(
            ScheduledRound(number, tuple(matches), next((e for e in entries if e not in playing), None))
        )
    return tuple(rounds)


def pool_differences(stage: Stage) -> Differences:
    """Return pool members who no longer take part, and participants in no pool."""
    seated = dict(stage.pool_seats.values_list("entry_id", "entry__display_name"))
    there = {entry.pk: entry.display_name for entry in participants(stage)}
    gone = [name for pk, name in seated.items() if pk not in there]
    missing = [name for pk, name in there.items() if pk not in seated]
    return Differences(gone, missing)
