"""The list organisers can download and fill in: headings, two examples, notes. Read back by the same reader."""

from __future__ import annotations

import io

import xlsxwriter

from crosstable.games import Game, Use

EXAMPLES = ("Example, Anna", "Example, Bert")
CHESS = (
    ("Name", "Rating", "University / Club", "FIDE ID", "Federation", "Birth year", "Title"),
    (EXAMPLES[0], 1850, "Chess Club Leeds", 1234567, "ENG", 1998, "WFM"),
    (EXAMPLES[1], 1420, "University of York", "", "", "", ""),
)
WARGAME = (
    ("Name", "Faction", "Team", "Rating"),
    (EXAMPLES[0], "Orks", "Northern Alliance", 1200),
    (EXAMPLES[1], "Necrons", "", ""),
)
NOTES = (
    "One row per player. The two examples may stay: they are not taken.",
    "The columns may stand in any order; only the name is needed{faction}. “First name” and “Last name” work too.",
    "Ratings are whole numbers from 0 to 4000; leave the cell empty for a player without one.",
    "You see every row with what will become of it before anything is entered.",
    "At most 5,000 players and 10 MB in one file.",
)


def template(game: Game) -> bytes:
    has_factions = Use.FACTIONS in game.uses
    rows = WARGAME if has_factions else CHESS
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        bold, grey = (
            book.add_format({"bold": True}),
            book.add_format({"italic": True, "font_color": "#777777"}),
        )
        sheet = book.add_worksheet("Players")
        sheet.freeze_panes(1, 0)
        sheet.set_column(0, len(rows[0]) - 1, 20)
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row, grey if number else bold)
        notes = book.add_worksheet("Notes")
        notes.set_column(0, 0, 110)
        for number, note in enumerate(NOTES):
            notes.write_string(number, 0, note.format(faction=", and the faction" if has_factions else ""))
    return out.getvalue()
