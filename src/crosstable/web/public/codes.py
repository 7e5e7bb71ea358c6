"""Pages opened by a code, without an account: a match by the code on its slip or board, and self-registration. Wrong
codes are counted.
"""

import secrets
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from crosstable.accounts import limits
from crosstable.events.actions.hall import calls
from crosstable.events.actions.people.self_registration import register_with_code, waiting_list_of
from crosstable.events.actions.results import by_code as actions
from crosstable.events.bridge.match_codes import has_reported_for_other, is_code_of, page_of, takes_codes
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue, NameTaken, Refused
from crosstable.events.models import Claim, Entry, Match, Tournament
from crosstable.events.permissions import side_of
from crosstable.events.play_errors import NoTableToCallFrom, ReportsForBothSides
from crosstable.events.queries.desk.announcements import current_announcements
from crosstable.events.queries.desk.calls import may_call, open_call
from crosstable.events.queries.people.entries import is_full
from crosstable.events.queries.people.lineups import board_report, score_at
from crosstable.fields import whole
from crosstable.text import Text, tr
from crosstable.web.entry_forms import EntryForm, TeamForm
from crosstable.web.forms import add_refusal, refusals_on
from crosstable.web.player.calls import CallForm, call_page
from crosstable.web.result_form import ResultForm, report_form
from crosstable.web.shared import done, seen_version

MOST_WRONG = 20
SIDES = ("first", "second")
REPORT_MESSAGES = {
    "claimed": tr("Your report is saved. The other side can confirm it with the same code."),
    "agreed": tr("The result is confirmed."),
    "open": tr("The result is confirmed. Continue with the next game."),
    "disputed": tr("The other side reported a different result."),
}


@never_cache
def by_code(request: HttpRequest, match_id: int, code: str) -> HttpResponse:
    match = _match(request, match_id, code)
    if side_of(request.user, match) is not None:
        return redirect("match", slug=match.round.tournament.slug, match_id=match.pk)
    device = _device_of(request)
    if request.method == "POST":
        response = _say(request, match, code, device)
    else:
        response = _page(request, match, request.GET.get("side", ""), device)
    _remember_device(response, device)
    return response


@never_cache
def call_by_code(request: HttpRequest, match_id: int, code: str) -> HttpResponse:
    """Call an organiser to the table of this code, or cancel the call."""
    match = _match(request, match_id, code)
    if not (takes_codes(match.round.tournament) and may_call(match)):
        raise NoTableToCallFrom()
    if "cancel" in request.POST:
        calls.cancel_by_code(match=match, code=code)
        return done(request, tr("Your call is cancelled."), page_of(match))
    form = CallForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            calls.call_by_code(match=match, code=code, **form.cleaned_data)
            return redirect(page_of(match))
    return call_page(request, match, form, back=page_of(match))


def _match(request: HttpRequest, match_id: int, code: str) -> Match:
    """Load the match; a right code always opens it.

    Raises TooManyTries after too many wrong ones from an address.
    """
    rows = Match.objects.select_related(
        "round__tournament", "round__stage", "first__player", "second__player"
    )
    match = rows.exclude(round__status="draft").filter(pk=match_id, second__isnull=False).first()
    if match is None or not is_code_of(match, code):
        limits.take("match-code", limits.address_of(request), most=MOST_WRONG, within=limits.WINDOW)
        raise Http404("no such code")
    timezone.activate(match.round.tournament.zone)
    return match


def _say(request: HttpRequest, match: Match, code: str, device: str) -> HttpResponse:
    side = request.POST.get("side", "")
    says_result = side in SIDES and "confirm" not in request.POST
    form = _form(match, side, request.POST.get("board"), request.POST if says_result else {})
    form.may_be_empty = not says_result
    try:
        if side not in SIDES:
            raise BadValue(tr("Choose your side."), "side")
        settled = _settled(request, match, actions.Speaker(code, side == "first", device), form)
    except (BadValue, ReportsForBothSides) as refusal:
        form.refuse(refusal)
        return _page(request, match, side, device, form, refusal.http_status)
    comes = f" {rules_of(match.round.tournament).dispute_sentence}" if settled.is_disputed else ""
    return done(request, f"{REPORT_MESSAGES[settled.state]}{comes}", f"{page_of(match)}?side={side}")


def _settled(request: HttpRequest, match: Match, speaker: actions.Speaker, form: ResultForm) -> Match:
    if request.POST.get("confirm"):
        return actions.confirm_by_code(match=match, speaker=speaker, seen_version=seen_version(request))
    if not form.has_boards:
        return actions.report_by_code(match=match, speaker=speaker, score=form.read()[0])
    if form.board is None:
        raise BadValue(tr("Choose a board."), "board")
    score = form.read()[0]
    return actions.report_board_by_code(match=match, speaker=speaker, board=form.board, score=score)


def _form(match: Match, side: str, board: str | None, data: Any = None) -> ResultForm:
    """Return the form for a side. A team match is reported board by board, and the board is chosen first."""
    return report_form(match, data, first=side == "first", board=whole(board))


