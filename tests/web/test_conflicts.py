"""Pages where two organisers meet: two results in conflict, who is at a table, publishing while a match is open."""

from datetime import timedelta

import pytest
from django.utils import timezone

from building import event, match_of, playing, settle, user
from chess_building import SIX, chess, start_chess
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match, Presence, Round, Status, Tournament
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = playing("ann bo cy di")
    tournament.organisers.add(user("helper"))
    return tournament


def table_of(tournament, name):
    match = match_of(tournament, name)
    return match, f"/t/{tournament.slug}/control/matches/{match.pk}"


def disputed(tournament):
    match = match_of(tournament, "bo")
    results.report(match=match, score=parse_score(match, (60, 50)), by=user("bo"))
    results.report(match=match, score=parse_score(match, (45, 55)), by=user("di"))
    return match


def test_a_conflict_shows_both_results_and_the_choice(tournament):
    match, page = table_of(tournament, "ann")
    seen = match.version
    results.enter_result(match=match, score=parse_score(match, (72, 45)), by=user("helper"))
    answer = logged_in("olga").post(page, {"first_vp": 60, "second_vp": 40, "version": seen})
    assert answer.status_code == 409
    conflict = answer.context["conflict"]
    assert (conflict.theirs, conflict.by, conflict.mine) == ("72–45", "helper", "60–40")
    assert match_of(tournament, "ann").result_words == "72–45"
    assert [word in text(answer) for word in ("Keep the saved result", "Use my result")] == [True, True]


def test_use_mine_replaces_theirs_with_the_fresh_version(tournament):
    match, page = table_of(tournament, "ann")
    seen = match.version
    results.enter_result(match=match, score=parse_score(match, (72, 45)), by=user("helper"))
    olga = logged_in("olga")
    conflict = olga.post(page, {"first_vp": 60, "second_vp": 40, "version": seen}).context["conflict"]
    assert olga.post(conflict.url, conflict.values).status_code == 302
    assert match_of(tournament, "ann").result_words == "60–40"


def test_the_quick_entry_over_another_result_offers_both(tournament):
    match, _ = table_of(tournament, "ann")
    results.enter_result(match=match, score=parse_score(match, (72, 45)), by=user("helper"))
    typed = {"table": match.table, "first_vp": 60, "second_vp": 40}
    answer = logged_in("olga").post(f"/t/{tournament.slug}/control/enter", typed)
    conflict = answer.context["conflict"]
    assert (answer.status_code, conflict.words, conflict.theirs.words) == (422, "60–40", "72–45")
    assert "You typed 60–40. helper entered 72–45" in text(answer)
    assert match_of(tournament, "ann").result_words == "72–45"


def test_a_row_of_the_board_table_offers_both():
    tournament = chess(SIX)
    start_chess(tournament)
    match = Match.objects.get(table=1)
    seen = match.version
    results.enter_result(match=match, score=parse_score(match, "1-0"), by=tournament.owner)
    typed = {"table": 1, "places": f"1:{match.pk}", "text": "0", "version": seen}
    answer = logged_in("vera").post(f"/t/{tournament.slug}/control/enter", typed)
    conflict = answer.context["conflict"]
    assert (conflict.theirs.words, conflict.words) == ("1–0", "0–1")
    assert conflict.message.startswith("You typed 0–1. You entered 1–0 at ")


def test_a_claim_that_came_meanwhile_is_a_conflict_too(tournament):
    match, page = table_of(tournament, "ann")
    seen = match.version
    results.report(match=match, score=parse_score(match, (61, 39)), by=user("ann"))
    answer = logged_in("olga").post(page, {"first_vp": 60, "second_vp": 40, "version": seen})
    assert (answer.context["conflict"].theirs, answer.context["conflict"].by) == ("61–39, ann won", "ann")


def test_both_lose(tournament):
    match = disputed(tournament)
    page = f"/t/{tournament.slug}/control/tables/{match.table}"
    version = Match.objects.get(pk=match.pk).version
    logged_in("olga").post(page, {"result": "0-0F", "version": version, "reason": "Both lose"})
    now = Match.objects.get(pk=match.pk)
    assert (now.state, now.result, *now.points) == ("agreed", "0-0F", None, None)


def test_a_ruling_without_scores_asks_for_them(tournament):
    match, page = table_of(tournament, "ann")
    answer = logged_in("olga").post(page, {"version": match.version})
    assert answer.context["form"].errors == {
        "first_vp": ["Enter a number for: victory points"],
        "second_vp": ["Enter a number for: victory points"],
    }


