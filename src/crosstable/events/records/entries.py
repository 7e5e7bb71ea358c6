"""What is said of somebody who enters, and whether it can be so: asked by the actions and by whatever reads a file."""

import unicodedata
from dataclasses import dataclass

from django.conf import settings

from crosstable.accounts.name_parts import parts_of, whole_name
from crosstable.events.errors import BadValue, ListTooLong
from crosstable.events.models import Tournament
from crosstable.events.records.rules import rules_of

HIGHEST_RATING = 4000
LONGEST = {
    "given_name": (60, "A given name"),
    "family_name": (60, "A family name"),
    "faction": (60, "A faction"),
    "title": (4, "A title"),
    "federation": (3, "A federation"),
    "fide_id": (12, "A FIDE ID"),
    "team_name": (80, "A club or university"),
}


@dataclass(frozen=True, slots=True)
class EntryDetails:
    display_name: str
    faction: str = ""
    list_text: str = ""
    rating: int = 0
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth_year: int | None = None
    team_name: str = ""
    given_name: str = ""
    family_name: str = ""

    def __post_init__(self) -> None:
        """Without a display name, given and family name are it; “Hart, Ann” says both."""
        if not self.family_name:
            given, family = parts_of(self.display_name)
            object.__setattr__(self, "given_name", self.given_name or given)
            object.__setattr__(self, "family_name", family)
        if not self.display_name.strip():
            whole = whole_name(self.given_name.strip(), self.family_name.strip())
            object.__setattr__(self, "display_name", whole)


def check_values(tournament: Tournament, details: EntryDetails) -> None:
    """What can be said of an entry without looking at the others. Raises BadValue, ListTooLong."""
    name = details.display_name.strip()
    if not name:
        raise BadValue("Choose a display name.", "display_name")
    if (problem := control_character(name)) is not None:
        raise BadValue(
            f"The name has a control character ({problem}): delete it, or type a space.", "display_name"
        )
    if len(name) > 60:
        raise BadValue("A display name has at most 60 characters.", "display_name")
    for ask in rules_of(tournament).game.asks:
        if ask.required and not str(getattr(details, ask.name) or "").strip():
            raise BadValue(f"Name your {ask.label.lower()}.", ask.name)
    for field, (most, words) in LONGEST.items():
        value = getattr(details, field).strip()
        if len(value) > most:
            raise BadValue(f"{words} has at most {most} characters.", field)
        if (problem := control_character(value)) is not None:
            raise BadValue(
                f"{words} has no control character ({problem}): delete it, or type a space.", field
            )
    if not 0 <= details.rating <= HIGHEST_RATING:
        raise BadValue(f"A rating is from 0 to {HIGHEST_RATING}; 0 means none.", "rating")
    if details.birth_year is not None and not 1900 <= details.birth_year <= 2100:
        raise BadValue("A year of birth has four digits.", "birth_year")
    if len(details.list_text) > settings.MAX_LIST_LENGTH:
        raise ListTooLong(len(details.list_text), settings.MAX_LIST_LENGTH)


def control_character(text: str) -> str | None:
    """The first character that cannot be seen or printed in a list: a line break, a tab, a null."""
    if text.isprintable():
        return None
    found = (char for char in text if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp"))
    return next((f"U+{ord(char):04X}" for char in found), None)
