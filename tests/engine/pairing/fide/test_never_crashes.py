"""A legal position is always paired: the graphs stay symmetric, and a failing fast method is replaced.

`make positions POSITIONS=200000` looks at that many random positions; the tests look at some.
"""

from __future__ import annotations

import logging
import os
from itertools import chain, count
from pathlib import Path

import pytest

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import RoundPlan
from crosstable.engine.pairing.fide import dutch
from crosstable.engine.pairing.fide.bracket_graph import BracketGraph
from crosstable.engine.pairing.fide.criteria import Decision, PairingBracket
from crosstable.engine.pairing.fide.dutch import pair_brackets, pair_dutch
from crosstable.engine.pairing.fide.weighted_method import pair_by_weights
from crosstable.engine.trf import read_trf
from dutch_support.events import Position, RandomEvent
from dutch_support.graphs import GraphsSeen, is_symmetric, watched_graphs

POSITIONS = sorted((Path(__file__).parents[3] / "golden" / "positions").glob("*.trf"))
RANDOM_POSITIONS = int(os.environ.get("CROSSTABLE_POSITIONS", "500"))
PLAYERS, ROUNDS = (8, 32), (6, 20)
ONE_SIDED_WITHOUT_FILLERS = (74, 140, 170, 436, 560)
"""Events in which a graph becomes one-sided if only the players of the bracket follow their slots."""


def as_printed(plan: RoundPlan) -> str:
    """The pairs as the reference engine writes them."""
    lines = [f"{pairing.first} {pairing.second}" for pairing in plan.pairings]
    return "\n".join([str(len(lines) + len(plan.byes)), *lines, *(f"{bye.entry} 0" for bye in plan.byes)])


def plan_of(path: Path) -> RoundPlan:
    document = read_trf(path.read_bytes())
    return pair_dutch(document.tournament, document.next_byes, document.options)


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_a_position_that_used_to_crash_is_paired_as_the_rules_say(
    path: Path, caplog: pytest.LogCaptureFixture
):
    with watched_graphs() as seen:
        assert as_printed(plan_of(path)) == path.with_suffix(".pairs").read_text().strip()
    assert (seen.one_sided, caplog.messages) == (0, [])


def test_an_edge_known_at_one_end_only_is_noticed():
    assert is_symmetric([0b010, 0b101, 0b010])
    assert not is_symmetric([0b010, 0b100, 0b010])


@pytest.mark.parametrize("seed", ONE_SIDED_WITHOUT_FILLERS)
def test_graphs_with_fillers_stay_symmetric_and_are_paired_like_the_weighted_method(seed: int):
    with watched_graphs() as seen:
        agree_on_event(seed, seen)
    assert seen.reserved > 0


def test_random_positions_are_paired_without_a_one_sided_graph_and_without_a_failure(
    caplog: pytest.LogCaptureFixture,
):
    positions = 0
    with watched_graphs() as seen:
        for seed in count(1):
            positions += agree_on_event(seed, seen)
            if positions >= RANDOM_POSITIONS:
                break
    print(f"{positions} positions, {seed} events, {seen.reserved} stages with reserved slots and fillers")
    assert caplog.messages == []


def agree_on_event(seed: int, seen: GraphsSeen) -> int:
    """Pair an event; the methods must agree where slots were reserved beside fillers. Returns the positions."""
    reserved, before, positions = seen.reserved, None, 0
    for position in chain(RandomEvent(seed, PLAYERS, ROUNDS).positions(), [None]):
        if before and seen.reserved > reserved:
            assert decided(before) == decided(before, pair_by_weights), seed
        reserved, before = seen.reserved, position
        positions += position is not None
    assert seen.one_sided == 0, seed
    return positions


def decided(position: Position, method: dutch.Method | None = None) -> list[Decision]:
    try:
        return [made.decision for made in pair_brackets(position.facts(), method)]
    except PairingImpossible:
        return []


def test_if_the_fast_method_fails_the_weighted_one_pairs_the_round_and_the_log_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    right = [as_printed(plan_of(path)) for path in POSITIONS]

    def fail(graph: BracketGraph, violation: object) -> None:
        raise KeyError(graph.size)

    monkeypatch.setattr(BracketGraph, "apply", fail)
    assert [as_printed(plan_of(path)) for path in POSITIONS] == right
    assert {(record.name, record.levelno) for record in caplog.records} == {(dutch.__name__, logging.ERROR)}
    assert "The fast pairing method failed for 5 players; the weighted one is used." in caplog.messages


def test_a_failure_after_the_completion_was_changed_leaves_the_weighted_method_a_valid_one(
    monkeypatch: pytest.MonkeyPatch,
):
    right = as_printed(plan_of(POSITIONS[0]))

    def fail(bracket: PairingBracket) -> Decision:
        bracket.facts.completion = [-1] * len(bracket.facts.completion)
        raise IndexError

    monkeypatch.setattr(dutch, "pair_by_bitsets", fail)
    assert as_printed(plan_of(POSITIONS[0])) == right
