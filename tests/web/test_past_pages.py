"""The organiser's pages about the past, as a browser without scripts sees them."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from building import match_of, play_round, playing, start_next, user
from crosstable.events.actions.results import corrections, team_boards
from crosstable.events.actions.stages import knockout, pool_play
from crosstable.events.bridge.results.scores import shape_of_match
from crosstable.events.errors import BadValue
from crosstable.events.models import Match
from crosstable.games import GAMES
from events import test_corrections_on_boards as of_teams
from events.test_results_of_every_shape import CASES, Case, closed, every_shape
from events.test_teams import boards, doubles
from events.test_teams import playing as playing_teams
from knockout_building import beats, chess_knockout, meeting, started, with_knockout
from web.visiting import errors, logged_in, markup, text

pytestmark = pytest.mark.django_db
BY_GAME = {case.game: case for case in CASES}
# What the form shows of the first score of a case, what is typed instead, and something that cannot be.
SETS = (
    {"sets.1.first": "21", "sets.1.second": "19", "sets.2.first": "18", "sets.2.second": "21"}
    | {"sets.3.first": "21", "sets.3.second": "17"},
    {"sets.1.first": "19", "sets.1.second": "21", "sets.2.first": "10", "sets.2.second": "21"}
    | {"sets.3.first": "", "sets.3.second": ""},
    ("sets.1.first", "x"),
)
LINES = ("primary", "secondary", "painted")
SHEET = (
    dict(zip([f"first.{name}" for name in LINES], ("40", "30", "10"), strict=True))
    | dict(zip([f"second.{name}" for name in LINES], ("20", "20", "10"), strict=True)),
    dict(zip([f"first.{name}" for name in LINES], ("0", "0", "10"), strict=True))
    | dict(zip([f"second.{name}" for name in LINES], ("40", "30", "10"), strict=True)),
    ("first.primary", "999"),
)
CARDS = (
    {"first": "2", "second": "1", "drawn": "1"},
    {"first": "0", "second": "2", "drawn": ""},
    ("first", "7"),
)
every_form = pytest.mark.parametrize(
    ("case", "shown", "typed", "wrong"),
    [(BY_GAME["sets"], *SETS), (BY_GAME["wtc"], *SHEET), (BY_GAME["cards"], *CARDS)],
    ids=["sets", "sheet", "games won"],
)


@pytest.fixture
def tournament():
    tournament = playing("ann bo cy di ed flo gus hal")
    play_round(tournament)
    start_next(tournament)
    play_round(tournament)
    return tournament


@pytest.fixture
def olga(tournament) -> Client:
    client = Client()
    client.force_login(user("olga"))
    return client


def address(tournament, page: str) -> str:
    return f"/t/{tournament.slug}/control/{page}"


def test_a_result_is_looked_at_corrected_and_undone(tournament, olga):
    match = match_of(tournament, "ann", 1)
    url = address(tournament, f"matches/{match.pk}/correct")
    fields = {"first_vp": 30, "second_vp": 70, "result": "", "policy": "everywhere", "reason": "A slip"}
    seen = olga.get(url, fields).content.decode()
    assert "nothing is changed yet" in seen
    assert match_of(tournament, "ann", 1).result_words == "50–40"
    done = text(olga.post(url, {**fields, "version": match.version}, follow=True))
    assert "Corrected from 50–40: A slip" in done
    made = match_of(tournament, "ann", 1).corrections.get()
    olga.post(address(tournament, f"corrections/{made.pk}/undo"))
    assert match_of(tournament, "ann", 1).result_words == "50–40"


def first_match(case: Case) -> tuple[Match, str]:
    match = match_of(closed(case), "ann")
    return match, address(match.round.tournament, f"matches/{match.pk}/correct")


def values(page: str) -> dict[str, str]:
    """What stands in the fields of the form before it is sent."""
    form = page[page.index('id="correction"') :].partition("</form>")[0]
    tags = [dict(re.findall(r'(\w+)="([^"]*)"', tag)) for tag in re.findall(r"<input[^>]*>", form)]
    return {tag["name"]: tag["value"] for tag in tags if tag.get("type") != "radio"}


REACH = {"policy": "everywhere", "reason": "A slip"}


@every_form
def test_a_result_of_any_shape_is_corrected_by_its_fields(case, shown, typed, wrong):
    match, url = first_match(case)
    olga = logged_in("olga")
    assert values(olga.get(url).content.decode()) == {**shown, "reason": ""}
    seen = olga.get(url, {**typed, **REACH})
    assert seen.context["preview"].words == (case.words, case.other_words)
    sent = dict(
        re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', markup(seen).partition('"preview"')[2])
    )
    sent.pop("csrfmiddlewaretoken")
    assert sent == {**typed, **REACH, "version": str(match.version)}
    assert f"Corrected from {case.words}: A slip" in text(olga.post(url, sent, follow=True))
    assert Match.objects.get(pk=match.pk).result_words == case.other_words


@every_form
def test_what_cannot_be_is_refused_at_its_field_and_stays_typed(case, shown, typed, wrong):
    match, url = first_match(case)
    name, value = wrong
    refused = logged_in("olga").post(url, {**typed, name: value, **REACH, "version": match.version})
    assert (refused.status_code, list(errors(refused))) == (422, [name])
    page = refused.content.decode()
    assert f'<a href="#id_{name}">' in page
    assert values(page) == {**typed, name: value, "reason": "A slip"}
    assert Match.objects.get(pk=match.pk).result_words == case.words


@every_form
def test_the_same_score_is_a_note_and_so_is_none(case, shown, typed, wrong):
    match, url = first_match(case)
    olga = logged_in("olga")
    again = f"{case.words} is the result already. Enter another result, or choose “Note only”."
    assert errors(olga.post(url, {**shown, **REACH})) == {"__all__": [again]}
    for fields in (shown, {}):
        assert olga.post(url, {**fields, **REACH, "policy": "note-only"}).status_code == 302
    assert Match.objects.get(pk=match.pk).result_words == case.words


@every_form
def test_a_match_of_any_shape_becomes_a_forfeit(case, shown, typed, wrong):
    match, url = first_match(case)
    assert logged_in("olga").post(url, {"result": "0-1F", **REACH}).status_code == 302
    assert Match.objects.get(pk=match.pk).result == "0-1F"


def test_two_numbers_and_a_plain_result_are_asked_for_as_ever(tournament, olga):
    match = match_of(tournament, "ann", 1)
    points = olga.get(address(tournament, f"matches/{match.pk}/correct"))
    assert values(points.content.decode()) == {"first_vp": "50", "second_vp": "40", "reason": ""}
    forfeits = [("1-0F", "1–0 forfeit"), ("0-1F", "0–1 forfeit"), ("0-0F", "0–0 forfeit")]
    assert points.context["form"].fields["result"].choices == [("", "by victory points"), *forfeits]
    assert "Otherwise leave “by victory points”." in text(points)
    _, url = first_match(BY_GAME["chess"])
    chess = olga.get(url)
    assert values(chess.content.decode()) == {"reason": ""}
    played = [("1-0", "1–0"), ("0-1", "0–1"), ("1/2-1/2", "½–½")]
    special = [("0-0", "0–0"), ("1/2-0", "½–0"), ("0-1/2", "0–½")]
    unrated = [(f"{code}U", f"{label} unrated") for code, label in (*played, *special)]
    assert chess.context["form"].fields["result"].choices == [*played, *forfeits, *special, *unrated]
    assert chess.context["form"]["result"].value() == "1-0"
    assert "Result (White first)" in text(chess)


def test_what_was_typed_stays_when_someone_was_quicker(tournament, olga):
    match = match_of(tournament, "ann", 1)
    corrections.correct_result(match=match, policy="note-only", reason="Seen", by=tournament.owner)
    url = address(tournament, f"matches/{match.pk}/correct")
    fields = {
        "first_vp": 30,
        "second_vp": 70,
        "policy": "everywhere",
        "reason": "A slip",
        "version": match.version,
    }
    answer = olga.post(url, fields)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "It is now: 50–40. Your 30–70 was not saved." in page
    assert 'value="A slip"' in page


def test_a_tile_of_the_standings_leads_to_its_match(tournament, olga):
    match = match_of(tournament, "ann", 1)
    answer = olga.get(address(tournament, f"rounds/1/players/{match.first_id}"))
    assert answer.url == address(tournament, f"matches/{match.pk}/correct")
    assert (
        f"rounds/1/players/{match.first_id}" in olga.get(f"/t/{tournament.slug}/standings").content.decode()
    )


def test_a_tile_of_the_round_being_played_leads_to_where_results_are_entered(olga):
    tournament = playing("ann bo cy di")
    match = match_of(tournament, "ann", 1)
    answer = olga.get(address(tournament, f"rounds/1/players/{match.first_id}"))
    assert answer.url == address(tournament, f"matches/{match.pk}")


def test_the_journal_is_narrowed_and_taken_away(tournament, olga):
    page = markup(olga.get(address(tournament, "journal"), {"q": "closed", "round": "1"}))
    assert page.count('<tr id="j') == 1
    assert "Round 1 closed (games rated: 4)" in page
    assert "No entry found" in olga.get(address(tournament, "journal"), {"q": "zzz"}).content.decode()
    data = json.loads(olga.get(address(tournament, "journal.json"), {"kind": "round"}).content)
    assert {row["verb"].split(".")[0] for row in data} == {"round"}
    lines = olga.get(address(tournament, "journal.csv")).content.decode("utf-8-sig").splitlines()
    assert len(lines) == tournament.journal.count() + 1


def test_the_control_room_undoes_the_last_action_and_reopens(tournament, olga):
    last = tournament.journal.first()
    room = olga.get(address(tournament, "")[:-1]).content.decode()
    assert f'name="number" value="{last.number}"' in room
    olga.post(address(tournament, "undo"), {"number": last.number})
    assert tournament.rounds.get(number=2).status == "started"
    refused = olga.post(
        address(tournament, "rounds/1/reopen"),
        headers={"referer": f"http://testserver/t/{tournament.slug}/control"},
        follow=True,
    )
    assert "Correct the result instead" in refused.content.decode()


def test_a_cell_without_words_is_empty_so_that_a_phone_leaves_it_out(tournament, olga):
    page = olga.get(address(tournament, "journal")).content.decode()
    assert "<td></td>" in page
    assert re.findall(r"<td[^>]*>\s+</td>", page) == []


def test_a_team_match_is_corrected_board_by_board_as_the_page_of_the_match_asks():
    stage = playing_teams(doubles("Owls", "Crows", team_boards=2))
    match, owner = Match.objects.get(round__stage=stage), stage.tournament.owner
    team_boards.enter_boards(match=match, boards=boards(match, "1-0", "0-1"), by=owner)
    pool_play.close_stage(stage=stage, by=owner)
    address = f"/t/{stage.tournament.slug}/control/matches/{match.pk}/correct"
    olga = logged_in(str(owner))
    form = olga.get(address).content.decode().split('id="correction"')[1].split("</form>")[0]
    asked = ["result_1", "result_2", "policy", "policy", "policy", "reason"]
    assert re.findall(r'name="(\w+)"', form) == asked
    assert re.findall(r'value="([^"]+)" selected', form) == ["1-0", "0-1"]
    note = text(olga.get(address, {"policy": "note-only", "reason": "Board 2 was 1–0"}))
    assert "nothing is changed yet" in note
    fields = {"result_1": "1-0", "result_2": "1/2-1/2", "policy": "everywhere", "reason": "A slip"}
    would = text(olga.get(address, fields))
    assert "1–1 (1–0, 0–1) → 1½–½ (1–0, ½–½)" in would and "Correct to 1½–½ You can undo it." in would
    half = olga.get(address, {**fields, "result_2": ""})
    assert (half.status_code, "Board 2:" in text(half)) == (422, True)
    assert olga.post(address, {**fields, "version": match.version + 1}).status_code == 302
    assert [part.result for part in match.parts.all()] == ["1-0", "1/2-1/2"]
    page = text(olga.get(address))
    assert "Corrected: 1–1 (1–0, 0–1) → 1½–½ (1–0, ½–½) (Everywhere)" in page
    assert "Undo this correction" in page


FOUR = {"ann": 2100, "bo": 2000, "cy": 1900, "di": 1800}


@pytest.mark.parametrize(
    "make", [lambda: with_knockout(" ".join(FOUR), best_of=3), lambda: chess_knockout(FOUR, best_of=3)]
)
def test_a_series_of_a_closed_knockout_takes_a_note_and_says_where_its_games_are_changed(make):
    stage = started(make())
    beats(stage, "ann di", "ann di", "bo cy", "bo cy", "ann bo", "ann bo")
    knockout.close_knockout(stage=stage, by=stage.tournament.owner)
    match, olga = meeting(stage, "ann", "di"), logged_in(stage.tournament.owner.username)
    address = f"/t/{stage.tournament.slug}/control/matches/{match.pk}/correct"
    page = olga.get(address)
    assert corrections.OF_A_SERIES in text(page)
    assert [reach.value for reach in page.context["policies"]] == ["note-only"]
    assert set(page.context["form"].fields) == {"policy", "reason", "version"}
    assert (
        olga.post(
            address, {"policy": "note-only", "reason": "typed late", "version": match.version}
        ).status_code
        == 302
    )
    note = match.corrections.get()
    assert (note.policy, note.reason, meeting(stage, "ann", "di").result_words) == (
        "note-only",
        "typed late",
        "2–0",
    )


@every_shape
def test_a_correction_speaks_of_ratings_only_where_the_game_has_them(case):
    match, url = first_match(case)
    seen = logged_in("olga").get(url, {"policy": "note-only", "reason": "A slip"})
    is_rated = bool(GAMES[case.game].rating_pool)
    assert ("rating" in text(seen).lower()) is is_rated
    assert ("rating-only" in [policy.value for policy in seen.context["policies"]]) is is_rated
    if not is_rated:
        with pytest.raises(BadValue, match="This game is not rated"):
            corrections.correct_result(
                match=match,
                score=shape_of_match(match).read_line(case.other),
                policy="rating-only",
                reason="A slip",
                by=user("olga"),
            )


def test_a_correction_of_what_teams_played_says_nothing_of_ratings():
    match = of_teams.first_match(of_teams.league())
    url = address(match.round.tournament, f"matches/{match.pk}/correct")
    seen = logged_in("olga").get(url, {"policy": "note-only", "reason": "A slip"})
    assert "rating" not in text(seen).lower()
    assert [policy.value for policy in seen.context["policies"]] == ["everywhere", "from-now", "note-only"]
