"""What a list of factions is: names with a key that stays, and the other ways people write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

LONGEST = 60


@dataclass(frozen=True, slots=True)
class Faction:
    """`key` is for programs and never changes; `aliases` are what else it is called."""

    key: str
    name: str
    aliases: tuple[str, ...] = ()


def faction(name: str, *aliases: str, key: str = "") -> Faction:
    return Faction(key or key_of(name), name, aliases)


def key_of(name: str) -> str:
    """Small letters, digits and hyphens: “T'au Empire” is tau-empire."""
    plain = (
        unicodedata.normalize("NFKD", name.replace("'", "").replace("’", ""))
        .encode("ascii", "ignore")
        .decode()
    )
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


@dataclass(frozen=True)
class FactionList:
    """Of one game system, in the order in which they are shown."""

    code: str
    name: str
    factions: tuple[Faction, ...]

    @cached_property
    def _by_spelling(self) -> dict[str, Faction]:
        """A name before the alias of another."""
        spelled = {spelling(alias): one for one in self.factions for alias in one.aliases}
        return spelled | {spelling(text): one for one in self.factions for text in (one.key, one.name)}

    def find(self, text: str) -> Faction | None:
        """By its name, its key or an alias, whatever the capitals, accents, spaces and hyphens."""
        return self._by_spelling.get(spelling(text))

    def nearest(self, text: str, most: int = 3) -> list[Faction]:
        """What somebody who typed this may have meant, the likeliest first."""
        written = spelling(text)
        near = get_close_matches(written, self._by_spelling, n=2 * most, cutoff=0.6) if written else []
        inside = [key for key in self._by_spelling if len(written) > 2 and written in key]
        meant = [self._by_spelling[key] for key in (*near, *inside)]
        return list(dict.fromkeys(meant))[:most]

    def with_names(self, names: Sequence[str]) -> FactionList:
        """The same system with these names and no others; those that are known keep their keys."""
        return FactionList(
            self.code, self.name, tuple(_each(self.find(name) or faction(name) for name in names))
        )


def _each(factions: Iterable[Faction]) -> Iterable[Faction]:
    return {one.key: one for one in factions}.values()


def spelling(text: str) -> str:
    """What is left when capitals, accents, apostrophes, spaces and hyphens do not count, nor a leading “the”."""
    return re.sub(r"[^a-z0-9]", "", key_of(text).removeprefix("the-"))
