"""The desk's page of one match, who else has it open, and conflicts between two results."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from crosstable.accounts.models import User
from crosstable.engine.pairing.knockout import match_name
from crosstable.events import presence
from crosstable.events.actions.results import results, series, team_boards, walkovers
from crosstable.events.actions.results.settling import takes_ruling
from crosstable.events.bridge.results.lines import Parts, as_typed, each_game, grammar, read_games
from crosstable.events.bridge.results.scores import (
    parse_score,
    results_offered,
    shape_of_match,
    special_results,
)
from crosstable.events.bridge.rules import place_of
from crosstable.events.bridge.stages import load_bracket
from crosstable.events.errors import BadValue, Refused, Stale
from crosstable.events.models import Claim, Match, MatchState, ResultCode, RoundStatus, Tournament
from crosstable.events.permissions import ENTER_RESULTS, LOOK, RULE
from crosstable.events.play_errors import TouchesLaterMatches
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.desk.places import parts_of
from crosstable.events.queries.rounds.live_rounds import is_swiss
from crosstable.events.queries.rounds.open_matches import open_results_of
from crosstable.fields import whole
from crosstable.text import listed, tr
from crosstable.web.organiser.pairings import playing_in
from crosstable.web.result_form import RulingForm, ruling_form
from crosstable.web.shared import (
    Request,
    done,
    for_organisers,
    for_roles,
    number_chosen,
    post_for_roles,
    seen_version,
)


@dataclass(frozen=True, slots=True)
class Conflict:
    """The stored result, who entered it and when, and the one sent now; `values` send that again."""

    match: Match
    theirs: str
    by: str
    at: datetime | None
    mine: str
    values: Mapping[str, object]
    url: str


def conflict_with(match: Match, mine: str, data: QueryDict) -> Conflict:
    """Compare the current match with what was sent; sending it again overwrites the stored result."""
    claim = match.claims.first()
    agreed = match.is_agreed
    typed = {name: str(value) for name, value in data.items() if name != "csrfmiddlewaretoken"}
    return Conflict(
        match=match,
        theirs=match.result_words or (claim.reported_words if claim else MatchState(match.state).label),
        by=str(match.decided_by or "") if agreed or claim is None else claim.entry.display_name,
        at=match.decided_at if agreed or claim is None else claim.at,
        mine=mine,
        values={**typed, "version": match.version},
        url=reverse("match-page", args=[match.round.tournament.slug, match.pk]),
    )


@require_safe
@for_organisers
def open_results(request: Request, tournament: Tournament) -> HttpResponse:
    """Show what the open matches could change in the draft, and offer to publish it anyway."""
    round_ = tournament.rounds.filter(status=RoundStatus.DRAFT).first()
    if round_ is None:
        raise Http404("no draft")
    context = {"tournament": tournament, "round": round_, "open_results": open_results_of(round_)}
    return render(request, "organiser/open_results.html", context)


@require_safe
@for_roles(LOOK)
def present(request: Request, tournament: Tournament) -> HttpResponse:
    """Return match → who else has it open, for the control room; polled every few seconds."""
    people = presence.present_at(tournament, request.user)
    return JsonResponse({str(match): listed(names) for match, names in people.items()})


@post_for_roles(LOOK)
def stay(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    """Record that this page is still open. Return who else has it open."""
    rows = Match.objects.select_related("round__tournament")
    match = get_object_or_404(rows, pk=match_id, round__tournament=tournament)
    presence.arrive(match, request.user)
    return JsonResponse({"others": listed(presence.others_at(match, request.user))})


DECISIVE_RESULTS = (ResultCode.FIRST_WINS, ResultCode.SECOND_WINS)


@for_roles(ENTER_RESULTS)
def match(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    return _page(request, _find(tournament, match_id))


@for_roles(ENTER_RESULTS)
def table(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Find the match by its table in the newest round in progress, or in the open round named."""
    rows = playing_in(tournament).filter(table=number)
    if asked := whole(request.GET.get("round")):
        rows = rows.filter(round__number=asked)
    match = rows.first()
    if match is None:
        raise Http404("no such table in a round being played")
    return _at_its_own(request, match)


