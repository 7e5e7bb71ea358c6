"""Why an action was refused: types with data, a stable code, and one sentence that says what to do.

Everything here is something the person can fix. Our own mistakes stay ordinary exceptions and are logged.
"""

from __future__ import annotations

from crosstable.events.errors.clock import NoClock
from crosstable.events.errors.common import (
    BadValue,
    FixedByPlay,
    NotAllowed,
    Refused,
    Stale,
    WrongStatus,
    named,
)
from crosstable.events.errors.entries import (
    AlreadyEntered,
    AlreadyRegistered,
    CheckInOver,
    EntryHasPlayed,
    EntryIsDropped,
    EventFull,
    ListsLocked,
    ListTooLong,
    NameTaken,
)
from crosstable.events.errors.results import (
    AlreadyAgreed,
    MatchNotStarted,
    NothingToConfirm,
    NotYourMatch,
    WouldOverwrite,
)
from crosstable.events.errors.rounds import (
    DraftOutdated,
    NoPairing,
    NoRoundLeft,
    NoSuchRound,
    NotEnoughPlayers,
    ResultsOpen,
    RoundsMissing,
    RoundStillOpen,
)

__all__ = [
    "AlreadyAgreed",
    "AlreadyEntered",
    "AlreadyRegistered",
    "BadValue",
    "CheckInOver",
    "DraftOutdated",
    "EntryHasPlayed",
    "EntryIsDropped",
    "EventFull",
    "FixedByPlay",
    "ListTooLong",
    "ListsLocked",
    "MatchNotStarted",
    "NameTaken",
    "NoClock",
    "NoPairing",
    "NoRoundLeft",
    "NoSuchRound",
    "NotAllowed",
    "NotEnoughPlayers",
    "NotYourMatch",
    "NothingToConfirm",
    "Refused",
    "ResultsOpen",
    "RoundStillOpen",
    "RoundsMissing",
    "Stale",
    "WouldOverwrite",
    "WrongStatus",
    "named",
]
