"""Who is not in the hall: a no-show is not paired again until marked back. What becomes of the table is a repair."""

from __future__ import annotations

from crosstable.accounts.models import User
from crosstable.events.actions.acting import Act, acting
from crosstable.events.errors import EntryIsDropped, NotAllowed
from crosstable.events.models import Entry, Status
from crosstable.events.queries.live_rounds import live_round_of


def mark_no_show(*, entry: Entry, by: User) -> None:
    """Not here. The opponent keeps the table until one of the proposals is applied. Raises EntryIsDropped."""
    with acting(entry.tournament, by) as act:
        act.require("Marking a no-show", Status.IN_PROGRESS)
        fresh = _fresh(act, entry)
        if fresh.is_dropped:
            raise EntryIsDropped(fresh.display_name)
        if fresh.is_absent:
            act.leave_as_it_is()
            return
        fresh.absent_since = act.now
        fresh.save(update_fields=["absent_since"])
        round_ = live_round_of(act.tournament)
        after = {"entry": fresh.pk, "absent": True, "round": round_.number if round_ else None}
        act.record("entry.no-show", fresh.display_name, {"entry": fresh.pk, "absent": False}, after)


def mark_back(*, entry: Entry, by: User) -> None:
    """Here after all: plays on at the table if it is still open, and is paired in the next round."""
    with acting(entry.tournament, by) as act:
        act.require("Marking somebody back", Status.IN_PROGRESS)
        fresh = _fresh(act, entry)
        if not fresh.is_absent:
            act.leave_as_it_is()
            return
        fresh.absent_since = None
        fresh.save(update_fields=["absent_since"])
        before, after = {"entry": fresh.pk, "absent": True}, {"entry": fresh.pk, "absent": False}
        act.record("entry.back", fresh.display_name, before, after)


def _fresh(act: Act, entry: Entry) -> Entry:
    found = act.tournament.entries.filter(pk=entry.pk).first()
    if found is None:
        raise NotAllowed("change this entry: it is no longer in the event")
    return found
