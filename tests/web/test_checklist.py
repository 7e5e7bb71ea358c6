"""The checklist as a card of the control room, and as an operation."""

from __future__ import annotations

import pytest

from api.calling import Caller, done
from building import administrator, event, playing
from crosstable.events.models import Status
from web.visiting import logged_in, page

pytestmark = pytest.mark.django_db


def test_the_control_room_lists_problems_until_the_event_starts(settings, tmp_path):
    settings.DATA_DIR, settings.EMERGENCY_PACKS = tmp_path, True
    tournament = event("anna anne", Status.CHECK_IN)
    address = f"/t/{tournament.slug}/control"
    edit = f"{address}/players/{tournament.entries.get(display_name='anne').pk}"
    olga, root = logged_in("olga"), logged_in(administrator().username)
    shown = page(olga, address)
    assert "anna and anne may be the same player." in shown
    assert f'href="{edit}"' in shown
    assert "There is no backup of this installation." in shown
    assert ['href="/administration/health"' in page(one, address) for one in (olga, root)] == [False, True]
    listed = done(Caller("olga").get(f"/tournaments/{tournament.pk}/checklist"))["problems"]
    assert [(one["code"], one["path"]) for one in listed] == [
        ("alike", edit),
        ("lists", f"{address}/players"),
        ("backup", "/help/operations#backups"),
    ]

    tournament.entries.filter(display_name="anne").delete()
    tournament.entries.update(list_text="Warboss")
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "crosstable-20261118-210000.sqlite3").touch()
    assert "Nothing to check." in page(olga, address)
    assert 'id="checklist"' not in page(olga, f"/t/{playing('ann bo').slug}/control")
