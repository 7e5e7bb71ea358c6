"""Every game × every format × players and teams, from draft to complete.

The first result is entered by a desk helper, the second is reported on two phones, the third is sent by a judge's
program, the others alternate between the desk and programs. The standings are compared with a few lines of arithmetic
that share no code with the product. Every page of the event is opened once while it is played, the most needed also
before and after. `make test` plays every two of game, format and kind of entry together; `.ci/run` and `make trouble`
play every cell.
"""

from __future__ import annotations

import os
from collections import defaultdict
from itertools import chain, cycle
from operator import attrgetter

import pytest
from django.urls import reverse

from api.calling import Caller, Json, done
from building import confirmed, user
from crossings.cells import ALL, BOARDS, SNAILS, TURNED, Cell, Result, cells
from crossings.pages import AFTER, BEFORE, Visitors, look_at, look_at_everything
from crosstable import games
from crosstable.events.bridge.settings.stage_settings import FORMATS
from crosstable.events.models import Entry, Match, Tournament
from pool_building import revision

pytestmark = pytest.mark.django_db
PEOPLE = 4
# One match after the first stage: how a whole bracket goes is seen where it is all there is.
TO_A_FINAL = {"pools-knockout": {"groups": 2, "per_pool": 1}, "swiss-cut": {"per_pool": 2}}
OF_POOLS = ("round-robin", "pools-knockout")
CELLS = list(cells())


def enough() -> list[Cell]:
    """Every game in every format once, where the kinds of entry take turns; then each kind that a game has not had."""
    found = []
    for turn, game in enumerate(ALL):
        for number, format in enumerate(FORMATS, start=turn):
            if kinds := [cell for cell in CELLS if (cell.game, cell.format) == (game, format)]:
                found.append(kinds[number % len(kinds)])
    for cell in CELLS:
        if all((cell.game, cell.entries) != (had.game, had.entries) for had in found):
            found.append(cell)
    return found


PLAYED = CELLS if os.environ.get("CROSSTABLE_TROUBLE") == "all" else enough()


@pytest.fixture(autouse=True)
def a_game_no_one_has(monkeypatch):
    monkeypatch.setitem(games.GAMES, SNAILS.code, SNAILS)


