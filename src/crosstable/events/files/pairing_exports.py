"""The pairings of a round and the crosstable as tables to take away."""

from crosstable.engine.names import name_key
from crosstable.engine.results import Points
from crosstable.events.files.exports import Rows, Value, with_still_in
from crosstable.events.files.printing.tables import tile_words
from crosstable.events.models import Entry, Match, Round, Tournament
from crosstable.events.queries.people.public import matches_of
from crosstable.events.queries.standings.standings import standings_table
from crosstable.events.queries.standings.totals import crosstable_totals
from crosstable.events.records.rules import rules_of
from crosstable.games import Use


def pairings_rows(round_: Round) -> Rows:
    """A row per table, byes last."""
    tournament = round_.tournament
    rules = rules_of(tournament)
    words, shape = rules.words, rules.shape
    about = "Faction" if Use.FACTIONS in rules.uses else "Rating"
    head = [words.table, words.first, about, words.second, about, "Result"]
    counts, has_missions = bool(shape.counted), (Use.MISSIONS in rules.uses)
    tells_more = counts and shape.kind != Points.kind
    head += [f"{words.points} 1", f"{words.points} 2"] if counts else []
    head += ["Score"] if tells_more else []
    head += ["Mission"] if has_missions else []
    rows = []
    for match in matches_of(round_):
        row = _pairing(match)
        if match.second is not None:
            row += _totals(match) if counts else []
            row += [match.result_words] if tells_more else []
            row += [match.mission or round_.mission] if has_missions else []
        rows.append(row)
    return [head, *rows]


def _pairing(match: Match) -> list[Value]:
    row: list[Value] = [match.table, match.first.display_name, _about(match.first)]
    if match.second is None:
        return [*row, match.get_bye_kind_display()]
    return [*row, match.second.display_name, _about(match.second), match.get_result_display()]


def _totals(match: Match) -> list[Value]:
    return [*((match.said.totals if match.is_agreed else None) or (None, None))]


def pairings_by_name_rows(round_: Round) -> Rows:
    """Everybody with table and opponent, by name."""
    words = rules_of(round_.tournament).words
    rows: list[list[Value]] = []
    for match in matches_of(round_):
        for own, other, side in (
            (match.first, match.second, words.first),
            (match.second, match.first, words.second),
        ):
            if own is not None:
                opponent = other.display_name if other else match.get_bye_kind_display()
                rows.append([own.list_name, match.table, side if other else "", opponent])
    return [["Name", words.table, "Side", "Opponent"], *sorted(rows, key=lambda row: name_key(str(row[0])))]


def crosstable_rows(tournament: Tournament) -> Rows:
    """Who met whom: 12w1 is the opponent in row 12 with the colour w, won."""
    rules = rules_of(tournament)
    table, totals = standings_table(tournament), crosstable_totals(tournament)
    words = rules.words if Use.COLORS in rules.uses else None
    numbers = [tile.round for tile in table.lines[0].tiles] if table.lines else []
    head = ["No.", "Rank", "Name", "Rating", *(f"Round {n}" for n in numbers), totals.name]
    rows = [
        [
            line.row,
            line.rank,
            line.entry.display_name,
            line.entry.rating or None,
            *(tile_words(tile, words) for tile in line.tiles),
            totals.values[line.history.entry.id],
        ]
        for line in table.lines
    ]
    return with_still_in([head, *rows], table)


def _about(entry: Entry) -> Value:
    return entry.faction or entry.rating or None
