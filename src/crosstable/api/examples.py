"""An example of every operation, shown in /api/docs as a command; its body is in the OpenAPI document, too.

`tests/api/test_examples.py` sends every one of them, and fails for a body that its schema refuses.
"""

import json
import shlex
from collections.abc import Mapping
from typing import Any

from crosstable.games import CLUB_GAME

VERSION = {"version": 3}
PLAYER = {"playerId": 12}
ENTRY = {"entryId": 12}
TWO = {"player1Id": 12, "player2Id": 15}
PAIR = {"firstId": 12, "secondId": 15}
REASON = {"reason": "The slip was read the wrong way round"}
SCORE = {"player1VP": 72, "player2VP": 45, "version": 3}
TEAM = {"displayName": "Night Owls", "members": [{"name": "Ann Hart"}, {"name": "Bo Lind"}]}
BOARDS = {"boards": [{"result": "1-0"}, {"result": "1/2-1/2"}], "version": 3}
EVENT = {"name": "Spring Open", "date": "2027-03-20", "totalRounds": 5, "location": "Leeds"}
NEWS = {"page": True, "push": True, "email": False}
CONDITIONS = {"entries": 16, "boards": 4, "minutes": 240}
SHEET = {"file": "players.xlsx"}

EXAMPLES: Mapping[str, Any] = {
    "create_tournament": {"game": CLUB_GAME, **EVENT},
    "propose_formats": {"game": "sets", **CONDITIONS},
    "create_event_from_proposal": {
        "game": "sets",
        "name": "Thursday darts",
        "proposal": "pools-knockout.3.4.2.0.0",
        "conditions": CONDITIONS,
        "players": "Ann Hart\nBo Lind",
    },
    "create_rehearsal": {"players": 24},
    "move": {"acts": 5},
    "edit_tournament": {**EVENT, "location": "York"},
    "advance": {"seen": "registration"},
    "post_next_step": {"seen": "pair"},
    "set_result": {"result": "1-0"},
    # Players and teams
    "register": {"displayName": "Ann Hart", "faction": "Orks"},
    "change_list": {"listText": "Warboss, 2 × Boyz"},
    "check_in": ENTRY,
    "check_in_all": {"entryIds": [12, 15]},
    "undo_check_in_all": {"entryIds": [12, 15]},
    "undo_check_in": ENTRY,
    "drop": ENTRY,
    "rejoin": ENTRY,
    "concede": ENTRY,
    "claim_player": {"token": "Ab3dE6gH9kLmNpQr"},
    "add_player": {"displayName": "Ann Hart", "rating": 1650},
    "edit_player": {"displayName": "Ann Hart", "rating": 1680},
    "receive_late": {"displayName": "Cy Dahl", "how": "next"},
    "upload_players": SHEET,
    "upload_teams": {"file": "teams.xlsx"},
    "add_team": TEAM,
    "register_team": TEAM,
    "edit_team": TEAM,
    "set_team_rules": {"boardOrder": "free"},
    "change_self_registration": {"open": True},
    "register_at_venue": {"code": "AB12CD", "displayName": "Ann Hart", "faction": "Orks"},
    "request_bye": {"roundNumber": 3, "kind": "half"},
    "withdraw_bye": {"roundNumber": 3},
    "forbid_pair": PAIR,
    "allow_pair": PAIR,
    "adjust": {**PLAYER, "amount": -5, "reason": "Late to the table"},
    "appoint_director": {"user": "bo", "role": "judge"},
    # Rounds
    "pair_round": {"mission": "Take and hold"},
    "change_mission": {"mission": "Take and hold"},
    "pair_again": {"mission": "Take and hold"},
    "swap": TWO,
    "publish_round": VERSION,
    "set_line_ups_due": {"until": "2027-03-20T09:30:00Z"},
    "set_round_length": {"minutes": 150},
    "add_time": {"minutes": 10},
    "renumber": {"seen": "b41c7f"},
    "apply_repair": {"key": "bye:12"},
    "check_pairing": TWO,
    "set_pairing": {**TWO, "table": 4},
    "give_bye": PLAYER,
    "fix_seat": {"table": 3},
    "block_table": {"table": 9, "reason": "Wobbles"},
    "reopen_round": REASON,
    "reopen_tournament": REASON,
    "undo_last": {"number": 41},
    # Matches
    "change_match": {"table": 2},
    "report": SCORE,
    "confirm": VERSION,
    "dispute": {"reason": "It was 72–54", "version": 3},
    "override": SCORE,
    "call_organiser": {"reason": "rules", "message": "Does the charge end on the ruin?"},
    "call_by_code": {"code": "AB12CD", "reason": "time"},
    "announce": {"text": "Round 4 starts at 16:20.", "minutes": 30},
    "say_by_code": {
        "code": "AB12CD",
        "side": "first",
        "device": "phone-1",
        "score": {"first": 72, "second": 45},
    },
    "enter": {
        "entries": [
            {"key": "desk-1", "matchId": 31, "roundNumber": 2, **TWO, "score": "72 45"},
        ]
    },
    "enter_games": {"games": [{"result": "1-0"}, {"result": "0-1"}, {"result": "1-0"}]},
    "give_match": {**PLAYER, "reason": "The opponent did not come"},
    "unpair": VERSION,
    "extend_table": {"minutes": 5, "reason": "A judge call"},
    "enter_boards": BOARDS,
    "report_boards": BOARDS,
    "report_board": {"board": 1, "game": {"result": "1-0"}},
    "set_line_up": {**PLAYER, "players": [1, 2, 4]},
    "save_preset": {"name": "Wednesday darts"},
    "create_from_preset": {"name": "Darts night", "date": "2026-11-25"},
    "copy_tournament": {"name": "Spring Open 2027", "date": "2027-03-20", "helpers": False},
    "correct_match": {"policy": "everywhere", "result": "0-1", **REASON},
    "undo_correction": {"reason": "The first result was right"},
    # Stages
    "set_stages": {"stages": [{"kind": "pools", "settings": {"perPool": 2}}, {"kind": "knockout"}]},
    "edit_stage": {"settings": {"boards": 6}},
    "form_pools": {"groups": 4, "version": 3},
    "change_seats": {**PLAYER, "pool": "B"},
    "make_schedule": {"seconds": 10},
    "publish_stage": VERSION,
    "step_stage_back": VERSION,
    "start_stage": VERSION,
    "close_stage": VERSION,
    "replan": {"earliest": True},
    "set_evening": {"starts": "18:30", "minutes": 20, "rest": 5},
    "withdraw": {**PLAYER, "reason": "Injured"},
    "give_walkovers": {**PLAYER, "reason": "Did not come"},
    "join_pool": {"displayName": "Cy Dahl", "pool": "A"},
    "post_play_off": {"playerIds": [12, 15]},
    "post_tie": {"playerIds": [12, 15], "way": "lots", "seed": "seven of clubs"},
    "draw_knockout": VERSION,
    "swap_seats": {"first": 1, "second": 8},
    "replace_seat": {"seed": 5},
    "publish_knockout": VERSION,
    "start_knockout": VERSION,
    "close_knockout": VERSION,
    "withdraw_from_knockout": PLAYER,
    # The hall
    "call_to_board": {"matchId": 31, "board": 2},
    "start_at_board": {"matchId": 31},
    "take_call_back": {"matchId": 31},
    "add_screen": {"name": "Hall left"},
    "change_screen": {"name": "Hall right"},
    # Files
    "import_event": {"file": "spring-open.zip"},
    "import_trf": {"file": "spring-open.trf"},
    "preview_trf": {"file": "spring-open.trf"},
    # Clubs, accounts, the installation
    "create_club": {"clubName": "City Chess Club", "town": "Leeds"},
    "add_member": {"name": "Ann Hart", "elo": 1650},
    "appoint_club_administrator": {"username": "bo"},
    "appoint_system_administrator": {"username": "bo"},
    "create_account": {
        "firstName": "Ann",
        "lastName": "Hart",
        "email": "ann.hart@example.com",
        "username": "ann.hart",
        "password": "a long river at night",
    },
    "change_my_contact": {"firstName": "Ann", "lastName": "Hart", "mobile": "+44 7700 900456"},
    "put_rating_rules": {"k": {"new": 40, "established": 20, "threshold": 30}, "replay": False},
    "read_notifications": {"ids": [101, 102]},
    "set_notification_choices": dict.fromkeys(
        (
            "pairing",
            "changed",
            "reported",
            "disputed",
            "settled",
            "corrected",
            "undone",
            "announced",
            "called",
            "ruling",
        ),
        NEWS,
    ),
    "add_push_subscription": {
        "endpoint": "https://fcm.googleapis.com/fcm/send/abc",
        "p256Dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg",
        "device": "Phone",
    },
}

