"""Every game is coherent: what it names exists, what it says fits together, and a small event of it can be played."""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import fields
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import crosstable.games
from crosstable.engine.history import history_of
from crosstable.engine.model import Entry, EntryId, Match, Outcome, Pairing, Round, Scoring, Tournament
from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions
from crosstable.engine.results import Decided, Points, ResultShape, Sets, score_schema
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks import TIE_BREAKS
from crosstable.events.actions.people.entries import EntryDetails
from crosstable.events.models import StageKind
from crosstable.games import (
    GAMES,
    Choices,
    Game,
    Rules,
    Use,
    column_of,
    columns_of,
    offered_tie_breaks,
    tie_break_of,
)
from crosstable.games.columns import COUNTED
from crosstable.games.model import STAGES

DOCUMENT = Path(__file__).parents[2] / "docs" / "games.md"


def shown_in_the_document() -> Game:
    """The game the document tells how to add, as data alone: it goes through everything the others do."""
    block = re.search(r"^ +```python\n(.*?)^ +```", DOCUMENT.read_text(), re.DOTALL | re.MULTILINE)
    assert block is not None
    names: dict[str, Any] = {}
    exec(textwrap.dedent(block[1]), names)
    return names["CURLING"]


INVENTED = shown_in_the_document()
EVERY_GAME = {**GAMES, INVENTED.code: INVENTED}
every_game = pytest.mark.parametrize("game", EVERY_GAME.values(), ids=EVERY_GAME.keys())
FOLDER = Path(crosstable.games.__file__).parent
NOT_GAMES = {"__init__", "model", "rules", "columns", "factions", "presets"}


def ways(game: Game) -> list[Choices]:
    """The game as it is, each of its variants, and with something counted where that is left open."""
    counted = [Choices(name="Boules", score="pins")] if game.scored_shape else []
    return [Choices(), *(Choices(variant=variant.code) for variant in game.variants), *counted]


def tie_breaks_named(game: Game) -> set[str]:
    named = [*game.tie_breaks.values(), *game.scored_tie_breaks.values(), game.more_tie_breaks]
    return {code for codes in named for code in codes}


@every_game
def test_what_a_game_names_exists(game: Game) -> None:
    assert set(game.systems) <= set(SYSTEMS)
    assert tie_breaks_named(game) <= set(TIE_BREAKS)
    assert {*game.columns, *game.last_columns} <= {*TIE_BREAKS, *COUNTED}
    assert {ask.name for ask in game.asks} <= {field.name for field in fields(EntryDetails)}
    assert {setting.name for setting in game.settings} <= {field.name for field in fields(Choices)}
    assert set(game.about) <= {ask.name for ask in game.asks}
    assert set(game.stages) <= set(STAGES)


@every_game
def test_every_stage_in_which_someone_is_ranked_has_tie_breaks(game: Game) -> None:
    ranked = [stage for stage in game.stages if stage != "knockout"]
    for choices in ways(game):
        assert all(Rules(game, choices).tie_breaks_in(stage) for stage in ranked)


@every_game
def test_points_or_wins_come_first(game: Game) -> None:
    first = {codes[0] for codes in (*game.tie_breaks.values(), *game.scored_tie_breaks.values())}
    assert first <= {"PTS", "WINS"}


@every_game
def test_a_game_says_in_words_what_it_is(game: Game) -> None:
    assert game.sentence.endswith(".")
    assert all(
        (game.name, game.short_name, game.vocabulary.table, game.vocabulary.first, game.vocabulary.second)
    )
    assert game.vocabulary.first != game.vocabulary.second


@every_game
def test_what_a_game_uses_fits_what_it_asks(game: Game) -> None:
    asked = {ask.name for ask in game.asks}
    assert (Use.FACTIONS in game.uses) == ("faction" in asked)
    assert (Use.LISTS in game.uses) == ("list_text" in asked)
    assert (Use.PERFORMANCE in game.uses) == ("TPR" in game.last_columns)


@every_game
def test_variants_have_names_of_their_own(game: Game) -> None:
    assert len({variant.code for variant in game.variants}) == len(game.variants)
    assert bool(game.variants) == ("variant" in {setting.name for setting in game.settings})


def shapes() -> dict[str, ResultShape]:
    found = {}
    for code, game in EVERY_GAME.items():
        for choices in ways(game):
            found[f"{code} {choices.variant or choices.score}".strip()] = Rules(game, choices).shape
    return found


