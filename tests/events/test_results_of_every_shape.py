"""A match of any shape: reported, decided, corrected, carried in a file, undone and counted.

One game for each shape: what two people type at a desk is what is stored, worded and counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest

from building import details, entry, match_of, start_next, user
from crosstable.engine.model import Tally
from crosstable.engine.results import Score
from crosstable.events.actions.core.undo import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import corrections, results
from crosstable.events.actions.results.desk import DeskEntry, take_entry
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.stages import stages
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score, read_score, shape_of_match
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import BadValue
from crosstable.events.files.eventfile.writing import write_event
from crosstable.events.models import JournalEntry, Match, Stage, StageKind, Status, Tournament
from crosstable.events.queries.standings.standings import standings_table
from knockout_building import meeting, started

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Case:
    """A game, a score of its first side's win as typed, how it reads, what is counted, and another score."""

    game: str
    typed: str
    score: Any
    words: str
    tallies: tuple[Tally, ...]
    other: str
    other_words: str
    refused: object
    field: str
    choices: dict[str, Any] = field(default_factory=dict)


CASES = [
    Case("chess", "1", "1-0", "1–0", (), "0", "0–1", "2-0", "result"),
    Case("goals", "3 1", [3, 1], "3–1", (Tally("points", 3, 1),), "0 2", "0–2", {"first": 3}, "second"),
    Case(
        "sets",
        "21-19 18-21 21-17",
        [[21, 19], [18, 21], [21, 17]],
        "2–1 (21–19, 18–21, 21–17)",
        (Tally("parts", 2, 1), Tally("points", 60, 57)),
        "19-21 10-21",
        "0–2 (19–21, 10–21)",
        {"sets": [[21, 19], [18, 21]]},
        "sets",
        {"variant": "badminton"},
    ),
    Case(
        "cards",
        "2-1-1",
        [2, 1, 1],
        "2–1–1",
        (Tally("parts", 2, 1, 1),),
        "0-2",
        "0–2",
        {"first": 3, "second": 0},
        "first",
    ),
    Case(
        "wtc",
        "40 30 10 / 20 20 10",
        [[40, 30, 10], [20, 20, 10]],
        "15–5 (80 to 50)",
        (Tally("points", 15, 5), Tally("sheet", 80, 50)),
        "0 0 10 / 40 30 10",
        "0–20 (10 to 80)",
        {"first": {"primary": 51}, "second": {}},
        "first.primary",
    ),
]
every_shape = pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)


def event(case: Case) -> Tournament:
    """Four players, the first round being played."""
    olga = user("olga")
    wanted = details(choices=case.choices, total_rounds=2)
    tournament = tournaments.create_tournament(details=wanted, by=olga, game=case.game)
    tournaments.advance(tournament=tournament, by=olga)
    for name in ["ann", "bo", "cy", "di"]:
        entries.register(
            tournament=tournament, details=EntryDetails(display_name=name, faction="Orks"), by=user(name)
        )
    while tournament.status != Status.IN_PROGRESS:
        tournaments.advance(tournament=tournament, by=olga)
        tournament.refresh_from_db()
        for one in tournament.entries.filter(checked_in_at=None):
            entries.check_in(entry=one, by=olga)
    start_next(tournament)
    return tournament


def closed(case: Case) -> Tournament:
    """The same four after the first round, in which every first side won by the score of the case."""
    tournament = event(case)
    for match in Match.objects.filter(round__tournament=tournament).select_related("round__tournament"):
        results.enter_result(match=match, score=score_of(tournament, case.typed), by=user("olga"))
    rounds.close_round(tournament=tournament, by=user("olga"))
    return tournament


def score_of(tournament: Tournament, typed: str) -> Score:
    return rules_of(tournament).shape.read_line(typed)


def sides(match: Match) -> tuple[str, str]:
    assert match.second is not None
    return match.first.display_name, match.second.display_name


def stored_result(match: Match) -> tuple[object, ...]:
    fresh = Match.objects.get(pk=match.pk)
    return fresh.state, fresh.score, fresh.result_words


@every_shape
def test_two_equal_reports_make_the_result(case):
    tournament = event(case)
    match = match_of(tournament, "ann")
    first, second = sides(match)
    results.report(match=match, score=score_of(tournament, case.typed), by=user(first))
    assert stored_result(match) == ("claimed", None, "")
    assert [claim.parsed_score for claim in match.claims.all()] == [score_of(tournament, case.typed)]
    results.report(match=match, score=score_of(tournament, case.typed), by=user(second))
    match.refresh_from_db()
    assert stored_result(match) == ("agreed", case.score, case.words)
    assert (match.result, match.parsed_score.tallies) == ("1-0", case.tallies)


@every_shape
def test_two_different_reports_make_a_dispute_that_an_organiser_rules(case):
    tournament = event(case)
    match = match_of(tournament, "ann")
    first, second = sides(match)
    results.report(match=match, score=score_of(tournament, case.typed), by=user(first))
    results.report(match=match, score=score_of(tournament, case.other), by=user(second))
    assert stored_result(match) == ("disputed", None, "")
    results.enter_result(match=match, score=score_of(tournament, case.other), by=user("olga"))
    assert stored_result(match)[0::2] == ("agreed", case.other_words)
    entry_ = JournalEntry.objects.filter(tournament=tournament).first()
    assert entry_.verb == "result.ruled"
    assert describe(entry_).endswith(case.other_words)


