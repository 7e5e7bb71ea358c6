"""The declaration of an action: a value without code. The tables next to this file hold one for every verb."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Literal

from crosstable.events.models import NewsKind
from crosstable.text import Text, tr

About = Literal["match", "entry", "stage", "round"]


class VerbKind(Enum):
    """The name of a kind of action in the filter of the history, in the game's words."""

    EVENT = tr("Event")
    PLAYERS = tr("Players")
    ROUNDS = tr("Rounds")
    DRAFTS = tr("Drafts")
    MANUAL_PAIRINGS = tr("Manual pairings")
    TABLES = tr("{Tables}")
    STAGES = tr("Stages")
    RESULTS = tr("Results")
    PENALTIES_AND_BONUSES = tr("Penalties and bonuses")
    CALLS = tr("Calls")
    CLOCK = tr("Clock")
    DISPLAYS = tr("Displays")
    GAMES = tr("Games")
    BYES = tr("Byes")
    FORBIDDEN_PAIRINGS = tr("Forbidden pairings")
    LISTS = tr("Lists")
    ORGANISERS = tr("Organisers and helpers")
    ANNOUNCEMENTS = tr("Announcements")
    SHARE_LINK = tr("Share link")
    UNDONE = tr("Undone")


class Recipients(Enum):
    """Who is notified. The person who acted never is."""

    ROUND = auto()  # every player paired in the round, each with their own table
    STAGE = auto()  # every player of the stage, each with their first match
    OPPONENT = auto()  # the reporter's opponent; both if the reports agree, organisers too if they differ
    DISPUTE = auto()  # the other side, and the organisers
    BOTH = auto()  # both sides of the match
    CALLED = auto()  # both sides of the match, each with the board to go to
    HELPERS = auto()  # the owner and all who were appointed, linking to the calls
    ORGANISERS = (
        auto()
    )  # the owner and the appointed organisers, linking to the requests to take over entries
    PLAYERS = auto()  # every player of the event who has not withdrawn
    PLAYER = auto()  # the player whose action was undone; the opponent too if it is about a match
    NEXT = auto()  # only those who now meet in the next round of a bracket; all other values include them


@dataclass(frozen=True, slots=True)
class NotifyRule:
    recipients: Recipients
    title: str = ""
    kind: NewsKind = NewsKind.SETTLED


def both(title: Text, kind: NewsKind = NewsKind.SETTLED) -> NotifyRule:
    return NotifyRule(Recipients.BOTH, title, kind)


class Paper(Enum):
    """Its effect on the printouts."""

    SAME = auto()
    CHANGED = auto()  # they would be wrong now
    MAY_BE_NEEDED = (
        auto()
    )  # a round without any may be in progress: rounds of pools are published all together


class Pairing(Enum):
    """Whether a draft of the next round depends on it."""

    SAME = auto()
    MOVED = auto()
    ONCE_AGREED = auto()  # a report changes nothing until it is confirmed


class Undo(Enum):
    """How it is undone; `actions/core/undo.py` has the functions."""

    ROWS = auto()  # it changes rows of its tournament and nothing else: they are restored
    ROUNDS_AND_RATINGS = auto()  # the rows are restored, and the rating ledger follows them
    CORRECTION = auto()  # a correction is undone independently, whatever happened since
    PASSED_OVER = auto()  # nothing depends on it: undo passes over it, and `why_not` says what to do instead
    NEVER = auto()  # `why_not` has the reason, and what to do instead


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of action. `about` names the rows whose keys the journal stores; empty means the event itself."""

    says: Text
    kind: VerbKind
    about: tuple[About, ...] = ()
    notifies: NotifyRule | None = None
    publishes: bool = False
    paper: Paper = Paper.SAME
    pairing: Pairing = Pairing.SAME
    undo: Undo = Undo.ROWS
    why_not: str = ""
    # Whether players can do it; all other actions need a role in the event.
    by_players: bool = False
    # Other sentences, by a value that the sentence has (`sentences.py`); `says` for any other value.
    varies_by: str = ""
    variants: Mapping[str, Text] = field(default_factory=dict)
