"""What holds for every round of every event."""

from __future__ import annotations

from collections import Counter
from random import Random

import rustworkx as rx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosstable.engine.model import EntryId, Tournament
from crosstable.engine.pairing.swiss import BY_RECORD, CLUB, MONRAD, RANDOM, SLIDE, SwissOptions, pair_round
from engine.building import random_event, with_results

events = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2**32),
        "size": st.integers(0, 60),
        "rounds": st.integers(0, 9),
        "draws": st.sampled_from([0.0, 0.05, 0.3, 1.0]),
        "churn": st.sampled_from([0.0, 0.1, 0.3]),
    }
)
PRESETS = {"record": BY_RECORD, "monrad": MONRAD, "club": CLUB, "slide": SLIDE, "random": RANDOM}
quick = settings(max_examples=40, suppress_health_check=list(HealthCheck))


def make(event: dict[str, float], options: SwissOptions) -> tuple[Tournament, list[EntryId]]:
    rng = Random(int(event["seed"]))
    size, rounds = int(event["size"]), int(event["rounds"])
    return random_event(rng, size, rounds, event["draws"], options, event["churn"])


def meetings(tournament: Tournament) -> Counter[frozenset[EntryId]]:
    return Counter(match.pairing.entries for round_ in tournament.rounds for match in round_.matches)


def can_avoid_rematches(tournament: Tournament, active: list[EntryId]) -> bool:
    met = meetings(tournament)
    vertices: list[EntryId | None] = [*active, None] if len(active) % 2 else [*active]
    graph = rx.PyGraph()
    graph.add_nodes_from(vertices)
    for i, a in enumerate(vertices):
        for j in range(i + 1, len(vertices)):
            b = vertices[j]
            if a is None or b is None or not met[frozenset((a, b))]:
                graph.add_edge(i, j, 1)
    return 2 * len(rx.max_weight_matching(graph, max_cardinality=True)) == len(vertices)


@quick
@given(events, st.sampled_from(sorted(PRESETS)))
def test_everyone_active_is_paired_once_and_one_has_a_bye_only_if_the_number_is_odd(event, preset) -> None:
    tournament, active = make(event, PRESETS[preset])
    plan = pair_round(tournament, active, PRESETS[preset])
    assert sorted(plan.players) == sorted(active)
    assert len(plan.byes) == len(active) % 2
    assert [p.table for p in plan.pairings] == list(range(1, len(active) // 2 + 1))


@quick
@given(events, st.sampled_from(sorted(PRESETS)))
def test_rematches_happen_only_where_nothing_else_is_possible_and_are_named(event, preset) -> None:
    tournament, active = make(event, PRESETS[preset])
    plan = pair_round(tournament, active, PRESETS[preset])
    met = meetings(tournament)
    rematches = {p.entries: met[p.entries] for p in plan.pairings if met[p.entries]}
    warned = {frozenset(w.entries): w.count for w in plan.warnings if w.rule == "rematch"}
    assert warned == rematches
    assert not (rematches and can_avoid_rematches(tournament, active))


@quick
@given(events, st.sampled_from(sorted(PRESETS)))
def test_the_order_in_which_entries_are_named_changes_nothing(event, preset) -> None:
    tournament, active = make(event, PRESETS[preset])
    plan = pair_round(tournament, active, PRESETS[preset])
    rng = Random(1)
    entries = tuple(rng.sample(tournament.entries, len(tournament.entries)))
    again = Tournament(entries, tournament.rounds)
    assert pair_round(again, rng.sample(active, len(active)), PRESETS[preset]) == plan


@settings(quick, max_examples=6)
@given(st.integers(2, 24), st.integers(0, 1000))
def test_an_event_can_go_on_until_everyone_has_met_everyone_and_beyond(size, seed) -> None:
    rng = Random(seed)
    entries = random_event(rng, size, 0)[0].entries
    tournament = Tournament(entries)
    for _ in range(size + 2):
        plan = pair_round(tournament, [entry.id for entry in entries])
        assert sorted(plan.players) == sorted(entry.id for entry in entries)
        tournament = Tournament(entries, (*tournament.rounds, with_results(plan, rng)))
    assert len(tournament.rounds) == size + 2
