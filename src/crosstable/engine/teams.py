"""Team matches over several boards: board results → match result, standings by match points, then board points, then
the tie-breaks of team_tie_breaks.py that are asked for.

Board results are seen from the first team, whoever has White there. Line-ups and who may play where are not
checked here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from crosstable.engine.model import Entry, EntryId, Outcome, Points, Result, Scoring
from crosstable.engine.scoring import outcome_points
from crosstable.engine.team_tie_breaks import TEAM_TIE_BREAKS, Key


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
    """Teams equal in both scores and in every tie-break share a rank (1, 2, 2, 4).

    `boards`: the points made on each board over all matches."""

    rank: int
    entry: Entry
    match_points: Points
    board_points: Points
    wins: int
    draws: int
    losses: int
    boards: tuple[Points, ...] = ()


def team_standings(
    entries: Sequence[Entry],
    matches: Sequence[TeamMatch],
    byes: Sequence[TeamBye] = (),
    scoring: TeamScoring = STANDARD,
    tie_breaks: Sequence[str] = (),
) -> list[TeamRow]:
    """By match points, board points, then the tie-breaks by code; full equals in seed order.

    Open matches are left out.
    """
    tallies = {entry.id: _Tally() for entry in entries}
    for match in matches:
        boards = [board for board in match.boards if board is not None]
        if match.is_over:
            _count(tallies, match, team_result(boards, scoring))
            tallies[match.first].add_boards([outcome_points(scoring.boards, b.first) for b in boards])
            tallies[match.second].add_boards([outcome_points(scoring.boards, b.second) for b in boards])
    for bye in byes:
        tallies[bye.entry].add(scoring.bye_match_points, scoring.bye_board_points * bye.boards, None)
    most = max((len(tally.boards) for tally in tallies.values()), default=0)
    keys = {id: (tally.scores, *_tie_break_keys(tally, most, tie_breaks)) for id, tally in tallies.items()}
    by_seed = sorted(entries, key=lambda entry: entry.seed)
    return _ranked(sorted(by_seed, key=lambda entry: keys[entry.id], reverse=True), tallies, keys)


def _tie_break_keys(tally: _Tally, boards: int, codes: Sequence[str]) -> Iterator[Key]:
    """Every team on as many boards, or a team that has not played would have a shorter key than others."""
    points = [*tally.boards, *[Decimal(0)] * (boards - len(tally.boards))]
    return (TEAM_TIE_BREAKS[code](points) for code in codes)


@dataclass
class _Tally:
    match_points: Points = Decimal(0)
    board_points: Points = Decimal(0)
    outcomes: list[Outcome] = field(default_factory=list)
    boards: list[Points] = field(default_factory=list)

    def add_boards(self, points: Sequence[Points]) -> None:
        self.boards += [Decimal(0)] * (len(points) - len(self.boards))
        for board, made in enumerate(points):
            self.boards[board] += made

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
        return TeamRow(
            rank, entry, *self.scores, wins, len(self.outcomes) - wins - losses, losses, tuple(self.boards)
        )


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


def _ranked(
    ordered: Sequence[Entry], tallies: Mapping[EntryId, _Tally], keys: Mapping[EntryId, tuple[Key, ...]]
) -> list[TeamRow]:
    rows: list[TeamRow] = []
    for place, entry in enumerate(ordered, start=1):
        tally = tallies[entry.id]
        equal = bool(rows) and keys[rows[-1].entry.id] == keys[entry.id]
        rows.append(tally.row(rows[-1].rank if equal else place, entry))
    return rows
