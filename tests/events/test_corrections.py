"""Correcting a past result: what is asked for, what is refused, what the preview says."""

from __future__ import annotations

import pytest

from building import match_of, play_round, playing, start_next, user
from chess_building import SIX, chess, play_chess
from crosstable.events.actions.core import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.results import corrections, results
from crosstable.events.actions.rounds import drafts, reopening, rounds
from crosstable.events.bridge.results.corrected import published_endings
from crosstable.events.bridge.results.scores import parse_score, understand
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue, NotAllowed, Stale, WrongStatus
from crosstable.events.files.trf_export import trf_of
from crosstable.events.models import Match, Policy, Status, Tournament
from crosstable.events.play_errors import (
    AlreadyReported,
    CorrectedAlready,
    CorrectionsStand,
    DraftStale,
    LaterRoundStands,
    RoundNotClosed,
)
from crosstable.events.queries.past.corrections import preview
from crosstable.events.queries.standings.standings import standings_table
from digests import digest, ratings

pytestmark = pytest.mark.django_db

EIGHT = "ann bo cy di ed flo gus hal"


def two_rounds(**changes: object) -> Tournament:
    tournament = playing(EIGHT, total_rounds=3, **changes)
    play_round(tournament)
    start_next(tournament)
    play_round(tournament)
    return tournament


def correct(tournament: Tournament, match: Match | None = None, **changes: object):
    match = match or match_of(tournament, "ann", 1)
    score = changes.pop("score", None if match.is_bye else (30, 70))
    parsed = parse_score(match, score) if score is not None else None
    values = {"policy": "everywhere", "reason": "A slip", "by": tournament.owner, **changes}
    return corrections.correct_result(match=match, score=parsed, **values)


