"""A write that undo could not reverse is refused in the action, and nothing of the action remains."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Concat

from building import entry, event, playing, user
from crosstable.accounts.models import Contact, Player, User
from crosstable.events.actions.core import undo
from crosstable.events.actions.core.action import action
from crosstable.events.actions.core.row_images import NOT_UNDOABLE, watched
from crosstable.events.actions.core.statements import UnseenWrite, read, rows_in_arrays
from crosstable.events.models import BlockedTable, Entry, Match, Status, Tournament
from digests import digest

pytestmark = pytest.mark.django_db


def raw(sql: str, params: object = None, many: bool = False) -> None:
    with connection.cursor() as cursor:
        (cursor.executemany if many else cursor.execute)(sql, params)


def edit(tournament: Tournament, write: Callable[[Tournament], None]) -> None:
    with action(tournament, tournament.owner) as act:
        write(act.tournament)
        act.record("tournament.edited")


def merged_into_a_query(tournament: Tournament) -> None:
    raw(f"WITH mine AS (SELECT {tournament.pk}) UPDATE events_entry SET faction = 'Tau'")


def without_quotes(tournament: Tournament) -> None:
    raw("UPDATE events_entry SET faction = %s", ["Tau"])


def many_at_once(tournament: Tournament) -> None:
    raw('UPDATE "events_entry" SET "faction" = %s WHERE "events_entry"."id" = %s', [("Tau", 1)], many=True)


def a_percent_sign(tournament: Tournament) -> None:
    raw('UPDATE "events_entry" SET "faction" = \'100 %%s\' WHERE "events_entry"."id" > %s', [0])


def a_subquery_first(tournament: Tournament) -> None:
    names = Player.objects.filter(pk=OuterRef("player")).values("name")
    tournament.entries.update(faction=Subquery(names))


def rows_overwritten(tournament: Tournament) -> None:
    row = Entry(pk=entry(tournament, "ann").pk, tournament=tournament, player_id=1, display_name="Zed")
    Entry.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["id"], update_fields=["display_name"]
    )


def a_table_no_one_thought_about(tournament: Tournament) -> None:
    Group.objects.create(name="Judges")


def the_account_of_a_player(tournament: Tournament) -> None:
    User.objects.filter(username="ann").update(last_name="Hart")


def a_row_of_another_event(tournament: Tournament) -> None:
    other = Tournament.objects.exclude(pk=tournament.pk).get()
    BlockedTable.objects.create(tournament=other, table=7)


REFUSED = [
    merged_into_a_query,
    without_quotes,
    many_at_once,
    a_percent_sign,
    a_subquery_first,
    rows_overwritten,
    a_table_no_one_thought_about,
    the_account_of_a_player,
    a_row_of_another_event,
]


@pytest.mark.parametrize("write", REFUSED, ids=lambda write: write.__name__)
def test_what_undo_cannot_read_is_refused_and_nothing_has_changed(write):
    event(name="Another event", owner="vera")
    tournament = event("ann bo", Status.REGISTRATION)
    before = digest(tournament), Group.objects.count(), user("ann").last_name
    with pytest.raises(UnseenWrite):
        edit(tournament, write)
    assert (digest(tournament), Group.objects.count(), user("ann").last_name) == before


def rows_changed_and_a_new_one(tournament: Tournament) -> None:
    tournament.entries.update(faction=Concat("faction", Value(" Tau")))
    BlockedTable.objects.create(tournament=tournament, table=7)


def made_and_removed_again(tournament: Tournament) -> None:
    BlockedTable.objects.create(tournament=tournament, table=7).delete()
    BlockedTable.objects.create(tournament=tournament, table=8)


def removed_and_put_back(tournament: Tournament) -> None:
    rows = list(Match.objects.filter(round__tournament=tournament))
    Match.objects.filter(pk__in=[row.pk for row in rows]).delete()
    Match.objects.bulk_create(rows)


def no_one_in_an_unknown_table(tournament: Tournament) -> None:
    Contact.objects.filter(player__name="nobody").delete()
    BlockedTable.objects.create(tournament=tournament, table=7)


SEEN = [rows_changed_and_a_new_one, made_and_removed_again, removed_and_put_back, no_one_in_an_unknown_table]


@pytest.mark.parametrize("write", SEEN, ids=lambda write: write.__name__)
def test_what_undo_can_read_is_done_and_taken_back(write):
    tournament = playing("ann bo")
    before = digest(tournament)
    edit(tournament, write)
    assert digest(tournament) != before or write is removed_and_put_back
    undo.undo(tournament=tournament, by=tournament.owner)
    assert digest(tournament) == before


def test_every_table_of_the_events_is_watched_or_has_a_reason():
    tables = set(apps.get_app_config("events").get_models(include_auto_created=True))
    reasons = {apps.get_model(label) for label in NOT_UNDOABLE}
    assert tables - reasons == {model for model, _ in watched().values()} - {Player}
    assert all(NOT_UNDOABLE.values())


def test_rows_are_counted_whatever_stands_in_them():
    sql = 'INSERT INTO "events_round" ("a", "b") VALUES (%s, LOWER(%s)), (%s, NULL) RETURNING "events_round"."id"'
    assert read(sql).inserts == 2
    unnest = (
        'INSERT INTO "events_round" ("a") SELECT * FROM UNNEST((%s)::integer[]) RETURNING "events_round"."id"'
    )
    assert (read(unnest).inserts, rows_in_arrays(unnest, ([1, 2, 3],))) == (None, 3)
