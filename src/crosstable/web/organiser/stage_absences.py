"""Absences, late entries and withdrawals in pools and knockouts. For a Swiss, see absences.py."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from crosstable.events.actions.stages import seats, withdrawals
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.hall import progress_of
from crosstable.events.bridge.rules import factions_of
from crosstable.events.errors import BadValue
from crosstable.events.models import (
    Entry,
    Match,
    MatchState,
    Stage,
    StageKind,
    StageStatus,
    Tournament,
    WithdrawalKind,
)
from crosstable.events.permissions import RULE
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.desk.boards import hall_of
from crosstable.events.queries.desk.control import current_stage
from crosstable.events.queries.stages.pool_people import PoolPeople
from crosstable.events.queries.stages.withdrawals import preview_withdrawal
from crosstable.fields import ENTRY_FIELDS, whole
from crosstable.text import Text, tr, trn
from crosstable.web.entry_forms import NAMES
from crosstable.web.forms import confirmed_in, form_field, refusals_on
from crosstable.web.organiser.stages import stage_in
from crosstable.web.shared import (
    Request,
    done,
    for_organisers,
    number_chosen,
    post_for_organisers,
    post_for_roles,
    say_with_undo,
)

NOT_HERE, CAME_LATE = tr("Absent players"), tr("Late arrival")


@dataclass(frozen=True, slots=True)
class ExpectedPlayer:
    """A player with a match to play, who may be absent; `where` is their pool."""

    table: int | None
    entry: Entry
    where: str = ""
    is_called: bool = False


class LateForm(forms.Form):
    """A registered player or a new name, and what happens to them in this round."""

    entry = forms.IntegerField(required=False)
    given_name = form_field(
        ENTRY_FIELDS["given_name"],
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-focus": ""}),
    )
    family_name = form_field(ENTRY_FIELDS["family_name"], help_text=tr("Lists are sorted by this name."))
    display_name = form_field(
        ENTRY_FIELDS["display_name"],
        help_text=tr("Shown to everyone. Leave empty to use given and family name."),
    )
    faction = form_field(ENTRY_FIELDS["faction"])
    rating = form_field(ENTRY_FIELDS["rating"])
    title = form_field(ENTRY_FIELDS["title"])
    federation = form_field(ENTRY_FIELDS["federation"])
    fide_id = form_field(ENTRY_FIELDS["fide_id"])
    how = forms.CharField(error_messages={"required": tr("Choose what happens to the player in this round.")})

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not values.get("entry") and not any(values.get(name) for name in NAMES):
            self.add_error("family_name", tr("Choose a player, or enter the name of a new one."))
        return values

    def details(self) -> EntryDetails | None:
        values = self.cleaned_data
        if values["entry"]:
            return None
        names = {name: values[name] for name in NAMES}
        more = {name: values[name] for name in ("faction", "title", "federation", "fide_id")}
        return EntryDetails(**names, **more, rating=values["rating"] or 0)

    def choice(self) -> tuple[str, int | None]:
        """Parse the choice: 'play-17' is to play entry 17."""
        return self.cleaned_data["how"].partition("-")[0], self.opponent_typed()

    def opponent_typed(self) -> int | None:
        return whole(str(self["how"].value() or "").partition("-")[2])


# Stands for no seat yet, in place of a pool.
WAIT = "wait"
WHO = tr("Choose the absent player.")
# `seat-17`: the seat of entry 17; with `replay`, their matches are replayed.
SEAT, REPLAY = "seat", "replay"


def missing_in_pools(request: Request, people: PoolPeople) -> HttpResponse:
    stage = people.stage
    withdrawn = set(stage.withdrawals.values_list("entry_id", flat=True))
    context = {
        "tournament": stage.tournament,
        "stage": stage,
        "heading": NOT_HERE,
        "where": stage,
        "people": people,
        "next_waiting": next(iter(people.unseated), None),
        "is_played": stage.is_being_played,
        "waited_for": _waited_for(people) if stage.is_being_played else [],
        "gone": [s for s in people.taken_seats if s.entry.is_dropped and s.entry.pk in withdrawn],
    }
    return render(request, "organiser/kinds/pools/missing.html", context)


def _waited_for(people: PoolPeople) -> list[ExpectedPlayer]:
    """Return the players with a match to play, called ones first."""
    there = [(seat, seat.next) for seat in people.here]
    rows = [ExpectedPlayer(m.table, s.entry, str(s.pool), s.is_called) for s, m in there if m is not None]
    return sorted(rows, key=lambda row: not row.is_called)


@post_for_roles(RULE)
def walkover(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Give one match of an absent player to the opponent, or all that are left."""
    stage = stage_in(tournament, number)
    entry = entry_in(tournament, number_chosen(request, "entry", WHO))
    if request.POST.get("match"):
        match = get_object_or_404(Match, pk=number_chosen(request, "match", WHO), round__stage=stage)
        withdrawals.give_match_of(stage=stage, entry=entry, match=match, by=request.user)
        messages.success(request, tr("{match} is forfeited.", match=match))
    else:
        count = withdrawals.give_matches_of(stage=stage, entry=entry, by=request.user)
        text = trn(
            "{count} match of {name} is forfeited.",
            "{count} matches of {name} are forfeited.",
            count,
            name=entry,
        )
        messages.success(request, text)
    return redirect("repairs", slug=tournament.slug)