@every_shape
def test_a_report_is_confirmed(case):
    tournament = event(case)
    match = match_of(tournament, "ann")
    first, second = sides(match)
    results.report(match=match, score=score_of(tournament, case.typed), by=user(first))
    results.confirm(match=match, by=user(second))
    assert stored_result(match) == ("agreed", case.score, case.words)


@every_shape
def test_what_cannot_be_is_refused_with_the_field(case):
    tournament = event(case)
    with pytest.raises(BadValue) as refused:
        read_score(rules_of(tournament).shape, case.refused)
    assert refused.value.field == case.field


@every_shape
def test_it_is_typed_at_the_desk(case):
    tournament = event(case)
    match = match_of(tournament, "ann")
    line = DeskEntry("k1", match.pk, 1, match.first_id, match.second_id, case.typed)
    answer = take_entry(tournament=tournament, entry=line, by=user("olga"))
    assert (answer.state, answer.words, answer.won) == ("saved", case.words, "first")
    assert stored_result(match) == ("agreed", case.score, case.words)


@every_shape
def test_it_counts_in_the_standings_and_can_be_corrected_and_taken_back(case):
    tournament = closed(case)
    match = match_of(tournament, "ann")
    winner, loser = sides(match)
    assert {winner} <= leaders(tournament)
    made = corrections.correct_result(
        match=match,
        score=score_of(tournament, case.other),
        policy="everywhere",
        reason="a slip",
        by=user("olga"),
    )
    assert stored_result(match)[2] == case.other_words
    assert {loser} <= leaders(tournament)
    undo(tournament=tournament, number=made.number, by=user("olga"))
    assert stored_result(match) == ("agreed", case.score, case.words)


def leaders(tournament: Tournament) -> set[str]:
    lines = standings_table(tournament).lines
    most = max((line.history.score for line in lines), default=Decimal(0))
    return {line.entry.display_name for line in lines if line.history.score == most}


@every_shape
def test_it_travels_in_a_file_and_comes_back_by_undo(case):
    tournament = event(case)
    match = match_of(tournament, "ann")
    first, _ = sides(match)
    results.report(match=match, score=score_of(tournament, case.other), by=user(first))
    results.enter_result(match=match, score=score_of(tournament, case.typed), by=user("olga"))
    copy = import_event(data=write_event(tournament), by=user("olga"), as_copy=True)
    there = Match.objects.get(round__tournament=copy, table=match.table)
    assert (there.parsed_score, [c.parsed_score for c in there.claims.all()]) == (
        score_of(tournament, case.typed),
        [score_of(tournament, case.other)],
    )
    results.clear_result(match=match, by=user("olga"))
    assert stored_result(match) == ("open", None, "")
    last = JournalEntry.objects.filter(tournament=tournament).first()
    undo(tournament=tournament, number=last.number, by=user("olga"))
    assert stored_result(match) == ("agreed", case.score, case.words)


def test_what_was_agreed_stays_so_when_the_limit_is_lowered_later():
    tournament = event(Case("wargame", "", None, "", (), "", "", None, ""))
    match = match_of(tournament, "ann")
    results.enter_result(match=match, score=parse_score(match, (90, 10)), by=user("olga"))
    Tournament.objects.filter(pk=tournament.pk).update(choices={"most": 50})
    tournament.refresh_from_db()
    assert stored_result(match) == ("agreed", [90, 10], "90–10")
    line = next(line for line in standings_table(tournament).lines if line.entry.pk == match.first_id)
    assert (line.history.wins, entry(tournament, line.entry.display_name).pk) == (1, match.first_id)


def test_a_knockout_of_sets_has_as_many_sets_as_its_round_and_moves_on():
    stage = knockout_of_sets()
    semifinal, final = {"sets": [[21, 3], [21, 5]]}, {"sets": [[21, 3], [21, 5], [9, 21], [21, 7]]}
    for one, other in (("ann", "di"), ("bo", "cy")):
        match = meeting(stage, one, other)
        results.enter_result(match=match, score=read_score(shape_of_match(match), semifinal), by=user("olga"))
    last = match_of(stage.tournament, "ann")
    assert last.round.name == "Final"
    with pytest.raises(BadValue) as refused:
        read_score(shape_of_match(last), semifinal)
    assert str(refused.value) == "2–0 is not a final score: the match ends at 3 sets."
    results.enter_result(match=last, score=read_score(shape_of_match(last), final), by=user("olga"))
    assert stored_result(last) == ("agreed", final["sets"], "3–1 (21–3, 21–5, 9–21, 21–7)")
    assert last.parts.count() == 0


def knockout_of_sets() -> Stage:
    olga = user("olga")
    wanted = details(choices={"variant": "badminton"})
    tournament = tournaments.create_tournament(details=wanted, by=olga, game="sets")
    settings = {"seeding": "registration", "best_of": 3, "best_of_final": 5}
    plan = StagePlan(StageKind.KNOCKOUT, "Knockout", settings)
    stages.set_stages(tournament=tournament, plans=[plan], by=olga)
    for name in ["ann", "bo", "cy", "di"]:
        entries.add_entry(tournament=tournament, details=EntryDetails(display_name=name), by=olga)
    while tournament.status != Status.IN_PROGRESS:
        tournaments.advance(tournament=tournament, by=olga)
        tournament.refresh_from_db()
    return started(tournament.stages.select_related("tournament__owner").get())
