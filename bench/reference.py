"""The basis of the comparisons: the reference engine's times, and a unit to compare computers by."""

from __future__ import annotations

import time
from random import Random

import rustworkx

REFERENCE_SECONDS = {100: 0.05, 200: 0.27, 300: 1.1, 500: 3.6, 1000: 35.0, 2000: 245.0}
"""bbpPairings 6.0.0, one round each, where U was 0.042 s."""

UNIT_WHERE_MEASURED = 0.042


def machine_unit(nodes: int = 200, bits: int = 60) -> float:
    """U: seconds for one maximum-weight matching of a complete graph with random weights."""
    random = Random(1)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(i, j, random.getrandbits(bits)) for i in range(nodes) for j in range(i)])
    started = time.perf_counter()
    rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return time.perf_counter() - started
