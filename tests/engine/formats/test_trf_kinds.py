"""Round robins, games without colours, open games and teams in a tournament report file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId, Match, Tournament
from crosstable.engine.pairing.check import check_rounds
from crosstable.engine.standings import standings
from crosstable.engine.trf import PlayerDetails, TrfDocument, TrfError, TrfRecord, read_trf, write_trf
from crosstable.engine.trf.ranks import RankDifference, check_ranks
from engine.tables import table

ROBIN = "1 2000 . 3w= 2b1\n2 1900 3w1 . 1w0\n3 1800 2b0 1b= ."
SWISS = """
1 2000 5w1 3b1 2w=
2 1900 6b1 4w1 1b=
3 1800 7w1 1w0 5b0
4 1700 8b1 2b0 6w1
5 1600 1b0 7b1 3w1
6 1500 2w0 8w1 4b0
7 1400 3b0 5w0 8b1
8 1300 4w0 6b0 7w0
"""


def document(
    event: Tournament, *records: tuple[str, str], ranks: bool = False, codes: str = ""
) -> TrfDocument:
    details = {}
    if ranks:
        rows = standings(event, codes.split(","))
        details = {row.entry.id: PlayerDetails(rank=row.rank) for row in rows}
    listed = (("212", codes),) if codes else ()
    return TrfDocument(event, details=details, records=tuple(TrfRecord(*r) for r in (*records, *listed)))


def again(of: TrfDocument) -> TrfDocument:
    return read_trf(write_trf(of).encode())


def test_record_192_says_that_it_is_a_round_robin():
    assert again(document(table(SWISS), ("192", "BERGER_ROUNDROBIN"))).tournament.is_round_robin
    assert not again(document(table(SWISS), ("192", "FIDE_DUTCH_2026"))).tournament.is_round_robin
    assert not again(document(table(ROBIN), ("192", "FIDE_DUTCH_2026"))).tournament.is_round_robin


def test_record_092_says_it_in_words_where_there_is_no_code():
    assert again(document(table(SWISS), ("092", "Individual: Round-Robin"))).tournament.is_round_robin
    assert not again(document(table(ROBIN), ("092", "Individual: Swiss-System"))).tournament.is_round_robin
    both = (("092", "Individual: Round-Robin"), ("192", "FIDE_DUTCH"))
    assert [
        again(document(table(ROBIN), *order)).tournament.is_round_robin for order in (both, both[::-1])
    ] == [
        False,
        False,
    ]


def test_without_record_192_a_file_in_which_all_have_met_all_is_a_round_robin():
    assert again(document(table(ROBIN))).tournament.is_round_robin
    assert not again(document(table(SWISS))).tournament.is_round_robin


def test_several_may_have_u_in_one_round_of_a_round_robin_only():
    """3 has left: 1 and 2 have U for the games against it."""
    left = write_trf(document(table("1 0 2w1 U\n2 0 1b0 U\n3 0 Z Z"), ("192", "FIDE_ROUNDROBIN")))
    kinds = [bye.kind.value for bye in read_trf(left.encode()).tournament.rounds[1].byes]
    assert kinds == ["allocated", "allocated", "zero"]
    with pytest.raises(TrfError, match="a second pairing-allocated bye"):
        read_trf(left.replace("192 FIDE_ROUNDROBIN\n", "").encode())


def without_colors(text: str) -> str:
    return text.replace(" w ", " - ").replace(" b ", " - ")


def test_a_file_without_colours_is_read_checked_and_written_without():
    """The colours are those the rules give, so that later rounds are judged as if they had been written."""
    text = write_trf(document(table(SWISS)))
    read, plain = read_trf(without_colors(text).encode()), read_trf(text.encode())
    assert len(read.colorless) == 12
    assert write_trf(read) == without_colors(text)
    ours = [check.ours for check in check_rounds(plain.tournament, plain.options)]
    assert [c.ours for c in check_rounds(read.tournament, read.options, read.colorless)] == ours


def test_one_side_may_leave_the_colour_to_the_other():
    text = write_trf(document(table(SWISS)))
    read = read_trf(text.replace(" w ", " - ").encode())
    assert (read.colorless, read.tournament) == (frozenset(), read_trf(text.encode()).tournament)


def with_open_game() -> TrfDocument:
    event = table(SWISS)
    last = event.rounds[-1]
    matches = (Match(last.matches[0].pairing), *last.matches[1:])
    return document(replace(event, rounds=(*event.rounds[:-1], replace(last, matches=matches))))


def test_an_open_game_has_opponent_and_colour_and_an_empty_result():
    text = write_trf(with_open_game())
    first, second = (line for line in text.splitlines() if line[:8] in ("001    1", "001    2"))
    assert (first[80:84], first[91:]) == (" 2.0", "   5 w 1     3 b 1     2 w")
    assert (second[80:84], second[91:]) == (" 2.0", "   6 b 1     4 w 1     1 b")
    read = read_trf(text.encode())
    assert [len(r.matches) for r in read.tournament.rounds] == [4, 4, 4]
    open_games = history_of(read.tournament).open_games
    assert open_games == {(EntryId(1), 3), (EntryId(2), 3)}


@pytest.mark.parametrize(("code", "is_of_teams"), [("310", True), ("013", True), ("132", False)])
def test_a_file_of_teams_says_so(code: str, is_of_teams: bool):
    assert document(table(SWISS), (code, "  1 Team")).is_of_teams is is_of_teams


def test_ranks_that_follow_from_the_list_are_right():
    assert check_ranks(document(table(SWISS), ranks=True, codes="PTS,BH,SB,DE")) == ()


def test_ranks_of_a_file_without_a_list_are_not_judged():
    made = document(table(SWISS))
    assert check_ranks(replace(made, details={EntryId(1): PlayerDetails(rank=8)})) == ()


def test_ranks_that_do_not_follow_from_the_list_are_named():
    made = document(table(SWISS), ranks=True, codes="PTS,TPN")
    swapped = {**made.details, EntryId(1): PlayerDetails(rank=2), EntryId(2): PlayerDetails(rank=1)}
    assert check_ranks(replace(made, details=swapped)) == (
        RankDifference(1, 2, 1, 1),
        RankDifference(2, 1, 2, 2),
    )


def test_full_equals_may_have_any_of_their_ranks():
    """By points alone 1 and 2 share the first place."""
    made = document(table(SWISS), ranks=True, codes="PTS")
    drawn = {**made.details, EntryId(1): PlayerDetails(rank=2), EntryId(2): PlayerDetails(rank=1)}
    assert check_ranks(replace(made, details=drawn)) == ()
