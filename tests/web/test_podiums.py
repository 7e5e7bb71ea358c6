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
    """The podium as the page shows it, above everything else: the place or pool, then the names of that place."""
    page = Client().get(f"/t/{complete(tournament).slug}").content.decode()
    section = re.search(r'<section class="card podium".*?</section>', page, re.DOTALL)
    assert section is not None and page.index("card podium") < page.index('class="stack standings"')
    places = section[0].split('class="place')[1:]
    return [f"{_words(NUMBER, place)[0]} {', '.join(_words(NAME, place))}" for place in places]


NUMBER, NAME = r'class="number">(.*?)</p>', r"<b>(.*?)</b>"


def _words(pattern: str, html: str) -> list[str]:
    """What a screen reader says in each part that the pattern finds."""
    parts = re.findall(
        pattern, re.sub(r"<span\s+aria-hidden.*?</span>", "", html, flags=re.DOTALL), re.DOTALL
    )
    return [" ".join(re.sub(r"<[^>]+>", " ", part).split()) for part in parts]


def test_a_swiss_has_three_places():
    tournament = playing(FOUR, total_rounds=1)
    play_round(tournament, "ann 60-40", "bo 55-45")
    assert podium(tournament) == ["Place 1 ann", "Place 2 bo", "Place 3 di"]


def test_places_that_are_shared_are_shared_on_the_podium():
    tournament = playing(FOUR, total_rounds=1)
    play_round(tournament, "ann 60-40", "bo 60-40")
    assert podium(tournament) == ["Place 1 ann, bo", "Place 3 cy, di"]


def test_a_knockout_has_winner_finalist_and_both_beaten_semifinalists():
    stage = started(with_knockout(FOUR))
    beats(stage, *SEMIFINALS, "bo ann")
    assert podium(stage.tournament) == ["Place 1 bo", "Place 2 ann", "Place 3 cy, di"]


def test_a_knockout_with_a_third_place_match_has_one_third():
    stage = started(with_knockout(FOUR, third_place=True))
    beats(stage, *SEMIFINALS, "bo ann", "di cy")
    assert podium(stage.tournament) == ["Place 1 bo", "Place 2 ann", "Place 3 di"]


def test_a_double_elimination_has_the_winner_of_the_second_final():
    stage = started(with_knockout(FOUR, elimination="double"))
    beats(stage, *SEMIFINALS, "ann bo", "cy di", "bo cy", "bo ann")
    beats(stage, "bo ann")
    assert podium(stage.tournament) == ["Place 1 bo", "Place 2 ann", "Place 3 cy"]


def test_a_round_robin_of_one_pool_has_three_places():
    stage = playing_pools(FOUR)
    won(stage, "cy-ann", "cy-bo", "cy-di", "ann-bo", "ann-di", "di-bo")
    assert podium(stage.tournament) == ["Place 1 cy", "Place 2 ann", "Place 3 di"]


def test_a_round_robin_that_ends_in_several_pools_has_the_winner_of_each_pool():
    stage = playing_pools("ann bo cy di ed flo", groups=2)
    won(stage, "ann-di", "ann-ed", "di-ed", "flo-bo", "flo-cy", "bo-cy")
    assert podium(stage.tournament) == ["Pool A ann", "Pool B flo"]


def test_pools_then_a_knockout_have_the_places_of_the_knockout():
    final = StagePlan(StageKind.KNOCKOUT, "Final")
    stage = playing_pools("ann bo cy di ed flo", groups=2, per_pool=1, then=(final,))
    won(stage, "ann-di", "ann-ed", "di-ed", "flo-bo", "flo-cy", "bo-cy")
    winner, second = played_out(stage.tournament)
    assert podium(stage.tournament)[:2] == [f"Place 1 {winner}", f"Place 2 {second}"]


def test_a_swiss_with_a_cut_has_the_places_of_the_cut():
    stage = top_cut(rounds=2, cut=4)
    for _ in range(2):
        start_next(stage.tournament)
        play_round(stage.tournament)
    winner, second = played_out(stage.tournament)
    lines = podium(stage.tournament)
    assert lines[:2] == [f"Place 1 {winner}", f"Place 2 {second}"]
    assert lines[2].startswith("Place 3 ") and lines[2].count(",") == 1


@pytest.mark.parametrize("format", small_event.FORMATS)
@pytest.mark.parametrize("boards", [1, 2])
def test_a_team_event_has_its_teams_on_the_podium(format, boards):
    tournament = small_event.event("chess", format, "teams", boards)
    while small_event.next_step(tournament):
        pass
    lines = podium(tournament)
    names = re.sub(r"^(Place 1|Pool A) ", "", lines[0])
    assert set(names.split(", ")) <= set(small_event.NAMES)
    if "knockout" in format or "cut" in format:
        final = Match.objects.filter(round__tournament=tournament, second__isnull=False).latest(
            "round__number"
        )
        assert lines[:2] == [f"Place 1 {final.first.display_name}", f"Place 2 {final.second.display_name}"]


def played_out(tournament: Tournament) -> tuple[str, str]:
    """Play the rest, a win of the first side in every match; the two of the final, the winner first."""
    while small_event.next_step(tournament):
        pass
    final = Match.objects.filter(round__tournament=tournament, second__isnull=False).latest("round__number")
    return final.first.display_name, final.second.display_name
