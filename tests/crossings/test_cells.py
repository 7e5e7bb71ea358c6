"""Every game × every format × players and teams, from draft to complete.

Matches are told at the desk, on two phones and by a program in turn. Who stands where is compared with a few lines of
arithmetic that know nothing of the product. Every page of the event is opened once while it is played, the most needed
also before and after.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import cycle

import pytest
from django.test import Client
from django.urls import reverse

from api.calling import Caller, Json, done
from building import user
from crossings.cells import ALL, BOARDS, SNAILS, TURNED, Cell, Result, cells
from crossings.pages import look_at_everything, look_at_the_most_needed
from crosstable import games
from crosstable.events.models import Entry, Match, Tournament

pytestmark = pytest.mark.django_db
PEOPLE = 4


@pytest.fixture(autouse=True)
def a_game_nobody_has(monkeypatch):
    monkeypatch.setitem(games.GAMES, SNAILS.code, SNAILS)


class World:
    """An event of olga's with its entries; ann0 … are the accounts that play, or that lead a team."""

    def __init__(self, cell: Cell) -> None:
        self.cell, self.olga = cell, Caller("olga")
        self.desk = Client()
        self.desk.force_login(self.olga.user)
        body = {
            "game": cell.game,
            "format": cell.format,
            "name": "Crossing",
            "date": "2026-11-21",
            "totalRounds": 2,
        }
        body |= {"choices": {"name": "Crokinole"}} if cell.game == "other" else {}
        body |= {"teamSize": 2} if cell.entries != "players" else {}
        body |= {"teamBoards": BOARDS} if cell.entries == "teams" else {}
        self.path = f"/tournaments/{done(self.olga.post('/tournaments', body), 201)['tournamentId']}"
        self.tournament = Tournament.objects.get()
        if cell.format == "pools-knockout":
            done(self.olga.patch(f"{self.path}/stages/1", {"settings": {"groups": 2, "per_pool": 2}}))
        if cell.format == "swiss-cut":
            done(self.olga.patch(f"{self.path}/stages/1", {"settings": {"per_pool": 4}}))
        self.points: dict[int, float] = defaultdict(float)
        self.last_winner = 0
        self.ways = cycle((self.at_the_desk, self.on_the_phones, self.by_a_program))

    def enter_everybody(self) -> None:
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
        """The one loop that runs any event."""
        looked = False
        for _ in range(200):
            now = done(self.olga.get(f"{self.path}/next"))
            if now["step"] == "done":
                return
            if now["openMatches"] and now["step"] == "collect-results":
                if not looked:
                    look_at_everything(self.tournament)
                looked = True
                for pk in now["openMatches"]:
                    self.play(Match.objects.select_related("round__stage", "first", "second").get(pk=pk))
            elif now["blocked"] and now["step"] == "draw":
                self.draw_lots()
            else:
                done(self.olga.post(f"{self.path}/next", {"seen": now["step"], "checkIn": "all"}))
                if now["step"] == "open-registration":
                    look_at_the_most_needed(self.tournament)
        raise AssertionError(f"no end: {now}")

    def draw_lots(self) -> None:
        """Whoever is level for a place in the knockout."""
        tie = done(self.olga.get(f"{self.path}/stages/1/ties"))[0]
        lots = {"playerIds": tie["playerIds"], "way": "lots", "seed": "seven of clubs"}
        done(self.olga.post(f"{self.path}/stages/1/ties", lots), 201)

    def play(self, match: Match) -> None:
        kind = match.round.stage.kind
        possible = [one for one in self.cell.results if one.first != "draw" or kind != "knockout"]
        number = (match.first_id * 7 + match.second_id * 3 + match.round.number) % len(possible)
        results = [possible[number]]
        if self.cell.entries == "teams":  # the second board as the first, or otherwise where nobody need win
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
        answer = self.desk.post(reverse("enter", args=[self.tournament.slug]), sent)
        assert answer.status_code == 302, answer.content.decode()

    def on_the_phones(self, match: Match, results: list[Result]) -> None:
        for entry, form in zip((match.first, match.second), forms_of(results), strict=True):
            phone = Client()
            phone.force_login(account_of(entry))
            assert phone.get(reverse("me", args=[self.tournament.slug])).status_code == 200
            address = reverse("report", args=[self.tournament.slug, match.pk])
            answer = phone.post(address, form)
            assert answer.status_code == 302, answer.content.decode()

    def by_a_program(self, match: Match, results: list[Result]) -> None:
        if len(results) == 1:
            done(self.olga.post(f"{self.path}/matches/{match.pk}/override", results[0].body))
        else:
            games = [one.body for one in results]
            done(self.olga.put(f"{self.path}/matches/{match.pk}/games", {"games": games}))


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


@pytest.mark.parametrize("cell", list(cells()), ids=str)
def test_a_small_event_from_draft_to_complete(cell: Cell) -> None:
    world = World(cell)
    world.enter_everybody()
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
    look_at_the_most_needed(world.tournament)
