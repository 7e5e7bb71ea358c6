"""Deleting an event, and the deleted events that can still be restored."""

from datetime import timedelta

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from crosstable.accounts.permissions import check_may
from crosstable.events.actions.event import deleting
from crosstable.events.models import DeletedEvent, Tournament
from crosstable.events.permissions import is_owner
from crosstable.events.queries.people.tournaments import KEPT_FOR, contents_of, restorable
from crosstable.fields import EVENT_FIELDS
from crosstable.web.shared import Request, done, for_organisers

DAYS = KEPT_FOR // timedelta(days=1)


class ConfirmForm(forms.Form):
    confirm = forms.CharField(
        max_length=EVENT_FIELDS["name"].length,
        label="Type the name of the event",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@for_organisers
def delete(request: Request, tournament: Tournament) -> HttpResponse:
    """What would be gone, and the second question: its name, typed."""
    check_may(is_owner(request.user, tournament), "delete this event; only its owner may")
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if form.cleaned_data["confirm"].strip() == tournament.name:
            deleting.delete_tournament(tournament=tournament, by=request.user, confirm=tournament.name)
            return done(
                request, f"{tournament.name} was deleted. It can be restored for {DAYS} days.", "deleted"
            )
        form.add_error("confirm", f"This is not its name. Type: {tournament.name}")
    context = {"tournament": tournament, "form": form, "contents": contents_of(tournament), "days": DAYS}
    return render(request, "organiser/delete.html", context, status=422 if form.errors else 200)


@require_safe
@login_required
def deleted(request: Request) -> HttpResponse:
    rows = restorable(request.user)
    kept = [(row, row.deleted_at + KEPT_FOR) for row in rows]
    return render(request, "organiser/deleted.html", {"kept": kept, "days": DAYS})


@require_POST
@login_required
def restore(request: Request, deleted_id: int) -> HttpResponse:
    row = get_object_or_404(DeletedEvent, pk=deleted_id)
    tournament = deleting.restore_tournament(deleted=row, by=request.user)
    return done(request, f"{tournament.name} is back.", "control", slug=tournament.slug)


@require_safe
@login_required
def kept_file(request: Request, deleted_id: int) -> HttpResponse:
    row = get_object_or_404(DeletedEvent, pk=deleted_id)
    name = f'attachment; filename="{row.slug}.event.zip"'
    data = deleting.kept_file(deleted=row, by=request.user)
    return HttpResponse(data, content_type="application/zip", headers={"Content-Disposition": name})
