"""Who is not in the hall: a no-show is not paired again until marked back. What becomes of the table is a repair.

The pairing's own bye is a win for somebody who is here. A no-show who holds it has a zero-point bye instead, and
whoever was marked by mistake gets it back.
"""

from typing import Any

from crosstable.accounts.models import User
from crosstable.events.actions.frame.acting import Act, acting
from crosstable.events.actions.rounds.rewriting import new_bye, rewrite
from crosstable.events.errors import EntryIsDropped
from crosstable.events.models import ByeCode, Entry, Round, Status
from crosstable.events.queries.rounds.live_rounds import live_round_of


def mark_no_show(*, entry: Entry, by: User) -> None:
    """Not here. The opponent keeps the table until one of the proposals is applied. Raises EntryIsDropped."""
    with acting(entry.tournament, by) as act:
        act.require("Marking a no-show", Status.IN_PROGRESS)
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
    """Here after all: plays on at the table if it is still open, and is paired in the next round."""
    with acting(entry.tournament, by) as act:
        act.require("Marking somebody back", Status.IN_PROGRESS)
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
    act: Act, round_: Round | None, entry: Entry, now: ByeCode, then: ByeCode
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The bye of the live round becomes worth something else, if it is the one expected."""
    row = round_.matches.filter(first=entry, second=None, bye_kind=now).first() if round_ else None
    if round_ is None or row is None:
        return {}, {}
    done = rewrite(act, round_, [row], [new_bye(round_, entry.pk, then)])
    return done.before, done.after


def _bye_given_back(act: Act, entry: Entry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Only the bye this marking took, in the same round, and while nobody else has it."""
    round_ = live_round_of(act.tournament)
    last = act.tournament.journal.filter(verb="entry.no-show", entry=entry).first()
    took = last is not None and "matches" in last.before
    if round_ is None or last is None or not took or last.round_number != round_.number:
        return {}, {}
    if round_.matches.filter(bye_kind=ByeCode.ALLOCATED).exists():
        return {}, {}
    return _change_bye(act, round_, entry, ByeCode.ZERO, ByeCode.ALLOCATED)
