"""The one next step of an event: the same loop plays every format of every game from draft to complete."""

from __future__ import annotations

import pytest

from api.calling import WARGAME, Caller, Json, done, problem
from crosstable.events.models import Match, Tournament

pytestmark = pytest.mark.django_db
RESULTS = {"wargame": {"player1VP": 60, "player2VP": 40}, "chess": {"result": "1-0"}}
GAMES = {"wargame": WARGAME, "chess": {"name": "City Open", "date": "2026-11-21", "game": "chess"}}
ASKED: dict[str, Json] = {"wargame": {"faction": "Orks"}, "chess": {"rating": 1500}}
SWISS = ["pair", "publish", "start", "collect-results", "close"]
POOLS = ["form-pools", "schedule", "publish", "start", "collect-results", "close"]
KNOCKOUT = ["draw", "publish", "start", "collect-results", "close"]
FORMATS = {
    "swiss": [*SWISS, *SWISS],
    "round-robin": POOLS,
    "pools-knockout": [*POOLS, *KNOCKOUT],
    "swiss-cut": [*SWISS, *SWISS, *KNOCKOUT],
    "knockout": KNOCKOUT,
}
GOING_ON = {"pools-knockout": {"groups": 2, "per_pool": 2}, "swiss-cut": {"per_pool": 2}}
# How opponents are found where no round is paired.
SYSTEMS = {"round-robin": "round-robin", "pools-knockout": "round-robin", "knockout": "knockout"}
# A stage of pools is prepared while the event still takes entries, and begins with it.
BEGINNING = {
    "wargame": ["open-registration", "open-check-in", "start-event"],
    "chess": ["open-registration", "start-event"],
}


def created(olga: Caller, game: str, format: str, players: int = 4) -> str:
    asked = {**GAMES[game], "totalRounds": 2, "format": format}
    path = f"/tournaments/{done(olga.post('/tournaments', asked), 201)['tournamentId']}"
    if format in GOING_ON:
        done(olga.patch(f"{path}/stages/1", {"settings": GOING_ON[format]}))
    for number in range(players):
        entry = {"displayName": f"player {number}", **ASKED[game]}
        done(olga.post(f"{path}/players", entry), 201)
    return path


def enter(olga: Caller, path: str, game: str, matches: list[int]) -> None:
    for match in matches:
        done(olga.post(f"{path}/matches/{match}/override", RESULTS[game]))


def draw_lots(olga: Caller, path: str) -> None:
    """Draw lots among the players tied for a place in the knockout."""
    tie = done(olga.get(f"{path}/stages/1/ties"))[0]
    lots = {"playerIds": tie["playerIds"], "way": "lots", "seed": "seven of clubs"}
    done(olga.post(f"{path}/stages/1/ties", lots), 201)


def run(olga: Caller, path: str, game: str) -> list[str]:
    """Every step until there is none, results entered whenever they are waited for."""
    steps: list[str] = []
    while (now := done(olga.get(f"{path}/next")))["step"] != "done":
        if steps[-1:] != [now["step"]]:
            steps.append(now["step"])
        if now["step"] == "collect-results":
            enter(olga, path, game, now["openMatches"])
        elif now["blocked"] and now["step"] == "draw":
            draw_lots(olga, path)
        else:
            done(olga.post(f"{path}/next", {"seen": now["step"], "checkIn": "all"}))
    return steps


# Games differ only in how they begin; the crossings play every format of every game.
@pytest.mark.parametrize(
    ("game", "format"), [("wargame", "swiss"), *(("chess", format) for format in FORMATS)]
)
def test_one_loop_plays_every_format(game: str, format: str) -> None:
    olga = Caller("olga")
    path = created(olga, game, format)
    before = [] if FORMATS[format][0] == "form-pools" else BEGINNING[game]
    paired = {"wargame": "swiss-wargame", "chess": "fide-dutch"}[game]
    assert done(olga.get(path))["system"] == SYSTEMS.get(format, paired)
    assert run(olga, path, game) == [*before, *FORMATS[format], "complete"]
    assert Tournament.objects.get().status == "complete"
    assert not Match.objects.exclude(state__in=["agreed", "bye"]).exists()
    newest = max(one["number"] for one in done(olga.get(f"{path}/rounds"))["rounds"])
    assert done(olga.get(f"{path}/standings"))["round"] == newest


