"""The `###` lines we write about the history of an event, and what a checker makes of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crosstable.engine.generator import GeneratorOptions, generate_tournament
from crosstable.engine.model import Color, EntryId, Match, Outcome, Pairing, Result, Round
from crosstable.engine.pairing.fide.dutch import pair_dutch
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.trf import (
    ManualNote,
    Note,
    OpenNote,
    RatingNote,
    ResultNote,
    RoundsNote,
    TieBreaksNote,
    TrfDocument,
    TrfRecord,
    VoidNote,
    check_document,
    note_records,
    notes_of,
    read_trf,
    write_trf,
)

ONE, TWO, THREE, SEVEN = (EntryId(number) for number in (1, 2, 3, 7))
NOTES: list[tuple[Note, str]] = [
    (
        ResultNote(2, (THREE, SEVEN), "0-1", "1/2-1/2", 5, "The slip was read wrongly: 3 drew"),
        "Correction @ Round 2: 3-7 was 0-1, is 1/2-1/2 since round 5: The slip was read wrongly: 3 drew",
    ),
    (
        ResultNote(2, (THREE, SEVEN), "", "1-0F", 4),
        "Late decision @ Round 2: 3-7 was open, is 1-0F since round 4",
    ),
    (ResultNote(1, (THREE, EntryId(0)), "H", "Z", 2), "Correction @ Round 1: 3-0 was H, is Z since round 2"),
    (
        RatingNote(2, (THREE, SEVEN), "0-1", "1-0", "Colours changed"),
        "Rating only @ Round 2: 3-7 counts 0-1, is rated 1-0: Colours changed",
    ),
    (ManualNote(3, ((ONE, SEVEN), (TWO, EntryId(0)))), "MPA @ Round 3: pairings made by hand: 1-7, 2-0"),
    (ManualNote(3), "MPA @ Round 3: pairings made by hand"),
    (RoundsNote(3, 5, 7, 4), "Rounds @ Round 3: were 5, are 7 since round 4"),
    (TieBreaksNote(3, "PTS,BH", "PTS,SB"), "Tie-breaks @ Round 3: were PTS,BH, are PTS,SB"),
    (VoidNote(SEVEN), "Void: 7 has left, the games of this player do not count"),
    (OpenNote(4, (THREE, SEVEN)), "Open @ Round 4: 3-7 has no result yet and is written as a draw"),
]


@pytest.mark.parametrize(("note", "line"), NOTES)
def test_a_note_is_one_comment_line_and_is_read_back(note: Note, line: str) -> None:
    event, options = generate_tournament(GeneratorOptions(8, 5, rounds_played=1), 1)
    text = write_trf(TrfDocument(event, options, records=note_records([note])))
    assert f"### {line}" in text.splitlines()
    assert notes_of(read_trf(text.encode())) == (note,)


@pytest.mark.parametrize(
    "line",
    ["Made by another program", "Correction @ Round 2: 3-7 was 2-0, is 1-0 since round 3", "MPA @ Round 3"],
)
def test_other_comments_say_nothing_to_us(line: str) -> None:
    event, options = generate_tournament(GeneratorOptions(8, 5, rounds_played=1), 1)
    assert notes_of(TrfDocument(event, options, records=(TrfRecord("###", line),))) == ()


def two_rounds(first_result: Result | None) -> TrfDocument:
    """Eight players; round 2 was paired when the game 1–5 of round 1 had `first_result`. It ended 0–1 later."""
    event, _ = generate_tournament(GeneratorOptions(8, 5, rounds_played=0), 1)
    options = DutchOptions(initial_color=Color.WHITE)
    event = _with_round(event, options, {frozenset((ONE, EntryId(5))): first_result})
    event = _with_round(event, options, {})
    first = event.rounds[0]
    lost = Result(Outcome.LOSS, Outcome.WIN)
    corrected = tuple(replace(m, result=lost) if ONE in m.pairing.entries else m for m in first.matches)
    return TrfDocument(replace(event, rounds=(replace(first, matches=corrected), event.rounds[1])), options)


def _with_round(event, options, results):
    plan = pair_dutch(event, (), options)
    won = Result(Outcome.WIN, Outcome.LOSS)
    matches = tuple(Match(p, results.get(p.entries, won)) for p in plan.pairings)
    return replace(event, rounds=(*event.rounds, Round(plan.number, matches, plan.byes)))


@pytest.mark.parametrize(("before", "result"), [("1-0", Result(Outcome.WIN, Outcome.LOSS)), ("", None)])
def test_a_round_paired_before_a_correction_or_a_late_decision_is_checked_with_what_was_known(
    before, result
) -> None:
    document = two_rounds(result)
    plain = list(check_document(document))
    assert [checked.check.differs for checked in plain] == [False, True]
    note = ResultNote(1, (ONE, EntryId(5)), before, "0-1", 3)
    known = replace(document, records=note_records([note]))
    assert [checked.notes for checked in check_document(known)] == [(), (note,)]


def test_a_note_that_does_not_explain_the_difference_is_no_excuse() -> None:
    document = two_rounds(Result(Outcome.WIN, Outcome.LOSS))
    wrong = ResultNote(1, (TWO, EntryId(6)), "0-1", "1-0", 3)
    checks = list(check_document(replace(document, records=note_records([wrong]))))
    assert [checked.is_explained for checked in checks] == [False, False]
    assert checks[1].check.differs


def test_a_round_made_by_hand_is_said_to_be_so() -> None:
    document = two_rounds(Result(Outcome.WIN, Outcome.LOSS))
    first, second = document.tournament.rounds
    by_hand = Round(2, (Match(Pairing(ONE, EntryId(8))), *second.matches[1:]), second.byes)
    event = replace(document.tournament, rounds=(first, by_hand))
    note = ManualNote(2, ((ONE, EntryId(8)),))
    checks = list(check_document(TrfDocument(event, document.options, records=note_records([note]))))
    assert [checked.notes for checked in checks] == [(), (note,)]
