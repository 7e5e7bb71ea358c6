"""Names of people: which usernames are allowed, which text can be shown, and given and family names.

A username has one spelling and letters of one script, so that no account can look like another. Lists are sorted by the
family name where it is known (E1).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeVar

from crosstable.engine.starting_numbers import name_key

USERNAME = re.compile(r"[\w.+-]{2,40}")
# Letters and marks, though nothing is drawn for them; and a blank that is no space.
_BLANK = set("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
# Zero-width joiners belong into words of these scripts.
_JOINED = {"ARABIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA"}
LONGEST = 60
_JOINED |= {"MALAYALAM", "SINHALA", "SYRIAC", "MONGOLIAN", "KHMER", "MYANMAR", "TIBETAN"}
_JOINERS = "\u200c\u200d"
_JAPANESE = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}
MOST_MARKS = 4


def canonical(name: str) -> str:
    """How a username is written: `tOmasz` and full-width letters are `tomasz`."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name.strip()).casefold())


def why_no_username(name: str) -> str:
    """What is wrong with a canonical username; empty when nothing is."""
    if not USERNAME.fullmatch(name) or any(c.isnumeric() and not c.isascii() for c in name):
        return "Use 2 to 40 letters, digits or . _ + - in a username, without spaces."
    scripts = {_script(c) for c in name if c.isalpha()}
    if len(scripts) > 1 and not scripts <= _JAPANESE:
        return "Use letters of one alphabet in a username, so that no account can look like another."
    return ""


def among_numbers(name: str) -> str:
    """The name in a sentence with a score: one that is written from the right does not turn the score around, too."""
    from_the_right = any(unicodedata.bidirectional(c) in ("R", "AL") for c in name)
    return f"\u2068{name}\u2069" if from_the_right else name


def can_be_seen(text: str) -> bool:
    """Nothing in it is invisible, turns the direction of text, or piles up marks; something in it is drawn."""
    marks = 0
    for place, char in enumerate(text):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS or char in _BLANK or kind in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp"):
            return False
        if (kind == "Cf" and not _joins(text, place)) or (_chooses(char) and not _can_choose(text, place)):
            return False
    return not text or any(unicodedata.category(c)[0] in "LNPS" for c in text)


def _joins(text: str, place: int) -> bool:
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return text[place] in _JOINERS and len(around) == 2 and all(_script(c) in _JOINED for c in around)


def _chooses(char: str) -> bool:
    """A variation selector: it says which form of the character before it is drawn, and is not drawn itself."""
    return "VARIATION SELECTOR" in unicodedata.name(char, "")


def _can_choose(text: str, place: int) -> bool:
    """Only these have forms to choose from: signs (♟︎), Chinese characters, Mongolian letters."""
    before = text[place - 1 : place]
    return bool(before) and (unicodedata.category(before) == "So" or _script(before) in ("CJK", "MONGOLIAN"))


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]


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
    def parse(cls, name: str) -> PersonName:
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
