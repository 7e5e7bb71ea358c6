"""Whether the ranks of a file (columns 86 to 89) follow from its tie-breaks (records 202 and 212)."""

from collections import Counter
from dataclasses import dataclass, replace

from crosstable.engine.model import EntryId, Tournament
from crosstable.engine.standings import standings
from crosstable.engine.trf.document import TrfDocument
from crosstable.engine.trf.notes import VoidNote, notes_of


@dataclass(frozen=True, slots=True)
class RankDifference:
    """Entries equal in every tie-break may have any rank from `first` to `last`, by lot for instance."""

    entry: EntryId
    stated: int
    first: int
    last: int


def check_ranks(document: TrfDocument) -> tuple[RankDifference, ...]:
    """Return the ranks that are wrong; none if the file has no list. Raises UnknownTieBreak."""
    if not document.tie_breaks:
        return ()
    rows = standings(without_void_games(document), document.tie_breaks)
    equals = Counter(row.rank for row in rows)
    problems = []
    for row in rows:
        details = document.details.get(row.entry.id)
        stated, last = details.rank if details else None, row.rank + equals[row.rank] - 1
        if stated and not row.rank <= stated <= last:
            problems.append(RankDifference(row.entry.id, stated, row.rank, last))
    return tuple(problems)


def without_void_games(document: TrfDocument) -> Tournament:
    """Return the games that count.

    Games of players who left a round robin early are removed, with their records 299.
    """
    gone = {note.player for note in notes_of(document) if isinstance(note, VoidNote)}
    tournament = document.tournament
    if not gone:
        return tournament
    void = {
        (r.number, id)
        for r in tournament.rounds
        for m in r.matches
        if m.pairing.entries & gone
        for id in m.pairing.entries
    }
    rounds = tuple(
        replace(r, matches=tuple(m for m in r.matches if not m.pairing.entries & gone))
        for r in tournament.rounds
    )
    given = tuple(one for one in tournament.adjustments if (one.round, one.entry) not in void)
    return replace(tournament, rounds=rounds, adjustments=given)
