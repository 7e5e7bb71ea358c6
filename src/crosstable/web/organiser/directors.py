"""The organisers of the event: appoint and dismiss them, and invite one by a link."""

from dataclasses import dataclass

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from crosstable.accounts.errors import LinkExpired
from crosstable.accounts.models import User
from crosstable.events.actions.event import access as actions
from crosstable.events.errors import BadValue
from crosstable.events.models import Role, Tournament
from crosstable.events.queries.people.tournaments import appointed_in
from crosstable.text import Text, tr
from crosstable.web.forms import refusals_on
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers, qr_code


@dataclass(frozen=True, slots=True)
class RoleTexts:
    """The sentences about a role: what it may do, its invitation and link, and the messages about a new one."""

    may: Text
    invited: Text
    link: Text
    accepted: Text
    appointed: Text


ROLE_TEXTS = {
    Role.ORGANISER: RoleTexts(
        may=tr("Can do everything except delete the event."),
        invited=tr("You are invited to run this event as an organiser."),
        link=tr(
            "The person who opens this link and accepts becomes an organiser. It works once, for two days."
        ),
        accepted=tr("You are now an organiser of {event}."),
        appointed=tr("{name} is now an organiser of the event."),
    ),
    Role.JUDGE: RoleTexts(
        may=tr("Decides disputes, gives walkovers, corrects results, gives extra time and enters results."),
        invited=tr("You are invited to run this event as a judge."),
        link=tr("The person who opens this link and accepts becomes a judge. It works once, for two days."),
        accepted=tr("You are now a judge of {event}."),
        appointed=tr("{name} is now a judge of the event."),
    ),
    Role.DESK: RoleTexts(
        may=tr("Enters results and checks players in."),
        invited=tr("You are invited to help run this event as a desk helper."),
        link=tr(
            "The person who opens this link and accepts becomes a desk helper. It works once, for two days."
        ),
        accepted=tr("You are now a desk helper of {event}."),
        appointed=tr("{name} is now a desk helper of the event."),
    ),
}
NO_ROLE = tr("Choose a role.")


class RoleForm(forms.Form):
    role = forms.ChoiceField(
        choices=Role.choices,
        initial=Role.ORGANISER.value,
        error_messages=dict.fromkeys(("required", "invalid_choice"), NO_ROLE),
    )

    def clean_role(self) -> Role:
        return Role(self.cleaned_data["role"])


class DirectorForm(RoleForm):
    user = forms.CharField(
        max_length=254, label=tr("Username"), help_text=tr("The account needs a confirmed email address.")
    )


@for_organisers
def directors(request: Request, tournament: Tournament) -> HttpResponse:
    form = DirectorForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            name, role = form.cleaned_data["user"], form.cleaned_data["role"]
            user = actions.appoint_by_name(tournament=tournament, name=name, by=request.user, role=role)
            return _done(request, tournament, ROLE_TEXTS[role].appointed.filled(name=user.get_username()))
    return _page(request, tournament, {"form": form}, 422 if form.errors else 200)


@post_for_organisers
@never_cache
def invite(request: Request, tournament: Tournament) -> HttpResponse:
    """Create an invitation link and show it once; each request creates another one."""
    role = _role(request)
    token = actions.invite_director(tournament=tournament, by=request.user, role=role)
    link = request.build_absolute_uri(reverse("director-invitation", args=[token]))
    shown = {"link": link, "qr": qr_code(link), "link_text": ROLE_TEXTS[role].link}
    return _page(request, tournament, {"form": DirectorForm(initial={"role": role}), **shown}, 200)


@login_required
@never_cache
def invitation(request: Request, token: str) -> HttpResponse:
    """Accept an invitation link, logged in with one's own account."""
    try:
        tournament, role = actions.invited_to(token)
        if request.method == "POST":
            actions.accept_directorship(token=token, by=request.user)
            message = ROLE_TEXTS[role].accepted.filled(event=tournament)
            return done(request, message, "control", slug=tournament.slug)
    except LinkExpired:
        return render(request, "accounts/link_expired.html", status=410)
    context = {"tournament": tournament, "texts": ROLE_TEXTS[role]}
    return render(request, "organiser/director_invitation.html", context)


@post_for_organisers
def change(request: Request, tournament: Tournament, user_id: int) -> HttpResponse:
    """Change the role of an organiser."""
    user, role = get_object_or_404(tournament.organisers, pk=user_id), _role(request)
    actions.appoint_director(tournament=tournament, user=user, by=request.user, role=role)
    return _done(request, tournament, ROLE_TEXTS[role].appointed.filled(name=user.get_username()))


@post_for_organisers
def dismiss(request: Request, tournament: Tournament, user_id: int) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id)
    actions.dismiss_director(tournament=tournament, user=user, by=request.user)
    return _done(request, tournament, tr("{name} was removed from the event.", name=user.get_username()))


def _done(request: Request, tournament: Tournament, words: str) -> HttpResponse:
    return done(request, words, "directors", slug=tournament.slug)


def _role(request: Request) -> Role:
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise BadValue(NO_ROLE, "role")
    role: Role = form.cleaned_data["role"]
    return role


def _page(request: Request, tournament: Tournament, more: dict[str, object], status: int) -> HttpResponse:
    context = {
        "tournament": tournament,
        "appointed": appointed_in(tournament),
        "roles": {role: texts.may for role, texts in ROLE_TEXTS.items()},
    } | more
    return render(request, "organiser/directors.html", context, status=status)
