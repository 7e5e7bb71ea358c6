"""What a player types in: a score, and why a score is wrong."""

from __future__ import annotations

from typing import Any

from django import forms

from crosstable.events.queries.people.player import result_from
from crosstable.web.organiser.forms import WHOLE_VP


class ScoreForm(forms.Form):
    """Seen from the player: mine first, whoever is first on the board."""

    mine = forms.IntegerField(error_messages=WHOLE_VP, label="Your VP")
    theirs = forms.IntegerField(error_messages=WHOLE_VP, label="Opponent's VP")

    def said(self, i_am_first: bool) -> dict[str, Any]:
        mine, theirs = self.cleaned_data["mine"], self.cleaned_data["theirs"]
        first_vp, second_vp = (mine, theirs) if i_am_first else (theirs, mine)
        return {"first_vp": first_vp, "second_vp": second_vp}


class OutcomeForm(forms.Form):
    """I won, a draw, I lost: one of three buttons."""

    outcome = forms.ChoiceField(
        choices=[("win", "I won"), ("draw", "Draw"), ("loss", "I lost")],
        error_messages={"required": "Say how it ended."},
    )

    def said(self, i_am_first: bool) -> dict[str, Any]:
        return {"result": result_from(self.cleaned_data["outcome"], first=i_am_first)}


class DisputeForm(forms.Form):
    reason = forms.CharField(max_length=300, required=False)
