"""Bad files: each a message with line and column, never anything else."""

from contextlib import suppress

import pytest
from test_trf_reading import FOUR_PLAYERS, player, trf

from crosstable.engine.trf import TrfError, read_trf


def problem(*lines: str) -> tuple[int, int, str]:
    with pytest.raises(TrfError) as caught:
        read_trf(trf(*lines))
    return caught.value.line, caught.value.column, caught.value.problem


def test_a_file_without_players():
    assert problem("012 Nobody came") == (1, 1, "the file has no player (record 001)")


def test_two_players_with_the_same_number():
    assert problem(player(7), player(7)) == (2, 5, "player 7 is already in line 1")


def test_an_opponent_who_does_not_exist():
    assert problem(player(1, "   9 w 1")) == (1, 92, "the opponent 9 of round 1 does not exist")


def test_an_opponent_who_played_someone_else():
    lines = (player(1, "   2 w 1"), player(2, "   3 b 0"), player(3, "   2 w 1"))
    assert problem(*lines) == (1, 92, "player 2 has another opponent in round 1")


def test_a_player_against_himself():
    assert problem(player(1, "   1 w 1")) == (1, 92, "player 1 cannot meet themselves in round 1")


def test_results_that_contradict_each_other():
    lines = (player(1, "   2 w 1"), player(2, "   1 b 1"))
    assert problem(*lines) == (1, 99, "the results '1' and '1' of 1 and 2 in round 1 contradict each other")


def test_a_result_on_one_side_only():
    lines = (player(1, "   2 w 1"), player(2, "   1 b"))
    assert problem(*lines) == (1, 99, "the results '1' and ' ' of 1 and 2 in round 1 contradict each other")


def test_the_same_color_on_both_sides():
    lines = (player(1, "   2 w 1"), player(2, "   1 w 0"))
    assert problem(*lines) == (1, 97, "the colours of 1 and 2 contradict each other")


def test_more_rounds_than_announced():
    assert problem("142 1", *FOUR_PLAYERS) == (2, 102, "round 2 is more than the 1 announced")


def test_a_score_that_does_not_match_its_results():
    lines = (player(1, "   2 w 1", points="2.0"), player(2, "   1 b 0"))
    assert problem(*lines) == (1, 81, "the score 2.0 does not match the results, which give 1")


def test_a_second_allocated_bye_in_one_round():
    lines = (player(1, "0000 - U"), player(2, "0000 - U"))
    assert problem(*lines) == (2, 99, "round 1 has a second pairing-allocated bye")


def test_a_result_without_an_opponent():
    lines = (player(1, "0000 - 1"), player(2, "0000 - U"))
    assert problem(*lines) == (1, 99, "the result '1' needs an opponent")


def test_an_unknown_result_code():
    assert problem(player(1, "   2 w X")) == (1, 99, "the result code 'X' is unknown")


def test_letters_where_a_number_should_be():
    assert problem("001 ABCD") == (1, 5, "the starting number should be a whole number, not 'ABCD'")


def test_cells_out_of_their_columns():
    assert problem(player(1, "  2 w 1 "))[:2] == (1, 96)
    assert problem(player(1, "   2xw 1"))[:2] == (1, 96)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("142 many", 5),
        ("142", 5),
        ("152 X", 5),
        ("XXC green1", 5),
        ("162  Q 1.0", 6),
        ("162  W x.0", 7),
        ("XXS WW=3", 5),
        ("XXS NO=1", 5),
        ("BBW abc", 5),
        ("240 Q 001    1", 5),
        ("240 H 00x    1", 7),
        ("250      1.0 000 001    1    2", 15),
        ("260 001 002    1    9", 21),
        ("XXP 1 9", 7),
        ("XXP 1 x", 7),
        ("XXZ 99999", 5),
        ("XXA    9  1.0", 5),
        ("XXA    1  a.0", 10),
    ],
)
def test_settings_that_make_no_sense(line: str, column: int):
    assert problem(line, *FOUR_PLAYERS)[:2] == (1, column)


def test_every_truncation_of_a_file_is_read_or_rejected():
    whole = trf("012 Open", "142 5", "XXP    1    4", "XXA    1  1.0", *FOUR_PLAYERS)
    for length in range(len(whole)):
        with suppress(TrfError):
            read_trf(whole[:length])


@pytest.mark.parametrize(
    ("line", "column"), [("XXP 1 1", 7), ("XXP 1 2 1", 9), ("260 001 005    1    2    2", 26)]
)
def test_a_forbidden_pair_of_one_player(line: str, column: int):
    found = problem(line, *FOUR_PLAYERS)
    assert found[:2] == (1, column)
    assert found[2].endswith("is named twice; name two different players, for example 1 2")


@pytest.mark.parametrize("char", ["\0", "\x07", "\t", "\x85", "\u2028", "\x7f"])
def test_a_control_character_in_a_name(char: str):
    line = player(1)
    found = problem(line[:16] + char + line[17:])
    assert found == (
        1,
        17,
        f"the control character U+{ord(char):04X} is not allowed; delete it or type a space",
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_read(encoding: str):
    text = trf(*FOUR_PLAYERS).decode()
    assert read_trf(text.encode(encoding)) == read_trf(text.encode())


def test_a_file_in_windows_1252_is_read_with_its_quotes():
    line = player(1)
    data = trf(line[:14] + "O’Brien" + line[21:]).decode().encode("cp1252")
    assert read_trf(data).tournament.entries[0].name.startswith("O’Brien")
