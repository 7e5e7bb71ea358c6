"""A call for an organiser and an announcement, in every format and kind of entry: from the code of the table to the
queue, with extra minutes where there is a clock and a reason where there is none."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from building import user
from crossings.cells import BOARDS
from crossings.small_event import NAMES, entered
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.starting import start_now
from crosstable.events.actions.event.tournaments import create_in_format
from crosstable.events.bridge.match_codes import page_of
from crosstable.events.bridge.settings.stage_settings import FORMATS
from crosstable.events.models import ExtraTime, Match, OrganiserCall, Tournament
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
LUNCH = "Lunch is ready."


def started(format: str, kind: str) -> Tournament:
    sizes = {} if kind == "players" else {"team_size": 2, "team_boards": BOARDS if kind == "teams" else 1}
    details = Details("Tonight", date(2026, 11, 21), total_rounds=3, round_minutes=60, **sizes)
    tournament = create_in_format(details=details, format=format, by=user("olga"), game="goals")
    for name in (*NAMES, "Ed", "Flo", "Gus", "Hal"):
        entered(tournament, name, by=user("olga"))
    start_now(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize("kind", ["players", "pairs", "teams"])
@pytest.mark.parametrize("format", sorted(FORMATS))
def test_a_call_and_an_announcement_reach_their_readers(format: str, kind: str):
    tournament, phone, olga = started(format, kind), Client(), logged_in("olga")
    rows = Match.objects.filter(round__tournament=tournament, second__isnull=False).select_related("round")
    match = next(match for match in rows.order_by("pk") if match.round.is_public)
    page, desk = page_of(match), f"/t/{tournament.slug}/control"
    assert "An organiser is called" in text(phone.post(f"{page}/call", {"reason": "time"}, follow=True))
    queue = text(olga.get(f"{desk}/calls"))
    assert "1 waiting" in queue
    has_clock = "Extra minutes" in queue
    call = OrganiserCall.objects.get()
    assert has_clock is (format in {"swiss", "swiss-cut"})
    given = olga.post(f"{desk}/calls/{call.pk}/time", {"minutes": "5"}, follow=True)
    assert ("has no clock" in text(given)) is not has_clock
    assert ExtraTime.objects.filter(match=match, minutes=5).exists() is has_clock
    olga.post(f"{desk}/calls/{call.pk}/take")
    olga.post(f"{desk}/calls/{call.pk}/close")
    assert "An organiser is called" not in text(phone.get(page))
    olga.post(f"{desk}/announcements", {"text": LUNCH, "minutes": "30"})
    for shown in (page, f"/t/{tournament.slug}", f"/t/{tournament.slug}/board"):
        assert LUNCH in text(phone.get(shown))
