"""A player's pages of an event, built for a phone: find your entry, register alone or with a team, check in, your
table, byes. For results, see reporting.py.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from crosstable.accounts.models import User
from crosstable.accounts.names import in_name_order
from crosstable.engine.results import Score
from crosstable.events.actions.people import attendance, byes, entries, teams
from crosstable.events.actions.people.self_registration import claim_by_link, claim_own_entry, entry_of_token
from crosstable.events.errors import BadValue
from crosstable.events.models import Claim, Entry, Tournament
from crosstable.events.notifications.inbox import unread_and_news
from crosstable.events.permissions import may_see
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.entries import is_full, unclaimed
from crosstable.events.queries.people.lineups import MyBoard, board_of, board_report, score_at
from crosstable.events.queries.people.my_event import MyEvent, entry_of, entry_to_show, my_event, own_entry
from crosstable.events.queries.people.my_matches import MyMatch
from crosstable.events.queries.people.snapshot import EventSnapshot, event_snapshot, known_event
from crosstable.events.queries.stages.participants import field_drawn_in
from crosstable.events.queries.standings.outlook import outlook
from crosstable.text import Text, tr
from crosstable.web.entry_forms import EntryForm, TeamForm
from crosstable.web.forms import ByeForm, refusals_on
from crosstable.web.result_form import ResultForm, report_form
from crosstable.web.shared import Request, done, for_visitors, post_for_visitors, visible_tournament


def register_team(request: Request, tournament: Tournament) -> HttpResponse:
    me = getattr(getattr(request.user, "player", None), "name", request.user.username)
    form = TeamForm(tournament, request.POST or None, me=me)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            teams.register_team(
                tournament=tournament, details=form.details(), partners=form.members(), by=request.user
            )
            messages.success(request, tr("Your team is registered for {event}.", event=tournament.name))
            return redirect("me", slug=tournament.slug)
    context = {"tournament": tournament, "form": form, "me": me, "drawn": field_drawn_in(tournament)}
    context["full"] = is_full(tournament)
    return render(request, "player/register_team.html", context, status=422 if form.errors else 200)


def edit_team(
    request: Request, tournament: Tournament, entry: Entry, page: str = "player/edit.html", back: str = "me"
) -> HttpResponse:
    form = TeamForm(tournament, request.POST or None, entry=entry)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            teams.edit_team(entry=entry, members=form.members(), by=request.user, **form.named())
            return done(request, tr("Saved."), back, slug=tournament.slug)
    context = {"tournament": tournament, "entry": entry, "form": form}
    return render(request, page, context, status=422 if form.errors else 200)


MY_ACTIONS = {
    "check-in": (entries.check_in, tr("You are checked in.")),
    "drop": (entries.drop, tr("You have withdrawn. Your games so far still count.")),
    "concede": (
        attendance.concede_and_drop,
        tr("You have withdrawn, and your opponent wins the match. Ask at the desk to rejoin."),
    ),
    "rejoin": (entries.rejoin, tr("Welcome back.")),
}


@for_visitors
def register(request: Request, tournament: Tournament) -> HttpResponse:
    if request.method != "POST" and entry_of(request.user, tournament):
        return redirect("me", slug=tournament.slug)
    if tournament.has_teams:
        return register_team(request, tournament)
    suggested = getattr(getattr(request.user, "player", None), "name", request.user.username)
    form = EntryForm(tournament, request.POST or None, initial={"display_name": suggested})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            entries.register(tournament=tournament, details=form.details(), by=request.user)
            return done(
                request,
                tr("You are registered for {event}.", event=tournament.name),
                "me",
                slug=tournament.slug,
            )
    context = {"tournament": tournament, "form": form, "drawn": field_drawn_in(tournament)}
    context["full"] = is_full(tournament)
    return render(request, "player/register.html", context, status=422 if form.errors else 200)


@login_required
def me(request: Request, slug: str) -> HttpResponse:
    known = known_event(slug)
    is_known = known is not None and may_see(request.user, known)
    tournament = known if known is not None and is_known else visible_tournament(request, slug)
    timezone.activate(tournament.zone)
    snapshot = event_snapshot(tournament)
    entry = entry_to_show(request.user, tournament, snapshot)
    if entry is None:
        return redirect("register" if tournament.takes_registrations else "event", slug=tournament.slug)
    return my_page(request, entry, snapshot=snapshot)


def my_page(
    request: Request,
    entry: Entry,
    form: ResultForm | None = None,
    snapshot: EventSnapshot | None = None,
) -> HttpResponse:
    my = my_event(entry, snapshot)
    match, tournament = my.match, entry.tournament
    is_played = match is not None and match.opponent is not None
    has_boards = is_played and tournament.has_boards
    if form is None and match is not None and is_played and not match.match.round.waits_to_start:
        form = report_form(match.match, first=match.i_am_first)
    context = {"tournament": tournament, "my": my, "my_match": match, "form": form, "has_boards": has_boards}
    context |= _news_of_page(request.user, my)
    if match is not None and has_boards:
        context |= _of_boards(request.user, match, form)
    return render(request, "player/me.html", context, status=422 if form and form.errors else 200)


def _of_boards(user: User, my_match: MyMatch, form: ResultForm | None) -> dict[str, object]:
    """Return the context of a team match: the player's own board first, then all boards for the team."""
    match, first = my_match.match, my_match.i_am_first
    board = board_of(user, match, first_side=first)
    if form is None:
        return {"my_board": board}
    own = form if form.board else report_form(match, first=first, board=board.number) if board else None
    return {
        "form": form if form.board is None else report_form(match, first=first),
        "my_board": board,
        "board_form": own,
        "their_word": _score_here(my_match.theirs, board, first),
        "their_report": _their_report(my_match, board),
        "their_fields": own.sent_as(my_match.theirs) if own and my_match.theirs else {},
        "my_word": _score_here(my_match.mine, board, first),
    }


