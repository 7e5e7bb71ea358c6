"""The rows behind an address, which nearly every request asks for: an event by its name, a match with its sides."""

from django.db.models import Exists, OuterRef, QuerySet
from django.shortcuts import get_object_or_404

from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.bridge.stages import MORE_THAN_A_SWISS
from crosstable.events.models import Entry, Match, Screen, Stage, Tournament

# There is more to the event than one Swiss.
IS_STAGED = Exists(Stage.objects.filter(MORE_THAN_A_SWISS, tournament=OuterRef("pk")))


def _with_stages() -> QuerySet[Tournament]:
    """With `is_staged`, so that pages of the many events that are one Swiss need not ask for stages."""
    return Tournament.objects.select_related("owner__player").annotate(is_staged=IS_STAGED)


tournament_called = CompiledQuery(lambda slug: _with_stages().filter(slug=slug), str)


def shared_tournament(token: str) -> Tournament | None:
    """The event a share link opens: public, and the link still the one given out."""
    tournament = _with_stages().filter(share_token=token).first()
    return tournament if tournament is not None and tournament.is_public else None


_with_sides = CompiledQuery(
    lambda pk, tournament: (
        Match.objects.select_related("round__stage", "first__player", "second__player")
        .defer("first__list_text", "second__list_text")
        .filter(pk=pk, round__tournament=tournament)
        .order_by()
    ),
    int,
    int,
)


def match_with_sides(tournament: Tournament, pk: int) -> Match | None:
    """Asked for by every report; what people wrote as lists stays where it is."""
    match = _with_sides.first(pk, tournament.pk)
    if match is not None:
        match.round.tournament = tournament
    return match


def entry_in(tournament: Tournament, entry_id: int) -> Entry:
    rows = Entry.objects.select_related("player", "tournament")
    return get_object_or_404(rows, pk=entry_id, tournament=tournament)


def screen_by_code(code: str) -> Screen | None:
    """With its tournament; a draft is shown to nobody."""
    screen = Screen.objects.select_related("tournament__owner__player").filter(code=code).first()
    return screen if screen is not None and screen.tournament.is_public else None
