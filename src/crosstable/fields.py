"""The fields of entries and events, each defined once: its limits, whether deleting the person erases it, and who sees
it. Models, validation, forms, API, uploads, exports and erasure read these lists."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from crosstable.text import tr


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
                return tr(
                    "The {name} has a control character ({character}): delete it, or type a space.",
                    name=self._name,
                    character=character,
                )
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
            return tr(
                "The {name} must be from {least:,} to {most:,}.",
                name=self._name,
                least=self.least,
                most=self.most,
            )
        return tr("A {name} has at most {length:,} characters.", name=self._name, length=self.length)


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
        Field("display_name", tr("Display name"), LONGEST_NAME),
        Field("given_name", tr("Given name"), LONGEST_NAME, is_personal=True),
        Field("family_name", tr("Family name"), LONGEST_NAME, is_personal=True),
        Field("faction", tr("Faction"), 60),
        Field("list_text", tr("Army list"), is_personal=True, is_long=True),
        Field(
            "rating",
            tr("Rating"),
            least=0,
            most=4000,
            refusal=tr("A rating is from 0 to 4000; 0 means none."),
        ),
        Field("title", tr("Title"), 4, is_personal=True, in_capitals=True),
        Field("federation", tr("Federation"), 3, is_personal=True, in_capitals=True),
        Field("team_name", tr("Club or university"), 80, is_personal=True),
        Field("fide_id", tr("FIDE ID"), 12, is_personal=True),
        Field(
            "birth_year",
            tr("Year of birth"),
            least=1900,
            most=2100,
            refusal=tr("A year of birth has four digits."),
            is_personal=True,
            is_public=False,
        ),
        # As read from a report file, stored to be exported again.
        Field("sex", tr("Sex"), 1, is_personal=True, is_public=False),
        Field("birth_date", tr("Date of birth"), 10, is_personal=True, is_public=False),
    )
)

PERSONAL = tuple(name for name, field in ENTRY_FIELDS.items() if field.is_personal)

MOST_ROUNDS, MOST_MINUTES = 30, 24 * 60
EVENT_FIELDS = _by_name(
    (
        Field("name", tr("Name of an event"), 120),
        Field("location", tr("Location"), 120),
        Field("format_text", tr("Format"), 120),
        Field("description", tr("Description"), 5000, is_long=True),
        Field("time_control", tr("Time control"), 80),
        Field(
            "chief_arbiter",
            tr("Chief arbiter"),
            80,
            refusal=tr("The name of the chief arbiter has at most 80 characters."),
        ),
        Field("total_rounds", tr("Number of rounds"), least=1, most=MOST_ROUNDS),
        Field("max_players", tr("Maximum number of players"), least=2, most=10_000),
        Field(
            "round_minutes",
            tr("Round length in minutes"),
            least=1,
            most=MOST_MINUTES,
            refusal=f"A round lasts from 1 to {MOST_MINUTES} minutes.",
        ),
        Field("most_requested_byes", tr("Byes a player may request"), least=0, most=MOST_ROUNDS),
        Field("team_size", tr("Team"), least=2, most=20, refusal=tr("A team has from 2 to 20 members.")),
    )
)


MOST_DIGITS = 9


def whole(text: str | None, digits: int = MOST_DIGITS) -> int | None:
    """Parse a whole number from a form, URL, header or file. Return None for anything else, and for a number too large
    for a key."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= digits else None


# What an organiser announces: one sentence, short enough for a display.
ANNOUNCEMENT = Field(
    "text", tr("Announcement"), 160, refusal=tr("An announcement has at most 160 characters.")
)
# What a player writes to the organiser they call: one line.
CALL_MESSAGE = Field("message", tr("Message"), 120)
