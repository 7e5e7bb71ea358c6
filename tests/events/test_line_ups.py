"""Line-ups (I7): who sits at which board, until when, with which colour; each board is reported by its player."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from building import user
from crosstable.events.actions.people import lineups, teams
from crosstable.events.actions.results import results, team_boards
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.team_boards import line_ups_of
from crosstable.events.errors import (
    BadLineUp,
    BadValue,
    LineUpPlayed,
    LineUpsClosed,
    NotAllowed,
    NotYourBoard,
)
from crosstable.events.models import Match, Stage, Tournament
from crosstable.events.queries.people.lineups import board_of, rounds_to_line_up, sides_for
from crosstable.events.queries.standings.pool_tables import columns_of, pool_tables, rows_by_pool
from events.test_teams import boards, doubles, playing
from pool_building import match_between

pytestmark = pytest.mark.django_db
OLGA = "olga"


def league(**settings: object) -> tuple[Stage, Match]:
    """Owls (ann, ben, and the reserve rex) against Crows (cem, dan), two boards, and Kites without accounts."""
    tournament = doubles("Kites", team_boards=2)
    for name, (captain, partner, *reserves) in {
        "Owls": ("ann", "@ben", "@rex"),
        "Crows": ("cem", "@dan"),
    }.items():
        for account in (partner, *reserves):
            user(account[1:])
        teams.register_team(
            tournament=tournament,
            details=EntryDetails(name),
            partners=[partner, *reserves],
            by=user(captain),
        )
    Tournament.objects.filter(pk=tournament.pk).update(**settings)
    tournament.refresh_from_db()
    stage = playing(tournament)
    return stage, match_between(stage, "Owls", "Crows")


def side(match: Match, name: str):
    return match.first if match.first.display_name == name else match.second


def line_up(match: Match, team: str, *names: str, by: str = OLGA) -> None:
    players = [user(name).player.pk for name in names]
    lineups.set_line_up(match=match, entry=side(match, team), players=players, by=user(by))


def seated(match: Match, team: str) -> list[str]:
    fresh = Match.objects.select_related("round__tournament", "first", "second").get(pk=match.pk)
    one = next(one for one in line_ups_of(fresh) if one.entry.display_name == team)
    return [one.name_at(n) for n in (1, 2)]


def owls_code(match: Match, code: str) -> str:
    """A result of the Owls as the match has it, first side first."""
    if match.first.display_name == "Owls":
        return code
    return {"1-0": "0-1", "0-1": "1-0"}.get(code, code)


def test_a_team_says_who_sits_where_and_a_reserve_comes_in() -> None:
    _, match = league()
    assert seated(match, "Owls") == ["ann", "ben"]
    line_up(match, "Owls", "ben", "rex", by="ann")
    assert seated(match, "Owls") == ["ben", "rex"]
    assert seated(match, "Crows") == ["cem", "dan"]
    given = {str(one.match): one for _, found in rounds_to_line_up(match.round.tournament) for one in found}
    mine = given[str(match)]
    assert {mine.match.first.display_name: mine.first_given, str(mine.match.second): mine.second_given} == {
        "Owls": True,
        "Crows": False,
    }


REFUSED = {
    "a player of the other team": (("ann", "cem"), "cem plays for Crows, not for Owls."),
    "an unknown player": (
        ("ann", "zoe"),
        "One of the named players is not in Owls. Choose from its members and reserves.",
    ),
    "one person twice": (("ann", "ann"), "ann cannot sit at two boards."),
    "too few": (("ann",), "Name one for each of the 2 boards; 1 are named."),
    "out of order": (
        ("ben", "ann"),
        "ann stands above ben in the team’s list and cannot sit below at board 2. The order of boards is fixed in this "
        "event: change it under Line-ups, or line up in that order.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_line_up_that_cannot_be_is_refused_with_a_sentence_and_changes_nothing(case: str) -> None:
    names, sentence = REFUSED[case]
    _, match = league()
    with pytest.raises(BadLineUp) as refused:
        line_up(match, "Owls", *names, by="ann")
    assert str(refused.value) == sentence
    assert not match.parts.exclude(first_member=None, second_member=None).exists()


def test_where_the_order_is_free_anyone_sits_anywhere() -> None:
    _, match = league(board_order="free")
    line_up(match, "Owls", "rex", "ann", by="ben")
    assert seated(match, "Owls") == ["rex", "ann"]


def test_no_one_lines_up_for_the_others_nor_for_a_match_of_others() -> None:
    stage, match = league()
    with pytest.raises(NotAllowed):
        line_up(match, "Owls", "ann", "ben", by="cem")
    kites = match_between(stage, "Kites", "Owls")
    with pytest.raises(BadValue) as refused:
        lineups.set_line_up(match=kites, entry=side(match, "Crows"), players=[], by=user(OLGA))
    assert str(refused.value) == "Crows does not play this match."


def test_until_the_deadline_no_one_sees_the_other_line_up_and_then_only_organisers_change_it() -> None:
    _, match = league()
    soon = timezone.now() + timedelta(minutes=20)
    lineups.set_line_ups_due(round_=match.round, until=soon, by=user(OLGA))
    line_up(match, "Owls", "ben", "rex", by="ann")
    match.round.refresh_from_db()

    def shown_to(name: str) -> list[bool]:
        return [one.is_shown for one in sorted(sides_for(user(name), match), key=lambda one: str(one.entry))]

    assert (shown_to("ann"), shown_to("cem"), shown_to(OLGA)) == ([False, True], [True, False], [True, True])
    lineups.set_line_ups_due(round_=match.round, until=timezone.now(), by=user(OLGA))
    match.round.refresh_from_db()
    assert shown_to("cem") == [True, True]
    with pytest.raises(LineUpsClosed):
        line_up(match, "Owls", "ann", "ben", by="ann")
    line_up(match, "Owls", "ann", "rex")
    assert seated(match, "Owls") == ["ann", "rex"]


def test_colours_alternate_by_board() -> None:
    _, match = league()
    first = sides_for(user(OLGA), match)[0]
    second = sides_for(user(OLGA), match)[1]
    assert [board.color for board in first.boards] == ["White", "Black"]
    assert [board.color for board in second.boards] == ["Black", "White"]
    owls_first = match.first.display_name == "Owls"
    board = board_of(user("ben"), match, first_side=owls_first)
    assert board is not None
    assert (board.number, board.opponent, board.color) == (2, "dan", "Black" if owls_first else "White")
    assert board_of(user("rex"), match, first_side=owls_first) is None


def test_each_board_is_reported_by_who_sits_there_and_the_last_agreement_makes_the_result() -> None:
    _, match = league()

    def report(name: str, board: int, code: str) -> str:
        score = parse_score(match, owls_code(match, code))
        return team_boards.report_board(match=match, board=board, score=score, by=user(name)).state

    line_up(match, "Owls", "ann", "rex", by="ann")
    with pytest.raises(NotYourBoard) as refused:
        report("ben", 2, "1-0")
    assert "rex sits at board 2" in str(refused.value)
    with pytest.raises(BadValue):
        report("ann", 3, "1-0")
    assert report("ann", 1, "1-0") == "claimed"
    with pytest.raises(LineUpPlayed):
        line_up(match, "Crows", "cem", "dan", by="cem")
    assert report("cem", 1, "1-0") == "claimed"
    assert report("rex", 2, "1/2-1/2") == "claimed"
    assert report("dan", 2, "0-1") == "disputed"
    assert report("dan", 2, "1/2-1/2") == "agreed"
    match.refresh_from_db()
    assert match.result == owls_code(match, "1-0")
    sat = "first_member" if match.first.display_name == "Owls" else "second_member"
    assert list(match.parts.values_list(f"{sat}__player__name", flat=True)) == ["ann", "rex"]


def test_one_confirms_what_the_others_have_told_so_far_and_goes_on_with_the_rest() -> None:
    _, match = league()
    code = owls_code(match, "1-0")
    team_boards.report_board(match=match, board=1, score=parse_score(match, code), by=user("ann"))
    assert results.confirm(match=match, by=user("dan")).state == "claimed"
    team_boards.report_boards(match=match, boards=boards(match, code, "1/2-1/2"), by=user("cem"))
    assert results.confirm(match=match, by=user("ben")).state == "agreed"


def test_the_crosstable_shows_board_points_and_a_chosen_tie_break_separates_level_teams() -> None:
    tournament = doubles("Owls", "Crows", "Kites", team_size=3, team_boards=3)
    lineups.set_team_rules(tournament=tournament, board_order="free", tie_breaks=["BC"], by=user(OLGA))
    tournament.refresh_from_db()
    stage = playing(tournament)
    turn = {"1-0": "0-1", "0-1": "1-0"}
    for one, two, *codes in (
        ("Owls", "Crows", "0-1", "1/2-1/2", "1-0"),
        ("Owls", "Kites", "1-0", "1-0", "1/2-1/2"),
        ("Crows", "Kites", "1-0", "1-0", "1/2-1/2"),
    ):
        match = match_between(stage, one, two)
        own_results = codes if match.first.display_name == one else [turn.get(code, code) for code in codes]
        team_boards.enter_boards(match=match, boards=boards(match, *own_results), by=user(OLGA))
    assert [(row.rank, row.entry.name) for row in rows_by_pool(stage)["A"]] == [
        (1, "Crows"),
        (2, "Owls"),
        (3, "Kites"),
    ]
    table = pool_tables(stage)[0]
    assert [[cells[0].text if cells else "" for cells in line.against] for line in table.lines] == [
        ["", "1½–1½", "2½–½"],
        ["1½–1½", "", "2½–½"],
        ["½–2½", "½–2½", ""],
    ]
    assert [column.short for column in columns_of(stage)] == ["MP", "BP", "BC"]


def test_rules_of_teams_that_do_not_exist_are_refused() -> None:
    tournament = doubles("Owls", team_boards=2)
    for order, codes, field in (
        ("odd", [], "board_order"),
        ("free", ["XX"], "tie_breaks"),
        ("free", ["BC", "BC"], "tie_breaks"),
    ):
        with pytest.raises(BadValue) as refused:
            lineups.set_team_rules(tournament=tournament, board_order=order, tie_breaks=codes, by=user(OLGA))
        assert refused.value.field == field
