"""The checklist for the evening before: every problem with its page, and nothing where all is in order."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from building import enter, event, user
from crosstable.events.models import BlockedTable, PlayerRating, Status, Tournament
from crosstable.events.queries.desk.checklist import checklist

pytestmark = pytest.mark.django_db
ABOUT_BACKUPS = "/help/operations#backups"
NAMES = ["Anna Lind", "Ana Lind", "Bo Müller", "Mueller Bo", "Cy", "Di", "Team 01", "Team 02"]


@pytest.fixture
def prepared(settings) -> Tournament:
    """A hall with four tables for eight players."""
    settings.EMERGENCY_PACKS = True
    tournament = event("", Status.REGISTRATION)
    for name in NAMES:
        enter(tournament, name, list_text="Warboss")
    tournament.stages.update(hall={"boards": 4})
    return tournament


def set_entry(tournament: Tournament, name: str, **values: object) -> None:
    tournament.entries.filter(display_name=name).update(**values)


def problems(tournament: Tournament, age: timedelta | None, by: str) -> list[tuple[str, str, str]]:
    newest = None if age is None else datetime.now() - age
    found = checklist(Tournament.objects.get(pk=tournament.pk), newest, user(by))
    edit = f"/t/{tournament.slug}/control"
    return [(one.code, str(one.sentence), one.path.removeprefix(edit)) for one in found]


def test_every_problem_is_listed_with_the_page_that_corrects_it(
    prepared, settings, django_assert_max_num_queries
):
    settings.EMERGENCY_PACKS = False
    known = prepared.entries.get(display_name="Cy")
    PlayerRating.objects.create(player=known.player, pool="wargame", value=1300, games=40)
    set_entry(prepared, "Cy", rating=1800, list_text="", fixed_table=9)
    set_entry(prepared, "Di", rating=14)
    BlockedTable.objects.create(tournament=prepared, table=2)
    number = {name: f"/players/{prepared.entries.get(display_name=name).pk}" for name in NAMES}
    olga = user("olga")
    with django_assert_max_num_queries(6):
        checklist(Tournament.objects.get(pk=prepared.pk), None, olga)
    alike = [
        ("alike", "Ana Lind and Anna Lind may be the same player.", number["Ana Lind"]),
        ("alike", "Bo Müller and Mueller Bo may be the same player.", number["Mueller Bo"]),
    ]
    assert problems(prepared, timedelta(days=3), "olga") == [
        *alike,
        ("lists", "1 army list is missing: Cy.", "/players"),
        ("rating", "Cy is entered with the rating 1800, but is rated 1300 here.", number["Cy"]),
        ("rating", "Di has the rating 14. Ratings are usually from 100 to 3000.", number["Di"]),
        ("tables", "Round 1 has more matches (4) than open tables (3).", "/boards"),
        ("fixed-seat", "Cy always plays at table 9, which is not open.", "/seats"),
        ("backup", "The last backup is 3 days old.", ABOUT_BACKUPS),
        ("printouts", "Emergency printouts are switched off: CROSSTABLE_PACKS is 0.", ABOUT_BACKUPS),
    ]
    none = ("backup", "There is no backup of this installation.", ABOUT_BACKUPS)
    assert problems(prepared, None, "olga")[-2] == none


def test_nothing_is_listed_where_all_is_in_order_or_the_event_has_started(prepared):
    prepared.entries.filter(display_name__in=["Ana Lind", "Mueller Bo"]).delete()
    set_entry(prepared, "Cy", fixed_table=3, rating=1500)
    assert problems(prepared, timedelta(hours=1), "olga") == []
    Tournament.objects.update(status=Status.IN_PROGRESS)
    assert problems(prepared, None, "olga") == []
