"""Whether a stage puts anybody out: said where the numbers are chosen and before it is drawn, not when it is over.
As long as nobody chooses how many pools there are, there are as many as put somebody out."""

from crosstable.engine.stages import usual_pools
from crosstable.events.models import Stage, StageKind
from crosstable.events.play_errors import TooFewToGoOn
from crosstable.events.queries.stages.going_on import check_cut, stage_after
from crosstable.events.queries.stages.participants import participants
from crosstable.events.records.settings.stage_settings import GoesOn, PoolSettings


def pools_wanted(stage: Stage) -> int:
    """As many as are chosen, or as suit those who take part now."""
    return PoolSettings.of(stage).groups or pools_proposed(stage)


def pools_proposed(stage: Stage) -> int:
    if stage_after(stage) is None:
        return 1
    return usual_pools(len(participants(stage)), GoesOn.of(stage).qualification())


def too_large_a_cut(stage: Stage) -> str:
    """Why not so many can go on from a Swiss, as things are; empty if they can, and where nothing follows."""
    if stage.kind != StageKind.SWISS or not GoesOn.of(stage).per_pool or stage_after(stage) is None:
        return ""
    try:
        check_cut(stage)
    except TooFewToGoOn as refusal:
        return str(refusal)
    return ""


def too_small_pools(stage: Stage) -> str:
    """The same of pools that are not formed yet."""
    if stage_after(stage) is None:
        return ""
    wanted, smallest = GoesOn.of(stage).per_pool, len(participants(stage)) // pools_wanted(stage)
    return (
        str(TooFewToGoOn(wanted=wanted, there=smallest, where="the smallest pool"))
        if smallest < wanted
        else ""
    )


def everybody_goes_on(stage: Stage) -> str:
    """That the stage puts nobody out, as things are; empty where it does, while few are there, and once it is over."""
    following = stage_after(stage)
    if following is None or stage.is_closed or following.kind != StageKind.KNOCKOUT:
        return ""
    seated = stage.pool_seats.filter(entry__dropped_at__isnull=True).count()
    there, pools = seated or len(participants(stage)), stage.pools.count()
    if there < 2 or _go_on(stage, pools) < there:
        return ""
    return (
        f"As things are, all {there} go on to {following}: {stage} puts nobody out and only seeds them. "
        "Let fewer go on if that is not what you want."
    )


def _go_on(stage: Stage, pools: int) -> int:
    rule = GoesOn.of(stage)
    groups = pools or (pools_wanted(stage) if stage.kind == StageKind.POOLS else 1)
    return rule.per_pool * groups + rule.next_best
