"""The pools of a stage (C1): formed from its participants, changed manually, discarded. Seats decide who meets when.

Everything here is possible until the stage is in progress; a schedule of other pools is discarded with them.
"""

import secrets
from collections.abc import Sequence
from typing import Any

from crosstable.accounts import limits
from crosstable.accounts.models import User
from crosstable.database.compiled_sql import insert_many
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import Group, form_groups
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.stages.schedules import check_match_count
from crosstable.events.actions.stages.stages import (
    BEFORE_PLAY,
    discard_draw,
    discard_schedule,
    fresh_stage,
    require_stage,
    save_stage,
)
from crosstable.events.bridge.settings.stage_checks import checked_settings
from crosstable.events.bridge.settings.stage_settings import PoolSettings
from crosstable.events.bridge.stages import groups_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Pool, PoolSeat, Stage, StageKind, Status
from crosstable.events.play_errors import NoPools, NotEnoughForPools, PoolWouldBeTooSmall
from crosstable.events.queries.stages.advancing import check_cut, check_decided, stage_after, stage_before
from crosstable.events.queries.stages.participants import participants, pools_wanted
from crosstable.text import names_text, tr

LEAST_IN_A_POOL = 2


def form_pools(
    *,
    stage: Stage,
    by: User,
    groups: int | None = None,
    as_proposed: bool = False,
    distribution: str | None = None,
    shuffle: bool = False,
    shuffle_seed: int | None = None,
    seen_version: int | None = None,
) -> Stage:
    """Distribute the participants. `shuffle` draws a new seed, which is stored and gives the same pools again. `groups`
    fixes the number of pools; `as_proposed` makes it depend on the participants. Neither: use the settings.

    Raises NotEnoughForPools, TooFewToAdvance, BadValue, StageFixed.
    """
    with limits.heavy_work(by), action(stage.tournament, by) as act:
        fresh = _pool_stage(act, stage, tr("Form the pools"), seen_version)
        chosen: dict[str, Any] = {"groups": groups, "distribution": distribution}
        seed = secrets.randbelow(1_000_000) if shuffle else shuffle_seed
        given = {name: value for name, value in chosen.items() if value is not None}
        if as_proposed:
            given["groups"] = None
        fresh.settings = checked_settings(
            act.tournament, StageKind.POOLS, {**fresh.settings, **given, "shuffle_seed": seed}
        )
        formed = _formed(fresh)
        check_match_count(fresh, [len(group.entries) for group in formed])
        _keep_last_byes(fresh, [group.entries for group in formed])
        discarded = discard_draw(fresh, tr("earlier pools"))
        store_pools(fresh, formed)
        if stage_after(fresh) is not None:
            check_cut(fresh)
        save_stage(fresh)
        after = {"groups": len(formed), "sizes": [len(g.entries) for g in formed], "seed": seed}
        act.record("pools.formed", fresh.name, after={**after, "discarded": discarded}, stage=fresh)
    return fresh


def move_to_pool(
    *, stage: Stage, entry: Entry, pool: Pool, by: User, seen_version: int | None = None
) -> Stage:
    """Move an entry to the end of another pool. Raises PoolWouldBeTooSmall."""
    with action(stage.tournament, by) as act:
        fresh = _pool_stage(act, stage, tr("Move player"), seen_version)
        groups = groups_of(fresh)
        source = _pool_of(groups, entry)
        if pool.pk not in groups:
            raise BadValue(tr("There is no such pool in this stage."), "pool")
        if source == pool.pk:
            act.leave_as_it_is()
            return fresh
        if len(groups[source].entries) <= LEAST_IN_A_POOL:
            raise PoolWouldBeTooSmall(pool=groups[source].name)
        id = EntryId(entry.pk)
        seats = {pk: [e for e in group.entries if e != id] for pk, group in groups.items()}
        seats[pool.pk].append(id)
        check_match_count(fresh, [len(entries) for entries in seats.values()])
        discarded = _reseat(fresh, seats)
        was, now = groups[source].name, groups[pool.pk].name
        act.record(
            "pools.moved",
            str(entry),
            {"pool": was},
            {"pool": now, "discarded": discarded},
            entry=entry,
            stage=fresh,
        )
    return fresh


