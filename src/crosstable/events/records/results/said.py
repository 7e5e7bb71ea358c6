"""What somebody says a match ended like: a result, with victory points where the game has them.

Where it has, the result follows from them and is never chosen by hand (A13).
"""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.engine.model import Outcome, Result
from crosstable.engine.results import ScoreRefused
from crosstable.events.errors import BadValue
from crosstable.events.models import Claim, Game, Match, ResultCode, Tournament
from crosstable.events.records.settings.game import counts_points, shape_of

OUTCOMES = {
    ResultCode.FIRST_WINS: (Outcome.WIN, Outcome.LOSS),
    ResultCode.SECOND_WINS: (Outcome.LOSS, Outcome.WIN),
    ResultCode.DRAW: (Outcome.DRAW, Outcome.DRAW),
    ResultCode.FIRST_WINS_BY_FORFEIT: (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    ResultCode.SECOND_WINS_BY_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    ResultCode.DOUBLE_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
}
PLAYED = (ResultCode.FIRST_WINS, ResultCode.SECOND_WINS, ResultCode.DRAW)
FORFEITS = (
    ResultCode.FIRST_WINS_BY_FORFEIT,
    ResultCode.SECOND_WINS_BY_FORFEIT,
    ResultCode.DOUBLE_FORFEIT,
)


@dataclass(frozen=True, slots=True)
class Said:
    result: ResultCode
    first_vp: int | None = None
    second_vp: int | None = None

    @classmethod
    def of(cls, row: Match | Claim | Game) -> Said:
        return cls(ResultCode(row.result), row.first_vp, row.second_vp)

    @property
    def words(self) -> str:
        return f"{self.first_vp}–{self.second_vp}" if self.first_vp is not None else self.result.label

    def as_json(self) -> dict[str, object]:
        if self.first_vp is not None:
            return {"first_vp": self.first_vp, "second_vp": self.second_vp}
        return {"result": self.result.value}

    def to_engine(self) -> Result:
        return Result(*OUTCOMES[self.result], self.first_vp, self.second_vp)


def understand(
    tournament: Tournament, first_vp: int | None, second_vp: int | None, result: str | None
) -> Said:
    """What was said, checked against what the game knows. Raises BadValue with the field."""
    if counts_points(tournament) and not _is_forfeit(first_vp, second_vp, result):
        return _from_vp(tournament, first_vp, second_vp)
    if result not in ResultCode.values:
        raise BadValue(f"A result is one of {', '.join(ResultCode.values)}.", "result")
    return Said(ResultCode(result))


def _is_forfeit(first_vp: int | None, second_vp: int | None, result: str | None) -> bool:
    """What was not played has no victory points for the result to follow from."""
    return first_vp is None and second_vp is None and result in FORFEITS


def _from_vp(tournament: Tournament, first_vp: int | None, second_vp: int | None) -> Said:
    try:
        shape_of(tournament).read((first_vp, second_vp))
    except ScoreRefused as refused:
        raise BadValue(str(refused), f"{refused.field}_vp") from refused
    assert first_vp is not None and second_vp is not None
    code = {1: ResultCode.FIRST_WINS, 0: ResultCode.DRAW, -1: ResultCode.SECOND_WINS}
    return Said(code[(first_vp > second_vp) - (first_vp < second_vp)], first_vp, second_vp)
