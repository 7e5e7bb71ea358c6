"""Watch the graphs of the fast method while rounds are paired: they must stay symmetric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from crosstable.engine.pairing.fide.bitset_matching import members
from crosstable.engine.pairing.fide.bracket_graph import BracketGraph
from crosstable.engine.pairing.fide.criteria import Violation


def is_symmetric(edges: Sequence[int]) -> bool:
    """Whether every edge is known at both of its ends."""
    return all(edges[far] >> near & 1 for near, around in enumerate(edges) for far in members(around))


@dataclass
class GraphsSeen:
    """`one_sided` counts graphs that are not symmetric after a stage.

    `reserved` counts stages that reserve slots in a graph with fillers: the case that used to go wrong.
    """

    one_sided: int = 0
    reserved: int = 0


@contextmanager
def watched_graphs() -> Iterator[GraphsSeen]:
    """Look at each graph after each stage, without changing what is paired."""
    seen, apply, reserve = GraphsSeen(), BracketGraph.apply, BracketGraph._reserve_slots

    def apply_and_look(graph: BracketGraph, violation: Violation) -> None:
        apply(graph, violation)
        seen.one_sided += not is_symmetric(graph.edges)

    def reserve_and_count(graph: BracketGraph, players: int) -> bool:
        seen.reserved += len(graph.edges) > graph.size + graph.slots.bit_count()
        return reserve(graph, players)

    BracketGraph.apply = apply_and_look  # type: ignore[method-assign]
    BracketGraph._reserve_slots = reserve_and_count  # type: ignore[method-assign]
    try:
        yield seen
    finally:
        BracketGraph.apply = apply  # type: ignore[method-assign]
        BracketGraph._reserve_slots = reserve  # type: ignore[method-assign]
