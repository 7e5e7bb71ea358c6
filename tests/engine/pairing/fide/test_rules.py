"""Positions that turn on one rule, written as the history of each player: opponent, colour, result."""

from decimal import Decimal

import pytest

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import (
    Bye,
    ByeKind,
    Color,
    Entry,
    EntryId,
    Match,
    Outcome,
    Pairing,
    Result,
    Round,
    RoundPlan,
    Tournament,
)
from crosstable.engine.pairing.fide.dutch import pair_dutch
from crosstable.engine.pairing.fide.options import (
    DutchOptions,
    ForbiddenGroup,
    baku_acceleration,
    initial_color,
    virtual_points_by_round,
)

OUTCOMES = {
    "1": (Outcome.WIN, Outcome.LOSS),
    "=": (Outcome.DRAW, Outcome.DRAW),
    "0": (Outcome.LOSS, Outcome.WIN),
    "+": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "-": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
}
BYES = {"H": ByeKind.HALF, "U": ByeKind.ALLOCATED, "Z": ByeKind.ZERO, "F": ByeKind.FULL}


def event(total_rounds: int, *histories: str) -> Tournament:
    """One history per player, in order of numbers: `event(3, "2w1 U", "1b0 Z")`."""
    cells = [history.split() for history in histories]
    entries = tuple(Entry(EntryId(n), n) for n in range(1, len(cells) + 1))
    rounds = []
    for number in range(max(map(len, cells))):
        column = [(EntryId(n), cell[number]) for n, cell in enumerate(cells, start=1)]
        matches = tuple(
            Match(Pairing(id, EntryId(int(cell[:-2]))), Result(*OUTCOMES[cell[-1]]))
            for id, cell in column
            if cell[-2:-1] == "w"
        )
        byes = tuple(Bye(id, BYES[cell]) for id, cell in column if cell in BYES)
        rounds.append(Round(number + 1, matches, byes))
    return Tournament(entries, tuple(rounds), total_rounds)


def boards(plan: RoundPlan) -> list[str]:
    lines = [f"{pairing.first}-{pairing.second}" for pairing in plan.pairings]
    return lines + [f"{bye.entry} bye" for bye in plan.byes]


def test_c5_the_bye_goes_to_the_lowest_score_even_if_more_must_float():
    position = event(3, "4w1 2b1", "5b1 1w0", "6w1 4b1", "1b0 3w0", "2w0 6b1", "3b0 5w0")
    plan = pair_dutch(position, [Bye(EntryId(4), ByeKind.ZERO)])
    assert boards(plan) == ["1-5", "3-2", "6 bye"]


def test_c9_the_bye_goes_to_whom_has_played_most():
    plan = pair_dutch(event(3, "3w1", "4b1", "1b0", "2w0", "Z"))
    assert boards(plan) == ["2-1", "3-5", "4 bye"]


def test_round_1_pairs_the_upper_half_with_the_lower_half():
    position = Tournament(tuple(Entry(EntryId(n), n) for n in range(1, 8)), total_rounds=5)
    assert boards(pair_dutch(position)) == ["1-4", "5-2", "3-6", "7 bye"]
    black = DutchOptions(Color.BLACK)
    assert boards(pair_dutch(position, (), black)) == ["4-1", "2-5", "6-3", "7 bye"]


def test_absentees_of_round_1_have_no_number_yet():
    position = Tournament(tuple(Entry(EntryId(n), n) for n in range(1, 6)), total_rounds=5)
    plan = pair_dutch(position, [Bye(EntryId(1), ByeKind.HALF)])
    assert boards(plan) == ["2-4", "5-3"]


def test_a_forfeit_is_no_meeting_so_the_two_may_be_paired_again():
    plan = pair_dutch(event(3, "2w+", "1b-"))
    assert boards(plan) == ["1-2"]


def test_an_unfinished_game_counts_as_a_draw():
    played = event(5, "3w=", "4w1", "1b=", "2b0")
    unfinished = Round(1, (Match(Pairing(EntryId(1), EntryId(3))), *played.rounds[0].matches[1:]))
    assert boards(pair_dutch(Tournament(played.entries, (unfinished,), 5))) == boards(pair_dutch(played))


def test_forbidden_pairs_are_never_made():
    position = Tournament(tuple(Entry(EntryId(n), n) for n in range(1, 5)), total_rounds=3)
    options = DutchOptions(forbidden=(ForbiddenGroup((EntryId(1), EntryId(3)), 1, 1),))
    assert boards(pair_dutch(position, (), options)) == ["1-4", "3-2"]


def test_an_impossible_round_names_those_who_block_it():
    with pytest.raises(PairingImpossible) as caught:
        pair_dutch(event(5, "2w1", "1b0"))
    assert (caught.value.rule, sorted(caught.value.entries)) == ("C1-C3", [1, 2])


def test_a_second_bye_is_impossible():
    with pytest.raises(PairingImpossible) as caught:
        pair_dutch(event(5, "U"))
    assert (caught.value.rule, caught.value.entries) == ("C2", [1])


def test_baku_gives_a_win_then_half_a_win():
    assert virtual_points_by_round(9, Decimal(1)) == (1, 1, 1, Decimal("0.5"), Decimal("0.5"))
    assert virtual_points_by_round(11, Decimal(2)) == (2, 2, 2, 1, 1, 1)


def test_baku_group_a_is_the_upper_half_rounded_up_to_even():
    field = Tournament(tuple(Entry(EntryId(n), n) for n in range(1, 162)), total_rounds=9)
    assert len(baku_acceleration(field)) == 82


def test_a_late_entry_above_the_last_of_group_a_joins_it():
    field = Tournament(tuple(Entry(EntryId(n), n) for n in range(1, 10)), total_rounds=9)
    late = [Bye(EntryId(2), ByeKind.ZERO)]
    assert sorted(baku_acceleration(field, late)) == [1, 2, 3, 4, 5]


def test_the_initial_color_is_inferred_from_round_1():
    assert initial_color(event(3, "3b0", "Z", "1w1"), DutchOptions()) is Color.BLACK
    assert initial_color(event(3, "U", "3b0", "2w1"), DutchOptions()) is Color.WHITE
