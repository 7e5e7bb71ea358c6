"""The desk: who is here, who is not, late entries, drops."""

from collections.abc import Callable

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from crosstable.accounts.models import User
from crosstable.accounts.names import in_name_order
from crosstable.events.actions.frame.undo import Offer, offer
from crosstable.events.actions.people import attendance, entries, teams
from crosstable.events.models import Entry, Tournament
from crosstable.events.permissions import CHECK_IN, LOOK
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.check_in import NOT_HERE, lists_on_one_page, people_of
from crosstable.events.queries.people.entries import why_numbers_stay
from crosstable.events.records.rules import rules_of
from crosstable.events.records.verbs import VERBS, Kind
from crosstable.games import Use
from crosstable.web.entry_form import DeskEntryForm, NamedEntryForm
from crosstable.web.middleware import came_from
from crosstable.web.organiser.numbering import with_late_numbers
from crosstable.web.player.teams import edit_team
from crosstable.web.refusals import confirmed_in, refusals_on
from crosstable.web.shared import Request, done, for_organisers, for_roles, post_for_roles
from crosstable.web.team_forms import TeamForm
from crosstable.web.undoable import say_with_undo

ACTIONS: dict[str, tuple[Callable[..., None], str]] = {
    "check-in": (entries.check_in, "{} is checked in."),
    "undo-check-in": (entries.undo_check_in, "Check-in of {} undone."),
    "drop": (entries.drop, "{} has {game.left_word}."),
    "concede": (attendance.concede_and_drop, "{} has {game.conceded_word} and {game.left_word}."),
    "no-show": (attendance.mark_no_show, "{} is marked as not here."),
    "back": (attendance.mark_back, "{} is here."),
    "rejoin": (entries.rejoin, "{} is back."),
    "remove": (entries.remove_entry, "{} was removed."),
}

# A row takes up to 2,200 bytes: a page has at most 1 MB.
MOST_PEOPLE = 400


@for_roles(LOOK)
def players(request: Request, tournament: Tournament) -> HttpResponse:
    """All rows are there, so that finding and filtering need no second visit; what is not asked for is hidden. A larger
    event comes in pages of those who are asked for."""
    people, show, find = people_of(tournament), request.GET.get("show", "all"), request.GET.get("find", "")
    rows = [(row, row.is_shown(show) and row.is_called(find)) for row in people.rows]
    is_paged = len(rows) > MOST_PEOPLE
    asked = [row for row in rows if row[1]] if is_paged else rows
    page = Paginator(asked, MOST_PEOPLE).get_page(request.GET.get("page"))
    listed = sum(shown and row.state == NOT_HERE for row, shown in page)
    context = {"tournament": tournament, "people": people, "page": page, "show": show, "find": find}
    known = {**context, "listed": listed, "undo": _offer(tournament), "is_paged": is_paged}
    known["may_renumber"] = not why_numbers_stay(tournament)
    if Use.LISTS in rules_of(tournament).uses and request.may["rule"]:
        known["lists"] = in_name_order(lists_on_one_page(tournament))
    return render(request, "organiser/players.html", known)


def _offer(tournament: Tournament) -> Offer | None:
    """What was done here last; a step of the event is taken back in the control room."""
    last = offer(tournament)
    verb = VERBS.get(last.entry.verb) if last else None
    return last if verb is not None and verb.kind is Kind.PLAYERS else None


@for_organisers
def add(request: Request, tournament: Tournament) -> HttpResponse:
    if tournament.has_teams:
        return _add_team(request, tournament)
    form = DeskEntryForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            entry = _add(tournament, form, request.user)
            said = with_late_numbers(tournament, f"{entry} was added.")
            return done(request, said, "players", slug=tournament.slug)
    context = {"tournament": tournament, "form": form}
    return render(request, "organiser/add.html", context, status=422 if form.errors else 200)


def _add(tournament: Tournament, form: DeskEntryForm, by: User) -> Entry:
    here = form.cleaned_data.get("checked_in", False)
    return entries.add_entry(
        tournament=tournament,
        details=form.details(),
        checked_in=here,
        confirmed=confirmed_in(form.data),
        by=by,
    )


@for_organisers
def edit(request: Request, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry = entry_in(tournament, entry_id)
    if tournament.has_teams:
        return edit_team(request, tournament, entry, "organiser/edit_entry.html", "players")
    form = NamedEntryForm.of(entry, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            entries.edit_entry(
                entry=entry, details=form.details(), confirmed=confirmed_in(request.POST), by=request.user
            )
            return done(request, "Saved.", "players", slug=tournament.slug)
    given = entry.adjustments.select_related("by")
    context = {"tournament": tournament, "entry": entry, "form": form, "adjustments": given}
    return render(request, "organiser/edit_entry.html", context, status=422 if form.errors else 200)


@post_for_roles(CHECK_IN)
def act(request: Request, tournament: Tournament, entry_id: int, verb: str) -> HttpResponse:
    entry = entry_in(tournament, entry_id)
    action, words = ACTIONS[verb]
    action(entry=entry, by=request.user)
    page = "repairs" if request.POST.get("then") == "repairs" else "players"
    say_with_undo(request, tournament, words.format(entry, game=rules_of(tournament)), page)
    return redirect(_page(request, reverse(page, args=[tournament.slug])))


def _page(request: Request, address: str) -> str:
    """The page as it was left, with what was searched for on it."""
    before = came_from(request)
    return before if before.split("?")[0] == address else address


def _add_team(request: Request, tournament: Tournament) -> HttpResponse:
    form = TeamForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            entry = teams.add_team(
                tournament=tournament,
                details=form.details(),
                members=form.members(),
                confirmed=confirmed_in(request.POST),
                by=request.user,
            )
            said = with_late_numbers(tournament, f"{entry} was added.")
            return done(request, said, "players", slug=tournament.slug)
    context = {"tournament": tournament, "form": form}
    return render(request, "organiser/add.html", context, status=422 if form.errors else 200)
