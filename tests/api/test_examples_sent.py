"""Every example of /api/docs is sent as it is shown, to an event in a state in which it is possible.

Numbers of rows, versions and codes differ from event to event: the test puts in those of its event. What needs a state
that takes long to reach is refused with the code of that state, so at least its address and its body are right.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

import knockout_building
import pool_building
from api.calling import Caller
from api.test_every_route import Named
from building import confirmed, event, match_of, play_round, playing, user
from chess_building import chess, play_chess, start_chess
from crossings import small_event
from crosstable.api.app import api
from crosstable.api.router import forget_all
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.deleting import delete_tournament
from crosstable.events.actions.event.rehearsal import start_rehearsal
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.match_codes import code_of
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match, Status, Tournament

pytestmark = pytest.mark.django_db
HOST = "http://testserver/api"
TRF = Path(__file__).parents[1] / "golden" / "generated-0001.trf"
PATHS = {
    operation["operationId"]: path.removeprefix("/api")
    for path, operations in api.get_openapi_schema()["paths"].items()
    for operation in operations.values()
}
SIX = {"ann": 2000, "bo": 1900, "cy": 1800, "di": 1700, "ed": 1600, "flo": 1500}
NINE = "ann bo cy di ed flo gus hal ida"
# The state of the event in which each example succeeds.
SENT = {
    "draft": (
        "list_games list_tournaments create_tournament load_example_event remove_example_event "
        "get_tournament edit_tournament delete_tournament copy_tournament advance lock_lists unlock_lists "
        "propose_formats get_checklist get_next_step post_next_step create_rehearsal list_players "
        "upload_players list_claims list_rounds get_desk enter get_bracket list_stages get_stage "
        "list_next_matches list_play_offs list_ties get_dispatch list_teams get_presence list_calls "
        "list_screens add_screen change_screen remove_screen list_announcements announce "
        "withdraw_announcement get_standings get_summary get_factions list_corrections get_journal "
        "export_journal get_undo list_adjustments list_number_changes list_byes list_forbidden_pairs "
        "list_directors appoint_director renew_share_link stop_sharing get_self_registration "
        "change_self_registration list_tables block_table unblock_table get_event_file import_trf "
        "preview_trf export_table get_calendar_entry list_deleted get_deleted_file restore_tournament "
        "list_presets delete_preset create_from_preset save_preset list_clubs get_club add_member join_club "
        "list_requests_to_join list_club_administrators appoint_club_administrator get_member_history "
        "get_member_contact get_account change_my_contact list_system_administrators "
        "appoint_system_administrator list_rating_pools put_rating_rules get_leaderboard get_rating "
        "get_history list_notifications read_notifications get_notification_choices "
        "set_notification_choices list_push_subscriptions end_push_subscription get_push_key "
        "create_event_from_proposal set_stages add_push_subscription create_club create_account "
    ),
    "registration": (
        "post_start_now register change_list drop get_player edit_player remove_player decline_claim "
        "get_outlook adjust forbid_pair fix_seat "
    ),
    "check_in": "step_back check_in_all undo_check_in_all undo_check_in get_why",
    "started": "pair_round start_next_round mark_no_show mark_back concede",
    "rehearsed": "show_rehearsal delete_rehearsal move",
    "paired": (
        "get_round change_mission discard_draft pair_again publish_round get_match change_match "
        "get_open_results say_presence get_clock set_round_length cancel_call take_call close_call "
        "get_round_reasons get_match_reasons check_pairing compare_round set_pairing unpair "
    ),
    "published": (
        "start_round get_by_code call_organiser call_by_code unpublish_round list_repairs give_bye "
        "write_emergency_pack get_emergency_pack "
    ),
    "being_played": (
        "take_back_adjustment undo_last "
        "report override pause_clock resume_clock add_time extend_table unstart_round get_shared_tournament "
        "start_game get_printout say_by_code "
    ),
    "reported": "confirm dispute",
    "all_in": "post_finish_now close_round complete_round",
    "closed": "reopen_round",
    "withdrawn": "rejoin",
    "complete": "reopen_tournament get_web_pages get_picture",
    "chess_registration": "add_player agree_to_claim start_tournament receive_late get_tournament_report",
    "chess_playing": "set_result",
    "chess_closed": "correct_match preview_correction",
    "teams_registration": "upload_teams add_team register_team edit_team set_team_rules",
    "teams_playing": "enter_boards report_boards get_line_ups set_line_ups_due report_board",
    "pools_drawn": (
        "edit_stage discard_pools get_schedule make_schedule publish_stage step_stage_back "
        "preview_withdrawal_of get_latecomers add_board set_evening "
    ),
    "pools_playing": "withdraw give_walkovers join_pool start_at_board",
    "pools_planned": "form_pools",
    "pools_done": "close_stage",
    "cup": "draw_knockout",
    "cup_drawn": "discard_knockout swap_seats publish_knockout",
    "cup_published": "take_back_knockout start_knockout withdraw_from_knockout",
    "cup_playing": "give_match",
    "cup_done": "close_knockout",
    "doors_open": "check_in",
    "corrected": "undo_correction",
    "played_out": "finish_tournament",
    "pools_published": "start_stage",
}
# Those of a player; all others are an administrator's.
BY_ANN = {"change_list", "confirm", "dispute", "report", "report_board", "report_boards"}
# What is refused, with status and code.
REFUSED: dict[str, dict[str, tuple[int, str]]] = {
    "being_played": {
        "claim_player": (410, "claim-link-wrong"),
        "swap": (409, "round-being-played"),
        "replace_seat": (409, "no-knockout"),
        "enter_games": (422, "bad-value"),
        "change_seats": (404, "not-found"),
        "undo_withdrawal": (404, "not-found"),
        "post_play_off": (409, "no-such-tie"),
        "close_play_off": (422, "bad-value"),
        "delete_play_off": (422, "bad-value"),
        "post_tie": (409, "no-such-tie"),
        "call_to_board": (409, "no-boards"),
        "take_call_back": (409, "no-boards"),
        "close_board": (409, "no-boards"),
        "open_board": (409, "no-boards"),
        "preview_replan": (409, "wrong-status"),
        "replan": (409, "wrong-status"),
        "set_line_up": (409, "no-teams"),
        "renumber": (409, "starting-numbers-stay"),
        "request_bye": (403, "not-allowed"),
        "withdraw_bye": (403, "not-allowed"),
        "allow_pair": (409, "wrong-status"),
        "stop_game": (409, "wrong-status"),
        "dismiss_director": (422, "bad-value"),
        "register_at_venue": (404, "not-found"),
        "apply_repair": (409, "repair-outdated"),
        "import_event": (409, "event-is-here"),
        "leave_club": (409, "not-a-member"),
        "dismiss_club_administrator": (409, "not-appointed"),
        "accept_member": (409, "no-request"),
        "decline_member": (409, "no-request"),
        "dismiss_system_administrator": (409, "not-appointed"),
    },
}


class Example(NamedTuple):
    """A command of the page, taken apart."""

    method: str
    parameters: str
    body: Any
    files: dict[str, str]


def examples() -> dict[str, Example]:
    page = Client().get("/api/docs").content.decode()
    found = re.findall(
        r'<details\s+class="pad"\s+id="(\w+)".*?<h3>Example</h3>\s*<pre>(.*?)</pre>', page, re.DOTALL
    )
    return {name: parsed(unescape(command)) for name, command in found}


def parsed(command: str) -> Example:
    program, *words = shlex.split(command)
    assert program == "curl"
    options = list(pairwise(words))
    method = next((value for option, value in options if option == "-X"), "GET")
    address = next(word for word in words if word.startswith(HOST))
    body = next((json.loads(value) for option, value in options if option == "-d"), None)
    files = dict(value.split("=@") for option, value in options if option == "-F")
    _, mark, parameters = address.partition("?")
    return Example(method, mark + parameters, body, files)


def started() -> Tournament:
    return event("ann bo cy di", Status.IN_PROGRESS, round_minutes=60)


def check_in() -> Tournament:
    tournament = event("ann bo cy di", Status.CHECK_IN)
    entries.check_in(entry=tournament.entries.order_by("seed")[0], by=tournament.owner)
    return tournament


def rehearsed() -> Tournament:
    tournament = started()
    start_rehearsal(tournament=tournament, by=tournament.owner)
    return tournament


def paired() -> Tournament:
    tournament = started()
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    return tournament


def published() -> Tournament:
    tournament = paired()
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    return tournament


def being_played() -> Tournament:
    tournament = playing("ann bo cy di ed", round_minutes=60)
    Tournament.objects.filter(pk=tournament.pk).update(share_token="shared")
    return tournament


def reported() -> Tournament:
    tournament = playing("ann bo cy di")
    match = match_of(tournament, "ann")
    assert match.second is not None
    other = next(one for one in (match.first, match.second) if one.display_name != "ann")
    results.report(match=match, score=parse_score(match, (72, 45)), by=user(other.display_name))
    return tournament


def all_in() -> Tournament:
    tournament = playing("ann bo cy di")
    for match in Match.objects.filter(round__tournament=tournament):
        results.enter_result(match=match, score=parse_score(match, (50, 40)), by=tournament.owner)
    return tournament


def closed(rounds: int = 2) -> Tournament:
    tournament = playing("ann bo cy di", total_rounds=rounds)
    play_round(tournament)
    tournament.refresh_from_db()
    return tournament


def withdrawn() -> Tournament:
    tournament = closed()
    entries.drop(entry=tournament.entries.order_by("seed")[0], by=tournament.owner)
    return tournament


def complete() -> Tournament:
    tournament = closed(1)
    tournaments.advance(tournament=tournament, by=tournament.owner)
    return tournament


def chess_playing() -> Tournament:
    tournament = chess(SIX)
    start_chess(tournament)
    return tournament


def chess_closed() -> Tournament:
    tournament = chess(SIX)
    play_chess(tournament, "1-0")
    return tournament


def corrected() -> Tournament:
    tournament = chess_closed()
    match = match_of(tournament, "ann")
    wrong = {"policy": "everywhere", "result": "0-1", "reason": "Read the wrong way round"}
    Caller("vera").post(f"/tournaments/{tournament.pk}/matches/{match.pk}/correction", wrong)
    return tournament


def teams() -> Tournament:
    return small_event.event("chess", "swiss", "teams", 2)


def teams_playing() -> Tournament:
    tournament = teams()
    while not small_event.open_matches(tournament):
        small_event.next_step(tournament)
    return tournament


def pools_published() -> Tournament:
    stage = pool_building.drawn()
    pool_building.pool_play.publish_pools(stage=stage, by=user("olga"))
    return stage.tournament


def pools_done() -> Tournament:
    stage = pool_building.playing_pools()
    pool_building.decide_the_rest(stage)
    return stage.tournament


def cup_done() -> Tournament:
    stage = knockout_building.started(knockout_building.with_knockout("ann bo"))
    knockout_building.beats(stage, "ann bo")
    return stage.tournament


STATES: dict[str, Callable[[], Tournament]] = {
    "draft": lambda: event("ann bo cy di", Status.DRAFT),
    "registration": lambda: event("ann bo cy di", Status.REGISTRATION),
    "doors_open": lambda: event("ann bo cy di", Status.CHECK_IN),
    "check_in": check_in,
    "started": started,
    "rehearsed": rehearsed,
    "paired": paired,
    "published": published,
    "being_played": being_played,
    "reported": reported,
    "all_in": all_in,
    "closed": closed,
    "withdrawn": withdrawn,
    "played_out": lambda: closed(1),
    "complete": complete,
    "chess_registration": lambda: chess(SIX, started=False),
    "chess_playing": chess_playing,
    "chess_closed": chess_closed,
    "corrected": corrected,
    "teams_registration": teams,
    "teams_playing": teams_playing,
    "pools_planned": lambda: pool_building.pool_event(NINE).tournament,
    "pools_drawn": lambda: pool_building.drawn().tournament,
    "pools_published": pools_published,
    "pools_playing": lambda: pool_building.playing_pools(NINE, groups=2).tournament,
    "pools_done": pools_done,
    "cup": lambda: knockout_building.with_knockout().tournament,
    "cup_drawn": lambda: knockout_building.drawn(knockout_building.with_knockout()).tournament,
    "cup_published": lambda: knockout_building.published(knockout_building.with_knockout()).tournament,
    "cup_playing": lambda: knockout_building.started(knockout_building.with_knockout()).tournament,
    "cup_done": cup_done,
}


def test_there_is_an_example_at_every_operation_and_each_is_sent():
    sent = [name for names in SENT.values() for name in names.split()]
    refused = [name for names in REFUSED.values() for name in names]
    assert sorted(examples()) == sorted(PATHS) == sorted(sent + refused)


@pytest.mark.parametrize("state", STATES)
def test_the_examples_of_this_state_do_what_they_say(state, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    shown, refused = examples(), REFUSED.get(state, {})
    admin, ann = Caller("olga", is_superuser=True), Caller("ann")
    confirmed("bo")
    delete_tournament(tournament=event(name="Deleted"), by=user("olga"))
    tournament = STATES[state]()
    got = {}
    for name in [*SENT[state].split(), *refused]:
        answer = sent(name, shown[name], tournament, ann if name in BY_ANN else admin)
        if not 200 <= answer.status_code < 300:
            got[name] = answer.status_code, answer.json()["code"]
    assert got == refused


def sent(name: str, example: Example, tournament: Tournament, caller: Caller) -> Any:
    """The answer; what it changed is rolled back."""
    cache.clear()
    forget_all()
    with transaction.atomic():
        row = Row(Tournament.objects.get(pk=tournament.pk), PATHS[name])
        path = PATHS[name].format_map(row) + example.parameters
        if example.files:
            sheet = {field: row.file(file) for field, file in example.files.items()}
            answer = caller.client.post(f"/api{path}", sheet, headers=caller.headers)
        else:
            answer = caller.call(example.method, path, row.filled(example.body))
        transaction.set_rollback(True)
    return answer


class Row(Named):
    """What an address and a body name, in this event: ann's match and its players, where there is one."""

    def __init__(self, tournament: Tournament, path: str) -> None:
        super().__init__(tournament)
        rows = Match.objects.filter(round__tournament=tournament, second__isnull=False)
        matches = list(rows.select_related("round", "first", "second").order_by("-round__number", "pk"))
        names = [(one.first.display_name.lower(), one) for one in matches]
        names += [(one.second.display_name.lower(), one) for one in matches if one.second]
        own = [one for name, one in names if name == "ann"]
        found = next((one for one in own + matches if one.state != "agreed"), next(iter(matches), None))
        seats = [*tournament.entries.order_by("seed").values_list("pk", flat=True), 1, 2]
        self["player1Id"], self["player2Id"] = (
            (found.first_id, found.second_id) if found else (seats[0], seats[1])
        )
        self["playerId"] = self["entryId"] = self["firstId"] = self["player1Id"]
        self["secondId"] = self["player2Id"]
        self["entryIds"] = self["playerIds"] = [self["player1Id"], self["player2Id"]]
        if found is not None:
            self.match = found
            self["matchId"], self["code"] = found.pk, code_of(found)
        newest = tournament.rounds.order_by("-number").first()
        if newest is not None and "/rounds/" in path:
            self["number"] = newest.number

    def filled(self, body: Any) -> Any:
        if isinstance(body, list):
            return [self.filled(one) for one in body]
        if not isinstance(body, dict):
            return body
        known = {name: self[name] for name in body if name in self and re.search("Ids?$|^code$", name)}
        fields = {name: self.filled(value) for name, value in body.items() if name != "version"} | known
        if "seen" in fields:
            fields["seen"] = (
                small_event.step_of(self.tournament) if fields["seen"] == "pair" else self.tournament.status
            )
        if fields.get("number") and "minutes" not in fields:
            fields["number"] = self.tournament.journal.order_by("-number")[0].number
        return fields

    def file(self, name: str) -> SimpleUploadedFile:
        content = {
            "players.xlsx": b"Name\nZed\nYan\n",
            "teams.xlsx": b"Team,Member 1,Member 2\nOwls,Zed,Yan\n",
            "spring-open.trf": TRF.read_bytes(),
        }
        if name in content:
            return SimpleUploadedFile(name.replace("xlsx", "csv"), content[name])
        exported = Caller("exporter", is_superuser=True).get(f"/tournaments/{self.tournament.pk}/file")
        return SimpleUploadedFile(name, exported.content)
