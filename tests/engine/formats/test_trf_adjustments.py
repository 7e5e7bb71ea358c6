"""Record 299: penalties and bonuses there and back, and what of it is only kept."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from crosstable.engine.model import Adjustment, EntryId
from crosstable.engine.trf import TrfDocument, TrfEdition, TrfError, read_trf, write_trf
from engine.building import played

EVENT = played("a b c d", "a-b 60-40", "c-d 60-40", "/", "a-c 50-50", "d-b 60-40")
GIVEN = (
    Adjustment(EntryId(1), Decimal("-1"), round=2),
    Adjustment(EntryId(4), Decimal("0.5"), round=0),
)


def chess(*given: Adjustment) -> TrfDocument:
    """Without victory points, as the format has it."""
    rounds = tuple(
        replace(
            r,
            matches=tuple(
                replace(m, result=replace(m.result, first_vp=None, second_vp=None))
                for m in r.matches
                if m.result
            ),
        )
        for r in EVENT.rounds
    )
    return TrfDocument(replace(EVENT, rounds=rounds, adjustments=given))


def test_penalties_and_bonuses_are_read_as_they_were_written():
    assert read_trf(write_trf(chess(*GIVEN)).encode()).tournament.adjustments == GIVEN


def test_the_line_stands_in_its_columns_and_the_score_holds_it():
    lines = write_trf(chess(*GIVEN)).splitlines()
    (first, second) = (line for line in lines if line.startswith("299"))
    assert (first[13:17], first[19:22], first[23:27]) == ("-1.0", "002", "   1")
    assert (second[13:17], second[19:22], second[23:27]) == (" 0.5", "000", "   4")
    assert [line[80:84].strip() for line in lines if line.startswith("001")] == ["0.5", "0.0", "1.5", "1.5"]


def test_the_older_edition_has_no_record_for_them_and_the_plain_score():
    text = write_trf(chess(*GIVEN), TrfEdition.TRF16)
    assert "299" not in [line[:3] for line in text.splitlines()]
    assert next(line[80:84].strip() for line in text.splitlines() if line.startswith("001")) == "1.5"


def test_one_of_a_type_is_kept_as_it_is():
    text = write_trf(chess()) + "299 F         0.5  002    1\n"
    document = read_trf(text.encode())
    assert document.tournament.adjustments == ()
    assert [r.code for r in document.records] == ["299"]


def test_a_player_who_is_not_there_is_an_error_with_its_place():
    with pytest.raises(TrfError) as error:
        read_trf((write_trf(chess()) + "299          -1.0  002    9\n").encode())
    assert error.value.problem == "player 9 does not exist"
