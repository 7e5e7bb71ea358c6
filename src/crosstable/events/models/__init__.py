"""Tournaments in the database: fields, constraints and one-row properties. No rules, no writes."""

from crosstable.events.models.entry import Entry
from crosstable.events.models.journal import JournalEntry
from crosstable.events.models.rating import PlayerRating, RatingChange
from crosstable.events.models.round import Claim, Match, MatchState, Round, RoundStatus
from crosstable.events.models.tournament import Status, Tournament

__all__ = [
    "Claim",
    "Entry",
    "JournalEntry",
    "Match",
    "MatchState",
    "PlayerRating",
    "RatingChange",
    "Round",
    "RoundStatus",
    "Status",
    "Tournament",
]
