"""What organisers and players type in during an event: a result by key or by name, a bye, a pair."""

from __future__ import annotations

from typing import Any

from django import forms

from crosstable.events.models import ResultCode

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