class World:
    """An event of olga's with its entries; ann0 … are the accounts that play, or that lead a team."""

    def __init__(self, cell: Cell) -> None:
        self.cell, self.olga, self.visitors = cell, Caller("olga"), Visitors()
        body = {
            "game": cell.game,
            "format": cell.format,
            "name": "Crossing",
            "date": "2026-11-21",
            "totalRounds": 2,
        }
        body |= (
            {"choices": {"name": "Crokinole", "table": "Lane", "tables": "Lanes"}}
            if cell.game == "other"
            else {}
        )
        body |= {"teamSize": 2} if cell.entries != "players" else {}
        body |= {"teamBoards": BOARDS} if cell.entries == "teams" else {}
        self.path = f"/tournaments/{done(self.olga.post('/tournaments', body), 201)['tournamentId']}"
        self.tournament = Tournament.objects.get()
        for name, role in (("desmond", "desk"), ("judy", "judge")):
            done(
                self.olga.post(f"{self.path}/directors", {"user": confirmed(name).username, "role": role}),
                201,
            )
        self.judy = Caller("judy")
        if cell.format in TO_A_FINAL:
            done(self.olga.patch(f"{self.path}/stages/1", {"settings": TO_A_FINAL[cell.format]}))
        if cell.format in OF_POOLS:
            done(self.olga.patch(f"{self.path}/stages/1", {"settings": {"boards": 2}}))
            done(self.olga.put(f"{self.path}/stages/1/evening", {"starts": "18:00", "minutes": 20}))
        self.points: dict[int, float] = defaultdict(float)
        self.last_winner = 0
        each = (self.at_the_desk, self.on_the_phones, self.by_a_program)
        self.ways = chain(each, cycle((self.at_the_desk, self.by_a_program)))

    def enter_everyone(self) -> None:
        for number in range(PEOPLE):
            name, asked = f"ann{number}", self._asked()
            account = user(name)
            if self.cell.entries != "players":
                members = [{"name": f"@{name}"}, {"name": f"Partner {number}"}]
                done(
                    self.olga.post(
                        f"{self.path}/teams", {"displayName": f"Team {number}", "members": members, **asked}
                    ),
                    201,
                )
            else:
                entry = done(self.olga.post(f"{self.path}/players", {"displayName": name, **asked}), 201)
                Entry.objects.filter(pk=entry["playerId"]).update(player=account.player)

    def _asked(self) -> Json:
        wanted = {ask.name: "Orks" for ask in ALL[self.cell.game].asks if ask.required}
        return {key: value for key, value in wanted.items() if key == "faction"}

    def run(self) -> None:
        """The one loop that runs any event: each step answers what is next."""
        looked, now = False, self.next_step()
        for _ in range(200):
            if now["step"] == "done":
                return
            if now["openMatches"] and now["step"] == "collect-results":
                if not looked:
                    self.call_someone()
                    look_at_everything(self.tournament, self.visitors)
                looked = True
                self.play_all(now["openMatches"])
                now = self.next_step()
            elif now["blocked"] and now["step"] == "draw":
                self.draw_lots()
                now = self.next_step()
            else:
                taken, now = now["step"], self.take(now["step"])
                if taken == "open-registration":
                    look_at(BEFORE, self.tournament, self.visitors)
        raise AssertionError(f"no end: {now}")

    def call_someone(self) -> None:
        """Where matches wait for tables, so that pages and journal tell of a call and of a table that was closed."""
        if self.cell.format in OF_POOLS:
            done(self.olga.post(f"{self.path}/dispatch/call", {"board": 1}))
            for change in ("close", "open"):
                done(self.olga.post(f"{self.path}/stages/1/boards/2/{change}"))

    def next_step(self) -> Json:
        return done(self.olga.get(f"{self.path}/next"))

    def take(self, step: str) -> Json:
        """One press, one entry of the journal."""
        before = revision(self.tournament)
        after = done(self.olga.post(f"{self.path}/next", {"seen": step, "checkIn": "all"}))
        assert revision(self.tournament) == before + 1, step
        return after

    def play_all(self, matches: list[int]) -> None:
        for match in Match.objects.select_related("round__stage", "first", "second").filter(pk__in=matches):
            self.play(match)

    def draw_lots(self) -> None:
        """Draw lots among the players tied for a place in the knockout."""
        tie = done(self.olga.get(f"{self.path}/stages/1/ties"))[0]
        lots = {"playerIds": tie["playerIds"], "way": "lots", "seed": "seven of clubs"}
        done(self.olga.post(f"{self.path}/stages/1/ties", lots), 201)

    def play(self, match: Match) -> None:
        kind = match.round.stage.kind
        possible = [one for one in self.cell.results if one.first != "draw" or kind != "knockout"]
        number = (match.first_id * 7 + match.second_id * 3 + match.round.number) % len(possible)
        results = [possible[number]]
        if (
            self.cell.entries == "teams"
        ):  # the second board as the first, or differently where a draw is possible
            results.append(possible[number if kind == "knockout" else (number + 1) % len(possible)])
        next(self.ways)(match, results)
        match.refresh_from_db()
        assert match.state == "agreed", (self.cell, results, match.state)
        self._note(match, self._ended(results))

    def _ended(self, results: list[Result]) -> str:
        """For the first side: more points on the boards win the match."""
        mine = sum(self.cell.worth[one.first] for one in results)
        theirs = sum(self.cell.worth[TURNED[one.first]] for one in results)
        return "win" if mine > theirs else "loss" if mine < theirs else "draw"

    def _note(self, match: Match, ended: str) -> None:
        if match.round.stage.kind != "knockout":
            self.points[match.first_id] += self.cell.worth[ended]
            self.points[match.second_id] += self.cell.worth[TURNED[ended]]
        self.last_winner = match.first_id if ended == "win" else match.second_id

    def at_the_desk(self, match: Match, results: list[Result]) -> None:
        line = "; ".join(one.line for one in results)
        sent = {"line": f"{match.table} {line}", "places": f"{match.table}:{match.pk}"}
        answer = self.visitors["desmond"].post(reverse("enter", args=[self.tournament.slug]), sent)
        assert answer.status_code == 302, answer.content.decode()

    def on_the_phones(self, match: Match, results: list[Result]) -> None:
        for entry, form in zip((match.first, match.second), forms_of(results), strict=True):
            phone = self.visitors[account_of(entry).username]
            assert phone.get(reverse("me", args=[self.tournament.slug])).status_code == 200
            address = reverse("report", args=[self.tournament.slug, match.pk])
            answer = phone.post(address, form)
            assert answer.status_code == 302, answer.content.decode()

    def by_a_program(self, match: Match, results: list[Result]) -> None:
        if len(results) == 1:
            done(self.judy.post(f"{self.path}/matches/{match.pk}/override", results[0].body))
        else:
            games = [one.body for one in results]
            done(self.judy.put(f"{self.path}/matches/{match.pk}/games", {"games": games}))


def forms_of(results: list[Result]) -> tuple[dict[str, str], dict[str, str]]:
    """What the first side fills in, and what the second does."""
    if len(results) == 1:
        return results[0].form, results[0].turned_form()
    first, second = {}, {}
    for number, one in enumerate(results, start=1):
        first |= one.on_board(number, by_second=False)
        second |= one.on_board(number, by_second=True)
    return first, second


def account_of(entry: Entry):
    if entry.player_id and entry.player.user_id:
        return entry.player.user
    return next(m.player.user for m in entry.members.select_related("player__user") if m.player.user_id)


def knockouts_only(cell: Cell) -> bool:
    return "knockout" in cell.format and "pools" not in cell.format


def test_every_two_of_game_format_and_kind_of_entry_are_played_together():
    for of in (attrgetter("game", "format"), attrgetter("format", "entries"), attrgetter("game", "entries")):
        assert {of(cell) for cell in enough()} == {of(cell) for cell in CELLS}


@pytest.mark.parametrize("cell", PLAYED, ids=str)
def test_a_small_event_from_draft_to_complete(cell: Cell) -> None:
    world = World(cell)
    world.enter_everyone()
    world.run()
    world.tournament.refresh_from_db()
    assert world.tournament.status == "complete"
    assert not Match.objects.exclude(state__in=["agreed", "bye"]).exists()
    table = done(world.olga.get(f"{world.path}/standings"))["standings"]
    if cell.format in ("swiss", "round-robin"):
        assert {line["playerId"]: line["score"] for line in table} == {
            entry.pk: world.points[entry.pk] for entry in world.tournament.entries.all()
        }
    else:
        assert table[0]["playerId"] == world.last_winner
    look_at(AFTER, world.tournament, world.visitors)