def _score_here(claim: Claim | None, board: MyBoard | None, first: bool) -> Score | None:
    """Return a side's report of the player's board, the player's side first."""
    score = score_at(claim, board.number) if claim is not None and board is not None else None
    return score if score is None or first else score.swapped


def _their_report(my_match: MyMatch, board: MyBoard | None) -> str:
    """Describe the opponents' report of the player's board."""
    score = (
        score_at(my_match.theirs, board.number) if my_match.theirs is not None and board is not None else None
    )
    return board_report(my_match.match, score, first=not my_match.i_am_first) if score is not None else ""


def _news_of_page(user: User, my: MyEvent) -> dict[str, Any]:
    """Show the notifications since this round; earlier ones are on the page of notifications."""
    since = my.round.published_at if my.round is not None and my.match is not None else None
    unread, everything = unread_and_news(user, my.entry.tournament)
    news = [item for item in everything if since is None or item.at >= since]
    return {"unread_news": unread, "news": news}


@for_visitors
def edit(request: Request, tournament: Tournament) -> HttpResponse:
    entry = own_entry(request.user, tournament)
    if tournament.has_teams:
        return edit_team(request, tournament, entry)
    form = EntryForm.of(entry, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            entries.edit_entry(entry=entry, details=form.details(), by=request.user)
            return done(request, tr("Saved."), "me", slug=tournament.slug)
    context = {"tournament": tournament, "entry": entry, "form": form}
    return render(request, "player/edit.html", context, status=422 if form.errors else 200)


@post_for_visitors
def act(request: Request, tournament: Tournament, verb: str) -> HttpResponse:
    action, words = MY_ACTIONS[verb]
    action(entry=own_entry(request.user, tournament), by=request.user)
    return done(request, words, "me", slug=tournament.slug)


@post_for_visitors
def ask_for_bye(request: Request, tournament: Tournament) -> HttpResponse:
    entry, form = own_entry(request.user, tournament), ByeForm(request.POST)
    if not form.is_valid():
        raise BadValue(tr("Choose a round for the bye."), "round_number")
    number, kind = form.cleaned_data["round_number"], form.cleaned_data["kind"]
    byes.request_bye(entry=entry, round_number=number, kind=kind, by=request.user)
    return done(request, tr("You have a bye in round {number}.", number=number), "me", slug=tournament.slug)


@post_for_visitors
def withdraw_bye(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    byes.withdraw_bye(entry=own_entry(request.user, tournament), round_number=number, by=request.user)
    return done(
        request,
        tr("Your bye in round {number} is cancelled.", number=number),
        "me",
        slug=tournament.slug,
    )


@require_safe
@for_visitors
def outlook_page(request: Request, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "outlook": outlook(own_entry(request.user, tournament))}
    return render(request, "player/outlook.html", context)


@for_visitors
def find(request: Request, tournament: Tournament) -> HttpResponse:
    if entry_of(request.user, tournament):
        return redirect("me", slug=tournament.slug)
    names = unclaimed(tournament)
    asked = set(names.filter(owner_claims__user=request.user).values_list("pk", flat=True))
    context = {"tournament": tournament, "entries": in_name_order(names), "asked": asked}
    return render(request, "player/thats_me.html", context)


@post_for_visitors
def say(request: Request, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry = entry_in(tournament, entry_id)
    if claim_own_entry(entry=entry, by=request.user):
        return done(request, _owned(entry), "me", slug=tournament.slug)
    words = tr(
        "The organiser of {event} is asked to confirm that you are {name}.", event=tournament, name=entry
    )
    return done(request, words, "thats-me", slug=tournament.slug)


def _owned(entry: Entry) -> Text:
    return tr("You are {name} in {event}.", name=entry, event=entry.tournament)


@never_cache
@login_required
def by_link(request: Request, token: str) -> HttpResponse:
    entry = entry_of_token(token)
    if request.method == "POST":
        claim_by_link(token=token, by=request.user)
        return done(request, _owned(entry), "me", slug=entry.tournament.slug)
    return render(request, "player/claim.html", {"entry": entry, "tournament": entry.tournament})
