"""E6: the club's pairing from the command line, from a TRF file or a plain list of players."""

import json

import pytest
from typer.testing import CliRunner

from crosstable.cli.main import app

LIST = "Name,Rating,University\nAnn,1800,Hull\nBo,1700,\nCy,1600,York\nDi,1500,\nEd,,Leeds\n"


def run(*words: str):
    return CliRunner().invoke(app, ["pair", *words])


def test_the_highest_meets_the_lowest_and_the_last_has_a_bye(tmp_path):
    file = tmp_path / "players.csv"
    file.write_text(LIST)
    answer = run(str(file), "--system", "club")
    assert (answer.exit_code, answer.stdout) == (0, "3\n1 4\n2 3\n5 0\n")


def test_a_json_list_gives_the_same_round(tmp_path):
    file = tmp_path / "players.json"
    file.write_text(json.dumps([{"name": "Ann", "rating": 1800}, {"name": "Bo", "elo": 1700}]))
    assert run(str(file), "--system", "monrad").stdout == "1\n1 2\n"
    assert run(str(file)).stdout == "1\n1 2\n"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "Rating\n1800\n", "line 1: there is no column “Name”"),
        ("a.csv", "Name,Rating\nAnn,1800\nBo,high\n", "line 3: high is not a rating"),
        ("a.csv", "Name\nAnn\n", "a round needs at least two players; there is 1"),
        ("a.json", "[{]", "line 1, column 3"),
        ("a.json", '[{"name": ""}, {"name": "Bo"}]', "player 1: a player needs a name"),
    ],
)
def test_a_bad_list_says_where(tmp_path, name, text, message):
    file = tmp_path / name
    file.write_text(text)
    answer = run(str(file), "--system", "club")
    assert (answer.exit_code, message in answer.stderr) == (3, True)


def test_a_list_that_is_not_there_is_exit_code_5(tmp_path):
    assert run(str(tmp_path / "none.csv"), "--system", "club").exit_code == 5
