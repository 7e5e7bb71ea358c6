"""A round paired with as few rematches as possible: every place that shows its pairings marks the rematch."""

from __future__ import annotations

import pytest
from django.test import Client
from typer.testing import CliRunner

from api.calling import Caller, done
from building import user
from chess_building import stuck_event, with_account
from crosstable.cli.main import app
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.files.printing import SHEETS
from crosstable.events.files.trf_export import Moment, trf_of
from crosstable.events.models import Match, Tournament
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def published() -> tuple[Tournament, Match]:
    """The event in its fourth round, and the one rematch of it."""
    tournament = stuck_event()
    answer = done(Caller("vera").post(f"/tournaments/{tournament.pk}/rounds", {"rematches": True}), 201)
    rounds.publish_round(tournament=tournament, by=user("vera"))
    rounds.start_round(tournament=tournament, by=user("vera"))
    (again,) = answer["rematches"]
    tournament.refresh_from_db()
    return tournament, Match.objects.select_related("first__player", "second__player").get(pk=again)


def test_the_report_file_says_how_the_round_was_paired_and_check_repeats_it(tmp_path):
    tournament, again = published()
    for match in Match.objects.filter(round__tournament=tournament, round__number=4):
        results.enter_result(match=match, score=parse_score(match, "1/2-1/2"), by=user("vera"))
    rounds.close_round(tournament=tournament, by=user("vera"))
    file = trf_of(tournament, Moment.CLOSED)
    note = (
        "Rematches @ Round 4: no complete round by the rules, paired with as few rematches as possible: "
        f"{again.first.starting_number}-{again.second.starting_number}"
    )
    assert [line for line in file.splitlines() if line.startswith("###")] == [f"### {note}"]
    path = tmp_path / "event.trf"
    path.write_text(file, encoding="utf-8")
    answer = CliRunner().invoke(app, ["check", str(path)])
    assert answer.exit_code == 0
    assert [line for line in answer.stdout.splitlines() if "round 4" in line] == [
        f"{path}: round 4: no round by the rules. The file says how it was paired: {note}"
    ]


def test_paper_and_the_screens_of_the_hall_mark_the_rematch():
    tournament, again = published()
    round_ = tournament.rounds.get(number=4)
    by_table = SHEETS["pairings-by-table"].content(tournament, round_, "")["rows"]
    marked = [row[0] for row in by_table if "rematch" in str(row)]
    assert marked == [str(again.table)]
    by_name = SHEETS["pairings-by-name"].content(tournament, round_, "")["rows"]
    assert [row[0] for row in by_name if "rematch" in str(row)] == sorted(
        [again.first.list_name, again.second.list_name]
    )
    screen = Client().get(f"/t/{tournament.slug}/screens/tables").content.decode()
    assert screen.count(">rematch<") == 1


def own_page(tournament: Tournament, name: str) -> str:
    with_account(tournament, name)
    return text(logged_in(f"{name}-account").get(f"/t/{tournament.slug}/me"))


def test_the_players_own_page_marks_the_rematch_in_the_round_and_among_the_games():
    tournament, again = published()
    marked = {again.first.display_name, again.second.display_name}
    assert again.first.display_name != again.second.display_name
    for entry in tournament.entries.all():
        page = own_page(tournament, entry.display_name)
        counts = (page.count("Rematch: you have met in an earlier round"), page.count("Rematch"))
        assert counts == ((1, 2) if entry.display_name in marked else (0, 0))
