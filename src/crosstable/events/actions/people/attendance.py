"""Attendance: check-in of several players in one step, absent players, and leaving during a round.

An absent player is not paired again until marked present; what happens to their match is a repair. To finish the match
and then withdraw is `entries.drop`.
"""

from collections.abc import Collection
from copy import copy
from typing import Any

from django.db.models import Q

from crosstable.accounts.models import User
from crosstable.accounts.names import in_name_order
from crosstable.engine.results import by_code
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.results.settling import reopen, settle
from crosstable.events.actions.results.walkovers import check_not_in_bracket
from crosstable.events.actions.rounds.repairs import Rewrite, as_json, new_bye, rewrite, tell
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue, EntryIsDropped
from crosstable.events.models import (
    ByeCode,
    Entry,
    JournalEntry,
    Match,
    MatchState,
    ResultCode,
    Round,
    RoundStatus,
    Settled,
    StageStatus,
    Status,
    Tournament,
)
from crosstable.events.permissions import CHECK_IN, EntrantOr
from crosstable.events.play_errors import NothingToConcede
from crosstable.events.queries.rounds.live_rounds import live_round_of, situation_of
from crosstable.games import Use
from crosstable.text import names_text, tr


def check_in_all(
    *, tournament: Tournament, by: User, entry_ids: Collection[int] | None = None
) -> list[Entry]:
    """Check in the listed entries, or all of them, and return those that are new. Withdrawn entries are skipped."""
    with action(tournament, by, CHECK_IN) as act:
        act.require(tr("Check in"), Status.CHECK_IN, Status.IN_PROGRESS)
        return _record(act, _not_here(act, entry_ids))


def check_in_at_start(act: Action) -> dict[str, Any]:
    """Check in all entries, within the action that starts the event. Return the values for the journal."""
    rows = _not_here(act)
    _set(act, rows)
    return {"here": [entry.display_name for entry in rows]} if rows else {}


def undo_check_in_all(*, tournament: Tournament, entry_ids: Collection[int], by: User) -> list[Entry]:
    """Undo the check-in of the listed entries; possible until the event starts."""
    with action(tournament, by, CHECK_IN) as act:
        act.require(tr("Undo check-in"), Status.CHECK_IN)
        return _record(act, [e for e in _listed(act, entry_ids) if e.is_checked_in], here=False)


def _not_here(act: Action, entry_ids: Collection[int] | None = None) -> list[Entry]:
    return [e for e in _listed(act, entry_ids) if not e.is_checked_in and not e.is_dropped]


def _listed(act: Action, entry_ids: Collection[int] | None) -> list[Entry]:
    rows = in_name_order(act.tournament.entries.defer("list_text"))
    return [entry for entry in rows if entry_ids is None or entry.pk in entry_ids]


def _set(act: Action, rows: list[Entry], *, here: bool = True) -> None:
    ids = [entry.pk for entry in rows]
    act.tournament.entries.filter(pk__in=ids).update(checked_in_at=act.now if here else None)


def _record(act: Action, rows: list[Entry], *, here: bool = True) -> list[Entry]:
    if not rows:
        act.leave_as_it_is()
        return rows
    _set(act, rows, here=here)
    names = [entry.display_name for entry in rows]
    verb = "entries.checked-in" if here else "entries.check-in-undone"
    act.record(verb, names_text(names), after={"count": len(rows), "names": names})
    return rows


def mark_no_show(*, entry: Entry, by: User) -> None:
    """Mark the player absent. The opponent keeps the table until a proposed repair is applied. Raises
    EntryIsDropped."""
    with action(entry.tournament, by) as act:
        act.require(tr("Mark as absent"), Status.IN_PROGRESS)
        fresh = act.fresh(entry)
        if fresh.is_dropped:
            raise EntryIsDropped(name=fresh.display_name)
        if fresh.is_absent:
            act.leave_as_it_is()
            return
        fresh.absent_since = act.now
        fresh.save(update_fields=["absent_since"])
        round_ = live_round_of(act.tournament)
        before, after = _change_bye(act, round_, fresh, ByeCode.ALLOCATED, ByeCode.ZERO)
        after |= {"absent": True, "round": round_.number if round_ else None}
        act.record("entry.no-show", fresh.display_name, before | {"absent": False}, after, entry=fresh)


def mark_back(*, entry: Entry, by: User) -> None:
    """Mark the player present: they play their match if it is still open, and are paired in the next round."""
    with action(entry.tournament, by) as act:
        act.require(tr("Mark as present"), Status.IN_PROGRESS)
        fresh = act.fresh(entry)
        if not fresh.is_absent:
            act.leave_as_it_is()
            return
        fresh.absent_since = None
        fresh.save(update_fields=["absent_since"])
        before, after = _bye_given_back(act, fresh)
        before, after = before | {"absent": True}, after | {"absent": False}
        act.record("entry.back", fresh.display_name, before, after, entry=fresh)


