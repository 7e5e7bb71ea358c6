"""How it ended, in a player's words: report, confirm, dispute. Each happens once, however often it is sent."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST

from crosstable.accounts.prepared import PreparedRows
from crosstable.events.actions.results import results, team_boards
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, Tournament
from crosstable.events.permissions import is_entrant
from crosstable.events.queries.people.player import own_entry
from crosstable.events.records.settings.game import say
from crosstable.web.board_forms import BoardsForm
from crosstable.web.middleware import wants_json
from crosstable.web.player.forms import DisputeForm, ReportForm
from crosstable.web.player.idempotency import Answer, answered, run_once, said_at
from crosstable.web.player.views import my_page, report_form
from crosstable.web.shared import Request, for_visitors, seen_version

REPORTED = {
    "claimed": "Reported. Your opponent is asked to confirm.",
    "agreed": "Both reports agree: the result stands.",
    "open": "Both reports agree. On to the next game.",
    "disputed": "Your opponent reported something else. An organiser will come to you.",
}


@require_POST
@for_visitors
def report(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    match = _match(tournament, match_id)
    form = report_form(match, i_am_first=is_entrant(request.user, match.first), data=request.POST)
    try:
        return answered(request, tournament, run_once(request, lambda: _report(request, match, form)))
    except BadValue as refusal:
        if wants_json(request):
            raise
        if isinstance(form, ReportForm):
            form.errors.append(str(refusal))
        elif form.is_valid():
            form.add_error(None, str(refusal))
    return my_page(request, own_entry(request.user, tournament), form)


def _report(request: Request, match: Match, form: ReportForm | BoardsForm) -> Answer:
    if isinstance(form, ReportForm):
        settled = results.report(match=match, by=request.user, said_at=said_at(request), said=form.said())
    elif form.is_valid() and form.only is not None:
        said = form.boards()[0]
        settled = team_boards.report_board(match=match, board=form.only, said=said, by=request.user)
    elif form.is_valid():
        settled = team_boards.report_boards(match=match, boards=form.boards(), by=request.user)
    else:
        raise BadValue(" ".join(map(str, form.non_field_errors())), "boards")
    return Answer(settled.state, REPORTED[settled.state])


@require_POST
@for_visitors
def confirm(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    match = _match(tournament, match_id)

    def run() -> Answer:
        settled = results.confirm(match=match, by=request.user, seen_version=seen_version(request))
        return Answer(settled.state, "Confirmed: the result stands.")

    return answered(request, tournament, run_once(request, run))


@require_POST
@for_visitors
def dispute(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    match, form = _match(tournament, match_id), DisputeForm(request.POST)
    if not form.is_valid():
        raise BadValue("The reason has at most 300 characters.", "reason")
    reason, seen = form.cleaned_data["reason"], seen_version(request)

    def run() -> Answer:
        settled = results.dispute(match=match, by=request.user, reason=reason, seen_version=seen)
        return Answer(settled.state, say(tournament, "Disputed. An organiser will come to your {table}."))

    return answered(request, tournament, run_once(request, run))


_public = PreparedRows(
    lambda pk, tournament: (
        Match.objects.select_related("round__stage", "first__player")
        .defer("first__list_text")
        .exclude(round__status="draft")
        .filter(pk=pk, round__tournament=tournament)
        .order_by()
    ),
    int,
    int,
)


def _match(tournament: Tournament, match_id: int) -> Match:
    match = _public.first(match_id, tournament.pk)
    if match is None:
        raise Http404
    match.round.tournament = tournament
    return match
