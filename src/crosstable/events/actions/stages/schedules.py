"""The schedule of a pool stage: opponents, rounds and tables, stored as its rounds. Derived from the pools and the
settings; the same ones give the same schedule."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Max
from django.utils.text import capfirst

from crosstable.accounts import limits
from crosstable.accounts.models import User
from crosstable.database.compiled_sql import insert_many
from crosstable.engine.errors import EngineError
from crosstable.engine.pairing.round_robin import Schedule, ScheduledMatch, ScheduleOptions, schedule_groups
from crosstable.engine.pairing.round_robin.groups import (
    LastByeInEvenGroup,
    LastByeTwice,
    LastByeUnknown,
    count_matches,
    groups_within,
)
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.hall.evenings import give_times
from crosstable.events.actions.stages.stages import (
    BEFORE_PLAY,
    discard_schedule,
    fresh_stage,
    require_stage,
    save_stage,
)
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import PoolSettings
from crosstable.events.bridge.stages import groups_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, MatchPart, Pool, Round, Stage, StageStatus, Status
from crosstable.events.play_errors import NeedsSearch, NoPools, PoolsOutdated, TooManyMatches
from crosstable.events.queries.stages.pool_setup import pool_differences
from crosstable.text import tr

# Limit of one pool stage: 32 pools of 32 have 15,872.
MOST_MATCHES = 16_000


def make_schedule(*, stage: Stage, by: User, seen_version: int | None = None) -> Stage:
    """Store the plain schedule of the circle or the Berger tables. Raises NeedsSearch if there are constraints."""
    with limits.heavy_work(by), action(stage.tournament, by) as act:
        fresh = stage_to_schedule(act, stage, seen_version)
        if PoolSettings.of(fresh).constraints:
            raise NeedsSearch(stage=fresh.shown_name)
        _keep(act, fresh, plain_schedule(fresh), given_up=[])
    return fresh


def keep_schedule(
    *, stage: Stage, schedule: Schedule, given_up: list[str], by: User, seen_version: int
) -> Stage:
    """Store a schedule that a search found; refused if the stage has changed since the search started."""
    with action(stage.tournament, by) as act:
        fresh = stage_to_schedule(act, stage, seen_version)
        _keep(act, fresh, schedule, given_up)
    return fresh


def schedule_options_of(stage: Stage) -> ScheduleOptions:
    return PoolSettings.of(stage).schedule_options(share_sides=rules_of(stage.tournament).has_named_sides)


def plain_schedule(stage: Stage) -> Schedule:
    """Return the schedule without constraints. Raises BadValue if a last-round bye is impossible."""
    try:
        return schedule_groups(list(groups_of(stage).values()), schedule_options_of(stage))
    except EngineError as error:
        raise BadValue(_why_not(stage, error), "last_byes") from error


def stage_to_schedule(act: Action, stage: Stage, seen_version: int | None) -> Stage:
    act.require(tr("Make the schedule"), *(status for status in Status if status != Status.COMPLETE))
    fresh = fresh_stage(act, stage, seen_version)
    require_stage(fresh, tr("Make the schedule"), *BEFORE_PLAY)
    if not fresh.pools.exists():
        raise NoPools(stage=fresh.shown_name)
    differences = pool_differences(fresh)
    if differences.any:
        raise PoolsOutdated(differences.leavers, differences.missing)
    check_match_count(fresh, [len(group.entries) for group in groups_of(fresh).values()])
    return fresh


def check_match_count(stage: Stage, sizes: Sequence[int]) -> None:
    """Count the matches before creating them; each board of a team match counts. Raises TooManyMatches."""
    boards, double = max(1, stage.tournament.team_boards), PoolSettings.of(stage).double
    matches = count_matches(sizes, double=double) * boards
    if matches > MOST_MATCHES:
        groups = groups_within(sum(sizes), MOST_MATCHES // boards, double=double)
        raise TooManyMatches(matches=matches, most=MOST_MATCHES, groups=groups)


def _keep(act: Action, stage: Stage, schedule: Schedule, given_up: list[str]) -> None:
    discarded = discard_schedule(stage)
    rounds = _store(stage, schedule)
    give_times(stage)
    stage.status = StageStatus.DRAWN
    save_stage(stage)
    matches = sum(1 for group in schedule.groups for _ in group.matches)
    after = {"rounds": rounds, "matches": matches, "given_up": given_up, "discarded": discarded}
    act.record("schedule.made", stage.name, after=after, stage=stage)


def _store(stage: Stage, schedule: Schedule) -> int:
    """Store rounds in order after the existing ones, round k of every pool together. Return how many."""
    tournament = stage.tournament
    last = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    count = max(len(group.rounds) for group in schedule.groups)
    rounds = [Round(tournament=tournament, stage=stage, number=last + n) for n in range(1, count + 1)]
    Round.objects.bulk_create(rounds)
    matches = _rows(stage, schedule, rounds)
    insert_many(matches)
    if tournament.has_boards:
        store_boards(matches, tournament.team_boards)
    return count


def _rows(stage: Stage, schedule: Schedule, rounds: list[Round]) -> list[Match]:
    pools = list(stage.pools.all())
    by_round: dict[int, list[Match]] = defaultdict(list)
    for index, (pool, group) in enumerate(zip(pools, schedule.groups, strict=True)):
        offset = index * schedule.boards if schedule.own_boards else 0
        for round_ in group.rounds:
            row = rounds[round_.number - 1]
            by_round[round_.number] += [_row(row, pool, match, offset) for match in round_.matches]
    return [match for number in sorted(by_round) for match in by_round[number]]


def _row(round_: Round, pool: Pool, match: ScheduledMatch, offset: int) -> Match:
    """Return a match. The boards of several pools are numbered consecutively: no two tables of the hall share a
    number."""
    return Match(
        round=round_,
        pool=pool,
        table=offset + match.board,
        slot=match.slot,
        first_id=match.first,
        second_id=match.second,
    )


def store_boards(matches: list[Match], boards: int) -> None:
    insert_many([MatchPart(match=match, number=n) for match in matches for n in range(1, boards + 1)])


def _why_not(stage: Stage, error: EngineError) -> str:
    names = dict(stage.pool_seats.values_list("entry_id", "entry__display_name"))
    match error:
        case LastByeInEvenGroup(entry=entry, group=group):
            return tr(
                "{names} cannot have the last bye: pool {group} has an even number of players, so there is no bye.",
                names=names[entry],
                group=group,
            )
        case LastByeTwice(group=group):
            return tr("Only one player of pool {group} can have the bye in the last round.", group=group)
        case LastByeUnknown():
            return tr("The player with the bye in the last round must be in one of the pools.")
        case _:
            return capfirst(f"{error}.")
