"""Pages for administrators: their list, all clubs, the health of the installation, and the rating settings of each
pool. Changing a rating setting asks whether it applies from now on or to all past games.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from crosstable.accounts import queries, roles
from crosstable.accounts.models import User
from crosstable.accounts.setup import set_time_zone
from crosstable.engine.ratings import EloOptions
from crosstable.events.actions.event.details import set_own_factions
from crosstable.events.actions.ratings.ratings import HIGHEST_K, MOST_GAMES, set_rating_rules
from crosstable.events.bridge.rules import factions_here
from crosstable.events.errors import BadValue
from crosstable.events.queries.people.ratings import (
    RatingPool,
    find_pool,
    rating_pools,
    ratings_that_would_move,
)
from crosstable.games.factions import FACTION_LISTS
from crosstable.installation import installation_zone
from crosstable.text import tr, trn
from crosstable.upkeep.doctor import examine, worst
from crosstable.web.clubs.views import AppointForm, for_system_administrators
from crosstable.web.forms import TimeZoneSelect, offer_time_zones, refusals_on
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
            return done(
                request, tr("{name} is now a system administrator.", name=user.username), "administration"
            )
    search = request.GET.get("q", "").strip()[:80]
    page = Paginator(queries.clubs(search), PER_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "search": search, "zone_form": TimeZoneForm()}
    context |= {
        "administrators": queries.system_administrators(),
        "recent": queries.system_journal()[:RECENT],
    }
    return render(request, "clubs/administration.html", context, status=422 if form.errors else 200)


class TimeZoneForm(forms.Form):
    time_zone = forms.ChoiceField(widget=TimeZoneSelect, label=tr("Time zone"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_time_zones(self.fields["time_zone"])


@require_POST
@for_system_administrators
def time_zone(request: Request) -> HttpResponse:
    set_time_zone(name=request.POST.get("time_zone", ""), by=request.user)
    return done(request, tr("Times are shown in {zone}.", zone=installation_zone()), "administration")


@require_safe
@for_system_administrators
def health(request: Request) -> HttpResponse:
    """Show the output of `crosstable doctor`, for administrators without a terminal."""
    findings = examine()
    return render(request, "clubs/health.html", {"findings": findings, "worst": worst(findings)})


@for_system_administrators
def factions(request: Request) -> HttpResponse:
    """Edit the factions of each game system, one per line. Refused text stays in the form."""
    code, typed, refused = request.POST.get("code", ""), request.POST.get("names", ""), ""
    if request.method == "POST":
        try:
            set_own_factions(code=code, names=typed.splitlines(), by=request.user)
            messages.success(request, tr("The factions of {game} are saved.", game=FACTION_LISTS[code].name))
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
    dismissed = tr("{name} is no longer a system administrator.", name=user.username)
    return done(request, dismissed, "administration")


NUMBER = {"inputmode": "numeric"}


class RulesForm(forms.Form):
    k_new = forms.IntegerField(
        label=tr("K-factor for new players"),
        min_value=1,
        max_value=HIGHEST_K,
        widget=forms.NumberInput(NUMBER),
    )
    k_settled = forms.IntegerField(
        label=tr("K-factor for established players"),
        min_value=1,
        max_value=HIGHEST_K,
        widget=forms.NumberInput(NUMBER),
    )
    settled_after = forms.IntegerField(
        label=tr("Games until a player is established"),
        min_value=0,
        max_value=MOST_GAMES,
        widget=forms.NumberInput(NUMBER),
    )

    def rules(self) -> EloOptions:
        return EloOptions(**self.cleaned_data)

    @classmethod
    def of(cls, pool: RatingPool) -> RulesForm:
        now = {name: getattr(pool.rules, name) for name in cls.base_fields}
        return cls(initial=now, auto_id=f"{pool.code}-%s")


@for_system_administrators
def rating_rules(request: Request) -> HttpResponse:
    if request.method != "POST":
        return _page(request)
    pool = find_pool(request.POST.get("pool", ""))
    if pool is None:
        raise Http404("no such rating pool")
    form = RulesForm(request.POST, auto_id=f"{pool.code}-%s")
    if not form.is_valid():
        return _page(request, pool, form)
    answer = request.POST.get("replay", "") if pool.players else "no"
    if form.rules() == pool.rules and answer != "yes":
        messages.info(request, tr("{name}: nothing was changed.", name=pool.name))
    elif answer not in ("yes", "no"):
        moving = ratings_that_would_move(pool, form.rules())
        return render(request, "clubs/rating_replay.html", {"pool": pool, "form": form, "moving": moving})
    else:
        moved = set_rating_rules(pool=pool.code, rules=form.rules(), replay=answer == "yes", by=request.user)
        if answer == "yes":
            saved = trn(
                "{name}: K is saved. {count} rating changed.",
                "{name}: K is saved. {count} ratings changed.",
                moved,
                name=pool.name,
            )
        else:
            saved = tr("{name}: K is saved. It applies from now on.", name=pool.name)
        messages.success(request, saved)
    return redirect("administration-ratings")


def _page(request: Request, wrong: RatingPool | None = None, form: RulesForm | None = None) -> HttpResponse:
    rows = [
        (pool, form if wrong and form and pool.code == wrong.code else RulesForm.of(pool))
        for pool in rating_pools()
    ]
    return render(request, "clubs/rating_rules.html", {"rows": rows}, status=422 if form else 200)
