"""A darts evening says “legs” and “boards”, from the phone to the standings, and counts only what was reported."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client

from building import user
from crossings.small_event import FORMATS, next_step, open_matches
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.tournaments import advance, create_tournament, edit_tournament
from crosstable.events.actions.people import entries
from crosstable.events.actions.stages.stages import set_stages
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.queries.standings.standings import standings_table
from web.visiting import text

pytestmark = pytest.mark.django_db


def darts(format: str) -> Tournament:
    olga = user("olga")
    details = Details("Darts", date(2026, 11, 21), total_rounds=2, choices={"variant": "darts"})
    tournament = create_tournament(details=details, by=olga, game="sets")
    set_stages(tournament=tournament, plans=FORMATS[format], by=olga)
    advance(tournament=tournament, by=olga)
    entries.register(tournament=tournament, details=EntryDetails("Ann"), by=user("ann"))
    for name in ("Bo", "Cy"):
        entries.add_entry(tournament=tournament, details=EntryDetails(name), by=olga)
    while not open_matches(tournament):
        assert next_step(tournament)
    return tournament


def headings(page: str) -> list[str]:
    explained = r'<button type="button" class="term"[^>]*>([^<]*)</button>'
    cells = re.findall(
        rf"<th[^>]*>\s*(?:{explained}<span popover.*?</span>|([^<]*))\s*</th>", page, re.DOTALL
    )
    return [" ".join("".join(cell).split()) for cell in cells]


def test_a_phone_asks_for_legs_at_a_board():
    tournament, ann = darts("round-robin"), Client()
    ann.force_login(user("ann"))
    page = text(ann.get(f"/t/{tournament.slug}/me"))
    assert " Board · " in page and "Your legs" in page and "sets" not in page.lower()


def test_a_pool_is_parted_by_the_share_of_legs_in_percent():
    tournament = darts("round-robin")
    next_step(tournament)
    page = Client().get(f"/t/{tournament.slug}/stages/1").content.decode()
    assert headings(page)[-3:] == ["W-D-L", "DE", "Legs %"]
    shares = re.findall(r'<td class="num hide muted">([\d.]+)</td>', page)
    assert shares == ["75.0", "50.0", "25.0"], "3–1 in every match"


def test_the_standings_of_a_swiss_have_legs_and_no_points_in_them():
    tournament = darts("swiss")
    next_step(tournament)
    page = Client().get(f"/t/{tournament.slug}/standings").content.decode()
    assert headings(page)[-5:] == ["W", "L", "Legs +/−", "Points", "Legs %"]


def test_order_settings_export_and_why_speak_of_legs():
    tournament, olga = darts("swiss"), Client()
    olga.force_login(user("olga"))
    next_step(tournament)
    slug, ahead = tournament.slug, standings_table(tournament).lines[0]
    pages = {
        f"/t/{slug}/standings": "Points and Leg ratio",
        f"/t/{slug}/control/settings": "Leg ratio (SET-RATIO)",
        f"/t/{slug}/standings.csv": "Drawn,Points,Leg ratio",
        f"/t/{slug}/standings/{ahead.entry.pk}/why": "Both have 1 point; Ann’s Leg ratio is 75.0%, Cy’s 0.0%.",
    }
    read = {address: text(olga.get(address)) for address in pages}
    assert {address: pages[address] in read[address] for address in pages} == dict.fromkeys(pages, True)
    assert {address: "set ratio" in read[address].lower() for address in pages} == dict.fromkeys(pages, False)


def test_games_with_black_cannot_be_chosen_where_no_one_has_black():
    tournament = darts("swiss")
    details = replace(Details.of(tournament), tie_breaks=("PTS", "BPG"))
    with pytest.raises(BadValue) as refused:
        edit_tournament(tournament=tournament, details=details, by=tournament.owner)
    assert str(refused.value) == "BPG counts games with one colour. This game has no colours."


def test_before_the_variant_is_chosen_the_form_names_sets_and_legs_and_a_wrong_choice_leaves_nothing_behind():
    """The tie-break order of the earlier variant, saved with the settings, stayed as if the organiser had chosen it."""
    olga, new = Client(), {"name": "Ladder", "date": "2026-11-21", "total_rounds": 5}
    olga.force_login(user("olga"))
    assert "Set ratio / Leg ratio (SET-RATIO)" in text(olga.get("/new/sets"))
    olga.post("/new/sets", {**new, "format": "knockout", "game_variant": "darts"})
    ladder = Tournament.objects.get(name="Ladder")
    address = f"/t/{ladder.slug}/control/settings"
    page = text(olga.get(address))
    assert [words in page for words in ("Number of rounds", "Pairing system", "Tie-breaks")] == [False] * 3
    set_stages(tournament=ladder, plans=FORMATS["swiss"], by=user("olga"))
    olga.post(address, {**new, "game_variant": "table-tennis", "tie_break_1": "SET-RATIO"})
    ladder.refresh_from_db()
    assert (ladder.choices, rules_of(ladder).chosen_tie_breaks) == (
        {"variant": "table-tennis"},
        ("PTS", "SET-RATIO", "POINT-RATIO"),
    )


def test_points_shown_because_of_a_scoring_go_with_it():
    olga, new = Client(), {"name": "League", "date": "2026-11-21", "total_rounds": 5}
    olga.force_login(user("olga"))
    olga.post("/new/goals", {**new, "game_scoring": "wins"})
    league = Tournament.objects.get(name="League")
    olga.post(f"/t/{league.slug}/control/settings", {**new, "win": "1", "draw": "0.5", "loss": "0"})
    league.refresh_from_db()
    assert (league.scoring, str(rules_of(league).scoring.win)) == ({}, "3")
