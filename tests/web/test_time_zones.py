"""Times of an event on its pages, in its own time zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from building import match_of, playing, settle, user
from chess_building import SIX, chess
from crosstable.events.actions.event import access, screens
from crosstable.events.actions.hall.evenings import set_evening
from crosstable.events.actions.stages import pool_play
from crosstable.events.files.printing.sheets import SHEETS
from crosstable.events.models import JournalEntry, Match, Round, RoundClock, Tournament
from crosstable.installation import installation_zone, store_time_zone, stored_time_zone
from events.test_line_ups import league
from pool_building import drawn, fresh
from web.test_chess_pages import FORM
from web.visiting import errors, logged_in, markup, page, text

pytestmark = pytest.mark.django_db


def test_the_settings_offer_the_installations_zone_first_and_keep_the_chosen_one(settings):
    settings.TIME_ZONE = "Europe/Berlin"
    tournament = chess(SIX)
    vera, address = logged_in("vera"), f"/t/{tournament.slug}/control/settings"
    shown = page(vera, address)
    assert '<option value="" selected>Same as the installation (Europe/Berlin)</option>' in shown
    assert '<option value="Europe/Lisbon">Europe/Lisbon</option>' in shown
    vera.post(address, {**FORM, "time_zone": "Europe/Lisbon"})
    assert Tournament.objects.get().time_zone == "Europe/Lisbon"
    assert '<option value="Europe/Lisbon" selected>Europe/Lisbon</option>' in page(vera, address)
    assert "time zone" in text(vera.get(f"/t/{tournament.slug}/control/journal"))


def test_a_zone_that_is_not_offered_is_refused_and_one_set_by_a_program_is_kept(settings):
    tournament = chess(SIX)
    Tournament.objects.update(time_zone="US/Eastern")
    vera, address = logged_in("vera"), f"/t/{tournament.slug}/control/settings"
    assert '<option value="US/Eastern" selected>US/Eastern</option>' in page(vera, address)
    refused = vera.post(address, {**FORM, "time_zone": "Mars/Olympus"})
    assert list(errors(refused)) == ["time_zone"]


def test_the_list_of_zones_escapes_what_was_sent():
    tournament = chess(SIX)
    address = f"/t/{tournament.slug}/control/settings"
    refused = logged_in("vera").post(address, {**FORM, "time_zone": '"><script>'})
    shown = markup(refused)
    assert '<optgroup label="Europe">' in shown and '<option value="Europe/Lisbon">' in shown
    assert "<script>" not in shown


def due(number: int, typed: str):
    """Set the deadline of line-ups as typed, and return the answer and the stored moment."""
    league(time_zone="Europe/Berlin")
    address = f"/t/{Tournament.objects.get().slug}/control/rounds/{number}/line-ups"
    answer = logged_in("olga").post(address, {"until": typed}, follow=True)
    return answer, Round.objects.get(number=number).lineups_until


def test_a_deadline_is_typed_and_shown_in_the_zone_of_the_event():
    answer, stored = due(1, "2026-07-04T18:45")
    assert stored == datetime(2026, 7, 4, 16, 45, tzinfo=UTC)
    assert "due 4 Jul 18:45" in text(answer) and 'value="2026-07-04T18:45"' in answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("2027-03-28T02:30", "02:30 does not exist on 28 March 2027 in Europe/Berlin"),
        ("2027-10-31T02:30", "02:30 happens twice on 31 October 2027 in Europe/Berlin"),
        ("0001-01-01T00:00", "1 is not a year of an event"),
        ("soon", "Enter a day and a time, such as 2026-11-21 18:45, or leave it empty."),
    ],
)
def test_a_deadline_that_is_no_moment_is_refused_in_words(typed, sentence):
    answer, stored = due(1, typed)
    assert sentence in text(answer)
    assert stored is None


# ---------- every output ----------


NOON = datetime(2026, 7, 4, 12, 0, tzinfo=UTC)
NOTE = "Times are in Asia/Tokyo."


@pytest.fixture
def tokyo() -> Tournament:
    """Round 1 runs until 12:00 UTC: 21:00 in Tokyo."""
    tournament = playing("ann bo cy di", round_minutes=90, time_zone="Asia/Tokyo")
    RoundClock.objects.update(ends_at=NOON)
    Round.objects.update(started_at=NOON - timedelta(minutes=90))
    JournalEntry.objects.update(at=NOON)
    return tournament


@pytest.mark.parametrize(
    ("visitor", "address", "time"),
    [
        ("", "/t/{slug}/rounds/1", None),
        ("", "/t/{slug}/standings", None),
        ("", "/t/{slug}/screens/clock", "Round 1 ends at 21:00"),
        ("ann", "/t/{slug}/me", "until 21:00"),
        ("olga", "/t/{slug}/control", "21:00"),
        ("olga", "/t/{slug}/control/journal", "4 Jul 21:00:00"),
    ],
)
def test_pages_show_times_in_the_zone_of_the_event_and_name_it(tokyo, client, visitor, address, time):
    seen = text((logged_in(visitor) if visitor else client).get(address.format(slug=tokyo.slug)))
    assert NOTE in seen
    assert time is None or time in seen
    Tournament.objects.update(time_zone="")
    seen = text((logged_in(visitor) if visitor else client).get(address.format(slug=tokyo.slug)))
    assert "Times are in" not in seen
    assert time is None or time.replace("21:00", "12:00") in seen


def test_every_page_of_a_schedule_shows_the_times_as_typed(client):
    stage = drawn("ann bo cy di", boards=1)
    Tournament.objects.update(time_zone="America/New_York", date=date(2099, 7, 4))
    olga, room = logged_in("olga"), f"/t/{stage.tournament.slug}/control"
    set_evening(stage=fresh(stage), starts="18:00", minutes=20, by=user("olga"))
    pool_play.publish_pools(stage=fresh(stage), by=user("olga"))
    pool_play.start_pools(stage=fresh(stage), by=user("olga"))
    public = text(client.get(f"/t/{stage.tournament.slug}/stages/1/schedule"))
    assert "18:20" in public and "22:20" not in public
    times = {"": "18:20", "/stages/1": "18:20", "/boards": "18:20", "/stages/1/replan": "ends at 20:00"}
    for address, time in times.items():
        shown = text(olga.get(f"{room}{address}"))
        assert "Times are in America/New_York." in shown and time in shown, address
    assert "18:20" in text(client.get(f"/t/{stage.tournament.slug}/screens/next"))
    sheet = SHEETS["schedule"].content(Tournament.objects.get(), None, "")
    assert [row[0] for row in sheet["rows"]] == ["18:00", "18:20", "18:40", "19:00", "19:20", "19:40"]


def test_the_history_is_searched_and_exported_by_the_days_of_the_zone(tokyo):
    JournalEntry.objects.update(at=datetime(2026, 7, 4, 16, 0, tzinfo=UTC))
    olga, address = logged_in("olga"), f"/t/{tokyo.slug}/control/journal"
    on_the_fifth = {"since": "2026-07-05", "until": "2026-07-05"}
    assert "5 Jul 01:00:00" in text(olga.get(address, on_the_fifth))
    assert "2026-07-05T01:00:00+09:00" in olga.get(f"{address}.csv", on_the_fifth).content.decode()


def test_a_share_link_and_a_display_show_the_zone(tokyo, client):
    token = access.share(tournament=tokyo, by=user("olga"))
    assert NOTE in text(client.get(f"/s/{token}"))
    display = screens.add_screen(tournament=tokyo, name="Hall", rotation=[("clock", 10)], by=user("olga"))
    shown = text(client.get(f"/b/{display.code}"))
    assert "ends at 21:00" in shown and NOTE in shown


def test_a_page_names_the_zone_for_its_scripts(tokyo, client):
    assert 'data-zone="Asia/Tokyo"' in page(client, f"/t/{tokyo.slug}")
    assert 'data-zone="UTC"' in page(client, "/")


def test_pages_about_two_events_in_two_zones_stay_in_the_installations(tokyo, client):
    playing("ed flo", name="Lisbon Open", time_zone="Europe/Lisbon")
    assert NOTE in text(client.get(f"/t/{tokyo.slug}/standings"))
    front = text(client.get("/"))
    assert "Northern Open GT" in front and "Lisbon Open" in front and "Times are in" not in front
    assert "Times are in Europe/Lisbon." in text(client.get("/t/lisbon-open/standings"))
    assert "Times are in" not in text(logged_in("olga").get("/mine"))


def test_the_page_for_signed_in_visitors_follows_the_installation(tokyo, settings):
    ann, address = logged_in("ann"), f"/t/{tokyo.slug}/rounds/1"
    assert NOTE in text(ann.get(address))
    settings.TIME_ZONE = "Asia/Tokyo"
    assert "Times are in" not in text(ann.get(address))


def test_a_printed_sheet_says_when_and_in_which_zone_it_was_printed(tokyo):
    content = SHEETS["pairings-by-table"].content(tokyo, tokyo.rounds.get(), "https://example.org")
    assert content["words"]["printed"].endswith(", Asia/Tokyo")
    now = timezone.now().astimezone(tokyo.zone)
    assert f"{now:%b %Y}" in content["words"]["printed"]


def test_a_settled_match_names_the_time_in_the_zone(tokyo):
    olga = logged_in("olga")
    match = match_of(tokyo, "ann")
    settle(tokyo, "ann 60-40")
    Match.objects.filter(pk=match.pk).update(decided_at=NOON)
    shown = text(olga.get(f"/t/{tokyo.slug}/control/matches/{match.pk}"))
    assert "21:00" in shown and "12:00" not in shown


# ---------- the installation ----------


@pytest.fixture
def chosen_here(settings, tmp_path) -> None:
    """The zone is not set by the environment."""
    settings.DATA_DIR, settings.HAS_FIXED_TIME_ZONE = tmp_path, False


def test_an_administrator_chooses_the_zone_and_every_page_follows(chosen_here, client):
    tournament = playing("ann bo", round_minutes=90)
    RoundClock.objects.update(ends_at=NOON)
    root, clock = logged_in("root", is_superuser=True), f"/t/{tournament.slug}/screens/clock"
    assert "ends at 12:00" in text(client.get(clock))
    answer = root.post("/administration/time-zone", {"time_zone": "Asia/Tokyo"}, follow=True)
    assert "Times are shown in Asia/Tokyo." in text(answer)
    assert '<option value="Asia/Tokyo" selected>' in answer.content.decode()
    assert "ends at 21:00" in text(client.get(clock)) and "Times are in" not in text(client.get(clock))
    assert timezone.get_current_timezone_name() == "UTC", "a request leaves no zone behind"


def test_only_an_administrator_chooses_a_zone_and_only_one_that_exists(chosen_here, settings):
    refused = logged_in("olga").post("/administration/time-zone", {"time_zone": "Asia/Tokyo"})
    assert refused.status_code == 403
    root = logged_in("root", is_superuser=True)
    answer = root.post("/administration/time-zone", {"time_zone": "Tokyo"}, follow=True)
    assert "“Tokyo” is not a time zone. Use a name such as Europe/Lisbon." in text(answer)
    assert stored_time_zone(settings.DATA_DIR) == ""


def test_the_environment_wins_and_the_page_says_so(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    store_time_zone(tmp_path, "Asia/Tokyo")
    root = logged_in("root", is_superuser=True)
    shown = text(root.get("/administration"))
    assert "CROSSTABLE_TIME_ZONE sets the time zone: UTC. To choose one here, remove the variable" in shown
    assert "Set time zone" not in shown
    root.post("/administration/time-zone", {"time_zone": "Europe/Lisbon"})
    assert (installation_zone(), stored_time_zone(tmp_path)) == ("UTC", "Asia/Tokyo")
