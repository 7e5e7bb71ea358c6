"""The groups worked by hand, by the engine alone; the same groups run as events in tests/events/test_group_ties.py."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crosstable.engine.history import history_of
from crosstable.engine.model import Entry, EntryId, Match, Pairing, Round, Tournament
from crosstable.engine.results import Series
from crosstable.engine.stages import Qualification, next_best, qualified
from crosstable.engine.standings import Row, standings
from crosstable.engine.tie_breaks import find_tie_break
from crosstable.engine.tie_breaks.among_tied import Procedure
from crosstable.games import GAMES, Choices, Rules
from worked_groups import ADVANCING_THIRDS, BEST_THIRDS, WORKED_GROUPS, WorkedGroup


def tournament_of(group: WorkedGroup) -> Tournament:
    game, choices = GAMES[group.game], Choices(variant=group.variant)
    shape = Rules(game, choices).shape
    ids = {name: EntryId(number) for number, name in enumerate(group.entered.split(), start=1)}
    matches = []
    for line in group.results:
        pair, _, score = line.partition(" ")
        first, second = pair.split("-")
        matches.append(Match(Pairing(ids[first], ids[second]), shape.read_line(score).to_result()))
    return Tournament(
        tuple(Entry(id, int(id), name) for name, id in ids.items()),
        (Round(1, tuple(matches)),),
        scoring=Rules(game, choices).scoring,
        is_round_robin=True,
    )


def codes_of(group: WorkedGroup) -> tuple[str, ...]:
    game = GAMES[group.game]
    return Rules(game, Choices(variant=group.variant)).tie_breaks_in("pools", group.tie_breaks)


@pytest.mark.parametrize("group", WORKED_GROUPS, ids=lambda group: group.name)
def test_a_worked_group_comes_out_in_the_order_of_its_sport(group: WorkedGroup) -> None:
    rows = standings(tournament_of(group), codes_of(group))
    assert [(row.rank, row.entry.name) for row in rows] == list(enumerate(group.order.split(), start=1))


def test_the_order_of_entry_does_not_matter() -> None:
    for group in WORKED_GROUPS:
        tournament = tournament_of(group)
        turned = replace(
            tournament,
            entries=tuple(replace(entry, seed=5 - entry.seed) for entry in reversed(tournament.entries)),
        )
        assert [row.entry.name for row in standings(turned, codes_of(group))] == group.order.split()


def test_the_comparisons_say_where_two_were_separated() -> None:
    """Table tennis 2: three tied to the points, where A is ahead; B and C start again with their match."""
    group = next(one for one in WORKED_GROUPS if one.name.startswith("table tennis 2"))
    tournament = tournament_of(group)
    ids = {entry.name: entry.id for entry in tournament.entries}
    procedure = find_tie_break("ITTF").among
    assert isinstance(procedure, Procedure)
    tie = [ids[name] for name in "ABC"]
    made = procedure.comparisons(history_of(tournament), tie)
    assert [(one.code, len(one.tie), len(one.matches_among), len(one.groups)) for one in made] == [
        ("PTS", 3, 3, 1),
        ("SET-RATIO", 3, 3, 1),
        ("POINT-RATIO", 3, 3, 2),
        ("PTS", 2, 2, 2),
    ]


def darts_pools() -> dict[str, list[Row]]:
    shape, pools = Series(best_of=5, part="leg"), {}
    for number, (pool, lines) in enumerate(BEST_THIRDS.items()):
        names = [f"{pool}{place}" for place in (4, 3, 2, 1)]
        ids = {name: EntryId(4 * number + place) for place, name in enumerate(names, start=1)}
        matches = []
        for line in lines:
            pair, _, score = line.partition(" ")
            first, second = pair.split("-")
            matches.append(Match(Pairing(ids[first], ids[second]), shape.read_line(score).to_result()))
        entries = tuple(Entry(id, int(id), name) for name, id in ids.items())
        tournament = Tournament(entries, (Round(1, tuple(matches)),), is_round_robin=True)
        pools[pool] = standings(tournament, ("PTS", "DE", "SET-RATIO"))
    return pools


def test_the_best_thirds_are_compared_by_their_legs_and_not_by_a_direct_encounter_in_one_pool() -> None:
    pools, rule = darts_pools(), Qualification(2, 2)
    assert [row.entry.name for row in next_best(pools, rule)] == [*ADVANCING_THIRDS, "A3"]
    names = {row.entry.id: row.entry.name for rows in pools.values() for row in rows}
    advancing = [names[place.entry] for place in qualified(pools, rule) if place.entry is not None]
    assert advancing == ["A1", "B1", "C1", "A2", "B2", "C2", *ADVANCING_THIRDS]


def test_a_ratio_is_not_divided_by_the_number_of_matches() -> None:
    """Half of the points per game each; 6:5 in a pool of five is better than 4:4 in a pool of three, though 6/11 over
    four games is less than 4/8 over two."""
    two = pool_of("a b c", "a-b 3-1", "c-a 3-1", "b-c 3-0")
    four = pool_of("d e f g h", "d-e 3-0", "d-f 3-0", "g-d 3-0", "h-d 2-0")
    rows = {row.entry.name: row for row in (*two, *four)}
    assert [row.entry.name for row in next_best({"A": [rows["a"]], "B": [rows["d"]]}, Qualification(0))] == [
        "d",
        "a",
    ]


def pool_of(names: str, *lines: str) -> list[Row]:
    shape = Series(best_of=5, part="leg", timed=True)
    ids = {name: EntryId(ord(name)) for name in names.split()}
    matches = []
    for line in lines:
        pair, score = line.split()
        first, second = pair.split("-")
        matches.append(Match(Pairing(ids[first], ids[second]), shape.read_line(score).to_result()))
    entries = tuple(Entry(id, int(id), name) for name, id in ids.items())
    return standings(
        Tournament(entries, (Round(1, tuple(matches)),), is_round_robin=True), ("PTS", "SET-RATIO")
    )
