"""A Swiss with few players: too many rounds, a round that cannot be paired, and the ways out of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from api.calling import Caller, done, problem
from building import event, play_round, start_next, user
from chess_building import SIX, chess, play_chess, stuck_event
from crosstable.events.actions.core import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import finish_now
from crosstable.events.actions.people import entries, teams
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.models import Match, RoundStatus, Status, Tournament
from crosstable.events.play_errors import NoPairing, RoundStillOpen, TooManyRounds
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.steps import NextStep
from crosstable.events.queries.rounds.reasons import of_round
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db

SAME = {"name": "Autumn Open", "date": "2026-11-21"}
WAYS = [
    ("finish-now", "Finish now, after 3 rounds"),
    ("fewest-rematches", "Pair with as few rematches as possible"),
    ("by-hand", "Pair manually from an empty draft"),
]


def few(count: int, rounds: int, **changes: object) -> Tournament:
    """A chess event with registration open and `count` players."""
    names = dict(list({**SIX, "gus": 1500, "hal": 1400}.items())[:count])
    return chess(names, started=False, total_rounds=rounds, **changes)


def next_step(tournament: Tournament) -> dict[str, object]:
    return done(Caller("vera").get(f"/tournaments/{tournament.pk}/next"))


def pairs(tournament: Tournament, number: int) -> list[frozenset[str]]:
    rows = Match.objects.filter(round__tournament=tournament, round__number=number, second__isnull=False)
    return [frozenset((m.first.display_name, m.second.display_name)) for m in rows.order_by("table")]


@pytest.mark.parametrize(("count", "rounds", "most"), [(6, 6, 5), (5, 6, 5), (4, 4, 3), (2, 2, 1)])
def test_more_rounds_than_can_be_paired_are_refused_at_the_start(count: int, rounds: int, most: int):
    tournament = few(count, rounds)
    with pytest.raises(TooManyRounds) as refused:
        tournaments.advance(tournament=tournament, by=user("vera"))
    many = "1 round." if most == 1 else f"{most} rounds."
    sentence = (
        f"{rounds} rounds are too many for {count} entries: without rematches they can play {many} "
        "Lower the number of rounds in the settings, or play a round robin."
    )
    assert str(refused.value) == sentence
    answer = Caller("vera").post(f"/tournaments/{tournament.pk}/next", {"seen": "start-event"})
    assert problem(answer)[0] == 409
    assert next_step(tournament)["blocked"] == sentence


def test_the_control_room_offers_fewer_rounds_or_a_round_robin_and_the_button_sets_the_rounds():
    tournament = few(6, 6)
    client, control = logged_in("vera"), reverse("control", args=[tournament.slug])
    page = client.get(control)
    assert "6 rounds are too many for 6 entries" in text(page)
    assert [way.label for way in page.context["next"].ways] == ["Play 3 rounds", "Play a round robin"]
    fewer, robin = page.context["next"].ways
    assert client.get(reverse(robin.page, args=[tournament.slug])).status_code == 200
    assert client.post(reverse(fewer.page, args=[tournament.slug]), fewer.fields).url == control
    tournament.refresh_from_db()
    assert tournament.total_rounds == 3
    tournaments.advance(tournament=tournament, by=user("vera"))


def test_as_many_rounds_as_can_be_paired_start_with_a_warning():
    tournament = few(6, 5)
    step = next_step(tournament)
    assert step["blocked"] is None
    risk = (
        "5 rounds with 6 players are a risk: a round may come that cannot be paired without a rematch. Fewer rounds or "
        "a round robin are safe."
    )
    assert step["text"].endswith(f" {risk}")
    page = logged_in("vera").get(f"/t/{tournament.slug}/control").content.decode()
    assert f'<p class="warn-text">{risk}</p>' in page
    assert step["ways"] == [
        {"code": "fewer-rounds", "label": "Play 3 rounds"},
        {"code": "round-robin", "label": "Play a round robin"},
    ]
    assert tournaments.advance(tournament=tournament, by=user("vera")) == Status.IN_PROGRESS


def test_a_field_that_is_large_enough_gets_no_warning():
    step = next_step(few(6, 3))
    assert (step["ways"], "risk" in step["text"]) == ([], False)


def test_systems_that_allow_rematches_start_with_a_warning_that_there_will_be_some():
    tournament = few(4, 5, system="swiss-monrad")
    step = next_step(tournament)
    assert step["text"].endswith("5 rounds with 4 players need rematches: after 3 rounds all have met.")
    assert [way["code"] for way in step["ways"]] == ["fewer-rounds", "round-robin"]
    assert tournaments.advance(tournament=tournament, by=user("vera")) == Status.IN_PROGRESS


def test_a_wargame_of_two_plays_on_with_rematches():
    tournament = event("ann bo", Status.IN_PROGRESS, total_rounds=2)
    for _ in range(2):
        start_next(tournament)
        play_round(tournament)
    assert pairs(tournament, 1) == pairs(tournament, 2)


def test_the_next_step_offers_three_ways_when_a_round_cannot_be_paired():
    tournament = stuck_event()
    room = control_room(tournament)
    assert (room.step, room.announcement.title) == (NextStep.PAIR, "Round 4 cannot be paired")
    step = next_step(tournament)
    assert [(way["code"], way["label"]) for way in step["ways"]] == WAYS
    assert step["blocked"].startswith("No complete round is possible by the rules: ")
    page = logged_in("vera").get(reverse("control", args=[tournament.slug]))
    assert [way.label for way in page.context["next"].ways] == [label for _, label in WAYS]
    assert all(label in text(page) for _, label in WAYS)
    with pytest.raises(NoPairing):
        rounds.pair_next_round(tournament=tournament, by=user("vera"))


def test_finish_now_completes_the_event_with_the_rounds_played_and_undo_takes_it_back():
    tournament = stuck_event()
    client = logged_in("vera")
    way = client.get(reverse("control", args=[tournament.slug])).context["next"].ways[0]
    assert client.post(reverse(way.page, args=[tournament.slug]), way.fields).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.status, tournament.total_rounds) == (Status.COMPLETE, 3)
    assert tournament.journal.first().verb == "tournament.finished-early"
    undo.undo(tournament=tournament, by=user("vera"))
    tournament.refresh_from_db()
    assert (tournament.status, tournament.total_rounds) == (Status.IN_PROGRESS, 5)


def test_finish_now_over_the_api():
    tournament = stuck_event()
    answer = done(Caller("vera").post(f"/tournaments/{tournament.pk}/finish-now"))
    assert answer["step"] == "done"


def test_a_round_being_played_is_not_finished():
    tournament = chess(SIX)
    rounds.pair_next_round(tournament=tournament, by=user("vera"))
    rounds.publish_round(tournament=tournament, by=user("vera"))
    with pytest.raises(RoundStillOpen):
        finish_now(tournament=tournament, by=user("vera"))


def test_a_round_with_as_few_rematches_as_possible_is_marked_and_explained():
    tournament = stuck_event()
    client = logged_in("vera")
    way = client.get(reverse("control", args=[tournament.slug])).context["next"].ways[1]
    client.post(reverse(way.page, args=[tournament.slug]), way.fields)
    before = [pair for number in (1, 2, 3) for pair in pairs(tournament, number)]
    again = [pair for pair in pairs(tournament, 4) if pair in before]
    draft = tournament.rounds.get(number=4)
    assert (len(pairs(tournament, 4)), len(again)) == (3, 1)
    rounds.publish_round(tournament=tournament, by=user("vera"))
    page = Client().get(reverse("round", args=[tournament.slug, 4]))
    marked = [m for m in page.context["matches"] if m.is_rematch]
    assert [frozenset((m.first.display_name, m.second.display_name)) for m in marked] == again
    assert text(page).count(" Rematch ") == len(again)
    answer = done(Caller("vera").get(f"/tournaments/{tournament.pk}/rounds/4"))
    assert answer["rematches"] == [m.pk for m in marked]
    reasons = of_round(draft).reasons
    assert {sentence for reason in reasons for sentence in reason.sentences} == {
        "No complete round was possible by the rules: this one has as few rematches as possible."
    }
    assert len([reason for reason in reasons if reason.violated]) == len(again)


def test_a_rematch_says_in_which_round_the_two_met():
    tournament = stuck_event()
    answer = done(Caller("vera").post(f"/tournaments/{tournament.pk}/rounds", {"rematches": True}), 201)
    assert tournament.journal.first().verb == "round.paired-with-rematches"
    (again,) = (Match.objects.get(pk=pk) for pk in answer["rematches"])
    sides = {again.first_id, again.second_id}
    (before,) = (
        m.round.number
        for m in Match.objects.filter(round__tournament=tournament, round__number__lt=4).select_related(
            "round"
        )
        if {m.first_id, m.second_id} == sides
    )
    reasons = of_round(tournament.rounds.get(number=4)).reasons
    assert [sentence for reason in reasons for sentence in reason.violated] == [
        f"{again.first} and {again.second} met in round {before}: this is a rematch."
    ]


def test_more_rounds_than_can_be_paired_are_refused_during_play():
    tournament = chess(SIX, total_rounds=3)
    play_chess(tournament, "1-0", "1-0", "1-0")
    tournament.refresh_from_db()
    sentence = (
        "6 rounds are too many for 6 entries: without rematches they can play 5 rounds. "
        "Lower the number of rounds in the settings, or play a round robin."
    )
    details = replace(Details.of(tournament), total_rounds=6)
    with pytest.raises(TooManyRounds) as refused:
        tournaments.edit_tournament(tournament=tournament, details=details, by=user("vera"))
    assert str(refused.value) == sentence
    client, page = logged_in("vera"), reverse("settings", args=[tournament.slug])
    form = client.get(page).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    assert sentence in text(client.post(page, {**sent, "total_rounds": "6"}))
    answer = Caller("vera").put(f"/tournaments/{tournament.pk}", {**SAME, "totalRounds": 6})
    assert problem(answer) == (409, "too-many-rounds")
    tournament.refresh_from_db()
    assert tournament.total_rounds == 3


def test_risky_rounds_are_set_during_play_with_a_warning():
    tournament = chess(SIX, total_rounds=3)
    play_chess(tournament, "1-0", "1-0", "1-0")
    warning = (
        "4 rounds with 6 players are a risk: a round may come that cannot be paired without a rematch. Fewer rounds or "
        "a round robin are safe."
    )
    client, page = logged_in("vera"), reverse("settings", args=[tournament.slug])
    form = client.get(page).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    answer = client.post(page, {**sent, "total_rounds": "4"}, follow=True)
    assert f"Settings saved. {warning}" in text(answer)
    answer = done(Caller("vera").put(f"/tournaments/{tournament.pk}", {**SAME, "totalRounds": 5}))
    assert answer["roundsWarning"] == warning.replace("4 rounds", "5 rounds")
    body = {**SAME, "totalRounds": 5, "location": "Leeds"}
    assert done(Caller("vera").put(f"/tournaments/{tournament.pk}", body))["roundsWarning"] == ""


def test_a_player_who_left_counts_among_those_the_others_can_meet():
    tournament = chess(SIX, total_rounds=4)
    play_chess(tournament, "1-0", "1-0", "1-0")
    entries.drop(entry=tournament.entries.get(display_name="flo"), by=user("vera"))
    tournament.refresh_from_db()
    details = replace(Details.of(tournament), total_rounds=5)
    tournaments.edit_tournament(tournament=tournament, details=details, by=user("vera"))
    assert Tournament.objects.get(pk=tournament.pk).total_rounds == 5


def test_a_stuck_round_is_paired_by_hand_from_an_empty_draft():
    tournament = stuck_event()
    client = logged_in("vera")
    way = client.get(reverse("control", args=[tournament.slug])).context["next"].ways[2]
    assert client.post(reverse(way.page, args=[tournament.slug]), way.fields).url == reverse(
        "by-hand", args=[tournament.slug]
    )
    draft = tournament.rounds.get(number=4)
    assert (draft.status, draft.matches.count()) == (RoundStatus.DRAFT, 0)
    page = client.get(reverse("control", args=[tournament.slug]))
    assert page.context["next"].title == "Round 4 is paired manually"
    assert page.context["next_url"] == reverse("by-hand", args=[tournament.slug])
    people = {entry.display_name: entry for entry in tournament.entries.all()}
    for first, second in (("ann", "flo"), ("bo", "ed"), ("cy", "di")):
        client.post(
            reverse("set-pairing", args=[tournament.slug]),
            {"first": people[first].pk, "second": people[second].pk},
        )
    assert control_room(Tournament.objects.get(pk=tournament.pk)).step is NextStep.PUBLISH
    rounds.publish_round(tournament=tournament, by=user("vera"))
    assert pairs(tournament, 4) == [
        frozenset({"ann", "flo"}),
        frozenset({"bo", "ed"}),
        frozenset({"cy", "di"}),
    ]


def test_an_empty_draft_over_the_api_has_the_byes_that_were_asked_for():
    tournament = stuck_event()
    answer = done(Caller("vera").post(f"/tournaments/{tournament.pk}/rounds", {"byHand": True}), 201)
    assert answer["matches"] == []
    assert next_step(tournament)["sentence"] == "Round 4 is paired manually"


def test_teams_are_counted_as_teams():
    details = Details("Team cup", date(2026, 11, 21), 4, team_size=2)
    tournament = tournaments.create_tournament(details=details, by=user("vera"), game="chess")
    tournaments.advance(tournament=tournament, by=user("vera"))
    for name in ("Owls", "Larks", "Rooks", "Terns"):
        members = [f"{name} 1", f"{name} 2"]
        teams.add_team(tournament=tournament, details=EntryDetails(name), members=members, by=user("vera"))
    with pytest.raises(TooManyRounds) as refused:
        tournaments.advance(tournament=tournament, by=user("vera"))
    assert str(refused.value).startswith("4 rounds are too many for 4 entries: ")
