"""The overview of a finished event begins with the winner and the podium, in every format."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from building import play_round, playing, start_next
from crossings import small_event
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Match, StageKind, Status, Tournament
from knockout_building import beats, started, top_cut, with_knockout
from pool_building import playing_pools, won

pytestmark = pytest.mark.django_db

FOUR = "ann bo cy di"
SEMIFINALS = ("ann di", "bo cy")


def complete(tournament: Tournament) -> Tournament:
    """Take the steps that the control room offers until the event is complete."""
    for _ in range(6):
        tournament.refresh_from_db()
        if tournament.status == Status.COMPLETE:
            break
        step = small_event.step_of(tournament)
        take_next_step(tournament=tournament, seen_step=step, by=tournament.owner)
    return tournament


def podium(tournament: Tournament) -> list[str]:
    """The lines of the podium as the page shows them, which stands above everything else of the overview."""
    page = Client().get(f"/t/{complete(tournament).slug}").content.decode()
    section = re.search(r'<section class="card winner".*?</section>', page, re.DOTALL)
    assert section is not None and page.index("card winner") < page.index('id="players"')
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in section[0].split("</p>")][:-1]


def test_a_swiss_has_three_places():
    tournament = playing(FOUR, total_rounds=1)
    play_round(tournament, "ann 60-40", "bo 55-45")
    assert podium(tournament) == ["Winner", "ann", "2nd bo", "3rd di"]


def test_places_that_are_shared_are_shared_on_the_podium():
    tournament = playing(FOUR, total_rounds=1)
    play_round(tournament, "ann 60-40", "bo 60-40")
    assert podium(tournament) == ["Winners", "ann, bo", "3rd cy, di"]


def test_a_knockout_has_winner_finalist_and_both_beaten_semifinalists():
    stage = started(with_knockout(FOUR))
    beats(stage, *SEMIFINALS, "bo ann")
    assert podium(stage.tournament) == ["Winner", "bo", "2nd ann", "3rd cy, di"]


def test_a_knockout_with_a_third_place_match_has_one_third():
    stage = started(with_knockout(FOUR, third_place=True))
    beats(stage, *SEMIFINALS, "bo ann", "di cy")
    assert podium(stage.tournament) == ["Winner", "bo", "2nd ann", "3rd di"]


def test_a_double_elimination_has_the_winner_of_the_second_final():
    stage = started(with_knockout(FOUR, elimination="double"))
    beats(stage, *SEMIFINALS, "ann bo", "cy di", "bo cy", "bo ann")
    beats(stage, "bo ann")
    assert podium(stage.tournament) == ["Winner", "bo", "2nd ann", "3rd cy"]


def test_a_round_robin_of_one_pool_has_three_places():
    stage = playing_pools(FOUR)
    won(stage, "cy-ann", "cy-bo", "cy-di", "ann-bo", "ann-di", "di-bo")
    assert podium(stage.tournament) == ["Winner", "cy", "2nd ann", "3rd di"]


def test_a_round_robin_that_ends_in_several_pools_has_the_winner_of_each_pool():
    stage = playing_pools("ann bo cy di ed flo", groups=2)
    won(stage, "ann-di", "ann-ed", "di-ed", "flo-bo", "flo-cy", "bo-cy")
    assert podium(stage.tournament) == ["Winners", "Pool A ann", "Pool B flo"]


def test_pools_then_a_knockout_have_the_places_of_the_knockout():
    final = StagePlan(StageKind.KNOCKOUT, "Final")
    stage = playing_pools("ann bo cy di ed flo", groups=2, per_pool=1, then=(final,))
    won(stage, "ann-di", "ann-ed", "di-ed", "flo-bo", "flo-cy", "bo-cy")
    winner, second = played_out(stage.tournament)
    assert podium(stage.tournament)[:3] == ["Winner", winner, f"2nd {second}"]


def test_a_swiss_with_a_cut_has_the_places_of_the_cut():
    stage = top_cut(rounds=2, cut=4)
    for _ in range(2):
        start_next(stage.tournament)
        play_round(stage.tournament)
    winner, second = played_out(stage.tournament)
    lines = podium(stage.tournament)
    assert lines[:3] == ["Winner", winner, f"2nd {second}"]
    assert lines[3].startswith("3rd ") and lines[3].count(",") == 1


@pytest.mark.parametrize("format", small_event.FORMATS)
@pytest.mark.parametrize("boards", [1, 2])
def test_a_team_event_has_its_teams_on_the_podium(format, boards):
    tournament = small_event.event("chess", format, "teams", boards)
    while small_event.go_on(tournament):
        pass
    lines = podium(tournament)
    assert lines[0] in ("Winner", "Winners")
    assert set(lines[1].split(", ")) <= set(small_event.NAMES)
    if "knockout" in format or "cut" in format:
        final = Match.objects.filter(round__tournament=tournament, second__isnull=False).latest(
            "round__number"
        )
        assert lines[1:3] == [final.first.display_name, f"2nd {final.second.display_name}"]


def played_out(tournament: Tournament) -> tuple[str, str]:
    """Play the rest, a win of the first side in every match; the two of the final, the winner first."""
    while small_event.go_on(tournament):
        pass
    final = Match.objects.filter(round__tournament=tournament, second__isnull=False).latest("round__number")
    return final.first.display_name, final.second.display_name
