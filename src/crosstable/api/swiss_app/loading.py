"""The event, player or pairing that an address or a body of document D names."""

from django.http import Http404

from crosstable.api.identity import Request, VisitorRequest
from crosstable.api.loading import tournament_to_change, tournament_to_read
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Match, Tournament
from crosstable.events.queries.people.app_event import is_app_event
from crosstable.whole_numbers import whole

AnyRequest = Request | VisitorRequest


def event_to_read(request: AnyRequest, tournament_id: int) -> Tournament:
    return _app_event(tournament_to_read(request, tournament_id))


def event_to_change(request: AnyRequest, tournament_id: int) -> Tournament:
    return _app_event(tournament_to_change(request, tournament_id))


def event_named(request: AnyRequest, wanted: str | None) -> Tournament:
    """By the id in a body or a form."""
    if wanted is None:
        raise BadValue("Send the _id of the tournament in the field tournament.", "tournament")
    number = whole(wanted)
    if number is None:
        raise Http404
    return event_to_change(request, number)


def entry_named(request: AnyRequest, player_id: int) -> Entry:
    row = Entry.objects.filter(pk=player_id).values_list("tournament_id", flat=True).first()
    if row is None:
        raise Http404
    tournament = event_to_change(request, row)
    return Entry.objects.select_related("tournament", "player").get(pk=player_id, tournament=tournament)


def match_named(request: AnyRequest, pairing_id: int) -> Match:
    rows = Match.objects.select_related("round__tournament", "round__stage", "first", "second")
    match = rows.filter(pk=pairing_id).first()
    if match is None or not match.round.is_public:
        raise Http404
    event_to_change(request, match.round.tournament_id)
    return match


def _app_event(tournament: Tournament) -> Tournament:
    if not is_app_event(tournament):
        raise Http404
    return tournament
