"""Whom somebody who comes late could play in the round that is on."""

from dataclasses import dataclass

from crosstable.engine.model import EntryId
from crosstable.events.models import ByeCode, Entry, Match, MatchState, ResultCode
from crosstable.events.queries.rounds.live_rounds import Situation

FORFEITS = {
    ResultCode.FIRST_WINS_BY_FORFEIT: "first",
    ResultCode.SECOND_WINS_BY_FORFEIT: "second",
}


@dataclass(frozen=True, slots=True)
class FreeOpponent:
    """`why`: bye (left over), no-opponent (the opponent is absent), aside (put aside by an organiser)."""

    entry: Entry
    why: str
    table: int | None = None
    row: Match | None = None


def free_opponents(situation: Situation, late: Entry | None = None) -> list[FreeOpponent]:
    """Players in the hall without a game; those who wait at a table come before those with the bye."""
    opponents = [
        free for match in situation.matches if (free := _free_at(situation, match, late)) is not None
    ]
    opponents += [FreeOpponent(situation.entries[pk], "aside") for pk in situation.aside]
    here = [free for free in opponents if not free.entry.is_absent and free.entry != late]
    if late is not None and late.pk in situation.entries:
        here = [f for f in here if situation.rules.may_meet(EntryId(late.pk), EntryId(f.entry.pk))]
    return sorted(here, key=lambda free: (free.why == "bye", free.table or 0))


def _free_at(situation: Situation, match: Match, late: Entry | None) -> FreeOpponent | None:
    if match.is_bye:
        waits = match.bye_kind == ByeCode.ALLOCATED
        return FreeOpponent(match.first, "bye", row=match) if waits else None
    assert match.second is not None
    if match.claims.all():
        return None
    if match.state == MatchState.OPEN:
        here = [e for e in (match.first, match.second) if e.pk not in situation.absent]
        return FreeOpponent(here[0], "no-opponent", match.table, match) if len(here) == 1 else None
    return _forfeit_winner(match, late)


def _forfeit_winner(match: Match, late: Entry | None) -> FreeOpponent | None:
    """Somebody who won because nobody came has not played, and may."""
    side = FORFEITS.get(ResultCode(match.result)) if match.result else None
    if side is None or match.second is None:
        return None
    winner, loser = (match.first, match.second) if side == "first" else (match.second, match.first)
    if winner.is_dropped or not (loser.is_absent or loser.is_dropped or loser == late):
        return None
    return FreeOpponent(winner, "no-opponent", match.table, match)
