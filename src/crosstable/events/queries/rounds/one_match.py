"""One match with its round and both sides, asked for by every report; what people wrote as lists stays where it is."""

from crosstable.accounts.prepared import PreparedRows
from crosstable.events.models import Match, Tournament

_with_sides = PreparedRows(
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
    match = _with_sides.first(pk, tournament.pk)
    if match is not None:
        match.round.tournament = tournament
    return match
