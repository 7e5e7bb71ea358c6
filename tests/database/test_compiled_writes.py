"""A row written with SQL that is written once is stored as `save()` stores it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection
from django.forms import model_to_dict

from building import playing, user
from crosstable.accounts.models import RememberedRequest
from crosstable.database.compiled_sql import insert, insert_many, update
from crosstable.events.models import ActionImage, Claim, JournalEntry, Match

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 1, 12, 0, 0, 123456, tzinfo=UTC)


def stored(row) -> dict:
    fresh = type(row)._default_manager.get(pk=row.pk)
    return {
        name: value for name, value in model_to_dict(fresh).items() if name not in ("id", "number", "entry")
    }


def test_a_new_row_is_the_one_that_save_would_make():
    tournament = playing("ann bo cy di")
    match = Match.objects.filter(round__tournament=tournament).first()
    entries = [
        JournalEntry(
            tournament=tournament,
            number=number,
            at=NOON,
            by=user("ruth"),
            verb="result.reported",
            subject="Ü%s",
            after={"score": [1, None, "é"]},
            match_id=match.pk,
        )
        for number in (901, 902)
    ]
    insert(entries[0]), entries[1].save()
    images = [ActionImage(entry=entry, data={"kept": [["%s", 1]]}) for entry in entries]
    insert(images[0]), images[1].save()
    claims = [Claim(match=match, entry=side, at=NOON, score=[1, 2]) for side in (match.first, match.second)]
    insert(claims[0]), claims[1].save()
    for mine, django_s in (entries, images, claims):
        assert stored(mine) == stored(django_s)
        assert (mine._state.adding, mine._state.db) == (False, "default")


def test_many_rows_are_those_that_bulk_create_would_make(monkeypatch):
    """In several statements, each row with its own key."""
    monkeypatch.setattr(connection.features, "max_query_params", 2 * len(RememberedRequest._meta.fields))
    mine, django_s = (
        [
            RememberedRequest(user=user(name), key=f"{n} %s", digest="ü", headers={"n": [n, None]}, at=NOON)
            for n in range(5)
        ]
        for name in ("ann", "bo")
    )
    insert_many(mine)
    RememberedRequest.objects.bulk_create(django_s)
    assert [stored(row) | {"user": 0} for row in mine] == [stored(row) | {"user": 0} for row in django_s]
    assert list(RememberedRequest.objects.filter(user=user("ann")).order_by("key")) == mine
    insert_many([])


def test_a_row_that_is_there_stays_as_it_is():
    rows = [RememberedRequest(user=user("ruth"), key="key", digest=digest, at=NOON) for digest in "ab"]
    assert [insert(row, unless_there=True) for row in rows] == [True, False]
    assert RememberedRequest.objects.get().digest == "a" and rows[1].pk is None


def test_only_the_named_fields_of_one_row_are_written():
    first, second = Match.objects.filter(round__tournament=playing("ann bo cy di")).order_by("pk")
    before = stored(second)
    first.version, first.disputed_at, first.dispute_reason, first.table = 7, NOON, "é %s", 99
    update(first, "version", "disputed_at", "dispute_reason")
    changed = Match.objects.get(pk=first.pk)
    assert (changed.version, changed.disputed_at, changed.dispute_reason) == (7, NOON, "é %s")
    assert changed.table != 99 and stored(second) == before


def test_a_row_that_is_gone_is_not_written_without_a_word():
    match = Match.objects.filter(round__tournament=playing("ann bo cy di")).first()
    Match.objects.filter(pk=match.pk).delete()
    with pytest.raises(DatabaseError, match="is not there"):
        update(match, "version")
