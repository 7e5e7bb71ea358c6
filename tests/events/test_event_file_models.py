"""Whatever the models of an event become, its file carries them or says why not."""

from __future__ import annotations

from django.apps import apps
from django.db.models import ForeignKey, JSONField

from crosstable.events.files.eventfile.writing import (
    LEFT_OUT,
    LEFT_OUT_FIELDS,
    NUMBERS_IN_JSON,
    PEOPLE,
    carried_by_name,
    carried_models,
)

SECRET = ("token", "secret", "password", "email", "mobile", "phone", "address", "session", "code", "key")
# Unique in the whole installation, and replaced by the import.
REPLACED_ON_IMPORT = {"Tournament.slug"}
# JSON in which nothing is named by number.
PLAIN_JSON = {
    *("Tournament.choices", "Tournament.tie_breaks", "Tournament.scoring", "Tournament.team_tie_breaks"),
    "Tournament.report_records",
    "JournalEntry.subject_text",
    *(f"{model}.{field}" for model in ("Match", "Claim", "MatchPart") for field in ("score", "tallies")),
    *("Claim.boards", "Stage.hall", "Correction.before", "Correction.after"),
}


def all_fields():
    return [(c, f, f"{c.name}.{f.name}") for c in carried_models() for f in (*c.fields, *c.lists)]


def test_every_model_is_carried_or_left_out_for_a_reason():
    models = {model._meta.object_name for model in apps.get_app_config("events").get_models()}
    assert models - set(carried_by_name()) - set(LEFT_OUT) == set()
    assert set(carried_by_name()) & set(LEFT_OUT) == set()
    assert all(LEFT_OUT.values()) and all(LEFT_OUT_FIELDS.values())


def test_every_reference_leads_to_a_carried_row_or_a_person():
    carried = {c.model for c in carried_models()}
    assert [
        name for _, f, name in all_fields() if f.is_relation and f.related_model not in {*carried, *PEOPLE}
    ] == []


def test_lists_of_references_stay_inside_the_event():
    carried = {c.model for c in carried_models()}
    assert [f.name for c in carried_models() for f in c.lists if f.related_model not in carried] == []


def test_json_that_names_rows_by_number_is_known():
    """A new JSON field: say in writing.py which primary keys are in it, or here that there are none."""
    found = {name for _, f, name in all_fields() if isinstance(f, JSONField)}
    assert found - PLAIN_JSON - set(NUMBERS_IN_JSON) == set()


def test_nothing_that_sounds_like_a_secret_is_carried():
    """A new field with such a name is left out in writing.py, or gets another name."""
    assert [name for _, f, name in all_fields() if any(word in f.name for word in SECRET)] == []


def test_what_is_unique_in_the_installation_is_replaced_on_import():
    unique = {name for _, f, name in all_fields() if f.unique and not isinstance(f, ForeignKey)}
    assert unique == REPLACED_ON_IMPORT
