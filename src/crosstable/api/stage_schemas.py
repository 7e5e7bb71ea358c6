"""Schemas of stages, pools and schedules, with the checks of a schedule (C3, C5) and the search for a better one."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from crosstable.api.matches import SideOut
from crosstable.api.schemas import ByName, In, Name, Out, PageIn, Text, Whole, of_game
from crosstable.engine.pairing.round_robin import EqualityReport, ScheduleChecks
from crosstable.events.bridge.settings.stage_checks import OF_EACH_KIND
from crosstable.events.bridge.settings.stage_settings import of_the_event
from crosstable.events.bridge.words import points_words
from crosstable.events.models import Match, Stage, Tournament
from crosstable.events.queries.stages.pool_schedule import RoundPlan
from crosstable.events.queries.standings.pool_tables import PoolLine, PoolTable

# In one answer.
MOST_MATCHES = 1000


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
    boards: SpreadOut = Field(description="How often a player plays at a table.")
    colours: SpreadOut | None = Field(
        None, description="Where the game has colours: being first less being second."
    )
    longest_wait: SpreadOut = Field(description="Between two matches, in slots.")
    total_wait: SpreadOut

    @classmethod
    def of(cls, report: EqualityReport, tournament: Tournament) -> Self:
        return cls(**of_game(tournament, cls.values_of(report)))


class SearchOut(Out):
    """A search for a schedule under constraints."""

    state: str = Field(description="running, found or failed.")
    found: int
    cost: int | None = Field(description="What the best so far gives up, by weight.")
    message: str
    lines: list[str] = Field(description="What clashes, or what was given up.")


Version = Annotated[
    Whole | None, Field(description="The version of the stage you saw; refused if it moved on.")
]


class StageIn(In):
    kind: Literal["swiss", "pools", "knockout"]
    name: Name = ""
    settings: ByName = Field(
        default_factory=dict, description=f"By name; what is left out is the usual. {OF_EACH_KIND}"
    )


class StagesIn(In):
    stages: list[StageIn] = Field(max_length=8, description="In order; none at all is one Swiss.")


class EditStageIn(In):
    name: Name | None = None
    settings: ByName = Field(
        default_factory=dict, description=f"Those to change; the others stay. {OF_EACH_KIND}"
    )
    version: Version = None


class StageVersionIn(In):
    version: Version = None


class FormIn(StageVersionIn):
    groups: Whole | None = Field(
        None, description="How many pools, which stays; left out: as the settings say; null: as proposed."
    )
    distribution: Literal["snake", "deal"] | None = None
    shuffle: bool = Field(False, description="A new draw; its number is in the settings afterwards.")
    shuffle_seed: Annotated[int, Field(strict=True, ge=0)] | None = Field(
        None, description="The number of a draw, to make it again; left out: as the settings say, null: none."
    )


class SeatsIn(StageVersionIn):
    player_id: Whole
    pool: Text | None = Field(None, description="Move there: “A”.")
    other_id: Whole | None = Field(None, description="Change places with this one.")


class ScheduleIn(StageVersionIn):
    seconds: Whole = Field(10, description="How long constraints may be worked on, 1 to 120.")


class MatchesPageIn(PageIn):
    limit: int = Field(MOST_MATCHES, ge=1, le=MOST_MATCHES, description="How many matches.")
    offset: int = Field(0, ge=0, le=1_000_000, description="How many matches are on the pages before.")


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
    rank: int | None = Field(description="None for a player whose games are void.")
    player: SideOut
    points: str = Field(description="What comes first in the order: points, wins or match points.")
    adjusted: float = Field(description="Penalties and bonuses among them; 0 for most.")
    wins: int
    draws: int
    losses: int
    tie_breaks: list[str] = Field(
        description="As they are shown; a direct encounter as the rank among those level, empty while undecided."
    )
    against: list[list[str] | None] = Field(
        description="What was scored against each line, in their order: 1 ½ 0, points, + − for a forfeit, "
        "× for a match that does not count, empty for one to come; null against oneself."
    )
    withdrawn: str | None = Field(description="How it left: keep, forfeit or void.")
    goes_on: bool = Field(description="In one of the places that advance, at the moment.")

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
        description="Before play, where `settings.groups` is null: how many pools suit those who take part now, of "
        "three or more, with at least one player eliminated; formed unless another number is given."
    )
    all_advance: str = Field(
        description="A warning if at the moment no player is eliminated before the knockout; else empty."
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
        description="How many matches the schedule has; the Link header leads to the other pages."
    )
    rounds: list[ScheduledRoundOut] = Field(
        description="Those with a match on this page, with these matches."
    )
    checks: ChecksOut | None = Field(
        description="Sizes, numbers of matches, every pair once; null before a schedule."
    )
    equality: EqualityOut | None = Field(description="How equally tables, sides and waiting are shared.")
    search: SearchOut | None = Field(description="For organisers, where there are constraints.")


class BoardOut(Out):
    board: int
    now: SlotOut
    then: list[SlotOut]


class NextMatchesOut(Out):
    boards: list[BoardOut]
