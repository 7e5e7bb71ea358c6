"""The organiser's page about the displays: each one's address, QR code and slides."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString

from crosstable.events.actions.event import screens as actions
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Screen, ScreenKind, Tournament
from crosstable.languages import is_choice
from crosstable.text import tr
from crosstable.web.forms import WordedForm
from crosstable.web.screens.views import SCREENS
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers, qr_code

ROWS = 6
LOOPBACK = ("localhost", "127.", "[::1]")


class SlideForm(WordedForm):
    """One slide: its kind, and how long each of its pages stays. An empty row is skipped."""

    kind = forms.ChoiceField(choices=[("", "—"), *ScreenKind.choices], required=False)
    seconds = forms.IntegerField(required=False)


class ShownScreen:
    """A display with what its card shows."""

    def __init__(self, request: Request, screen: Screen) -> None:
        self.screen = screen
        self.path = reverse("screen", args=[screen.code])
        self.typed = f"{request.get_host()}{self.path}"
        self._address = request.build_absolute_uri(self.path)

    @cached_property
    def qr(self) -> SafeString:
        return qr_code(self._address)

    @cached_property
    def rows(self) -> list[SlideForm]:
        slides = [*self.screen.rotation, *[("", None)] * ROWS][: max(ROWS, len(self.screen.rotation))]
        return [
            SlideForm(self.screen.tournament, initial={"kind": kind, "seconds": seconds})
            for kind, seconds in slides
        ]


@for_organisers
def screens(request: Request, tournament: Tournament) -> HttpResponse:
    vocabulary = rules_of(tournament).vocabulary
    context = {
        "tournament": tournament,
        "screens": [ShownScreen(request, screen) for screen in tournament.screens.all()],
        "kinds": [
            (kind, vocabulary.say(kind.label), vocabulary.say(SCREENS[kind].sentence)) for kind in ScreenKind
        ],
        "languages": settings.LANGUAGES if is_choice() else [],
        "is_on_this_machine": request.get_host().startswith(LOOPBACK),
    }
    return render(request, "organiser/screens.html", context)


@post_for_organisers
def add(request: Request, tournament: Tournament) -> HttpResponse:
    name = request.POST.get("name", "") or str(tr("Display {number}", number=tournament.screens.count() + 1))
    screen = actions.add_screen(tournament=tournament, name=name, by=request.user)
    messages.success(
        request, tr("{name} is ready. Open its address in the browser of the display.", name=screen)
    )
    return redirect("screens", slug=tournament.slug)


@post_for_organisers
def change(request: Request, tournament: Tournament, screen_id: int) -> HttpResponse:
    screen = get_object_or_404(tournament.screens, pk=screen_id)
    name = request.POST.get("name", "")
    actions.change_screen(
        screen=screen,
        name=name,
        rotation=_rotation(request, tournament),
        language=request.POST.get("language", ""),
        by=request.user,
    )
    text = tr("Saved. Displays that are switched on update automatically.")
    return done(request, text, "screens", slug=tournament.slug)


@post_for_organisers
def remove(request: Request, tournament: Tournament, screen_id: int) -> HttpResponse:
    screen = get_object_or_404(tournament.screens, pk=screen_id)
    actions.remove_screen(screen=screen, by=request.user)
    messages.success(request, tr("{name} is removed. Its address no longer works.", name=screen))
    return redirect("screens", slug=tournament.slug)


def _rotation(request: Request, tournament: Tournament) -> actions.Rotation:
    typed = zip(request.POST.getlist("kind"), request.POST.getlist("seconds"), strict=False)
    forms_ = [SlideForm(tournament, {"kind": kind, "seconds": seconds}) for kind, seconds in typed]
    if not all(form.is_valid() for form in forms_):
        raise BadValue(tr("Choose what to show from the list, and for how many seconds."), "rotation")
    rows = [form.cleaned_data for form in forms_ if form.cleaned_data["kind"]]
    return [(row["kind"], row["seconds"] or 12) for row in rows]
