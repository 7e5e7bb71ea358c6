"""Presets: create an event from one, save an event's settings as one, delete one."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

from crosstable.accounts.models import Club, User
from crosstable.events.actions.event import presets as actions
from crosstable.events.models import EventPreset, Tournament
from crosstable.events.queries.people.presets import OWN, presets_for
from crosstable.events.queries.people.tournaments import clubs_to_create_for
from crosstable.fields import EVENT_FIELDS
from crosstable.languages import date_words
from crosstable.text import tr
from crosstable.web.forms import form_field, refusals_on
from crosstable.web.organiser.copying import new_key
from crosstable.web.shared import Request, done, for_organisers, run_once


class ClubForm(forms.Form):
    """A name, and one of the clubs the user may create events for, or none."""

    none: str
    club = forms.ChoiceField(required=False, label=tr("Club"))

    def __init__(self, user: User, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.clubs = {club.slug: club for club in clubs_to_create_for(user)}
        choices = [("", self.none), *((slug, club.name) for slug, club in self.clubs.items())]
        self.fields["club"].choices = choices  # type: ignore[attr-defined]
        if not self.clubs:
            del self.fields["club"]

    def chosen_club(self) -> Club | None:
        return self.clubs.get(self.cleaned_data.get("club", ""))


class EventFromPresetForm(ClubForm):
    none = tr("No club")
    name = form_field(EVENT_FIELDS["name"], required=True, label=tr("Name"))
    date = forms.DateField(
        label=tr("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    field_order = ("name", "date", "club")


class PresetForm(ClubForm):
    none = tr("Only for me")
    name = form_field(EVENT_FIELDS["name"], required=True, label=tr("Name of the preset"))
    field_order = ("name", "club")


@login_required
def create(request: Request, preset: str) -> HttpResponse:
    """Ask for name and date, and create the draft."""
    chosen = presets_for(request.user).get(preset)
    if chosen is None:
        raise Http404
    today = timezone.localdate()
    initial = {"name": f"{chosen.name}, {date_words(today, 'j F')}", "date": today}
    form = EventFromPresetForm(request.user, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            made = run_once(request, dict(request.POST.items()), lambda: _created(request, chosen, form))
            return done(request, tr("{name} is a draft.", name=form.cleaned_data["name"]), "control", **made)
    context = {"preset": chosen, "form": form, "key": new_key(), "is_own": isinstance(chosen, EventPreset)}
    return render(request, "organiser/preset.html", context, status=422 if form.errors else 200)


def _created(request: Request, preset: object, form: EventFromPresetForm) -> dict[str, str]:
    values = {name: form.cleaned_data[name] for name in ("name", "date")}
    made = actions.create_from_preset(
        preset=preset,  # type: ignore[arg-type]
        by=request.user,
        club=form.chosen_club(),
        **values,
    )
    return {"slug": made.slug}


@for_organisers
def save(request: Request, tournament: Tournament) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    form = PresetForm(request.user, posted, initial={"name": tournament.name})
    if form.is_valid():
        with refusals_on(form):
            name, club = form.cleaned_data["name"], form.chosen_club()
            actions.save_preset(tournament=tournament, name=name, by=request.user, club=club)
            message = tr("The preset “{name}” is saved. Choose it on the page for a new event.", name=name)
            return done(request, message, "settings", slug=tournament.slug)
    context = {"tournament": tournament, "form": form}
    return render(request, "organiser/save_preset.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def delete(request: Request, preset_id: int) -> HttpResponse:
    preset = presets_for(request.user).get(f"{OWN}{preset_id}")
    if not isinstance(preset, EventPreset):
        raise Http404
    actions.delete_preset(preset=preset, by=request.user)
    return done(request, tr("The preset “{name}” was deleted.", name=preset.name), "create")
