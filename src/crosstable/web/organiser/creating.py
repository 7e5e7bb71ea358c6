"""A new event, and its settings: first which game, then what there is to say about it."""

from dataclasses import replace

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import format_html

from crosstable.accounts.models import Club
from crosstable.engine.rounds import usual_rounds
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.tournaments import create_in_format
from crosstable.events.models import Tournament
from crosstable.events.permissions import is_owner
from crosstable.events.queries.people.tournaments import clubs_to_create_for
from crosstable.events.queries.rounds.small_fields import warning_during_play
from crosstable.events.records.settings.stage_formats import FORMATS
from crosstable.fields import EVENT_FIELDS
from crosstable.games import GAMES
from crosstable.web.organiser.event_form import EventForm
from crosstable.web.organiser.game_fields import form_field
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request, done, for_organisers


def _formats() -> list[tuple[str, str]]:
    return [(f.code, format_html("<b>{}</b> <span>{}</span>", f.name, f.sentence)) for f in FORMATS.values()]


class ShapeForm(forms.Form):
    format = forms.ChoiceField(choices=_formats, initial="swiss", required=False, widget=forms.RadioSelect)
    team_size = form_field(
        EVENT_FIELDS["team_size"],
        label="Members of a team",
        help_text="2 for doubles. Empty: single players take part.",
    )
    team_boards = forms.IntegerField(
        min_value=1,
        max_value=EVENT_FIELDS["team_size"].most,
        required=False,
        label="Boards of a team match",
        help_text="1: the team plays together, as in doubles.",
    )

    def clean_format(self) -> str:
        return self.cleaned_data["format"] or "swiss"


def _with_teams(details: Details, shape: ShapeForm) -> Details:
    chosen = shape.cleaned_data
    return replace(details, team_size=chosen["team_size"], team_boards=chosen["team_boards"] or 1)


@login_required
def choose(request: Request) -> HttpResponse:
    return render(
        request, "organiser/choose.html", {"games": GAMES.values(), "club": request.GET.get("club", "")}
    )


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
    """The club the event will belong to; whether this user may is the action's to say."""
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
            return done(request, f"Settings saved. {warning}".strip(), "control", slug=tournament.slug)
    return render(request, "organiser/settings.html", _context(request, tournament, form), status=_code(form))


def _context(request: Request, tournament: Tournament, form: EventForm) -> dict[str, object]:
    entered = tournament.entries.filter(dropped_at__isnull=True).count()
    return {
        "form": form,
        "tournament": tournament,
        "entered": entered,
        "usual": usual_rounds(entered) if entered > 1 else None,
        "may_delete": is_owner(request.user, tournament),
    }


def _code(form: EventForm) -> int:
    return 422 if form.errors else 200
