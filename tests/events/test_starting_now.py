"""Start now: from a draft with players to matches on their tables, as one action."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from building import user
from crossings.cells import BOARDS, Cell, cells
from crossings.small_event import NAMES, entered
from crosstable.events.actions.core import undo
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.starting import start_now
from crosstable.events.actions.event.tournaments import create_in_format
from crosstable.events.actions.stages.stages import edit_stage
from crosstable.events.errors import WrongStatus
from crosstable.events.models import Match, Tournament
from crosstable.events.play_errors import NeedsSearch, NotEnoughPlayers
from crosstable.games import GAMES
from digests import digest

pytestmark = pytest.mark.django_db
CELLS = [
    cell for cell in cells() if cell.game in GAMES and (cell.entries == "players" or cell.game == "goals")
]


def draft(cell: Cell, names: tuple[str, ...] = (*NAMES, "Ed", "Flo", "Gus", "Hal")) -> Tournament:
    team = {"team_size": 2, "team_boards": BOARDS if cell.entries == "teams" else 1}
    chosen = {"choices": {"name": "Boules"}} if cell.game == "other" else {}
    more = {} if cell.entries == "players" else team
    details = Details("Tonight", date(2026, 11, 21), total_rounds=3, **chosen, **more)
    tournament = create_in_format(details=details, format=cell.format, by=user("olga"), game=cell.game)
    for name in names:
        entered(tournament, name, by=user("olga"))
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_a_draft_is_started_and_undone_in_one_entry(cell):
    tournament = draft(cell)
    before, entries = digest(tournament), tournament.journal.count()
    start_now(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    tables = Match.objects.filter(round__tournament=tournament, round__status="started", second__isnull=False)
    assert (tournament.status, tournament.journal.count()) == ("in-progress", entries + 1)
    assert tables.exists() and not tables.filter(table=None).exists()
    assert not tournament.entries.filter(checked_in_at=None).exists()
    undo.undo(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    assert digest(tournament) == before


def test_a_round_is_started_from_a_draft():
    tournament = draft(Cell("chess", "swiss", "players"))
    round_ = start_now(tournament=tournament, by=tournament.owner)
    tables = round_.matches.order_by("table").values_list("table", flat=True)
    assert (round_.number, list(tables)) == (1, [1, 2, 3, 4])


def test_matches_that_share_boards_are_called_to_them():
    tournament = draft(Cell("sets", "round-robin", "players"))
    edit_stage(stage=tournament.stages.get(), settings={"boards": 2}, by=tournament.owner)
    start_now(tournament=tournament, by=tournament.owner)
    called = Match.objects.filter(round__tournament=tournament, called_at__isnull=False)
    assert sorted(called.values_list("table", flat=True)) == [1, 2]


def test_more_boards_take_a_query_and_a_write_each_and_no_more():
    """The hall was read again for each board: minutes for 5,000 players, in which no result was saved."""
    counted = []
    for boards in (1, 4):
        tournament = draft(Cell("sets", "round-robin", "players"))
        edit_stage(stage=tournament.stages.get(), settings={"boards": boards}, by=tournament.owner)
        with CaptureQueriesContext(connection) as queries:
            start_now(tournament=tournament, by=tournament.owner)
        counted.append(len(queries))
    assert counted[1] - counted[0] <= 6


def test_it_is_refused_with_a_reason_and_nothing_is_changed():
    tournament = draft(Cell("chess", "swiss", "players"), ("Ann",))
    before = digest(tournament)
    with pytest.raises(NotEnoughPlayers):
        start_now(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    assert digest(tournament) == before

    searched = draft(Cell("chess", "round-robin", "players"))
    late = searched.entries.first()
    wish = {"constraints": [{"kind": "unavailable", "entry": late.pk, "round": 1}]}
    searched.stages.update(settings={**searched.stages.get().settings, **wish})
    with pytest.raises(NeedsSearch):
        start_now(tournament=searched, by=searched.owner)

    started = draft(Cell("chess", "swiss", "players"))
    start_now(tournament=started, by=started.owner)
    with pytest.raises(WrongStatus):
        start_now(tournament=started, by=started.owner)
    assert started.rounds.count() == 1
