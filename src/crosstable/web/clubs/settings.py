"""A club's own page for its administrators: what it is called, who runs it, its journal."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from crosstable.accounts import clubs, queries, roles
from crosstable.accounts.models import Club, User
from crosstable.web.clubs.forms import AppointForm, ClubForm
from crosstable.web.clubs.guards import for_club_administrators
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request, done


@for_club_administrators
def settings(request: Request, club: Club) -> HttpResponse:
    form = ClubForm(request.POST) if request.method == "POST" else ClubForm.of(club)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            clubs.edit_club(club=club, details=form.details(), by=request.user)
            return done(request, "Saved.", "club", club=club.slug)
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
            messages.success(request, f"{account.username} is an administrator of {club} now.")
            return redirect("club-settings", club=club.slug)
    return _page(request, club, ClubForm.of(club), form)


@require_POST
@for_club_administrators
def dismiss(request: Request, club: Club, user_id: int) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id)
    roles.dismiss_club_administrator(club=club, user=user, by=request.user)
    messages.success(request, f"{user.username} is no longer an administrator of {club}.")
    return redirect("club" if user == request.user else "club-settings", club=club.slug)


@for_club_administrators
def journal(request: Request, club: Club) -> HttpResponse:
    page = Paginator(queries.journal_of(club), 100).get_page(request.GET.get("page"))
    return render(request, "clubs/journal.html", {"club": club, "page": page, "tab": "journal"})
