"""Teams at the desk: by which rules they line up, what separates them, and which line-ups are in (I7)."""

from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from crosstable.engine.tie_breaks import find_tie_break
from crosstable.engine.tie_breaks.extended import OFFERED
from crosstable.events.actions.people.lineups import set_line_ups_due, set_team_rules
from crosstable.events.errors import BadValue, Refused
from crosstable.events.models import BoardOrderCode, Tournament
from crosstable.events.queries.people.lineups import rounds_to_line_up
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers

TIE_BREAKS = [("", "–"), *((one.code, f"{one.code}: {one.name}") for one in OFFERED)]
PLACES = range(1, 6)


class TeamRulesForm(forms.Form):
    board_order = forms.ChoiceField(choices=BoardOrderCode.choices, label="Order of boards")

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data, initial={"board_order": tournament.board_order})
        chosen = [*tournament.team_tie_breaks, *[""] * len(PLACES)]
        for place in PLACES:
            label = "Then by" if place == 1 else f"Then by ({place})"
            code = chosen[place - 1]
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                choices=_choices(code), required=False, label=label, initial=code
            )

    def tie_breaks(self) -> list[str]:
        return [code for place in PLACES if (code := self.cleaned_data[f"tie_break_{place}"])]


def _choices(code: str) -> list[tuple[str, str]]:
    """Those offered, and one with a modifier that a program has chosen."""
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
            return done(request, "Saved.", "team-rules", slug=tournament.slug)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    context = {"tournament": tournament, "form": form, "rounds": rounds_to_line_up(tournament)}
    return render(request, "organiser/teams.html", context, status=422 if form.errors else 200)


@post_for_organisers
def line_ups_due(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    round_ = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    form = DueForm(request.POST)
    if not form.is_valid():
        raise BadValue("Give a day and a time, as 2026-11-21 18:45, or nothing.", "until")
    set_line_ups_due(round_=round_, until=form.cleaned_data["until"], by=request.user)
    return done(request, f"{round_}: saved.", "team-rules", slug=tournament.slug)
