"""Chess and wargames as games hold everything the profiles, the choices and the entry forms hold today."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from django import forms

from crosstable.engine.model import Scoring
from crosstable.engine.results import Points
from crosstable.events.models import StageKind, Tournament
from crosstable.events.profiles import PROFILES, Profile
from crosstable.events.records.settings import choices
from crosstable.games import GAMES, Ask, Choices, Game, Use, scoring_of, shape_of, system_of, tie_breaks_of
from crosstable.games.model import STAGES
from crosstable.web.organiser.chess_desk_forms import ChessEntryForm
from crosstable.web.organiser.chess_forms import CHESS_TIE_BREAKS
from crosstable.web.organiser.forms import EntryForm, TournamentForm

every_profile = pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES.keys())


def as_profile(game: Game) -> dict[str, object]:
    words = asdict(game.words)
    words.pop("score")
    return {
        "code": game.code,
        "name": game.name,
        "short_name": game.short_name,
        "words": words,
        "system": game.system,
        "systems": game.systems,
        "tie_breaks": game.tie_breaks["swiss"],
        "pool_tie_breaks": game.tie_breaks["pools"],
        "rating_pool": game.rating_pool,
        "has_victory_points": isinstance(game.shape, Points),
        "has_colors": Use.COLORS in game.uses,
        "has_lists": Use.LISTS in game.uses,
        "has_missions": Use.MISSIONS in game.uses,
        "has_check_in": Use.CHECK_IN in game.uses,
    }


@every_profile
def test_a_game_says_what_its_profile_said(profile: Profile) -> None:
    assert as_profile(GAMES[profile.code]) == asdict(profile)


@every_profile
@pytest.mark.parametrize("tie_breaks", [[], ["PTS", "BH"]])
@pytest.mark.parametrize("scoring", [{}, {"win": "3", "draw": "1", "unknown": "7"}])
def test_what_the_organiser_chose_holds_as_before(
    profile: Profile, tie_breaks: list[str], scoring: dict[str, str]
) -> None:
    event, game = (
        Tournament(profile=profile.code, tie_breaks=tie_breaks, scoring=scoring),
        GAMES[profile.code],
    )
    assert tie_breaks_of(game, "swiss", tie_breaks) == choices.tie_breaks_of(event)
    assert tie_breaks_of(game, "pools", tie_breaks) == choices.pool_tie_breaks_of(event)
    assert scoring_of(game, scoring) == choices.scoring_of(event)
    assert (system_of(game), system_of(game, "swiss-club")) == (choices.system_of(event), "swiss-club")
    assert game.scoring == Scoring()


FORMS: dict[str, type[forms.Form]] = {"chess": ChessEntryForm, "wargame": EntryForm}


@every_profile
def test_who_enters_is_asked_what_the_form_asks(profile: Profile) -> None:
    form = FORMS[profile.code]()
    asked = {name: _as_ask(name, field, form[name].label) for name, field in form.fields.items()}
    asked.pop("display_name")
    assert {ask.name: ask for ask in GAMES[profile.code].asks} == asked


def _as_ask(name: str, field: forms.Field, label: str) -> Ask:
    return Ask(
        name,
        label,
        field.required,
        str(field.help_text),
        getattr(field, "max_length", None),
        getattr(field, "min_value", None),
        getattr(field, "max_value", None),
        isinstance(field.widget, forms.Textarea),
    )


def test_the_limit_of_victory_points_is_asked_as_in_the_form() -> None:
    field, setting = TournamentForm.base_fields["max_vp"], GAMES["wargame"].settings[0]
    assert (setting.label, setting.help, setting.required) == (field.label, field.help_text, field.required)
    assert (setting.least, setting.most) == (field.min_value, field.max_value)
    assert shape_of(GAMES["wargame"]).most == field.initial
    assert shape_of(GAMES["wargame"], Choices(most=20)) == Points("victory points", most=20)


def test_a_chess_event_is_offered_the_same_tie_breaks() -> None:
    assert GAMES["chess"].more_tie_breaks == tuple(tie_break.code for tie_break in CHESS_TIE_BREAKS)


def test_the_kinds_of_stages_are_those_of_the_events() -> None:
    assert tuple(StageKind.values) == STAGES
