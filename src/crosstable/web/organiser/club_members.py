"""Entering members of the club the event belongs to."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.people.members import enter_members
from crosstable.events.errors import BadValue, NeedsConfirmation
from crosstable.events.models import Tournament
from crosstable.events.queries.people.tournaments import members_to_enter
from crosstable.web.organiser.numbering import with_late_numbers
from crosstable.web.organiser.stages import page_of_participants
from crosstable.web.refusals import confirmed_in
from crosstable.web.shared import Request, for_organisers


@for_organisers
def members(request: Request, tournament: Tournament) -> HttpResponse:
    waiting = members_to_enter(tournament)
    wanted = set(request.POST.getlist("member"))
    chosen = [member for member in waiting if str(member.pk) in wanted]
    warning: NeedsConfirmation | None = None
    if request.method == "POST":
        if not chosen:
            raise BadValue("Choose at least one member.", "member")
        try:
            confirmed = confirmed_in(request.POST)
            entered = enter_members(
                tournament=tournament, memberships=chosen, confirmed=confirmed, by=request.user
            )
            said = f"{len(entered)} entered from {tournament.club}."
            messages.success(request, with_late_numbers(tournament, said))
            return redirect(page_of_participants(tournament))
        except NeedsConfirmation as refusal:
            warning = refusal
    context = {"tournament": tournament, "members": waiting, "back": page_of_participants(tournament)}
    context |= {"chosen": chosen, "warning": warning}
    return render(request, "organiser/members.html", context, status=warning.http_status if warning else 200)
