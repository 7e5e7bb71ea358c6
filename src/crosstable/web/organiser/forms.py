"""What organisers type in. Forms turn text into values; whether a value may be used is the action's to say."""

from __future__ import annotations

from typing import Any

from django import forms

from crosstable.events.models import ResultCode
from crosstable.events.records.results.said import FORFEITS

WHOLE_VP = {"invalid": "Victory points are whole numbers.", "required": "Enter the victory points."}


class RulingForm(forms.Form):
    """Both scores, or a result of a match that was not played: one side forfeits, or both lose."""

    part = "organiser/match/points.html"

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

    def words(self) -> str:
        values = self.cleaned_data
        if values["result"]:
            return str(ResultCode(values["result"]).label)
        return f"{values['first_vp']}–{values['second_vp']}"


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
