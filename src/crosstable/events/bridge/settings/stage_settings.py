"""An organiser's settings of a stage, as values; stored as JSON with the stage.

An empty JSON means the defaults, and so does a missing name: settings may be added later.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Self

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import Consolation, Elimination, KnockoutOptions
from crosstable.engine.pairing.round_robin import (
    BoardRule,
    Distribution,
    GroupOptions,
    Rounds,
    ScheduleOptions,
)
from crosstable.engine.stages import Qualification
from crosstable.events.models import Stage, StageKind, Tournament
from crosstable.games import Game, Use
from crosstable.text import tr

# Chosen for the whole event and stored with it alone; API responses about a stage include them.
OF_THE_EVENT: Mapping[str, tuple[str, ...]] = {
    StageKind.SWISS: ("total_rounds", "system", "tie_breaks", "scoring", "accelerated", "initial_color"),
    StageKind.POOLS: ("tie_breaks", "scoring"),
    StageKind.KNOCKOUT: (),
}


# How a knockout as the first stage is seeded. AUTO is by rating, and by lot if no entry has a rating.
AUTO, BY_RATING, BY_REGISTRATION, BY_LOT = SEEDINGS = ("auto", "rating", "registration", "lot")
HIGHEST_DRAW_SEED = 999_999


def of_the_event(tournament: Tournament, kind: str) -> dict[str, Any]:
    """Return the event's own settings for a stage of this kind."""
    return {name: getattr(tournament, name) for name in OF_THE_EVENT[kind]}


class _Stored:
    """A frozen dataclass that is written to and read from the JSON of a stage."""

    @classmethod
    def of(cls, stage: Stage) -> Self:
        known = {one.name for one in fields(cls)}  # type: ignore[arg-type]
        return cls(**{name: value for name, value in stage.settings.items() if name in known})

    def as_json(self) -> dict[str, Any]:
        return asdict(self)  # type: ignore[call-overload, no-any-return]


@dataclass(frozen=True, slots=True)
class AdvanceSettings(_Stored):
    """Who advances to the next stage: the first of each pool (or of the Swiss) and the next best of all."""

    per_pool: int = 0
    next_best: int = 0

    def qualification(self) -> Qualification:
        return Qualification(self.per_pool, self.next_best)


@dataclass(frozen=True, slots=True)
class PoolSettings(AdvanceSettings):
    # None: as many as suit the participants, until the organiser chooses (queries/stages/participants.py).
    groups: int | None = 1
    distribution: str = Distribution.SNAKE.value
    shuffle_seed: int | None = None
    boards: int = 1
    own_boards: bool = False
    # New events get balanced boards (stage_formats.py); without a value the formula applies (C3).
    board_rule: str = BoardRule.FORMULA.value
    rounds: str = Rounds.CIRCLE.value
    double: bool = False
    # Entries by primary key, at most one of each odd pool.
    last_byes: tuple[int, ...] | list[int] = ()
    # In the format of the command line: see engine/scheduling.
    constraints: tuple[dict[str, Any], ...] | list[dict[str, Any]] = ()
    board_kinds: tuple[str, ...] | list[str] = ()

    def group_options(self, groups: int) -> GroupOptions:
        return GroupOptions(groups, Distribution(self.distribution), self.shuffle_seed)

    def schedule_options(self, *, share_sides: bool) -> ScheduleOptions:
        last_byes = tuple(EntryId(pk) for pk in self.last_byes)
        return ScheduleOptions(
            self.boards,
            Rounds(self.rounds),
            self.double,
            last_byes,
            self.own_boards,
            count_on=True,
            board_rule=BoardRule(self.board_rule),
            share_sides=share_sides,
        )


def number_of_pools(stage: Stage) -> int:
    """Return the chosen number of pools, else the number formed; 0 before that."""
    return PoolSettings.of(stage).groups or stage.pools.count()


