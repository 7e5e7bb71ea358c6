"""What organisers and players type in during an event: a result by key or by name, a bye, a pair."""

from __future__ import annotations

from typing import Any

from django import forms

from crosstable.events.models import ResultCode


class BoardRulingForm(forms.Form):
    part = "organiser/match/decided.html"

    result = forms.ChoiceField(choices=ResultCode.choices, error_messages={"required": "Choose the result."})
    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=300, required=False)

    def said(self) -> dict[str, Any]:
        return {"result": self.cleaned_data["result"]}

    def words(self) -> str:
        return str(ResultCode(self.cleaned_data["result"]).label)


class ByeForm(forms.Form):
    entry = forms.IntegerField(required=False)
    round_number = forms.IntegerField()
    kind = forms.CharField(required=False)


class PairForm(forms.Form):
    first = forms.IntegerField()
    second = forms.IntegerField()
