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
from crosstable.events.errors.event_files import (
    EventFileDamaged,
    EventFileNewer,
    EventFileTooBig,
    EventIsHere,
    NotAnEventFile,
)
from crosstable.events.errors.paper import CannotPrint, NothingToPrint
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
    "AlreadyRegistered",
    "BadValue",
    "CannotPrint",
    "CheckInOver",
    "DraftOutdated",
    "DraftStale",
    "EarlierRoundOpen",
    "EntryHasPlayed",
    "EntryIsDropped",
    "EventFileDamaged",
    "EventFileNewer",
    "EventFileTooBig",
    "EventFull",
    "EventIsHere",
    "FixedByPlay",
    "HoleInRounds",
    "ListTooLong",
    "ListsLocked",
    "MatchNotStarted",
    "NameTaken",
    "NoPairing",
    "NoRoundLeft",
    "NoSuchRound",
    "NotAllowed",
    "NotAnEventFile",
    "NotEnoughPlayers",
    "NotYourMatch",
    "NothingToConfirm",
    "NothingToPrint",
    "Refused",
    "ResultsOpen",
    "RoundStillOpen",
    "RoundsMissing",
    "StageFixed",
    "StagesFixed",
    "StagesOpen",
    "Stale",
    "WouldOverwrite",
    "WrongStatus",
    "named",
]
