"""What the pages without an account show, and what they keep to themselves."""

import pytest
from django.test import Client

from building import enter, event, user
from crosstable.accounts.models import User
from crosstable.engine.results import by_points
from crosstable.events.models import Match, MatchState, RoundStatus, Status
from crosstable.events.queries.people.my_event import my_event
from crosstable.events.queries.standings.standings import standings_table
from web.crowd import crowd
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db

EVENT_PAGES = ["/t/{}", "/t/{}/standings", "/t/{}/board", "/t/{}/lists", "/t/{}/rounds/1"]


@pytest.mark.parametrize("page", EVENT_PAGES)
def test_a_draft_does_not_exist_for_anyone_but_its_organisers(client, page):
    tournament = event()
    assert client.get(page.format(tournament.slug)).status_code == 404
    client.force_login(user("somebody"))
    assert client.get(page.format(tournament.slug)).status_code == 404


def test_organisers_see_their_draft_which_has_no_stream_to_follow(client):
    draft, public = event(), event(status=Status.REGISTRATION)
    client.force_login(draft.owner)
    pages = [client.get(f"/t/{one.slug}") for one in (draft, public)]
    assert [(page.status_code, "/stream" in page.content.decode()) for page in pages] == [
        (200, False),
        (200, True),
    ]


def test_a_draft_round_is_shown_nowhere(client):
    tournament = crowd(6)
    client.force_login(tournament.owner)
    assert client.get("/t/northern/rounds/3").status_code == 404
    assert client.get("/t/northern/board/3").status_code == 404
    assert client.get("/t/northern/standings?round=3").status_code == 404
    assert "Round 3" not in text(client.get("/t/northern"))
    assert "Round 2" in text(client.get("/t/northern/board"))


@pytest.mark.parametrize("asked", ["0", "9", "x", "-1", "99999999999999999999", "½"])
def test_standings_after_a_round_that_is_not_there_are_not_found(client, asked):
    crowd(4)
    assert client.get("/t/northern/standings", {"round": asked}).status_code == 404


def test_no_one_but_author_and_organiser_reads_a_list_before_the_lock(client):
    tournament = event("", Status.REGISTRATION)
    ann = enter(tournament, "ann", list_text="++ Ann's list ++ <b>")
    enter(tournament, "bo")
    address = f"/t/{tournament.slug}/lists/{ann.pk}"
    found = {}
    for name in ("", "bo", "ann", "olga"):
        visitor = Client()
        if name:
            visitor.force_login(user(name))
        found[name] = visitor.get(address).status_code
    assert found == {"": 404, "bo": 404, "ann": 200, "olga": 200}
    assert "ann" not in client.get(f"/t/{tournament.slug}/lists").content.decode()


def test_the_organisers_player_list_has_the_list_text_and_no_other_page_before_the_lock(client):
    """A5: before the lock only the organiser reads the lists."""
    tournament = event("bo", Status.REGISTRATION)
    enter(tournament, "ann", list_text="+ Boyz x 10 +")
    address, olga, bo = f"/t/{tournament.slug}", logged_in("olga"), logged_in("bo")
    page = olga.get(f"{address}/control/players")
    assert [(entry.display_name, entry.list_text) for entry in page.context["lists"]] == [
        ("ann", "+ Boyz x 10 +")
    ]
    assert '<pre class="text">+ Boyz x 10 +</pre>' in page.content.decode()
    refused = bo.get(f"{address}/control/players"), client.get(f"{address}/control/players")
    assert [answer.status_code for answer in refused] == [403, 302]
    for visitor in (bo, client):
        shown = [visitor.get(address + end).content.decode() for end in ("", "/lists", "/standings")]
        assert ["Boyz" in page for page in shown] == [False, False, False]


