"""The list for organisers to download and fill in: headings, two examples, notes. Uploads parse it.

The headings are English in every language; the notes are in the language of the reader."""

import io
from collections.abc import Sequence

from crosstable.fields import ENTRY_FIELDS
from crosstable.games import EntryField, Game
from crosstable.text import ENGLISH, tr, using

EXAMPLES = ("Example, Anna", "Example, Bert")
EXAMPLE_TEAMS = ("Example Owls", "Example Crows")
# Two values for each field a game may have; empty where the second example omits it.
VALUES: dict[str, tuple[str | int, str | int]] = {
    "faction": ("Orks", "Necrons"),
    "rating": (1850, 1420),
    "title": ("WFM", ""),
    "federation": ("ENG", ""),
    "team_name": ("Chess Club Leeds", "University of York"),
    "fide_id": (1234567, ""),
    "birth_year": (1998, ""),
}
RATING = ENTRY_FIELDS["rating"]
RATING_NOTE = tr(
    "Ratings are whole numbers from {least} to {most}; leave the cell empty for a player without one.",
    least=RATING.least,
    most=RATING.most,
)
EXAMPLES_MAY_STAY = tr("One row per player. The two examples may stay: they are not imported.")
REQUIRED = tr(
    "The columns can be in any order. Required columns: {required}. "
    "“First name” and “Last name” work instead of “Name”."
)
PREVIEW = tr("You see what happens to each row before anything is entered.")
LIMITS = tr("At most 5,000 players and 10 MB in one file.")


def template(game: Game) -> bytes:
    asks = [ask for ask in game.asks if ask.name in VALUES]
    rows = [
        ("Name", *(ask.label for ask in asks)),
        *((name, *(VALUES[ask.name][n] for ask in asks)) for n, name in enumerate(EXAMPLES)),
    ]
    return _book("Players", rows, _notes(asks))


def _book(name: str, rows: Sequence[Sequence[str | int]], notes_of: Sequence[str]) -> bytes:
    import xlsxwriter  # imported lazily: slow to load and rarely needed

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        bold, grey = (
            book.add_format({"bold": True}),
            book.add_format({"italic": True, "font_color": "#777777"}),
        )
        sheet = book.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        sheet.set_column(0, len(rows[0]) - 1, 20)
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row, grey if number else bold)
        notes = book.add_worksheet("Notes")
        notes.set_column(0, 0, 110)
        for number, note in enumerate(notes_of):
            notes.write_string(number, 0, str(note))
    return out.getvalue()


TEAM_NOTES = (
    tr(
        "One row per team with its members in the order of boards, reserves last. The examples are not imported."
    ),
    tr("One row per member works too: the columns Team and Name."),
    tr("A member is a name, or @username of an account. A person plays in one team only."),
    PREVIEW,
)


def team_template(game: Game, size: int) -> bytes:
    factions = any(ask.name == "faction" for ask in game.asks)
    people = [f"Member {n}" for n in range(1, size + 1)]
    head = ("Team", *people, "Reserve 1", *(["Faction"] if factions else []))
    faction = ["Orks"] if factions else []
    rows = [(team, *(f"{team[8:]} {n}" for n in range(1, size + 1)), "", *faction) for team in EXAMPLE_TEAMS]
    return _book("Teams", [head, *rows], TEAM_NOTES)


def _notes(asks: Sequence[EntryField]) -> list[str]:
    with using(ENGLISH):
        required = ["Name", *(str(ask.label) for ask in asks if ask.required)]
    rating = [RATING_NOTE] if any(ask.name == "rating" for ask in asks) else []
    return [EXAMPLES_MAY_STAY, REQUIRED.filled(required=required), PREVIEW, LIMITS, *rating]
