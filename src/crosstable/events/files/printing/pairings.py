"""Printed matches: pairings by table and by name, the schedule of pools, result slips, name cards."""

from typing import Any

from django.utils import timezone

from crosstable.engine.starting_numbers import name_key
from crosstable.events.bridge.match_codes import page_of, takes_codes
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.words import points_words, record_words
from crosstable.events.errors import NothingToPrint
from crosstable.events.models import Entry, Match, Pool, Round, Stage, StageKind, StageStatus, Tournament
from crosstable.events.queries.matches import with_board_lines
from crosstable.events.queries.people.public import matches_of
from crosstable.events.queries.stages.pool_schedule import matches_of_stage
from crosstable.events.queries.standings.standings import standings_table
from crosstable.games import Use
from crosstable.text import tr

Content = dict[str, Any]
Cell = Any
# A longer result, such as the sum of the boards of a team match, gets a wider column.
SHORT_RESULT = 9
# The path of a match page, which belongs to the web package; a test keeps the two equal.
MATCH_PAGE = "/t/{slug}/m/{match}"
MOST_BOXES = 5


def column(label: str, width: str = "auto", align: str = "left", **more: bool) -> Content:
    return {"label": label, "width": width, "align": align, **more}


def sheet_of_rows(size: float, columns: list[Content], rows: list[list[Cell]], **more: object) -> Content:
    none = str(tr("No entries yet."))
    return {"template": "rows", "size": size, "columns": columns, "rows": rows, "says": none, **more}


def pairings_by_table(tournament: Tournament, round_: Round | None, address: str) -> Content:
    assert round_ is not None
    vocabulary, scores = rules_of(tournament).vocabulary, scores_before(tournament, round_)
    columns = [column(vocabulary.table, align="right", strong=True), column(vocabulary.first, "1fr")]
    columns += [column("", align="right")] if scores else []
    placed = placed_matches(round_)
    widest = max((len(match.result_words) for match, _ in placed), default=0)
    columns += [column(tr("Result"), "26mm" if widest <= SHORT_RESULT else "38mm", "center", write=True)]
    columns += [column(vocabulary.second, "1fr")]
    columns += [column("", align="right")] if scores else []
    with_board_lines([match for match, _ in placed], tournament)
    rows = [row for match, place in placed for row in _rows_of(match, place, round_, scores)]
    return sheet_of_rows(12, columns, rows, note=_note(round_))


def placed_matches(round_: Round) -> list[tuple[Match, str]]:
    """Return matches by slot and table, byes last; each with its pool, and its time or slot, if any."""
    matches = sorted(matches_of(round_), key=lambda m: (m.is_bye, m.slot, m.table or 0, m.pk))
    pools = dict(Pool.objects.filter(matches__round=round_).values_list("pk", "name"))
    has_slots = any(match.slot > 1 for match in matches)
    return [(match, _place(match, pools, has_slots)) for match in matches]


def _place(match: Match, pools: dict[int, str], has_slots: bool) -> str:
    pool = str(tr("Pool {name}", name=pools[match.pool_id])) if match.pool_id is not None else ""
    return ", ".join(part for part in (pool, _time_or_slot(match, has_slots)) if part)


def _time_or_slot(match: Match, has_slots: bool) -> str:
    if match.planned_at is not None:
        return f"{timezone.localtime(match.planned_at):%H:%M}"
    return tr("slot {number}", number=match.slot) if has_slots and not match.is_bye else ""


def _table_cell(match: Match, place: str) -> Cell:
    number = str(match.table or "–")
    return {"text": number, "small": place} if place else number


def _rows_of(match: Match, place: str, round_: Round, scores: dict[int, str]) -> list[list[Cell]]:
    """The match, followed by its boards with their players."""
    blank = [""] if scores else []
    boards = [
        [board, first, *blank, result, second, *blank] for board, first, result, second in board_cells(match)
    ]
    return [_table_row(match, place, round_, scores), *boards]


