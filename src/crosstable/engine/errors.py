"""What can go wrong in the engine, as types with data. Words are chosen at the edge."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, dataclass_transform

from crosstable.engine.model import EntryId


@dataclass_transform(eq_default=False)
class EngineError(Exception):
    """Base of what a caller can do something about. Our own bugs are ordinary exceptions.

    The names annotated in a class are what it is raised with; `says` is its sentence, filled in with them.
    """

    says: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        dataclass(eq=False)(cls)

    def __str__(self) -> str:
        return self.says.format(self=self)


class PairingImpossible(EngineError):
    """No pairing satisfies the rule; `entries` are those it fails for."""

    entries: Sequence[EntryId]
    rule: str

    def __str__(self) -> str:
        return f"no pairing satisfies {self.rule} for entries {', '.join(map(str, self.entries))}"
