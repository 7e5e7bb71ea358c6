"""What organisers and players type in during an event: a result by key or by name, a bye, a pair."""

from __future__ import annotations

from django import forms


class ByeForm(forms.Form):
    entry = forms.IntegerField(required=False)
    round_number = forms.IntegerField()
    kind = forms.CharField(required=False)


class PairForm(forms.Form):
    first = forms.IntegerField()
    second = forms.IntegerField()
