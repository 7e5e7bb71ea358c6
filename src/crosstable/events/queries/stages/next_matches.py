"""What is played next at every board: the match being played there, and those that come after it.

For stages whose matches wait for boards and not for rounds. The order of a board is the order of the schedule;
whoever has not played yet and is free comes on, whatever the other boards do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.events.models import Entry, Match, RoundStatus, StageKind, Tournament

SHOWN = 3
WAIT_FOR_BOARDS = (StageKind.POOLS, StageKind.KNOCKOUT)


@dataclass(frozen=True, slots=True)
class BoardQueue:
    """`now` is the first match of the board that is not decided, `then` the ones after it."""

    board: int
    now: Match
    then: Sequence[Match]
    # How many more there are than shown.
    more: int


def next_matches(tournament: Tournament, shown: int = SHOWN) -> list[BoardQueue]:
    """By board; boards with nothing left are not there. One query."""
    by_board: dict[int, list[Match]] = defaultdict(list)
    for match in undecided(tournament):
        by_board[match.table or 0].append(match)
    return [
        BoardQueue(board, queue[0], queue[1:shown], max(len(queue) - shown, 0))
        for board, queue in sorted(by_board.items())
    ]


def next_in_pools(tournament: Tournament) -> list[BoardQueue]:
    return [queue for queue in next_matches(tournament) if queue.now.pool_id is not None]


def next_match_of(entry: Entry) -> Match | None:
    """What somebody plays next, or is playing."""
    mine = (match for match in undecided(entry.tournament) if entry.pk in (match.first_id, match.second_id))
    return next(mine, None)


def undecided(tournament: Tournament) -> list[Match]:
    """The matches of stages being played that still wait for a result, in the order of play."""
    rows = Match.objects.undecided().filter(
        round__tournament=tournament,
        round__status=RoundStatus.STARTED,
        round__stage__kind__in=WAIT_FOR_BOARDS,
        is_void=False,
    )
    rows = rows.select_related("round__tournament", "pool", "first__player", "second__player").defer(
        "first__list_text", "second__list_text"
    )
    return sorted(
        rows.prefetch_related("claims__entry"), key=lambda m: (m.round.number, m.slot, m.table or 0)
    )
