"""A question whose SQL is written once answers what Django answers, whatever is asked with it."""

from __future__ import annotations

import pytest
from django.db.models import Count, F

from building import playing, user
from crosstable.accounts.models import Player, User
from crosstable.database.compiled_sql import MOST_KEYS, CompiledQuery, CompiledQueryByKeys
from crosstable.events.models import Entry, Match

pytestmark = pytest.mark.django_db


def test_rows_come_with_what_belongs_to_them(django_assert_num_queries):
    account = CompiledQuery(
        lambda name: (
            User.objects.select_related("player").annotate(called=F("player__name")).filter(username=name)
        ),
        str,
    )
    user("ann"), user("bo")
    for name in ("ann", "bo", "ann"):
        with django_assert_num_queries(1):
            found = account.first(name)
            assert found is not None
            assert (found.username, found.player.name, found.called) == (name, name, name)
    assert account("nobody") == [] and account.first("nobody") is None


def test_values_stand_where_they_were_asked_for_and_what_is_fixed_stays():
    entries = CompiledQuery(
        lambda event, most: (
            Entry.objects.filter(tournament=event, dropped_at=None, list_text="", seed__lte=most)
            .exclude(display_name="bo")
            .values_list("seed", "display_name")
        ),
        int,
        int,
    )
    tournament = playing("ann bo cy di")
    assert entries(tournament.pk, 3) == [(1, "ann"), (3, "cy")]
    assert entries(tournament.pk, 4) == [(1, "ann"), (3, "cy"), (4, "di")]
    assert entries(0, 4) == []


def test_counts_and_fields_read_from_json_are_the_same():
    rounds = CompiledQuery(
        lambda event: (
            Match.objects.filter(round__tournament=event)
            .values("round")
            .annotate(matches=Count("pk"))
            .order_by("round")
        ),
        int,
    )
    tournament = playing("ann bo cy di")
    asked = Match.objects.filter(round__tournament=tournament)
    assert rounds(tournament.pk) == list(
        asked.values("round").annotate(matches=Count("pk")).order_by("round")
    )
    compiled = CompiledQuery(
        lambda pk: Match.objects.filter(round__tournament=pk).values("pk", "score", "tallies"), int
    )
    assert compiled(tournament.pk) == list(asked.values("pk", "score", "tallies"))


@pytest.mark.parametrize("count", [0, 1, 2, MOST_KEYS, MOST_KEYS + 1])
def test_any_number_of_keys(count):
    players = Player.objects.bulk_create([Player(name=f"player {number}") for number in range(count)])
    called = CompiledQueryByKeys(
        lambda keys: Player.objects.filter(pk__in=keys).order_by("pk").values_list("name")
    )
    for _ in range(2):
        assert called([player.pk for player in players]) == [(player.name,) for player in players]
