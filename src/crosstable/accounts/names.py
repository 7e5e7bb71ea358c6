"""Names of people: allowed usernames, which text can be shown, and given and family names.

A username has one spelling and letters of one script, so no account can look like another. Lists are sorted by the
family name if it is known (E1).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeVar

from crosstable.engine.starting_numbers import PLAIN, name_key
from crosstable.text import tr

USERNAME = re.compile(r"[\w.+-]{2,40}")
# No username or address is longer. Some letters become eighteen, and SQLite refuses to compare a text of 50,000 bytes.
LONGEST_TYPED = 254
# Letters and marks that are not drawn; and a blank that is not a space.
_BLANK = set("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
# Zero-width joiners are part of words in these scripts.
_JOINED = {"ARABIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA"}
LONGEST = 60
_JOINED |= {"MALAYALAM", "SINHALA", "SYRIAC", "MONGOLIAN", "KHMER", "MYANMAR", "TIBETAN"}
_JOINERS = "\u200c\u200d"
_JAPANESE = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}
MOST_MARKS = 4


def canonical(name: str) -> str:
    """Return the stored spelling of a username: `tOmasz` and full-width letters become `tomasz`."""
    typed = name.strip()[:LONGEST_TYPED]
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", typed).casefold())


def why_no_username(name: str) -> str:
    """Return what is wrong with a canonical username, or ""."""
    if not USERNAME.fullmatch(name) or any(c.isnumeric() and not c.isascii() for c in name):
        return tr("Use 2 to 40 letters, digits or . _ + - in a username, without spaces.")
    scripts = {_script(c) for c in name if c.isalpha()}
    if len(scripts) > 1 and not scripts <= _JAPANESE:
        return tr("Use letters of one alphabet in a username, so that no account can look like another.")
    return ""


def among_numbers(name: str) -> str:
    """Isolate the name in a sentence with a score: a right-to-left name must not reverse the score."""
    from_the_right = any(unicodedata.bidirectional(c) in ("R", "AL") for c in name)
    return f"\u2068{name}\u2069" if from_the_right else name


def can_be_seen(text: str) -> bool:
    """Return whether the text is visible: no hidden characters, direction marks or stacked marks."""
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
    """Return whether this is a variation selector.

    It selects the form of the character before it, and is not drawn.
    """
    return "VARIATION SELECTOR" in unicodedata.name(char, "")


def _can_choose(text: str, place: int) -> bool:
    """Return whether a form can be selected: only for signs (♟︎), Chinese characters, Mongolian letters."""
    before = text[place - 1 : place]
    return bool(before) and (unicodedata.category(before) == "So" or _script(before) in ("CJK", "MONGOLIAN"))


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]


def whole_name(given: str, family: str) -> str:
    return f"{given} {family}".strip()[:LONGEST]


def name_in_a_list(name: str, given: str, family: str) -> str:
    """Return “Hart, Ann” if the family name is known, otherwise the name unchanged."""
    if not family:
        return name
    return f"{family}, {given}" if given else family


def parts_of(name: str) -> tuple[str, str]:
    """Return given and family name of “Hart, Ann”, as federations write it; any other name is not split."""
    family, comma, given = (part.strip() for part in name.partition(","))
    return (given, family) if comma and given and family else ("", "")


class PersonName(NamedTuple):
    """A full name, and its parts if they are known."""

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
        """Parse “Hart, Ann” as Ann Hart; any other name stays unchanged."""
        given, family = parts_of(name)
        return cls.of_parts(given, family) if family else cls(name.strip())


def likeness_key(name: str) -> str:
    """Return a key that is equal for “Müller, Jörg”, “Joerg Mueller” and “JÖRG MÜLLER”."""
    folded = unicodedata.normalize("NFKD", name.casefold()).translate(PLAIN)
    bare = "".join(c for c in folded if unicodedata.category(c) != "Mn")
    words = "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in bare).split()
    plain = " ".join(sorted(words))
    for two, one in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        plain = plain.replace(two, one)
    return plain or name.casefold()


class Listed(Protocol):
    """An entry, a player or a club."""

    @property
    def list_name(self) -> str: ...


T = TypeVar("T", bound=Listed)


def in_name_order(rows: Iterable[T]) -> list[T]:
    """Sort by family name if known, as printed lists do. A database would put Å, Ø, Ć and Ł last."""
    return sorted(rows, key=lambda row: name_key(row.list_name))
