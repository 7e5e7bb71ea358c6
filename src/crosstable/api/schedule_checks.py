"""What stands beside a schedule: its checks, how equal it is (C3, C5), the search for a better one."""

from typing import Self

from pydantic import Field

from crosstable.api.schemas import Out, of_game
from crosstable.engine.pairing.round_robin import EqualityReport, ScheduleChecks
from crosstable.events.models import Tournament


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
    nobody_twice_in_a_slot: bool


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
                nobody_twice_in_a_slot=not group.twice_in_a_slot,
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
    boards: SpreadOut = Field(description="How often anybody plays at any table.")
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