# What stands for the names in an address.
IN_ADDRESS: Mapping[str, object] = {
    "tournamentId": 7,
    "matchId": 31,
    "number": 1,
    "playerId": 12,
    "userId": 5,
    "clubId": 2,
    "memberId": 40,
    "board": 2,
    "callId": 6,
    "claimId": 8,
    "screenId": 3,
    "announcementId": 9,
    "adjustmentId": 4,
    "correctionId": 11,
    "deletedId": 10,
    "subscriptionId": 1,
    "presetId": 13,
    "playOff": 1,
    "preset": "rapid",
    "pool": "sets",
    "sheet": "standings",
    "token": "Ab3dE6gH9kLmNpQr",
    "code": "AB12CD",
}
PARAMETERS: Mapping[str, str] = {
    "preview_correction": "?result=0-1",
}

PROGRAM = """\
import json
from urllib.request import Request, urlopen

request = Request("{address}/api/tournaments?mine=true")
request.add_header("Authorization", "Bearer TOKEN")
for event in json.load(urlopen(request))["items"]:
    print(event["name"])
"""


def command(method: str, path: str, operation: Mapping[str, Any], address: str) -> str:
    """Return the example as a curl command."""
    name, body = operation["operationId"], operation.get("requestBody", {}).get("content", {})
    words = ["curl"] if method == "get" else ["curl", "-X", method.upper()]
    lines = [*words, f"{address}{path.format_map(IN_ADDRESS)}{PARAMETERS.get(name, '')}"]
    parts = [" ".join(map(shlex.quote, lines))]
    if {} not in operation.get("security", []):
        parts.append('-H "Authorization: Bearer TOKEN"')
    if "multipart/form-data" in body:
        parts += [f"-F {field}=@{value}" for field, value in EXAMPLES[name].items()]
    elif body:
        parts.append('-H "Content-Type: application/json"')
        parts.append(f"-d {shlex.quote(json.dumps(EXAMPLES[name], ensure_ascii=False, indent=1))}")
    return " \\\n  ".join(parts)
