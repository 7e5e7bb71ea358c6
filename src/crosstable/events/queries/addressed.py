"""The rows a URL names, loaded by nearly every request: an event by its slug, a match with its sides."""

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now
from django.shortcuts import get_object_or_404

from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.bridge.stages import MORE_THAN_A_SWISS
from crosstable.events.models import Announcement, Entry, Match, Screen, Stage, Tournament

# True for every format other than a single Swiss.
IS_STAGED = Exists(Stage.objects.filter(MORE_THAN_A_SWISS, tournament=OuterRef("pk")))
# Whether an announcement is shown: pages of other events skip the query for them.
ANNOUNCES = Exists(Announcement.objects.filter(tournament=OuterRef("pk"), until__gt=Now()))


def _with_stages() -> QuerySet[Tournament]:
    """Annotate `is_staged`: pages of single-Swiss events, the usual ones, skip the query for stages. `announces`
    likewise."""
    rows = Tournament.objects.select_related("owner__player")
    return rows.annotate(is_staged=IS_STAGED, announces=ANNOUNCES)


tournament_called = CompiledQuery(lambda slug: _with_stages().filter(slug=slug), str)


def shared_tournament(token: str) -> Tournament | None:
    """Return the event a share link opens, if the event is public and the link is still the current one."""
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
    """Return the match with both entries; it is loaded for every report, so army lists are deferred."""
    match = _with_sides.first(pk, tournament.pk)
    if match is not None:
        match.round.tournament = tournament
    return match


def entry_in(tournament: Tournament, entry_id: int) -> Entry:
    rows = Entry.objects.select_related("player", "tournament")
    return get_object_or_404(rows, pk=entry_id, tournament=tournament)


def screen_by_code(code: str) -> Screen | None:
    """Return the display with its tournament; None for a draft."""
    screen = Screen.objects.select_related("tournament__owner__player").filter(code=code).first()
    return screen if screen is not None and screen.tournament.is_public else None
