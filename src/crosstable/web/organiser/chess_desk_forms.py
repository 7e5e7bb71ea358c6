"""What arbiters and players type in during an event: a player of chess, a result by key or by name."""

from __future__ import annotations

from typing import Any

from django import forms

from crosstable.events.models import Entry, ResultCode, Tournament
from crosstable.events.records.entries import EntryDetails
from crosstable.web.organiser.forms import EntryForm

# What fingers type at the desk → how it ended.
SHORT = {
    "1": ResultCode.FIRST_WINS,
    "0": ResultCode.SECOND_WINS,
    "=": ResultCode.DRAW,
    "½": ResultCode.DRAW,
    "½-½": ResultCode.DRAW,
    "d": ResultCode.DRAW,
    "1f": ResultCode.FIRST_WINS_BY_FORFEIT,
    "0f": ResultCode.SECOND_WINS_BY_FORFEIT,
    "=f": ResultCode.DOUBLE_FORFEIT,
    "f": ResultCode.DOUBLE_FORFEIT,
    **{code.value.lower(): code for code in ResultCode},
}


class ChessEntryForm(forms.Form):
    display_name = forms.CharField(max_length=60, label="Name")
    rating = forms.IntegerField(
        min_value=0, max_value=4000, required=False, help_text="Empty: no rating, ranked last."
    )
    title = forms.CharField(max_length=4, required=False, help_text="“GM”, “WFM”, “CM”")
    federation = forms.CharField(max_length=3, required=False, help_text="Three letters: “NOR”")
    team_name = forms.CharField(max_length=80, required=False, label="Club or university")
    fide_id = forms.CharField(max_length=12, required=False, label="FIDE ID")
    birth_year = forms.IntegerField(min_value=1900, max_value=2100, required=False, label="Year of birth")

    def details(self) -> EntryDetails:
        values = dict(self.cleaned_data)
        values["title"], values["federation"] = values["title"].upper(), values["federation"].upper()
        return EntryDetails(**{**values, "rating": values["rating"] or 0})

    @classmethod
    def values_of(cls, entry: Entry) -> dict[str, Any]:
        return {name: getattr(entry, name) or "" for name in cls.base_fields}


def entry_form_of(tournament: Tournament) -> type[EntryForm] | type[ChessEntryForm]:
    return ChessEntryForm if tournament.profile == "chess" else EntryForm


class BoardRulingForm(forms.Form):
    result = forms.ChoiceField(choices=ResultCode.choices, error_messages={"required": "Choose the result."})
    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=300, required=False)

    def said(self) -> dict[str, Any]:
        return {"result": self.cleaned_data["result"]}


class ByeForm(forms.Form):
    entry = forms.IntegerField(required=False)
    round_number = forms.IntegerField()
    kind = forms.CharField(required=False)


class PairForm(forms.Form):
    first = forms.IntegerField()
    second = forms.IntegerField()
