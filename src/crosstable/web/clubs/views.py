"""Clubs: the list, a club's page, creating, joining and leaving one; for its administrators, settings and history."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from crosstable.accounts import clubs as club_actions
from crosstable.accounts import members, queries, roles
from crosstable.accounts.clubs import LONGEST_DESCRIPTION, ClubDetails
from crosstable.accounts.models import Club, Membership, MembershipStatus, User
from crosstable.accounts.permissions import check_may, is_club_administrator, is_system_administrator
from crosstable.accounts.queries import member_of
from crosstable.events.bridge.rules import pool_of_club
from crosstable.events.permissions import may_create_for
from crosstable.events.queries.people.ratings import find_pool
from crosstable.events.queries.people.tournaments import tournaments_of
from crosstable.text import tr
from crosstable.web.forms import refusals_on
from crosstable.web.public.pages import site_page
from crosstable.web.shared import Request, View, done, safe_next


class ClubForm(forms.Form):
    name = forms.CharField(max_length=80, label=tr("Name of the club"))
    town = forms.CharField(max_length=80, required=False, label=tr("Town"))
    description = forms.CharField(
        label=tr("Description"),
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea,
        help_text=tr("Where and when you play, and who to contact. Public."),
    )

    def details(self) -> ClubDetails:
        return ClubDetails(**self.cleaned_data)

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        return cls(initial={name: getattr(club, name) for name in ClubDetails.__slots__})


class AppointForm(forms.Form):
    username = forms.CharField(
        max_length=150,
        label=tr("Username of the new administrator"),
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off"}),
    )


def for_club_administrators(view: View) -> View:
    """Load the club and admit only its administrators."""

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, club: str, *args: Any, **kwargs: Any) -> HttpResponse:
        own_club = get_object_or_404(Club, slug=club)
        check_may(
            is_club_administrator(request.user, own_club),
            tr("Only the administrators of the club can do this."),
        )
        return view(request, own_club, *args, **kwargs)

    return guarded


def for_system_administrators(view: View) -> View:
    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        check_may(is_system_administrator(request.user), tr("Only system administrators can do this."))
        return view(request, *args, **kwargs)

    return guarded


def member_in(club: Club, member_id: int) -> Membership:
    member = member_of(club, member_id)
    if member is None:
        raise Http404("no such member")
    return member


PER_PAGE = 60
MEMBERS_PER_PAGE = 100


@site_page
def clubs(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:80]
    page = Paginator(queries.clubs(search), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/clubs.html", {"page": page, "search": search})


@site_page
def club(request: HttpRequest, club: str) -> HttpResponse:
    shown_club = get_object_or_404(Club, slug=club)
    search = request.GET.get("q", "").strip()[:80]
    rows = queries.public_members(shown_club, search)
    page = Paginator(rows, MEMBERS_PER_PAGE).get_page(request.GET.get("page"))
    mine = None
    if request.user.is_authenticated:
        mine = queries.membership_in(shown_club, request.user)
    context = {"club": shown_club, "page": page, "search": search, "mine": mine}
    context["runs_it"] = is_club_administrator(request.user, shown_club)
    context["may_create"] = may_create_for(request.user, shown_club)
    context["rated"] = find_pool(pool_of_club(shown_club.pk))
    context["tournaments"] = tournaments_of(shown_club, request.user)
    return render(request, "clubs/club.html", context)


@login_required
def create(request: Request) -> HttpResponse:
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            club = club_actions.create_club(details=form.details(), by=request.user)
            created = tr("{club} is created, and you are its administrator. Add its members.", club=club)
            messages.success(request, created)
            return redirect("club-members", club=club.slug)
    return render(request, "clubs/create.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
@login_required
def join(request: Request, club: str) -> HttpResponse:
    joined_club = get_object_or_404(Club, slug=club)
    membership = members.ask_to_join(club=joined_club, by=request.user)
    is_in = membership.status == MembershipStatus.ACTIVE
    words = (
        tr("You are a member of {club}.", club=joined_club)
        if is_in
        else tr("Your request was sent. An administrator of {club} will answer.", club=joined_club)
    )
    return done(request, words, "club", club=joined_club.slug)


@require_POST
@login_required
def leave(request: Request, club: str) -> HttpResponse:
    left_club = get_object_or_404(Club, slug=club)
    membership = queries.membership_in(left_club, request.user)
    if membership is None:
        messages.info(request, tr("You are not a member of {club}.", club=left_club))
    else:
        members.leave(membership=membership, by=request.user)
        messages.success(request, tr("You have left {club}. Your games stay.", club=left_club))
    return redirect(safe_next(request, f"/clubs/{left_club.slug}"))


@for_club_administrators
def settings(request: Request, club: Club) -> HttpResponse:
    form = ClubForm(request.POST) if request.method == "POST" else ClubForm.of(club)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            club_actions.edit_club(club=club, details=form.details(), by=request.user)
            return done(request, tr("Club saved."), "club", club=club.slug)
    return _page(request, club, form, AppointForm())


def _page(request: Request, club: Club, form: ClubForm, appointing: AppointForm) -> HttpResponse:
    context = {"club": club, "form": form, "appointing": appointing, "tab": "settings"}
    context["administrators"] = list(queries.administrators_of(club))
    wrong = form.errors or appointing.errors
    return render(request, "clubs/settings.html", context, status=422 if wrong else 200)


@require_POST
@for_club_administrators
def appoint(request: Request, club: Club) -> HttpResponse:
    form = AppointForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            account = roles.account_called(form.cleaned_data["username"], by=request.user)
            roles.appoint_club_administrator(club=club, user=account, by=request.user)
            appointed = tr("{name} is now an administrator of {club}.", name=account.username, club=club)
            messages.success(request, appointed)
            return redirect("club-settings", club=club.slug)
    return _page(request, club, ClubForm.of(club), form)


@require_POST
@for_club_administrators
def dismiss(request: Request, club: Club, user_id: int) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id)
    roles.dismiss_club_administrator(club=club, user=user, by=request.user)
    dismissed = tr("{name} is no longer an administrator of {club}.", name=user.username, club=club)
    messages.success(request, dismissed)
    return redirect("club" if user == request.user else "club-settings", club=club.slug)


@for_club_administrators
def journal(request: Request, club: Club) -> HttpResponse:
    page = Paginator(queries.journal_of(club), 100).get_page(request.GET.get("page"))
    return render(request, "clubs/journal.html", {"club": club, "page": page, "tab": "journal"})
