"""One function settles every match, from every source: it writes all fields of the row."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import crosstable
import knockout_building as ko
import pool_building as po
from building import match_of, playing, user
from crosstable.accounts.models import User
from crosstable.events.actions.people import attendance
from crosstable.events.actions.results import corrections, results, series, team_boards, walkovers
from crosstable.events.actions.rounds import repairs, rounds
from crosstable.events.actions.stages.withdrawals import undo_withdrawal, withdraw_entry
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match, Tournament
from events.live_building import ways_out
from events.test_teams import boards, doubles
from events.test_teams import playing as playing_teams

pytestmark = pytest.mark.django_db
OLGA = "olga"


def disputed(match: Match) -> Match:
    """Both sides have reported, and not the same."""
    assert match.second is not None
    first, second = match.first.display_name, match.second.display_name
    in_chess = match.round.tournament.game == "chess"
    for name, vp, result in ((first, (70, 30), "1-0"), (second, (30, 70), "0-1")):
        results.report(match=match, by=user(name), score=parse_score(match, result if in_chess else vp))
    return match


def in_a_swiss() -> Match:
    return match_of(playing("ann bo cy di"), "ann")


def by_two_claims() -> Match:
    match = disputed(in_a_swiss())
    assert match.second is not None
    results.report(match=match, score=parse_score(match, (70, 30)), by=user(match.second.display_name))
    return match


def by_an_organiser() -> Match:
    match = in_a_swiss()
    results.enter_result(match=match, score=parse_score(match, (70, 30)), by=user(OLGA))
    return match


def by_a_ruling() -> Match:
    match = disputed(in_a_swiss())
    results.enter_result(match=match, score=parse_score(match, (70, 30)), by=user(OLGA))
    return match


def by_a_correction() -> Match:
    match = by_a_ruling()
    for other in Match.objects.filter(round=match.round).exclude(state="agreed"):
        results.enter_result(match=other, score=parse_score(other, (1, 0)), by=user(OLGA))
    rounds.close_round(tournament=match.round.tournament, by=user("olga"))
    score = parse_score(match, (60, 40))
    corrections.correct_result(
        match=match, policy="everywhere", reason="a slip", by=user("vera"), score=score
    )
    return match


def by_conceding() -> Match:
    match = in_a_swiss()
    assert match.second is not None
    attendance.concede_and_drop(entry=match.second, by=user(OLGA))
    return match


def by_a_repair() -> Match:
    match = in_a_swiss()
    tournament = match.round.tournament
    assert match.second is not None
    attendance.mark_no_show(entry=match.second, by=user(OLGA))
    offer = next(way for way in ways_out(tournament) if way.proposal.forfeits)
    repairs.apply_repair(tournament=tournament, key=offer.key, by=user(OLGA))
    return match


def in_a_knockout(**settings: object) -> Match:
    stage = ko.started(ko.with_knockout("ann bo cy di", **settings))
    return ko.meeting(stage, "ann", "di")


def by_a_walkover() -> Match:
    match = disputed(in_a_knockout())
    walkovers.give_match(match=match, to=match.first, by=user(OLGA))
    return match


def by_leaving_a_knockout() -> Match:
    match = disputed(in_a_knockout())
    assert match.second is not None and match.round.stage is not None
    walkovers.withdraw_from_knockout(stage=match.round.stage, entry=match.second, by=user(OLGA))
    return match


def by_the_games_of_a_series() -> Match:
    match = in_a_knockout(best_of=3)
    series.enter_games(
        match=match, games=[parse_score(match, (70, 30)), parse_score(match, (60, 40))], by=user(OLGA)
    )
    return match


def in_a_pool() -> Match:
    stage = po.playing_pools("ann bo cy di")
    match = po.match_between(stage, "ann", "bo")
    for side in (match.first, match.second):
        name = side.display_name
        side.player.user = User.objects.create_user(name, f"{name}@example.org", "pass-word-1")
        side.player.save()
    return match


def by_a_withdrawal() -> Match:
    match = in_a_pool()
    withdraw_entry(stage=match.round.stage, entry=match.second, how="forfeit", by=user(OLGA))
    return match


def on_boards(how: Callable[[Match], None]) -> Match:
    stage = playing_teams(doubles("Owls", "Crows", "Kites", team_boards=2))
    match = po.match_between(stage, "Owls", "Crows")
    how(match)
    return match


def by_boards() -> Match:
    return on_boards(lambda match: _enter(match, "1-0", "1/2-1/2"))


def _enter(match: Match, *codes: str) -> None:
    team_boards.enter_boards(match=match, boards=boards(match, *codes), by=user(OLGA))


def by_a_withdrawal_of_a_team() -> Match:
    def leave(match: Match) -> None:
        withdraw_entry(stage=match.round.stage, entry=match.second, how="forfeit", by=user(OLGA))

    return on_boards(leave)


# Who settles it and how; the score; how many claims stay; the results of the boards or games.
MATRIX = [
    (by_two_claims, "second", "agreed", [70, 30], 2, []),
    (by_an_organiser, OLGA, "entered", [70, 30], 0, []),
    (by_a_ruling, OLGA, "ruled", [70, 30], 2, []),
    (by_a_correction, OLGA, "ruled", [60, 40], 2, []),
    (by_conceding, OLGA, "conceded", "1-0F", 0, []),
    (by_a_repair, OLGA, "repair", "1-0F", 0, []),
    (by_a_walkover, OLGA, "walkover", "1-0F", 2, []),
    (by_leaving_a_knockout, OLGA, "walkover", "1-0F", 2, []),
    (by_the_games_of_a_series, OLGA, "entered", [2, 0], 0, ["1-0", "1-0"]),
    (by_a_withdrawal, OLGA, "withdrawal", "1-0F", 0, []),
    (by_boards, OLGA, "entered", "1-0", 0, ["1-0", "1/2-1/2"]),
    (by_a_withdrawal_of_a_team, OLGA, "withdrawal", "1-0F", 0, ["1-0F", "1-0F"]),
]


@pytest.mark.parametrize(("settled", "by", "how", "score", "claims", "parts"), MATRIX)
def test_every_way_to_a_result_writes_all_of_the_row(settled, by, how, score, claims, parts):
    user("vera", is_superuser=True)
    match = Match.objects.select_related("second", "decided_by").get(pk=settled().pk)
    by = match.second.display_name if by == "second" else by
    assert {
        "state": match.state,
        "settled": match.settled,
        "score": match.score,
        "result": match.result,
        "by": match.decided_by.username,
        "is dated": match.decided_at is not None,
        "dispute": (match.disputed_at, match.dispute_reason),
        "claims": match.claims.count(),
        "parts": [game.result for game in match.parts.order_by("number")],
    } == {
        "state": "agreed",
        "settled": how,
        "score": score,
        "result": "1-0F" if score == "1-0F" else "1-0",
        "by": by,
        "is dated": True,
        "dispute": (None, ""),
        "claims": claims,
        "parts": parts,
    }


def test_a_dispute_is_open_again_when_the_withdrawal_that_ended_it_is_taken_back():
    match = disputed(in_a_pool())
    leaving_ = match.second
    before = Match.objects.values("state", "disputed_at", "dispute_reason", "score").get(pk=match.pk)
    withdraw_entry(stage=match.round.stage, entry=leaving_, how="forfeit", by=user(OLGA))
    undo_withdrawal(stage=match.round.stage, entry=leaving_, by=user(OLGA))
    assert Match.objects.values("state", "disputed_at", "dispute_reason", "score").get(pk=match.pk) == before


def test_a_team_match_of_a_wargame_adds_up_the_points_of_its_boards():
    tournament = doubles("Owls", "Crows", "Kites", team_boards=2)
    Tournament.objects.filter(pk=tournament.pk).update(game="wargame")
    tournament.refresh_from_db()
    match = po.match_between(playing_teams(tournament), "Owls", "Crows")
    team_boards.enter_boards(
        match=match, boards=[parse_score(match, (10, 9)), parse_score(match, (60, 60))], by=user(OLGA)
    )
    match.refresh_from_db()
    assert (match.result, match.score, match.result_words) == ("1-0", [70, 69], "70–69")


# What only asks for the state: a comparison, a table by state, a query.
READS = (ast.Compare, ast.Subscript)
QUERIES = {"filter", "exclude", "When", "Q", "Is"}


def test_only_settle_writes_an_agreed_result():
    """Event files and undo copy rows as they are and name no state."""
    root = Path(crosstable.__file__).parent
    found = [
        f"{path.relative_to(root)}:{line}"
        for path in sorted(root.rglob("*.py"))
        if "migrations" not in path.parts
        for line in written_in(ast.parse(path.read_text()))
    ]
    assert [place.split(":")[0] for place in found] == ["events/actions/results/settling.py"]


def written_in(tree: ast.AST) -> list[int]:
    """Lines that name MatchState.AGREED, or the word of it for a state, other than to ask for it."""
    lines: list[int] = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, READS) or (isinstance(node, ast.Call) and _name(node.func) in QUERIES):
            return
        if isinstance(node, ast.Attribute) and node.attr == "AGREED" and _name(node.value) == "MatchState":
            lines.append(node.lineno)
        if isinstance(node, ast.keyword) and node.arg == "state" and _is_agreed(node.value):
            lines.append(node.value.lineno)
        # The keys of a table are looked up by it; what stands under a key may be written.
        children = node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
        for child in children:
            visit(child)

    visit(tree)
    return lines


def _name(node: ast.AST) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


def _is_agreed(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == "agreed"


def test_the_guard_sees_what_it_looks_for():
    writes = "match.state = MatchState.AGREED\nMatch.objects.update(state='agreed')\n{1: MatchState.AGREED}"
    reads = "rows.filter(state=MatchState.AGREED)\n{MatchState.AGREED: 1}"
    assert (written_in(ast.parse(writes)), written_in(ast.parse(reads))) == ([1, 2, 3], [])
