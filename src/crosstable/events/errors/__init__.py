"""Why an action was refused: types with data, a stable code, and one sentence that says what to do.

Everything here is something the person can fix. Our own mistakes stay ordinary exceptions and are logged.
"""

from __future__ import annotations

from crosstable.events.errors.at_once import DraftStale, EarlierRoundOpen, HoleInRounds
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
from crosstable.events.errors.repairs import (
    AlreadyInRound,
    ByeTaken,
    NoLiveRound,
    NotFree,
    PlayersAside,
    RepairOutdated,
    RoundBeingPlayed,
    SeatTaken,
    TableBlocked,
    TableHasBegun,
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
from crosstable.events.errors.stages import StageFixed, StagesFixed, StagesOpen

__all__ = [
    "AlreadyAgreed",
    "AlreadyEntered",
    "AlreadyInRound",
    "AlreadyRegistered",
    "BadValue",
    "ByeTaken",
    "CheckInOver",
    "DraftOutdated",
    "DraftStale",
    "EarlierRoundOpen",
    "EntryHasPlayed",
    "EntryIsDropped",
    "EventFull",
    "FixedByPlay",
    "HoleInRounds",
    "ListTooLong",
    "ListsLocked",
    "MatchNotStarted",
    "NameTaken",
    "NoLiveRound",
    "NoPairing",
    "NoRoundLeft",
    "NoSuchRound",
    "NotAllowed",
    "NotEnoughPlayers",
    "NotFree",
    "NotYourMatch",
    "NothingToConfirm",
    "PlayersAside",
    "Refused",
    "RepairOutdated",
    "ResultsOpen",
    "RoundBeingPlayed",
    "RoundStillOpen",
    "RoundsMissing",
    "SeatTaken",
    "StageFixed",
    "StagesFixed",
    "StagesOpen",
    "Stale",
    "TableBlocked",
    "TableHasBegun",
    "WouldOverwrite",
    "WrongStatus",
    "named",
]