@dataclass(frozen=True, slots=True)
class KnockoutSettings(_Stored):
    elimination: str = Elimination.SINGLE.value
    third_place: bool = False
    reset: bool = True
    best_of: int = 1
    best_of_final: int | None = None
    # The rounds before the final, the semi-finals first; None is the same as the others.
    best_of_rounds: tuple[int | None, ...] | list[int | None] = ()
    consolation: str = Consolation.NONE.value
    reseed: bool = False
    # As the first stage: how many take part, by rating or in the order of registration. None means all.
    entrants: int | None = None
    # As the first stage, one of SEEDINGS; later stages are seeded from the places of the one before.
    seeding: str = AUTO
    # The number of a draw by lot, stored when it is drawn: the same number and entries give the same seats.
    draw_seed: int | None = None

    def options(self) -> KnockoutOptions:
        return KnockoutOptions(
            elimination=Elimination(self.elimination),
            third_place=self.third_place,
            reset=self.reset,
            best_of=self.best_of,
            best_of_final=self.best_of_final,
            best_of_rounds=tuple(self.best_of_rounds),
            consolation=Consolation(self.consolation),
            reseed=self.reseed,
        )


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A requested stage. Settings by name: see stage_settings.py; missing ones have the default."""

    kind: StageKind
    name: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Format:
    code: str
    name: str
    sentence: str
    stages: tuple[StagePlan, ...]


BALANCED = {"board_rule": BoardRule.BALANCED.value}
FORMATS: dict[str, Format] = {
    known.code: known
    for known in (
        Format(
            "swiss",
            tr("Swiss"),
            tr("Every player plays every round, against opponents with a similar score."),
            (StagePlan(StageKind.SWISS, "Swiss"),),
        ),
        Format(
            "round-robin",
            tr("Round robin"),
            tr("All play all, in one pool or in several."),
            (StagePlan(StageKind.POOLS, "Round robin", BALANCED),),
        ),
        Format(
            "pools-knockout",
            tr("Groups, then knockout"),
            tr("All play all in their pool; the best of each pool advance to a knockout."),
            (
                StagePlan(StageKind.POOLS, "Group stage", {"groups": None, "per_pool": 2, **BALANCED}),
                StagePlan(StageKind.KNOCKOUT, "Knockout"),
            ),
        ),
        Format(
            "swiss-cut",
            tr("Swiss, then top cut"),
            tr("A Swiss for all players; the best eight advance to a knockout."),
            (
                StagePlan(StageKind.SWISS, "Swiss", {"per_pool": 8}),
                StagePlan(StageKind.KNOCKOUT, "Top cut"),
            ),
        ),
        Format(
            "knockout",
            tr("Knockout"),
            tr("The loser of a match is eliminated, until one player is left."),
            (StagePlan(StageKind.KNOCKOUT, "Knockout"),),
        ),
        Format(
            "double-knockout",
            tr("Double knockout"),
            tr("A player is eliminated after two losses, until one player is left."),
            (StagePlan(StageKind.KNOCKOUT, "Double knockout", {"elimination": Elimination.DOUBLE.value}),),
        ),
    )
}


def usual_plans(game: Game, plans: Sequence[StagePlan]) -> list[StagePlan]:
    """Return the stages with this game's defaults: where sides differ, pools use the Berger tables, which balance
    them."""
    return [_usual(game, plan) for plan in plans]


def _usual(game: Game, plan: StagePlan) -> StagePlan:
    if plan.kind != StageKind.POOLS or Use.COLORS not in game.uses:
        return plan
    return replace(plan, settings={"rounds": Rounds.BERGER.value, **plan.settings})


def is_for_pools(plans: Sequence[StagePlan]) -> bool:
    """Whether the order is that of pools: there are pools and no Swiss."""
    kinds = {plan.kind for plan in plans}
    return StageKind.POOLS in kinds and StageKind.SWISS not in kinds


def format_refusal(game: Game, code: str) -> str:
    """Return why this game cannot be played in this format, as a sentence; empty if it can."""
    missing = [plan.kind for plan in FORMATS[code].stages if plan.kind not in game.stages]
    if not missing:
        return ""
    return tr(
        "{name} is not played as a {label}: choose another format.",
        name=game.name,
        label=StageKind(missing[0]).label.lower(),
    )
