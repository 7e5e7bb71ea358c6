"""What a player types in: a score, and why a score is wrong."""

from __future__ import annotations

from django import forms

from crosstable.web.organiser.forms import WHOLE_VP


class ScoreForm(forms.Form):
    """Seen from the player: mine first, whoever is first on the board."""

    mine = forms.IntegerField(error_messages=WHOLE_VP, label="Your VP")
    theirs = forms.IntegerField(error_messages=WHOLE_VP, label="Opponent's VP")


class DisputeForm(forms.Form):
    reason = forms.CharField(max_length=300, required=False)
