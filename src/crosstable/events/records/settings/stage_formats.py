"""Formats an organiser chooses from: each a list of stages to begin with, every setting of which can be changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from crosstable.engine.pairing.knockout import Elimination
from crosstable.engine.pairing.round_robin import BoardRule, Rounds
from crosstable.events.models import StageKind
from crosstable.games import Game, Use


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as it is asked for. Settings by name: see stage_settings.py; what is missing is the default."""

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
            "Swiss",
            "Everybody plays every round, against others with a like record.",
            (StagePlan(StageKind.SWISS, "Swiss"),),
        ),
        Format(
            "round-robin",
            "Round robin",
            "Everybody meets everybody, in one pool or in several.",
            (StagePlan(StageKind.POOLS, "Round robin", BALANCED),),
        ),
        Format(
            "pools-knockout",
            "Groups, then knockout",
            "Everybody meets everybody in their pool; the best of each pool go on to a knockout.",
            (
                StagePlan(StageKind.POOLS, "Group stage", {"groups": None, "per_pool": 2, **BALANCED}),
                StagePlan(StageKind.KNOCKOUT, "Knockout"),
            ),
        ),
        Format(
            "swiss-cut",
            "Swiss, then top cut",
            "A Swiss for everybody; the best eight of it play a knockout.",
            (
                StagePlan(StageKind.SWISS, "Swiss", {"per_pool": 8}),
                StagePlan(StageKind.KNOCKOUT, "Top cut"),
            ),
        ),
        Format(
            "knockout",
            "Knockout",
            "Whoever loses is out, until one is left.",
            (StagePlan(StageKind.KNOCKOUT, "Knockout"),),
        ),
        Format(
            "double-knockout",
            "Double knockout",
            "Whoever loses twice is out, until one is left.",
            (StagePlan(StageKind.KNOCKOUT, "Double knockout", {"elimination": Elimination.DOUBLE.value}),),
        ),
    )
}
OLDER_NAMES = {"groups-knockout": "pools-knockout"}


def find_format(code: str) -> Format | None:
    return FORMATS.get(OLDER_NAMES.get(code, code))


def usual_plans(game: Game, plans: Sequence[StagePlan]) -> list[StagePlan]:
    """The stages as this game has them: where sides differ, pools go by the Berger tables, which balance them."""
    return [_usual(game, plan) for plan in plans]


def _usual(game: Game, plan: StagePlan) -> StagePlan:
    if plan.kind != StageKind.POOLS or Use.COLORS not in game.uses:
        return plan
    return replace(plan, settings={"rounds": Rounds.BERGER.value, **plan.settings})


def is_for_pools(plans: Sequence[StagePlan]) -> bool:
    """Whether its order is that of pools: there are pools and no Swiss."""
    kinds = {plan.kind for plan in plans}
    return StageKind.POOLS in kinds and StageKind.SWISS not in kinds


def format_refusal(game: Game, code: str) -> str:
    """Why this game cannot be played in this format, in a sentence; empty where it can."""
    missing = [plan.kind for plan in FORMATS[code].stages if plan.kind not in game.stages]
    if not missing:
        return ""
    return f"{game.name} is not played as a {StageKind(missing[0]).label.lower()}: choose another format."
