"""Missing results in the control room: each row has its likely action."""

from __future__ import annotations

import pytest
from django.urls import reverse

from building import match_of, playing, user
from crosstable.events.actions.people import attendance
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Tournament
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def press(tournament: Tournament, name: str, **fields: object) -> int:
    match = match_of(tournament, name)
    address = reverse("match-page", args=[tournament.slug, match.pk])
    return logged_in("olga").post(address, {"version": match.version, **fields}).status_code


def test_one_report_is_confirmed_from_its_row():
    tournament = playing("ann bo cy di")
    match = match_of(tournament, "ann")
    reporter = match.first
    results.report(match=match, score=parse_score(match, (72, 45)), by=user(reporter.display_name))
    assert f"Confirm 72–45, {reporter} won" in text(
        logged_in("olga").get(reverse("control", args=[tournament.slug]))
    )
    assert press(tournament, "ann", do="confirm") == 302
    match.refresh_from_db()
    assert (match.is_agreed, match.result) == (True, "1-0")
    other = next(name for name in ("bo", "cy", "di") if match_of(tournament, name).pk != match.pk)
    assert press(tournament, other, do="confirm") == 422


def test_the_player_who_is_present_is_given_the_win():
    tournament = playing("ann bo cy di")
    match = match_of(tournament, "ann")
    attendance.mark_no_show(entry=match.second, by=user("olga"))
    page = text(logged_in("olga").get(reverse("control", args=[tournament.slug])))
    assert f"Give {match.first} the win" in page
    assert press(tournament, "ann", do="forfeit", to=match.first_id) == 302
    match.refresh_from_db()
    assert match.result == "1-0F"
