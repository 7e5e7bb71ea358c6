"""How fast ratings move, pool by pool. A change is asked about once more: from now on, or for every game there was."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from crosstable.engine.ratings import EloOptions
from crosstable.events.actions.ratings.ratings import HIGHEST_K, MOST_GAMES, set_rating_rules
from crosstable.events.queries.people.ratings import (
    RatingPool,
    find_pool,
    rating_pools,
    ratings_that_would_move,
)
from crosstable.web.clubs.guards import for_system_administrators
from crosstable.web.shared import Request

NUMBER = {"inputmode": "numeric"}


class RulesForm(forms.Form):
    k_new = forms.IntegerField(
        label="K of newcomers", min_value=1, max_value=HIGHEST_K, widget=forms.NumberInput(NUMBER)
    )
    k_settled = forms.IntegerField(
        label="K of the established", min_value=1, max_value=HIGHEST_K, widget=forms.NumberInput(NUMBER)
    )
    settled_after = forms.IntegerField(
        label="Established from this many games on",
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
        messages.info(request, f"{pool.name}: nothing was changed.")
    elif answer not in ("yes", "no"):
        moving = ratings_that_would_move(pool, form.rules())
        return render(request, "clubs/rating_replay.html", {"pool": pool, "form": form, "moving": moving})
    else:
        moved = set_rating_rules(pool=pool.code, rules=form.rules(), replay=answer == "yes", by=request.user)
        sentence = (
            f"{moved} rating{'' if moved == 1 else 's'} moved."
            if answer == "yes"
            else "It holds from now on."
        )
        messages.success(request, f"{pool.name}: K is stored. {sentence}")
    return redirect("administration-ratings")


def _page(request: Request, wrong: RatingPool | None = None, form: RulesForm | None = None) -> HttpResponse:
    rows = [
        (pool, form if wrong and form and pool.code == wrong.code else RulesForm.of(pool))
        for pool in rating_pools()
    ]
    return render(request, "clubs/rating_rules.html", {"rows": rows}, status=422 if form else 200)
