"""The API as a whole: its routers, its errors, and the OpenAPI document that describes both."""

import re
from functools import cache
from typing import Any

from django.http import Http404
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from pydantic.alias_generators import to_camel

from crosstable.api import (
    accounts,
    announcements,
    calls,
    clock,
    clubs,
    corrections,
    event_files,
    event_flow,
    files,
    game_catalogue,
    hall,
    journal,
    knockout,
    live_rounds,
    manual_pairing,
    matches,
    new_events,
    notifications,
    organisers,
    pairing_preparation,
    players,
    presets,
    ratings,
    reasons,
    rehearsals,
    result_entry,
    rounds,
    screens,
    self_registration,
    stages,
    standings,
    summary,
    teams,
    ties,
    tournaments,
    uploads,
    withdrawals,
)
from crosstable.api.examples import EXAMPLES
from crosstable.api.identity import SIGNED_IN
from crosstable.api.problems import MEDIA_TYPE, answer_error

PROBLEM = {
    "type": "object",
    "description": "A problem document (RFC 9457).",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence to show to people."},
        "code": {"type": "string", "description": "A stable code for programs."},
        "field": {"type": "string", "description": "The place of the invalid value in the body."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"field": {"type": "string"}, "message": {"type": "string"}},
            },
        },
        "yours": {"type": ["string", "null"], "description": "The value that you sent."},
        "current": {"type": "string", "description": "The value that is stored."},
        "by": {"type": ["string", "null"], "description": "The account that changed it."},
        "at": {"type": ["string", "null"], "format": "date-time", "description": "When it was changed."},
        "version": {
            "type": ["integer", "null"],
            "description": "The current version, to send if you want to replace it.",
        },
        "changes": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What has changed, as sentences.",
        },
        "retryAfter": {"type": "integer"},
        "matches": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Numbers of the later matches that would be replaced.",
        },
    },
}
PROBLEM_ANSWER = {
    "description": "The error as a problem document.",
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
    "description": "A key of your choice. A request repeated with the same key within a day returns the "
    "first answer and changes nothing.",
}

# What a parameter of an address is; a number is one of the word before it.
PARAMETERS = {
    "adjustmentId": "The id of a penalty or a bonus.",
    "announcementId": "The id of an announcement.",
    "board": "The number of a table.",
    "callId": "The id of a call for an organiser.",
    "claimId": "The id of a claim.",
    "clubId": "The id of a club.",
    "code": "The code of the match, from its slip or its table.",
    "correctionId": "The id of a correction.",
    "deletedId": "The id of a deleted event.",
    "earliest": "Plan every match as early as possible, at any free table.",
    "link": "The last part of the share link.",
    "matchId": "The id of a match.",
    "memberId": "The id of a member of a club.",
    "pairingId": "The id of a pairing.",
    "playOff": "The number of a play-off.",
    "playerId": "The id of an entry: a player or a team in this event.",
    "pool": "The code of a rating pool.",
    "preset": "The code of a preset.",
    "presetId": "The id of a preset.",
    "screenId": "The id of a display.",
    "sheet": "The name of a printout.",
    "subscriptionId": "The id of a push subscription.",
    "token": "The last part of the share link.",
    "tournament": "The id of an event.",
    "tournamentId": "The id of an event.",
    "userId": "The id of an account.",
}
NUMBERS = {
    "blocked-tables": "The number of a table.",
    "round": "The number of a round, from 1.",
    "rounds": "The number of a round, from 1.",
    "stages": "The number of a stage, from 1.",
}


class Api(NinjaAPI):
    """The API. `root` is the address that its operations start with."""

    def __init__(self, root: str, **values: Any) -> None:
        # docs.py caches the document as bytes.
        super().__init__(docs_url=None, openapi_url=None, auth=SIGNED_IN, **values)
        self.root = root
        for error in (Exception, Http404, HttpError, ValidationError):
            self.add_exception_handler(error, answer_error)  # type: ignore[arg-type]

    def get_openapi_schema(self, **_: Any) -> OpenAPISchema:
        return _described(self)

    def get_openapi_operation_id(self, operation: Any) -> str:
        return str(operation.view_func.__name__)


