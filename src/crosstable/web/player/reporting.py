"""A player's report, confirmation or dispute of a result. Each counts once, however often it is sent: a phone on bad
wifi sends it again until it gets an answer.

The form carries a key. The answer is stored with the result in one transaction and returned again for the same key; a
refusal changes nothing and stores nothing. The page's script requests the answer as JSON.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from django.http import Http404, HttpResponse, JsonResponse
from django.utils import timezone

from crosstable.events.actions.results import results, team_boards
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, Tournament
from crosstable.events.permissions import is_entrant
from crosstable.events.queries.addressed import match_with_sides
from crosstable.events.queries.people.my_event import own_entry
from crosstable.fields import whole
from crosstable.text import tr
from crosstable.web.middleware import wants_json
from crosstable.web.player.views import my_page
from crosstable.web.result_form import ResultForm, report_form
from crosstable.web.shared import Request, done, post_for_visitors, run_once, seen_version

REPORTED = {
    "claimed": tr("Reported. Your opponent is asked to confirm."),
    "agreed": tr("Both reports match. The result is confirmed."),
    "open": tr("Both reports match. Continue with the next game."),
    "disputed": tr("Your opponent reported a different result."),
}
# An older report was not stored by one of our pages.
LONGEST_KEPT = timedelta(days=30)
LONGEST_REASON = 300
# Not part of the content: these fields differ each time the same report is sent.
ENVELOPE = ("csrfmiddlewaretoken", "key", "age")


class Answer(NamedTuple):
    """The state of the match, and the message for the player."""

    state: str
    message: str


@post_for_visitors
def report(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    match = _match(tournament, match_id)
    is_first, board = is_entrant(request.user, match.first), whole(request.POST.get("board"))
    form = report_form(match, request.POST, first=is_first, board=board)
    try:
        return _answered(request, tournament, _run_once(request, lambda: _report(request, match, form)))
    except BadValue as refusal:
        if wants_json(request):
            raise
        form.refuse(refusal)
    return my_page(request, own_entry(request.user, tournament), form)


def _report(request: Request, match: Match, form: ResultForm) -> Answer:
    scores = form.read()
    if form.board is not None:
        settled = team_boards.report_board(match=match, board=form.board, score=scores[0], by=request.user)
    elif form.has_boards:
        settled = team_boards.report_boards(match=match, boards=scores, by=request.user)
    else:
        # The age in seconds, by the phone's clock, of a report that waited on the phone.
        age = whole(request.POST.get("age"))
        reported_at = None if age is None else timezone.now() - min(timedelta(seconds=age), LONGEST_KEPT)
        settled = results.report(match=match, by=request.user, reported_at=reported_at, score=scores[0])
    comes = f" {rules_of(match.round.tournament).dispute_sentence}" if settled.is_disputed else ""
    return Answer(settled.state, f"{REPORTED[settled.state]}{comes}")


@post_for_visitors
def confirm(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    match = _match(tournament, match_id)

    def run() -> Answer:
        settled = results.confirm(match=match, by=request.user, seen_version=seen_version(request))
        if settled.is_open:
            return Answer(settled.state, str(tr("Confirmed. Continue with the next game.")))
        return Answer(settled.state, str(tr("The result is confirmed.")))

    return _answered(request, tournament, _run_once(request, run))


@post_for_visitors
def dispute(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    match, seen = _match(tournament, match_id), seen_version(request)
    reason = request.POST.get("reason", "").strip()
    if len(reason) > LONGEST_REASON:
        raise BadValue(tr("Shorten the reason to {most} characters.", most=LONGEST_REASON), "reason")

    def run() -> Answer:
        settled = results.dispute(match=match, by=request.user, reason=reason, seen_version=seen)
        return Answer(
            settled.state, f"{tr('The result is disputed.')} {rules_of(tournament).dispute_sentence}"
        )

    return _answered(request, tournament, _run_once(request, run))


def _match(tournament: Tournament, match_id: int) -> Match:
    match = match_with_sides(tournament, match_id)
    if match is None or not match.round.is_public:
        raise Http404
    return match


def _run_once(request: Request, run: Callable[[], Answer]) -> Answer:
    fields = sorted((name, value) for name, value in request.POST.items() if name not in ENVELOPE)
    return Answer(**run_once(request, fields, lambda: run()._asdict()))


def _answered(request: Request, tournament: Tournament, answer: Answer) -> HttpResponse:
    if wants_json(request):
        return JsonResponse(answer._asdict())
    return done(request, answer.message, "me", slug=tournament.slug)
