"""The organisers of the event: appoint and dismiss them, and invite one by a link."""

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
from crosstable.events.permissions import PEOPLE
from crosstable.events.queries.people.tournaments import appointed_in
from crosstable.web.forms import refusals_on
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers, qr_code

# What each role may do, shown next to its name.
ROLE_SENTENCES = {
    Role.ORGANISER: "Everything you can, but for deleting the event.",
    Role.JUDGE: "Rules on disputes, gives walkovers, corrects results, gives more time; also enters results.",
    Role.DESK: "Enters results and checks people in; nothing else.",
}


class RoleForm(forms.Form):
    role = forms.ChoiceField(
        choices=Role.choices,
        initial=Role.ORGANISER.value,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose what they may do."),
    )

    def clean_role(self) -> Role:
        return Role(self.cleaned_data["role"])


class DirectorForm(RoleForm):
    user = forms.CharField(
        max_length=254, label="Username", help_text="Of somebody whose email address is confirmed."
    )


@for_organisers
def directors(request: Request, tournament: Tournament) -> HttpResponse:
    form = DirectorForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            name, role = form.cleaned_data["user"], form.cleaned_data["role"]
            user = actions.appoint_by_name(tournament=tournament, name=name, by=request.user, role=role)
            return _done(request, tournament, f"{user.get_username()} is {PEOPLE[role]} of the event now.")
    return _page(request, tournament, {"form": form}, 422 if form.errors else 200)


@post_for_organisers
@never_cache
def invite(request: Request, tournament: Tournament) -> HttpResponse:
    """Create an invitation link and show it once; each request creates another one."""
    role = _role(request)
    token = actions.invite_director(tournament=tournament, by=request.user, role=role)
    link = request.build_absolute_uri(reverse("director-invitation", args=[token]))
    shown = {"link": link, "qr": qr_code(link), "link_makes": PEOPLE[role]}
    return _page(request, tournament, {"form": DirectorForm(initial={"role": role}), **shown}, 200)


@login_required
@never_cache
def invitation(request: Request, token: str) -> HttpResponse:
    """Accept an invitation link, logged in with one's own account."""
    try:
        tournament, role = actions.invited_to(token)
        if request.method == "POST":
            actions.accept_directorship(token=token, by=request.user)
            return done(
                request, f"You are {PEOPLE[role]} of {tournament} now.", "control", slug=tournament.slug
            )
    except LinkExpired:
        return render(request, "accounts/link_expired.html", status=410)
    context = {
        "tournament": tournament,
        "makes": PEOPLE[role],
        "role": role,
        "sentence": ROLE_SENTENCES[role],
    }
    return render(request, "organiser/director_invitation.html", context)


@post_for_organisers
def change(request: Request, tournament: Tournament, user_id: int) -> HttpResponse:
    """Change the role of an organiser."""
    user, role = get_object_or_404(tournament.organisers, pk=user_id), _role(request)
    actions.appoint_director(tournament=tournament, user=user, by=request.user, role=role)
    return _done(request, tournament, f"{user.get_username()} is {PEOPLE[role]} of the event now.")


@post_for_organisers
def dismiss(request: Request, tournament: Tournament, user_id: int) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id)
    actions.dismiss_director(tournament=tournament, user=user, by=request.user)
    return _done(request, tournament, f"{user.get_username()} no longer runs the event.")


def _done(request: Request, tournament: Tournament, words: str) -> HttpResponse:
    return done(request, words, "directors", slug=tournament.slug)


def _role(request: Request) -> Role:
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise BadValue("Choose what they may do.", "role")
    role: Role = form.cleaned_data["role"]
    return role


def _page(request: Request, tournament: Tournament, more: dict[str, object], status: int) -> HttpResponse:
    context = {
        "tournament": tournament,
        "appointed": appointed_in(tournament),
        "roles": ROLE_SENTENCES,
    } | more
    return render(request, "organiser/directors.html", context, status=status)
