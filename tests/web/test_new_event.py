"""The short page for a new event without a script: the same form, one step after the other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from django.utils.formats import date_format

from building import build_club, user
from crosstable.events.models import Match, Tournament
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
ADDRESS = "/new/chess/short"
NAMES = "\n".join(f"Player {letter}" for letter in "ABCDEFGHI")


def filled(client, **changes):
    """What a browser sends after a step: the fields of the page as it was rendered."""
    answer = client.post(ADDRESS, {"kind": "players", "step": "format", "lines": NAMES, **changes})
    page = answer.context["page"]
    fields = {field.html_name: field.value() for field in page.form}
    sent = {name: value for name, value in fields.items() if value not in (None, False)}
    chosen = next((card.words.code for card in page.cards if card.is_chosen), "")
    sent |= {"kind": "players", "lines": page.lines, "proposal": chosen, "boards": page.boards}
    return answer, {**sent, **changes, "key": answer.context["key"], "minutes": page.minutes}


def test_each_step_works_without_a_script_and_pressing_start_twice_starts_one_event():
    olga = logged_in("olga")
    assert "Paste names, one per line" in text(olga.get(ADDRESS))
    answer, sent = filled(olga)
    assert "Continue with 9 players" in text(answer) and "Swiss, 5 rounds" in text(answer)
    for _ in range(2):
        answer = olga.post(ADDRESS, {**sent, "step": "start"}, follow=True)
        assert "has started. All players are checked in." in text(answer)
    tournament = Tournament.objects.get()
    assert (tournament.status, tournament.total_rounds, tournament.entries.count()) == ("in-progress", 5, 9)
    tables = Match.objects.filter(round__tournament=tournament, second__isnull=False)
    assert sorted(tables.values_list("table", flat=True)) == [1, 2, 3, 4]


def test_too_few_players_are_asked_for_and_nothing_is_lost():
    answer, _ = filled(logged_in("olga"), lines="Ann Hart")
    assert "Add at least two players, or enter how many you expect." in text(answer)
    assert "Ann Hart" in answer.content.decode()


def test_players_who_register_themselves_are_expected_and_registration_opens():
    olga = logged_in("olga")
    answer, sent = filled(olga, lines="", expected="12")
    assert "Start now checks in" not in text(answer)
    olga.post(ADDRESS, {**sent, "step": "register"})
    tournament = Tournament.objects.get()
    assert (tournament.status, tournament.entries.count()) == ("registration", 0)


def test_the_proposals_say_what_their_times_depend_on():
    answer, _ = filled(logged_in("olga"))
    assert "The end holds if no match takes longer than planned." in text(answer)


def test_if_nothing_fits_the_closest_formats_say_how_much_too_long_they_are():
    answer, _ = filled(logged_in("olga"), starts="20:00", ends="20:30", boards="1", minutes="30")
    assert "No format fits this time." in text(answer)
    assert "3 h 30 min too long" in text(answer)


def test_a_proposal_that_ends_on_another_day_says_which():
    answer, _ = filled(logged_in("olga"), starts="20:00", ends="20:30", boards="1", minutes="60")
    tomorrow = date_format(timezone.localdate() + timedelta(days=1), "D")
    assert answer.context["page"].cards[0].ends == f"{tomorrow} 04:00"


def test_a_file_with_more_text_than_a_list_of_players_is_refused_in_words():
    """The page repeats the rows: 20 MB of army lists would come back with every step."""
    file = SimpleUploadedFile("lists.csv", ("Name;List\n" + f"Eve Fox;{'x' * 300}\n" * 4000).encode())
    answer = logged_in("olga").post(
        ADDRESS, {"kind": "players", "step": "players", "lines": "Ann Hart", "file": file}
    )
    assert "The sheet has more than 1,000,000 characters." in text(answer)
    assert (len(answer.content) < 300_000, "Ann Hart" in answer.content.decode()) == (True, True)


def test_rows_of_a_file_join_the_pasted_lines():
    file = SimpleUploadedFile("players.csv", b"Name;Rating\nEve Fox;1588\nGus Hall;1490\n")
    answer = logged_in("olga").post(
        ADDRESS, {"kind": "players", "step": "players", "lines": "", "file": file}
    )
    assert [(line.row.name, line.rating) for line in answer.context["page"].read] == [
        ("Eve Fox", 1588),
        ("Gus Hall", 1490),
    ]


def test_members_of_a_club_are_entered_with_their_ratings():
    club = build_club(
        "City Chess Club", "Ann Hart 1500", "Bo Lind 1400", "Cy Moon 1300", administrator="olga"
    )
    keys = [str(member.pk) for member in club.memberships.filter(player__name__contains=" ")]
    olga = logged_in("olga")
    _, sent = filled(olga, lines="", club=club.slug, member=keys)
    olga.post(ADDRESS, {**sent, "step": "start"})
    tournament = Tournament.objects.get()
    assert (tournament.club, tournament.status) == (club, "in-progress")
    ratings = dict(tournament.entries.values_list("display_name", "rating"))
    assert ratings == {"Ann Hart": 1500, "Bo Lind": 1400, "Cy Moon": 1300}


def test_a_missing_name_of_the_game_is_asked_for_before_the_format():
    user("olga")
    answer = logged_in("olga").post(
        "/new/other/short", {"kind": "players", "step": "format", "name": "Tonight", "lines": NAMES}
    )
    assert not answer.context["shows_format"]
    assert "This field is required." in text(answer)


def test_new_players_change_the_proposals_and_nothing_starts_before_they_are_seen():
    olga = logged_in("olga")
    _, sent = filled(olga)
    more = NAMES + "\n" + "\n".join(f"Guest {number}" for number in range(15))
    answer = olga.post(ADDRESS, {**sent, "lines": more, "step": "start"})
    assert answer.status_code == 422
    assert "The players, places or times changed, and so did the proposals." in text(answer)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(("boards", "expected"), [("4", 12), ("2", 2)], ids=["as suggested", "chosen"])
def test_places_follow_the_players_unless_they_were_chosen(boards, expected):
    more = NAMES + "\n" + "\n".join(f"Guest {number}" for number in range(15))
    answer, _ = filled(logged_in("olga"), lines=more, boards=boards, usual_boards="4")
    assert answer.context["page"].boards == expected


def test_all_numbers_that_cannot_be_are_named_together_and_nothing_is_created():
    olga = logged_in("olga")
    _, sent = filled(olga)
    answer = olga.post(ADDRESS, {**sent, "boards": "0", "minutes": "0", "step": "start"})
    assert answer.status_code == 422
    assert "Boards: Ensure this value is greater than or equal to 1." in text(answer)
    assert "Minutes per match: Ensure this value is greater than or equal to 1." in text(answer)
    assert not Tournament.objects.exists()


def test_an_end_after_midnight_says_its_day():
    answer, _ = filled(logged_in("olga"), starts="20:00", ends="19:00")
    tomorrow = date_format(timezone.localdate() + timedelta(days=1), "l j F")
    assert f"The end is on {tomorrow}, 23 h 0 min after the start." in text(answer)


def test_errors_of_the_settings_are_listed_once():
    olga = logged_in("olga")
    _, sent = filled(olga)
    answer = olga.post(ADDRESS, {**sent, "name": "", "end_date": "2020-01-01", "step": "start"})
    assert text(answer).count("Please correct these fields") == 1
    assert text(answer).count("The event cannot end before it starts.") == 2  # in the list and at its field
