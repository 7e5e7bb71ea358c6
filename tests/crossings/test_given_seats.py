"""A no-show's seat goes to a waiting entry: in every format, for players, doubles and teams, by page and by program.

In pools the one who waits takes the seat with all its matches, in a Swiss the place in the round; a bracket that
is published refuses new entries with a reason. Games take turns: all combinations are played in `test_cells`.
"""

from __future__ import annotations

from itertools import cycle, product

import pytest
from django.urls import reverse

from api.calling import Caller
from building import user
from crossings.cells import ENTRIES
from crossings.pages import Visitors
from crossings.small_event import FORMATS, entered, event, next_step, open_matches
from crosstable.events.actions.core import undo
from crosstable.events.actions.people import attendance
from crosstable.events.models import Entry, Match, StageKind, Tournament
from crosstable.events.play_errors import BracketIsPublished
from crosstable.games import GAMES
from web.visiting import text

pytestmark = pytest.mark.django_db
CELLS = list(zip(product(FORMATS, ENTRIES), cycle(GAMES), strict=False))
NO_ONE_JOINS = "The bracket is published. No more players can join it."
NO_POOLS = (
    "Knockout has no pools, whose seats come with all their matches. Until the bracket is published, the seat of "
    "a withdrawn player goes to the next player; after that the opponent advances."
)


def cells_of(kind: StageKind) -> list[tuple[str, str, str]]:
    """Those that begin with such a stage."""
    return [(format, entries, game) for (format, entries), game in CELLS if FORMATS[format][0].kind == kind]


def being_played(game: str, format: str, kind: str) -> tuple[Tournament, Entry]:
    """In the first round, with Bo marked as not here."""
    tournament = event(game, format, "players" if kind == "players" else "teams", 2 if kind == "teams" else 1)
    while not open_matches(tournament):
        assert next_step(tournament)
    bo = tournament.entries.get(display_name="Bo")
    attendance.mark_no_show(entry=bo, by=user("olga"))
    tournament.refresh_from_db()
    return tournament, bo


def with_ed(game: str, format: str, kind: str) -> tuple[Tournament, Entry, Entry]:
    """The same with Ed, who waits."""
    tournament, bo = being_played(game, format, kind)
    return tournament, bo, entered(tournament, "Ed", by=user("olga"))


def opponents(entry: Entry) -> list[int]:
    rows = Match.objects.filter(round__tournament=entry.tournament, second__isnull=False)
    return [b if a == entry.pk else a for a, b in rows.order_by("pk").values_list("first_id", "second_id")
            if entry.pk in (a, b)]  # fmt: skip


def give(tournament: Tournament, how: str, entry: Entry):
    """By the page: the answer."""
    sent = {"how": how, "entry": entry.pk}
    return Visitors()["olga"].post(reverse("late-arrival", args=[tournament.slug]), sent)


@pytest.mark.parametrize(("format", "kind", "game"), cells_of(StageKind.POOLS))
def test_in_pools_the_one_who_waits_takes_the_seat_with_every_match(format, kind, game):
    tournament, bo, ed = with_ed(game, format, kind)
    met, path = opponents(bo), f"/tournaments/{tournament.pk}/stages/1/latecomers"
    repairs = Visitors()["olga"].get(reverse("repairs", args=[tournament.slug]))
    assert "Give the seat to Ed" in text(repairs)
    assert give(tournament, f"seat-{bo.pk}", ed).status_code == 302
    assert (opponents(ed), opponents(bo)) == (met, [])
    undo.undo(tournament=tournament, by=user("olga"))
    assert (opponents(ed), opponents(bo)) == ([], met)
    assert Caller("olga").post(path, {"playerId": ed.pk, "seatOf": bo.pk}).status_code == 201
    assert (opponents(ed), opponents(bo)) == (met, [])
    play_on(tournament)


@pytest.mark.parametrize(("format", "kind", "game"), cells_of(StageKind.SWISS))
def test_in_a_swiss_the_one_who_waits_takes_the_place_in_the_round(format, kind, game):
    tournament, bo, ed = with_ed(game, format, kind)
    met, path = opponents(bo), f"/tournaments/{tournament.pk}/late-arrivals"
    assert give(tournament, f"play-{met[0]}", ed).status_code == 302
    assert (opponents(ed), opponents(bo)) == (met, [])
    undo.undo(tournament=tournament, by=user("olga"))
    assert (opponents(ed), opponents(bo)) == ([], met)
    body = {"how": "play", "opponentId": met[0], "playerId": ed.pk}
    assert Caller("olga").post(path, body).status_code == 200
    assert (opponents(ed), opponents(bo)) == (met, [])
    play_on(tournament)


@pytest.mark.parametrize(("format", "kind", "game"), cells_of(StageKind.KNOCKOUT))
def test_a_bracket_everyone_has_seen_takes_no_one_and_says_so(format, kind, game):
    tournament, bo = being_played(game, format, kind)
    here = tournament.entries.count()
    with pytest.raises(
        BracketIsPublished, match="Knockout is drawn and published, so no player can be added"
    ):
        entered(tournament, "Ed", by=user("olga"))
    cy = tournament.entries.get(display_name="Cy")
    page = give(tournament, f"seat-{bo.pk}", cy)
    assert (page.status_code, NO_ONE_JOINS in text(page)) == (409, True)
    path = f"/tournaments/{tournament.pk}/stages/1/latecomers"
    answer = Caller("olga").post(path, {"playerId": cy.pk, "seatOf": bo.pk})
    assert (answer.status_code, answer.json()["detail"]) == (409, NO_POOLS)
    assert tournament.entries.count() == here


def play_on(tournament: Tournament) -> None:
    while next_step(tournament):
        pass
    assert tournament.status == "complete"
