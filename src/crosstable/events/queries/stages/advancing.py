"""Advancing to the next stage: its places before and after they are known, ties, seeding."""

from dataclasses import replace

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin.groups import shuffled
from crosstable.engine.stages import (
    DecidingTie,
    NoOneAdvances,
    Place,
    PoolTooSmall,
    Stake,
    TooFewNextBest,
    deciding_ties,
    next_best,
    places,
    qualified,
    seeded,
)
from crosstable.engine.standings import Row
from crosstable.events.bridge.play_offs import open_play_offs
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import (
    AUTO,
    BY_LOT,
    BY_RATING,
    AdvanceSettings,
    KnockoutSettings,
)
from crosstable.events.bridge.stages import decisions_of
from crosstable.events.bridge.tournament import COUNTED, OF_A_SWISS
from crosstable.events.errors import BadValue, Refused
from crosstable.events.models import (
    Entry,
    PlayerRating,
    RoundStatus,
    Stage,
    StageKind,
    StageStatus,
    Status,
    Tournament,
)
from crosstable.events.play_errors import NotDrawnYet, PlayOffOn, TieUndecided, TooFewToAdvance
from crosstable.events.queries.standings.pool_tables import PoolTable, pool_tables, rows_by_pool
from crosstable.events.queries.standings.ranking import swiss_rows
from crosstable.text import tr

Pools = dict[str, list[Row]]
SWISS = ""


def stage_before(stage: Stage) -> Stage | None:
    return Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1).first()


def stage_after(stage: Stage) -> Stage | None:
    return Stage.objects.filter(tournament=stage.tournament_id, number=stage.number + 1).first()


def is_over(stage: Stage) -> bool:
    """Return whether the stage is closed, or a Swiss whose rounds all are.

    The number of rounds may have been reduced after the last one was closed.
    """
    if stage.kind != StageKind.SWISS:
        return stage.status == StageStatus.CLOSED
    return swiss_status(stage.tournament) == StageStatus.CLOSED


def swiss_status(tournament: Tournament) -> StageStatus:
    """Return the status of a Swiss by its rounds: started with the first, closed with the last."""
    rounds = list(tournament.rounds.filter(OF_A_SWISS).values_list("status", flat=True))
    if rounds.count(RoundStatus.CLOSED) == len(rounds) >= tournament.total_rounds:
        return StageStatus.CLOSED
    is_played = any(status in COUNTED for status in rounds)
    return StageStatus.STARTED if is_played else StageStatus.PLANNED


def tables_of(stage: Stage) -> Pools:
    """Pool → its standings, best first; withdrawn entries are left out and do not advance.

    A Swiss is one pool.
    """
    if stage.kind == StageKind.POOLS:
        return rows_by_pool(stage, only_present=True)
    left = set(stage.tournament.entries.filter(dropped_at__isnull=False).values_list("pk", flat=True))
    return {SWISS: [row for row in swiss_rows(stage.tournament) if row.entry.id not in left]}


def places_after(stage: Stage) -> list[Place]:
    """Return the places this stage gives, in the order of bracket seeds; with entries once finished.

    Raises NotDrawnYet, TooFewToAdvance, TieUndecided, BadValue.
    """
    rule = AdvanceSettings.of(stage).qualification()
    if stage.kind == StageKind.POOLS and not stage.pools.exists():
        raise NotDrawnYet(stage=stage.shown_name)
    try:
        if is_over(stage):
            check_decided(stage)
            return seeded(qualified(tables_of(stage), rule, decisions_of(stage)))
        return seeded(places(_sizes(stage), rule))
    except EngineError as error:
        raise _refusal(stage, error) from error


def check_enough(stage: Stage) -> None:
    """Refuse a cut larger than the field, once the field is known. Raises TooFewToAdvance."""
    begun = stage.tournament.status in (Status.IN_PROGRESS, Status.COMPLETE)
    if stage.pools.exists() if stage.kind == StageKind.POOLS else begun:
        check_cut(stage)


def check_cut(stage: Stage) -> None:
    """Check that enough entries are in the pools, or checked in for a Swiss. Raises TooFewToAdvance."""
    rule = AdvanceSettings.of(stage).qualification()
    if rule.per_pool + rule.next_best:
        try:
            if stage.kind == StageKind.POOLS or is_over(stage):
                places(_sizes(stage), rule)
            else:
                here = stage.tournament.entries.filter(checked_in_at__isnull=False, dropped_at__isnull=True)
                places({SWISS: here.count()}, rule)
        except EngineError as error:
            raise _refusal(stage, error) from error


def ties_of(stage: Stage) -> list[DecidingTie]:
    """Return the undecided ties of a finished stage: for a place, then for a seed. Raises EngineError."""
    if not is_over(stage):
        return []
    ties = deciding_ties(tables_of(stage), AdvanceSettings.of(stage).qualification(), decisions_of(stage))
    return sorted(ties, key=lambda tie: tie.stake is not Stake.PLACE)


def waits_for_decisions(stage: Stage) -> bool:
    """Return whether ties must be decided before the draw.

    The order of entry never decides who advances from pools. It does for the cut of a Swiss where all else is
    equal; there a tie is shown and may be decided.
    """
    return stage.kind == StageKind.POOLS


def check_no_play_off(stage: Stage) -> None:
    """Refuse a draw or start while a play-off for the stage's places is in progress. Raises PlayOffOn."""
    for play_off in open_play_offs(stage):
        raise PlayOffOn(names=[entry.display_name for entry in play_off.entries], what=play_off.about)


