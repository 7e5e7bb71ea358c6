"""The evening of pools for the wall: when and where every match is played, whatever its round."""

from django.utils import timezone

from crosstable.events.errors import NothingToPrint
from crosstable.events.files.printing.pairings import Cell, Content, board_cells, column, sheet_of_rows, who
from crosstable.events.models import Match, Round, Stage, StageKind, StageStatus, Tournament
from crosstable.events.queries.boards import with_board_lines
from crosstable.events.queries.stages.pool_schedule import matches_of_stage
from crosstable.events.records.rules import rules_of


def evening_schedule(tournament: Tournament, round_: Round | None, address: str) -> Content:
    """By the clock where there is one, else by round and slot; with room for the results."""
    stage = _stage(tournament)
    matches = [match for match in matches_of_stage(stage) if not match.is_void] if stage is not None else []
    if not matches:
        raise NothingToPrint(what="Schedule", when="once the schedule of the pools is made")
    has_times = any(match.planned_at for match in matches)
    words = rules_of(tournament).words
    columns = [
        column("Time" if has_times else "Round", align="right", strong=True),
        column(words.table, align="right"),
        column("Pool"),
        column(words.first, "1fr"),
        column("Result", "26mm", "center", write=True),
        column(words.second, "1fr"),
    ]
    in_order = with_board_lines(_in_order(matches), tournament)
    rows = [row for match in in_order for row in [_row(match, has_times), *_board_rows(match)]]
    return sheet_of_rows(11, columns, rows, note=stage.name if stage else "")


def _in_order(matches: list[Match]) -> list[Match]:
    """Stable: without times the order of play stays."""
    timed = [match for match in matches if match.planned_at]
    later = [match for match in matches if not match.planned_at]
    return sorted(timed, key=lambda match: (match.planned_at, match.table or 0)) + later


def _row(match: Match, has_times: bool) -> list[Cell]:
    assert match.second is not None
    time = f"{timezone.localtime(match.planned_at):%H:%M}" if match.planned_at else "–"
    turn = time if has_times else {"text": str(match.round.number), "small": f"slot {match.slot}"}
    pool = match.pool.name if match.pool is not None else ""
    return [turn, str(match.table or "–"), pool, who(match.first), match.result_words, who(match.second)]


def _board_rows(match: Match) -> list[list[Cell]]:
    return [["", board, "", first, result, second] for board, first, result, second in board_cells(match)]


def _stage(tournament: Tournament) -> Stage | None:
    """The pools being prepared or played, or else the last ones."""
    stages = list(tournament.stages.filter(kind=StageKind.POOLS).order_by("number"))
    return next((s for s in stages if s.status != StageStatus.CLOSED), stages[-1] if stages else None)
