"""The Swiss against the literal reading of its rules, and its shortcuts against the long way."""

from __future__ import annotations

from random import Random

import pytest

from crosstable.engine.model import EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.swiss import (
    BY_RECORD,
    CLUB,
    MONRAD,
    RANDOM,
    Method,
    SwissOptions,
    make_field,
    pair_field,
    pair_round,
)
from engine.building import random_event
from engine.pairing.literal import Literal

FOLD = SwissOptions(method=Method.FOLD)
ADJACENT = SwissOptions(method=Method.ADJACENT)


def verdict(literal: Literal, plan: RoundPlan) -> object:
    bye = plan.byes[0].entry if plan.byes else None
    return literal.verdict([(p.first, p.second) for p in plan.pairings], bye)


def small_events(size: int, options: SwissOptions, count: int) -> list[tuple[Tournament, list[EntryId]]]:
    events = []
    for seed in range(count):
        rng = Random(f"{size}/{seed}/{options.method}")
        rounds = rng.randint(0, size + 2)
        draws, churn = rng.choice((0.0, 0.1, 0.4)), rng.choice((0.0, 0.1, 0.3))
        events.append(random_event(rng, size, rounds, draws, options, churn))
    return events


@pytest.mark.parametrize("options", [BY_RECORD, FOLD, ADJACENT], ids=["slide", "fold", "adjacent"])
@pytest.mark.parametrize("size", range(1, 9))
def test_no_possible_round_is_better_than_the_one_paired(size: int, options: SwissOptions) -> None:
    for tournament, active in small_events(size, options, count=40):
        literal = Literal(tournament, active, options.method.value)
        assert verdict(literal, pair_round(tournament, active, options)) == literal.best()


@pytest.mark.parametrize("options", [BY_RECORD, CLUB, MONRAD, RANDOM, ADJACENT])
def test_the_shortcuts_find_the_same_round_as_the_long_way(options: SwissOptions) -> None:
    for seed in range(8):
        rng = Random(seed)
        size, rounds = rng.randint(30, 120), rng.choice((2, 3, 4, 5, 7))
        draws = rng.choice((0.0, 0.05, 0.4, 1.0))
        tournament, active = random_event(rng, size, rounds, draws, options, churn=rng.choice((0.0, 0.1)))
        field = make_field(tournament, active, options)
        assert pair_field(field, options) == pair_field(field, options, thin=False)


def test_big_groups_apart_from_small_ones_give_the_same_round_as_the_whole_field() -> None:
    """After two rounds a group of eighteen is big, so the field falls into segments where it is stuck."""
    for seed in range(10):
        rng = Random(seed)
        tournament, active = random_event(rng, 110, 2, draws=0.15, churn=0.05)
        field = make_field(tournament, active, BY_RECORD)
        assert any(len(group) >= 6 * (field.familiarity + 1) for group in field.groups)
        assert pair_field(field) == pair_field(field, thin=False)
