"""Line-ups: a side with its boards, which of it a viewer may see, and the progress of a round."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.engine.results import Score
from crosstable.events.bridge.team_boards import LineUp, color_word, line_ups_of
from crosstable.events.models import (
    Claim,
    Entry,
    Match,
    MatchPart,
    Round,
    RoundStatus,
    TeamMember,
    Tournament,
    score_from_json,
)
from crosstable.events.models.result import report_words
from crosstable.events.permissions import is_entrant, is_organiser


@dataclass(frozen=True, slots=True)
class Seat:
    number: int
    name: str
    player_id: int | None
    # White or Black, in a game with colours.
    color: str


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a match. `is_shown`: the viewer may see the line-up.

    Before the deadline a team sees only whether the opposing team has handed in a line-up.
    """

    entry: Entry
    boards: Sequence[Seat]
    members: Sequence[TeamMember]
    size: int
    is_given: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class MyBoard:
    """The viewer's board and opponent in the next match."""

    number: int
    color: str
    opponent: str


def is_secret(round_: Round) -> bool:
    """Return whether line-ups are still hidden from the opponents: until they are due."""
    return round_.lineups_until is not None and timezone.now() < round_.lineups_until


def sides_for(user: User, match: Match) -> list[SideView]:
    """Return both sides, the first side first."""
    secret = is_secret(match.round) and not is_organiser(user, match.round.tournament)
    return [
        _side(match, line_up, shown=not secret or is_entrant(user, line_up.entry), first_side=n == 0)
        for n, line_up in enumerate(line_ups_of(match))
    ]


def _side(match: Match, line_up: LineUp, *, shown: bool, first_side: bool) -> SideView:
    seats = [
        Seat(
            number,
            seat.player.name if seat else "",
            seat.player_id if seat else None,
            color_word(match, number, first_side=first_side),
        )
        for number, seat in enumerate(line_up.seats, start=1)
    ]
    members = list(line_up.entry.members.select_related("player"))
    size = match.round.tournament.team_size or 0
    return SideView(line_up.entry, seats if shown else [], members, size, line_up.is_given, shown)


def board_of(user: User, match: Match, *, first_side: bool) -> MyBoard | None:
    """Return the user's board in a team match; None for a substitute or a match without boards."""
    if not match.round.tournament.has_boards or match.second is None:
        return None
    first, second = line_ups_of(match)
    mine, theirs = (first, second) if first_side else (second, first)
    number = mine.board_of(user)
    if number is None:
        return None
    opponent = "" if is_secret(match.round) else theirs.name_at(number)
    return MyBoard(number, color_word(match, number, first_side=first_side), opponent)


def board_report(match: Match, score: Score, *, first: bool) -> str:
    """A side's report of one board: its own numbers first, and the team that won there."""
    winner = str(getattr(match, score.winner)) if score.winner else ""
    return report_words(score.words_for(first=first), winner, score.code)


def score_at(claim: Claim, board: int) -> Score | None:
    """Return the score the side reported for a board, from the first side's view; None without one."""
    stored = claim.boards[board - 1] if board <= len(claim.boards) else None
    return score_from_json(stored) if stored else None


@dataclass(frozen=True, slots=True)
class MatchToLineUp:
    match: Match
    first_given: bool
    second_given: bool


def rounds_to_line_up(tournament: Tournament) -> list[tuple[Round, list[MatchToLineUp]]]:
    """Return the published rounds that are not closed, each with its matches; three queries."""
    rounds = tournament.rounds.filter(status__in=(RoundStatus.PUBLISHED, RoundStatus.STARTED))
    rows = Match.objects.filter(round__in=rounds, second__isnull=False, is_void=False)
    given: dict[tuple[int, str], int] = {}
    for match, first, second in MatchPart.objects.filter(match__in=rows).values_list(
        "match_id", "first_member_id", "second_member_id"
    ):
        for side, member in (("first", first), ("second", second)):
            given[match, side] = given.get((match, side), 0) + (member is not None)
    boards = tournament.team_boards
    by_round: dict[int, list[MatchToLineUp]] = {}
    for row in rows.select_related("first", "second").order_by("slot", "table"):
        full = (given.get((row.pk, side), 0) == boards for side in ("first", "second"))
        by_round.setdefault(row.round_id, []).append(MatchToLineUp(row, *full))
    return [(round_, by_round[round_.pk]) for round_ in rounds if round_.pk in by_round]
