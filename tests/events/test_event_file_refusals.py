"""Files that cannot be imported: each is refused with what is wrong and where, and nothing is stored."""

from __future__ import annotations

import io
import json
import struct
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from building import play_round, playing, user
from crosstable.accounts.models import Player
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.errors import (
    EventFileDamaged,
    EventFileNewer,
    EventFileTooBig,
    NotAnEventFile,
    Refused,
)
from crosstable.events.files.eventfile import reading
from crosstable.events.files.eventfile.reading import read_event
from crosstable.events.files.eventfile.writing import VERSION, carried_models, event_document
from crosstable.events.models import PlayerRating, Tournament
from event_files import changed, exported, packed, somewhere_else

pytestmark = pytest.mark.django_db


def played() -> Tournament:
    tournament = playing("ann bo cy")
    play_round(tournament, "ann 72-45")
    return tournament


@pytest.fixture
def document(settings) -> dict:
    """Of a played event, in an installation that does not have it."""
    content = json.loads(json.dumps(event_document(played())))
    somewhere_else(settings)
    return content


def rows_stored() -> int:
    return sum(c.model.objects.count() for c in carried_models()) + Player.objects.count()


def refused(data: bytes, error: type[Refused]) -> str:
    by = user("ines", is_superuser=True)
    before = rows_stored(), PlayerRating.objects.count()
    with pytest.raises(error) as found:
        import_event(data=data, by=by)
    assert (rows_stored(), PlayerRating.objects.count()) == before
    return str(found.value)


@pytest.mark.parametrize("data", [b"", b"PK", b"name,rating\nann,1500", b"%PDF-1.7", bytes(1000)])
def test_what_is_no_event_file_is_called_that(data):
    assert refused(data, NotAnEventFile).startswith("This is not an event file.")


def test_another_archive_is_no_event_file():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("readme.txt", "hello")
    refused(out.getvalue(), NotAnEventFile)
    refused(packed({"format": "something else"}), NotAnEventFile)
    refused(packed([1, 2, 3]), NotAnEventFile)


def test_a_file_of_a_newer_version_says_so(document):
    newer = {**document, "version": VERSION + 1, "software": "Crosstable 9.0"}
    assert refused(packed(newer), EventFileNewer) == (
        "The event file was written by a newer version (Crosstable 9.0). This installation does not know version 5 "
        "of the format. Upgrade Crosstable and import it again."
    )
    document["rows"]["Hologram"] = [{"id": 1}]
    assert "does not know “Hologram”" in refused(packed(document), EventFileNewer)
    del document["rows"]["Hologram"]
    document["rows"]["Entry"][0]["aura"] = "red"
    assert "does not know “aura” of Entry" in refused(packed(document), EventFileNewer)


def test_a_file_from_before_the_first_release_says_so(document):
    assert refused(packed({**document, "version": 3}), EventFileDamaged) == (
        "The event file is damaged or was changed. No release wrote version 3; the first is 4. "
        "Export the event again."
    )


def test_a_file_of_an_older_version_gets_what_is_new_by_default(document):
    for row in document["rows"]["Match"]:
        del row["review"]
    for row in document["rows"]["JournalEntry"]:
        del row["by_name"]
    here = import_event(data=packed(document), by=user("ines", is_superuser=True))
    assert set(here.rounds.get().matches.values_list("review", flat=True)) == {""}


