"""Taking an event away as a file, and bringing it in again, in the browser."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from building import play_round, playing
from crosstable.events.models import Tournament
from event_files import exported, picture, same, somewhere_else
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
IMPORT = "/new/import"


def sent(data: bytes, name: str = "event.zip", **fields: str) -> dict[str, object]:
    return {"file": SimpleUploadedFile(name, data), **fields}


def test_an_organiser_takes_the_event_away_and_someone_brings_it_in_elsewhere(settings):
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 72-45")
    before = picture(tournament)
    answer = logged_in("olga").get(reverse("export-event", args=[tournament.slug]))
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}.event.zip"'
    somewhere_else(settings)
    ines = logged_in("ines", is_superuser=True)
    done = ines.post(IMPORT, sent(answer.content), follow=True)
    assert done.redirect_chain == [(reverse("control", args=[tournament.slug]), 302)]
    assert "was imported; you are its owner. Its rated games count." in text(done)
    assert same(picture(Tournament.objects.get()), before)
    journal = text(ines.get(reverse("journal", args=[tournament.slug])))
    assert "Event imported from a file of Crosstable" in journal
    assert "olga" in journal


def test_the_same_event_is_offered_as_a_copy():
    tournament = playing("ann bo")
    olga, file = logged_in("olga"), exported(tournament)
    refused = olga.post(IMPORT, sent(file))
    assert refused.status_code == 409
    assert "is in this installation already" in text(refused)
    assert "Import it as a copy" in text(refused)
    assert olga.post(IMPORT, sent(file, copy="yes")).status_code == 302
    assert Tournament.objects.count() == 2


def test_a_wrong_file_is_refused_on_the_page():
    olga = logged_in("olga")
    for data, words in ((b"Name,Rating", "This is not an event file."), (b"", "This is not an event file.")):
        answer = olga.post(IMPORT, sent(data))
        assert answer.status_code == 422
        assert words in text(answer)
    assert "Choose a file." in text(olga.post(IMPORT, {}))
    assert olga.post(IMPORT, sent(b"x" * 10_000_001)).status_code == 413
