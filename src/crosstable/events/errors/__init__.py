"""Why an action was refused: types with data, a stable code, and one sentence that says what to do.

Everything here is something the person can fix. Our own mistakes stay ordinary exceptions and are logged.
"""

from crosstable.events.errors.clock import NoClock
from crosstable.events.errors.common import (
    BadValue,
    FixedByPlay,
    NotAllowed,
    NotNow,
    Refused,
    Stale,
    StepPassed,
    StepWaits,
    WrongStatus,
    named,
)
from crosstable.events.errors.conflicts import DraftStale, EarlierRoundOpen, HoleInRounds
from crosstable.events.errors.corrections import (
    AlreadyReported,
    CannotBeUndone,
    CorrectedAlready,
    CorrectionOutdated,
    CorrectionsStand,
    LaterRoundStands,
    NothingToUndo,
    NotTheLast,
    RoundNotClosed,
)
from crosstable.events.errors.entries import (
    AlreadyEntered,
    AlreadyHere,
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
    ReportFileRefused,
)
from crosstable.events.errors.hall import (
    BoardNotFree,
    BoardStaysOpen,
    EveningTooShort,
    InTwoPlaces,
    NoBoards,
    NobodyToCall,
)
from crosstable.events.errors.knockout import (
    DrawOutdated,
    NeedsWinner,
    NobodyToReplace,
    NoKnockout,
    NoSwissHere,
    NotDrawnYet,
    NotInBracket,
    PartOfKnockout,
    SeatsUnknown,
    SeriesIsDecided,
    StillInBracket,
    TooFewToDraw,
    TooFewToGoOn,
    TouchedMatch,
    TouchesLaterMatches,
)
from crosstable.events.errors.paper import CannotPrint, NothingToPrint
from crosstable.events.errors.phones import ReportedLater
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
    DeskEntryElsewhere,
    MatchNotStarted,
    NothingToConfirm,
    NotYourMatch,
    SpeaksForBoth,
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
from crosstable.events.errors.stages import (
    AlreadyWithdrawn,
    FieldIsDrawn,
    HolderHasPlayed,
    LaterWithdrawal,
    MatchesOpen,
    MatchIsVoid,
    NeedsSearch,
    NoFreeSeat,
    NoPools,
    NoSeatsOfPools,
    NoSuchTie,
    NotEnoughForPools,
    NothingToGive,
    NotWithdrawn,
    PartOfPlayOff,
    PlayOffOn,
    PlayOffReported,
    PoolsOutdated,
    PoolWouldBeTooSmall,
    SearchRunning,
    Seated,
    SeatIsHeld,
    SolverNeeded,
    StageFixed,
    StagesFixed,
    StagesOpen,
    TiedButGone,
    TieUndecided,
    WithdrawnFrom,
)
from crosstable.events.errors.teams import (
    BadLineUp,
    BoardsNeeded,
    FixedByEntries,
    InAnotherTeam,
    LineUpPlayed,
    LineUpsClosed,
    NoTeams,
    NotYourBoard,
    TeamLocked,
    TeamsOnly,
    WrongTeamSize,
)
