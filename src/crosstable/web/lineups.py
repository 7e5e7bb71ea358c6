"""Who sits at which board: said by a team for its next match, by organisers for either side (I7)."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from crosstable.accounts.permissions import row_of
from crosstable.events.actions.people.lineups import set_line_up
from crosstable.events.errors import Refused
from crosstable.events.models import Entry, Match, Round, Tournament
from crosstable.events.permissions import is_organiser, side_of
from crosstable.events.queries.people.lineups import SideView, sides_for
from crosstable.web.shared import Request, done, for_visitors
from crosstable.whole_numbers import whole

ROWS = ("round__tournament", "first__player", "second__player")


class LineUpForm(forms.Form):
    """One member for each board; whether they may sit there is the action's to say."""

    def __init__(self, side: SideView, data: Any = None) -> None:
        super().__init__(data, prefix=f"side{side.entry.pk}")
        self.entry = side.entry
        people = [(m.player_id, _called(m.player.name, reserve=m.number > side.size)) for m in side.members]
        for board in side.boards:
            label = f"Board {board.number}{f', {board.color}' if board.color else ''}"
            self.fields[f"board_{board.number}"] = forms.CharField(
                widget=forms.Select(choices=people), initial=board.player_id, label=label, required=False
            )

    def players(self) -> list[int]:
        """Also somebody who is not offered: the action says why they cannot sit there."""
        sent = (self.data.get(self.add_prefix(name)) for name in self.fields)
        return [pk for pk in map(whole, sent) if pk is not None]


def is_over(round_: Round) -> bool:
    """The time for line-ups is past; organisers may still change them."""
    return round_.lineups_until is not None and timezone.now() >= round_.lineups_until


def _called(name: str, *, reserve: bool) -> str:
    return f"{name} (reserve)" if reserve else name


@dataclass(frozen=True)
class SideToFill:
    side: SideView
    form: LineUpForm


@for_visitors
def line_up(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    match = get_object_or_404(
        Match.objects.select_related(*ROWS), pk=match_id, round__tournament=tournament, second__isnull=False
    )
    if not tournament.has_boards:
        raise Http404("a match here has no boards")
    mine = _may_fill(request, match)
    if request.method == "POST":
        return _take(request, match, mine)
    return _page(request, match, mine)


def _may_fill(request: Request, match: Match) -> list[Entry]:
    """Organisers for either side, members for their own."""
    if is_organiser(request.user, match.round.tournament):
        return [entry for entry in (match.first, match.second) if entry is not None]
    side = side_of(request.user, match) if match.round.is_public else None
    return [row_of(side, "say who sits where; the two teams and the organisers may")]


def _take(request: Request, match: Match, mine: list[Entry]) -> HttpResponse:
    named = next((one for one in mine if str(one.pk) == request.POST.get("team")), None)
    entry = row_of(named, "line up the other team")
    side = next(one for one in sides_for(request.user, match) if one.entry == entry)
    form = LineUpForm(side, request.POST)
    try:
        set_line_up(match=match, entry=entry, players=form.players(), by=request.user)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _page(request, match, mine, form)
    return done(request, f"{entry}: the line-up is kept.", "line-up", match.round.tournament.slug, match.pk)


def _page(request: Request, match: Match, mine: list[Entry], form: LineUpForm | None = None) -> HttpResponse:
    sides = sides_for(request.user, match)
    filled = [
        SideToFill(side, form if form and form.entry == side.entry else LineUpForm(side))
        for side in sides
        if side.entry in mine
    ]
    context = {
        "tournament": match.round.tournament,
        "match": match,
        "sides": sides,
        "to_fill": filled,
        "runs_it": len(mine) > 1,
        "is_over": is_over(match.round),
    }
    return render(request, "player/line_up.html", context, status=422 if form else 200)