def _change_bye(
    act: Action, round_: Round | None, entry: Entry, now: ByeCode, then: ByeCode
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Change the kind of the entry's bye in the live round, if it has the expected kind."""
    row = round_.matches.filter(first=entry, second=None, bye_kind=now).first() if round_ else None
    if round_ is None or row is None:
        return {}, {}
    done = rewrite(act, round_, [row], [new_bye(round_, entry.pk, then)])
    return done.before, done.after


def _bye_given_back(act: Action, entry: Entry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Restore the bye that marking the player absent removed: in the same round, and only if no other entry has it."""
    round_ = live_round_of(act.tournament)
    last = act.tournament.journal.filter(verb="entry.no-show", entry=entry).first()
    took = last is not None and "matches" in last.before
    if round_ is None or last is None or not took or last.round_number != round_.number:
        return {}, {}
    if round_.matches.filter(bye_kind=ByeCode.ALLOCATED).exists():
        return {}, {}
    return _change_bye(act, round_, entry, ByeCode.ZERO, ByeCode.ALLOCATED)


def concede_and_drop(*, entry: Entry, by: User) -> None:
    """Lose the game in progress and withdraw from later rounds. Raises EntryIsDropped, NothingToConcede, BadValue."""
    with action(entry.tournament, by, EntrantOr(entry=entry)) as act:
        act.require(tr("Concede"), Status.IN_PROGRESS)
        fresh = act.fresh(entry)
        if fresh.is_dropped:
            raise EntryIsDropped(name=fresh.display_name)
        check_not_in_bracket(act.tournament, fresh)
        _check_not_in_pools(fresh)
        was = _as_json(fresh)
        lost, changes = _leave_the_table(act, fresh)
        fresh.dropped_at = act.now
        fresh.save(update_fields=["dropped_at", "absent_since"])
        before, after = was | changes.before, _as_json(fresh) | changes.after
        act.record("entry.conceded", fresh.display_name, before, after, entry=fresh, match=lost)


def _check_not_in_pools(entry: Entry) -> None:
    seat = entry.pool_seats.filter(stage__status=StageStatus.STARTED).select_related("stage").first()
    if seat is not None:
        raise NothingToConcede(name=entry.display_name, stage=seat.stage.name)


def undo_concession(act: Action, entry: Entry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Reopen the conceded game, if its round is in progress and the match has not changed since."""
    last = act.tournament.journal.filter(verb="entry.conceded", entry=entry).first()
    match = _still_conceded(last, entry) if last else None
    if match is None or match.round.status != RoundStatus.STARTED or not match.is_agreed:
        return {}, {}
    opened = copy(match)
    reopen(opened, act=act)
    other = match.second_id if match.first_id == entry.pk else match.first_id
    done = rewrite(act, match.round, [match], [opened], recipients=[pk for pk in (other,) if pk])
    return done.before, done.after


def _still_conceded(last: JournalEntry, entry: Entry) -> Match | None:
    """Return the match the journal names, if it is this player's and unchanged."""
    version = last.after.get("conceded", {}).get("version")
    rows = Match.objects.filter(pk=last.match_id or 0, version=version, round__tournament=last.tournament_id)
    return rows.filter(Q(first=entry) | Q(second=entry)).first()


def _leave_the_table(act: Action, entry: Entry) -> tuple[Match | None, Rewrite]:
    """Return the match lost by leaving, if any, and the values for the journal."""
    rules = rules_of(act.tournament)
    round_ = live_round_of(act.tournament)
    match = situation_of(round_).row_of(entry) if round_ else None
    if round_ is None or match is None or match.is_bye or match.is_agreed:
        return None, Rewrite({}, {})
    if match.state != MatchState.OPEN:
        raise BadValue(
            rules.say(
                "A score is reported at {table} {number}. Decide it first, then withdraw the player.",
                number=match.table,
            )
        )
    if round_.status == RoundStatus.PUBLISHED:
        entry.absent_since = act.now
        return None, Rewrite({}, {})
    lost = copy(match)
    code = _lost_by(entry, match, played=Use.RESIGNATION in rules.uses)
    settle(act, lost, by_code(code), Settled.CONCEDED)
    other = match.second_id if match.first_id == entry.pk else match.first_id
    tell(act, round_, [other] if other is not None else [])
    after = {"matches": [as_json(lost)], "round": round_.number, "conceded": {"version": lost.version}}
    return lost, Rewrite({"matches": [as_json(match)]}, after)


def _lost_by(entry: Entry, match: Match, *, played: bool) -> ResultCode:
    """Return the loss: `played` for a resignation; in a game that needs a score it is a forfeit."""
    if match.first_id == entry.pk:
        return ResultCode.SECOND_WINS if played else ResultCode.SECOND_WINS_BY_FORFEIT
    return ResultCode.FIRST_WINS if played else ResultCode.FIRST_WINS_BY_FORFEIT


def _as_json(entry: Entry) -> dict[str, Any]:
    return {"dropped": entry.is_dropped, "absent": entry.is_absent}