@for_roles(ENTER_RESULTS)
def of_bracket(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    return _at_its_own(request, _find(tournament, match_id))


@for_roles(ENTER_RESULTS)
def typed(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    """Redirect from an entry of the desk to its match, or to the control room if it was deleted."""
    match = playing_in(tournament).filter(pk=match_id).first()
    return (
        redirect("match-page", tournament.slug, match.pk)
        if match
        else redirect("control", slug=tournament.slug)
    )


def _at_its_own(request: Request, match: Match) -> HttpResponse:
    """Redirect a GET to the address of the match; handle a POST in place."""
    if request.method == "POST":
        return _page(request, match)
    return redirect("match-page", match.round.tournament.slug, match.pk)


def _find(tournament: Tournament, match_id: int) -> Match:
    return get_object_or_404(playing_in(tournament).filter(is_void=False), pk=match_id)


def _page(request: Request, match: Match) -> HttpResponse:
    tournament, error = match.round.tournament, None
    form = _form(request, match)
    if request.method == "POST":
        do = MATCH_ACTIONS.get(request.POST.get("do", ""), _enter)
        try:
            if do is not _enter or form.is_valid():
                do(request, match, form)
                presence.leave(match, request.user)
                message = tr("{match}: result reset.") if do is _clear else tr("{match}: result saved.")
                return done(request, message.filled(match=_place(match)), "control", slug=tournament.slug)
        except Stale:
            conflict = conflict_with(_find(tournament, match.pk), _mine(request, match, form), request.POST)
            context = {"tournament": tournament, "conflict": conflict}
            return render(request, "organiser/conflict.html", context, status=409)
        except Refused as refusal:
            error = refusal
            if do is _enter and not isinstance(refusal, TouchesLaterMatches):
                form.refuse(refusal)
            match = _find(tournament, match.pk)
    context = {
        **_context(request, match, form),
        "form": form,
        "error": error,
        "again": _again(request, error),
    }
    status = error.http_status if error else 422 if form.errors else 200
    return render(request, "organiser/match.html", context, status=status)


def _form(request: Request, match: Match) -> RulingForm:
    is_result = request.method == "POST" and request.POST.get("do", "result") == "result"
    return ruling_form(match, request.POST if is_result else None)


def _enter(request: Request, match: Match, form: RulingForm) -> None:
    values, seen = form.cleaned_data, _sender(request)
    reason, seen["seen_version"] = values["reason"], values["version"]
    if form.has_boards:
        team_boards.enter_boards(match=match, boards=form.scores, overwrite=True, reason=reason, **seen)
    else:
        results.enter_result(match=match, score=form.scores[0], overwrite=True, reason=reason, **seen)


def _enter_games(request: Request, match: Match, form: RulingForm) -> None:
    """Enter all games of a series, as typed at the desk."""
    games = read_games(shape_of_match(match), parts_of(match), _games_typed(request, match))
    series.enter_games(match=match, games=games, **_sender(request))


def _walk_over(request: Request, match: Match, form: RulingForm) -> None:
    entry = entry_in(match.round.tournament, number_chosen(request, "to", tr("Choose who advances.")))
    walkovers.give_match(match=match, to=entry, reason=request.POST.get("reason", ""), **_sender(request))


def _confirm(request: Request, match: Match, form: RulingForm) -> None:
    """Confirm the one report of the match, as its opponent would."""
    claims = list(match.claims.all())
    if len(claims) != 1 or claims[0].is_partial or claims[0].board_words:
        raise BadValue(tr("This match has no report to confirm. Enter the result."), "do")
    results.enter_result(match=match, score=claims[0].parsed_score, **_sender(request))


def _forfeit(request: Request, match: Match, form: RulingForm) -> None:
    """Give the match to the side that is present."""
    to = number_chosen(request, "to", tr("Choose who wins."))
    code = {
        match.first_id: ResultCode.FIRST_WINS_BY_FORFEIT,
        match.second_id: ResultCode.SECOND_WINS_BY_FORFEIT,
    }.get(to)
    if code is None:
        raise BadValue(tr("Choose who wins."), "to")
    results.enter_result(match=match, score=parse_score(match, code.value), **_sender(request))


def _clear(request: Request, match: Match, form: RulingForm) -> None:
    results.clear_result(match=match, **_sender(request))


class Sender(TypedDict):
    by: User
    seen_version: int | None
    accept: list[int]


MATCH_ACTIONS: dict[str, Callable[[Request, Match, Any], None]] = {
    "result": _enter,
    "confirm": _confirm,
    "forfeit": _forfeit,
    "games": _enter_games,
    "walkover": _walk_over,
    "clear": _clear,
}


def _sender(request: Request) -> Sender:
    return {"by": request.user, "seen_version": seen_version(request), "accept": _accepted(request)}


def _accepted(request: Request) -> list[int]:
    """Return the later matches the user accepted to replace."""
    return [number for number in map(whole, request.POST.getlist("accept")) if number is not None]


def _games_typed(request: Request, match: Match) -> str:
    text = request.POST.get("games", "")
    return " ".join((text.replace(",", " ") if shape_of_match(match).is_one_word else text).split())


def _mine(request: Request, match: Match, form: RulingForm) -> str:
    """Describe what was to be stored."""
    match request.POST.get("do"):
        case "games":
            return _games_typed(request, match)
        case "walkover":
            sides = {
                str(e.pk): tr("walkover for {name}", name=e)
                for e in (match.first, match.second)
                if e is not None
            }
            return sides.get(request.POST.get("to", ""), tr("walkover"))
        case "clear":
            return tr("no result")
    return form.words()


def _again(request: Request, error: Refused | None) -> list[tuple[str, str]]:
    """Return the fields of the request, to send them again with the effects accepted."""
    if not isinstance(error, TouchesLaterMatches):
        return []
    left_out = ("csrfmiddlewaretoken", "accept")
    asked = [(name, str(value)) for name, value in request.POST.items() if name not in left_out]
    return asked + [("accept", str(match.number)) for match in error.matches]


def _place(match: Match) -> str:
    """Name the match for the desk: a table is one match in a Swiss round, and is reused elsewhere."""
    if is_swiss(match.round):
        return place_of(match)
    return str(match)


def _context(request: Request, match: Match, form: RulingForm) -> dict[str, object]:
    tournament, parts = match.round.tournament, parts_of(match)
    last = tournament.rounds.order_by("number").last()
    has_more_rounds = last is not None and last.pk == match.round_id and last.number < tournament.total_rounds
    in_swiss, rules = is_swiss(match.round), RULE(request.user, tournament)
    return {
        "tournament": tournament,
        "match": match,
        "where": _where(match, parts),
        "best_of": 1 if parts.each_required else parts.count,
        "choices": _choices(match, parts),
        "special": special_results(shape_of_match(match), in_bracket=match.bracket_number is not None),
        "games": ", ".join(str(game.words) for game in match.parts_with_result),
        "typed": as_typed(shape_of_match(match), match.parts_with_result),
        "grammar": grammar(tournament, parts),
        "each_game": each_game(shape_of_match(match)),
        "claims": [(claim, form.sent_as(claim), _boards(claim)) for claim in match.claims.all()],
        "has_boards": parts.each_required,
        "others": presence.others_at(match, request.user),
        "in_swiss": in_swiss,
        "may_say": rules or not takes_ruling(match, request.user),
        "may_clear": rules or not takes_ruling(match, request.user, replaces=True),
        "may_pair_on": in_swiss and has_more_rounds and not match.is_agreed,
    }


def _where(match: Match, parts: Parts) -> str:
    """The round, the pool or the match of the bracket."""
    if match.bracket_number is None:
        return f"{match.round} · {match.pool}" if match.pool else str(match.round)
    assert match.round.stage is not None
    bracket = load_bracket(match.round.stage)
    name = match_name(bracket, bracket.match(match.bracket_number))
    is_series = parts.count > 1 and not parts.each_required
    return f"{name} · {tr('best of {count}', count=parts.count)}" if is_series else str(name)


def _boards(claim: Claim) -> str:
    """Describe a side's report of each board of a team match, its own numbers first."""
    boards = enumerate(claim.board_words, start=1)
    return ", ".join(
        str(tr("board {number} {result}", number=number, result=words)) for number, words in boards
    )


def _choices(match: Match, parts: Parts) -> list[tuple[str, str]]:
    """Return the results offered.

    A bracket needs a winner; a game of a series may be drawn. Absence is a walkover.
    """
    if match.bracket_number is None:
        return results_offered(shape_of_match(match))
    known = (*DECISIVE_RESULTS, ResultCode.DRAW) if parts.count > 1 else DECISIVE_RESULTS
    return [(code.value, code.label) for code in known]
