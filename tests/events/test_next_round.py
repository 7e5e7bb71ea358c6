"""The next round in one click: close, pair, publish and start, with one journal entry and one Undo."""

from __future__ import annotations

import pytest
from django.urls import reverse

from api.calling import Caller, done, problem
from building import event, pairs, play_round, playing, settle, start_next, user
from chess_building import SIX, chess, play_chess
from crosstable.events.actions.core import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.actions.results import results
from crosstable.events.actions.stages.kinds import StepDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import StepPassed
from crosstable.events.models import Match, RoundStatus, Status, Tournament
from crosstable.events.play_errors import LookFirst, NotRoundByRound, StepByStep
from crosstable.events.queries.desk.control import control_room
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db

FOUR = "ann bo cy di"


def decided(tournament: Tournament) -> Tournament:
    """All results of the round in progress are in: the first side of each table wins."""
    for match in Match.objects.filter(round__tournament=tournament, state="open"):
        results.enter_result(match=match, score=parse_score(match, (50, 40)), by=tournament.owner)
    tournament.refresh_from_db()
    return tournament


def press(tournament: Tournament, **details: object) -> object:
    asked = StepDetails(**details)  # type: ignore[arg-type]
    return take_next_step(tournament=tournament, seen_step="next-round", by=tournament.owner, details=asked)


def statuses(tournament: Tournament) -> list[tuple[int, str]]:
    return list(tournament.rounds.order_by("number").values_list("number", "status"))


def after_three_rounds() -> Tournament:
    """Four players who have all met: a fourth round is a rematch for all."""
    tournament = playing(FOUR, total_rounds=4)
    for _ in range(2):
        play_round(tournament)
        start_next(tournament)
    return decided(tournament)


def test_one_click_closes_pairs_publishes_and_starts_with_one_entry_and_one_undo():
    tournament = decided(playing("ann bo cy di ed flo", total_rounds=3, round_minutes=30))
    shown = control_room(tournament)
    assert shown.announcement.label == "Next round"
    assert shown.next_round is not None and [str(part) for part in shown.next_round.parts] == [
        "Close round 1",
        "Pair round 2",
        "Publish the pairings",
        "Start the round and its clock, 30 min",
    ]
    previewed = {
        frozenset((m.first.display_name, m.second.display_name)) for m in shown.next_round.preview.tables
    }
    entries_before = tournament.journal.count()
    press(tournament, number=2)
    assert statuses(tournament) == [(1, RoundStatus.CLOSED), (2, RoundStatus.STARTED)]
    assert pairs(tournament, 2) == previewed
    assert tournament.journal.count() == entries_before + 1
    assert describe(tournament.journal.first()) == (
        "Round 1 closed; Round 2 paired, published and started (pairings: 3)"
    )
    undo.undo(tournament=tournament, by=tournament.owner)
    assert statuses(tournament) == [(1, RoundStatus.STARTED)]


def test_pressed_twice_or_in_two_tabs_it_starts_one_round():
    tournament = decided(playing("ann bo cy di ed flo", total_rounds=3))
    press(tournament, number=2)
    with pytest.raises(StepPassed):
        press(tournament, number=2)
    decided(tournament)
    with pytest.raises(StepPassed):
        press(tournament, number=2)
    assert statuses(tournament) == [(1, RoundStatus.CLOSED), (2, RoundStatus.STARTED)]


def test_a_rematch_is_shown_first_and_starts_as_it_was_shown():
    tournament = after_three_rounds()
    with pytest.raises(LookFirst) as refused:
        press(tournament, number=4)
    assert "have met before." in str(refused.value)
    client, control = logged_in("olga"), reverse("control", args=[tournament.slug])
    page = client.get(control)
    assert "Pairings to look at" in text(page)
    planned = page.context["room"].next_round
    form = {"seen": "next-round", "round": planned.number, "accept": planned.basis}
    assert client.post(reverse("next", args=[tournament.slug]), form).url == control
    assert statuses(tournament)[-1] == (4, RoundStatus.STARTED)


def test_the_pairings_can_be_changed_in_a_draft_before_they_start():
    tournament = after_three_rounds()
    press(tournament, number=4, as_draft=True)
    assert statuses(tournament)[2:] == [(3, RoundStatus.CLOSED), (4, RoundStatus.DRAFT)]
    room = control_room(tournament)
    assert (room.announcement.label, room.announcement.single_step) == (
        "Publish and start round 4",
        "Publish round 4",
    )
    press(tournament, number=4, version=tournament.rounds.get(number=4).version)
    assert statuses(tournament)[-1] == (4, RoundStatus.STARTED)


def test_fide_dutch_and_events_set_to_steps_go_step_by_step():
    tournament = chess(SIX)
    play_chess(tournament)
    tournament.refresh_from_db()
    assert control_room(tournament).announcement.label == "Pair round 2"
    with pytest.raises(StepByStep):
        press(tournament)
    chosen = tournaments.Details.of(tournament)
    wanted = {name: getattr(chosen, name) for name in chosen.__slots__} | {"round_flow": "one-click"}
    tournaments.edit_tournament(
        tournament=tournament, details=tournaments.Details(**wanted), by=tournament.owner
    )
    tournament.refresh_from_db()
    assert control_room(tournament).announcement.label == "Next round"
    press(tournament)
    assert statuses(tournament) == [(1, RoundStatus.CLOSED), (2, RoundStatus.STARTED)]


def test_pools_and_knockouts_refuse_it_with_the_reason():
    tournament = tournaments.create_in_format(
        details=tournaments.Details.of(event(FOUR)), format="round-robin", by=user("olga")
    )
    with pytest.raises(NotRoundByRound) as refused:
        press(tournament)
    assert "“Round robin” is not paired round by round" in str(refused.value)


def test_finish_now_says_who_wins_closes_the_round_and_is_undone_at_once():
    tournament = playing(FOUR, total_rounds=5)
    settle(tournament, "ann 90-10")
    decided(tournament)
    finish = control_room(tournament).finish
    assert finish is not None
    assert finish.sentence == "The event ends after round 1: ann wins with 1–0."
    client = logged_in("olga")
    page = client.post(reverse("finish-now", args=[tournament.slug]), follow=True)
    assert "Undo" in text(page)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.total_rounds) == (Status.COMPLETE, 1)
    undo.undo(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    assert (tournament.status, statuses(tournament)) == (Status.IN_PROGRESS, [(1, RoundStatus.STARTED)])


def test_the_api_offers_and_takes_the_same_click():
    tournament = after_three_rounds()
    olga, path = Caller("olga"), f"/tournaments/{tournament.pk}/next"
    shown = done(olga.get(path))
    assert (shown["step"], shown["nextRound"]["round"]) == ("close", 4)
    assert len(shown["nextRound"]["toLookAt"]) == 2
    assert problem(olga.post(path, {"seen": "next-round", "round": 4}))[0] == 409
    body = {"seen": "next-round", "round": 4, "accept": shown["nextRound"]["accept"]}
    assert done(olga.post(path, body))["step"] == "collect-results"
    assert problem(olga.post(path, body))[0] == 409