def _of_board(form: ResultForm, mine: Claim | None, theirs: Claim | None) -> dict[str, object]:
    """Return both sides' reports of the chosen board; all boards if none is chosen."""
    context: dict[str, object] = {"has_boards": True, "boards": form.boards_asked(), "board": form.board}
    if form.board is None:
        return context
    scores = [score_at(claim, form.board) if claim is not None else None for claim in (mine, theirs)]
    fields = form.sent_as(theirs) if theirs is not None else {}
    words = [
        board_report(claim.match, one, first=claim.is_of_first)
        if claim is not None and one is not None
        else ""
        for claim, one in zip((mine, theirs), scores, strict=True)
    ]
    return context | {
        "my_word": scores[0],
        "their_word": scores[1],
        "my_report": words[0],
        "their_report": words[1],
        "their_fields": fields,
    }


def _page(
    request: HttpRequest,
    match: Match,
    side: str,
    device: str,
    form: ResultForm | None = None,
    status: int = 200,
) -> HttpResponse:
    form = form or _form(match, side, request.GET.get("board"))
    is_first = side == "first"
    claims = {claim.entry_id: claim for claim in match.claims.all()}
    me, other = (match.first, match.second) if is_first else (match.second, match.first)
    assert me is not None and other is not None, "a bye has no code"
    context = {
        "tournament": match.round.tournament,
        "match": match,
        "side": side if side in SIDES else "",
        "me": me,
        "other": other,
        "mine": claims.get(me.pk),
        "theirs": claims.get(other.pk),
        "form": form,
        "takes_codes": takes_codes(match.round.tournament),
        "call": open_call(match),
        "may_call": takes_codes(match.round.tournament) and may_call(match),
        "announcements": current_announcements(match.round.tournament),
        "reported_for_other": has_reported_for_other(match, claims.get(other.pk), device),
    }
    if form.has_boards:
        context |= _of_board(form, claims.get(me.pk), claims.get(other.pk))
    return render(request, "public/by_code.html", context, status=status)


COOKIE = "board-device"
# An event of two days and the way home.
SECONDS = 3 * 24 * 60 * 60


def _device_of(request: HttpRequest) -> str:
    """Return this browser's device key, or a new one."""
    stored: str | None = request.get_signed_cookie(COOKIE, default=None, max_age=SECONDS)
    return stored or secrets.token_urlsafe(16)


def _remember_device(response: HttpResponse, device: str) -> None:
    response.set_signed_cookie(
        COOKIE,
        device,
        max_age=SECONDS,
        path="/m/",
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


# Shown until the player leaves the page: a message that fades is easily missed when registering on site.
ENTERED = "registered-with-code"
# Registrations from one IP address per hour: everyone in a hall may share one.
MOST = 300


@never_cache
def self_registration(request: HttpRequest, token: str) -> HttpResponse:
    tournament = _behind(request, token)
    form = _entry_form(request, tournament)
    if request.method == "POST" and form.is_valid():
        try:
            entry = _enter(request, tournament, token, form)
            request.session[ENTERED] = _entered_text(entry)
            return redirect("register-with-code", token=token)
        except Refused as refusal:
            _tell(form, refusal)
    entered = request.session.pop(ENTERED, "") if request.method == "GET" else ""
    context = {
        "tournament": tournament,
        "form": form,
        "waits": waiting_list_of(tournament),
        "entered": entered,
        "full": is_full(tournament),
    }
    return render(request, "public/self_registration.html", context, status=422 if form.errors else 200)


def _behind(request: HttpRequest, token: str) -> Tournament:
    """Load the event of a self-registration code.

    Raises TooManyTries after too many wrong codes from an address.
    """
    tournament = Tournament.objects.filter(door_token=token).first()
    if tournament is None:
        limits.take("registration-code", limits.address_of(request), most=MOST_WRONG, within=limits.WINDOW)
        raise Http404("no such code")
    timezone.activate(tournament.zone)
    return tournament


def _entry_form(request: HttpRequest, tournament: Tournament) -> EntryForm | TeamForm:
    kind = TeamForm if tournament.has_teams else EntryForm
    return kind(tournament, request.POST or None)


def _enter(request: HttpRequest, tournament: Tournament, token: str, form: EntryForm | TeamForm) -> Entry:
    limits.take("registrations-by-code", tournament.pk, limits.address_of(request), most=MOST)
    members = form.members() if isinstance(form, TeamForm) else ()
    return register_with_code(tournament=tournament, code=token, details=form.details(), members=members)


def _entered_text(entry: Entry) -> Text:
    if waiting_list_of(entry.tournament):
        return tr("{name} is on the waiting list. The organiser calls you when a seat is free.", name=entry)
    return tr("{name} is registered.", name=entry)


def _tell(form: EntryForm | TeamForm, refusal: Refused) -> None:
    if isinstance(refusal, NameTaken):
        form.add_error(
            "display_name",
            tr(
                "“{name}” is already registered. If that is you, you are done. If not, add something to the name.",
                name=refusal.name,
            ),
        )
    else:
        add_refusal(form, refusal)