def test_a_cut_or_changed_archive_is_damaged():
    tournament = playing("ann bo")
    data = exported(tournament)
    refused(data[: len(data) // 2], NotAnEventFile)
    middle = len(data) // 3
    flipped = data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]
    assert "cannot be unpacked" in refused(flipped, EventFileDamaged)


def test_an_archive_that_unpacks_to_more_than_it_may_is_refused(monkeypatch):
    monkeypatch.setattr(reading, "MOST_UNPACKED", 1_000_000)
    bomb = packed(b" " * 50_000_000)
    assert len(bomb) < 60_000
    assert refused(bomb, EventFileTooBig) == "The event file is too large. The limit is 1 MB unpacked."
    # An archive that lies about its size is believed no more than one that does not.
    real = struct.pack("<L", 50_000_000)
    assert real in bomb
    with pytest.raises(Refused):
        read_event(bomb.replace(real, struct.pack("<L", 100)))
    monkeypatch.setattr(reading, "MOST_PACKED", 1000)
    assert refused(b"x" * 1001, EventFileTooBig).startswith("The event file is too large")


def test_a_file_of_countless_values_is_refused_before_it_fills_the_memory():
    assert refused(packed(b"[" + b"[]," * 3_000_000 + b"[]]"), EventFileTooBig) == (
        "The event file is too large. The limit is 3,000,000 values."
    )


@pytest.mark.parametrize(
    "text", [b"{", b"\xff\xfe", b"[" * 200_000, b'{"a": NaN}', b'{"a": "\\u0000"}', b'"\\ud800"']
)
def test_what_is_not_json_is_damaged(text):
    assert "is not well-formed JSON" in refused(packed(text), EventFileDamaged)


def put(name: str, field: str, value: object, row: int = 0):
    def change(document: dict) -> None:
        document["rows"][name][row][field] = value

    return change


WRONG = {
    "a text where a number belongs": (put("Entry", "seed", "first"), "Entry {id}: seed is of the wrong type"),
    "a number where a text belongs": (
        put("Entry", "display_name", 5),
        "Entry {id}: display_name is of the wrong type",
    ),
    "a name that is too long": (put("Entry", "display_name", "x" * 61), "display_name cannot be"),
    "a time without its zone": (
        put("Round", "drafted_at", "2026-01-01T10:00:00"),
        "is a time without a time zone",
    ),
    "no date": (put("Tournament", "date", "31 February"), "date cannot be “31 February”"),
    "an unknown status": (put("Tournament", "status", "cancelled"), "status cannot be “cancelled”"),
    "an unknown game": (put("Tournament", "game", "go"), "game cannot be “go”"),
    "an unknown tie-break": (put("Tournament", "tie_breaks", ["XYZ"]), "There is no tie-break"),
    "tie-breaks that are no list": (
        put("Tournament", "tie_breaks", {"a": 1}),
        "tie_breaks is of the wrong type",
    ),
    "a list where a choice belongs": (
        put("Tournament", "choices", {"factions": []}),
        "Game system is one of",
    ),
    "points that are none": (put("Tournament", "scoring", {"win": "many"}), "is not a number of points"),
    "a number that does not fit": (put("Match", "table", 10**30), "table cannot be"),
    "a number below nought": (put("Match", "table", -1), "table cannot be"),
    "an entry that is not in the file": (
        put("Match", "first", 10**6),
        "first refers to 1000000, which is not in the file",
    ),
    "a player who is not in the file": (put("Entry", "player", 10**6), "player refers to 1000000"),
    "a reference of the wrong kind": (put("Match", "first", [1]), "first is of the wrong type"),
    "nothing where something must be": (put("Match", "first", None), "first is missing"),
    "true where a number belongs": (put("Match", "version", True), "version is of the wrong type"),
    "an unknown result": (put("Match", "result", "2-0"), "result cannot be “2-0”"),
    "an agreed match without a result": (put("Match", "result", ""), "contradict each other"),
    "a score of one number": (put("Match", "score", [1]), "score is not a score"),
    "a score of words": (put("Match", "score", "72-45"), "score is not a score"),
    "a tally of nothing known": (put("Match", "tallies", [["luck", 1, 2]]), "score is not a score"),
    "an open match with a score": (put("Match", "state", "open"), "contradict each other"),
    "a row without a number": (put("Match", "id", None), "A row of Match has no id."),
    "a verb that is a template": (put("JournalEntry", "verb", "{before.__class__}"), "verb cannot be"),
    "an entry of the journal without what it tells": (put("JournalEntry", "after", {}, -1), "cannot be read"),
    "an entry of the journal that tells a list": (
        put("JournalEntry", "after", [1]),
        "after is of the wrong type",
    ),
    "a rating beyond all reason": (put("RatingChange", "after", 4999), "No game can change a rating"),
    "an unknown outcome": (put("RatingChange", "outcome", "luck"), "No game can change a rating"),
    "two rows of the same number": (
        lambda d: d["rows"]["Entry"].append(dict(d["rows"]["Entry"][0])),
        "Two rows of Entry have the same id.",
    ),
    "two tournaments": (
        lambda d: d["rows"]["Tournament"].append({**d["rows"]["Tournament"][0], "id": 10**6}),
        "exactly one tournament",
    ),
    "no tournament": (lambda d: d["rows"].pop("Tournament"), "exactly one tournament"),
    "rows that are no list": (lambda d: d["rows"].update(Entry={"a": 1}), "Entry must be a list of rows"),
    "no players": (lambda d: d.pop("players"), "players is missing or of the wrong type"),
    "a player without a name": (lambda d: d["players"].update({"7": {}}), "Player 7 has no name"),
    "a club with a name as long as a book": (lambda d: d.update(club="x" * 60_000), "club must be a name"),
    "a version that is none": (lambda d: d.update(version="1"), "Its version is not a number."),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_value_is_refused_with_its_place(what, document):
    change, message = WRONG[what]
    row = document["rows"]["Entry"][0]["id"]
    change(document)
    assert message.format(id=row) in refused(packed(document), EventFileDamaged)


def test_no_one_is_paired_twice_in_a_round(document):
    """The database looks at first and second sides apart."""
    first, bye = document["rows"]["Match"]
    bye["first"] = first["second"]
    assert "Round 1 pairs an entry twice" in refused(packed(document), EventFileDamaged)


def test_a_refused_file_can_be_put_right_and_imported(document):
    seed = document["rows"]["Entry"][0]["seed"]
    document["rows"]["Entry"][0]["seed"] = "first"
    refused(packed(document), EventFileDamaged)
    document["rows"]["Entry"][0]["seed"] = seed
    assert import_event(data=packed(document), by=user("ines", is_superuser=True)).entries.count() == 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
quietly = settings(max_examples=60, suppress_health_check=list(HealthCheck))


@quietly
@given(data=st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    with pytest.raises(Refused):
        read_event(data)
    with pytest.raises(Refused):
        read_event(packed(data))


@quietly
@given(
    parts=st.dictionaries(st.sampled_from(["version", "rows", "players", "users", "club", "origin"]), JSON)
)
def test_any_envelope_is_read_or_refused(parts):
    with pytest.raises(Refused):
        read_event(packed({"format": "crosstable-event", "version": VERSION, **parts}))


@quietly
@given(data=st.data())
def test_any_value_in_any_field_is_taken_or_refused(data, document):
    """Whatever stands in a field: the event is imported, or refused with a reason; nothing else happens."""
    name = data.draw(st.sampled_from(sorted(document["rows"])))
    number = data.draw(st.integers(0, len(document["rows"][name]) - 1))
    field = data.draw(st.sampled_from(sorted(document["rows"][name][number])))
    spoilt = json.loads(json.dumps(document))
    spoilt["rows"][name][number][field] = data.draw(JSON)
    by, before = user("ines", is_superuser=True), rows_stored()
    try:
        import_event(data=packed(spoilt), by=by, as_copy=True)
    except Refused:
        assert rows_stored() == before


def test_changing_a_file_by_hand_is_possible(settings):
    """It is the organiser's own data: a name corrected in the file is right after the import."""
    data = changed(playing("ann bo"), put("Entry", "display_name", "Anna"))
    somewhere_else(settings)
    here = import_event(data=data, by=user("ines", is_superuser=True))
    assert sorted(here.entries.values_list("display_name", flat=True)) == ["Anna", "bo"]
