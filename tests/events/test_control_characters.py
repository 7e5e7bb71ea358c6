"""Control characters in names: refused with the field in every way in, so that no list or report file has one."""

from __future__ import annotations

import pytest

from api.calling import Caller
from building import user
from chess_building import SIX, chess
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.errors import EventFileDamaged
from crosstable.events.models import Tournament
from event_files import changed
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
BAD = ["An\x07na", "An\nna", "An\x85na", "An\u2028na"]


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("field", ["displayName", "givenName", "familyName", "teamName"])
def test_a_program_is_told_which_field_of_a_player_has_one(field, bad):
    tournament = chess(SIX, started=False)
    body = {"displayName": "Anna Berg", field: bad}
    refused = Caller("vera").post(f"/tournaments/{tournament.pk}/players", body)
    code = f"U+{ord(next(c for c in bad if not c.isprintable())):04X}"
    assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert f"control character ({code}): delete it, or type a space." in refused.json()["detail"]
    assert tournament.entries.count() == 6


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("field", ["name", "location", "timeControl", "chiefArbiter"])
def test_a_program_is_told_which_text_of_an_event_has_one(field, bad):
    body = {"name": "Open", "date": "2026-11-21", "game": "chess", "totalRounds": 3, field: bad}
    refused = Caller("vera").post("/tournaments", body)
    assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert Tournament.objects.count() == 0


def test_the_settings_page_refuses_one():
    tournament = chess(SIX, started=False)
    vera, address = logged_in("vera"), f"/t/{tournament.slug}/control/settings"
    form = vera.get(address).context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    refused = vera.post(address, {**fields, "chief_arbiter": "IA An\x07na"})
    assert refused.status_code == 422
    assert "The chief arbiter has a control character (U+0007): delete it, or type a space." in text(refused)


@pytest.mark.parametrize("field", ["display_name", "family_name", "team_name"])
def test_an_event_file_with_one_is_refused_with_its_row_and_field(field):
    tournament = chess(SIX, started=False)
    file = changed(tournament, lambda document: document["rows"]["Entry"][1].update({field: "An\x07na"}))
    with pytest.raises(EventFileDamaged, match=rf"Entry 2: {field} has a control character \(U\+0007\)"):
        import_event(data=file, by=user("olga"), as_copy=True)
    named = changed(
        tournament, lambda document: next(iter(document["players"].values())).update(name="A\x07")
    )
    with pytest.raises(EventFileDamaged, match=r"name has a control character \(U\+0007\)"):
        import_event(data=named, by=user("olga"), as_copy=True)