def swap_seats(
    *, stage: Stage, first: Entry, second: Entry, by: User, seen_version: int | None = None
) -> Stage:
    """Swap two entries, within a pool or between two: the sizes stay."""
    with action(stage.tournament, by) as act:
        fresh = _pool_stage(act, stage, tr("Swap players"), seen_version)
        groups = groups_of(fresh)
        _pool_of(groups, first)
        _pool_of(groups, second)
        if first.pk == second.pk:
            raise BadValue(tr("Choose two different players."), "second")
        other = {EntryId(first.pk): EntryId(second.pk), EntryId(second.pk): EntryId(first.pk)}
        seats = {pk: [other.get(e, e) for e in group.entries] for pk, group in groups.items()}
        discarded = _reseat(fresh, seats)
        act.record(
            "pools.swapped",
            names_text([first.display_name, second.display_name]),
            after={"discarded": discarded},
            stage=fresh,
        )
    return fresh


def discard_pools(*, stage: Stage, by: User, seen_version: int | None = None) -> Stage:
    """Delete the pools and the schedule."""
    with action(stage.tournament, by) as act:
        fresh = _pool_stage(act, stage, tr("Discard the pools"), seen_version)
        if not fresh.pools.exists():
            raise NoPools(stage=fresh.shown_name)
        discarded = discard_draw(fresh, tr("pools"))
        save_stage(fresh)
        act.record("pools.discarded", fresh.name, before={"discarded": discarded}, stage=fresh)
    return fresh


def store_pools(stage: Stage, groups: Sequence[Group]) -> None:
    pools = [Pool(stage=stage, number=n, name=group.name) for n, group in enumerate(groups, start=1)]
    Pool.objects.bulk_create(pools)
    _seat(stage, {pool.pk: list(group.entries) for pool, group in zip(pools, groups, strict=True)})


def _formed(stage: Stage) -> tuple[Group, ...]:
    options = PoolSettings.of(stage).group_options(pools_wanted(stage))
    if before := stage_before(stage):
        check_decided(before)
    ids = [EntryId(entry.pk) for entry in participants(stage)]
    if len(ids) < LEAST_IN_A_POOL * options.groups:
        raise NotEnoughForPools(len(ids), options.groups)
    return form_groups(ids, options)


def _pool_stage(act: Action, stage: Stage, action: str, seen_version: int | None) -> Stage:
    act.require(action, *(status for status in Status if status != Status.COMPLETE))
    fresh = fresh_stage(act, stage, seen_version)
    if fresh.kind != StageKind.POOLS:
        raise BadValue(
            tr("{fresh} has no pools: it is a {names}.", fresh=fresh, names=fresh.get_kind_display().lower()),
            "stage",
        )
    require_stage(fresh, action, *BEFORE_PLAY)
    return fresh


def _pool_of(groups: dict[int, Group], entry: Entry) -> int:
    pool = next((pk for pk, group in groups.items() if entry.pk in group.entries), None)
    if pool is None:
        raise BadValue(tr("{entry} is in none of the pools.", entry=entry), "entry")
    return pool


def _reseat(stage: Stage, seats: dict[int, list[EntryId]]) -> str:
    """Replace all seats, since no entry may hold two even for a moment. The schedule is discarded."""
    discarded = discard_schedule(stage)
    _keep_last_byes(stage, list(seats.values()))
    stage.pool_seats.all().delete()
    _seat(stage, seats)
    save_stage(stage)
    return discarded


def _keep_last_byes(stage: Stage, pools: Sequence[Sequence[EntryId]]) -> None:
    """Keep the last-round byes that these pools still allow: one in each odd pool."""
    wishes = stage.settings.get("last_byes", [])
    of_pools = (next((wish for wish in wishes if wish in pool), None) for pool in pools if len(pool) % 2)
    stage.settings = {**stage.settings, "last_byes": [wish for wish in of_pools if wish is not None]}


def _seat(stage: Stage, seats: dict[int, list[EntryId]]) -> None:
    rows = (
        PoolSeat(stage=stage, pool_id=pool, entry_id=entry, seat=seat)
        for pool, entries in seats.items()
        for seat, entry in enumerate(entries, start=1)
    )
    insert_many(list(rows))
