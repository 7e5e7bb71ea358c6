"""Penalties and bonus points at the desk."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from crosstable.events.actions.people import adjustments
from crosstable.events.errors import BadValue
from crosstable.events.models import Adjustment, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.web.shared import Request, post_for_organisers

KINDS = [("penalty", "Penalty"), ("bonus", "Bonus")]


class AdjustmentForm(forms.Form):
    kind = forms.ChoiceField(choices=KINDS)
    amount = forms.DecimalField(min_value=0)
    reason = forms.CharField(max_length=300)


@post_for_organisers
def adjust(request: Request, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry, form = entry_in(tournament, entry_id), AdjustmentForm(request.POST)
    if not form.is_valid():
        raise BadValue("Say whether it is a penalty or a bonus, how many points, and why.")
    values = form.cleaned_data
    amount = -values["amount"] if values["kind"] == "penalty" else values["amount"]
    adjustments.adjust(entry=entry, amount=amount, reason=values["reason"], by=request.user)
    messages.success(request, f"{entry}: the {values['kind']} counts in the standings now.")
    return redirect("edit-player", tournament.slug, entry.pk)


@post_for_organisers
def take_back(request: Request, tournament: Tournament, adjustment_id: int) -> HttpResponse:
    rows = Adjustment.objects.select_related("entry__tournament")
    adjustment = get_object_or_404(rows, pk=adjustment_id, entry__tournament=tournament)
    adjustments.take_back(adjustment=adjustment, by=request.user)
    messages.success(request, f"{adjustment.entry}: taken back.")
    return redirect("edit-player", tournament.slug, adjustment.entry_id)
