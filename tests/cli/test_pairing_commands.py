"""The stable contract of `crosstable pair, check, generate, explain, standings`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from crosstable.cli.main import app

GOLDEN = Path(__file__).parents[1] / "golden"
RULES = "rules: FIDE Dutch system, C.04.3 in force from 1 February 2026; tie-breaks C.07 of 2026"
SECOND_BYE = GOLDEN / "reference-engine-gives-second-bye.trf"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.trf"
    assert run("generate", "--players", "12", "--rounds", "5", "--seed", "7", "-o", path).exit_code == 0
    return path


def test_pair_prints_the_count_and_one_line_per_board():
    result = run("pair", SECOND_BYE)
    assert (result.exit_code, result.stdout) == (0, "4\n4 2\n7 5\n6 3\n8 0\n")


def test_pair_writes_to_a_file(tmp_path: Path):
    out = tmp_path / "out.txt"
    assert run("pair", SECOND_BYE, "-o", out).stdout == ""
    assert out.read_text() == "4\n4 2\n7 5\n6 3\n8 0\n"


def test_pair_as_data():
    assert json.loads(run("pair", SECOND_BYE, "--json").stdout) == {
        "round": 6,
        "pairings": [{"white": 4, "black": 2}, {"white": 7, "black": 5}, {"white": 6, "black": 3}],
        "bye": 8,
    }


def test_pair_says_who_blocks_an_impossible_round(tmp_path: Path):
    path = tmp_path / "met.trf"
    path.write_text(f"142 3\n{'001    1':91}   2 w 1\n{'001    2':91}   1 b 0\n")
    result = run("pair", path)
    assert result.exit_code == 1
    assert "too few opponents they may meet (C1, C3): 1, 2" in result.stderr


def test_pair_refuses_a_tournament_that_is_over(small: Path):
    result = run("pair", small)
    assert (result.exit_code, "all 5 rounds are already paired" in result.stderr) == (3, True)


def test_check_finds_no_difference_in_a_golden_file():
    result = run("check", GOLDEN / "large-300.trf", "--times")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "checked 1 tournament, 9 rounds: 0 differ"


def test_check_prints_each_difference_and_exits_with_1(small: Path):
    swapped = small.read_text().replace(" w ", " x ").replace(" b ", " w ").replace(" x ", " b ")
    small.write_text(swapped)
    result = run("check", small)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "checked 1 tournament, 5 rounds: 1 differ"
    assert f"{small}: round 1: the rules give " in result.stdout.splitlines()[0]


def test_check_uses_several_processes():
    files = sorted(GOLDEN.glob("generated-00*.trf"))[:3]
    result = run("check", *files, "--jobs", "2")
    assert (result.exit_code, result.stdout.split(":")[-1].strip()) == (0, "0 differ")


def test_check_as_data(small: Path):
    (checked,) = json.loads(run("check", small, "--json").stdout)
    assert checked == {
        "file": str(small),
        "rules": RULES,
        "rounds": 5,
        "problem": None,
        "differences": [],
        "explained": [],
        "ranks": [],
    }


def test_check_says_in_one_line_which_edition_of_the_rules_it_used(small: Path):
    assert run("check", small).stdout.splitlines() == [
        RULES,
        "checked 1 tournament, 5 rounds: 0 differ",
    ]


def test_check_names_ranks_that_do_not_follow_from_the_list_of_the_file(tmp_path: Path):
    path = tmp_path / "ranks.trf"
    lines = [f"001    1 {'':71} 1.0    2     2 w 1", f"001    2 {'':71} 0.0    1     1 b 0"]
    path.write_text("212 PTS\n142 1\n192 FIDE_DUTCH_2026\n" + "\n".join(lines) + "\n")
    result = run("check", path)
    message = f"{path}: ranks: the file's tie-breaks give player"
    assert (result.exit_code, result.stdout.splitlines()) == (
        1,
        [
            f"{message} 1 rank 1; the file has 2",
            f"{message} 2 rank 2; the file has 1",
            RULES,
            "checked 1 tournament, 1 round: 0 differ, and 2 ranks",
        ],
    )


def test_check_says_that_it_does_not_read_team_files(small: Path):
    small.write_text("310   1 Team\n" + small.read_text())
    result = run("check", small)
    assert (result.exit_code, result.stderr) == (3, f"{small}: team files are not read\n")


def test_check_judges_the_ranks_of_a_round_robin_and_not_its_pairings(small: Path):
    text = "\n".join(line for line in small.read_text().splitlines() if not line.startswith("192"))
    small.write_text(f"192 FIDE_ROUNDROBIN\n{text}\n")
    result = run("check", small)
    assert result.stderr == f"{small}: a round robin: its ranks are checked, its pairings are not\n"
    assert result.stdout.splitlines()[-1].startswith("checked 1 tournament, 0 rounds: 0 differ")


def test_generate_is_deterministic_by_its_seed():
    first, second, other = (
        run("generate", "--players", "20", "--rounds", "4", "--seed", seed).stdout for seed in ("1", "1", "2")
    )
    assert first == second != other


@pytest.mark.parametrize("edition", ["16", "26"])
def test_generated_tournaments_check_out(tmp_path: Path, edition: str):
    path = tmp_path / "generated.trf"
    options = ("--draws", "0.5", "--forfeits", "0.1", "--withdrawals", "0.03", "--half-point-byes", "0.1")
    size = ("--players", "31", "--rounds", "7", "--seed", "3", "--accelerated", "--edition", edition)
    run("generate", *size, *options, "--upsets", "0.4", "-o", path)
    result = run("check", path)
    assert (result.exit_code, result.stdout) == (0, f"{RULES}\nchecked 1 tournament, 7 rounds: 0 differ\n")


EVERY_KIND = ("--zero-point-byes", "0.05", "--full-point-byes", "0.03", "--odd-results", "0.1")


def test_generated_files_carry_ranks_that_follow_from_their_list(tmp_path: Path):
    several = ("generate", "--players", "21", "--rounds", "6", "--seed", "10", "--count", "3", *EVERY_KIND)
    assert run(*several, "--tie-breaks", "PTS,BH-C1,SB,TPN", "-o", tmp_path / "files").exit_code == 0
    files = sorted((tmp_path / "files").iterdir())
    assert [file.name for file in files] == ["10.trf", "11.trf", "12.trf"]
    assert "212 PTS,BH/C1,SB,TPN" in files[0].read_text().splitlines()
    ranks = sorted(int(line[85:89]) for line in files[0].read_text().splitlines() if line.startswith("001"))
    assert ranks == list(range(1, 22))
    result = run("check", *files)
    assert (result.exit_code, result.stdout) == (0, f"{RULES}\nchecked 3 tournaments, 18 rounds: 0 differ\n")


def test_several_tournaments_need_a_directory():
    result = run("generate", "--players", "8", "--rounds", "3", "--count", "2")
    assert (result.exit_code, "--output DIR" in result.stderr) == (3, True)


def test_a_running_event_is_paired_on(tmp_path: Path):
    path = tmp_path / "running.trf"
    run("generate", "--players", "10", "--rounds", "5", "--rounds-played", "3", "--seed", "2", "-o", path)
    assert json.loads(run("pair", path, "--json").stdout)["round"] == 4
    assert run("check", path).stdout == f"{RULES}\nchecked 1 tournament, 3 rounds: 0 differ\n"


def test_without_a_seed_another_tournament_is_drawn_and_says_which():
    drawn = run("generate", "--players", "8", "--rounds", "3").stdout
    seed = drawn.splitlines()[0].removeprefix("012 Random tournament ")
    assert run("generate", "--players", "8", "--rounds", "3", "--seed", seed).stdout == drawn


def test_generate_stops_where_no_pairing_is_left():
    result = run("generate", "--players", "4", "--rounds", "9", "--seed", "1")
    assert result.exit_code == 1


def test_explain_says_why_two_met():
    result = run("explain", GOLDEN / "large-300.trf", "--round", "1", "1", "151")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "Round 1: 1 and 151 meet; neither has a colour preference yet, and the colour drawn for round 1 decides "
        "(5.2.5)."
    )


def test_explain_names_the_first_criterion_that_is_worse():
    data = json.loads(run("explain", SECOND_BYE, "--round", "6", "4", "7", "--json").stdout)
    assert (data["reason"], data["players"][0]["opponent"]) == ("met_before", 2)
    text = run("explain", SECOND_BYE, "--round", "6", "3", "8").stdout
    assert text.splitlines()[0] == "Round 6: 3 and 8 have met before, and no two players meet twice (C1)."


def test_explain_rejects_unknown_players_and_rounds():
    assert run("explain", SECOND_BYE, "--round", "1", "1", "99").exit_code == 3
    assert run("explain", SECOND_BYE, "--round", "9", "1", "2").exit_code == 3


def test_standings_with_tie_breaks_of_ones_choice(small: Path):
    result = run("standings", small, "--tie-breaks", "PTS,BH-C1,DE")
    assert result.stdout.splitlines()[0].split() == ["rank", "no", "name", "PTS", "BH-C1", "DE"]
    assert len(result.stdout.splitlines()) == 13


def test_standings_as_data(small: Path):
    rows = json.loads(run("standings", small, "--tie-breaks", "PTS,TPN", "--json").stdout)
    assert [row["rank"] for row in rows] == list(range(1, 13))


def test_standings_name_an_unknown_tie_break(small: Path):
    result = run("standings", small, "--tie-breaks", "PTS,LUCK")
    assert (result.exit_code, "no tie-break 'LUCK'" in result.stderr) == (3, True)


@pytest.mark.parametrize("command", [("pair",), ("check",), ("standings",)])
def test_an_invalid_file_exits_with_3_and_says_where(tmp_path: Path, command: tuple[str, ...]):
    path = tmp_path / "bad.trf"
    path.write_text("012 Open\n001 ABCD\n")
    result = run(*command, path)
    assert result.exit_code == 3
    assert f"{path}: line 2, column 5: the starting number should be a whole number" in result.stderr


@pytest.mark.parametrize("command", [("pair",), ("check",), ("standings",)])
def test_a_missing_file_exits_with_5(tmp_path: Path, command: tuple[str, ...]):
    result = run(*command, tmp_path / "nowhere.trf")
    assert (result.exit_code, "No such file" in result.stderr) == (5, True)


def test_the_pairing_commands_do_not_load_django():
    code = "import sys, crosstable.cli.pairing; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
