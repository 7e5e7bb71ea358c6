"""Team matches over several boards: board results → match result, standings by match points, then board points.

Board results are seen from the first team, whoever has White there. Line-ups and who may play where are not
checked here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from crosstable.engine.model import Entry, EntryId, Outcome, Points, Result, Scoring
from crosstable.engine.scoring import outcome_points


@dataclass(frozen=True, slots=True)
class TeamScoring:
    """Match points for winning, drawing, losing on board points; boards score by `boards`.

    A bye is worth `bye_match_points`, and `bye_board_points` for each board of a match.
    """

    win: Points = Decimal(2)
    draw: Points = Decimal(1)
    loss: Points = Decimal(0)
    bye_match_points: Points = Decimal(2)
    bye_board_points: Points = Decimal("0.5")
    boards: Scoring = field(default_factory=Scoring)


STANDARD = TeamScoring()


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Boards in order; one that is still open is None. A team match counts once every board has a result."""

    first: EntryId
    second: EntryId
    boards: tuple[Result | None, ...]

    @property
    def is_over(self) -> bool:
        return bool(self.boards) and None not in self.boards


@dataclass(frozen=True, slots=True)
class TeamBye:
    entry: EntryId
    boards: int


@dataclass(frozen=True, slots=True)
class TeamResult:
    """Board points of both sides, their match points, and the result as any other match has it."""

    board_points: tuple[Points, Points]
    match_points: tuple[Points, Points]
    result: Result


def team_result(boards: Sequence[Result], scoring: TeamScoring = STANDARD) -> TeamResult:
    """More board points win the match; equal ones draw it. A match without a game played is a forfeit."""
    first = sum((outcome_points(scoring.boards, board.first) for board in boards), Decimal(0))
    second = sum((outcome_points(scoring.boards, board.second) for board in boards), Decimal(0))
    played = any(board.first.was_played for board in boards)
    result = _result(first, second, played)
    points = (_match_points(scoring, result.first), _match_points(scoring, result.second))
    return TeamResult((first, second), points, result)


def _result(first: Points, second: Points, played: bool) -> Result:
    if first == second:
        drawn = Outcome.DRAW if played else Outcome.FORFEIT_LOSS
        return Result(drawn, drawn, rated=False)
    won, lost = (Outcome.WIN, Outcome.LOSS) if played else (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
    return Result(won, lost, rated=False) if first > second else Result(lost, won, rated=False)


def _match_points(scoring: TeamScoring, outcome: Outcome) -> Points:
    if outcome.is_win:
        return scoring.win
    return scoring.draw if outcome is Outcome.DRAW else scoring.loss


@dataclass(frozen=True, slots=True)
class TeamRow:
    """Teams equal in both scores share a rank (1, 2, 2, 4)."""

    rank: int
    entry: Entry
    match_points: Points
    board_points: Points
    wins: int
    draws: int
    losses: int


def team_standings(
    entries: Sequence[Entry],
    matches: Sequence[TeamMatch],
    byes: Sequence[TeamBye] = (),
    scoring: TeamScoring = STANDARD,
) -> list[TeamRow]:
    """By match points, then board points; full equals in seed order. Open matches are left out."""
    tallies = {entry.id: _Tally() for entry in entries}
    for match in matches:
        boards = [board for board in match.boards if board is not None]
        if match.is_over:
            _count(tallies, match, team_result(boards, scoring))
    for bye in byes:
        tallies[bye.entry].add(scoring.bye_match_points, scoring.bye_board_points * bye.boards, None)
    ordered = sorted(entries, key=lambda e: (*(-score for score in tallies[e.id].scores), e.seed))
    return _ranked(ordered, tallies)


@dataclass
class _Tally:
    match_points: Points = Decimal(0)
    board_points: Points = Decimal(0)
    outcomes: list[Outcome] = field(default_factory=list)

    def add(self, match_points: Points, board_points: Points, outcome: Outcome | None) -> None:
        self.match_points += match_points
        self.board_points += board_points
        if outcome is not None:
            self.outcomes.append(outcome)

    @property
    def scores(self) -> tuple[Points, Points]:
        return self.match_points, self.board_points

    def row(self, rank: int, entry: Entry) -> TeamRow:
        wins = sum(outcome.is_win for outcome in self.outcomes)
        losses = sum(outcome.is_loss for outcome in self.outcomes)
        return TeamRow(rank, entry, *self.scores, wins, len(self.outcomes) - wins - losses, losses)


def _count(tallies: dict[EntryId, _Tally], match: TeamMatch, result: TeamResult) -> None:
    sides = zip(
        (match.first, match.second),
        result.match_points,
        result.board_points,
        (result.result.first, result.result.second),
        strict=True,
    )
    for entry, match_points, board_points, outcome in sides:
        tallies[entry].add(match_points, board_points, outcome)


def _ranked(ordered: Sequence[Entry], tallies: dict[EntryId, _Tally]) -> list[TeamRow]:
    rows: list[TeamRow] = []
    for place, entry in enumerate(ordered, start=1):
        tally = tallies[entry.id]
        equal = bool(rows) and (rows[-1].match_points, rows[-1].board_points) == tally.scores
        rows.append(tally.row(rows[-1].rank if equal else place, entry))
    return rows
