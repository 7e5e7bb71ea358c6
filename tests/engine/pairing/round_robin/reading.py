"""Schedules as the lines people write: `1-6 2-5 3-4`, and who is out."""

from __future__ import annotations

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import Group, GroupSchedule


def group_of(size: int, name: str = "A") -> Group:
    return Group(name, tuple(EntryId(i) for i in range(1, size + 1)))


def lines(scheduled: GroupSchedule) -> list[str]:
    return [
        " ".join(f"{m.first}-{m.second}" for m in r.matches) + (f" ({r.bye} out)" if r.bye else "")
        for r in scheduled.rounds
    ]
