"""An event as a whole: create it, change its settings, read its history, delete and restore it."""

import json
from dataclasses import replace
from datetime import timedelta

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import format_html
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from crosstable.accounts.models import Club
from crosstable.accounts.permissions import check_may
from crosstable.engine.pairing.small_fields import usual_rounds
from crosstable.events.actions.core import undo
from crosstable.events.actions.event import deleting, tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.tournaments import create_in_format
from crosstable.events.bridge.settings.stage_settings import FORMATS
from crosstable.events.files.exports import as_csv
from crosstable.events.models import DeletedEvent, Tournament
from crosstable.events.permissions import LOOK, is_owner
from crosstable.events.queries.past import journal as queries
from crosstable.events.queries.people.presets import presets_for
from crosstable.events.queries.people.tournaments import (
    KEPT_FOR,
    clubs_to_create_for,
    contents_of,
    events_to_copy,
    restorable,
)
from crosstable.events.queries.rounds.small_fields import warning_during_play
from crosstable.fields import EVENT_FIELDS
from crosstable.games import GAMES
from crosstable.text import tr, trn
from crosstable.web.forms import form_field, refusals_on
from crosstable.web.organiser.copying import new_key
from crosstable.web.organiser.corrections import JournalForm
from crosstable.web.organiser.event_form import EventForm
from crosstable.web.shared import Request, done, for_organisers, for_roles


def _formats() -> list[tuple[str, str]]:
    return [(f.code, format_html("<b>{}</b> <span>{}</span>", f.name, f.sentence)) for f in FORMATS.values()]


class ShapeForm(forms.Form):
    format = forms.ChoiceField(choices=_formats, initial="swiss", required=False, widget=forms.RadioSelect)
    team_size = form_field(
        EVENT_FIELDS["team_size"],
        label=tr("Members of a team"),
        help_text=tr("2 for doubles. Leave empty for single players."),
    )
    team_boards = forms.IntegerField(
        min_value=1,
        max_value=EVENT_FIELDS["team_size"].most,
        required=False,
        label=tr("Boards of a team match"),
        help_text=tr("1 if the team plays together, as in doubles."),
    )

    def clean_format(self) -> str:
        return self.cleaned_data["format"] or "swiss"


def _with_teams(details: Details, shape: ShapeForm) -> Details:
    chosen = shape.cleaned_data
    return replace(details, team_size=chosen["team_size"], team_boards=chosen["team_boards"] or 1)


@login_required
def choose(request: Request) -> HttpResponse:
    context = {"games": GAMES.values(), "club": request.GET.get("club", "")}
    copies = {"earlier": events_to_copy(request.user), "key": new_key(), "presets": presets_for(request.user)}
    return render(request, "organiser/choose.html", context | copies)


