"""Starting numbers by C.04.2 article 2 (February 2026): their order, late entries, corrections.

Also the order of names, the same in printed lists, web pages and files. Only the order and the numbers are decided
here; when numbers become fixed is the caller's decision.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from crosstable.engine.model import EntryId

# Letters that Unicode does not decompose into a base letter and an accent.
PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
)


def plain(name: str) -> str:
    """Lower case without accents: Å is a, Ø is o, Ć is c, Ł is l."""
    letters = unicodedata.normalize("NFKD", name.casefold()).translate(PLAIN)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def name_key(name: str) -> tuple[str, str]:
    """Return the sort key: accented letters next to their base letters, then the original spelling."""
    return plain(name), name


# Art. 2.2 (b), highest first. Report files before 2026 have one or two lower-case letters instead.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
SHORT_TITLES = ("G", "M", "WG", "F", "WM", "C", "WF", "WC")
LAST_ROUND_TO_RENUMBER = 3  # Art. 2.3: no correction once round 4 has been paired.


@dataclass(frozen=True, slots=True)
class Ranked:
    """What an entry is ranked by. `name` is the one of lists; `number` is None while it is provisional."""

    id: EntryId
    rating: int = 0
    title: str = ""
    name: str = ""
    number: int | None = None

    @property
    def key(self) -> tuple[int, int, tuple[str, str]]:
        return -self.rating, title_rank(self.title), name_key(self.name)


def title_rank(title: str) -> int:
    """Return 0 for a grandmaster; every title that FIDE does not rank counts as none."""
    text = title.strip().upper()
    for titles in (TITLES, SHORT_TITLES):
        if text in titles:
            return titles.index(text)
    return len(TITLES)


def in_starting_order(entries: Iterable[Ranked]) -> list[Ranked]:
    """Art. 2.2: by rating, then title, then name. Full ties keep their order."""
    return sorted(entries, key=lambda entry: entry.key)


def starting_numbers(entries: Iterable[Ranked]) -> Mapping[EntryId, int]:
    """The fixed numbers; entries without one follow in starting order."""
    everyone = list(entries)
    fixed = {entry.id: entry.number for entry in everyone if entry.number is not None}
    provisional = in_starting_order(entry for entry in everyone if entry.number is None)
    last = max(fixed.values(), default=0)
    return fixed | {entry.id: number for number, entry in enumerate(provisional, start=last + 1)}


def renumbered(entries: Iterable[Ranked]) -> Mapping[EntryId, int]:
    """Number every entry by its current rank, ignoring its number."""
    return {entry.id: number for number, entry in enumerate(in_starting_order(entries), start=1)}


def with_late_entries(
    entries: Sequence[Ranked], late: Iterable[Ranked], *, keep: bool = False
) -> Mapping[EntryId, int]:
    """Return all numbers with those of late entries (art. 2.4): entries below move down as needed.

    With `keep`, late entries follow after the last number where the others are not in starting order.
    """
    numbered = sorted((e for e in entries if e.number is not None), key=lambda e: e.number or 0)
    at_the_end = keep and numbered != in_starting_order(numbered)
    for one in in_starting_order(late):
        place = len(numbered) if at_the_end else _place(numbered, one)
        _insert(numbered, place, one)
    return {entry.id: entry.number for entry in numbered if entry.number is not None}


def _place(numbered: Sequence[Ranked], late: Ranked) -> int:
    """Return the place with the fewest players on the wrong side of the late entry.

    Ratings corrected since the numbers were fixed may leave no place that is right against all.
    """
    wrong = sum(late.key > other.key for other in numbered)
    places = [wrong]
    for other in numbered:
        wrong += -1 if late.key > other.key else 1
        places.append(wrong)
    return places.index(min(places))


def _insert(numbered: list[Ranked], place: int, late: Ranked) -> None:
    number = (numbered[place - 1].number or 0) + 1 if place else 1
    numbered.insert(place, replace(late, number=number))
    for position in range(place + 1, len(numbered)):
        if numbered[position].number != number:
            break
        number += 1
        numbered[position] = replace(numbered[position], number=number)
