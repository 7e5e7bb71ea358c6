"""The pages of a round in progress: absent players, late entries, manual pairings, seats."""

from __future__ import annotations

import re

import pytest

from building import entry, event, match_of
from chess_building import SIX, chess, with_account
from crosstable.events.actions.people import attendance
from crosstable.events.actions.rounds import drafts, manual_pairing, rounds
from crosstable.events.models import BlockedTable, Entry, Status
from events.live_building import published, seen, ways_out
from web.visiting import logged_in, markup, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return logged_in("olga")


def page(client, tournament, name: str, **query) -> str:
    return text(client.get(f"/t/{tournament.slug}/control/{name}", query))


def send(client, tournament, name: str, **values):
    return client.post(f"/t/{tournament.slug}/control/{name}", values, follow=True)


def test_marking_a_no_show_leads_to_the_ways_out_and_one_press_applies_one(olga):
    tournament = published("a b c d e")
    pk = entry(tournament, "a").pk
    shown = text(send(olga, tournament, f"players/{pk}/no-show", then="repairs"))
    assert "a is marked as absent." in shown
    assert "c plays e Table 1: c against e. a scores nothing in this round." in shown
    assert "2 players are notified. 1 changes tables. Notified: c and e." in shown
    shown = text(send(olga, tournament, "repairs/apply", key=ways_out(tournament)[0].key))
    assert "Done: c plays e." in shown
    assert seen(tournament) == ["1 c-e", "2 b-d", "a zero"]


def test_a_stale_key_says_so_on_the_page_it_came_from(olga):
    tournament = published("a b c d e")
    attendance.mark_no_show(entry=entry(tournament, "a"), by=tournament.owner)
    address = f"/t/{tournament.slug}/control/repairs"
    response = olga.post(
        f"{address}/apply", {"key": "gone"}, headers={"referer": f"http://testserver{address}"}, follow=True
    )
    assert "this proposal no longer fits" in text(response)


def test_the_control_room_says_who_waits_for_whom(olga):
    tournament = published("a b c d")
    attendance.mark_no_show(entry=entry(tournament, "c"), by=tournament.owner)
    shown = text(olga.get(f"/t/{tournament.slug}/control"))
    assert "Table 1: c is absent, a is waiting." in shown


def test_only_those_who_move_read_it_on_their_own_page(olga):
    tournament = published("a b c d e")
    attendance.mark_no_show(entry=entry(tournament, "a"), by=tournament.owner)
    send(olga, tournament, "repairs/apply", key=ways_out(tournament)[0].key)
    mine = {name: text(logged_in(name).get(f"/t/{tournament.slug}/me")) for name in "abce"}
    assert re.search(r"Your pairing changed at \d\d:\d\d: Table 1 against e\.", mine["c"])
    assert re.search(r"Your pairing changed at \d\d:\d\d: Table 1 against c\.", mine["e"])
    assert "Your pairing changed" not in mine["b"]
    assert "You are marked as absent" in mine["a"]


def test_a_win_by_forfeit_is_called_so(olga):
    tournament = published("a b c d")
    attendance.mark_no_show(entry=entry(tournament, "c"), by=tournament.owner)
    send(olga, tournament, "repairs/apply", key=ways_out(tournament)[0].key)
    assert "The result is confirmed: you win by forfeit." in text(
        logged_in("a").get(f"/t/{tournament.slug}/me")
    )
    assert "1–0 forfeit" in text(olga.get(f"/t/{tournament.slug}/control"))


