"""The last column of a crosstable, in files and on paper: what leads the order."""

from collections.abc import Mapping
from dataclasses import dataclass

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks import TieBreakValue, find_tie_break
from crosstable.events.models import StageKind, Tournament
from crosstable.events.queries.standings.pool_standings import codes_of
from crosstable.events.queries.standings.standings import ranking
from crosstable.events.records.rules import rules_of
from crosstable.events.records.stages import stages_of


@dataclass(frozen=True, slots=True)
class Totals:
    name: str
    values: Mapping[EntryId, TieBreakValue]


def crosstable_totals(tournament: Tournament) -> Totals:
    """Over all rounds of the event."""
    ranks = ranking(tournament)
    code = _leading_code(tournament, ranks.codes)
    return Totals(
        rules_of(tournament).tie_break(code).name, find_tie_break(code).values(history_of(ranks.whole))
    )


def _leading_code(tournament: Tournament, codes: tuple[str, ...]) -> str:
    """In pools what leads their order; else match points of teams with boards, wins or points."""
    stages = stages_of(tournament)
    if stages and stages[0].kind == StageKind.POOLS:
        return codes_of(tournament)[0]
    if "MP" in codes:
        return "MP"
    return "WINS" if rules_of(tournament).is_led_by_wins else "PTS"
