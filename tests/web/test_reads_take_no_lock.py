"""Whoever only looks waits for no writer: one may write at a time, and a transaction of ours is one to write in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.urls import reverse

from building import playing
from crosstable.events.models import Tournament
from web.visiting import logged_in

pytestmark = pytest.mark.django_db
SEEN = {
    "ann": ("events", "event", "standings", "crosstable", "lists", "me", "round"),
    "olga": ("mine", "control", "players", "journal", "settings", "by-hand", "repairs", "print"),
}


def test_pages_that_are_looked_at_open_no_transaction() -> None:
    tournament = playing("ann bo cy di")
    answers = {
        (name, page): _looked_at(name, address)
        for name, pages in SEEN.items()
        for page, address in _addresses(pages, tournament)
    }
    assert {seen: answer for seen, answer in answers.items() if answer != (200, [])} == {}


def _addresses(pages: tuple[str, ...], tournament: Tournament) -> Iterator[tuple[str, str]]:
    for page in pages:
        of_event = [] if page in ("events", "mine") else [tournament.slug]
        yield page, reverse(page, args=[*of_event, *([1] if page == "round" else [])])


def _looked_at(name: str, address: str) -> tuple[int, list[str]]:
    client = logged_in(name)
    with _transactions() as opened:
        return client.get(address).status_code, opened


@contextmanager
def _transactions() -> Iterator[list[str]]:
    """In a test each of them is a savepoint of the test's own."""
    opened: list[str] = []

    def look(execute, sql, params, many, context):
        opened.extend([sql] if sql.startswith("SAVEPOINT") else [])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield opened