def test_a_step_says_what_holds_it_up_and_which_matches_are_open() -> None:
    olga = Caller("olga")
    path = created(olga, "chess", "swiss")
    assert done(olga.get(f"{path}/next")) == {
        "step": "open-registration",
        "sentence": "The event is a draft",
        "text": "Only the organisers see this draft. When registration opens, the event is public and players can "
        "register.",
        "blocked": None,
        "openMatches": [],
        "ways": [{"code": "start-now", "label": "Start now"}],
        "nextRound": None,
        "finish": None,
    }
    for step in ("open-registration", "start-event", "pair", "publish"):
        done(olga.post(f"{path}/next", {"seen": step}))
    answer: Json = done(olga.post(f"{path}/next", {"seen": "start"}))
    first, second = Match.objects.order_by("table").values_list("pk", flat=True)
    assert answer == {
        "step": "collect-results",
        "sentence": "Waiting for 2 results before the round can close",
        "text": "2 matches have no result yet.",
        "blocked": "2 matches have no result yet.",
        "openMatches": [first, second],
        "ways": [],
        "nextRound": None,
        "finish": None,
    }
    assert problem(olga.post(f"{path}/next", {"seen": "collect-results"})) == (409, "step-waits")
    enter(olga, path, "chess", [first])
    assert done(olga.get(f"{path}/next"))["openMatches"] == [second]


def test_a_step_that_has_passed_is_refused_and_nothing_is_done() -> None:
    olga = Caller("olga")
    path = created(olga, "chess", "swiss")
    for step in ("open-registration", "start-event", "pair"):
        done(olga.post(f"{path}/next", {"seen": step}))
    revision = Tournament.objects.get().revision
    again = olga.post(f"{path}/next", {"seen": "pair"})
    assert problem(again) == (409, "step-passed")
    assert (
        again.json()["detail"]
        == "The next step is “publish”, not “pair”. Nothing was done. Reload the page and try again."
    )
    assert Tournament.objects.get().revision == revision


def test_a_draft_out_of_date_is_paired_again() -> None:
    olga = Caller("olga")
    path = created(olga, "chess", "swiss", players=5)
    for step in ("open-registration", "start-event", "pair"):
        done(olga.post(f"{path}/next", {"seen": step}))
    gone = Tournament.objects.get().entries.order_by("seed").last()
    assert gone is not None
    done(olga.post(f"{path}/drop", {"entryId": gone.pk}))
    assert done(olga.get(f"{path}/next"))["step"] == "pair"
    assert done(olga.post(f"{path}/next", {"seen": "pair"}))["step"] == "publish"


def test_a_stage_of_pools_without_participants_opens_the_registration() -> None:
    olga = Caller("olga")
    path = created(olga, "chess", "round-robin", players=0)
    assert done(olga.get(f"{path}/next"))["blocked"] is None
    answer = done(olga.post(f"{path}/next", {"seen": "find-participants"}))
    assert (answer["step"], bool(answer["blocked"])) == ("find-participants", True)
    assert Tournament.objects.get().status == "registration"


def test_only_organisers_take_steps() -> None:
    olga, mallory = Caller("olga"), Caller("mallory")
    path = created(olga, "chess", "swiss", players=2)
    done(olga.post(f"{path}/next", {"seen": "open-registration"}))
    assert problem(mallory.get(f"{path}/next")) == (403, "not-allowed")
    assert problem(mallory.post(f"{path}/next", {"seen": "start-event"})) == (403, "not-allowed")


def test_pools_that_cannot_be_filled_say_so_before_they_are_formed():
    olga = Caller("olga")
    path = created(olga, "chess", "pools-knockout", players=3)
    now, sentence = done(olga.get(f"{path}/next")), "3 cannot fill 2 pools of at least two. Choose at most 1."
    assert (now["step"], now["blocked"]) == ("form-pools", sentence)
    assert olga.post(f"{path}/next", {"seen": "form-pools"}).json()["detail"] == sentence
