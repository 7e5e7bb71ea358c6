"""What organisers type in. Forms turn text into values; whether a value may be used is the action's to say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.conf import settings

from crosstable.events.actions.event.details import MOST_MINUTES, MOST_ROUNDS, Details
from crosstable.events.models import Entry, Tournament
from crosstable.events.records.entries import EntryDetails
from crosstable.events.records.results.said import FORFEITS

WHOLE_VP = {"invalid": "Victory points are whole numbers.", "required": "Enter the victory points."}


def round_minutes_field() -> forms.IntegerField:
    return forms.IntegerField(
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        label="Minutes of a round",
        help_text="For the round clock on screens and phones. Empty: no clock. Each round can have its own.",
    )


class TournamentForm(forms.Form):
    page = "parts/form.html"
    name = forms.CharField(max_length=120, label="Name of the event")
    date = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), label="Date")
    location = forms.CharField(max_length=120, required=False)
    format_text = forms.CharField(
        max_length=120, required=False, label="Format", help_text="“2000pts Matched Play”"
    )
    total_rounds = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, initial=5, label="Number of rounds")
    max_vp = forms.IntegerField(
        min_value=1,
        max_value=10_000,
        initial=settings.MAX_VP,
        label="Highest possible victory points",
        help_text="A report above this is refused as a slip of the finger.",
    )
    players_see_reasons = forms.BooleanField(
        required=False, initial=True, label="Players may read why they were paired as they were"
    )
    round_minutes = round_minutes_field()
    description = forms.CharField(
        max_length=5000,
        required=False,
        widget=forms.Textarea,
        help_text="Schedule, rules pack, what to bring.",
    )

    def details(self, before: Details | None = None) -> Details:
        """What was typed; what this form does not ask about stays as it was."""
        return replace(before, **self.cleaned_data) if before else Details(**self.cleaned_data)

    @classmethod
    def of(cls, tournament: Tournament) -> TournamentForm:
        return cls(initial={name: getattr(tournament, name) for name in Details.__slots__})


class EntryForm(forms.Form):
    display_name = forms.CharField(max_length=60, label="Display name")
    faction = forms.CharField(max_length=60)
    list_text = forms.CharField(
        required=False,
        strip=False,
        label="Army list",
        widget=forms.Textarea(attrs={"class": "list-text", "spellcheck": "false"}),
        help_text="Paste the text from BattleScribe or New Recruit. It is shown exactly as it is.",
    )

    def details(self) -> EntryDetails:
        # Browsers send CRLF in text areas; the list is kept as it was pasted, with plain line ends.
        values = dict(self.cleaned_data)
        values["list_text"] = values["list_text"].replace("\r\n", "\n")
        return EntryDetails(**values)

    @staticmethod
    def values_of(entry: Entry) -> dict[str, str]:
        return {name: getattr(entry, name) for name in ("display_name", "faction", "list_text")}


class DeskEntryForm(EntryForm):
    field_order = ["display_name", "faction", "checked_in", "list_text"]
    checked_in = forms.BooleanField(required=False, label="Is here: check in at once")

    def details(self) -> EntryDetails:
        self.cleaned_data.pop("checked_in")
        return super().details()


class RulingForm(forms.Form):
    """Both scores, or a result of a match that was not played: one side forfeits, or both lose."""

    first_vp = forms.IntegerField(error_messages=WHOLE_VP, required=False)
    second_vp = forms.IntegerField(error_messages=WHOLE_VP, required=False)
    result = forms.ChoiceField(choices=[(code.value, code.label) for code in FORFEITS], required=False)
    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=300, required=False)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not values.get("result"):
            for name in ("first_vp", "second_vp"):
                if values.get(name) is None and name not in self.errors:
                    self.add_error(name, WHOLE_VP["required"])
        return values

    def said(self) -> dict[str, Any]:
        if self.cleaned_data["result"]:
            return {"result": self.cleaned_data["result"]}
        return {name: self.cleaned_data[name] for name in ("first_vp", "second_vp")}


class SwapForm(forms.Form):
    first = forms.IntegerField()
    second = forms.IntegerField()


class TableForm(forms.Form):
    table = forms.IntegerField(error_messages={"invalid": "A table is a number."})


class MissionForm(forms.Form):
    mission = forms.CharField(max_length=80, required=False)


class DirectorForm(forms.Form):
    user = forms.CharField(
        max_length=254, label="Username", help_text="Of somebody whose email address is confirmed."
    )
