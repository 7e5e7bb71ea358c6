"""One match of a bracket for the organiser: result or games, a walkover, and corrections that name their price."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from crosstable.engine.pairing.knockout import BracketMatch, match_name
from crosstable.events.actions.results import results, series, walkovers
from crosstable.events.errors import BadValue, Refused, TouchesLaterMatches
from crosstable.events.models import Match, Tournament
from crosstable.events.records.settings.game import counts_points
from crosstable.events.records.stages import load_bracket
from crosstable.web.organiser.chess_desk_forms import SHORT
from crosstable.web.organiser.tables import RULING_FORMS, playing_in
from crosstable.web.shared import Request, entry_in, for_organisers, seen_version

OneGame = tuple[int | None, int | None, str | None]


@for_organisers
def page(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    match = get_object_or_404(playing_in(tournament), pk=match_id, bracket_number__isnull=False)
    error: Refused | None = None
    if request.method == "POST":
        try:
            DEEDS.get(request.POST.get("do", ""), _enter)(request, match)
            messages.success(request, f"{match.first} v {match.second} is settled.")
            return redirect("control", slug=tournament.slug)
        except Refused as refusal:
            error = refusal
            match = get_object_or_404(playing_in(tournament), pk=match_id)
    return render(
        request,
        "organiser/bracket_match.html",
        {**_context(match), "error": error, "again": _again(request, error)},
        status=error.http_status if error else 200,
    )


def _enter(request: Request, match: Match) -> None:
    form = RULING_FORMS[match.round.tournament.profile](request.POST)
    if not form.is_valid():
        raise BadValue(str(next(iter(form.errors.values()))[0]))
    results.enter_result(
        match=match,
        by=request.user,
        seen_version=form.cleaned_data["version"],
        overwrite=True,
        accept=_accepted(request),
        reason=form.cleaned_data["reason"],
        **form.said(),
    )


def _enter_games(request: Request, match: Match) -> None:
    games = [_game(match, word) for word in request.POST.get("games", "").replace(",", " ").split()]
    series.enter_games(
        match=match,
        games=games,
        by=request.user,
        seen_version=seen_version(request),
        accept=_accepted(request),
    )


def _game(match: Match, word: str) -> OneGame:
    """'60-40' where there are victory points; '1', '0', '=' where not."""
    if counts_points(match.round.tournament):
        sides = word.replace("–", "-").split("-")
        if len(sides) != 2 or not all(side.isdecimal() and len(side) < 6 for side in sides):
            raise BadValue(f"“{word}” is not a score. Write each game as 60-40.", "games")
        return int(sides[0]), int(sides[1]), None
    if word.lower() not in SHORT:
        raise BadValue(f"“{word}” is not a result. Write each game as 1, 0 or =.", "games")
    return None, None, SHORT[word.lower()].value


def _walk_over(request: Request, match: Match) -> None:
    to = request.POST.get("to", "")
    if not to.isdecimal() or len(to) > 18:
        raise BadValue("Choose who goes on.", "to")
    walkovers.give_match(
        match=match,
        to=entry_in(match.round.tournament, int(to)),
        by=request.user,
        seen_version=seen_version(request),
        accept=_accepted(request),
        reason=request.POST.get("reason", ""),
    )


def _clear(request: Request, match: Match) -> None:
    results.clear_result(
        match=match, by=request.user, seen_version=seen_version(request), accept=_accepted(request)
    )


DEEDS: dict[str, Callable[[Request, Match], None]] = {
    "result": _enter,
    "games": _enter_games,
    "walkover": _walk_over,
    "clear": _clear,
}


def _accepted(request: Request) -> list[int]:
    """The later matches somebody said may be replaced."""
    return [
        int(number) for number in request.POST.getlist("accept") if number.isdecimal() and len(number) < 6
    ]


def _again(request: Request, error: Refused | None) -> list[tuple[str, str]]:
    """What was asked, to be asked once more with the price accepted."""
    if not isinstance(error, TouchesLaterMatches):
        return []
    left_out = ("csrfmiddlewaretoken", "accept")
    asked = [(name, str(value)) for name, value in request.POST.items() if name not in left_out]
    return asked + [("accept", str(match.number)) for match in error.matches]


def _context(match: Match) -> dict[str, object]:
    stage = match.round.stage
    assert stage is not None and match.bracket_number is not None
    bracket = load_bracket(stage)
    drawn: BracketMatch = bracket.match(match.bracket_number)
    return {
        "tournament": match.round.tournament,
        "match": match,
        "name": match_name(bracket, drawn),
        "best_of": drawn.best_of,
        "games": [game.said for game in match.games.exclude(result="").order_by("number")],
        "claims": list(match.claims.all()),
        "known": match if match.is_agreed else match.claims.first(),
    }
