"""What an action refuses is said on the form, whatever field it names."""

from __future__ import annotations

from django import forms

from crosstable.events.errors import BadValue
from crosstable.web.forms import refusals_on


class TeamOfTwo(forms.Form):
    name = forms.CharField()
    member_1 = forms.CharField()
    game_best_of = forms.IntegerField(required=False)
    boards = forms.IntegerField(required=False)


class Evening(forms.Form):
    start = forms.TimeField()


def said_of(field: str | None) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    team, evening = TeamOfTwo({"name": "Owls", "member_1": "Ann"}), Evening({"start": "18:00"})
    with refusals_on(team, evening):
        raise BadValue("No.", field)
    return dict(team.errors), dict(evening.errors)


def test_it_stands_beside_its_field_or_at_the_head_of_the_last_form() -> None:
    assert said_of("name") == ({"name": ["No."]}, {})
    assert said_of("members") == ({"member_1": ["No."]}, {})
    assert said_of("start") == ({}, {"start": ["No."]})
    assert said_of("choices.best_of") == ({"game_best_of": ["No."]}, {})
    assert said_of("choices.name") == ({}, {"__all__": ["No."]})
    assert said_of("settings.boards") == ({"boards": ["No."]}, {})
    assert said_of("nowhere") == ({}, {"__all__": ["No."]})
    assert said_of(None) == ({}, {"__all__": ["No."]})
