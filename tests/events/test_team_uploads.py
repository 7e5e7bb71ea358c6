"""Teams with their members from a file: read in both ways, every row judged, taken all together."""

from __future__ import annotations

import pytest

from building import user
from crosstable.events.actions.people import uploads
from crosstable.events.errors import TeamColumnMissing
from crosstable.events.files.uploads.teams import judge_teams, read_teams
from crosstable.events.files.uploads.template import team_template
from crosstable.events.models import TeamMember
from crosstable.games import GAMES
from events.test_teams import OLGA, doubles, members
from sheets import text

pytestmark = pytest.mark.django_db
WIDE = ["Team", "Member 1", "Member 2", "Reserve 1"]


def verdicts(tournament, *rows):
    judged = judge_teams(read_teams("teams.csv", text(*rows)).rows, tournament)
    return [(row.number, row.name, row.verdict.value, row.reason) for row in judged]


def test_one_row_for_each_team_and_every_bad_one_has_its_number_and_reason():
    tournament = doubles("Larks")
    assert verdicts(
        tournament,
        WIDE,
        ["Owls", "Ann", "Ben", ""],
        ["Crows", "Cem", "cem", ""],
        ["Kites", "Dan", "", ""],
        ["", "Eve", "Flo", ""],
        ["Rooks", "Gus", "ann", ""],
        ["larks", "Hal", "Ida", ""],
        ["Swans", "Larks 1", "Jon", ""],
        ["Gulls", "@nobody", "Kim", ""],
        ["Terns", "Leo", "Mia", "Noa"],
    ) == [
        (2, "Owls", "good", ""),
        (3, "Crows", "bad", "cem is named twice."),
        (4, "Kites", "bad", "A team here has 2 members; one is named."),
        (5, "", "bad", "The name of the team is missing."),
        (6, "Rooks", "bad", "ann is in “Owls”, row 2, and a person plays in one team only."),
        (7, "larks", "bad", "A team of this name is entered already."),
        (8, "Swans", "bad", "Larks 1 is in “Larks”, entered already, and a person plays in one team only."),
        (9, "Gulls", "bad", "There is no account “nobody” here. Write the name without @ instead."),
        (10, "Terns", "good", ""),
    ]


def test_one_row_for_each_member_in_any_order_of_columns():
    tournament = doubles()
    assert verdicts(
        tournament,
        ["Name", "Rating", "Mannschaft"],
        ["Ann", 1500, "Owls"],
        ["Cem", 1500, "Crows"],
        ["Ben", 1400, "owls"],
        ["Dan", 1300, ""],
        ["", 1300, "Crows"],
    ) == [
        (2, "Owls", "good", ""),
        (3, "Crows", "bad", "A team here has 2 members; one is named."),
        (5, "Dan", "bad", "The name of the team is missing."),
        (6, "Crows", "bad", "The name of the member is missing."),
    ]


def test_what_was_shown_is_taken_at_once_and_judged_again_when_someone_came_meanwhile():
    tournament = doubles()
    read = read_teams("teams.csv", text(WIDE, ["Owls", "Ann", "Ben", "Rex"], ["Crows", "Cem", "Dan", ""]))
    first = uploads.keep_upload(tournament=tournament, upload=read, by=user(OLGA))
    taken = uploads.take_upload(upload=first, by=user(OLGA))
    assert [(entry.display_name, members(entry)) for entry in taken] == [
        ("Owls", ["Ann", "Ben", "Rex"]),
        ("Crows", ["Cem", "Dan"]),
    ]
    again = uploads.keep_upload(tournament=tournament, upload=read, by=user(OLGA))
    uploads.judge_again(upload=again)
    assert uploads.take_upload(upload=again, by=user(OLGA)) == []
    assert TeamMember.objects.count() == 5


def test_a_list_of_players_is_no_list_of_teams_and_the_template_is_one():
    with pytest.raises(TeamColumnMissing) as refused:
        read_teams("players.csv", text(["Name", "Rating"], ["Ann", 1500]))
    assert "found: “Name” and “Rating”" in str(refused.value)
    read = read_teams("teams.xlsx", team_template(GAMES["chess"], 4))
    assert [(row.name, row.problem) for row in read.rows] == [
        ("Example Owls", "This is an example row of the template."),
        ("Example Crows", "This is an example row of the template."),
    ]
