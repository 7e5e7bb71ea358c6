"""Refusals about rounds and their pairings."""

from collections.abc import Sequence

from crosstable.events.errors.common import AboutATable, Outdated, Refused, named


class NotEnoughPlayers(Refused):
    code = "not-enough-players"
    active: int
    entry_word: str

    def sentence(self) -> str:
        there = f"there {'is' if self.active == 1 else 'are'} {self.active}"
        return f"At least two checked-in {self.entry_word}s are needed; {there}."


class NoPairing(Refused):
    """The rules leave no complete round for these."""

    code = "no-pairing"
    names: Sequence[str]

    def sentence(self) -> str:
        return (
            f"No complete round is possible by the rules: {named(self.names)} cannot all be paired. "
            "Finish now, pair with as few rematches as possible, or pair by hand from an empty draft. "
            "A bye for one of them or one forbidden pair less may help, too."
        )


class TooManyRounds(Refused):
    """More rounds than can be paired if nobody meets twice."""

    code = "too-many-rounds"
    rounds: int
    entries: int
    most: int
    entry_word: str

    def sentence(self) -> str:
        many = "1 round" if self.most == 1 else f"{self.most} rounds"
        return (
            f"{self.rounds} rounds cannot be paired with {self.entries} {self.entry_word}s: if nobody meets twice, "
            f"they can play {many} at most. Lower the number of rounds in the settings, or play a round robin."
        )


class RoundStillOpen(Refused):
    code = "round-still-open"
    number: int
    says = "Round {self.number} is not closed yet. Close it, or pair on and decide what is open later."


class NotTheNextRound(Refused):
    """A program named another round than the one that can be paired."""

    code = "not-the-next-round"
    number: int
    paired: int

    def sentence(self) -> str:
        said = "is paired already" if 0 < self.number <= self.paired else "cannot be paired now"
        return f"Round {self.number} {said}. The next round is round {self.paired + 1}."


class NoRoundLeft(Refused):
    code = "no-round-left"
    total: int
    says = "All {self.total} rounds have been paired. Raise the number of rounds in the settings to play on."


class RoundsMissing(Refused):
    code = "rounds-missing"
    closed: int
    total: int
    says = (
        "{self.closed} of {self.total} rounds are closed. Close the last one first, "
        "or lower the number of rounds in the settings."
    )


class NoSuchRound(Refused):
    code = "no-such-round"
    action: str
    condition: str
    says = "{self.action} needs a round that is {self.condition}; there is none now."


class ResultsOpen(AboutATable):
    code = "results-open"
    tables: Sequence[int]

    def sentence(self) -> str:
        one = len(self.tables) == 1
        tables = named([str(t) for t in self.tables], limit=12)
        said = "{Table} {numbers} still has" if one else "{Tables} {numbers} still have"
        return f"{self.words.say(said, numbers=tables)} no agreed result."


class DraftOutdated(Outdated):
    code = "draft-outdated"
    what, where, advice = "The draft is", "not paired", "Pair the round again."


class NoClock(Refused):
    code = "no-clock"
    number: int
    says = "Round {self.number} has no clock. Set how long it lasts first."
