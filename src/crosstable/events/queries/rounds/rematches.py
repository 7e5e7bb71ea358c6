"""Rematches in a Swiss: two who have played each other in an earlier round. A forfeit is no meeting."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from crosstable.events.models import Match, Round, StageKind
from crosstable.events.queries.rounds.live_rounds import is_swiss


def met_before() -> Exists:
    """For a query of matches of a Swiss: whether the two sides have met."""
    same = Q(first=OuterRef("first"), second=OuterRef("second"))
    swapped = Q(first=OuterRef("second"), second=OuterRef("first"))
    swiss = Q(round__stage__kind=StageKind.SWISS, round__play_off=0)
    earlier = Match.objects.agreed().filter(
        same | swapped, swiss, round__number__lt=OuterRef("round__number")
    )
    return Exists(earlier.exclude(result__endswith="F"))


def rematches_in(round_: Round) -> list[int]:
    """The keys of the matches that are rematches; none in a schedule or a bracket."""
    if not is_swiss(round_):
        return []
    rows = round_.matches.filter(met_before()).order_by("table")
    return list(rows.values_list("pk", flat=True))


def rematches_of(matches: Iterable[Match]) -> frozenset[int]:
    """The same among the matches of one entry, which are at hand with their rounds."""
    met: set[frozenset[int]] = set()
    again = set()
    for match in sorted(matches, key=lambda match: match.round.number):
        if match.second_id is None or not is_swiss(match.round):
            continue
        pair = frozenset((match.first_id, match.second_id))
        if pair in met:
            again.add(match.pk)
        if match.is_agreed and not match.result.endswith("F"):
            met.add(pair)
    return frozenset(again)