def test_someone_late_is_let_in_by_one_form(olga):
    tournament = published("a b c d e")
    shown = page(olga, tournament, "late")
    assert "Plays e who has the bye Half-point bye" in shown
    opponent = entry(tournament, "e").pk
    send(olga, tournament, "late", display_name="zed", faction="Orks", how=f"play-{opponent}")
    assert seen(tournament) == ["1 a-c", "2 b-d", "3 e-zed"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"how": "half"}, "Choose a player, or enter the name of a new one."),
        ({"display_name": "zed", "faction": "Orks"}, "Choose what happens to the player in this round."),
        ({"display_name": "zed", "how": "half"}, "Name your faction."),
        ({"display_name": "A", "faction": "Orks", "how": "half"}, "“A” is registered already."),
        ({"display_name": "zed", "faction": "Orks", "how": "sing"}, "Choose what becomes of the player:"),
        ({"display_name": "zed", "faction": "Orks", "how": "play-"}, "Choose the opponent."),
    ],
)
def test_a_late_form_that_cannot_be_keeps_what_was_typed_and_says_why(olga, values, message):
    tournament = published("a b c d e")
    response = olga.post(f"/t/{tournament.slug}/control/late", values)
    assert response.status_code == 422
    assert message in text(response)
    assert Entry.objects.count() == 5


def test_without_a_round_that_is_on_someone_late_enters_in_the_next(olga):
    tournament = event("a b", Status.IN_PROGRESS)
    shown = page(olga, tournament, "late")
    assert "In the next round" in shown
    assert "Half-point bye" not in shown
    assert "No round is published" in page(olga, tournament, "repairs")


def test_pairing_by_hand_is_checked_before_it_is_saved(olga):
    tournament = published("a b c d")
    a, c = (entry(tournament, name).pk for name in "ac")
    manual_pairing.set_pairing(
        tournament=tournament,
        first=entry(tournament, "a"),
        second=entry(tournament, "b"),
        by=tournament.owner,
    )
    shown = page(olga, tournament, "pairings", first=a, second=c, table=7)
    assert "7 a v c 1 b v d No rule is violated." in shown
    assert seen(tournament) == ["1 a-b", "2 c-d"]
    pressed = text(send(olga, tournament, "pairings/set", first=a, second=c, table=7, check="yes"))
    assert "7 a v c 1 b v d No rule is violated." in pressed
    assert seen(tournament) == ["1 a-b", "2 c-d"]
    refused = page(olga, tournament, "pairings", first=a, second=a)
    assert "Choose two different players." in refused
    assert "Choose two players, and enter the table as a whole number." in page(
        olga, tournament, "pairings", first=a
    )


def test_the_check_of_two_players_is_a_part_of_the_page_that_a_script_can_take_out(olga):
    tournament = published("a b c d")
    a, b = (entry(tournament, name).pk for name in "ab")
    address = f"/t/{tournament.slug}/control/pairings"
    response = olga.get(address, {"first": a, "second": b}, headers={"X-Live": "1"})
    page = markup(response)
    assert (page.count('<div id="check"'), f'data-fill="check" data-from="{address}"' in page) == (1, True)


