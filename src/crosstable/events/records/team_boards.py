"""The boards of team matches, told to the engine: standings of teams count match points and board points."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from django.db.models import Q

from crosstable.engine import model as engine
from crosstable.engine.results import recalled
from crosstable.engine.tie_breaks.teams import board_tallies, has_board_tallies
from crosstable.events.models import RESULT_COLUMNS, Match, MatchPart, Stage, Tournament

Key = tuple[int, int, int]
"""Round, first, second: nobody plays twice in a round."""
Boards = dict[Key, list[engine.Result]]


def with_boards(tournament: Tournament, event: engine.Tournament) -> engine.Tournament:
    """The event with the boards of its matches as tallies of their results; as it is where a match is one game."""
    return _boarded_event(event, _boards(Q(round__tournament=tournament))) if tournament.has_boards else event


def pools_with_boards(
    stage: Stage, pools: Mapping[int, engine.Tournament]
) -> Mapping[int, engine.Tournament]:
    if not stage.tournament.has_boards:
        return pools
    boards = _boards(Q(round__stage=stage))
    return {pk: _boarded_event(pool, boards) for pk, pool in pools.items()}


def _boarded_event(event: engine.Tournament, boards: Boards) -> engine.Tournament:
    rounds = tuple(
        replace(r, matches=tuple(_boarded(match, boards, r.number) for match in r.matches))
        for r in event.rounds
    )
    return replace(event, rounds=rounds)


def _boarded(match: engine.Match, boards: Boards, number: int) -> engine.Match:
    """Boards that came with the result stay: it was told instead of the one in the rows."""
    played = boards.get((number, match.pairing.first, match.pairing.second))
    if match.result is None or not played or has_board_tallies(match.result):
        return match
    tallies = (*match.result.tallies, *board_tallies(played))
    return replace(match, result=replace(match.result, tallies=tallies))


def _boards(which: Q) -> Boards:
    rows = MatchPart.objects.filter(match__in=Match.objects.filter(which, is_void=False)).exclude(result="")
    boards: Boards = defaultdict(list)
    for number, first, second, *columns in rows.order_by("match", "number").values_list(
        "match__round__number", "match__first_id", "match__second_id", *RESULT_COLUMNS
    ):
        boards[number, first, second or 0].append(recalled(*columns).to_result())
    return boards
