"""Line-ups: rows ↔ players on boards. An empty board is filled by the next player of the team's list."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from crosstable.accounts.models import User
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.engine import model as engine
from crosstable.engine.model import Color, Points
from crosstable.engine.results import Score, recalled
from crosstable.engine.scoring import color_at, team_result, usual_line_up
from crosstable.engine.tie_breaks.teams import board_tallies, has_board_tallies
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import RESULT_COLUMNS, Entry, Match, MatchPart, Stage, TeamMember, Tournament
from crosstable.games import Use


@dataclass(frozen=True, slots=True)
class LineUp:
    """The players of one side, from board 1 on. `is_given`: the team has set it."""

    entry: Entry
    seats: tuple[TeamMember | None, ...]
    is_given: bool

    def board_of(self, user: User) -> int | None:
        """Return the board of this user; None for a substitute."""
        seated = (n for n, seat in enumerate(self.seats, start=1) if seat and seat.player.user_id == user.pk)
        return next(seated, None) if user.pk else None

    def name_at(self, board: int) -> str:
        seat = self.seats[board - 1]
        return seat.player.name if seat is not None else ""


def line_ups_of(match: Match) -> tuple[LineUp, LineUp]:
    """Return the line-ups of both sides, first side first: three queries."""
    assert match.second is not None
    parts = parts_of(match)
    return _line_up(match, match.first, parts, "first_member_id"), _line_up(
        match, match.second, parts, "second_member_id"
    )


def _line_up(match: Match, entry: Entry, parts: Sequence[MatchPart], column: str) -> LineUp:
    boards = match.round.tournament.team_boards
    members = {member.pk: member for member in _members(entry)}
    named = {part.number: members.get(getattr(part, column)) for part in parts if getattr(part, column)}
    by_number = {member.number: member for member in members.values()}
    usual = usual_line_up(by_number, boards)
    seats = [named.get(n) or _at(by_number, usual, n) for n in range(1, boards + 1)]
    return LineUp(entry, tuple(seats), len(named) == boards)


def parts_of(match: Match) -> list[MatchPart]:
    """Return the boards or games of a match in order; cached on the match if loaded. Every report needs them."""
    if "parts" in getattr(match, "_prefetched_objects_cache", {}):
        return list(match.parts.all())
    parts = _parts(match.pk)
    for part in parts:
        part.match = match
    return parts


_parts = CompiledQuery(lambda match: MatchPart.objects.filter(match_id=match).order_by("number"), int)


def _members(entry: Entry) -> Iterable[TeamMember]:
    """Return the members with their players; cached on the entry if loaded."""
    is_read = "members" in getattr(entry, "_prefetched_objects_cache", {})
    return entry.members.all() if is_read else _members_of(entry.pk)


_members_of = CompiledQuery(
    lambda entry: TeamMember.objects.filter(entry_id=entry).select_related("player").order_by("number"), int
)


def _at(members: dict[int, TeamMember], usual: Sequence[int], board: int) -> TeamMember | None:
    return members[usual[board - 1]] if board <= len(usual) else None


def board_points(match: Match, tournament: Tournament) -> tuple[Points, Points] | None:
    """Return both sides' points on their boards: 2½ and 1½. None if a match has no boards, or not all are reported."""
    boards = match.parts_with_result if tournament.has_boards else []
    return points_on_boards(boards, tournament)


def points_on_boards(boards: Sequence[Score], tournament: Tournament) -> tuple[Points, Points] | None:
    """Return the same for boards that are loaded."""
    if len(boards) != tournament.team_boards:
        return None
    return team_result([score.to_result() for score in boards], rules_of(tournament).scoring).board_points


def color_word(match: Match, board: int, *, first_side: bool) -> str:
    """Return White or Black in the game's words; empty without colours."""
    tournament = match.round.tournament
    rules = rules_of(tournament)
    if Use.COLORS not in rules.uses:
        return ""
    vocabulary = rules.vocabulary
    return vocabulary.first if color_at(board, first_side=first_side) is Color.WHITE else vocabulary.second


Key = tuple[int, int, int]
"""Round, first, second: no entry plays twice in a round."""
Boards = dict[Key, list[engine.Result]]


def with_boards(tournament: Tournament, event: engine.Tournament) -> engine.Tournament:
    """Return the event with the boards of its matches as tallies of their results; unchanged if a match is one game."""
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
    """Add the stored boards to a result. Boards that came with the result stay: it replaces the stored one."""
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
