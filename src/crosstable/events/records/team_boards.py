"""The boards of team matches, told to the engine: standings of a Swiss of teams count match points and board points."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from crosstable.engine import model as engine
from crosstable.engine.tie_breaks.teams import board_tallies
from crosstable.events.models import RESULT_COLUMNS, MatchPart, Tournament, recall

Key = tuple[int, int, int]
"""Round, first, second: nobody plays twice in a round."""


def has_boards(tournament: Tournament) -> bool:
    return tournament.team_boards > 1


def with_boards(tournament: Tournament, event: engine.Tournament) -> engine.Tournament:
    """The event with the boards of its matches as tallies of their results; as it is where a match is one game."""
    if not has_boards(tournament):
        return event
    boards = _boards(tournament)
    rounds = tuple(
        replace(r, matches=tuple(_boarded(match, boards, r.number) for match in r.matches))
        for r in event.rounds
    )
    return replace(event, rounds=rounds)


def _boarded(match: engine.Match, boards: dict[Key, list[engine.Result]], number: int) -> engine.Match:
    played = boards.get((number, match.pairing.first, match.pairing.second))
    if match.result is None or not played:
        return match
    tallies = (*match.result.tallies, *board_tallies(played))
    return replace(match, result=replace(match.result, tallies=tallies))


def _boards(tournament: Tournament) -> dict[Key, list[engine.Result]]:
    rows = MatchPart.objects.filter(match__round__tournament=tournament, match__is_void=False).exclude(
        result=""
    )
    boards: dict[Key, list[engine.Result]] = defaultdict(list)
    for number, first, second, *columns in rows.order_by("match", "number").values_list(
        "match__round__number", "match__first_id", "match__second_id", *RESULT_COLUMNS
    ):
        boards[number, first, second or 0].append(recall(*columns).to_result())
    return boards