def test_a_round_by_hand_stands_beside_the_engines_own(olga):
    tournament = event("a b c d", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert "The same pairings." in page(olga, tournament, "pairings")
    a, b = (entry(tournament, name).pk for name in "ab")
    shown = text(send(olga, tournament, "pairings/set", first=a, second=b, then="by-hand"))
    assert (
        "Only in this round a v b c v d No rule is violated. "
        "Only in the engine's pairings a v c b v d No rule is violated." in shown
    )
    assert "manual" in shown


def test_unpaired_players_are_named_and_can_be_given_a_bye(olga):
    tournament = event("a b c d", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    shown = text(send(olga, tournament, f"matches/{match_of(tournament, 'a').pk}/unpair", then="by-hand"))
    assert "Players without a place in this round 2" in shown
    assert "You can publish the round when each of them has an opponent or a bye." in shown
    send(olga, tournament, "pairings/bye", entry=entry(tournament, "a").pk, kind="half", then="by-hand")
    send(olga, tournament, "pairings/bye", entry=entry(tournament, "c").pk, kind="allocated", then="by-hand")
    assert seen(tournament) == ["2 b-d", "a half", "c allocated"]


def test_a_round_being_played_asks_for_a_second_word(olga):
    tournament = published("a b c d")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    a, b = (entry(tournament, name).pk for name in "ab")
    assert "Change it although the round is in progress" in page(olga, tournament, "pairings")
    send(olga, tournament, "pairings/set", first=a, second=b)
    assert seen(tournament) == ["1 a-c", "2 b-d"]
    send(olga, tournament, "pairings/set", first=a, second=b, although_played="yes")
    assert seen(tournament) == ["1 a-b", "2 c-d"]
    send(olga, tournament, "swap", first=a, second=entry(tournament, "c").pk, although_played="yes")
    assert seen(tournament) == ["1 c-b", "2 a-d"]
    send(olga, tournament, f"matches/{match_of(tournament, 'a').pk}/table", table=9, although_played="yes")
    assert seen(tournament) == ["1 c-b", "9 a-d"]


def test_a_form_from_before_another_organisers_change_is_refused(olga):
    tournament = published("a b c d e f")
    old = tournament.rounds.get().version
    drafts.change_table(match=match_of(tournament, "c"), table=8, by=tournament.owner)
    a, b = (entry(tournament, name).pk for name in "ab")
    address = f"/t/{tournament.slug}/control/pairings"
    response = olga.post(
        f"{address}/set",
        {"first": a, "second": b, "version": old},
        headers={"referer": f"http://testserver{address}"},
        follow=True,
    )
    assert "Round 1: olga changed this" in text(response)
    assert seen(tournament) == ["1 a-d", "2 b-e", "8 c-f"]


def test_seats_and_blocked_tables_have_a_page(olga):
    tournament = event("a b", Status.IN_PROGRESS)
    a = entry(tournament, "a").pk
    assert "a always sits at table 4" in text(send(olga, tournament, "seats/fix", entry=a, table=4))
    assert "Table 2 is not used" in text(send(olga, tournament, "seats/block", table=2, reason="wobbles"))
    assert "wobbles" in page(olga, tournament, "seats")
    send(olga, tournament, "seats/fix", entry=a, table="")
    send(olga, tournament, "seats/unblock/2")
    assert Entry.objects.get(pk=a).fixed_table is None
    assert not BlockedTable.objects.exists()


def test_conceding_is_offered_at_the_desk_and_on_the_phone_and_undone_at_the_desk(olga):
    tournament = published("a b c d")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    assert "Concede and withdraw" in text(olga.get(f"/t/{tournament.slug}/control/players"))
    mine = logged_in("c")
    shown = text(mine.get(f"/t/{tournament.slug}/me"))
    assert "Finish, then withdraw" in shown
    mine.post(f"/t/{tournament.slug}/me/concede")
    assert seen(tournament) == ["1 a-c 1-0F", "2 b-d"]
    send(olga, tournament, f"players/{entry(tournament, 'c').pk}/rejoin")
    assert seen(tournament) == ["1 a-c", "2 b-d"]


def test_chess_has_the_same_pages_in_its_own_words():
    tournament = chess(SIX | {"gus": 1500})
    player = with_account(tournament, "ann")
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    vera = logged_in("vera")
    drafts.fix_seat(entry=entry(tournament, "bo"), table=9, by=tournament.owner)
    attendance.mark_no_show(entry=entry(tournament, "di"), by=tournament.owner)
    assert "Board 1: ann against gus." in page(vera, tournament, "repairs")
    assert "who waits at board 1" in page(vera, tournament, "late")
    assert "Manual pairings" in page(vera, tournament, "pairings")
    assert "Fixed seats and blocked boards" in page(vera, tournament, "seats")
    send(vera, tournament, "repairs/apply", key=ways_out(tournament)[0].key)
    client = logged_in(player.user.username)
    assert ": Board 1 against gus." in text(client.get(f"/t/{tournament.slug}/me"))
