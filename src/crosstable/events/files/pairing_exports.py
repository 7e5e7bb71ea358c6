"""The pairings of a round and the crosstable as tables to take away."""

from __future__ import annotations

from crosstable.events.files.exports import Rows, Value
from crosstable.events.files.printing.pairings import name_key
from crosstable.events.files.printing.tables import tile_words
from crosstable.events.models import Entry, Match, Round, Tournament
from crosstable.events.queries.people.public import matches_of
from crosstable.events.queries.standings.standings import standings_table
from crosstable.events.records.settings.choices import profile_of


def pairings_rows(round_: Round) -> Rows:
    """A row per table, byes last."""
    profile = profile_of(round_.tournament)
    about = "Faction" if profile.has_lists else "Rating"
    head = [profile.words.table, profile.words.first, about, profile.words.second, about, "Result"]
    if profile.has_victory_points:
        head += [f"{profile.words.points} 1", f"{profile.words.points} 2", "Mission"]
    return [head, *(_pairing(match, round_, profile.has_victory_points) for match in matches_of(round_))]


def _pairing(match: Match, round_: Round, has_points: bool) -> list[Value]:
    row: list[Value] = [match.table, match.first.display_name, _about(match.first)]
    if match.second is None:
        return [*row, match.get_bye_kind_display()]
    row += [match.second.display_name, _about(match.second), match.get_result_display()]
    return [*row, match.first_vp, match.second_vp, match.mission or round_.mission] if has_points else row


def pairings_by_name_rows(round_: Round) -> Rows:
    """Everybody with table and opponent, by name."""
    words = profile_of(round_.tournament).words
    rows: list[list[Value]] = []
    for match in matches_of(round_):
        for own, other, side in (
            (match.first, match.second, words.first),
            (match.second, match.first, words.second),
        ):
            if own is not None:
                opponent = other.display_name if other else match.get_bye_kind_display()
                rows.append([own.display_name, match.table, side if other else "", opponent])
    return [["Name", words.table, "Side", "Opponent"], *sorted(rows, key=lambda row: name_key(str(row[0])))]


def crosstable_rows(tournament: Tournament) -> Rows:
    """Who met whom: 12w1 is number 12 with White, won."""
    table, has_colors = standings_table(tournament), profile_of(tournament).has_colors
    numbers = [tile.round for tile in table.lines[0].tiles] if table.lines else []
    head = ["Rank", "Name", "Rating", *(f"Round {n}" for n in numbers), "Points" if has_colors else "Wins"]
    return [
        head,
        *(
            [
                line.rank,
                line.entry.display_name,
                line.entry.rating or None,
                *(tile_words(tile, has_colors) for tile in line.tiles),
                line.history.score if has_colors else line.history.wins,
            ]
            for line in table.lines
        ),
    ]


def _about(entry: Entry) -> Value:
    return entry.faction or entry.rating or None
