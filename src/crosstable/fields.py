"""The fields of entries and events, each defined once: its limits, whether deleting the person erases it, and who sees
it. Models, validation, forms, API, uploads, exports and erasure read these lists."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """One field. `length` limits the characters of a text; `least` and `most` make it a number. Without any of them the
    text is unlimited."""

    name: str
    label: str
    length: int = 0
    least: int | None = None
    most: int | None = None
    # A complete sentence, for fields that “… has at most 60 characters” or “… is from 1 to 30” does not fit.
    refusal: str = ""
    # Erased when the person is deleted; the rating stays, because other ratings are computed from it.
    is_personal: bool = False
    # If false, only organisers see it.
    is_public: bool = True
    # Multi-line text; never shown in lists.
    is_long: bool = False
    in_capitals: bool = False

    @property
    def is_number(self) -> bool:
        return self.least is not None

    def problem(self, value: object) -> str:
        """Return why this value is invalid, as a sentence; empty if it is valid. A number may be missing."""
        if isinstance(value, str):
            if not self.is_long and (character := control_character(value)):
                return f"The {self._name} has a control character ({character}): delete it, or type a space."
            is_good = not self.length or len(value.strip()) <= self.length
        else:
            is_good = value is None or self._holds(value)
        return "" if is_good else self.refusal or self._sentence()

    def _holds(self, value: object) -> bool:
        return isinstance(value, int) and (self.least or 0) <= value <= (self.most or value)

    @property
    def _name(self) -> str:
        return self.label if self.label[:2].isupper() else self.label.lower()

    def _sentence(self) -> str:
        if self.is_number:
            return f"The {self._name} must be from {self.least:,} to {self.most:,}."
        return f"A {self._name} has at most {self.length:,} characters."


def control_character(text: str) -> str:
    """Return the first unprintable character (line break, tab, null) as “U+000A”, or an empty string."""
    if text.isprintable():
        return ""
    found = (char for char in text if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp"))
    return next((f"U+{ord(char):04X}" for char in found), "")


def _by_name(fields: Iterable[Field]) -> Mapping[str, Field]:
    return {field.name: field for field in fields}


LONGEST_NAME = 60
ENTRY_FIELDS = _by_name(
    (
        Field("display_name", "Display name", LONGEST_NAME),
        Field("given_name", "Given name", LONGEST_NAME, is_personal=True),
        Field("family_name", "Family name", LONGEST_NAME, is_personal=True),
        Field("faction", "Faction", 60),
        Field("list_text", "Army list", is_personal=True, is_long=True),
        Field("rating", "Rating", least=0, most=4000, refusal="A rating is from 0 to 4000; 0 means none."),
        Field("title", "Title", 4, is_personal=True, in_capitals=True),
        Field("federation", "Federation", 3, is_personal=True, in_capitals=True),
        Field("team_name", "Club or university", 80, is_personal=True),
        Field("fide_id", "FIDE ID", 12, is_personal=True),
        Field(
            "birth_year",
            "Year of birth",
            least=1900,
            most=2100,
            refusal="A year of birth has four digits.",
            is_personal=True,
            is_public=False,
        ),
        # As read from a report file, stored to be exported again.
        Field("sex", "Sex", 1, is_personal=True, is_public=False),
        Field("birth_date", "Date of birth", 10, is_personal=True, is_public=False),
    )
)

PERSONAL = tuple(name for name, field in ENTRY_FIELDS.items() if field.is_personal)

MOST_ROUNDS, MOST_MINUTES = 30, 24 * 60
EVENT_FIELDS = _by_name(
    (
        Field("name", "Name of an event", 120),
        Field("location", "Location", 120),
        Field("format_text", "Format", 120),
        Field("description", "Description", 5000, is_long=True),
        Field("time_control", "Time control", 80),
        Field(
            "chief_arbiter",
            "Chief arbiter",
            80,
            refusal="The name of the chief arbiter has at most 80 characters.",
        ),
        Field("total_rounds", "Number of rounds", least=1, most=MOST_ROUNDS),
        Field("max_players", "Most players", least=2, most=10_000),
        Field(
            "round_minutes",
            "Minutes of a round",
            least=1,
            most=MOST_MINUTES,
            refusal=f"A round lasts from 1 to {MOST_MINUTES} minutes.",
        ),
        Field("most_requested_byes", "Byes a player may ask for", least=0, most=MOST_ROUNDS),
        Field("team_size", "Team", least=2, most=20, refusal="A team has from 2 to 20 members."),
    )
)


MOST_DIGITS = 9


def whole(text: str | None, digits: int = MOST_DIGITS) -> int | None:
    """Parse a whole number from a form, URL, header or file. Return None for anything else, and for a number too large
    for a key."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= digits else None
