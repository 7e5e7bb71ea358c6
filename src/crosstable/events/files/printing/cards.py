"""What is cut from the sheet: result slips for the tables, name cards for the people."""

from typing import Any

from crosstable.engine.names import name_key
from crosstable.events.files.printing.pairings import Content, placed_matches
from crosstable.events.models import Entry, Match, Round, Tournament
from crosstable.events.records.match_codes import page_of, takes_codes
from crosstable.events.records.rules import rules_of

# The page of a match, below the address of the installation; the web's, and a test holds the two together.
MATCH_PAGE = "/t/{slug}/m/{match}"
MOST_BOXES = 5


def result_slips(tournament: Tournament, round_: Round | None, address: str) -> Content:
    """A slip per table, in order; the template lays them out so that cut piles stay in order."""
    assert round_ is not None
    words = rules_of(tournament).words
    return {
        "template": "slips",
        "word": words.table,
        "boxes": _boxes(tournament),
        "shared": [] if tournament.has_boards else _labels(tournament, side=""),
        "slips": [
            _slip(tournament, match, place, address)
            for match, place in placed_matches(round_)
            if match.second
        ],
    }


def _boxes(tournament: Tournament) -> list[str]:
    """What is written beside each name: every number the shape asks of a side, or every board of a team match. One box
    where they would not fit, none where only the result is told."""
    if tournament.has_boards:
        boxes = [f"Board {number}" for number in range(1, tournament.team_boards + 1)]
    else:
        boxes = _labels(tournament, side="first")
    return boxes if 1 != len(boxes) <= MOST_BOXES else [rules_of(tournament).words.points]


def _labels(tournament: Tournament, side: str) -> list[str]:
    return [
        field.label
        for field in rules_of(tournament).shape.fields()
        if field.side == side and not field.choices
    ]


def _slip(tournament: Tournament, match: Match, place: str, address: str) -> dict[str, Any]:
    assert match.second is not None
    words = rules_of(tournament).words
    return {
        "table": str(match.table),
        "round": str(match.round),
        "mission": " · ".join(part for part in (place, match.mission or match.round.mission) if part),
        "first": {"side": words.first, "name": match.first.display_name, "small": _about(match.first)},
        "second": {"side": words.second, "name": match.second.display_name, "small": _about(match.second)},
        "address": address and address + _page(tournament, match),
    }


def _page(tournament: Tournament, match: Match) -> str:
    """With the code of the match, which needs no account; where codes are switched off the player's own page."""
    if takes_codes(tournament) and tournament.team_boards == 1:
        return page_of(match)
    return MATCH_PAGE.format(slug=tournament.slug, match=match.pk)


def name_cards(tournament: Tournament, round_: Round | None, address: str) -> Content:
    people = [e for e in tournament.entries.defer("list_text") if not e.is_dropped]
    people.sort(key=lambda entry: name_key(entry.display_name))
    cards = [
        {"name": f"{e.title} {e.display_name}".strip(), "small": _about(e), "team": e.team_name}
        for e in people
    ]
    return {"template": "cards", "cards": cards}


def _about(entry: Entry) -> str:
    return entry.faction or (str(entry.rating) if entry.rating else "")