def test_everyone_reads_every_list_after_the_lock_exactly_as_it_was_pasted(client):
    tournament = crowd(4)
    entry = tournament.entries.first()
    entry.list_text = "++ Roster ++\n\n\t• Captain <script>alert(1)</script>\n"
    entry.save()
    page = client.get(f"/t/northern/lists/{entry.pk}").content.decode()
    assert "++ Roster ++\n\n\t• Captain &lt;script&gt;alert(1)&lt;/script&gt;\n</pre>" in page


def test_a_list_is_found_only_under_its_own_event(client):
    crowd(4)
    other = crowd(4, slug="other").entries.first()
    assert client.get(f"/t/northern/lists/{other.pk}").status_code == 404


def test_the_board_has_byes_last_and_a_mission_only_where_it_differs(client):
    tournament = crowd(5)
    Match.objects.filter(round__tournament=tournament, round__number=2, table=2).update(mission="Linchpin")
    page = client.get("/t/northern/board").content.decode()
    assert page.index("<b>1</b>") < page.index("<b>2</b>") < page.index('<b class="bye">Bye</b>')
    assert page.count("Linchpin") == 1
    assert page.count("The Ritual") == 1


def test_standings_count_results_as_they_come_and_move_with_them(client):
    tournament = crowd(4)
    names = [line.entry.display_name[-1] for line in standings_table(tournament).lines]
    assert names == ["1", "3", "2", "4"]
    match = Match.objects.get(round__tournament=tournament, round__number=2, table=1)
    match.state = MatchState.AGREED
    match.set_score(by_points("1-0", 100, 0))
    match.save()
    lines = standings_table(tournament).lines
    assert [(line.entry.display_name[-1], line.rank, line.moved) for line in lines] == [
        ("2", 1, 2),
        ("1", 2, -1),
        ("3", 3, -2),
        ("4", 4, -1),
    ]


def test_someone_who_never_came_is_not_ranked(client):
    tournament = crowd(4)
    absent = enter_absent(tournament)
    assert absent.pk not in {line.entry.pk for line in standings_table(tournament).lines}


def enter_absent(tournament):
    first = tournament.entries.first()
    first.pk, first.seed, first.display_name, first.checked_in_at = None, 99, "absent", None
    first.player = user("absent").player
    first.save()
    return first


def test_standings_are_provisional_until_the_event_is_complete(client):
    tournament = crowd(4)
    assert "Provisional" in client.get("/t/northern/standings").content.decode()
    tournament.rounds.filter(number=3).delete()
    tournament.rounds.update(status=RoundStatus.CLOSED)
    tournament.status = Status.COMPLETE
    tournament.save()
    page = client.get("/t/northern/standings").content.decode()
    assert "Final standings" in page
    assert "Provisional" not in page


def test_my_row_is_marked_for_me_alone(client):
    tournament = crowd(4)
    entry = tournament.entries.first()
    entry.player = user("ann").player
    entry.save()
    assert 'class="me"' not in client.get("/t/northern/standings").content.decode()
    client.force_login(user("ann"))
    assert client.get("/t/northern/standings").content.decode().count('class="me"') == 1


def test_a_page_for_everyone_tells_its_revision_and_sets_no_cookie(client):
    tournament = crowd(4)
    for page in EVENT_PAGES:
        response = client.get(page.format("northern"))
        assert response["X-Crosstable-Revision"] == f"{tournament.pk}:{tournament.revision}"
        assert not response.cookies
        assert "csrf" not in response.content.decode()


def test_a_page_for_someone_is_never_marked_as_one_for_everyone(client):
    crowd(4)
    client.force_login(user("ann"))
    assert "X-Crosstable-Revision" not in client.get("/t/northern")
    stranger = Client()
    stranger.cookies["messages"] = "x"
    assert "X-Crosstable-Revision" not in stranger.get("/t/northern")


def test_the_chosen_theme_does_not_change_a_page_for_everyone(client):
    crowd(4)
    dark = client.get("/t/northern").content
    client.cookies["theme"] = "light"
    assert client.get("/t/northern").content == dark


