"""Check-in of several at once, as the desk does it: each list is one action, and can be taken back as one."""

from collections.abc import Collection
from typing import Any

from crosstable.accounts.models import User
from crosstable.accounts.names import in_name_order
from crosstable.events.actions.frame.acting import Act, acting
from crosstable.events.errors import named
from crosstable.events.models import Entry, Status, Tournament
from crosstable.events.permissions import CHECK_IN


def check_in_all(
    *, tournament: Tournament, by: User, entry_ids: Collection[int] | None = None
) -> list[Entry]:
    """Those of the list who are not here yet; without a list everybody. Whoever has dropped is left out."""
    with acting(tournament, by, CHECK_IN, "check people in") as act:
        act.require("Checking in", Status.CHECK_IN, Status.IN_PROGRESS)
        return _record(act, _not_here(act, entry_ids))


def check_in_everybody(act: Act) -> dict[str, Any]:
    """Within an action that begins the event. Returns what the journal says of it."""
    rows = _not_here(act)
    _set(act, rows)
    return {"here": [entry.display_name for entry in rows]} if rows else {}


def undo_check_in_all(*, tournament: Tournament, entry_ids: Collection[int], by: User) -> list[Entry]:
    """Those of the list who are here; possible until the event starts."""
    with acting(tournament, by, CHECK_IN, "take check-ins back") as act:
        act.require("Undoing a check-in", Status.CHECK_IN)
        return _record(act, [e for e in _listed(act, entry_ids) if e.is_checked_in], here=False)


def _not_here(act: Act, entry_ids: Collection[int] | None = None) -> list[Entry]:
    return [e for e in _listed(act, entry_ids) if not e.is_checked_in and not e.is_dropped]


def _listed(act: Act, entry_ids: Collection[int] | None) -> list[Entry]:
    rows = in_name_order(act.tournament.entries.defer("list_text"))
    return [entry for entry in rows if entry_ids is None or entry.pk in entry_ids]


def _set(act: Act, rows: list[Entry], *, here: bool = True) -> None:
    ids = [entry.pk for entry in rows]
    act.tournament.entries.filter(pk__in=ids).update(checked_in_at=act.now if here else None)


def _record(act: Act, rows: list[Entry], *, here: bool = True) -> list[Entry]:
    if not rows:
        act.leave_as_it_is()
        return rows
    _set(act, rows, here=here)
    names = [entry.display_name for entry in rows]
    verb = "entries.checked-in" if here else "entries.check-in-undone"
    act.record(verb, named(names), after={"count": len(rows), "names": names})
    return rows
