"""Positions that are hard to pair, paired in the control room and over the API."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse

from api.calling import Caller
from building import user
from crosstable.events.actions.event.report_files import import_report
from crosstable.events.models import Match, Tournament
from web.visiting import logged_in

pytestmark = pytest.mark.django_db

POSITIONS = sorted((Path(__file__).parents[1] / "golden" / "positions").glob("*.trf"))


def pairs_made(tournament: Tournament) -> list[str]:
    """The draft of round 8 as the reference engine writes it."""
    matches = Match.objects.filter(round__tournament=tournament, round__number=8).order_by("table")
    games = [match for match in matches if match.second]
    byes = [match for match in matches if not match.second]
    return [f"{m.first.seed} {m.second.seed}" for m in games] + [f"{m.first.seed} 0" for m in byes]


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_a_round_that_used_to_end_in_an_error_page_is_paired_in_the_control_room(path: Path):
    tournament = import_report(data=path.read_bytes(), by=user("vera"))
    answer = logged_in("vera").post(reverse("pair", args=[tournament.slug]))
    assert answer.status_code == 302
    assert pairs_made(tournament) == path.with_suffix(".pairs").read_text().splitlines()[1:]


def test_a_round_that_used_to_end_in_an_error_is_paired_over_the_api():
    path = POSITIONS[0]
    tournament = import_report(data=path.read_bytes(), by=user("vera"))
    answer = Caller("vera").post(f"/tournaments/{tournament.pk}/rounds")
    assert answer.status_code == 201
    assert pairs_made(tournament) == path.with_suffix(".pairs").read_text().splitlines()[1:]
