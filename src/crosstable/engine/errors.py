"""Errors of the engine, as types with data. The outer layers choose the words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, dataclass_transform

from crosstable.engine.model import EntryId
from crosstable.text import tr


@dataclass_transform(eq_default=False)
class EngineError(Exception):
    """Base class of errors that a caller can handle. Our own bugs are ordinary exceptions.

    The annotated names of a class are its constructor arguments; `says` is its sentence, formatted with them.
    """

    says: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        dataclass(eq=False)(cls)

    def __str__(self) -> str:
        return str(tr(self.says, **vars(self)) if vars(self) else tr(self.says))


class PairingImpossible(EngineError):
    """No pairing satisfies the rule; `entries` are those it fails for."""

    entries: Sequence[EntryId]
    rule: str

    def __str__(self) -> str:
        return f"no pairing satisfies {self.rule} for entries {', '.join(map(str, self.entries))}"