def check_decided(stage: Stage) -> None:
    check_no_play_off(stage)
    if not waits_for_decisions(stage):
        return
    tie = next((tie for tie in ties_of(stage) if tie.stake is Stake.PLACE), None)
    if tie is not None:
        names = dict(stage.tournament.entries.values_list("pk", "display_name"))
        raise TieUndecided(names=[names[pk] for pk in tie.entries], what=tie_words(tie))


def tie_words(tie: DecidingTie) -> str:
    """What the tie is about: “place 2 of pool A”."""
    last = tie.first + tie.places - 1
    one, many = _TIES["next best" if tie.pool is None else "pool" if tie.pool else "Swiss"]
    values = {"number": tie.first, "last": last, "pool": tie.pool}
    return one.filled(**values) if last == tie.first else many.filled(**values)


_TIES = {
    "next best": (tr("place {number} of the next best"), tr("places {number} to {last} of the next best")),
    "pool": (tr("place {number} of pool {pool}"), tr("places {number} to {last} of pool {pool}")),
    "Swiss": (tr("place {number} of the Swiss"), tr("places {number} to {last} of the Swiss")),
}


def _sizes(stage: Stage) -> dict[str, int]:
    return {name: len(rows) for name, rows in tables_of(stage).items()}


def _refusal(stage: Stage, error: EngineError) -> Refused:
    if isinstance(error, PoolTooSmall):
        where = tr("pool {name}", name=error.pool) if error.pool else stage.shown_name
        return TooFewToAdvance(wanted=error.wanted, there=error.entries, where=where)
    if isinstance(error, TooFewNextBest):
        return TooFewToAdvance(
            wanted=error.wanted, there=error.candidates, where=tr("those who came next"), field="next_best"
        )
    if isinstance(error, NoOneAdvances):
        return BadValue(tr("Enter how many advance from {name}.", name=stage.shown_name), "per_pool")
    raise error


def seeding_of(stage: Stage) -> list[Entry]:
    """Return the entrants of a knockout that is the first stage, best seed first; by lot in drawn order."""
    chosen = KnockoutSettings.of(stage)
    taken = seeding_order(stage)[: chosen.entrants]
    if chosen.draw_seed is None or not is_by_lot(stage):
        return taken
    by_key = {EntryId(entry.pk): entry for entry in taken}
    return [by_key[key] for key in shuffled(list(by_key), chosen.draw_seed)]


def is_by_lot(stage: Stage) -> bool:
    """Return whether a first-stage knockout is drawn by lot: chosen, or no entry has a rating."""
    chosen = KnockoutSettings.of(stage).seeding
    if stage_before(stage) is not None or chosen not in (AUTO, BY_LOT):
        return False
    return chosen == BY_LOT or not any(_ratings(stage.tournament, _active(stage)).values())


def seeding_order(stage: Stage) -> list[Entry]:
    """Return all possible entrants, by rating or in the order of registration."""
    entries = _active(stage)
    if KnockoutSettings.of(stage).seeding in (AUTO, BY_RATING):
        known = _ratings(stage.tournament, entries)
        entries.sort(key=lambda entry: (-known[entry.pk], entry.seed))
    return entries


def _active(stage: Stage) -> list[Entry]:
    active = stage.tournament.entries.filter(checked_in_at__isnull=False, dropped_at__isnull=True)
    return list(active.select_related("player").order_by("seed"))


def _ratings(tournament: Tournament, entries: list[Entry]) -> dict[int, int]:
    """Entry → the rating registered with or, without one, the rating earned here so far."""
    rows = PlayerRating.objects.filter(
        pool=rules_of(tournament).rating_pool, games__gt=0, player__in=[entry.player_id for entry in entries]
    )
    earned = dict(rows.values_list("player_id", "value"))
    return {entry.pk: entry.rating or earned.get(entry.player_id, 0) for entry in entries}


def next_in_line(stage: Stage, label: str, holders: set[int]) -> Entry | None:
    """Return the replacement for a withdrawn entry: the next one that is neither seated nor withdrawn."""
    before = stage_before(stage)
    line = _line_for(before, label) if before else [EntryId(entry.pk) for entry in seeding_order(stage)]
    free = [pk for pk in line if pk not in holders]
    active = Entry.objects.filter(pk__in=free, dropped_at__isnull=True).in_bulk()
    return next((active[pk] for pk in free if pk in active), None)


def _line_for(before: Stage, label: str) -> list[EntryId]:
    """The next in the same pool; after them, and for a next-best place, the best of those next in line."""
    tables, rule = tables_of(before), AdvanceSettings.of(before).qualification()
    place = next((place for place in places(_sizes(before), rule) if place.label == label), None)
    own = tables[place.pool] if place is not None and place.pool is not None else []
    following = next_best(tables, rule, decisions_of(before))
    return [row.entry.id for row in [*own, *following, *(r for rows in tables.values() for r in rows)]]


def tables_with_places(stage: Stage) -> list[PoolTable]:
    tables, through = pool_tables(stage), _advancing_entries(stage)
    if through is None:
        return tables
    return [
        replace(table, lines=[replace(line, advances=line.entry.pk in through) for line in table.lines])
        for table in tables
    ]


def _advancing_entries(stage: Stage) -> frozenset[int] | None:
    """The entries that advance; None until it is certain."""
    if not stage.is_closed or not AdvanceSettings.of(stage).per_pool:
        return None
    try:
        places = qualified(tables_of(stage), AdvanceSettings.of(stage).qualification(), decisions_of(stage))
        open_ = [id for tie in ties_of(stage) if tie.stake is Stake.PLACE for id in tie.entries]
    except EngineError:
        return None
    return frozenset(place.entry for place in places if place.entry is not None) - set(open_)
