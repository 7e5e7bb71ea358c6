"""Refusals about rounds and their pairings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.events.errors.common import Refused, named


@dataclass(eq=False)
class NotEnoughPlayers(Refused):
    code = "not-enough-players"
    active: int

    def sentence(self) -> str:
        return f"At least two checked-in players are needed; there {'is' if self.active == 1 else 'are'} {self.active}."


@dataclass(eq=False)
class NoPairing(Refused):
    """The rules leave no complete round for these."""

    code = "no-pairing"
    names: Sequence[str]

    def sentence(self) -> str:
        return (
            f"No complete round is possible by the rules: {named(self.names)} cannot all be paired. "
            "Give one of them a bye, lift a forbidden pair, or choose another pairing system."
        )


@dataclass(eq=False)
class RoundStillOpen(Refused):
    code = "round-still-open"
    number: int

    def sentence(self) -> str:
        return f"Round {self.number} is not closed yet. Close it, or pair on and decide what is open later."


@dataclass(eq=False)
class NoRoundLeft(Refused):
    code = "no-round-left"
    total: int

    def sentence(self) -> str:
        return f"All {self.total} rounds have been paired. Raise the number of rounds in the settings to play on."


@dataclass(eq=False)
class RoundsMissing(Refused):
    code = "rounds-missing"
    closed: int
    total: int

    def sentence(self) -> str:
        return (
            f"{self.closed} of {self.total} rounds are closed. Close the last one first, "
            "or lower the number of rounds in the settings."
        )


@dataclass(eq=False)
class NoSuchRound(Refused):
    code = "no-such-round"
    action: str
    needed: str

    def sentence(self) -> str:
        return f"{self.action} needs a round that is {self.needed}; there is none now."


@dataclass(eq=False)
class ResultsOpen(Refused):
    code = "results-open"
    tables: Sequence[int]
    word: str = "Table"

    def sentence(self) -> str:
        one = len(self.tables) == 1
        tables = named([str(t) for t in self.tables], limit=12)
        return f"{self.word if one else f'{self.word}s'} {tables} still {'has' if one else 'have'} no agreed result."


@dataclass(eq=False)
class DraftOutdated(Refused):
    """Somebody dropped or came in after the draft was made."""

    code = "draft-outdated"
    gone: Sequence[str]
    missing: Sequence[str]

    def sentence(self) -> str:
        parts = []
        if self.gone:
            parts.append(f"{named(self.gone)} no longer {'plays' if len(self.gone) == 1 else 'play'}")
        if self.missing:
            parts.append(f"{named(self.missing)} {'is' if len(self.missing) == 1 else 'are'} not paired")
        return f"The draft is out of date: {' and '.join(parts)}. Pair the round again."
