"""What a TRF file says, record by record."""

from decimal import Decimal

import pytest

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
    Scoring,
)
from crosstable.engine.pairing.fide.options import ForbiddenGroup
from crosstable.engine.trf import PlayerDetails, TrfRecord, read_trf

WIN = Result(Outcome.WIN, Outcome.LOSS)
LOST = Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)


def player(number: int, *cells: str, points: str = "", name: str = "", rating: str = "") -> str:
    front = f"001 {number:>4}      {name:33} {rating:>4} {'':3} {'':11} {'':10} {points:>4} {'':4}"
    return f"{front}  {'  '.join(cells)}"


def trf(*lines: str) -> bytes:
    return "\n".join(lines).encode()


FOUR_PLAYERS = (
    player(1, "   3 w 1", "   2 b ="),
    player(2, "   4 b +", "   1 w ="),
    player(3, "   1 b 0", "0000 - U"),
    player(4, "   2 w -", "0000 - H"),
)


def test_rounds_are_read_from_the_cells_of_both_sides():
    rounds = read_trf(trf(*FOUR_PLAYERS)).tournament.rounds
    draw = Result(Outcome.DRAW, Outcome.DRAW)
    assert rounds == (
        Round(1, (Match(Pairing(EntryId(1), EntryId(3)), WIN), Match(Pairing(EntryId(4), EntryId(2)), LOST))),
        Round(
            2,
            (Match(Pairing(EntryId(2), EntryId(1)), draw),),
            (Bye(EntryId(3)), Bye(EntryId(4), ByeKind.HALF)),
        ),
    )


def test_the_columns_of_a_player_are_read():
    line = "001   12 wWGM Polgár, Judit                     2675 HUN      700070 1976/07/23  0.0    3"
    document = read_trf(trf(line))
    assert document.tournament.entries == (Entry(EntryId(12), 12, "Polgár, Judit", 2675),)
    details = PlayerDetails("w", "WGM", "HUN", "700070", "1976/07/23", 3)
    assert document.details == {12: details}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_any_line_end_and_both_encodings_are_read(end: str, encoding: str):
    text = end.join(["012 Café Müller", *FOUR_PLAYERS, ""])
    document = read_trf(text.encode(encoding))
    assert (document.name, len(document.tournament.entries)) == ("Café Müller", 4)


def test_a_last_column_of_byes_alone_is_the_round_to_be_paired():
    document = read_trf(trf(player(1, "   2 w 1", "0000 - H"), player(2, "   1 b 0")))
    assert (len(document.tournament.rounds), document.next_byes) == (1, (Bye(EntryId(1), ByeKind.HALF),))


def test_a_round_in_which_everyone_has_a_code_counts_as_played():
    document = read_trf(trf(player(1, "   2 w 1", "0000 - Z"), player(2, "   1 b 0", "0000 - Z")))
    assert (len(document.tournament.rounds), document.next_byes) == (2, ())


def test_a_game_without_a_result_is_open():
    document = read_trf(trf(player(1, "   2 w"), player(2, "   1 b ?")))
    assert document.tournament.rounds[0].matches == (Match(Pairing(EntryId(1), EntryId(2))),)


def test_games_of_less_than_a_move_are_unrated():
    document = read_trf(trf(player(1, "   2 w W"), player(2, "   1 b L")))
    assert document.tournament.rounds[0].matches[0].result == Result(Outcome.WIN, Outcome.LOSS, rated=False)


def test_half_against_zero_over_the_board_is_a_result():
    document = read_trf(trf(player(1, "   2 w ="), player(2, "   1 b 0")))
    assert document.tournament.rounds[0].matches[0].result == Result(Outcome.DRAW, Outcome.LOSS)


@pytest.mark.parametrize("lines", [("142 9", "152 B"), ("XXR 9", "XXC black1")])
def test_rounds_and_initial_color_in_both_dialects(lines: tuple[str, ...]):
    document = read_trf(trf(*lines, *FOUR_PLAYERS))
    assert (document.tournament.total_rounds, document.options.initial_color) == (9, Color.BLACK)


