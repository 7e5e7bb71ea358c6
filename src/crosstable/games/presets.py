"""Presets: kinds of events that are organised again and again, as data. Organisers save their own from an event.

`details` and `stages` are settings of the event and of each of its stages; what is missing has the default of the game
and of the format.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from crosstable.games.chess import CHESS
from crosstable.games.goals import GOALS
from crosstable.games.sets import SETS
from crosstable.games.wargame import WARGAME
from crosstable.text import Text, tr


@dataclass(frozen=True, slots=True)
class Preset:
    code: str
    name: Text
    sentence: Text
    game: str
    format: str
    details: Mapping[str, Any]
    days: int = 1
    # By the number of the stage in the format.
    stages: Sequence[Mapping[str, Any]] = field(default_factory=tuple)


PRESETS: Mapping[str, Preset] = {
    preset.code: preset
    for preset in (
        Preset(
            "club-evening",
            tr("Club evening"),
            tr("Chess, 5 rounds, 10 minutes and 5 seconds a move: about three hours."),
            CHESS.code,
            "swiss",
            {"total_rounds": 5, "time_control": "10 min + 5 s", "round_minutes": 35},
        ),
        Preset(
            "weekend-open",
            tr("Weekend open"),
            tr("Chess, 5 long games in three days, FIDE Dutch."),
            CHESS.code,
            "swiss",
            {"total_rounds": 5, "time_control": "90 min + 30 s", "system": "fide-dutch"},
            days=3,
        ),
        Preset(
            "rapid",
            tr("Rapid"),
            tr("Chess, 7 rounds in one day, 15 minutes and 10 seconds a move, FIDE Dutch."),
            CHESS.code,
            "swiss",
            {"total_rounds": 7, "time_control": "15 min + 10 s", "round_minutes": 60, "system": "fide-dutch"},
        ),
        Preset(
            "grand-tournament",
            tr("Grand tournament, one day"),
            tr("Wargame, 3 rounds of three hours."),
            WARGAME.code,
            "swiss",
            {"total_rounds": 3, "round_minutes": 180, "choices": {"most": 100}},
        ),
        Preset(
            "grand-tournament-two-days",
            tr("Grand tournament, two days"),
            tr("Wargame, 5 rounds of three hours: three on the first day, two on the second."),
            WARGAME.code,
            "swiss",
            {"total_rounds": 5, "round_minutes": 180, "choices": {"most": 100}},
            days=2,
        ),
        Preset(
            "darts-night",
            tr("Darts night"),
            tr("Darts, best of 5 legs: pools on 4 boards, then a knockout."),
            SETS.code,
            "pools-knockout",
            {"total_rounds": 3, "choices": {"variant": "darts", "best_of": 5}},
            stages=({"boards": 4}, {}),
        ),
        Preset(
            "school-cup",
            tr("School cup"),
            tr("Football or another game with goals: pools, then a knockout with a match for place 3."),
            GOALS.code,
            "pools-knockout",
            {"total_rounds": 3, "players_may_report": False},
            stages=({"boards": 2}, {"third_place": True}),
        ),
        Preset(
            "league",
            tr("League"),
            tr("All play all, home and away, over a season: three points for a win, one for a draw."),
            GOALS.code,
            "round-robin",
            {"total_rounds": 3},
            stages=({"double": True},),
        ),
    )
}
