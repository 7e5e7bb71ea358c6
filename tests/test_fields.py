"""The list of fields of entries and events: its limits in sentences, and that nothing stands outside it."""

import pytest

from crosstable.events.actions.event.details import Details
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.models import Entry
from crosstable.fields import ENTRY_FIELDS, EVENT_FIELDS, PERSONAL


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        (ENTRY_FIELDS["title"], "WGMX!", "A title has at most 4 characters."),
        (ENTRY_FIELDS["title"], " WGM ", ""),
        (ENTRY_FIELDS["fide_id"], "1" * 13, "A FIDE ID has at most 12 characters."),
        (ENTRY_FIELDS["list_text"], "x" * 50_000, ""),
        (ENTRY_FIELDS["rating"], 4001, "A rating is from 0 to 4000; 0 means none."),
        (ENTRY_FIELDS["birth_year"], None, ""),
        (EVENT_FIELDS["description"], "x" * 5001, "A description has at most 5,000 characters."),
        (EVENT_FIELDS["max_players"], 1, "The maximum number of players must be from 2 to 10,000."),
        (EVENT_FIELDS["most_requested_byes"], -1, "The byes a player may request must be from 0 to 30."),
    ],
)
def test_a_field_says_why_a_value_cannot_be(field, value, sentence):
    assert field.problem(value) == sentence


def test_everything_that_is_said_of_an_entry_is_in_the_list():
    assert set(EntryDetails.__slots__) <= set(ENTRY_FIELDS)


def test_every_field_of_the_lists_is_stored():
    columns = {column.name for column in Entry._meta.concrete_fields}
    assert set(ENTRY_FIELDS) <= columns
    assert set(EVENT_FIELDS) <= set(Details.__slots__)


def test_a_deleted_person_leaves_the_faction_and_the_rating_alone():
    assert set(ENTRY_FIELDS) - set(PERSONAL) == {"display_name", "faction", "rating"}
