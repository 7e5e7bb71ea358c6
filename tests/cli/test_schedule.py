"""`crosstable schedule`: what it prints, as table and as JSON, and what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from crosstable.cli.main import app
from waiting import START

NAMES = ["Ada", "Ben", "Cem", "Dana", "Éva"]


def schedule(*words: str | Path | int) -> Result:
    return CliRunner().invoke(app, ["schedule", *map(str, words)])


def as_json(*words: str | Path | int) -> Any:
    result = schedule(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def lines(group: Any) -> list[str]:
    return [
        " ".join("-".join(map(str, m["players"])) for m in r["matches"])
        + (f" ({r['bye']})" if r["bye"] else "")
        for r in group["rounds"]
    ]


def refused(result: Result, code: int) -> str:
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("Error: ")
    return result.stderr.removeprefix("Error: ").strip()


def test_six_players_are_the_table_of_c2_with_boards_and_slots() -> None:
    document = as_json("--players", 6, "--boards", 2)
    assert list(document) == ["groups", "checks"]
    [group] = document["groups"]
    assert (list(group), group["name"], group["players"]) == (
        ["name", "players", "rounds"],
        "A",
        [1, 2, 3, 4, 5, 6],
    )
    assert lines(group) == ["1-6 2-5 3-4", "1-5 6-4 2-3", "1-4 5-3 6-2", "1-3 4-2 5-6", "1-2 3-6 4-5"]
    assert group["rounds"][1] == {
        "round": 2,
        "bye": None,
        "matches": [
            {"board": 2, "slot": 1, "players": [1, 5]},
            {"board": 1, "slot": 1, "players": [6, 4]},
            {"board": 2, "slot": 2, "players": [2, 3]},
        ],
    }


def test_five_players_with_four_out_last_are_the_table_of_c4() -> None:
    [group] = as_json("--players", 5, "--last-bye", 4)["groups"]
    assert lines(group) == ["2-5 3-4 (1)", "1-3 4-5 (2)", "5-1 2-4 (3)", "3-2 1-4 (5)", "5-3 1-2 (4)"]


def test_the_checks_are_in_the_json() -> None:
    checks = as_json("--players", 23, "--groups", 4, "--boards", 3, "--seed", 7)["checks"]
    assert (checks["ok"], checks["seed"], checks["group_sizes"]) == (True, 7, [6, 6, 6, 5])
    assert checks["sizes_within_one"] and checks["no_board_twice_at_once"]
    assert checks["groups"][3] == {
        "name": "D",
        "ok": True,
        "size": 5,
        "matches": 10,
        "matches_expected": 10,
        "rounds": 5,
        "rounds_expected": 5,
        "every_pair_as_often": True,
        "byes_equal": True,
        "no_entry_twice_in_a_slot": True,
    }
    assert sorted(checks["equality"]) == ["boards", "colours", "longest_wait", "total_wait"]


def test_a_seed_shuffles_and_gives_the_same_again() -> None:
    options = ("--players", 12, "--groups", 3)
    plain, seven = as_json(*options), as_json(*options, "--seed", 7)
    assert plain["groups"] != seven["groups"] == as_json(*options, "--seed", 7)["groups"]
    assert plain["groups"][0]["players"] == [1, 6, 7, 12]
    assert as_json(*options, "--deal")["groups"][0]["players"] == [1, 4, 7, 10]


def test_balanced_boards_are_offered_beside_the_formula() -> None:
    formula, balanced = (
        as_json("--players", 6, "--boards", 2, *more) for more in ((), ("--board-rule", "balanced"))
    )
    assert lines(formula["groups"][0]) == lines(balanced["groups"][0])
    assert formula["checks"]["equality"]["boards"] == {"least": 0, "most": 5}
    assert balanced["checks"]["equality"]["boards"] == {"least": 2, "most": 3}


@pytest.mark.parametrize("rule", ["formula", "balanced"])
def test_groups_that_share_boards_use_all_of_them_in_every_round(rule: str) -> None:
    document = as_json("--players", 23, "--groups", 4, "--boards", 4, "--board-rule", rule)
    assert document["checks"]["ok"]
    for index in range(5):
        matches = [m for group in document["groups"] for m in group["rounds"][index]["matches"]]
        assert Counter(m["slot"] for m in matches) == {1: 4, 2: 4, 3: 3}


def test_double_and_berger() -> None:
    [group] = as_json("--players", 4, "--double")["groups"]
    assert lines(group) == ["1-4 2-3", "1-3 4-2", "1-2 3-4", "4-1 3-2", "3-1 2-4", "2-1 4-3"]
    [group] = as_json("--players", 4, "--berger")["groups"]
    assert lines(group) == ["1-4 2-3", "4-3 1-2", "2-4 3-1"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("players.txt", "Ada\n\n Ben \nCem\nDana\nÉva\n"),
        ("players.csv", "\ufeffName,Club\nAda,X\nBen,\n\nCem\nDana,Y\nÉva,Z\n"),
        ("players.csv", "Ada;1\r\nBen;2\r\nCem;3\r\nDana;4\r\nÉva;5\r\n"),
    ],
)
def test_players_come_from_a_file_by_name(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_bytes(text.encode())
    [group] = as_json("--players", file, "--last-bye", "Éva")["groups"]
    assert group["players"] == NAMES
    assert [r["bye"] for r in group["rounds"]] == NAMES
    assert group["rounds"][0]["matches"][0]["players"] == ["Ben", "Éva"]


def test_the_schedule_shows_rounds_slots_tables_byes_and_checks(tmp_path: Path) -> None:
    file = tmp_path / "players.txt"
    file.write_text("[bold]Ada\nBen\nCem\n")
    result = schedule("--players", file, "--seed", 3, "--deal")
    assert result.exit_code == 0
    printed = [" ".join(line.split()) for line in result.stdout.splitlines() if line.split()]
    assert printed[:2] == ["Group A (3 players)", "Round Slot Table Match Out"]
    assert sum("[bold]Ada" in line for line in printed) == 3
    assert printed[6:] == [
        "Shuffled with seed 3.",
        "✓ Group sizes within one: 3",
        "✓ Group A: 3 of 3 matches, 3 of 3 rounds, every pair once, no player in two places",
        "✓ No table has two matches at the same time",
        "Times each player is at each table: 2",
        "Being named first minus second: -2 to 2",
        "Longest wait between two matches, in slots: 0 to 1",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--players", 3, "--groups", 2), "3 players cannot fill 2 groups of two: at most 1."),
        (("--players", 3, "--groups", 4), "3 players cannot fill 4 groups of two: at most 1."),
        (("--players", 1), "A schedule needs two players, not 1."),
        (("--players", 0), "A schedule needs two players, not 0."),
        (("--players", "-5"), "A schedule needs two players, not -5."),
        (("--players", 4, "--groups", 0), "There must be at least one group, not 0."),
        (("--players", 4, "--tables", 0), "There must be at least one table, not 0."),
        (("--players", 5, "--last-bye", 6), "No player is called 6: --last-bye names a player."),
        (
            ("--players", 5, "--last-bye", 1, "--last-bye", 2),
            "1 and 2 cannot all have the last bye of group A.",
        ),
        (("--players", 99999999), "A group may have 1000 players at most. Make more groups."),
        (
            ("--players", 4, "--last-bye", 2),
            "2 cannot have the last bye: group A has 4 players, an even number, and no byes.",
        ),
    ],
)
def test_what_cannot_be_scheduled_is_refused(words: tuple[str | int, ...], message: str) -> None:
    assert refused(schedule(*words), 3) == message


def test_files_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    missing, binary, twice = tmp_path / "none.txt", tmp_path / "binary.txt", tmp_path / "twice.txt"
    binary.write_bytes(b"\xff\xfe\x00")
    twice.write_text("Ada\nBen\nAda\n")
    assert "No such file" in refused(schedule("--players", missing), 5)
    assert refused(schedule("--players", tmp_path), 5)
    assert refused(schedule("--players", binary), 5) == f"{binary} is not a text file in UTF-8."
    assert refused(schedule("--players", twice), 3) == f"Ada stands in {twice} more than once."


def constraints(tmp_path: Path, *items: object) -> Path:
    file = tmp_path / "constraints.json"
    file.write_text(json.dumps({"board_kinds": ["stream", "hall"], "constraints": items}))
    return file


def test_constraints_are_met_or_given_up_by_name(tmp_path: Path) -> None:
    file = constraints(
        tmp_path,
        {"kind": "unavailable", "player": 4, "round": 2},
        {"kind": "unavailable", "player": 5, "round": 2, "weight": 1},
        {"kind": "not_before", "players": [1, 2], "round": 4},
        {"kind": "on_boards", "player": 3, "boards": [1, 2]},
        {"kind": "on_kind", "player": 1, "board_kind": "stream"},
        {"kind": "rest", "slots": 1, "player": 7, "weight": 1},
    )
    document = as_json("--players", 7, "--boards", 2, "--constraints", file)
    [group] = document["groups"]
    assert document["checks"]["ok"] and group["rounds"][1]["bye"] == 4
    assert {m["board"] for r in group["rounds"] for m in r["matches"] if 1 in m["players"]} == {1}
    assert document["checks"]["given_up"][0].startswith("5 is away in round 2 (not met by ")


def test_constraints_that_clash_are_named(tmp_path: Path) -> None:
    away = {"kind": "unavailable", "player": 4, "round": 2}
    file = constraints(tmp_path, away, {"kind": "unavailable", "player": 5, "round": 2})
    assert refused(schedule("--players", 7, "--boards", 2, "--constraints", file), 3).splitlines() == [
        "No schedule can meet these together:",
        "  4 is away in round 2",
        "  5 is away in round 2",
        "Remove any one of them.",
    ]
    alone = refused(schedule("--players", 6, "--boards", 2, "--constraints", constraints(tmp_path, away)), 3)
    assert alone == "No schedule can meet this:\n  4 is away in round 2"


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ({"kind": "magic"}, "Constraint 1: 'magic' is missing or unknown."),
        ({"player": 1}, "Constraint 1: 'kind' is missing or unknown."),
        ({"kind": "unavailable", "player": 1}, "Constraint 1: 'round' is missing or unknown."),
        ({"kind": "unavailable", "player": 9, "round": 1}, "Constraint 1: no player is called 9."),
        (
            {"kind": "unavailable", "player": 1, "round": 99},
            "1 is away in round 99: there is no such round here.",
        ),
    ],
)
def test_bad_constraints_are_refused(tmp_path: Path, item: object, message: str) -> None:
    assert refused(schedule("--players", 7, "--constraints", constraints(tmp_path, item)), 3) == message


def test_a_constraints_file_must_be_json(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{")
    assert refused(schedule("--players", 7, "--constraints", file), 5)
    file.write_text('{"wishes": []}')
    assert "must hold a list of constraints" in refused(schedule("--players", 7, "--constraints", file), 3)


def test_the_command_needs_neither_django_nor_the_solver() -> None:
    code = (
        "import sys; from crosstable.cli.main import app; app(['schedule', '--players', '4'], standalone_mode=False);"
        "print([m for m in ('django', 'ortools') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=START)
    assert (done.returncode, done.stderr) == (0, "[]\n")
