"""Schemas of stages, pools and schedules, with the checks of a schedule (C3, C5) and the search for a better one."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from crosstable.api.matches import SideOut
from crosstable.api.schemas import ByName, In, Name, Out, PageIn, Text, Whole, of_game
from crosstable.engine.pairing.round_robin import EqualityReport, ScheduleChecks
from crosstable.events.bridge.settings.stage_checks import CHECKS
from crosstable.events.bridge.settings.stage_settings import of_the_event
from crosstable.events.bridge.words import points_words
from crosstable.events.models import Match, Stage, StageKind, Tournament
from crosstable.events.queries.stages.pool_schedule import RoundPlan
from crosstable.events.queries.standings.pool_tables import PoolLine, PoolTable

# In one answer.
MOST_MATCHES = 1000
SETTINGS = (
    f"Pools: {', '.join(CHECKS[StageKind.POOLS])}. `groups` is the number of pools; null means as many as suit the "
    f"participants. Knockout: {', '.join(CHECKS[StageKind.KNOCKOUT])}. `elimination` is single or double. `best_of` "
    "applies to every match, `best_of_final` to the final, and `best_of_rounds` to the rounds before it, the "
    "semi-finals first; all are odd numbers up to 15, and null means like the others. `consolation` is none, first "
    "(the losers of the first round play on for their places) or all (every place is played for). With `reseed` the "
    "highest remaining seed meets the lowest after each round. `consolation`, `reseed` and `third_place` are for a "
    "single elimination, `reset` for a double elimination. `seeding` is auto (by rating, or by lot if no player has "
    "one), rating, registration or lot. `draw_seed` is the number of the last draw by lot."
)


class GroupChecksOut(Out):
    name: str
    ok: bool
    size: int
    rounds: int
    rounds_expected: int
    matches: int
    matches_expected: int
    every_pair_as_often: bool
    byes_equal: bool
    no_entry_twice_in_a_slot: bool


class ChecksOut(Out):
    ok: bool
    group_sizes: list[int]
    sizes_within_one: bool
    no_board_twice_at_once: bool
    groups: list[GroupChecksOut]

    @classmethod
    def of(cls, checks: ScheduleChecks) -> Self:
        groups = [
            GroupChecksOut.of_row(
                group,
                name=group.group,
                every_pair_as_often=not group.wrong_pairs,
                byes_equal=not group.uneven_byes,
                no_entry_twice_in_a_slot=not group.twice_in_a_slot,
            )
            for group in checks.groups
        ]
        return cls.of_row(
            checks, group_sizes=checks.sizes, no_board_twice_at_once=not checks.double_bookings, groups=groups
        )


class SpreadOut(Out):
    least: int
    most: int


class EqualityOut(Out):
    boards: SpreadOut = Field(description="How often each player plays at each table.")
    colours: SpreadOut | None = Field(
        None, description="In games with colours, how often a player is first minus how often second."
    )
    longest_wait: SpreadOut = Field(description="The longest wait between two matches, in slots.")
    total_wait: SpreadOut

    @classmethod
    def of(cls, report: EqualityReport, tournament: Tournament) -> Self:
        return cls(**of_game(tournament, cls.values_of(report)))


class SearchOut(Out):
    """A search for a schedule under constraints."""

    state: str = Field(description="running, found or failed.")
    found: int
    cost: int | None = Field(
        description="The weight of the preferences that the best schedule so far does not meet."
    )
    message: str
    lines: list[str] = Field(
        description="The constraints that conflict, or the preferences that are not met."
    )


Version = Annotated[
    Whole | None, Field(description="The version of the stage you saw. Refused if it has changed.")
]


class StageIn(In):
    kind: Literal["swiss", "pools", "knockout"]
    name: Name = ""
    settings: ByName = Field(
        default_factory=dict, description=f"Settings by name; those left out have their default. {SETTINGS}"
    )


class StagesIn(In):
    stages: list[StageIn] = Field(
        max_length=8, description="The stages in order. An empty list means one Swiss."
    )


class EditStageIn(In):
    name: Name | None = None
    settings: ByName = Field(
        default_factory=dict, description=f"The settings to change; the others stay. {SETTINGS}"
    )
    version: Version = None


class StageVersionIn(In):
    version: Version = None


class FormIn(StageVersionIn):
    groups: Whole | None = Field(
        None,
        description="The number of pools, which becomes the setting. Default: as in the settings. null: as "
        "proposed.",
    )
    distribution: Literal["snake", "deal"] | None = None
    shuffle: bool = Field(
        False, description="Draw again by lot; the number of the draw is stored in the settings."
    )
    shuffle_seed: Annotated[int, Field(strict=True, ge=0)] | None = Field(
        None,
        description="The number of an earlier draw, to repeat it. Default: as in the settings. null: no draw "
        "by lot.",
    )


class SeatsIn(StageVersionIn):
    player_id: Whole
    pool: Text | None = Field(None, description="The pool to move to, for example “A”.")
    other_id: Whole | None = Field(None, description="The player to swap with.")


class ScheduleIn(StageVersionIn):
    seconds: Whole = Field(10, description="How many seconds to search with constraints, 1 to 120.")


class MatchesPageIn(PageIn):
    limit: int = Field(MOST_MATCHES, ge=1, le=MOST_MATCHES, description="How many matches to return.")
    offset: int = Field(0, ge=0, le=1_000_000, description="How many matches to skip.")


class StageOut(Out):
    number: int
    kind: str
    name: str
    status: str = Field(description="planned, drawn, published, started or closed.")
    version: int
    settings: dict[str, Any]

    @classmethod
    def of(cls, stage: Stage) -> Self:
        return cls.of_row(stage, settings={**stage.settings, **of_the_event(stage.tournament, stage.kind)})


class StagesOut(Out):
    stages: list[StageOut]


class PoolLineOut(Out):
    rank: int | None = Field(description="null for a player whose games are void.")
    player: SideOut
    points: str = Field(description="The first criterion of the order: points, wins or match points.")
    adjusted: float = Field(description="The penalties and bonuses in `points`.")
    wins: int
    draws: int
    losses: int
    tie_breaks: list[str] = Field(
        description="The tie-breaks as shown. A direct encounter is the rank among the tied players, empty "
        "while undecided."
    )
    against: list[list[str] | None] = Field(
        description="The score against each line, in their order: 1 ½ 0 or points, + − for a forfeit, × for a"
        " match that does not count, empty for a match to come, null for the line itself."
    )
    withdrawn: str | None = Field(description="How the entry withdrew: keep, forfeit or void.")
    goes_on: bool = Field(description="Whether the entry is currently in a place that advances.")

    @classmethod
    def of(cls, line: PoolLine, tournament: Tournament) -> Self:
        return cls.of_row(
            line,
            player=SideOut.of(line.entry, tournament),
            points=points_words(line.points),
            adjusted=float(line.adjusted),
            tie_breaks=["" if value is None else points_words(value) for value in line.tie_breaks],
            against=[None if cells is None else [cell.text for cell in cells] for cells in line.against],
            withdrawn=line.withdrawal.how if line.withdrawal else None,
            goes_on=line.advances,
        )


class PoolOut(Out):
    name: str
    decided: int
    total: int
    lines: list[PoolLineOut]

    @classmethod
    def of(cls, table: PoolTable, tournament: Tournament) -> Self:
        return cls.of_row(table, lines=[PoolLineOut.of(line, tournament) for line in table.lines])


class StageWithPoolsOut(StageOut):
    pools: list[PoolOut]
    proposed_groups: int | None = Field(
        description="Before the start, if `settings.groups` is null: the proposed number of pools for the "
        "current participants, of three or more each, with at least one player eliminated. It is "
        "used unless another number is given."
    )
    all_advance: str = Field(
        description="A warning if at the moment no player is eliminated before the knockout; otherwise empty."
    )


class SlotOut(Out):
    """A match of a schedule: where and when."""

    match_id: int
    round_number: int
    pool: str | None
    board: int | None
    slot: int
    player1: SideOut
    player2: SideOut | None
    state: str
    result: str = Field(description="1-0, 0-1, 1/2-1/2, a forfeit, or pending.")
    is_void: bool = Field(description="A player withdrew: it is not played, or does not count.")
    version: int

    @classmethod
    def of(cls, match: Match) -> Self:
        tournament = match.round.tournament
        return cls.of_row(
            match,
            match_id=match.pk,
            round_number=match.round.number,
            pool=match.pool.name if match.pool else None,
            board=match.table,
            player1=SideOut.of(match.first, tournament),
            player2=SideOut.of(match.second, tournament) if match.second else None,
            result=match.result or "pending",
        )


class ScheduledRoundOut(Out):
    number: int
    matches: list[SlotOut]
    sits_out: list[SideOut]

    @classmethod
    def of(cls, plan: RoundPlan, matches: Sequence[Match]) -> Self:
        return cls(
            number=plan.round.number,
            matches=[SlotOut.of(match) for match in matches],
            sits_out=[SideOut.of(entry, plan.round.tournament) for entry in plan.byes],
        )


class ScheduleOut(StageOut):
    count: int = Field(
        description="The number of matches of the schedule. The Link header has the other pages."
    )
    rounds: list[ScheduledRoundOut] = Field(
        description="The rounds with a match on this page, with these matches."
    )
    checks: ChecksOut | None = Field(
        description="Checks of pool sizes, match counts and that every pair meets once. null without a "
        "schedule."
    )
    equality: EqualityOut | None = Field(
        description="How equally tables, sides and waiting times are distributed."
    )
    search: SearchOut | None = Field(description="The search, for organisers, if there are constraints.")


class BoardOut(Out):
    board: int
    now: SlotOut
    then: list[SlotOut]


class NextMatchesOut(Out):
    boards: list[BoardOut]