def late_for_pools(request: Request, people: PoolPeople) -> HttpResponse:
    """Show the form for a late entry: the player, and a free seat."""
    stage = people.stage
    asked = {name: request.GET.get(name, "") for name in ("entry", "how")}
    form = LateForm(request.POST or None, initial=asked)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            return _receive(request, people, form)
    context = {
        "tournament": stage.tournament,
        "stage": stage,
        "heading": CAME_LATE,
        "where": stage,
        "form": form,
        "people": people,
        "known": people.without_seat,
        "factions": factions_of(stage.tournament).factions,
        "seats_to_give": [(f"{REPLAY if s.played else SEAT}-{s.entry.pk}", s) for s in people.seats_to_give],
        "chosen": form["how"].value() or (str(people.free_seats[0].pool.pk) if people.free_seats else WAIT),
    }
    status = 422 if form.errors else 200
    return render(request, "organiser/kinds/pools/late.html", context, status=status)


def _receive(request: Request, people: PoolPeople, form: LateForm) -> HttpResponse:
    stage, known, how = people.stage, form.cleaned_data["entry"], form.cleaned_data["how"]
    who: dict[str, Any] = {
        "by": request.user,
        "entry": entry_in(stage.tournament, known) if known else None,
        "details": form.details(),
        "confirmed": confirmed_in(request.POST),
    }
    if how == WAIT:
        entry = seats.join_waiting_list(stage=stage, **who)
        text = tr("{name} is on the waiting list.", name=entry)
        return done(request, text, "late-arrival", slug=stage.tournament.slug)
    if form.choice()[0] in (SEAT, REPLAY):
        return _give_seat(request, people, form, who)
    pool = stage.pools.filter(pk=whole(how) or 0).first()
    if pool is None:
        raise BadValue(tr("Choose a seat or the waiting list."), "how")
    entry = seats.join_pool(stage=stage, pool=pool, **who)
    messages.success(request, tr("{name} is now in {pool} and plays everyone in it.", name=entry, pool=pool))
    return redirect("control", slug=stage.tournament.slug)


def _give_seat(request: Request, people: PoolPeople, form: LateForm, who: dict[str, Any]) -> HttpResponse:
    stage, (how, holder_id) = people.stage, form.choice()
    holder = entry_in(stage.tournament, holder_id or 0)
    entry = seats.give_seat(stage=stage, holder=holder, replay=how == REPLAY, **who)
    words = tr("{name} now has the seat of {holder} and plays all its matches.", name=entry, holder=holder)
    say_with_undo(request, stage.tournament, words, "repairs")
    return redirect("repairs", slug=stage.tournament.slug)


DRAWN = (StageStatus.DRAWN, StageStatus.PUBLISHED, StageStatus.STARTED)


def drawn_knockout(tournament: Tournament) -> Stage | None:
    """Return the current stage if it is a knockout that is drawn."""
    stage = current_stage(list(tournament.stages.all()))
    stage.tournament = tournament
    return stage if stage.kind == StageKind.KNOCKOUT and stage.status in DRAWN else None


def missing_in_knockout(request: Request, stage: Stage) -> HttpResponse:
    """List the players with a match to play, called ones first: their opponents wait."""
    open_ = [match for match in hall_of(stage).matches if match.state == MatchState.OPEN]
    waiting = [(match, progress_of(match).value) for match in open_]
    context = {
        "tournament": stage.tournament,
        "stage": stage,
        "heading": NOT_HERE,
        "where": stage,
        "waiting": sorted(waiting, key=lambda row: row[1] != "called"),
    }
    return render(request, "organiser/kinds/knockout/missing.html", context)


def late_for_knockout(request: Request, stage: Stage) -> HttpResponse:
    context = {"tournament": stage.tournament, "stage": stage, "heading": CAME_LATE, "where": stage}
    status = 409 if request.method == "POST" else 200
    return render(request, "organiser/kinds/knockout/late.html", context, status=status)


WITHDRAWN: dict[str, Text] = {
    WithdrawalKind.KEEP: tr("{name} has withdrawn. The matches played count, the others are cancelled."),
    WithdrawalKind.FORFEIT: tr("{name} has withdrawn. The matches played count, the others are forfeited."),
    WithdrawalKind.VOID: tr("{name} has withdrawn. None of the matches count."),
}


@for_organisers
def withdraw(request: Request, tournament: Tournament, number: int, entry_id: int) -> HttpResponse:
    """Show the effect of each way side by side, and withdraw as chosen."""
    stage, entry = stage_in(tournament, number), entry_in(tournament, entry_id)
    if request.method == "POST":
        row = withdrawals.withdraw_entry(
            stage=stage,
            entry=entry,
            how=request.POST.get("how"),
            reason=request.POST.get("reason", ""),
            by=request.user,
        )
        messages.success(request, WITHDRAWN[row.how].filled(name=entry))
        return redirect("control", slug=tournament.slug)
    preview = preview_withdrawal(stage, entry)
    if preview is None:
        raise Http404("takes no part in this stage")
    row_there = stage.withdrawals.filter(entry=entry).first()
    context = {"tournament": tournament, "stage": stage, "preview": preview, "withdrawn": row_there}
    return render(request, "organiser/stages/withdraw.html", context)


@post_for_organisers
def undo_withdrawal(request: Request, tournament: Tournament, number: int, entry_id: int) -> HttpResponse:
    stage, entry = stage_in(tournament, number), entry_in(tournament, entry_id)
    withdrawals.undo_withdrawal(stage=stage, entry=entry, by=request.user)
    text = tr("The withdrawal of {name} is undone. All matches are as before.", name=entry)
    return done(request, text, "control", slug=tournament.slug)
