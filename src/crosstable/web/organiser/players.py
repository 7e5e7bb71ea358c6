"""The players of an event at the desk: check-in, late entries, withdrawals, penalties and bonus points, numbers."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from crosstable.accounts.models import User
from crosstable.accounts.names import in_name_order
from crosstable.events.actions.core.undo import Offer, offer
from crosstable.events.actions.people import adjustments, attendance, entries, numbering, teams
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.verbs import VERBS, VerbKind
from crosstable.events.errors import AlreadyHere, BadValue, NumbersChanged, Refused
from crosstable.events.models import Adjustment, Entry, Tournament
from crosstable.events.permissions import CHECK_IN, LOOK
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.check_in import NOT_HERE, lists_on_one_page, people_of
from crosstable.events.queries.people.entries import late_numbers_since, renumbering, why_numbers_stay
from crosstable.fields import whole
from crosstable.games import Use
from crosstable.text import Text, tr, trn
from crosstable.web.entry_forms import DeskEntryForm, NamedEntryForm, TeamForm
from crosstable.web.forms import confirmed_in, refusals_on
from crosstable.web.middleware import came_from, wants_json
from crosstable.web.player.views import edit_team
from crosstable.web.shared import (
    Request,
    done,
    for_organisers,
    for_roles,
    post_for_organisers,
    post_for_roles,
    run_once,
    say_with_undo,
)


@for_organisers
def renumber(request: Request, tournament: Tournament) -> HttpResponse:
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            seen = request.POST.get("seen", "")
            moves = numbering.renumber(tournament=tournament, seen=seen, by=request.user)
            text = trn("{count} starting number changed.", "{count} starting numbers changed.", len(moves))
            return done(request, text, "players", slug=tournament.slug)
        except NumbersChanged as changed:
            refusal = changed
    context = {"tournament": tournament, "planned": renumbering(tournament), "refusal": refusal}
    status = refusal.http_status if refusal else 200
    return render(request, "organiser/renumber.html", context, status=status)


def with_late_numbers(tournament: Tournament, message: str) -> str:
    """Add to the message the numbers of late entries and who moved, if numbers are fixed.

    `tournament` is the row as the page loaded it, before the action.
    """
    return f"{message} {late_numbers_since(tournament, tournament.revision)}".strip()


PLAYER_ACTIONS: dict[str, tuple[Callable[..., None], Text]] = {
    "check-in": (entries.check_in, tr("{name} is checked in.")),
    "undo-check-in": (entries.undo_check_in, tr("The check-in of {name} is undone.")),
    "drop": (entries.drop, tr("{name} has withdrawn.")),
    "concede": (attendance.concede_and_drop, tr("{name} has conceded and withdrawn.")),
    "no-show": (attendance.mark_no_show, tr("{name} is marked as absent.")),
    "back": (attendance.mark_back, tr("{name} is marked as present.")),
    "rejoin": (entries.rejoin, tr("{name} has rejoined.")),
    "remove": (entries.remove_entry, tr("{name} is removed.")),
}
RESIGNED = tr("{name} has resigned and withdrawn.")

# A row takes up to 2,200 bytes, and a page at most 1 MB.
MOST_PEOPLE = 400


@for_roles(LOOK)
def players(request: Request, tournament: Tournament) -> HttpResponse:
    """List the players.

    All rows are sent and filtered in the browser; a larger event is filtered and paged here.
    """
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
    """Offer to undo the last action on players; a step of the event is undone in the control room."""
    last = offer(tournament)
    verb = VERBS.get(last.entry.verb) if last else None
    return last if verb is not None and verb.kind is VerbKind.PLAYERS else None


@for_organisers
def add(request: Request, tournament: Tournament) -> HttpResponse:
    if tournament.has_teams:
        return _add_team(request, tournament)
    form = DeskEntryForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            entry = _add(tournament, form, request.user)
            message = with_late_numbers(tournament, tr("{name} is added.", name=entry))
            return done(request, message, "players", slug=tournament.slug)
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
            return done(request, tr("The entry is saved."), "players", slug=tournament.slug)
    given = entry.adjustments.select_related("by")
    context = {"tournament": tournament, "entry": entry, "form": form, "adjustments": given}
    return render(request, "organiser/edit_entry.html", context, status=422 if form.errors else 200)


@post_for_roles(CHECK_IN)
def act(request: Request, tournament: Tournament, entry_id: int, verb: str) -> HttpResponse:
    entry = entry_in(tournament, entry_id)
    action, words = PLAYER_ACTIONS[verb]
    action(entry=entry, by=request.user)
    if verb == "concede" and rules_of(tournament).resigns:
        words = RESIGNED
    page = "repairs" if request.POST.get("then") == "repairs" else "players"
    say_with_undo(request, tournament, words.filled(name=entry), page)
    return redirect(_page(request, reverse(page, args=[tournament.slug])))


def _page(request: Request, address: str) -> str:
    """Return the page the form was on, with its search."""
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
            message = with_late_numbers(tournament, tr("{name} is added.", name=entry))
            return done(request, message, "players", slug=tournament.slug)
    context = {"tournament": tournament, "form": form}
    return render(request, "organiser/add.html", context, status=422 if form.errors else 200)


MOST_AT_ONCE = 5000


@post_for_roles(CHECK_IN)
def check_in(request: Request, tournament: Tournament) -> HttpResponse:
    """Check in or out: `entry` names one or several, `here` is yes or no."""
    ids, here = _ids(request), request.POST.get("here") != "no"
    answer = run_once(request, [ids, here], lambda: _done(request, tournament, ids, here))
    if wants_json(request):
        return JsonResponse(answer)
    if answer["changed"]:
        say_with_undo(request, tournament, answer["message"], "players")
    else:
        messages.info(request, answer["message"])
    return HttpResponseRedirect(came_from(request), status=303)


def _done(request: Request, tournament: Tournament, ids: list[int], here: bool) -> dict[str, Any]:
    if len(ids) == 1:
        changed, message = _one(request, entry_in(tournament, ids[0]), here)
    else:
        changed, message = _several(request, tournament, ids, here)
    tournament.refresh_from_db(fields=["revision"])
    return {"message": message, "changed": [e.pk for e in changed], "revision": tournament.revision}


def _one(request: Request, entry: Entry, here: bool) -> tuple[list[Entry], str]:
    if not here:
        entries.undo_check_in(entry=entry, by=request.user)
        return [entry], PLAYER_ACTIONS["undo-check-in"][1].filled(name=entry)
    try:
        entries.check_in(entry=entry, by=request.user)
    except AlreadyHere as already:
        return [], str(already)
    return [entry], PLAYER_ACTIONS["check-in"][1].filled(name=entry)


def _several(request: Request, tournament: Tournament, ids: list[int], here: bool) -> tuple[list[Entry], str]:
    action = attendance.check_in_all if here else attendance.undo_check_in_all
    changed = action(tournament=tournament, entry_ids=set(ids), by=request.user)
    if here:
        text = trn("{count} checked in.", "{count} checked in.", len(changed))
        return changed, text if changed else tr("No one is left to check in.")
    text = trn("{count} check-in undone.", "{count} check-ins undone.", len(changed))
    return changed, text if changed else tr("No check-in is left to undo.")


def _ids(request: Request) -> list[int]:
    sent = request.POST.getlist("entry")
    ids = [number for number in map(whole, sent) if number is not None]
    if not sent or len(sent) > MOST_AT_ONCE or len(ids) < len(sent):
        raise BadValue(tr("Choose the players to check in."), "entry")
    return ids


COUNTS_NOW = {
    "penalty": tr("{name}: the penalty counts in the standings now."),
    "bonus": tr("{name}: the bonus counts in the standings now."),
}


class AdjustmentForm(forms.Form):
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in COUNTS_NOW])
    amount = forms.DecimalField(min_value=0)
    reason = forms.CharField(max_length=300)


@post_for_organisers
def adjust(request: Request, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry, form = entry_in(tournament, entry_id), AdjustmentForm(request.POST)
    if not form.is_valid():
        raise BadValue(tr("Choose a penalty or a bonus, and enter the points and a reason."))
    values = form.cleaned_data
    amount = -values["amount"] if values["kind"] == "penalty" else values["amount"]
    adjustments.adjust(entry=entry, amount=amount, reason=values["reason"], by=request.user)
    messages.success(request, COUNTS_NOW[values["kind"]].filled(name=entry))
    return redirect("edit-player", tournament.slug, entry.pk)


@post_for_organisers
def withdraw_adjustment(request: Request, tournament: Tournament, adjustment_id: int) -> HttpResponse:
    rows = Adjustment.objects.select_related("entry__tournament")
    adjustment = get_object_or_404(rows, pk=adjustment_id, entry__tournament=tournament)
    adjustments.withdraw_adjustment(adjustment=adjustment, by=request.user)
    messages.success(request, tr("{name}: the penalty or bonus is removed.", name=adjustment.entry))
    return redirect("edit-player", tournament.slug, adjustment.entry_id)
