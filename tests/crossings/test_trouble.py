"""Whatever goes wrong in a hall meets every game, every format and every kind of entry.

Each trouble comes in mid-event. Where it is taken, Undo brings back every row; where it is refused, nothing changed.
Every page still opens in the words of its game, and after every third trouble, in each cell after others, the event is
played to its end, where the standings are what a few lines of arithmetic make of the results. With
`CROSSTABLE_TROUBLE=all` in every cell and after every trouble.
"""

from __future__ import annotations

import os
from collections import defaultdict
from itertools import cycle

import pytest
from django.db import transaction

from api.calling import Json, done
from building import user
from crossings.cells import ENTRIES, SNAILS, Cell, cells
from crossings.pages import look_at, look_at_everything
from crossings.troubles import TROUBLES, Hall
from crosstable import games
from crosstable.events.actions.core import undo
from crosstable.events.models import Tournament
from digests import digest

pytestmark = pytest.mark.django_db
CELLS = list(cells())
EVERYWHERE = os.environ.get("CROSSTABLE_TROUBLE") == "all"
COUNTED_OTHERWISE = ("a_penalty",)


@pytest.fixture(autouse=True)
def a_game_no_one_has(monkeypatch):
    monkeypatch.setitem(games.GAMES, SNAILS.code, SNAILS)


def enough(turn: int) -> list[Cell]:
    """Every game once, and among them every format and every kind of entry; from turn to turn others."""
    formats, codes = sorted({cell.format for cell in CELLS}), sorted({cell.game for cell in CELLS})
    kinds, chosen = cycle(ENTRIES), []
    for number, game in enumerate(codes):
        format, kind = formats[(number + turn) % len(formats)], next(kinds)
        doubles = format == "swiss"
        kind = "doubles" if doubles else "players" if kind == "doubles" else kind
        chosen.append(Cell(game, format, kind))
    return chosen


PLAN: dict[Cell, list[str]] = defaultdict(list)
for number, trouble in enumerate(TROUBLES):
    for cell in CELLS if EVERYWHERE else enough(number % 2):
        PLAN[cell].append(trouble)


class Back(Exception):
    """The hall is as it was before the trouble."""


def test_every_trouble_meets_every_game_format_and_kind_of_entry():
    for trouble in TROUBLES:
        met = [cell for cell, troubles in PLAN.items() if trouble in troubles]
        for part in ("game", "format", "entries"):
            assert {getattr(c, part) for c in met} == {getattr(c, part) for c in CELLS}, (trouble, part)


@pytest.mark.parametrize("cell", PLAN, ids=str)
def test_trouble(cell: Cell) -> None:
    """One event for all troubles of the cell: each finds it as it was."""
    hall, turn = Hall(cell), list(PLAN).index(cell)
    for number, trouble in enumerate(PLAN[cell]):
        tournament, path = hall.tournament, hall.path
        try:
            with transaction.atomic():
                meet(
                    hall,
                    trouble,
                    looks=EVERYWHERE or number == turn % len(PLAN[cell]),
                    ends=EVERYWHERE or number % 3 == turn % 3,
                )
                raise Back
        except Back:
            hall.tournament, hall.path = tournament, path
        except Exception as error:
            error.add_note(f"{trouble} in {cell}")
            raise


def meet(hall: Hall, trouble: str, *, looks: bool, ends: bool) -> None:
    hall.tournament.refresh_from_db()
    before, revision = digest(hall.tournament), hall.tournament.revision
    TROUBLES[trouble](hall)
    hall.tournament.refresh_from_db()
    if trouble != "another_computer":
        check_undo(hall.tournament, revision, before)
    look_at({"control": "olga", "standings": ""}, hall.tournament, hall.visitors)
    if looks:
        look_at_everything(hall.tournament, hall.visitors)
    if hall.tournament.revision == revision:  # refused, or only looked at
        assert digest(hall.tournament) == before
    elif ends:
        to_the_end(hall)
        if trouble not in COUNTED_OTHERWISE and hall.cell.format in ("swiss", "round-robin"):
            check_standings(hall)


def check_undo(tournament: Tournament, revision: int, before: dict[str, list[object]]) -> None:
    """All of it, from the newest backwards."""
    steps = Tournament.objects.get(pk=tournament.pk).revision - revision
    try:
        with transaction.atomic():
            for _ in range(steps):
                newest = undo.players_offer(tournament) or undo.offer(tournament)
                assert newest is not None
                number = newest.entry.number
                undo.undo(tournament=tournament, by=user("olga"), number=number, players_action=True)
            after = digest(tournament)
            assert {k: (before[k], after[k]) for k in after if after[k] != before[k]} == {}
            raise Back
    except Back:
        tournament.refresh_from_db()


def to_the_end(hall: Hall) -> None:
    now = hall.next_step()
    for _ in range(60):
        if now["step"] == "done":
            break
        if now["openMatches"]:
            hall.settle_all(now["openMatches"])
            now = hall.next_step()
        elif now["blocked"] and now["step"] == "draw":
            hall.draw_lots()
            now = hall.next_step()
        else:
            now = hall.take(now["step"])
    assert now["step"] == "done", now
    assert not hall.tournament.rounds.exclude(status="closed").exists()


WORTH = {"1-0": ("win", "loss"), "0-1": ("loss", "win"), "1/2-1/2": ("draw", "draw")}
WORTH |= {"1-0F": ("win", "loss"), "0-1F": ("loss", "win"), "0-0F": ("loss", "loss")}
BYES = {"allocated": "win", "full": "win", "half": "draw", "zero": "loss", "no-show": "loss"}


def check_standings(hall: Hall) -> None:
    points: dict[int, float] = defaultdict(float)
    for round_ in done(hall.olga.get(f"{hall.path}/rounds"))["rounds"]:
        for match in done(hall.olga.get(f"{hall.path}/rounds/{round_['number']}"))["matches"]:
            for player, outcome in ended(match):
                points[player] += hall.cell.worth[outcome]
    table = done(hall.olga.get(f"{hall.path}/standings"))["standings"]
    assert {line["playerId"]: line["score"] for line in table} == {
        line["playerId"]: points[line["playerId"]] for line in table
    }


def ended(match: Json) -> list[tuple[int, str]]:
    first, second = match["player1"], match["player2"]
    if second is None:
        return [(first["playerId"], BYES[match["bye"]])]
    if match["isVoid"] or match["result"] not in WORTH:
        return []
    outcomes = WORTH[match["result"]]
    return [(first["playerId"], outcomes[0]), (second["playerId"], outcomes[1])]
