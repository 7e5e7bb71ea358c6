"""What is played next at every board: the match called to it or played there, and those that come after it.

For stages whose matches wait for boards and not for rounds. Nobody is shown at two boards at once: what dispatch would
call to a free board stands there first.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.hall import Progress
from crosstable.events.models import Entry, Match, MatchState, StageKind, Tournament
from crosstable.events.queries.hall.boards import Hall, hall_of, stage_being_played
from crosstable.events.records.hall import progress_of
from crosstable.states import Is

SHOWN = 3
WAIT_FOR_BOARDS = (StageKind.POOLS, StageKind.KNOCKOUT)
ON = (Progress.CALLED, Progress.IN_PLAY)
WORDS = {Progress.IN_PLAY: "in play", Progress.CALLED: "called"}


@dataclass(frozen=True, slots=True)
class BoardQueue:
    """`now` is what is called to the board or played on it, or could be; `then` are the ones after it.

    `state`: in play, called, reported, next (it could be called now) or waits (for somebody who is at another board).
    """

    board: int
    now: Match
    then: Sequence[Match]
    # How many more there are than shown.
    more: int
    state: str = "next"

    is_in_play = Is("state", WORDS[Progress.IN_PLAY])
    is_called = Is("state", WORDS[Progress.CALLED])
    may_call = Is("state", "next")


def next_matches(tournament: Tournament) -> list[BoardQueue]:
    """By board; boards with nothing left are not there."""
    stage = stage_being_played(tournament)
    return queues_of(hall_of(stage)) if stage is not None and stage.kind in WAIT_FOR_BOARDS else []


def queues_of(hall: Hall) -> list[BoardQueue]:
    proposed = {match.pk for match in hall.proposed.values()}
    return [_queue(board, queue, proposed) for board, queue in matches_by_board(hall).items()]


def matches_by_board(hall: Hall) -> dict[int, list[Match]]:
    """Board → its matches without a result, the one its card shows first: on it, proposed for it, or next on it."""
    board_of = {match.pk: board for board, match in hall.proposed.items()}
    by_board: dict[int, list[Match]] = defaultdict(list)
    for match in hall.matches:
        if not match.is_agreed:
            by_board[board_of.get(match.pk, match.table or 0)].append(match)
    for queue in by_board.values():
        queue.sort(key=lambda m: (progress_of(m) not in ON, m.pk not in board_of))
    return dict(sorted(by_board.items()))


def _queue(board: int, queue: list[Match], board_of: set[int]) -> BoardQueue:
    now, then = queue[0], queue[1:SHOWN]
    waits = "next" if now.pk in board_of or not board_of else "waits"
    reported = "reported" if now.state != MatchState.OPEN else waits
    return BoardQueue(board, now, then, max(len(queue) - SHOWN, 0), WORDS.get(progress_of(now), reported))


def next_in_pools(tournament: Tournament) -> list[BoardQueue]:
    """Of pools, and of a play-off after them."""
    return [queue for queue in next_matches(tournament) if queue.now.bracket_number is None]


def next_in_round(tournament: Tournament) -> list[BoardQueue]:
    """Of a Swiss whose matches are called to boards."""
    stage = stage_being_played(tournament)
    return queues_of(hall_of(stage)) if stage is not None and stage.kind == StageKind.SWISS else []


def next_in_bracket(tournament: Tournament) -> list[BoardQueue]:
    """Of a knockout that is called to boards; else every match has a table of its own."""
    stage = stage_being_played(tournament)
    hall = hall_of(stage) if stage is not None and stage.kind == StageKind.KNOCKOUT else None
    return queues_of(hall) if hall is not None and hall.is_used else []


def next_match_of(entry: Entry) -> Match | None:
    """What somebody plays next, or is playing."""
    mine = [match for match in undecided(entry.tournament) if entry.pk in (match.first_id, match.second_id)]
    return min(mine, key=lambda match: progress_of(match) not in ON, default=None)


def undecided(tournament: Tournament) -> list[Match]:
    """The matches of the stage being played that still wait for a result, in the order of play."""
    stage = stage_being_played(tournament)
    if stage is None or stage.kind not in WAIT_FOR_BOARDS:
        return []
    return [match for match in hall_of(stage).matches if not match.is_agreed]
