"""The desk of a stage being played: the result of any match, board by board for teams, and who leaves."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from crosstable.events.actions.results import results, team_boards
from crosstable.events.actions.stages import withdrawals
from crosstable.events.errors import Refused
from crosstable.events.models import Match, Tournament, WithdrawalKind
from crosstable.events.queries.stages.withdrawals import preview_withdrawal
from crosstable.events.records.settings.game import counts_points
from crosstable.web.organiser.stages import stage_in
from crosstable.web.organiser.tables import RULING_FORMS, as_it_stands, playing_in
from crosstable.web.shared import Request, entry_in, for_organisers
from crosstable.web.team_forms import BoardsForm


@for_organisers
def match(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    """One match of the stage: what both sides say, and the organiser's word."""
    found = get_object_or_404(playing_in(tournament).filter(is_void=False), pk=match_id)
    form = _form(request, tournament, found)
    if request.method == "POST" and form.is_valid():
        try:
            _rule(request, found, form)
            messages.success(request, f"{found.first} v {found.second} is settled.")
            return redirect("control", slug=tournament.slug)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
            found = get_object_or_404(playing_in(tournament), pk=match_id)
    claims = list(found.claims.all())
    context = {"tournament": tournament, "match": found, "claims": claims, "form": form}
    return render(request, _template(tournament), context, status=422 if form.errors else 200)


def _form(request: Request, tournament: Tournament, found: Match) -> Any:
    if tournament.team_boards > 1:
        return BoardsForm(tournament, found, request.POST or None)
    return RULING_FORMS[tournament.profile](request.POST or None, initial=as_it_stands(found))


def _template(tournament: Tournament) -> str:
    if tournament.team_boards > 1:
        return "organiser/stages/boards.html"
    points = counts_points(tournament)
    return "organiser/table.html" if points else "organiser/chess/board.html"


def _rule(request: Request, found: Match, form: Any) -> None:
    values = form.cleaned_data
    said: dict[str, Any] = {
        "match": found,
        "by": request.user,
        "seen_version": values["version"],
        "overwrite": True,
        "reason": values["reason"],
    }
    if isinstance(form, BoardsForm):
        team_boards.enter_boards(boards=form.boards(), **said)
    else:
        results.enter_result(**said, **form.said())


@for_organisers
def withdraw(request: Request, tournament: Tournament, number: int, entry_id: int) -> HttpResponse:
    """What each way would do, side by side, and the decision."""
    stage, entry = stage_in(tournament, number), entry_in(tournament, entry_id)
    if request.method == "POST":
        row = withdrawals.withdraw_entry(
            stage=stage,
            entry=entry,
            how=request.POST.get("how"),
            reason=request.POST.get("reason", ""),
            by=request.user,
        )
        messages.success(request, f"{entry} has withdrawn: {WithdrawalKind(row.how).label.lower()}.")
        return redirect("control", slug=tournament.slug)
    preview = preview_withdrawal(stage, entry)
    if preview is None:
        raise Http404("takes no part in this stage")
    row_there = stage.withdrawals.filter(entry=entry).first()
    context = {"tournament": tournament, "stage": stage, "preview": preview, "withdrawn": row_there}
    return render(request, "organiser/stages/withdraw.html", context)


@require_POST
@for_organisers
def undo_withdrawal(request: Request, tournament: Tournament, number: int, entry_id: int) -> HttpResponse:
    stage, entry = stage_in(tournament, number), entry_in(tournament, entry_id)
    withdrawals.undo_withdrawal(stage=stage, entry=entry, by=request.user)
    messages.success(request, f"{entry} is back, and every match is what it was.")
    return redirect("control", slug=tournament.slug)