def test_a_live_page_that_shows_the_newest_revision_is_told_so_in_a_line(client):
    tournament = crowd(4)
    seen = {"X-Live": "1", "If-None-Match": f'"{tournament.revision}"'}
    assert client.get("/t/northern", headers=seen).status_code == 304
    assert client.get("/t/northern", headers={**seen, "If-None-Match": '"9"'}).status_code == 200
    assert client.get("/t/northern", headers={"If-None-Match": seen["If-None-Match"]}).status_code == 200


def test_an_installation_without_accounts_tells_where_the_set_up_link_is(client):
    assert "terminal" in client.get("/").content.decode()
    User.objects.create_user("first", "first@example.org", "x")
    assert "No events yet" in client.get("/").content.decode()


def test_the_leaderboard_finds_by_any_part_of_a_name_and_keeps_the_rank(client):
    tournament = crowd(4)
    lowest = tournament.entries.get(seed=4).player
    lowest.name = "Zoë Featherstonehaugh"
    lowest.save()
    rows = client.get("/leaderboard", {"q": "feather"}).context["page"].object_list
    assert [(row.rank, row.player.name, row.value) for row in rows] == [(3, "Zoë Featherstonehaugh", 1184)]
    assert "No player found" in client.get("/leaderboard", {"q": "<x>"}).content.decode()


@pytest.mark.parametrize("page", ["0", "999", "x", ""])
def test_a_page_number_that_makes_no_sense_still_shows_the_leaderboard(client, page):
    crowd(4)
    assert client.get("/leaderboard", {"page": page}).status_code == 200


def test_a_profile_shows_rating_games_and_final_place(client):
    tournament = crowd(4, status=Status.COMPLETE)
    player = tournament.entries.get(seed=1).player
    profile = client.get(f"/players/{player.pk}").context["profile"]
    assert profile.rating.value == 1216
    assert [(change.before, change.after) for change in profile.ledger] == [(1200, 1216)]
    assert [(part.place, part.field) for part in profile.appearances] == [(1, 4)]


def test_a_profile_does_not_tell_of_drafts(client):
    tournament = crowd(4, status=Status.DRAFT)
    player = tournament.entries.first().player
    assert client.get(f"/players/{player.pk}").context["profile"].appearances == []


def test_the_theme_is_chosen_without_script_and_returns_to_where_one_was(client):
    response = client.post("/theme", {"theme": "light", "next": "/leaderboard"})
    assert (response.status_code, response.url, response.cookies["theme"].value) == (
        302,
        "/leaderboard",
        "light",
    )
    assert client.post("/theme", {"theme": "light", "next": "https://evil.example/"}).url == "/"
    assert client.post("/theme", {"theme": "pink"}).status_code == 200


def test_the_player_page_and_the_standings_name_the_same_place_beside_someone_absent(client):
    tournament = crowd(4)
    absent = enter_absent(tournament)
    entry = tournament.entries.get(seed=4)
    entry.player = user("ann").player
    entry.save()
    place = {line.entry.pk: line.rank for line in standings_table(tournament).lines}[entry.pk]
    assert (my_event(entry).place, my_event(entry).entered) == (place, 4)
    assert my_event(absent).place is None


def test_the_settings_form_shows_the_date_a_browser_can_read(client):
    tournament = event()
    client.force_login(tournament.owner)
    assert 'value="2026-11-21"' in client.get(f"/t/{tournament.slug}/control/settings").content.decode()


def test_the_demonstration_shows_its_accounts_on_the_front_page(client, settings):
    settings.IS_DEMO, settings.DEMO_ACCOUNTS = True, [("maja", "demo-player", "Plays in round 3")]
    user("olga")
    page = client.get("/").content.decode()
    assert ("maja" in page, "demo-player" in page, "Plays in round 3" in page) == (True, True, True)
