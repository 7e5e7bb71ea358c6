"""A file that was written years ago can still be imported; these are of version 4, written on SQLite."""

from __future__ import annotations

from pathlib import Path

import pytest

from building import user
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match, RatingChange, Tournament
from crosstable.events.queries.standings.standings import standings_table

pytestmark = pytest.mark.django_db
FILES = Path(__file__).parents[1] / "golden_files"


def imported(name: str) -> Tournament:
    data = (FILES / f"event-file-version-4-{name}.zip").read_bytes()
    return import_event(data=data, by=user("ines", is_superuser=True))


def test_a_chess_event_is_imported_and_goes_on():
    here = imported("chess")
    lines = standings_table(here).lines
    assert [(line.rank, line.entry.display_name, str(line.history.score)) for line in lines] == [
        (1, "Flo Kæmpe", "2"),
        (2, "Çem Aydın", "1.5"),
        (3, "Bo Lind", "1.5"),
        (4, "Gus Li", "1"),
        (5, "Ed Wood", "1.0"),
        (6, "Ann Hart", "1"),
        (7, "Dí Ó Briain", "1"),
    ]
    changes = RatingChange.objects.filter(match__round__tournament=here).order_by("pk")
    assert (changes.count(), here.journal.count()) == (10, 29)
    assert changes.values_list("player__name", "before", "after")[0] == ("Ann Hart", 2100, 2105)
    for match in Match.objects.filter(round__tournament=here, state="open"):
        results.enter_result(match=match, score=parse_score(match, "1-0"), by=user("ines", is_superuser=True))
    rounds.close_round(tournament=here, by=user("ines", is_superuser=True))
    rounds.pair_next_round(tournament=here, by=user("ines", is_superuser=True))
    assert here.rounds.get(number=4).matches.count() == 4


def test_a_wargame_is_imported_and_goes_on():
    here, ines = imported("wargame"), user("ines", is_superuser=True)
    lines = standings_table(here).lines
    assert [(line.rank, line.entry.display_name, line.history.vp_margin) for line in lines] == [
        (1, "ann", 32),
        (2, "ed", 10),
        (3, "bo", 5),
        (4, "cy", -27),
        (5, "Fay", 0),
        (6, "di", -20),
    ]
    changes = RatingChange.objects.filter(match__round__tournament=here).order_by("pk")
    assert (changes.count(), here.journal.count()) == (8, 35)
    assert changes.values_list("player__name", "before", "after")[0] == ("ann", 1200, 1216)
    rounds.publish_round(tournament=here, by=ines)
    rounds.start_round(tournament=here, by=ines)
    for match in Match.objects.filter(round__tournament=here, state="open"):
        results.enter_result(match=match, score=parse_score(match, (60, 40)), by=ines)
    assert rounds.close_round(tournament=here, by=ines).status == "closed"
