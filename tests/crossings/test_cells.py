"""Every game × every format × players and teams, from draft to complete.

Matches are told at the desk, on two phones and by a program in turn. Who stands where is compared with a few lines of
arithmetic that know nothing of the product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle

import pytest
from django.test import Client
from django.urls import reverse

from api.calling import Caller, Json, done
from building import user
from crossings.cells import ALL, SNAILS, TURNED, Cell, Result, cells
from crosstable import games
from crosstable.events.models import Entry, Match, Tournament

pytestmark = pytest.mark.django_db
PEOPLE = 6


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
        body |= {"teamSize": 2} if cell.entries == "teams" else {}
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
            if self.cell.entries == "teams":
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
        for _ in range(200):
            now = done(self.olga.get(f"{self.path}/next"))
            if now["step"] == "done":
                return
            if now["openMatches"] and now["step"] == "collect-results":
                for pk in now["openMatches"]:
                    self.play(Match.objects.select_related("round__stage", "first", "second").get(pk=pk))
            else:
                done(self.olga.post(f"{self.path}/next", {"seen": now["step"], "checkIn": "all"}))
        raise AssertionError(f"no end: {now}")

    def play(self, match: Match) -> None:
        kind = match.round.stage.kind
        possible = [one for one in self.cell.results if one.first != "draw" or kind != "knockout"]
        result = possible[(match.first_id * 7 + match.second_id * 3 + match.round.number) % len(possible)]
        next(self.ways)(match, result)
        match.refresh_from_db()
        assert match.state == "agreed", (self.cell, result, match.state)
        self._note(match, result)

    def _note(self, match: Match, result: Result) -> None:
        if match.round.stage.kind != "knockout":
            self.points[match.first_id] += self.cell.worth[result.first]
            self.points[match.second_id] += self.cell.worth[TURNED[result.first]]
        self.last_winner = match.first_id if result.first == "win" else match.second_id

    def at_the_desk(self, match: Match, result: Result) -> None:
        sent = {"line": f"{match.table} {result.line}", "places": f"{match.table}:{match.pk}"}
        answer = self.desk.post(reverse("enter", args=[self.tournament.slug]), sent)
        assert answer.status_code == 302, answer.content.decode()

    def on_the_phones(self, match: Match, result: Result) -> None:
        for entry, form in ((match.first, result.form), (match.second, result.turned_form())):
            phone = Client()
            phone.force_login(account_of(entry))
            assert phone.get(reverse("me", args=[self.tournament.slug])).status_code == 200
            address = reverse("report", args=[self.tournament.slug, match.pk])
            answer = phone.post(address, form)
            assert answer.status_code == 302, answer.content.decode()

    def by_a_program(self, match: Match, result: Result) -> None:
        done(self.olga.post(f"{self.path}/matches/{match.pk}/override", result.body))


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
    for page in pages(world):
        assert world.desk.get(page).status_code == 200, page


def pages(world: World) -> Iterator[str]:
    slug = world.tournament.slug
    for name in ("event", "standings", "control"):
        yield reverse(name, args=[slug])
