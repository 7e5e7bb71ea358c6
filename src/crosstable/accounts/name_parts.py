"""Given and family name: the name others see made of them, and lists sorted by the family name (E1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeVar

from crosstable.engine.names import name_key

LONGEST = 60


def whole_name(given: str, family: str) -> str:
    return f"{given} {family}".strip()[:LONGEST]


def name_in_a_list(name: str, given: str, family: str) -> str:
    """“Hart, Ann” where the family name is known, otherwise the name as it is."""
    if not family:
        return name
    return f"{family}, {given}" if given else family


def parts_of(name: str) -> tuple[str, str]:
    """Given and family name of “Hart, Ann”, as federations write it; nothing is guessed about any other name."""
    family, comma, given = (part.strip() for part in name.partition(","))
    return (given, family) if comma and given and family else ("", "")


class PersonName(NamedTuple):
    """A name in one piece, and its parts where they are known."""

    whole: str
    given: str = ""
    family: str = ""

    def __str__(self) -> str:
        return self.whole

    @classmethod
    def of_parts(cls, given: str, family: str) -> PersonName:
        given, family = given.strip(), family.strip()
        return cls(whole_name(given, family), given, family) if given and family else cls(given or family)

    @classmethod
    def said(cls, name: str) -> PersonName:
        """“Hart, Ann” is Ann Hart; any other name is taken as it is."""
        given, family = parts_of(name)
        return cls.of_parts(given, family) if family else cls(name.strip())


class Listed(Protocol):
    """An entry, a player or a club."""

    @property
    def list_name(self) -> str: ...


T = TypeVar("T", bound=Listed)


def in_name_order(rows: Iterable[T]) -> list[T]:
    """By family name where it is known, in the order of printed lists. A database would put Å, Ø, Ć and Ł last."""
    return sorted(rows, key=lambda row: name_key(row.list_name))
