"""Pools, knockouts and teams travel in an event file like everything else, and continue elsewhere."""

from __future__ import annotations

import pytest

import knockout_building as ko
import pool_building as po
from building import details, entry, user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.people import teams
from crosstable.events.actions.stages import pools, schedules, stages
from crosstable.events.actions.stages.play_offs import close_play_off
from crosstable.events.actions.stages.withdrawals import undo_withdrawal, withdraw_entry
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.errors import EventFileDamaged
from crosstable.events.models import Stage, TeamMember, Tournament
from crosstable.events.queries.stages.advancing import places_after
from crosstable.events.queries.stages.pool_setup import stored_schedule
from event_files import changed, exported, picture, same, somewhere_else
from events import test_play_offs

pytestmark = pytest.mark.django_db


def moved(tournament: Tournament, settings) -> Tournament:
    """The event in another installation, the same as it was."""
    tournament.refresh_from_db()
    before, file = picture(tournament), exported(tournament)
    somewhere_else(settings)
    ko.event("x y")  # numbers differ from now on
    here = import_event(data=file, by=user("ines", is_superuser=True))
    assert same(picture(here), before)
    return here


def test_pools_in_the_middle_of_play(settings):
    stage = po.playing_pools("ann bo cy di ed flo gus hal", groups=2, boards=2)
    po.won(stage, "-".join(first_pair(stage)))
    seated, rounds = po.seats(stage), po.rounds_of(stage)
    here = moved(stage.tournament, settings).stages.get()
    assert (po.seats(here), po.rounds_of(here)) == (seated, rounds)
    po.decide_the_rest(po.fresh(here))
    assert po.pool_play.open_matches(here).count() == 0


def test_a_play_off_goes_on_elsewhere_and_settles_the_tie_there(settings):
    stage = test_play_offs.three_level()
    test_play_offs.made(stage)
    test_play_offs.beats(stage, "cy-ann", "cy-bo", "bo-ann")
    here = po.fresh(moved(stage.tournament, settings).stages.get(number=1))
    close_play_off(stage=here, number=1, by=user("ines"))
    cy, bo = entry(here.tournament, "cy"), entry(here.tournament, "bo")
    assert [place.entry for place in places_after(here)] == [cy.pk, bo.pk]


def first_pair(stage: Stage) -> tuple[str, str]:
    match = stage.rounds.order_by("number").first().matches.order_by("pk").first()
    return match.first.display_name, str(match.second)


def test_a_withdrawal_can_be_taken_back_elsewhere(settings):
    """It names the matches it touched by number; so does the choice of the last bye."""
    stage = po.pool_event("p1 p2 p3 p4 p5", boards=2)
    pools.form_pools(stage=stage, by=user("olga"))
    four = entry(stage.tournament, "p4")
    stages.edit_stage(stage=stage, settings={"last_byes": [four.pk]}, by=user("olga"))
    schedules.make_schedule(stage=stage, by=user("olga"))
    po.pool_play.publish_pools(stage=stage, by=user("olga"))
    po.pool_play.start_pools(stage=stage, by=user("olga"))
    withdraw_entry(stage=po.fresh(stage), entry=entry(stage.tournament, "p2"), how="void", by=user("olga"))
    here = po.fresh(moved_without_numbers(stage.tournament, settings).stages.get())
    assert here.settings["last_byes"] == [entry(here.tournament, "p4").pk]
    withdrawal = here.withdrawals.get()
    of_here = set(here.rounds.values_list("matches", flat=True))
    assert {int(key) for key in withdrawal.touched} <= of_here
    undo_withdrawal(stage=here, entry=withdrawal.entry, by=user("ines", is_superuser=True))
    assert here.withdrawals.count() == 0


def moved_without_numbers(tournament: Tournament, settings) -> Tournament:
    file = exported(tournament)
    somewhere_else(settings)
    ko.event("x y z")
    return import_event(data=file, by=user("ines", is_superuser=True))


def test_a_knockout_goes_on_elsewhere(settings):
    stage = ko.started(ko.with_knockout(third_place=True))
    ko.beats(stage, "ann hal", "di ed")
    drawn = ko.bracket(stage)
    here = moved(stage.tournament, settings).stages.get()
    assert ko.bracket(here) == drawn
    ko.beats(here, "ann di")
    assert any("ann v di 60–40" in line for line in ko.bracket(here))


def test_teams_keep_their_members_and_boards(settings):
    by = user("olga")
    tournament = tournaments.create_tournament(
        details=details(team_size=2, team_boards=2), by=by, game="chess"
    )
    for name, members in (("Rooks", ("ann", "bo")), ("Kings", ("cy", "di"))):
        teams.add_team(tournament=tournament, details=EntryDetails(name), members=members, by=by)
    here = moved(tournament, settings)
    rows = TeamMember.objects.filter(tournament=here).order_by("entry__seed", "number")
    assert [(row.entry.display_name, row.player.name) for row in rows] == [
        ("Rooks", "ann"),
        ("Rooks", "bo"),
        ("Kings", "cy"),
        ("Kings", "di"),
    ]


def test_wishes_and_musts_name_the_same_people_elsewhere(settings):
    stage = po.pool_event("p1 p2 p3 p4", boards=2)
    pools.form_pools(stage=stage, by=user("olga"))
    one, four = (entry(stage.tournament, name).pk for name in ("p1", "p4"))
    away = {"kind": "unavailable", "entry": four, "round": 1}
    late = {"kind": "not_before", "entries": [four, one], "round": 2}
    stages.edit_stage(stage=stage, settings={"constraints": [away, late]}, by=user("olga"))
    here = po.fresh(moved_without_numbers(stage.tournament, settings).stages.get())
    one, four = (entry(here.tournament, name).pk for name in ("p1", "p4"))
    assert here.settings["constraints"] == [{**away, "entry": four}, {**late, "entries": [four, one]}]


@pytest.mark.parametrize(
    ("name", "value"), [("boards", None), ("boards", "zz"), ("groups", -1), ("per_pool", {"a": 1})]
)
def test_settings_of_a_stage_no_one_could_have_chosen_are_refused(name, value, settings):
    tournament = po.playing_pools("ann bo cy di ed flo gus hal", groups=2, boards=2).tournament
    file = changed(
        tournament, lambda document: document["rows"]["Stage"][0]["settings"].update({name: value})
    )
    somewhere_else(settings)
    with pytest.raises(EventFileDamaged) as refused:
        import_event(data=file, by=user("ines", is_superuser=True))
    assert str(refused.value.problem).startswith("Stage 1: settings cannot be used.")
    assert not Tournament.objects.exists()


def test_a_match_on_a_board_no_one_planned_with_is_counted_there(settings):
    tournament = po.playing_pools("ann bo cy di ed flo gus hal", groups=2, boards=2).tournament
    file = changed(tournament, lambda document: document["rows"]["Stage"][0]["settings"].update(boards=1))
    somewhere_else(settings)
    here = import_event(data=file, by=user("ines", is_superuser=True))
    assert stored_schedule(here.stages.get()).boards == 2
