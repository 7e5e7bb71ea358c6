"""The details of an entry and their validation, for the actions and for file imports."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from crosstable.accounts.names import name_in_a_list, parts_of, whole_name
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.engine.model import EntryId
from crosstable.engine.starting_numbers import Ranked, starting_numbers
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue, ListTooLong
from crosstable.events.models import Entry, Tournament
from crosstable.fields import ENTRY_FIELDS
from crosstable.text import tr


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
        """Build a missing display name from given and family name; split “Hart, Ann” into both."""
        if not self.family_name:
            given, family = parts_of(self.display_name)
            object.__setattr__(self, "given_name", self.given_name or given)
            object.__setattr__(self, "family_name", family)
        if not self.display_name.strip():
            whole = whole_name(self.given_name.strip(), self.family_name.strip())
            object.__setattr__(self, "display_name", whole)


def check_values(tournament: Tournament, details: EntryDetails) -> None:
    """Validate an entry without regard to the others. Raises BadValue, ListTooLong."""
    name = details.display_name.strip()
    if not name:
        raise BadValue(tr("Choose a display name."), "display_name")
    for ask in rules_of(tournament).game.asks:
        if ask.required and not str(getattr(details, ask.name) or "").strip():
            raise BadValue(tr("Name your {label}.", label=ask.label.lower()), ask.name)
    for field in EntryDetails.__slots__:
        value = getattr(details, field)
        if problem := ENTRY_FIELDS[field].problem(value.strip() if isinstance(value, str) else value):
            raise BadValue(problem, field)
    if len(details.list_text) > settings.MAX_LIST_LENGTH:
        raise ListTooLong(length=len(details.list_text), limit=settings.MAX_LIST_LENGTH)


RANKED_BY = (
    "pk",
    "seed",
    "display_name",
    "given_name",
    "family_name",
    "rating",
    "title",
    "starting_number",
)
EntryRow = Sequence[Any]


def numbers_of(tournament: Tournament) -> Mapping[int, int]:
    """Map each entry to its starting number, in one query."""
    return numbers_of_rows(tournament, entry_rows(tournament.pk))


entry_rows = CompiledQuery(
    lambda tournament_id: Entry.objects.filter(tournament=tournament_id).values_list(*RANKED_BY), int
)


def numbers_of_rows(tournament: Tournament, rows: Iterable[EntryRow]) -> Mapping[int, int]:
    """Return the same for rows read with RANKED_BY, which must be all of the event."""
    if not rules_of(tournament).starts_by_rating:
        return {pk: seed for pk, seed, *_ in rows}
    return {int(id): number for id, number in starting_numbers(map(_ranked_row, rows)).items()}


def ranked_entries(tournament: Tournament) -> list[Ranked]:
    """Return all entries, with the stored number if there is one."""
    return [_ranked_row(row) for row in entry_rows(tournament.pk)]


def _ranked_row(row: EntryRow) -> Ranked:
    pk, _, name, given, family, rating, title, number = row
    return Ranked(EntryId(pk), rating, title, name_in_a_list(name, given, family), number)