def test_another_organiser_at_the_table_is_seen_there_and_in_the_control_room(tournament):
    match, page = table_of(tournament, "ann")
    logged_in("helper").post(stay_at(match))
    assert logged_in("helper").get(page).context["others"] == []
    assert logged_in("olga").get(page).context["others"] == ["helper"]
    room = logged_in("olga").get(f"/t/{tournament.slug}/control")
    assert room.context["present"] == {match.pk: ["helper"]}
    answer = logged_in("olga").get(f"/t/{tournament.slug}/control/presence").json()
    assert answer == {str(match.pk): "helper"}


def stay_at(match) -> str:
    """The page says that it is open when it is there, and then every few seconds."""
    return f"/t/{match.round.tournament.slug}/control/presence/{match.pk}"


def test_a_page_that_stays_open_says_so_and_hears_who_else_is_there(tournament):
    match, _ = table_of(tournament, "ann")
    stay = stay_at(match)
    assert logged_in("helper").post(stay).json() == {"others": ""}
    assert logged_in("olga").post(stay).json() == {"others": "helper"}


def test_who_has_gone_is_forgotten_and_nothing_is_journaled(tournament):
    match, _ = table_of(tournament, "ann")
    before = Tournament.objects.get().revision
    logged_in("helper").post(stay_at(match))
    Presence.objects.update(at=timezone.now() - timedelta(minutes=1))
    assert logged_in("olga").post(stay_at(match)).json() == {"others": ""}
    assert list(Presence.objects.values_list("user__username", flat=True)) == ["olga"]
    assert Tournament.objects.get().revision == before


def test_settling_a_table_means_leaving_it(tournament):
    match, page = table_of(tournament, "ann")
    helper = logged_in("helper")
    helper.get(page)
    helper.post(page, {"first_vp": 60, "second_vp": 40, "version": match.version})
    assert Presence.objects.count() == 0


def test_pairing_on_publishing_with_a_hole_and_deciding_later(tournament):
    """The whole way in the browser: the hall continues, and the dispute is decided in round 2."""
    settle(tournament, "ann 70-40")
    match = disputed(tournament)
    olga, control = logged_in("olga"), f"/t/{tournament.slug}/control"
    assert "Pair the next round anyway" in text(olga.get(control))
    olga.post(f"{control}/pair", {"with_open": "1"})
    room = olga.get(control).context
    assert (room["next"].label, room["next"].is_link) == ("See what could change", True)
    page = olga.get(room["next_url"])
    assert "bo beats di 60–50" in text(page)
    assert olga.post(f"{control}/publish").status_code == 303  # refused without the explicit yes
    assert Round.objects.get(number=2).status == "draft"
    olga.post(f"{control}/publish", {"with_open": "1", "version": Round.objects.get(number=2).version})
    olga.post(f"{control}/next", {"seen": "start"})
    assert Round.objects.get(number=2).status == "started"
    room = olga.get(control)
    assert [m.pk for m in room.context["stage_desk"].undecided] == [match.pk]
    late = f"{control}/tables/{match.table}?round=1"
    version = Match.objects.get(pk=match.pk).version
    olga.post(late, {"first_vp": 60, "second_vp": 50, "version": version})
    assert Match.objects.get(pk=match.pk).result_words == "60–50"
    olga.post(f"{control}/close")
    assert list(Round.objects.values_list("number", "status")) == [(1, "closed"), (2, "started")]


def test_the_table_page_and_the_quick_entry_mean_the_newest_round(tournament):
    settle(tournament, "ann 70-40")
    disputed(tournament)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner, with_open=True)
    rounds.publish_round(tournament=tournament, by=tournament.owner, with_open=True)
    rounds.start_round(tournament=tournament, by=tournament.owner)
    olga = logged_in("olga")
    typed = {"table": 2, "first_vp": 33, "second_vp": 22}
    assert olga.post(f"/t/{tournament.slug}/control/enter", typed).status_code == 302
    assert Match.objects.get(round__number=2, table=2).result_words == "33–22"
    assert olga.get(f"/t/{tournament.slug}/control/tables/2", follow=True).context["match"].round.number == 2


def test_a_draft_under_which_a_result_changed_says_so_and_offers_to_pair_again(tournament):
    settle(tournament, "ann 70-40")
    match = disputed(tournament)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner, with_open=True)
    results.enter_result(match=match, score=parse_score(match, (10, 90)), by=user("helper"))
    card = logged_in("olga").get(f"/t/{tournament.slug}/control").context["next"]
    assert (card.label, card.blocked) == (
        "Pair again",
        "The draft is out of date. Changed since it was paired: "
        "Round 1, table 2: bo v di: decided 10–90. Pair the round again.",
    )


def test_the_page_of_open_results_is_there_only_for_a_draft():
    tournament = event("ann bo", Status.IN_PROGRESS)
    page = f"/t/{tournament.slug}/control/publish/open-results"
    assert logged_in("olga").get(page).status_code == 404
