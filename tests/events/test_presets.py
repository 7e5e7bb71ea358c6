"""Presets: each of the product makes an event that could be played, and settings saved from one come back."""

from __future__ import annotations

from datetime import date

import pytest

import pool_building as pools
from building import build_club, event, join, user
from crosstable.accounts.errors import NotAllowed
from crosstable.accounts.personal_data import delete_account
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.presets import create_from_preset, delete_preset, save_preset
from crosstable.events.errors import BadValue
from crosstable.events.models import EventPreset, Tournament
from crosstable.events.queries.people.presets import own_presets, presets_for
from crosstable.games import GAMES
from crosstable.games.presets import PRESETS

pytestmark = pytest.mark.django_db
DAY = date(2026, 12, 5)


def settings_of(tournament: Tournament) -> dict[str, object]:
    left_out = ("name", "date", "end_date")
    values = {name: value for name, value in Details.of(tournament).values().items() if name not in left_out}
    return values | {"stages": list(tournament.stages.values_list("kind", "name", "settings", "hall"))}


@pytest.mark.parametrize("code", PRESETS)
def test_every_preset_makes_a_draft_with_its_settings(code):
    preset = PRESETS[code]
    made = create_from_preset(preset=preset, name="Spring", date=DAY, by=user("olga"))
    assert (made.name, made.game, made.is_draft, made.date) == ("Spring", preset.game, True, DAY)
    assert ((made.end_date or made.date) - made.date).days == preset.days - 1
    for name, value in preset.details.items():
        assert getattr(made, name) == value
    for stage, own in zip(made.stages.all(), preset.stages, strict=False):
        assert {name: stage.settings[name] for name in own} == own
    assert [entry.verb for entry in made.journal.all()] == ["tournament.created"]
    assert made.game in GAMES


def test_saved_settings_make_the_same_event_again_without_its_players():
    old = pools.playing_pools("ann bo cy di", boards=2).tournament
    preset = save_preset(tournament=old, name="  Thursday  pools ", by=old.owner)
    made = create_from_preset(preset=preset, name="Next", date=DAY, by=old.owner)
    assert preset.name == "Thursday pools"
    assert settings_of(made) == settings_of(old)
    assert made.entries.count() == 0


def test_a_preset_of_the_same_name_is_replaced_and_an_empty_name_is_refused():
    old = event(total_rounds=3)
    save_preset(tournament=old, name="Mine", by=old.owner)
    Tournament.objects.filter(pk=old.pk).update(total_rounds=5)
    old.refresh_from_db()
    save_preset(tournament=old, name="Mine", by=old.owner)
    assert EventPreset.objects.get().settings["details"]["total_rounds"] == 5
    with pytest.raises(BadValue, match="Give the preset a name"):
        save_preset(tournament=old, name=" ", by=old.owner)


def test_a_preset_of_a_club_is_for_its_members_and_its_administrator_deletes_it():
    club = build_club("Owls", administrator="clara")
    join(club, "olga")
    join(club, "mallory")
    old = event(owner="olga")
    save_preset(tournament=old, name="Mine", by=user("olga"))
    shared = save_preset(tournament=old, name="Ours", by=user("olga"), club=club)
    assert [preset.name for preset in own_presets(user("mallory"))] == ["Ours"]
    assert list(presets_for(user("olga")))[2:] == list(PRESETS)
    assert list(presets_for(user("zoe"))) == list(PRESETS)
    for act in (
        lambda: create_from_preset(preset=shared, name="x", date=DAY, by=user("zoe")),
        lambda: delete_preset(preset=shared, by=user("mallory")),
        lambda: save_preset(tournament=old, name="x", by=user("mallory")),
    ):
        with pytest.raises(NotAllowed):
            act()
    delete_preset(preset=shared, by=user("clara"))
    assert [preset.name for preset in own_presets(user("olga"))] == ["Mine"]


def test_a_deleted_account_leaves_the_presets_of_its_clubs_only():
    club = build_club("Owls", administrator="clara")
    join(club, "olga")
    old = event(owner="clara")
    old.organisers.add(user("olga"))
    save_preset(tournament=old, name="Mine", by=user("olga"))
    save_preset(tournament=old, name="Ours", by=user("olga"), club=club)
    delete_account(user=user("olga"), password="pass-word-1")
    assert [preset.name for preset in EventPreset.objects.all()] == ["Ours"]