def test_a_stale_form_is_refused_with_both_values_and_who_and_when():
    tournament = two_rounds()
    seen = match_of(tournament, "ann", 1).version
    correct(tournament, by=user("vera", is_superuser=True), policy="note-only")
    before = digest(tournament)
    with pytest.raises(Stale) as refused:
        correct(tournament, score=(10, 20), seen_version=seen)
    assert (refused.value.current, refused.value.yours, refused.value.by) == ("50–40", "10–20", "vera")
    assert refused.value.at is not None
    assert digest(tournament) == before


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"reason": "  "}, "reason", "Enter a reason"),
        ({"reason": "x" * 301}, "reason", "at most 300"),
        ({"policy": "sometimes"}, "policy", "everywhere, from-now"),
        ({"score": (101, 70)}, "first", "101 is not a possible score"),
        ({"score": (30, None)}, "second", "Enter a score"),
        ({"score": (50, 40)}, "result", "50–40 is the result already"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_changes_nothing(changes, field, words):
    tournament = two_rounds()
    before = digest(tournament)
    with pytest.raises(BadValue, match=words) as refused:
        correct(tournament, **changes)
    assert refused.value.field == field
    assert digest(tournament) == before


def test_a_round_being_played_is_changed_at_the_table():
    tournament = two_rounds()
    start_next(tournament)
    with pytest.raises(RoundNotClosed, match="enter the result there"):
        correct(tournament, match_of(tournament, "ann", 3))


def test_a_result_is_corrected_once_at_a_time():
    tournament = two_rounds()
    correct(tournament)
    with pytest.raises(CorrectedAlready, match="Undo that correction first"):
        correct(tournament, score=(1, 2))
    undo.undo(tournament=tournament, by=tournament.owner)
    correct(tournament, score=(1, 2))
    assert match_of(tournament, "ann", 1).result_words == "1–2"


def test_only_organisers_correct():
    tournament = two_rounds()
    with pytest.raises(NotAllowed):
        correct(tournament, by=user("ann"))


def test_a_game_may_turn_out_to_have_been_forfeited_and_the_other_way_round():
    tournament = two_rounds()
    start = digest(tournament)
    correct(tournament, score="1-0F")
    match = match_of(tournament, "ann", 1)
    assert (match.result, *match.points) == ("1-0F", None, None)
    assert {games for _, _, games in ratings("wargame")} == {1, 2}
    undo.undo(tournament=tournament, by=tournament.owner)
    assert digest(tournament) == start


@pytest.mark.parametrize("policy", ["everywhere", "from-now"])
def test_a_forfeit_that_was_played_gets_its_place_in_the_ledger(policy):
    tournament = chess(SIX, total_rounds=3)
    play_chess(tournament, "1-0F", "1-0", "1-0")
    play_chess(tournament)
    start = digest(tournament)
    match = match_of(tournament, "ann", 1)
    correct(tournament, match, score="0-1", policy=policy)
    rows = {player: games for player, _, games in ratings("chess")}
    assert rows[match.first.player_id] == rows[match.second.player_id] == 2
    undo.undo(tournament=tournament, by=tournament.owner)
    assert digest(tournament) == start


def test_the_kind_of_a_bye_is_corrected():
    tournament = chess({**SIX, "gus": 1500}, total_rounds=3)
    play_chess(tournament)
    bye = Match.objects.get(round__tournament=tournament, second=None)
    before = digest(tournament)
    score = {x.entry.pk: x.history.score for x in standings_table(tournament).lines}
    correct(tournament, bye, bye="zero", policy="from-now")
    now = {x.entry.pk: x.history.score for x in standings_table(tournament).lines}
    assert score[bye.first_id] - now[bye.first_id] == 1
    assert standings_table(tournament, 1).lines[0].history.score == 1
    undo.undo(tournament=tournament, by=tournament.owner)
    assert digest(tournament) == before
    with pytest.raises(BadValue, match="A bye is not rated"):
        correct(tournament, bye, bye="zero", policy="rating-only")


def test_the_preview_is_what_happens():
    tournament = two_rounds()
    start_next(tournament)
    match = corrections.closed_match(tournament, match_of(tournament, "ann", 1))
    score = understand(rules_of(tournament).shape, 30, 70, None)
    before, rated = places(tournament), {p: v for p, v, _ in ratings("wargame")}
    untouched = digest(tournament)
    seen = preview(match, score, Policy.EVERYWHERE)
    assert digest(tournament) == untouched
    correct(tournament)
    after = places(tournament)
    assert {m.entry.display_name: (m.rank_before, m.rank_after) for m in seen.moves if m.places} == {
        name: (before[name], after[name]) for name in before if before[name] != after[name]
    }
    moved = {p: v - rated[p] for p, v, _ in ratings("wargame") if v != rated[p]}
    assert {row.entry.player_id: row.change for row in seen.ratings} == moved
    assert [(r.number, bool(r.instead)) for r in seen.later] == [(2, True), (3, True)]


def places(tournament: Tournament) -> dict[str, int]:
    return {line.entry.display_name: line.rank for line in standings_table(tournament).lines}


@pytest.mark.parametrize("policy", list(Policy))
def test_the_preview_of_ratings_is_what_is_booked(policy):
    tournament = two_rounds()
    match = corrections.closed_match(tournament, match_of(tournament, "ann", 1))
    seen = preview(match, understand(rules_of(tournament).shape, 1, 2, None), policy)
    rated = {p: v for p, v, _ in ratings("wargame")}
    correct(tournament, score=(1, 2), policy=policy.value)
    moved = {p: v - rated[p] for p, v, _ in ratings("wargame") if v != rated[p]}
    assert {row.entry.player_id: row.change for row in seen.ratings} == moved


def test_a_pairing_changed_by_hand_is_not_held_against_the_correction():
    tournament = two_rounds()
    by = tournament.owner
    rounds.pair_next_round(tournament=tournament, by=by)
    rounds.publish_round(tournament=tournament, by=by)
    match = corrections.closed_match(tournament, match_of(tournament, "ann", 1))
    score = understand(rules_of(tournament).shape, 30, 70, None)
    seen = preview(match, score, Policy.EVERYWHERE).later
    undo.undo(tournament=tournament, by=by)
    one, two = tournament.rounds.get(number=3).matches.select_related("first").order_by("table")[:2]
    drafts.swap_players(tournament=tournament, first=one.first, second=two.first, by=by)
    rounds.publish_round(tournament=tournament, by=by)
    assert preview(match, score, Policy.EVERYWHERE).later == seen


def test_a_correction_for_the_ratings_alone_leaves_the_standings():
    tournament = two_rounds()
    correct(tournament, policy="rating-only")
    assert published_endings(tournament, 1) == {}
    assert match_of(tournament, "ann", 1).result_words == "50–40"


def test_a_draft_paired_before_the_correction_is_not_published():
    tournament = two_rounds()
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    correct(tournament)
    with pytest.raises(DraftStale):
        rounds.publish_round(tournament=tournament, by=tournament.owner)


def test_a_closed_round_is_reopened_until_the_next_is_published():
    tournament = two_rounds()
    with pytest.raises(LaterRoundStands, match="Correct the result instead"):
        reopening.reopen_round(tournament=tournament, number=1, by=tournament.owner)
    reopening.reopen_round(tournament=tournament, number=2, by=tournament.owner)
    assert {games for _, _, games in ratings("wargame")} == {1}
    match = match_of(tournament, "ann", 2)
    results.enter_result(match=match, score=parse_score(match, (1, 99)), overwrite=True, by=tournament.owner)
    rounds.close_round(tournament=tournament, by=tournament.owner)
    assert {games for _, _, games in ratings("wargame")} == {2}


def test_a_round_with_a_correction_that_reaches_part_of_the_way_stays_closed():
    tournament = two_rounds()
    correct(tournament, match_of(tournament, "ann", 2), policy="from-now")
    with pytest.raises(CorrectionsStand, match="Undo them first"):
        reopening.reopen_round(tournament=tournament, number=2, by=tournament.owner)


def test_a_complete_event_is_reopened_with_its_last_round():
    tournament = two_rounds()
    start_next(tournament)
    play_round(tournament)
    tournaments.advance(tournament=tournament, by=tournament.owner)
    reopening.reopen_round(tournament=tournament, number=3, by=tournament.owner)
    assert Tournament.objects.get().status == Status.IN_PROGRESS


def test_only_a_complete_event_is_reopened():
    with pytest.raises(WrongStatus):
        reopening.reopen_tournament(tournament=(t := two_rounds()), by=t.owner)


def test_a_start_is_taken_back_until_someone_has_reported():
    tournament = playing(EIGHT)
    reopening.unstart_round(tournament=tournament, by=tournament.owner)
    reopening.unpublish_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    rounds.start_round(tournament=tournament, by=tournament.owner)
    results.report(
        match=match_of(tournament, "ann"),
        score=parse_score(match_of(tournament, "ann"), (1, 2)),
        by=user("ann"),
    )
    with pytest.raises(AlreadyReported, match="1 table has reported already"):
        reopening.unstart_round(tournament=tournament, by=tournament.owner)


def test_the_tournament_report_has_the_result_that_counts_and_a_line_about_the_one_to_be_rated():
    tournament = chess(SIX, total_rounds=3)
    play_chess(tournament, "1-0", "1-0", "1-0")
    before = trf_of(tournament).splitlines()
    match = match_of(tournament, "ann", 1)
    correct(tournament, match, score="0-1", policy="rating-only")
    added = [line for line in trf_of(tournament).splitlines() if line not in before]
    assert added == ["### Rating only @ Round 1: 1-4 counts 1-0, is rated 0-1: A slip"]
    assert match_of(tournament, "ann", 1).result == "1-0"
