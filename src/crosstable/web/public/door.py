"""The page behind the code at the door: whoever scans it enters themselves or their team. Wrong codes are counted."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from crosstable.accounts import limits
from crosstable.events.actions.people.self_registration import enter_at_the_door, waiting_list_of
from crosstable.events.errors import NameTaken, Refused
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.people.entries import is_full
from crosstable.web.entry_form import EntryForm
from crosstable.web.refusals import add_refusal
from crosstable.web.team_forms import TeamForm

# What stays on the page until it is left: somebody at a door looks twice whether they are in.
ENTERED = "entered-at-the-door"
MOST_WRONG = 20
# Of one address in an hour: everybody in a hall may come from one.
MOST = 300


@never_cache
def door(request: HttpRequest, token: str) -> HttpResponse:
    tournament = _behind(request, token)
    form = _form(request, tournament)
    if request.method == "POST" and form.is_valid():
        try:
            entry = _enter(request, tournament, token, form)
            request.session[ENTERED] = _said(entry)
            return redirect("door-code", token=token)
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
    return render(request, "public/door.html", context, status=422 if form.errors else 200)


def _behind(request: HttpRequest, token: str) -> Tournament:
    """Raises TooManyTries after too many wrong codes from an address."""
    tournament = Tournament.objects.filter(door_token=token).first()
    if tournament is None:
        limits.take("door-code", limits.address_of(request), most=MOST_WRONG, within=limits.WINDOW)
        raise Http404("no such door")
    return tournament


def _form(request: HttpRequest, tournament: Tournament) -> EntryForm | TeamForm:
    kind = TeamForm if tournament.has_teams else EntryForm
    return kind(tournament, request.POST or None)


def _enter(request: HttpRequest, tournament: Tournament, token: str, form: EntryForm | TeamForm) -> Entry:
    limits.take("door", tournament.pk, limits.address_of(request), most=MOST)
    members = form.members() if isinstance(form, TeamForm) else ()
    return enter_at_the_door(tournament=tournament, code=token, details=form.details(), members=members)


def _said(entry: Entry) -> str:
    if waiting_list_of(entry.tournament):
        return f"{entry} is on the waiting list. The organiser calls you when a seat is free."
    return f"{entry} takes part."


def _tell(form: EntryForm | TeamForm, refusal: Refused) -> None:
    if isinstance(refusal, NameTaken):
        form.add_error(
            "display_name",
            f"“{refusal.name}” is in already. If that is you, all is well; if not, add something to the name.",
        )
    else:
        add_refusal(form, refusal)
