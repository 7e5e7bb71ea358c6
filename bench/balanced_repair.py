"""Repair of nearly balanced boards with OR-Tools: it reassigns the matches of a few boards among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from ortools.sat.python import cp_model

from crosstable.engine.pairing.round_robin.balancing import BoardsOfRounds, Rounds, excess_of

# For each attempt, in the solver's deterministic time, which does not depend on the computer.
EFFORT = 6.0
WIDER_SETS = 4


def repaired(rounds: Rounds, boards: int, dealt: BoardsOfRounds, least: int) -> BoardsOfRounds | None:
    """Return the boards if they are balanced, else with the first set of boards that can be repaired."""
    if excess_of(rounds, dealt, boards) <= least:
        return dealt
    for few in _sets(boards, sorted(_uneven(rounds, boards, dealt))):
        found = _dealt_again(rounds, boards, dealt, few)
        if found is not None:
            return found
    return None


def _uneven(rounds: Rounds, boards: int, dealt: BoardsOfRounds) -> set[int]:
    """Return the boards on which a player is too often or too seldom."""
    used, games = _used(rounds, dealt), _games(rounds)
    return {
        board
        for player, played in games.items()
        for board in range(boards)
        if not played // boards <= used[player, board] <= -(-played // boards)
    }


def _sets(boards: int, uneven: list[int]) -> Iterator[list[int]]:
    """Yield these boards with each other one, then with pairs of others."""
    others = [board for board in range(boards) if board not in uneven]
    draw = Random(1)
    draw.shuffle(others)
    yield from ([*uneven, other] for other in others)
    if len(others) > 1:
        yield from ([*uneven, *draw.sample(others, 2)] for _ in range(WIDER_SETS))


def _dealt_again(rounds: Rounds, boards: int, dealt: BoardsOfRounds, few: list[int]) -> BoardsOfRounds | None:
    model = cp_model.CpModel()
    places = {
        (number, match, board): model.new_bool_var("")
        for number, row in enumerate(dealt)
        for match, now in enumerate(row)
        if now in few
        for board in few
    }
    _each_match_once(model, places)
    _rounds_even(model, places, rounds, boards, few)
    _players_even(model, places, rounds, boards, few)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 0
    solver.parameters.max_deterministic_time = EFFORT
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    found = [list(row) for row in dealt]
    for (number, match, board), place in places.items():
        if solver.boolean_value(place):
            found[number][match] = board
    return found


Places = dict[tuple[int, int, int], cp_model.IntVar]


def _each_match_once(model: cp_model.CpModel, places: Places) -> None:
    for number, match in {key[:2] for key in places}:
        model.add_exactly_one(place for key, place in places.items() if key[:2] == (number, match))


def _rounds_even(
    model: cp_model.CpModel, places: Places, rounds: Rounds, boards: int, few: list[int]
) -> None:
    for number, round_ in enumerate(rounds):
        for board in few:
            here = [place for key, place in places.items() if (key[0], key[2]) == (number, board)]
            model.add_linear_constraint(sum(here), len(round_) // boards, -(-len(round_) // boards))


def _players_even(
    model: cp_model.CpModel, places: Places, rounds: Rounds, boards: int, few: list[int]
) -> None:
    for player, played in _games(rounds).items():
        for board in few:
            there = [
                place
                for (number, match, b), place in places.items()
                if b == board and player in rounds[number][match]
            ]
            model.add_linear_constraint(sum(there), played // boards, -(-played // boards))


def _games(rounds: Rounds) -> Counter[int]:
    return Counter(player for round_ in rounds for match in round_ for player in match)


def _used(rounds: Rounds, dealt: BoardsOfRounds) -> Counter[tuple[int, int]]:
    return Counter(
        (player, board)
        for round_, row in zip(rounds, dealt, strict=True)
        for match, board in zip(round_, row, strict=True)
        for player in match
    )