THREE_ONE_NULL = Scoring(
    win=Decimal(3),
    draw=Decimal(1),
    forfeit_win=Decimal(3),
    full_bye=Decimal(3),
    half_bye=Decimal(1),
    allocated_bye=Decimal(2),
)


@pytest.mark.parametrize(
    "lines",
    [("162  W 3.0    D 1.0    P 2.0",), ("XXS W=3 D=1 PAB=2",), ("BBW  3.0", "BBD  1.0", "BBU  2.0")],
)
def test_points_in_all_dialects(lines: tuple[str, ...]):
    assert read_trf(trf(*lines, *FOUR_PLAYERS)).tournament.scoring == THREE_ONE_NULL


def test_without_its_own_value_the_allocated_bye_is_worth_a_win():
    scoring = read_trf(trf("162  W 3.0    D 1.0", *FOUR_PLAYERS)).tournament.scoring
    assert scoring.allocated_bye == 3


def test_forbidden_pairs_in_both_dialects():
    document = read_trf(trf("XXP    1    4", "260 002 003    2    3", *FOUR_PLAYERS))
    assert document.options.forbidden == (
        ForbiddenGroup((EntryId(1), EntryId(4))),
        ForbiddenGroup((EntryId(2), EntryId(3)), 2, 3),
    )


def test_acceleration_in_both_dialects():
    javafo = read_trf(trf("142 9", "XXA    1  1.0  0.5", "XXA    2  1.0  0.5", *FOUR_PLAYERS))
    ranges = ("250       1.0 001 001    1    2", "250       0.5 002 002    1    2")
    trf26 = read_trf(trf("142 9", *ranges, *FOUR_PLAYERS))
    granted = (Decimal("1.0"), Decimal("0.5"))
    assert javafo.options.acceleration == trf26.options.acceleration == {1: granted, 2: granted}


def test_the_baku_code_accelerates_the_upper_half_rounded_up_to_even():
    players = [player(number) for number in range(1, 11)]
    document = read_trf(trf("142 9", "192 FIDE_DUTCH_2026_BAKU", *players))
    points = (1, 1, 1, Decimal("0.5"), Decimal("0.5"))
    assert document.options.acceleration == dict.fromkeys(range(1, 7), points)


def test_byes_of_the_next_round_in_both_dialects():
    document = read_trf(trf("240 H 003    4", "XXZ 1", "240 F 009    2", *FOUR_PLAYERS))
    assert document.next_byes == (Bye(EntryId(1), ByeKind.ZERO), Bye(EntryId(4), ByeKind.HALF))


def test_pairing_by_position_numbers_players_as_they_stand():
    document = read_trf(trf("XXC rank white1", *reversed(FOUR_PLAYERS)))
    assert [(e.id, e.seed) for e in document.tournament.entries] == [
        (4, 1),
        (3, 2),
        (2, 3),
        (1, 4),
    ]


def test_records_without_meaning_here_are_kept():
    document = read_trf(trf("012 Open", "### a comment", "XYZ something else", *FOUR_PLAYERS))
    assert document.records == (
        TrfRecord("012", "Open"),
        TrfRecord("###", "a comment"),
        TrfRecord("XYZ", "something else"),
    )


def test_tie_breaks_are_read_from_either_record():
    assert read_trf(trf("202 BH/C1, de", *FOUR_PLAYERS)).tie_breaks == ("PTS", "BH/C1", "DE")
    assert read_trf(trf("212 PTS,SB", *FOUR_PLAYERS)).tie_breaks == ("PTS", "SB")


@pytest.mark.parametrize("points", ["0.5", "1.0", "1.5", "2.0"])
def test_points_may_include_the_next_bye_and_virtual_points(points: str):
    lines = (player(1, "   2 w =", "0000 - H", points=points), player(2, "   1 b ="))
    document = read_trf(trf("142 5", "XXA    1  1.0  1.0", *lines))
    assert len(document.tournament.rounds) == 1
