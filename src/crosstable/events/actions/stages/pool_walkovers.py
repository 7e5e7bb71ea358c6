"""Somebody of a pool is not here: one match is given to the other side, or every one nobody has reported on.

To leave for good is a withdrawal (withdrawals.py), which asks what becomes of the games played, too.
"""

from crosstable.accounts.models import User
from crosstable.engine.results import by_code
from crosstable.events.actions.frame.acting import Act, acting
from crosstable.events.actions.results.settling import lost_by, settle
from crosstable.events.actions.stages.stages import fresh_stage, require_stage
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Match, ResultCode, Settled, Stage, StageStatus
from crosstable.events.permissions import RULE
from crosstable.events.play_errors import NothingToGive
from crosstable.events.queries.stages.pool_people import PoolPeople


def give_match_of(*, stage: Stage, entry: Entry, match: Match, by: User, reason: str = "") -> None:
    """One match is lost by whoever is not here. Raises NothingToGive."""
    with acting(stage.tournament, by, RULE, "give matches away") as act:
        fresh, left = _left(act, stage, entry)
        given = next((m for m in left if m.pk == match.pk), None)
        if given is None:
            raise NothingToGive(name=entry.display_name)
        to = _give(act, given, entry)
        subject = f"{given.round}: {given}"
        act.record("walkover.given", subject, after={"to": to}, reason=reason[:300], match=given, stage=fresh)


def give_matches_of(*, stage: Stage, entry: Entry, by: User, reason: str = "") -> int:
    """All that are left. What is reported or played stays. Returns how many. Raises NothingToGive."""
    with acting(stage.tournament, by, RULE, "give matches away") as act:
        fresh, left = _left(act, stage, entry)
        if not left:
            raise NothingToGive(name=entry.display_name)
        for match in left:
            _give(act, match, entry)
        act.record(
            "walkovers.given",
            entry.display_name,
            after={"matches": len(left)},
            reason=reason[:300],
            entry=entry,
            stage=fresh,
        )
    return len(left)


def _left(act: Act, stage: Stage, entry: Entry) -> tuple[Stage, list[Match]]:
    fresh = fresh_stage(act, stage)
    require_stage(fresh, "Giving a match", StageStatus.STARTED)
    seat = next((s for s in PoolPeople(fresh).taken_seats if s.entry.pk == entry.pk), None)
    if seat is None:
        raise BadValue(f"{entry} takes no part in {fresh}.", "entry")
    return fresh, list(seat.open)


def _give(act: Act, match: Match, absent: Entry) -> str:
    """To the other side; both lose if neither is here. Says to whom."""
    other = match.second if match.first_id == absent.pk else match.first
    assert other is not None, "a match of a pool has two sides"
    if not other.is_active:
        settle(act, match, by_code(ResultCode.DOUBLE_FORFEIT), Settled.WALKOVER)
        return "nobody"
    settle(act, match, lost_by(absent, match), Settled.WALKOVER)
    return other.display_name