def board_cells(match: Match) -> list[list[Cell]]:
    """Return the boards of a team match: number, players, and the result between them."""
    return [
        [
            _small(tr("board {number}", number=line.number)),
            _small(line.first),
            line.result,
            _small(line.second),
        ]
        for line in match.board_lines
    ]


def _small(text: str) -> Cell:
    return {"text": "", "small": text} if text else ""


def _table_row(match: Match, place: str, round_: Round, scores: dict[int, str]) -> list[Cell]:
    first = [who(match.first), *([scores.get(match.first_id, "")] if scores else [])]
    if match.second is None:
        return [
            _table_cell(match, place),
            *first,
            "–",
            match.get_bye_kind_display(),
            *([""] if scores else []),
        ]
    own_mission = match.mission if match.mission != round_.mission else ""
    more = " · ".join(part for part in (own_mission, rematch_word(match)) if part)
    second = [who(match.second, more), *([scores.get(match.second_id or 0, "")] if scores else [])]
    return [_table_cell(match, place), *first, match.result_words, *second]


def pairings_by_name(tournament: Tournament, round_: Round | None, address: str) -> Content:
    rules = rules_of(tournament)
    assert round_ is not None
    vocabulary, with_colors = rules.vocabulary, (Use.COLORS in rules.uses)
    columns = [column(tr("Name"), "1fr"), column(vocabulary.table, align="right", strong=True)]
    columns += [column(tr("Colour"))] if with_colors else []
    columns += [column(tr("Opponent"), "1fr")]
    lines: list[tuple[str, list[Cell]]] = []
    for match, place in placed_matches(round_):
        for own, other, color in (
            (match.first, match.second, vocabulary.first),
            (match.second, match.first, vocabulary.second),
        ):
            if own is not None:
                colors = [color if other else ""] if with_colors else []
                opponent = who(other, rematch_word(match)) if other else match.get_bye_kind_display()
                lines.append((own.list_name, [own.list_name, _table_cell(match, place), *colors, opponent]))
    rows = [row for _, row in sorted(lines, key=lambda line: name_key(line[0]))]
    return sheet_of_rows(13, columns, rows, note=_note(round_))


def rematch_word(match: Match) -> str:
    """Mark a rematch: if the rules allow no complete round, it is paired with as few as possible."""
    return tr("rematch") if getattr(match, "is_rematch", False) else ""


def who(entry: Entry, more: str = "") -> Cell:
    """Return a name with what distinguishes the player."""
    name = f"{entry.title} {entry.display_name}".strip()
    rating = str(entry.rating) if entry.rating and not entry.faction else ""
    small = " · ".join(str(part) for part in (entry.faction, rating, more) if part)
    return {"text": name, "small": small} if small else name


def scores_before(tournament: Tournament, round_: Round) -> dict[int, str]:
    """Entry → its score before this round; empty before the second round."""
    if round_.number < 2:
        return {}
    lines = standings_table(tournament, round_.number - 1).lines
    if rules_of(tournament).is_led_by_wins:
        return {line.entry.pk: record_words(line.history) for line in lines}
    return {line.entry.pk: points_words(line.history.score) for line in lines}


def _note(round_: Round) -> str:
    return tr("Mission: {mission}", mission=round_.mission) if round_.mission else ""


def evening_schedule(tournament: Tournament, round_: Round | None, address: str) -> Content:
    """By time if there is one, otherwise by round and slot; with space for the results."""
    stage = _stage(tournament)
    matches = [match for match in matches_of_stage(stage) if not match.is_void] if stage is not None else []
    if not matches:
        raise NothingToPrint(
            what=tr("Schedule"), when=tr("It is ready once the schedule of the pools is made.")
        )
    has_times = any(match.planned_at for match in matches)
    vocabulary = rules_of(tournament).vocabulary
    columns = [
        column(tr("Time") if has_times else tr("Round"), align="right", strong=True),
        column(vocabulary.table, align="right"),
        column(tr("Pool")),
        column(vocabulary.first, "1fr"),
        column(tr("Result"), "26mm", "center", write=True),
        column(vocabulary.second, "1fr"),
    ]
    in_order = with_board_lines(_in_order(matches), tournament)
    rows = [row for match in in_order for row in [_row(match, has_times), *_board_rows(match)]]
    return sheet_of_rows(11, columns, rows, note=stage.shown_name if stage else "")


