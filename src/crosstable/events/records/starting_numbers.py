"""Starting numbers of the entries of an event: stored ones, provisional ones, and those of games that number by
registration (there the number is the order of entry)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from crosstable.accounts.names import name_in_a_list
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.engine.model import EntryId
from crosstable.engine.starting_numbers import Ranked, starting_numbers
from crosstable.events.models import Entry, Tournament
from crosstable.events.records.rules import rules_of

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
    """Entry → its starting number, in one query."""
    return numbers_of_rows(tournament, entry_rows(tournament.pk))


entry_rows = CompiledQuery(
    lambda tournament_id: Entry.objects.filter(tournament=tournament_id).values_list(*RANKED_BY), int
)


def numbers_of_rows(tournament: Tournament, rows: Iterable[EntryRow]) -> Mapping[int, int]:
    """The same of rows read with RANKED_BY, which must be all of the event."""
    if not rules_of(tournament).starts_by_rating:
        return {pk: seed for pk, seed, *_ in rows}
    return {int(id): number for id, number in starting_numbers(map(_ranked_row, rows)).items()}


def ranked_entries(tournament: Tournament) -> list[Ranked]:
    """Everyone entered, with the stored number where there is one."""
    return [_ranked_row(row) for row in entry_rows(tournament.pk)]


def _ranked_row(row: EntryRow) -> Ranked:
    pk, _, name, given, family, rating, title, number = row
    return Ranked(EntryId(pk), rating, title, name_in_a_list(name, given, family), number)
