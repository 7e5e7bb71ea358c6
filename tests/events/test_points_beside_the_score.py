"""Points once stood in columns of their own: before there were scores, and beside them for a while. What was written
then, in an event file or for undo, says the same today."""

from __future__ import annotations

import json
from typing import Any

import pytest

from building import match_of, playing, settle, user
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.frame import undo
from crosstable.events.actions.results import results
from crosstable.events.files.eventfile.writing import event_document
from crosstable.events.models import ActionImage
from crosstable.events.records.results.said import said_about
from digests import digest
from event_files import packed, picture, same, somewhere_else
from events.test_event_files import eventful

pytestmark = pytest.mark.django_db
Row = dict[str, Any]


def beside(row: Row) -> Row:
    """As the versions wrote it that kept both."""
    pair = row["score"] if isinstance(row["score"], list) else (None, None)
    return {**row, "first_vp": pair[0], "second_vp": pair[1]}


def before(row: Row) -> Row:
    """As the versions wrote it that knew of no scores."""
    return {name: value for name, value in beside(row).items() if name not in ("score", "tallies")}


@pytest.mark.parametrize("written", [before, beside])
def test_a_file_of_version_1_says_the_same(settings, written):
    tournament = eventful()
    told, document = picture(tournament), json.loads(json.dumps(event_document(tournament)))
    for name in ("Match", "Claim"):
        document["rows"][name] = [written(row) for row in document["rows"][name]]
    somewhere_else(settings)
    here = import_event(data=packed({**document, "version": 1}), by=user("ines", is_superuser=True))
    assert same(picture(here), told)


@pytest.mark.parametrize("written", [before, beside])
def test_what_was_kept_for_undo_is_put_back(written):
    tournament = playing("ann bo cy di")
    settle(tournament, "ann 72-45")
    start = digest(tournament)
    match = match_of(tournament, "ann")
    results.enter_result(match=match, said=said_about(match, (10, 20)), overwrite=True, by=tournament.owner)
    image = ActionImage.objects.get(entry=tournament.journal.first())
    kept = [[label, written(values)] for label, values in image.data["kept"] if label == "events.match"]
    assert len(kept) == 1
    image.data["kept"] = kept + [row for row in image.data["kept"] if row[0] != "events.match"]
    image.save()
    undo.undo(tournament=tournament, by=tournament.owner)
    assert digest(tournament) == start
    assert match_of(tournament, "ann").points in {(72, 45), (45, 72)}