def _in_order(matches: list[Match]) -> list[Match]:
    """Stable: without times the order of play stays."""
    timed = [match for match in matches if match.planned_at]
    later = [match for match in matches if not match.planned_at]
    return sorted(timed, key=lambda match: (match.planned_at, match.table or 0)) + later


def _row(match: Match, has_times: bool) -> list[Cell]:
    assert match.second is not None
    time = f"{timezone.localtime(match.planned_at):%H:%M}" if match.planned_at else "–"
    turn = (
        time
        if has_times
        else {"text": str(match.round.number), "small": str(tr("slot {number}", number=match.slot))}
    )
    pool = match.pool.name if match.pool is not None else ""
    return [turn, str(match.table or "–"), pool, who(match.first), match.result_words, who(match.second)]


def _board_rows(match: Match) -> list[list[Cell]]:
    return [["", board, "", first, result, second] for board, first, result, second in board_cells(match)]


def _stage(tournament: Tournament) -> Stage | None:
    """The pools being prepared or in progress, otherwise the last ones."""
    stages = list(tournament.stages.filter(kind=StageKind.POOLS).order_by("number"))
    return next((s for s in stages if s.status != StageStatus.CLOSED), stages[-1] if stages else None)


def result_slips(tournament: Tournament, round_: Round | None, address: str) -> Content:
    """A slip per table; the template arranges them to keep cut piles in order."""
    assert round_ is not None
    vocabulary = rules_of(tournament).vocabulary
    return {
        "template": "slips",
        "says": [
            str(tr("Report it on your phone")),
            str(tr("Signed")),
            str(tr("This round has no matches.")),
        ],
        "word": vocabulary.table,
        "boxes": _boxes(tournament),
        "shared": [] if tournament.has_boards else _labels(tournament, side=""),
        "slips": [
            _slip(tournament, match, place, address)
            for match, place in placed_matches(round_)
            if match.second
        ],
    }


def _boxes(tournament: Tournament) -> list[str]:
    """The boxes next to each name: every number a side reports, or every board of a team match.

    One box if they would not fit, none if only the result is reported.
    """
    if tournament.has_boards:
        boxes = [str(tr("Board {number}", number=number)) for number in range(1, tournament.team_boards + 1)]
    else:
        boxes = _labels(tournament, side="first")
    return boxes if 1 != len(boxes) <= MOST_BOXES else [rules_of(tournament).vocabulary.points]


def _labels(tournament: Tournament, side: str) -> list[str]:
    return [
        field.label
        for field in rules_of(tournament).shape.fields()
        if field.side == side and not field.choices
    ]


def _slip(tournament: Tournament, match: Match, place: str, address: str) -> dict[str, Any]:
    assert match.second is not None
    vocabulary = rules_of(tournament).vocabulary
    return {
        "table": str(match.table),
        "round": str(match.round),
        "mission": " · ".join(part for part in (place, match.mission or match.round.mission) if part),
        "first": {"side": vocabulary.first, "name": match.first.display_name, "small": _about(match.first)},
        "second": {
            "side": vocabulary.second,
            "name": match.second.display_name,
            "small": _about(match.second),
        },
        "address": address and address + _page(tournament, match),
    }


def _page(tournament: Tournament, match: Match) -> str:
    """The match page with its code, which needs no account; if codes are off, the player's own page."""
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
    return {"template": "cards", "says": str(tr("No player has entered yet.")), "cards": cards}


def _about(entry: Entry) -> str:
    return entry.faction or (str(entry.rating) if entry.rating else "")
