"""Check-in at the desk: one or several at once, sent by the page's script or by a plain form.

The script sends what was typed in order and again until it is answered, so each comes with a key and is done once.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse

from crosstable.events.actions.people import attendance, entries
from crosstable.events.errors import AlreadyHere, BadValue
from crosstable.events.models import Entry, Tournament
from crosstable.events.permissions import CHECK_IN
from crosstable.events.queries.addressed import entry_in
from crosstable.web.middleware import came_from, wants_json
from crosstable.web.shared import Request, post_for_roles, run_once
from crosstable.web.undoable import say_with_undo
from crosstable.whole_numbers import whole

MOST_AT_ONCE = 5000


@post_for_roles(CHECK_IN)
def check_in(request: Request, tournament: Tournament) -> HttpResponse:
    """`entry` names one or several, `here` says yes or no."""
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
        return [entry], f"Check-in of {entry} undone."
    try:
        entries.check_in(entry=entry, by=request.user)
    except AlreadyHere as already:
        return [], str(already)
    return [entry], f"{entry} is checked in."


def _several(request: Request, tournament: Tournament, ids: list[int], here: bool) -> tuple[list[Entry], str]:
    action = attendance.check_in_all if here else attendance.undo_check_in_all
    changed = action(tournament=tournament, entry_ids=set(ids), by=request.user)
    done = "checked in" if here else "taken back"
    return changed, f"{len(changed)} {done}." if changed else f"Nobody was left to be {done}."


def _ids(request: Request) -> list[int]:
    sent = request.POST.getlist("entry")
    ids = [number for number in map(whole, sent) if number is not None]
    if not sent or len(sent) > MOST_AT_ONCE or len(ids) < len(sent):
        raise BadValue("Choose who is here.", "entry")
    return ids