@pytest.mark.parametrize("shape", shapes().values(), ids=shapes().keys())
def test_every_result_of_a_game_can_be_typed_sent_and_put_into_words(shape: ResultShape) -> None:
    for outcome in shape.outcomes:
        score = shape.example(outcome)
        assert shape.read_line(shape.to_line(score)) == shape.read(shape.to_json(score)) == score
        assert score.words
    assert score_schema(shape)["oneOf"]


@every_game
def test_no_match_of_a_knockout_ends_level(game: Game) -> None:
    for choices in ways(game):
        shape = Rules(game, choices, may_be_drawn=False).shape
        assert Outcome.DRAW not in shape.outcomes


@every_game
@pytest.mark.parametrize("stage", ["swiss", "pools"])
def test_a_small_event_is_paired_played_and_ranked(game: Game, stage: str) -> None:
    for choices in ways(game):
        shape = Rules(game, choices).shape
        event = _swiss(game, shape) if stage == "swiss" else _round_robin(game, shape)
        codes = Rules(game, choices).tie_breaks_in(stage)
        rows = standings(event, codes)
        assert [row.entry.id for row in rows[:1]] == [EntryId(1)]
        known = history_of(event)
        for column in columns_of(game, codes, Rules(game, choices).vocabulary):
            assert column.code in COUNTED or set(TIE_BREAKS[column.code].values(known)) == set(known)


def _entries() -> tuple[Entry, ...]:
    return tuple(Entry(EntryId(i), i, f"e{i}", 2000 - i) for i in range(1, 7))


def _end(shape: ResultShape, pairing: Pairing, rng: Random) -> Match:
    """The first entry wins all its matches; between others anything can happen."""
    if EntryId(1) in pairing.entries:
        outcome = Outcome.WIN if pairing.first == 1 else Outcome.LOSS
    else:
        outcome = rng.choice(shape.outcomes)
    return Match(pairing, shape.example(outcome).to_result())


def _swiss(game: Game, shape: ResultShape) -> Tournament:
    event, rng = Tournament(_entries(), (), 3, game.scoring), Random(1)
    for number in range(1, 4):
        plan = SYSTEMS[game.system].pair_round(event, [e.id for e in event.entries], RoundConditions())
        matches = tuple(_end(shape, pairing, rng) for pairing in plan.pairings)
        event = Tournament(event.entries, (*event.rounds, Round(number, matches, plan.byes)), 3, game.scoring)
    return event


def _round_robin(game: Game, shape: ResultShape) -> Tournament:
    rng, pairs = Random(2), combinations([entry.id for entry in _entries()], 2)
    rounds = [Round(n, (_end(shape, Pairing(*pair), rng),)) for n, pair in enumerate(pairs, start=1)]
    return Tournament(_entries(), tuple(rounds), len(rounds), game.scoring)


def test_a_file_of_a_game_is_a_value_and_no_code() -> None:
    files = [path for path in FOLDER.glob("*.py") if path.stem not in NOT_GAMES]
    assert {path.stem for path in files} == set(GAMES)
    for path in files:
        tree = ast.parse(path.read_text())
        code = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.If, ast.For, ast.While, ast.IfExp)
        assert [node for node in ast.walk(tree) if isinstance(node, code)] == []


def test_columns_show_the_game_then_what_was_chosen_then_what_the_game_adds() -> None:
    def codes(game: str, *chosen: str) -> list[str]:
        return [column.code for column in columns_of(GAMES[game], chosen)]

    assert codes("wargame", "WINS", "MARGIN", "SOS", "VP") == ["W", "L", "D", "MARGIN", "VP", "SOS"]
    assert codes("wargame", "PTS", "BH") == ["W", "L", "D", "MARGIN", "VP", "SOS", "PTS", "BH"]
    assert codes("chess", "PTS", "BH/C1", "BH", "SB") == ["PTS", "BH/C1", "BH", "SB", "TPR"]
    assert codes("cards", "PTS", "OMW", "GW", "OGW") == ["PTS", "W", "L", "D", "OMW", "GW", "OGW"]


def test_columns_speak_the_words_of_the_event() -> None:
    vocabulary = Rules(GAMES["goals"], Choices(score="maps")).vocabulary
    named = {
        column.code: (column.short, column.name)
        for column in columns_of(GAMES["goals"], ("FOR",), vocabulary)
    }
    assert named["DIFF"] == ("+/−", "Maps difference")
    assert named["FOR"] == ("Maps", "Maps scored")


