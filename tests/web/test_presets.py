"""Presets on pages: an event is created from one, settings are saved as one, and one is deleted."""

from __future__ import annotations

import pytest

from building import event
from crosstable.events.models import EventPreset, Tournament
from web.visiting import errors, logged_in, page

pytestmark = pytest.mark.django_db


def test_an_event_is_created_from_a_preset_of_the_page_for_a_new_event():
    olga = logged_in("olga")
    assert 'href="/new/preset/darts-night"' in page(olga, "/new")
    assert "best of 5 legs" in page(olga, "/new/preset/darts-night")
    answer = olga.post("/new/preset/darts-night", {"name": "Darts", "date": "2026-12-05"})
    assert answer.url == "/t/darts/control"
    assert Tournament.objects.get().choices["variant"] == "darts"
    assert olga.get("/new/preset/no-such").status_code == 404


def test_an_empty_name_and_a_wrong_date_are_shown_together_at_their_fields():
    answer = logged_in("olga").post("/new/preset/rapid", {"name": "", "date": "tomorrow"})
    assert (answer.status_code, sorted(errors(answer))) == (422, ["date", "name"])


def test_settings_are_saved_as_a_preset_used_and_deleted():
    old, olga = event(total_rounds=4), logged_in("olga")
    olga.post(f"/t/{old.slug}/control/preset", {"name": "Evening"})
    preset = EventPreset.objects.get()
    assert f'href="/new/preset/own-{preset.pk}"' in page(olga, "/new")
    olga.post(f"/new/preset/own-{preset.pk}", {"name": "Again", "date": "2026-12-05"})
    assert Tournament.objects.get(name="Again").total_rounds == 4
    assert logged_in("mallory").get(f"/new/preset/own-{preset.pk}").status_code == 404
    assert olga.post(f"/new/preset/{preset.pk}/delete").url == "/new"
    assert not EventPreset.objects.exists()
