"""Team line-ups: their rules, and who plays at which board, entered by a team for its next match or by organisers for
either side (I7).
"""

from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from crosstable.accounts.permissions import row_of
from crosstable.engine.tie_breaks import find_tie_break
from crosstable.engine.tie_breaks.extended import OFFERED
from crosstable.events.actions.people.lineups import set_line_up, set_line_ups_due, set_team_rules
from crosstable.events.bridge.local_times import moment_of
from crosstable.events.errors import BadValue, Refused
from crosstable.events.models import BoardOrderCode, Entry, Match, Round, Tournament
from crosstable.events.permissions import is_organiser, side_of
from crosstable.events.queries.people.lineups import SideView, rounds_to_line_up, sides_for
from crosstable.fields import whole
from crosstable.text import tr
from crosstable.web.shared import Request, done, for_organisers, for_visitors, post_for_organisers

ROWS = ("round__tournament", "first__player", "second__player")


class LineUpForm(forms.Form):
    """One member for each board; the action decides whether they may play there."""

    def __init__(self, side: SideView, data: Any = None) -> None:
        super().__init__(data, prefix=f"side{side.entry.pk}")
        self.entry = side.entry
        people = [(m.player_id, _called(m.player.name, reserve=m.number > side.size)) for m in side.members]
        for board in side.boards:
            label: str = tr("Board {number}", number=board.number)
            if board.color:
                label = tr("Board {number}, {color}", number=board.number, color=board.color)
            self.fields[f"board_{board.number}"] = forms.CharField(
                widget=forms.Select(choices=people), initial=board.player_id, label=label, required=False
            )

    def players(self) -> list[int]:
        """Return the chosen members.

        Any that are not offered are included: the action says why they cannot play there.
        """
        sent = (self.data.get(self.add_prefix(name)) for name in self.fields)
        return [pk for pk in map(whole, sent) if pk is not None]


def is_over(round_: Round) -> bool:
    """Return whether the deadline for line-ups has passed; organisers may still change them."""
    return round_.lineups_until is not None and timezone.now() >= round_.lineups_until


def _called(name: str, *, reserve: bool) -> str:
    return tr("{name} (reserve)", name=name) if reserve else name


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
    """Return the sides this user may fill in: organisers either side, members their own."""
    if is_organiser(request.user, match.round.tournament):
        return [entry for entry in (match.first, match.second) if entry is not None]
    side = side_of(request.user, match) if match.round.is_public else None
    return [row_of(side, tr("Only the two teams and the organisers of this event can do this."))]


def _take(request: Request, match: Match, mine: list[Entry]) -> HttpResponse:
    named = next((one for one in mine if str(one.pk) == request.POST.get("team")), None)
    entry = row_of(named, tr("You can change only the line-up of your own team."))
    side = next(one for one in sides_for(request.user, match) if one.entry == entry)
    form = LineUpForm(side, request.POST)
    try:
        set_line_up(match=match, entry=entry, players=form.players(), by=request.user)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _page(request, match, mine, form)
    return done(
        request,
        tr("The line-up of {team} is saved.", team=entry),
        "line-up",
        match.round.tournament.slug,
        match.pk,
    )


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


TIE_BREAKS = [("", "–"), *((one.code, f"{one.code}: {one.name}") for one in OFFERED)]
PLACES = range(1, 6)


class TeamRulesForm(forms.Form):
    board_order = forms.ChoiceField(choices=BoardOrderCode.choices, label=tr("Order of boards"))

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data, initial={"board_order": tournament.board_order})
        chosen = [*tournament.team_tie_breaks, *[""] * len(PLACES)]
        for place in PLACES:
            label = tr("Then by") if place == 1 else tr("Then by ({place})", place=place)
            code = chosen[place - 1]
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                choices=_choices(code), required=False, label=label, initial=code
            )

    def tie_breaks(self) -> list[str]:
        return [code for place in PLACES if (code := self.cleaned_data[f"tie_break_{place}"])]


def _choices(code: str) -> list[tuple[str, str]]:
    """Return the choices offered, plus the current one if the API set it with a modifier."""
    if code in dict(TIE_BREAKS):
        return TIE_BREAKS
    return [*TIE_BREAKS, (code, f"{code}: {find_tie_break(code).name}")]


class DueForm(forms.Form):
    until = forms.DateTimeField(required=False)


@for_organisers
def rules(request: Request, tournament: Tournament) -> HttpResponse:
    if not tournament.has_boards:
        raise Http404("a match here has no boards")
    form = TeamRulesForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            order = form.cleaned_data["board_order"]
            set_team_rules(
                tournament=tournament, board_order=order, tie_breaks=form.tie_breaks(), by=request.user
            )
            return done(request, tr("Saved."), "team-rules", slug=tournament.slug)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    context = {"tournament": tournament, "form": form, "rounds": rounds_to_line_up(tournament)}
    return render(request, "organiser/teams.html", context, status=422 if form.errors else 200)


@post_for_organisers
def line_ups_due(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    round_ = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    form = DueForm(request.POST)
    with timezone.override(UTC):  # every time exists there; the zone of the event follows
        if not form.is_valid():
            raise BadValue(
                tr("Enter a day and a time, such as 2026-11-21 18:45, or leave it empty."), "until"
            )
    typed = form.cleaned_data["until"]
    until = moment_of(typed.replace(tzinfo=None), tournament.zone, "until") if typed else None
    set_line_ups_due(round_=round_, until=until, by=request.user)
    return done(request, tr("{round}: saved.", round=round_), "team-rules", slug=tournament.slug)
