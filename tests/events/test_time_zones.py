"""Events with their own time zone: typed times are read in it, stored times are shown in it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from building import details, event, user
from crosstable.events.actions.core import undo
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.event.tournaments import create_tournament, edit_tournament
from crosstable.events.actions.hall import evenings
from crosstable.events.actions.people.lineups import set_line_ups_due
from crosstable.events.bridge.local_times import moment_of
from crosstable.events.errors import BadValue, EventFileDamaged, LineUpsClosed
from crosstable.events.models import Match, Stage, Tournament
from crosstable.events.queries.past.journal import JournalSearch, as_rows, journal
from crosstable.installation import time_zones
from event_files import changed, exported, somewhere_else
from events.test_line_ups import league, line_up
from knockout_building import started, with_knockout
from pool_building import drawn, fresh

LISBON, BERLIN = ZoneInfo("Europe/Lisbon"), ZoneInfo("Europe/Berlin")
SPRING, AUTUMN = date(2027, 3, 28), date(2027, 10, 31)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_a_typed_time_is_a_moment_in_the_zone():
    assert moment_of(at("2026-07-04 18:00"), BERLIN, "starts") == datetime(2026, 7, 4, 16, tzinfo=UTC)
    assert moment_of(at("2026-11-21 18:00"), BERLIN, "starts") == datetime(2026, 11, 21, 17, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            "2027-03-28 02:30",
            "02:30 does not exist on 28 March 2027 in Europe/Berlin: the clocks go forward. Enter 01:30 or 03:30.",
        ),
        (
            "2027-10-31 02:30",
            "02:30 happens twice on 31 October 2027 in Europe/Berlin: the clocks go back. Enter 01:30 or 03:30.",
        ),
        ("0001-01-01 00:00", "1 is not a year of an event. Enter a date as 2026-11-21."),
    ],
)
def test_a_time_that_is_no_moment_or_two_is_refused(typed, sentence):
    with pytest.raises(BadValue) as refused:
        moment_of(at(typed), BERLIN, "starts")
    assert (str(refused.value), refused.value.field) == (sentence, "starts")


def test_the_zones_to_choose_from_are_places():
    zones = time_zones()
    assert list(zones)[:3] == ["Africa", "America", "Antarctica"]
    assert "Europe/Lisbon" in zones["Europe"] and "America/Argentina/Ushuaia" in zones["America"]


@pytest.mark.django_db
def test_an_event_without_a_zone_has_the_installations(settings):
    settings.TIME_ZONE = "Europe/Berlin"
    assert (event().zone, event().other_zone) == (BERLIN, "")
    own = event(name="Lisbon Open", time_zone="Europe/Lisbon")
    assert (own.zone, own.other_zone) == (LISBON, "Europe/Lisbon")
    settings.TIME_ZONE = "Europe/Lisbon"
    assert own.other_zone == ""


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Lisbon", "Europe/Lissabon", "localtime", "../../etc/passwd", "+01:00"])
def test_what_is_no_zone_is_refused_with_an_example(name):
    with pytest.raises(BadValue) as refused:
        create_tournament(details=details(time_zone=name), by=user("olga"))
    sentence = f"“{name}” is not a time zone. Use a name such as Europe/Lisbon."
    assert (str(refused.value), refused.value.field) == (sentence, "time_zone")


def in_zone(stage: Stage, zone: str, day: date = date(2026, 7, 4)) -> Stage:
    Tournament.objects.update(time_zone=zone, date=day)
    return fresh(stage)


def planned(stage: Stage) -> list[str]:
    """The times in UTC, each once."""
    rows = Match.objects.filter(round__stage=stage, planned_at__isnull=False).order_by("planned_at")
    return list(dict.fromkeys(f"{match.planned_at:%H:%M}" for match in rows))


@pytest.mark.django_db
def test_clock_times_are_typed_in_the_zone_of_the_event():
    stage = in_zone(drawn("ann bo cy", boards=1), "America/New_York")
    evenings.set_evening(stage=stage, starts="18:00", minutes=20, by=user("olga"))
    assert planned(stage) == ["22:00", "22:20", "22:40"]


@pytest.mark.django_db
def test_matches_last_as_long_in_the_night_in_which_the_clocks_change():
    stage = in_zone(drawn("ann bo cy", boards=1), "Europe/Berlin", SPRING)
    evenings.set_evening(stage=stage, starts="01:00", minutes=40, by=user("olga"))
    assert planned(stage) == ["00:00", "00:40", "01:20"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("day", "evening", "refused"),
    [
        (SPRING, {"starts": "02:15"}, "02:15 does not exist on 28 March 2027"),
        (AUTUMN, {"starts": "02:15"}, "02:15 happens twice on 31 October 2027"),
        # After midnight: the night after the day of the event.
        (date(2027, 3, 27), {"starts": "23:00", "ends": "02:15"}, "02:15 does not exist on 28 March 2027"),
        (date(2027, 10, 30), {"starts": "20:00", "breaks": [("02:00", "03:30")]}, "02:00 happens twice"),
    ],
)
def test_an_hour_that_the_clocks_skip_or_repeat_is_refused(day, evening, refused):
    stage = in_zone(drawn("ann bo cy", boards=1), "Europe/Berlin", day)
    with pytest.raises(BadValue, match=refused):
        evenings.set_evening(stage=stage, minutes=20, by=user("olga"), **evening)


@pytest.mark.django_db
def test_after_midnight_of_the_day_on_which_the_clocks_changed_the_hour_exists():
    stage = in_zone(drawn("ann bo cy", boards=1), "Europe/Berlin", SPRING)
    evenings.set_evening(stage=stage, starts="18:00", minutes=20, ends="02:15", by=user("olga"))
    assert planned(stage) == ["16:00", "16:20", "16:40"]


def moved(stage: Stage, zone: str) -> None:
    tournament = Tournament.objects.get(pk=stage.tournament_id)
    changed_details = {name: getattr(tournament, name) for name in Details.__slots__} | {"time_zone": zone}
    edit_tournament(tournament=tournament, details=Details(**changed_details), by=user("olga"))


@pytest.mark.django_db
def test_another_zone_keeps_the_times_as_typed_and_undo_too():
    stage = in_zone(drawn("ann bo cy", boards=1), "Europe/Lisbon")
    evenings.set_evening(stage=stage, starts="18:00", minutes=20, by=user("olga"))
    assert planned(stage) == ["17:00", "17:20", "17:40"]
    moved(stage, "America/New_York")
    assert planned(stage) == ["22:00", "22:20", "22:40"]
    undo.undo(tournament=stage.tournament, by=user("olga"))
    assert planned(stage) == ["17:00", "17:20", "17:40"]
    assert Tournament.objects.get().time_zone == "Europe/Lisbon"


@pytest.mark.django_db
def test_another_zone_keeps_the_times_of_a_bracket_whose_players_are_unknown():
    stage = in_zone(with_knockout("ann bo cy di"), "", date(2099, 1, 1))
    evenings.set_evening(stage=stage, boards=2, starts="18:00", minutes=20, by=user("olga"))
    stage = started(fresh(stage))
    moved(stage, "America/New_York")
    assert planned(stage) == ["23:00"]
    assert fresh(stage).hall["times"]["3"] == "2099-01-01T23:20:00+00:00"


@pytest.mark.django_db
def test_a_zone_in_which_a_typed_time_does_not_exist_is_refused():
    stage = in_zone(drawn("ann bo cy", boards=1), "", SPRING)
    evenings.set_evening(stage=stage, starts="02:15", minutes=20, by=user("olga"))
    with pytest.raises(BadValue, match="02:15 does not exist on 28 March 2027 in Europe/Berlin"):
        moved(stage, "Europe/Berlin")
    assert planned(stage) == ["02:15", "02:35", "02:55"]


@pytest.mark.django_db
def test_an_event_file_carries_the_zone_the_times_are_in(settings):
    settings.TIME_ZONE = "Europe/Lisbon"
    file = exported(event())
    somewhere_else(settings)
    settings.TIME_ZONE = "Europe/Berlin"
    there = import_event(data=file, by=user("ida"))
    assert (there.time_zone, there.zone) == ("Europe/Lisbon", LISBON)
    back = exported(there)
    somewhere_else(settings)
    settings.TIME_ZONE = "Europe/Lisbon"
    assert import_event(data=back, by=user("ida")).time_zone == ""


@pytest.mark.django_db
def test_an_event_file_with_an_unknown_zone_is_refused(settings):
    file = changed(event(), lambda data: data["rows"]["Tournament"][0].update(time_zone="Mars/Olympus"))
    somewhere_else(settings)
    with pytest.raises(EventFileDamaged, match="time_zone"):
        import_event(data=file, by=user("ida"))


@pytest.mark.django_db
def test_a_refusal_of_an_action_has_the_time_in_the_zone_of_the_event():
    _, match = league(time_zone="Asia/Tokyo")
    due = datetime(2026, 7, 4, 3, 45, tzinfo=UTC)
    set_line_ups_due(round_=match.round, until=due, by=user("olga"))
    assert match.round.tournament.journal.first().after["until"] == "2026-07-04T12:45:00+09:00"
    with pytest.raises(LineUpsClosed, match="12:45"):
        line_up(match, "Owls", "ann", "ben", by="ann")


@pytest.mark.django_db
def test_the_exported_history_has_the_offset_of_the_zone():
    tournament = event(time_zone="Asia/Tokyo")
    with timezone.override(tournament.zone):
        heads, first = as_rows(journal(tournament, JournalSearch()))
    assert first[heads.index("Time")].endswith("+09:00")
