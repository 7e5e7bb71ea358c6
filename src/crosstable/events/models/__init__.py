"""Tournaments in the database: fields, constraints and one-row properties. No rules, no writes."""

from crosstable.events.models.announcement import Announcement
from crosstable.events.models.call import CallReason, OrganiserCall
from crosstable.events.models.clock import ExtraTime, RoundClock
from crosstable.events.models.correction import Adjustment, Correction, Policy
from crosstable.events.models.entry import ASKED_BYES, ByeRequest, Entry, EntryClaim, ForbiddenPair
from crosstable.events.models.journal import ActionImage, JournalEntry
from crosstable.events.models.notification import (
    Channel,
    Delivery,
    NewsCursor,
    NewsKind,
    Notification,
    NotificationChoice,
    PushSubscription,
)
from crosstable.events.models.pool import ScheduleSearch, SearchState, Withdrawal, WithdrawalKind
from crosstable.events.models.preset import EventPreset
from crosstable.events.models.rating import PlayerRating, RatingChange, RatingRules
from crosstable.events.models.result import (
    RESULT_COLUMNS,
    ResultCode,
    WithResult,
    score_from_json,
)
from crosstable.events.models.rounds import (
    ByeCode,
    Claim,
    Match,
    MatchQuerySet,
    MatchState,
    Round,
    RoundStatus,
    Settled,
    table_and_slot,
    was_agreed,
)
from crosstable.events.models.seating import BlockedTable, ChangedPairing, SetAside
from crosstable.events.models.stage import BracketSeat, Pool, PoolSeat, Stage, StageKind, StageStatus
from crosstable.events.models.team import MatchPart, TeamMember
from crosstable.events.models.tournament import (
    Appointment,
    BoardOrderCode,
    DeletedEvent,
    KeptEventFile,
    OwnFactions,
    RatedHere,
    Role,
    RoundFlow,
    Status,
    Tournament,
)
from crosstable.events.models.work import EmergencyPack, PlayerUpload, Presence, Screen, ScreenKind
