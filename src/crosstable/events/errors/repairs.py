"""Refusals about a round everybody has seen, pairing by hand, tables and seats."""

from collections.abc import Sequence

from crosstable.events.errors.common import AboutATable, Refused, named


class RepairOutdated(Refused):
    """The proposal was made from a round that is different now."""

    code = "repair-outdated"
    says = (
        "The round has changed meanwhile, so this way out no longer fits. Nothing was changed; look at the "
        "proposals as they are now."
    )


class TableHasBegun(AboutATable):
    code = "table-has-begun"
    table: int | None
    says = (
        "{Table} {self.table} has begun to play or has a result, so nobody is moved from it. "
        "Take the result back first if it is wrong."
    )


class RoundBeingPlayed(Refused):
    """Pairing by hand in a started round is possible, but never by accident."""

    code = "round-being-played"
    number: int
    says = (
        "Round {self.number} is being played. To change it all the same, say so: tick “Change it although "
        "the round is being played”, and tell the players yourself."
    )


class PlayersAside(Refused):
    code = "players-aside"
    number: int
    names: Sequence[str]

    def sentence(self) -> str:
        one = len(self.names) == 1
        return (
            f"{named(self.names)} {'is' if one else 'are'} put aside in round {self.number}. "
            "Give them an opponent or a bye first."
        )


class ByeTaken(Refused):
    code = "bye-taken"
    name: str
    says = "{self.name} has the bye of this round already. Let the two play each other."


class AlreadyInRound(Refused):
    code = "already-in-round"
    name: str
    where: str
    field: str | None = None
    says = "{self.name} is in this round already: {self.where}."


class NotFree(Refused):
    """The opponent somebody late was to play has a game again."""

    code = "not-free"
    name: str
    field: str | None = "how"
    says = "{self.name} is no longer free in this round. Nothing was saved; choose again."


class NoLiveRound(Refused):
    code = "no-live-round"
    action: str
    says = "{self.action} needs a Swiss round that is published or being played; there is none now."


class SeatTaken(AboutATable):
    code = "seat-taken"
    table: int
    name: str
    field: str | None = "table"
    says = "{Table} {self.table} is the fixed seat of {self.name}. Choose another one, or free it first."


class TableBlocked(AboutATable):
    code = "table-blocked"
    table: int
    field: str | None = "table"
    says = "{Table} {self.table} is blocked and not used. Choose another one, or unblock it first."
