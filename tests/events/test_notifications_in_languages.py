"""A notification stores its sentences: it is read, and sent, in the language of its recipient."""

from __future__ import annotations

import json

import pytest

from building import playing, settle
from crosstable.events.models import Notification
from crosstable.events.notifications.push import payload
from crosstable.languages import speaking
from test_pseudo_language import plain_english, pseudo_language

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(django_capture_on_commit_callbacks):
    tournament = playing("ann bo")
    with django_capture_on_commit_callbacks(execute=True):
        settle(tournament, "ann 60-40")
    return Notification.objects.filter(user__username="ann").first()


def test_it_is_worded_in_the_language_of_the_reader(row):
    names = {"ann", "bo", "Northern Open GT"}
    assert (row.title_words, row.body_words) == (row.title, row.body)
    with pseudo_language(), speaking("xx"):
        assert set(plain_english(f"{row.title_words} {row.body_words}")) <= names
        assert json.loads(payload(row))["title"] == row.title_words != row.title


def test_a_row_of_an_older_version_keeps_its_words(row):
    row.title, row.body, row.texts = "An old title", "An old body", None
    assert (row.title_words, row.body_words) == ("An old title", "An old body")