@pytest.mark.parametrize(
    ("game", "choices", "names"),
    [
        ("goals", Choices(), ("Goal difference", "Goals scored")),
        ("goals", Choices(score="matches"), ("Matches difference", "Matches scored")),
        ("wtc", Choices(), ("BP difference", "BP scored")),
        ("sets", Choices(), ("Point difference", "Points scored", "Set difference", "Set ratio")),
        (
            "sets",
            Choices(variant="darts"),
            ("Point difference", "Points scored", "Leg difference", "Leg ratio"),
        ),
        ("cards", Choices(), ("Point difference", "Points scored", "Game difference", "Game ratio")),
    ],
)
def test_tie_breaks_are_named_by_what_is_counted(game: str, choices: Choices, names: tuple[str, ...]) -> None:
    vocabulary = Rules(GAMES[game], choices).vocabulary
    codes = ("DIFF", "FOR", "SET-DIFF", "SET-RATIO")[: len(names)]
    assert tuple(tie_break_of(GAMES[game], code, vocabulary).name for code in codes) == names


@every_game
def test_games_with_black_are_offered_only_where_sides_differ_and_in_the_words_of_the_game(
    game: Game,
) -> None:
    offered = [code for code in offered_tie_breaks(game) if code in ("BPG", "BWG")]
    assert not offered or Use.COLORS in game.uses
    assert tie_break_of(game, "BPG").name == f"Games with {game.vocabulary.second}"


@every_game
def test_every_tie_break_has_a_name_and_a_heading_in_every_game(game: Game) -> None:
    columns = [column_of(game, code, game.vocabulary) for code in TIE_BREAKS]
    texts = [(column.heading, column.name) for column in columns]
    assert [pair for pair in texts if not all(pair) or set("{}") & set("".join(pair))] == []


def test_the_organiser_names_any_other_game() -> None:
    game, chosen = GAMES["other"], Choices(name="Boules", table="Lane", draws=False)
    assert Rules(game, chosen).name == "Boules"
    assert Rules(game, chosen).shape == Decided(draws=False)
    assert Rules(game, chosen).vocabulary.table == "Lane"
    scored = Choices(name="Boules", score="pins")
    assert Rules(game, scored).shape == Points("pins")
    assert (Rules(game, scored).vocabulary.score, Rules(game, scored).vocabulary.points) == ("pins", "Pins")
    assert Rules(game, scored).tie_breaks_in("pools") == ("PTS", "DE", "DIFF", "FOR")
    assert Rules(game, chosen).tie_breaks_in("pools") == ("PTS", "DE", "SB")
    assert (game.asks, game.uses) == ((), frozenset())


def test_the_stage_says_how_many_sets_before_the_organiser_does() -> None:
    game, chosen = GAMES["sets"], Choices(variant="badminton", best_of=1)
    assert isinstance(Rules(game, chosen).shape, Sets)
    assert Rules(game, chosen).shape.best_of == 1
    assert Rules(game, chosen, best_of=5).shape.best_of == 5
    assert Rules(game, chosen).vocabulary.table == "Court"
    assert Rules(game, chosen).name == "Badminton, to 21"


def test_goals_are_counted_three_one_nil_or_by_wins() -> None:
    game = GAMES["goals"]
    usual, wins = Rules(game).scoring, Rules(game, Choices(scoring="wins")).scoring
    assert (usual.win, usual.draw, usual.loss, usual.allocated_bye) == (3, 1, 0, 3)
    assert wins == Scoring()
    assert Rules(game, Choices(scoring="wins"), points=(("win", "2"),)).scoring.win == 2


@every_game
def test_another_way_to_count_is_offered_where_there_is_one(game: Game) -> None:
    assert bool(game.more_scorings) == ("scoring" in {setting.name for setting in game.settings})


@pytest.mark.parametrize(
    ("ahead", "points"),
    [(0, (10, 10)), (5, (10, 10)), (6, (11, 9)), (10, (11, 9)), (11, (12, 8)), (50, (19, 1)), (51, (20, 0))],
)
def test_battle_points_follow_the_table_from_a_draw_to_twenty_nil(
    ahead: int, points: tuple[int, int]
) -> None:
    table = GAMES["wtc"].shape.table
    assert (table.points(ahead, 0), table.points(0, ahead)) == (points, points[::-1] if ahead > 5 else points)


def test_the_document_tells_of_every_game() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \|", DOCUMENT.read_text(), re.MULTILINE)
    assert rows == list(GAMES)


def test_the_kinds_of_stages_are_those_of_the_events() -> None:
    assert tuple(StageKind.values) == STAGES
