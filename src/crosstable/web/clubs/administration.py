"""The system administrators' page: who they are, every club, and whether the installation is well."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from crosstable.accounts import queries, roles
from crosstable.accounts.models import User
from crosstable.events.actions.event.details import set_own_factions
from crosstable.events.errors import BadValue
from crosstable.events.records.rules import factions_here
from crosstable.games.factions import FACTION_LISTS
from crosstable.upkeep.doctor import examine, is_well
from crosstable.web.clubs.forms import AppointForm
from crosstable.web.clubs.guards import for_system_administrators
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request, done

PER_PAGE = 50
RECENT = 20


@for_system_administrators
def administration(request: Request) -> HttpResponse:
    form = AppointForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            user = roles.account_called(form.cleaned_data["username"], by=request.user)
            roles.appoint_system_administrator(user=user, by=request.user)
            return done(request, f"{user.username} is a system administrator now.", "administration")
    search = request.GET.get("q", "").strip()[:80]
    page = Paginator(queries.clubs(search), PER_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "search": search}
    context |= {
        "administrators": queries.system_administrators(),
        "recent": queries.system_journal()[:RECENT],
    }
    return render(request, "clubs/administration.html", context, status=422 if form.errors else 200)


@require_safe
@for_system_administrators
def health(request: Request) -> HttpResponse:
    """What `crosstable doctor` says, for who has no terminal at hand."""
    findings = examine()
    return render(request, "clubs/health.html", {"findings": findings, "is_well": is_well(findings)})


@for_system_administrators
def factions(request: Request) -> HttpResponse:
    """The factions each game system offers here, one on each line. What is refused stays as it was typed."""
    code, typed, refused = request.POST.get("code", ""), request.POST.get("names", ""), ""
    if request.method == "POST":
        try:
            set_own_factions(code=code, names=typed.splitlines(), by=request.user)
            messages.success(request, f"The factions of {FACTION_LISTS[code].name} are stored.")
            return redirect("administration-factions")
        except BadValue as refusal:
            refused = str(refusal)
    lists = [factions_here(known) for known in FACTION_LISTS]
    context = {"lists": lists, "code": code, "typed": typed, "refused": refused}
    return render(request, "clubs/factions.html", context, status=422 if refused else 200)


@require_POST
@for_system_administrators
def dismiss(request: Request, user_id: int) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id)
    roles.dismiss_system_administrator(user=user, by=request.user)
    return done(request, f"{user.username} is no longer a system administrator.", "administration")