@login_required
def create(request: Request, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404("no such game")
    form, shape = EventForm(GAMES[game], request.POST or None), ShapeForm(request.POST or None)
    if request.method == "POST" and shape.is_valid() and form.is_valid():
        with refusals_on(shape, form):
            made = create_in_format(
                details=_with_teams(form.details(), shape),
                format=shape.cleaned_data["format"],
                by=request.user,
                game=game,
                club=_club(request),
            )
            return redirect("control", slug=made.slug)
    chosen = request.POST.get("club", request.GET.get("club", ""))
    context: dict[str, object] = {"form": form, "shape": shape, "game": GAMES[game], "chosen": chosen}
    context["clubs"] = clubs_to_create_for(request.user)
    return render(
        request, "organiser/create.html", context, status=422 if form.errors or shape.errors else 200
    )


def _club(request: Request) -> Club | None:
    """Return the club the event will belong to; the action decides whether this user may choose it."""
    slug = request.POST.get("club", "")
    return get_object_or_404(Club, slug=slug) if slug else None


@for_organisers
def settings(request: Request, tournament: Tournament) -> HttpResponse:
    posted = request.method == "POST"
    form = EventForm.of(tournament, request.POST if posted else None)
    if posted and form.is_valid():
        with refusals_on(form):
            details, rounds = form.details(Details.of(tournament)), tournament.total_rounds
            tournaments.edit_tournament(tournament=tournament, details=details, by=request.user)
            tournament.refresh_from_db()
            warning = warning_during_play(tournament) if tournament.total_rounds > rounds else ""
            message = f"{tr('Settings saved.')} {warning}".strip()
            return done(request, message, "control", slug=tournament.slug)
    context, status = _context(request, tournament, form), 422 if form.errors else 200
    return render(request, "organiser/settings.html", context, status=status)


def _context(request: Request, tournament: Tournament, form: EventForm) -> dict[str, object]:
    entered = tournament.entries.filter(dropped_at__isnull=True).count()
    return {
        "form": form,
        "tournament": tournament,
        "entered": entered,
        "usual": _usual(entered) if entered > 1 else "",
        "may_delete": is_owner(request.user, tournament) and not tournament.is_rehearsal,
    }


def _usual(entered: int) -> str:
    low, high = usual_rounds(entered)
    return str(low) if low == high else f"{low}–{high}"


DAYS = KEPT_FOR // timedelta(days=1)


class ConfirmForm(forms.Form):
    confirm = forms.CharField(
        max_length=EVENT_FIELDS["name"].length,
        label=tr("Type the name of the event"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@for_organisers
def delete(request: Request, tournament: Tournament) -> HttpResponse:
    """Show what would be deleted, and delete after the event's name is typed."""
    check_may(is_owner(request.user, tournament), tr("Only the owner of the event can delete it."))
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if form.cleaned_data["confirm"].strip() == tournament.name:
            deleting.delete_tournament(tournament=tournament, by=request.user, confirm=tournament.name)
            message = trn(
                "{event} was deleted. You can restore it for {count} day.",
                "{event} was deleted. You can restore it for {count} days.",
                DAYS,
                event=tournament.name,
            )
            return done(request, message, "deleted")
        typed = form.cleaned_data["confirm"]
        message = tr(
            "“{typed}” is not the name of the event. Type: {name}", typed=typed, name=tournament.name
        )
        form.add_error("confirm", message)
    context = {"tournament": tournament, "form": form, "contents": contents_of(tournament), "days": DAYS}
    return render(request, "organiser/delete.html", context, status=422 if form.errors else 200)


@require_safe
@login_required
def deleted(request: Request) -> HttpResponse:
    rows = restorable(request.user)
    events = [(row, row.deleted_at + KEPT_FOR) for row in rows]
    return render(request, "organiser/deleted.html", {"events": events, "days": DAYS})


@require_POST
@login_required
def restore(request: Request, deleted_id: int) -> HttpResponse:
    row = get_object_or_404(DeletedEvent, pk=deleted_id)
    tournament = deleting.restore_tournament(deleted=row, by=request.user)
    return done(request, tr("{event} was restored.", event=tournament.name), "control", slug=tournament.slug)


@require_safe
@login_required
def kept_file(request: Request, deleted_id: int) -> HttpResponse:
    row = get_object_or_404(DeletedEvent, pk=deleted_id)
    name = f'attachment; filename="{row.slug}.event.zip"'
    data = deleting.kept_file(deleted=row, by=request.user)
    return HttpResponse(data, content_type="application/zip", headers={"Content-Disposition": name})


PER_PAGE = 50


@for_roles(LOOK)
def journal(request: Request, tournament: Tournament) -> HttpResponse:
    form = JournalForm(request.GET)
    entries = queries.journal(tournament, form.journal_search())
    page = Paginator(entries, PER_PAGE).get_page(request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    context = {
        "tournament": tournament,
        "page": page,
        "lines": [(entry, queries.changes(entry)) for entry in page],
        "form": form,
        "asked": asked.urlencode(),
        "narrowed": any(asked.values()),
        "people": queries.people_in(tournament),
        "kinds": queries.kinds_in(tournament),
        "rounds": queries.rounds_in(tournament),
        "undo": undo.offer(tournament),
        "players_undo": undo.players_offer(tournament),
    }
    return render(request, "organiser/journal.html", context)


@for_roles(LOOK)
def export(request: Request, tournament: Tournament, kind: str) -> HttpResponse:
    """Download all pages of the filtered history."""
    rows = queries.journal(tournament, JournalForm(request.GET).journal_search())
    name = f"{slugify(tournament.name) or 'event'}-journal.{kind}"
    if kind == "json":
        body, type_ = json.dumps(list(queries.as_data(rows)), indent=1).encode(), "application/json"
    else:
        body, type_ = as_csv(queries.as_rows(rows)), "text/csv; charset=utf-8"
    return HttpResponse(
        body, content_type=type_, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
