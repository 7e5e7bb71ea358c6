"""One player's part in one event: opponents, colours, results, rating changes and how the score grew."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from crosstable.events.models import Adjustment, RatingChange, Tournament
from crosstable.events.queries.people.rating_pools import earned_ratings
from crosstable.events.queries.standings.standings import Line, Tile, standings_table
from crosstable.events.records.rules import rules_of
from crosstable.games import Column


@dataclass(frozen=True, slots=True)
class CardRow:
    tile: Tile
    score: Decimal
    change: int | None


@dataclass(frozen=True, slots=True)
class Card:
    line: Line
    rows: Sequence[CardRow]
    adjustments: Sequence[Adjustment] = ()
    columns: Sequence[Column] = ()
    # As in the list of players.
    rating: int | None = None

    @property
    def about(self) -> list[str]:
        """Team, faction, federation and FIDE ID, those that are known."""
        entry = self.line.entry
        fide = f"FIDE ID {entry.fide_id}" if entry.fide_id else ""
        return [known for known in (entry.team_name, entry.faction, entry.federation, fide) if known]

    @property
    def rating_change(self) -> int | None:
        changes = [row.change for row in self.rows if row.change is not None]
        return sum(changes) if changes else None


def card(tournament: Tournament, entry_id: int) -> Card | None:
    """A fixed number of queries. None when nobody of that number is ranked in this event."""
    table = standings_table(tournament)
    line = next((line for line in table.lines if line.entry.pk == entry_id), None)
    if line is None:
        return None
    changes = RatingChange.objects.filter(match__round__tournament=tournament, player=line.entry.player_id)
    by_round: Counter[int] = Counter()
    for change in changes.select_related("match__round"):
        by_round[change.match.round.number] += change.change  # a correction booked later is a second line
    rows, score = [], Decimal(0)
    for tile in line.tiles:
        score += tile.points or 0
        rows.append(CardRow(tile, score, by_round.get(tile.round)))
    earned = earned_ratings(tournament).get(line.entry.player_id)
    rating = rules_of(tournament).known_rating(line.entry.rating, earned)
    return Card(line, rows, list(line.entry.adjustments.all()), table.columns, rating)
