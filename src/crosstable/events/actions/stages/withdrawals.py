"""Absences and withdrawals in a pool stage.

For an absent entry, one match is forfeited, or every one without a report. A withdrawal is permanent and also decides
whether the games already played count.
"""

from collections.abc import Iterable

from django.db.models import Q

from crosstable.accounts.models import User
from crosstable.engine.pairing.round_robin import withdrawal_by_rule
from crosstable.engine.results import by_code
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.results.settling import clear_boards, lost_by, reopen, settle
from crosstable.events.actions.stages.stages import fresh_stage, require_stage
from crosstable.events.bridge.results.scores import PLAYED
from crosstable.events.bridge.rules import match_in_round
from crosstable.events.errors import BadValue
from crosstable.events.models import (
    Entry,
    Match,
    MatchState,
    ResultCode,
    Settled,
    Stage,
    StageStatus,
    Withdrawal,
    WithdrawalKind,
)
from crosstable.events.permissions import RULE
from crosstable.events.play_errors import AlreadyWithdrawn, LaterWithdrawal, NothingToGive, NotWithdrawn
from crosstable.events.queries.stages.pool_people import PoolPeople
from crosstable.events.queries.standings.pool_tables import voids_withdrawn
from crosstable.text import tr


def give_match_of(*, stage: Stage, entry: Entry, match: Match, by: User, reason: str = "") -> None:
    """Forfeit one match of an absent entry. Raises NothingToGive."""
    with action(stage.tournament, by, RULE) as act:
        fresh, left = _left(act, stage, entry)
        given = next((m for m in left if m.pk == match.pk), None)
        if given is None:
            raise NothingToGive(name=entry.display_name)
        to = _give(act, given, entry)
        subject = match_in_round(given)
        act.record("walkover.given", subject, after={"to": to}, reason=reason[:300], match=given, stage=fresh)


def give_matches_of(*, stage: Stage, entry: Entry, by: User, reason: str = "") -> int:
    """Forfeit all remaining matches; reported and played ones stay. Return how many. Raises NothingToGive."""
    with action(stage.tournament, by, RULE) as act:
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


def _left(act: Action, stage: Stage, entry: Entry) -> tuple[Stage, list[Match]]:
    fresh = fresh_stage(act, stage)
    require_stage(fresh, tr("Forfeit a match"), StageStatus.STARTED)
    seat = next((s for s in PoolPeople(fresh).taken_seats if s.entry.pk == entry.pk), None)
    if seat is None:
        raise BadValue(tr("{entry} takes no part in {fresh}.", entry=entry, fresh=fresh), "entry")
    return fresh, list(seat.open)


def _give(act: Action, match: Match, absent: Entry) -> str:
    """Forfeit the match to the other side; both lose if both are absent. Return the winner's name."""
    other = match.second if match.first_id == absent.pk else match.first
    assert other is not None, "a match of a pool has two sides"
    if not other.is_active:
        settle(act, match, by_code(ResultCode.DOUBLE_FORFEIT), Settled.WALKOVER)
        return tr("neither side")
    settle(act, match, lost_by(absent, match), Settled.WALKOVER)
    return other.display_name


def withdraw_entry(
    *, stage: Stage, entry: Entry, how: str | None = None, reason: str = "", by: User
) -> Withdrawal:
    """Withdraw an entry from the rest of a stage. Without `how` by FIDE's rule of 50%, or void by the BWF list."""
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        require_stage(fresh, tr("Withdraw"), StageStatus.STARTED)
        leaving = _seated(fresh, entry)
        if fresh.withdrawals.filter(entry=leaving).exists():
            raise AlreadyWithdrawn(name=str(leaving))
        matches = list(_matches(fresh, leaving))
        chosen = _chosen(fresh, matches, how)
        touched = take_out(act, matches, leaving, chosen)
        leaving.dropped_at = leaving.dropped_at or act.now
        leaving.save(update_fields=["dropped_at"])
        row = Withdrawal.objects.create(
            stage=fresh, entry=leaving, how=chosen, touched=touched, at=act.now, by=by
        )
        after = {"how": chosen.value, "matches": len(touched)}
        act.record(
            "entry.withdrawn", str(leaving), after=after, reason=reason[:300], entry=leaving, stage=fresh
        )
    return row


def undo_withdrawal(*, stage: Stage, entry: Entry, by: User) -> None:
    """Undo a withdrawal: restore every match."""
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        require_stage(fresh, tr("Undo the withdrawal"), StageStatus.STARTED)
        back = _seated(fresh, entry)
        row = fresh.withdrawals.select_related("stage", "entry").filter(entry=back).first()
        if row is None:
            raise NotWithdrawn(name=str(back))
        _check_latest(row)
        _restore(row)
        back.dropped_at = None
        back.save(update_fields=["dropped_at"])
        act.record("entry.withdrawal-undone", str(back), before={"how": row.how}, entry=back, stage=fresh)
        row.delete()


def _seated(stage: Stage, entry: Entry) -> Entry:
    seat = stage.pool_seats.select_related("entry").filter(entry=entry).first()
    if seat is None:
        raise BadValue(tr("{entry} takes no part in {stage}.", entry=entry, stage=stage), "entry")
    return seat.entry


def _matches(stage: Stage, entry: Entry) -> Iterable[Match]:
    """Return the entry's matches that count so far; those against an entry that withdrew earlier may be void
    already."""
    mine = Match.objects.filter(Q(first=entry) | Q(second=entry), round__stage=stage, is_void=False)
    return mine.order_by("round__number")


def _chosen(stage: Stage, matches: list[Match], how: str | None) -> WithdrawalKind:
    if how is None:
        played = sum(match.result in PLAYED for match in matches)
        voids_all = voids_withdrawn(stage.tournament)
        return WithdrawalKind(withdrawal_by_rule(played, len(matches), voids_all=voids_all).value)
    if how not in WithdrawalKind.values:
        raise BadValue(tr("A withdrawal is one of {values}.", values=", ".join(WithdrawalKind.values)), "how")
    return WithdrawalKind(how)


def take_out(act: Action, matches: list[Match], leaving: Entry, how: WithdrawalKind) -> dict[str, str]:
    """Void or forfeit the matches affected and return the earlier state of each. Part of actions."""
    touched = [m for m in matches if how is WithdrawalKind.VOID or not m.is_agreed]
    before = {str(match.pk): str(match.state) for match in touched}
    for match in touched:
        if how is WithdrawalKind.FORFEIT:
            settle(act, match, lost_by(leaving, match), Settled.WITHDRAWAL)
        else:
            match.is_void = True
            match.version += 1
            match.save()
    return before


def _check_latest(row: Withdrawal) -> None:
    """Refuse if there is a later withdrawal in the pool: the two share a match, so the later one is undone first."""
    pools = row.stage.pool_seats.filter(entry=row.entry).values("pool")
    later = row.stage.withdrawals.filter(pk__gt=row.pk, entry__pool_seats__pool__in=pools)
    other = later.select_related("entry").order_by("-pk").first()
    if other is not None:
        raise LaterWithdrawal(name=str(other.entry))


def _restore(row: Withdrawal) -> None:
    for match in Match.objects.filter(pk__in=[int(pk) for pk in row.touched]):
        match.is_void = False
        if row.how == WithdrawalKind.FORFEIT:
            clear_boards(match)
            reopen(match, MatchState(row.touched[str(match.pk)]))
        else:
            match.version += 1
            match.save()
