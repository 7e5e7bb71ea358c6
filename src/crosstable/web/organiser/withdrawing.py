"""Who leaves a stage of pools being played, and what becomes of the games."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.stages import withdrawals
from crosstable.events.models import Tournament, WithdrawalKind
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.stages.withdrawals import preview_withdrawal
from crosstable.web.organiser.stages import stage_in
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers


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


@post_for_organisers
def undo_withdrawal(request: Request, tournament: Tournament, number: int, entry_id: int) -> HttpResponse:
    stage, entry = stage_in(tournament, number), entry_in(tournament, entry_id)
    withdrawals.undo_withdrawal(stage=stage, entry=entry, by=request.user)
    return done(request, f"{entry} is back, and every match is what it was.", "control", slug=tournament.slug)