@cache
def _described(api: Api) -> OpenAPISchema:
    """Return Ninja's description, with the errors and the key of a write, which hold for every operation."""
    described = NinjaAPI.get_openapi_schema(api, path_prefix=api.root)
    described["components"]["schemas"]["Problem"] = PROBLEM
    described["paths"] = {
        re.sub(r"{(\w+)}", lambda name: f"{{{to_camel(name[1])}}}", path): operations
        for path, operations in described["paths"].items()
    }
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            operation["summary"] = operation["summary"].capitalize()
            operation["responses"]["default"] = PROBLEM_ANSWER
            for parameter in operation["parameters"]:
                parameter["name"] = to_camel(parameter["name"])
                if "description" not in parameter:
                    parameter["description"] = _parameter(path, parameter["name"])
            if method != "get":
                operation["parameters"].append(KEY)
            for content in operation.get("requestBody", {"content": {}})["content"].values():
                if operation["operationId"] in EXAMPLES:
                    content["example"] = EXAMPLES[operation["operationId"]]
    return described


def _parameter(path: str, name: str) -> str:
    if name == "number":
        return NUMBERS[path.partition("/{number}")[0].rpartition("/")[2]]
    return PARAMETERS[name]


api = Api(
    "/api/",
    title="Crosstable",
    version="1",
    description=(
        "Run tournaments from a program, by the same rules as in the browser. A table is where a match is played, "
        "whatever the game calls it; some addresses and fields call it a board. The boards of a team match are its "
        "games."
    ),
    urls_namespace="api",
)

for _prefix, _router in (
    ("/games", game_catalogue.router),
    ("/tournaments", tournaments.router),
    ("/tournaments", new_events.router),
    ("/tournaments", rehearsals.router),
    ("/tournaments", players.router),
    ("/tournaments", uploads.router),
    ("/tournaments", rounds.router),
    ("/tournaments", matches.router),
    ("/tournaments", result_entry.router),
    ("/tournaments", knockout.router),
    ("/tournaments", stages.router),
    ("/tournaments", withdrawals.router),
    ("/tournaments", ties.router),
    ("/tournaments", hall.router),
    ("/tournaments", event_flow.router),
    ("/tournaments", teams.router),
    ("/tournaments", organisers.conflicts_router),
    ("/tournaments", clock.router),
    ("/tournaments", calls.router),
    ("/tournaments", screens.router),
    ("/tournaments", announcements.router),
    ("/tournaments", standings.router),
    ("/tournaments", standings.factions_router),
    ("/tournaments", summary.router),
    ("/tournaments", corrections.router),
    ("/tournaments", journal.router),
    ("/tournaments", reasons.router),
    ("/tournaments", standings.adjustments_router),
    ("/tournaments", pairing_preparation.starting_numbers_router),
    ("/tournaments", event_flow.club_router),
    ("/tournaments", pairing_preparation.router),
    ("/tournaments", clock.game_times_router),
    ("/tournaments", organisers.router),
    ("/tournaments", self_registration.claims_router),
    ("/tournaments", self_registration.router),
    ("/tournaments", live_rounds.router),
    ("/tournaments", manual_pairing.router),
    ("/tournaments", files.printing_router),
    ("/tournaments", event_files.router),
    ("/tournaments", files.router),
    ("/deleted-tournaments", event_files.deleted_router),
    ("/presets", presets.router),
    ("/tournaments", presets.saving_router),
    ("/clubs", clubs.router),
    ("/members", clubs.members),
    ("", accounts.router),
    ("/ratings", ratings.router),
    ("", notifications.router),
):
    api.add_router(_prefix, _router)
