"""What is declared about an action: a value, and no code. The tables beside this file hold one for every verb."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal

from crosstable.events.models import NewsKind

About = Literal["match", "entry", "stage", "round"]


class Kind(Enum):
    """What actions of a kind are called where the journal is looked through, in the words of the game."""

    EVENT = "Event"
    PLAYERS = "Players"
    ROUNDS = "Rounds"
    DRAFTS = "Drafts"
    PAIRINGS_BY_HAND = "Pairings by hand"
    TABLES = "{Tables}"
    STAGES = "Stages"
    RESULTS = "Results"
    PENALTIES_AND_BONUSES = "Penalties and bonuses"
    CLOCK = "Clock"
    SCREENS = "Screens"
    GAMES = "Games"
    BYES = "Byes"
    FORBIDDEN_PAIRS = "Forbidden pairs"
    LISTS = "Lists"
    WHO_RUNS_IT = "Who runs it"
    SHARE_LINK = "Share link"
    UNDONE = "Undone"


class Whom(Enum):
    """Who hears of it. Nobody is told what they did themselves."""

    ROUND = auto()  # everybody paired in the round, each the own table
    STAGE = auto()  # everybody in the stage, each the first match
    OPPONENT = auto()  # of whoever reported; both where the reports agree, organisers too where they differ
    DISPUTE = auto()  # the other side, and the organisers
    BOTH = auto()  # both sides of the match
    CALLED = auto()  # both sides of the match, each which board to go to
    ORGANISERS = auto()  # the owner and the appointed organisers, on the page of the claims to entries
    PLAYER = auto()  # who did what was undone, if a player did; the opponent too where it is about a match
    NEXT = (
        auto()
    )  # only those who now meet in the next round of a bracket; with all others they are told as well


@dataclass(frozen=True, slots=True)
class Tells:
    whom: Whom
    title: str = ""
    kind: NewsKind = NewsKind.SETTLED


def both(title: str, kind: NewsKind = NewsKind.SETTLED) -> Tells:
    return Tells(Whom.BOTH, title, kind)


class Paper(Enum):
    """What it means for the sheets on the wall."""

    SAME = auto()
    CHANGED = auto()  # they would be wrong now
    MAY_BE_NEEDED = (
        auto()
    )  # a round may be on that has none yet: the rounds of pools are published all at once


class Pairing(Enum):
    """Whether a draft of the next round was made from it."""

    SAME = auto()
    MOVED = auto()
    ONCE_AGREED = auto()  # a report changes nothing until it is agreed


class Undo(Enum):
    """How it is taken back; `actions/core/undo.py` has the functions."""

    ROWS = auto()  # it changes rows of its tournament and nothing else: they come back as they were
    ROUNDS_AND_RATINGS = auto()  # the rows come back, and the ledger of ratings follows them
    CORRECTION = auto()  # a correction is taken back by itself, whatever happened since
    NEVER = auto()  # `why_not` says why, and what to do instead


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of action. `about` names the rows the journal keeps the key of; nothing means the event itself."""

    says: str
    kind: Kind
    about: tuple[About, ...] = ()
    tells: Tells | None = None
    publishes: bool = False
    paper: Paper = Paper.SAME
    pairing: Pairing = Pairing.SAME
    undo: Undo = Undo.ROWS
    why_not: str = ""
    # Whether players do it themselves; everything else only people with a role in the event can do.
    by_players: bool = False
