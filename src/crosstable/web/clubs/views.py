"""Clubs for everybody: the list, a club's page, founding one, joining and leaving."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from crosstable.accounts import clubs as club_actions
from crosstable.accounts import members, queries
from crosstable.accounts.models import Club, MembershipStatus
from crosstable.accounts.permissions import is_club_administrator
from crosstable.events.permissions import may_create_for
from crosstable.events.queries.people.ratings import find_pool
from crosstable.events.queries.people.tournaments import tournaments_of
from crosstable.events.records.rules import pool_of_club
from crosstable.web.clubs.forms import ClubForm
from crosstable.web.public.pages import site_page
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request, done
from crosstable.web.theme import safe_next

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
            messages.success(request, f"{club} is founded, and you are its administrator. Add its members.")
            return redirect("club-members", club=club.slug)
    return render(request, "clubs/create.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
@login_required
def join(request: Request, club: str) -> HttpResponse:
    joined_club = get_object_or_404(Club, slug=club)
    membership = members.ask_to_join(club=joined_club, by=request.user)
    is_in = membership.status == MembershipStatus.ACTIVE
    words = (
        f"You are a member of {joined_club}."
        if is_in
        else f"{joined_club} is asked. An administrator will answer."
    )
    return done(request, words, "club", club=joined_club.slug)


@require_POST
@login_required
def leave(request: Request, club: str) -> HttpResponse:
    left_club = get_object_or_404(Club, slug=club)
    membership = queries.membership_in(left_club, request.user)
    if membership is None:
        messages.info(request, f"You are no member of {left_club}.")
    else:
        members.leave(membership=membership, by=request.user)
        messages.success(request, f"You have left {left_club}. Your games stay.")
    return redirect(safe_next(request, f"/clubs/{left_club.slug}"))
