"""A cell of the crossings: one game in one format with players or teams, and small results that need no thinking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from crosstable.engine.results import Points
from crosstable.events.bridge.settings.stage_settings import FORMATS, format_refusal
from crosstable.games import GAMES, Game, Vocabulary
from crosstable.games.model import ORGANISER, Noun

# An invented game: data alone, and fewer points win. It must run wherever the others do.
SNAILS = Game(
    code="snails",
    name="Snail racing",
    short_name="Snails",
    sentence="Two snails, one finish; the fewer minutes the better.",
    shape=Points("minutes", lower_wins=True),
    vocabulary=Vocabulary(
        Noun("Track", "Tracks", "track", "tracks"),
        Noun("Min", "Min", "minute", "minutes"),
        first="Left",
        second="Right",
        official=replace(ORGANISER, title="Gardener", person="the gardener"),
    ),
    tie_breaks={"swiss": ("PTS", "BH"), "pools": ("PTS", "DE")},
)
ALL = {**GAMES, SNAILS.code: SNAILS}
# Doubles play one game together; teams play on two boards.
ENTRIES = ("players", "doubles", "teams")
BOARDS = 2
# To a match doubles are players: one format is enough.
OF_DOUBLES = ("swiss",)
# Two points or more for a win only where the game says so.
THREE = {"goals", "cards"}


@dataclass(frozen=True)
class Result:
    """What is typed at the desk, what a phone's form is filled with (by the first side), what each side has of it."""

    line: str
    form: dict[str, str]
    first: str
    body: dict[str, object]

    def turned_form(self) -> dict[str, str]:
        """The same as the second side fills it in: only mine, theirs and outcome depend on who it is."""
        other = {"win": "loss", "loss": "win", "draw": "draw"}
        swapped = {"mine": self.form.get("theirs", ""), "theirs": self.form.get("mine", "")}
        if "outcome" in self.form:
            return {"outcome": other[self.form["outcome"]]}
        return swapped if "mine" in self.form else self.form

    def on_board(self, number: int, *, by_second: bool) -> dict[str, str]:
        """Return the form fields of one board of a team match; the side that fills in the form comes first."""
        if "outcome" in self.form:
            fields = {"result": str(self.body["result"])}
        elif "mine" in self.form:
            fields = {"first": self.form["mine"], "second": self.form["theirs"]}
        else:
            fields = self.form
        if by_second:
            fields = {turned_name(name): CODE_TURNED.get(value, value) for name, value in fields.items()}
        return {f"{name}_{number}": value for name, value in fields.items()}


CODE_TURNED = {"1-0": "0-1", "0-1": "1-0"}


def turned_name(name: str) -> str:
    return ".".join({"first": "second", "second": "first"}.get(word, word) for word in name.split("."))


def points(first: int, second: int, outcome: str) -> Result:
    form = {"mine": str(first), "theirs": str(second)}
    return Result(f"{first} {second}", form, outcome, {"score": {"first": first, "second": second}})


def decided(line: str, outcome: str, code: str) -> Result:
    return Result(line, {"outcome": outcome}, outcome, {"result": code})


def sets(outcome: str, *pairs: tuple[int, int]) -> Result:
    form = {f"sets.{n}.{side}": str(score) for n, pair in enumerate(pairs, 1)
            for side, score in zip(("first", "second"), pair, strict=True)}  # fmt: skip
    return Result(
        " ".join(f"{a}-{b}" for a, b in pairs), form, outcome, {"score": {"sets": [list(p) for p in pairs]}}
    )


def series(outcome: str, first: int, second: int, drawn: int = 0) -> Result:
    form = {"first": str(first), "second": str(second), "drawn": str(drawn)}
    line = f"{first}-{second}" + (f"-{drawn}" if drawn else "")
    return Result(line, form, outcome, {"score": {"first": first, "second": second, "drawn": drawn}})


def sheet(outcome: str, first: tuple[int, ...], second: tuple[int, ...]) -> Result:
    names = ("primary", "secondary", "painted")
    sides = {"first": first, "second": second}
    form = {
        f"{side}.{name}": str(value)
        for side, row in sides.items()
        for name, value in zip(names, row, strict=True)
    }
    body = {side: dict(zip(names, row, strict=True)) for side, row in sides.items()}
    line = " / ".join(" ".join(map(str, row)) for row in (first, second))
    return Result(line, form, outcome, {"score": body})


HIGH, LOW, EVEN = (40, 30, 10), (10, 5, 10), (20, 20, 10)
# By shape: the first side wins, the second does, neither.
RESULTS: dict[str, tuple[Result, ...]] = {
    "decided": (decided("1", "win", "1-0"), decided("0", "loss", "0-1"), decided("=", "draw", "1/2-1/2")),
    "points": (points(5, 3, "win"), points(2, 6, "loss"), points(4, 4, "draw")),
    "sets": (sets("win", (11, 4), (11, 7)), sets("loss", (11, 9), (3, 11), (8, 11))),
    "series": (series("win", 2, 0), series("loss", 1, 2), series("draw", 1, 1, 1)),
    "sheet": (sheet("win", HIGH, LOW), sheet("loss", LOW, HIGH), sheet("draw", EVEN, EVEN)),
}
TURNED = {"win": "loss", "loss": "win", "draw": "draw"}


@dataclass(frozen=True)
class Cell:
    game: str
    format: str
    entries: str

    def __str__(self) -> str:
        return f"{self.game}-{self.format}-{self.entries}"

    @property
    def results(self) -> tuple[Result, ...]:
        game = ALL[self.game]
        found = RESULTS[game.shape.kind]
        if getattr(game.shape, "lower_wins", False):
            found = tuple(replace(one, first=TURNED[one.first]) for one in found)
        return found

    @property
    def worth(self) -> dict[str, float]:
        return {"win": 3, "draw": 1, "loss": 0} if self.game in THREE else {"win": 1, "draw": 0.5, "loss": 0}


def cells() -> Iterator[Cell]:
    for game, format, entries in product(ALL, FORMATS, ENTRIES):
        if not format_refusal(ALL[game], format) and (entries != "doubles" or format in OF_DOUBLES):
            yield Cell(game, format, entries)
