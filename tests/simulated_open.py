"""A whole open with everything that happens in one: withdrawals, no-shows, every kind of bye, late entries, an
adjourned game, odd results, a correction. Before each round it hands out the report file.

`tests/golden_files/simulated_open.json` holds the pairings of each round, as the reference engine pairs the files.
`make simulated-open REFERENCE=path/to/bbpPairings.exe` writes it again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

FACTS = Path(__file__).parent / "golden_files" / "simulated_open.json"
STORIES = {"plain": False, "accelerated": True}
ROUNDS = 7
LETTERS = (
    "Aas Bech Cole Dahl Eide Foss Gran Holm Iver Juul Kant",
    "Lund Moe Nord Odd Pohl Qvam Rask Sand Tveit Ulv Vik",
)
NAMES = " ".join(LETTERS).split()
Boards = list[list[str]]


def played(white: str, black: str, number: int) -> str:
    """A result from the names alone, the same in every run."""
    return ("1-0", "1/2-1/2", "0-1", "1-0", "1/2-1/2")[zlib.crc32(f"{white}{black}{number}".encode()) % 5]


class Open:
    """The event, played by its arbiter through the actions of the pages."""

    def __init__(self, *, accelerated: bool) -> None:
        from chess_building import chess

        ratings = {name: 2400 - 37 * place for place, name in enumerate(NAMES)}
        self.tournament = chess(ratings, total_rounds=ROUNDS, accelerated=accelerated, initial_color="white")
        self.by = self.tournament.owner
        self.special: dict[tuple[int, int], str] = {
            (1, 2): "1-0F",
            (2, 3): "0-0F",
            (4, 1): "0-0",
            (4, 2): "1/2-0",
            (4, 3): "1-0U",
            (5, 4): "0-1F",
        }

    def files(self) -> Iterator[tuple[int, str]]:
        """Before each round its number and the file; asked for the next one, the round is played."""
        for number in range(1, ROUNDS + 1):
            self._before(number)
            yield number, self.file()
            self._pair(number)
            self._play(number)

    def file(self) -> str:
        from crosstable.events.files.trf_export import Moment, trf_of

        self.tournament.refresh_from_db()
        return trf_of(self.tournament, Moment.PAIRING)

    def boards(self, number: int) -> Boards:
        """White and Black by name, in the order of boards; a bye of the pairing last and alone."""
        from crosstable.events.models import Match

        rows = Match.objects.filter(round__tournament=self.tournament, round__number=number)
        rows = rows.select_related("first", "second").order_by("table")
        games = [[str(m.first), str(m.second)] for m in rows if m.second is not None]
        return games + [[str(m.first)] for m in rows if m.second is None and m.is_allocated_bye]

    def names(self) -> dict[int, str]:
        """Starting number → name."""
        from crosstable.events.bridge.entries import numbers_of

        numbers = numbers_of(self.tournament)
        return {numbers[entry.pk]: entry.display_name for entry in self.tournament.entries.all()}

    def _entry(self, name: str):
        from building import entry

        return entry(self.tournament, name)

    def _before(self, number: int) -> None:
        from crosstable.events.actions.people import attendance, byes, entries
        from crosstable.events.bridge.entries import EntryDetails

        def bye(name: str, kind: str) -> None:
            byes.request_bye(entry=self._entry(name), round_number=number, kind=kind, by=self.by)

        def late(name: str, rating: int) -> None:
            details = EntryDetails(name, rating=rating)
            entries.add_entry(tournament=self.tournament, details=details, checked_in=True, by=self.by)

        if number == 1:
            bye("Tveit", "half")
            attendance.mark_no_show(entry=self._entry("Cole"), by=self.by)
        elif number == 2:
            attendance.mark_back(entry=self._entry("Cole"), by=self.by)
            late("Wold", 2210)
            bye("Iver", "zero")
        elif number == 3:
            entries.drop(entry=self._entry("Vik"), by=self.by)
            bye("Eide", "full")
            late("Xen", 1500)
        elif number == 5:
            self._correct()
            entries.drop(entry=self._entry("Bech"), by=self.by)
            attendance.mark_no_show(entry=self._entry("Pohl"), by=self.by)
        elif number == 6:
            attendance.mark_back(entry=self._entry("Pohl"), by=self.by)
            bye("Gran", "half")

    def _pair(self, number: int) -> None:
        from crosstable.events.actions.rounds import rounds

        with_open = number == 4
        rounds.pair_next_round(tournament=self.tournament, by=self.by, with_open=with_open)
        self.paired = self.boards(number)

    def _play(self, number: int) -> None:
        """Round 3 has an adjourned game, decided once round 4 is being played."""
        from crosstable.events.actions.rounds import rounds

        with_open = number == 4
        rounds.publish_round(tournament=self.tournament, by=self.by, with_open=with_open)
        rounds.start_round(tournament=self.tournament, by=self.by)
        if number == 4:
            self._enter(3, "adjourned")
            rounds.close_round(tournament=self.tournament, by=self.by)
        self._enter(number, "all but board 1" if number == 3 else "all")
        if number != 3:
            rounds.close_round(tournament=self.tournament, by=self.by)

    def _enter(self, number: int, which: str) -> None:
        from crosstable.events.actions.results import results
        from crosstable.events.bridge.results.scores import parse_score
        from crosstable.events.models import Match

        rows = Match.objects.filter(round__tournament=self.tournament, round__number=number, result="")
        for match in rows.filter(second__isnull=False).select_related("round__tournament", "first", "second"):
            if which != "all but board 1" or match.table != 1:
                usual = played(str(match.first), str(match.second), number)
                code = self.special.get((number, match.table), usual)
                results.enter_result(match=match, score=parse_score(match, code), by=self.by)

    def _correct(self) -> None:
        from crosstable.events.actions.results import corrections
        from crosstable.events.bridge.results.scores import parse_score
        from crosstable.events.models import Match

        match = Match.objects.get(round__tournament=self.tournament, round__number=2, table=1)
        score = parse_score(match, "0-1" if match.result == "1-0" else "1-0")
        corrections.correct_result(
            match=match, score=score, policy="everywhere", reason="The slip was read wrongly", by=self.by
        )


def reference_boards(engine: str, file: str, names: dict[int, str]) -> Boards:
    """Return the next round as the reference engine pairs it, which must also accept the file for checking.
    By name: the engine numbers boards without virtual points, C.04.2 with them.
    """
    with TemporaryDirectory() as folder:
        path, out = Path(folder) / "open.trf", Path(folder) / "out.txt"
        path.write_text(file, encoding="utf-8")
        subprocess.run([engine, "--dutch", str(path), "-c"], check=True, capture_output=True)
        subprocess.run([engine, "--dutch", str(path), "-p", str(out)], check=True, capture_output=True)
        return sorted(boards_in(out.read_text(), names))


def boards_in(text: str, names: dict[int, str]) -> Boards:
    """A count, then `white black` for each board, 0 for the bye."""
    pairs = [line.split() for line in text.splitlines()[1:] if line.strip()]
    return [[names[int(number)] for number in pair if number != "0"] for pair in pairs]


def regenerate(engine: str) -> None:
    """Store what the reference engine makes of every file."""
    facts: dict[str, dict[str, Boards]] = {}
    for name, accelerated in STORIES.items():
        event = Open(accelerated=accelerated)
        facts[name] = {
            str(number): reference_boards(engine, file, event.names()) for number, file in event.files()
        }
    FACTS.write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.stdout.write(f"{FACTS}: {sum(map(len, facts.values()))} rounds\n")


def engine_path() -> str | None:
    """The reference engine, where there is one on this machine."""
    return os.environ.get("CROSSTABLE_REFERENCE_ENGINE")


if __name__ == "__main__":
    import django
    from django.test.utils import setup_databases

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings_for_tests")
    django.setup()
    setup_databases(verbosity=0, interactive=False)
    regenerate(sys.argv[1])
