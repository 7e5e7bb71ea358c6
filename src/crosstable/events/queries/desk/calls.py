"""The calls for an organiser: who waits, who comes, and how long it usually takes."""

from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from django.db.models import QuerySet

from crosstable.events.bridge.hall import clock_of
from crosstable.events.models import Match, OrganiserCall, Tournament

SHOWN_CLOSED = 10
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class CallQueue:
    """The open calls, waiting ones first, each by the time of the call; the last closed ones. `takes_minutes` of a call
    is whether its table has a clock to add minutes to."""

    waiting: list[OrganiserCall]
    taken: list[OrganiserCall]
    closed: list[OrganiserCall]
    # In minutes; None before the first call is taken.
    usual_wait: int | None


def call_queue(tournament: Tournament) -> CallQueue:
    open_ = list(_calls(tournament).filter(closed_at__isnull=True))
    closed = list(_calls(tournament).filter(closed_at__isnull=False).order_by("-closed_at")[:SHOWN_CLOSED])
    for call in [*open_, *closed]:
        call.match.round.tournament = tournament
        is_timed = call.match.round.is_being_played and clock_of(call.match.round) is not None
        call.takes_minutes = is_timed  # type: ignore[attr-defined]
    return CallQueue(
        waiting=[call for call in open_ if not call.is_taken],
        taken=[call for call in open_ if call.is_taken],
        closed=closed,
        usual_wait=usual_wait(tournament),
    )


def waiting_calls(tournament: Tournament) -> int:
    rows = OrganiserCall.objects.filter(match__round__tournament=tournament)
    return rows.filter(closed_at__isnull=True, taken_at__isnull=True).count()


def usual_wait(tournament: Tournament) -> int | None:
    """Return the median wait of the last calls that were taken, in whole minutes, at least one."""
    taken = OrganiserCall.objects.filter(match__round__tournament=tournament, taken_at__isnull=False)
    moments = taken.order_by("-at").values_list("at", "taken_at")[:20]
    waits = [(took - at) / MINUTE for at, took in moments if took is not None]
    return max(1, round(median(waits))) if waits else None


def open_call(match: Match) -> OrganiserCall | None:
    rows = OrganiserCall.objects.select_related("match__round", "taken_by__player")
    return rows.filter(match=match.pk, closed_at__isnull=True).first()


def may_call(match: Match) -> bool:
    """Return whether an organiser can be called to the match: it is published, has two sides, and its round is
    open."""
    is_shown = match.round.is_public and not match.round.is_closed
    return is_shown and match.second_id is not None and not match.is_void


def _calls(tournament: Tournament) -> QuerySet[OrganiserCall]:
    rows = OrganiserCall.objects.filter(match__round__tournament=tournament)
    related = (
        "match__round__clock",
        "match__round__stage",
        "match__extra_time",
        "match__first",
        "match__second",
        "entry",
        "taken_by__player",
    )
    return rows.select_related(*related).defer("match__first__list_text", "match__second__list_text")
