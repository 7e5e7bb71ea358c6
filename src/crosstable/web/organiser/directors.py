"""Who runs the event: appoint and dismiss directors."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from crosstable.accounts.models import User
from crosstable.events.actions import directors as actions
from crosstable.events.errors import Refused
from crosstable.events.models import Tournament
from crosstable.web.organiser.forms import DirectorForm
from crosstable.web.shared import Request, for_organisers


@for_organisers
def directors(request: Request, tournament: Tournament) -> HttpResponse:
    form = DirectorForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            name = form.cleaned_data["user"]
            user = actions.appoint_by_name(tournament=tournament, name=name, by=request.user)
            messages.success(request, f"{user.get_username()} runs the event with you now.")
            return redirect("directors", slug=tournament.slug)
        except Refused as refusal:
            form.add_error(refusal.field, str(refusal))
    appointed = tournament.organisers.select_related("player").order_by("username")
    context = {"tournament": tournament, "form": form, "appointed": appointed}
    return render(request, "organiser/directors.html", context, status=422 if form.errors else 200)


@require_POST
@for_organisers
def dismiss(request: Request, tournament: Tournament, user_id: int) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id)
    actions.dismiss_director(tournament=tournament, user=user, by=request.user)
    messages.success(request, f"{user.get_username()} no longer runs the event.")
    return redirect("directors", slug=tournament.slug)
