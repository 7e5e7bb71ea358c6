"""Why an entry has its place, in sentences with the numbers, for pages and the API."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosstable.engine.history import History, history_of
from crosstable.engine.model import EntryId
from crosstable.engine.standings import Decision, Row
from crosstable.engine.tie_breaks import find_tie_break
from crosstable.engine.tie_breaks.among_tied import matches_among
from crosstable.engine.tie_breaks.explaining import Ahead, why_ahead
from crosstable.engine.tie_breaks.tie_break import Part
from crosstable.events.bridge.stages import decisions_of, stages_of
from crosstable.events.bridge.words import points_words, signed_words
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.standings.final_places import knockout_has_begun
from crosstable.events.queries.standings.pool_tables import codes_of, pools_by_name, rows_by_pool
from crosstable.events.queries.standings.ranking import Ranking, ranking
from crosstable.events.queries.standings.why_sentences import (
    DecidedByStages,
    Names,
    ahead_sentence,
    names_in,
    value_words,
)
from crosstable.text import tr


@dataclass(frozen=True, slots=True)
class TieBreakStep:
    """One round's share of a tie-break, with the opponent it came from."""

    round: int
    opponent: str
    value: str
    note: str
    is_cut: bool


@dataclass(frozen=True, slots=True)
class Account:
    """The calculation of one entry's tie-break."""

    name: str
    tie_break: str
    value: str
    steps: Sequence[TieBreakStep]
    rule: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two entries: which is ahead, the sentence, and the calculation of the deciding numbers."""

    ahead: Entry
    behind: Entry
    ahead_rank: int
    behind_rank: int
    sentence: str
    decided_by: str
    accounts: Sequence[Account]
    # Their state in a bracket in progress.
    ahead_is: str = ""
    behind_is: str = ""


@dataclass(frozen=True, slots=True)
class ExplainedPlace:
    """One entry's place, compared with its neighbours or a given entry, with all calculations."""

    entry: Entry
    rank: int
    of: int
    comparisons: Sequence[Comparison]
    accounts: Sequence[Account]
    others: Sequence[Entry]
    # The pool of the table, if there are several.
    pool: str = ""
    # The stage the numbers are from, if later stages have begun.
    counted_in: str = ""
    # In a bracket, until the place is certain: “in the final”.
    still_in: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of every number, and its name."""

    ranks: Ranking
    history: History
    names: Names
    decisions: Sequence[Decision] = ()


def why_place(tournament: Tournament, entry_id: int, other_id: int | None = None) -> ExplainedPlace | None:
    """Compare the entry with its neighbours, or with `other_id`. None if one of them is not ranked."""
    in_pool = pool_ranking(tournament, entry_id)
    ranks, pool = in_pool or (ranking(tournament), "")
    places = {int(row.entry.id): place for place, row in enumerate(ranks.rows)}
    wanted = [entry_id] if other_id is None else [entry_id, other_id]
    if any(id not in places for id in wanted):
        return None
    place = places[entry_id]
    row = ranks.rows[place]
    neighbours = [*ranks.rows[max(0, place - 1) : place], *ranks.rows[place + 1 : place + 2]]
    against = neighbours if other_id is None else [ranks.rows[places[other_id]]]
    source = Source(ranks, history_of(ranks.event), names_in(tournament), _decisions(tournament))
    stages = None if in_pool else DecidedByStages(tournament)
    accounts = [_account(source, row, code) for code in ranks.codes]
    return ExplainedPlace(
        entry=ranks.entries[row.entry.id],
        rank=row.rank,
        of=len(ranks.rows),
        comparisons=[_comparison(source, stages, row, other) for other in against if other is not row],
        accounts=[account for account in accounts if account.steps],
        others=[ranks.entries[r.entry.id] for r in ranks.rows if r is not row],
        pool=pool,
        counted_in=str(tournament.stages.order_by("number").first()) if ranks.is_by_bracket else "",
        still_in=row.still_in,
    )


def _decisions(tournament: Tournament) -> list[Decision]:
    """Decisions about ties of the stage the tie-breaks belong to."""
    stages = stages_of(tournament)
    return decisions_of(stages[0]) if len(stages) > 1 else []


def pool_ranking(tournament: Tournament, entry_id: int) -> tuple[Ranking, str] | None:
    """Return the table of the entry's pool until a knockout begins, and its name if there are several."""
    stage = tournament.stages.filter(pool_seats__entry=entry_id).order_by("-number").first()
    last = tournament.stages.order_by("-number").first()
    if stage is None or last is None or not stage.is_public or knockout_has_begun(last):
        return None
    pools = pools_by_name(stage)
    name = stage.pools.get(seats__entry=entry_id).name
    rows = rows_by_pool(stage, pools=pools)[name]
    entries = {
        EntryId(e.pk): e for e in tournament.entries.filter(pool_seats__stage=stage).defer("list_text")
    }
    table = Ranking(pools[name], pools[name], rows, entries, codes_of(tournament), is_final=False)
    return table, name if len(pools) > 1 else ""


def _comparison(source: Source, stages: DecidedByStages | None, one: Row, two: Row) -> Comparison:
    """Compare by the stage that decided; if no later stage did, by the tie-breaks."""
    ranks = source.ranks
    above, below = sorted((one, two), key=ranks.rows.index)
    ahead, behind = ranks.entries[above.entry.id], ranks.entries[below.entry.id]
    if stages and (sentence := stages.sentence(ahead, behind, shared=above.rank == below.rank)):
        are = above.still_in, below.still_in
        return Comparison(ahead, behind, above.rank, below.rank, sentence, "", (), *are)
    return _by_tie_breaks(source, one, two)


def _by_tie_breaks(source: Source, one: Row, two: Row) -> Comparison:
    ranks = source.ranks
    why = why_ahead(ranks.rows, ranks.codes, one.entry.id, two.entry.id, source.history)
    ahead, behind = why.ahead.entry, why.behind.entry
    code = why.decided_by
    both = (why.ahead, why.behind)
    return Comparison(
        ahead=ranks.entries[ahead.id],
        behind=ranks.entries[behind.id],
        ahead_rank=why.ahead.rank,
        behind_rank=why.behind.rank,
        sentence=ahead_sentence(why, source.names, source.decisions),
        decided_by=code or "",
        accounts=[
            account for row in both if code and (account := _deciding_account(source, row, code, why)).steps
        ],
    )


def _deciding_account(source: Source, row: Row, code: str, why: Ahead) -> Account:
    """The calculation of the number that separated the two: for a procedure, of its last step."""
    if not why.trail:
        return _account(source, row, code, why.tie)
    last = why.trail[-1]
    history = matches_among(source.history, last.matches_among) if last.matches_among else source.history
    found = find_tie_break(last.code).parts(history, row.entry.id)
    steps = [_step(last.code, part, source.ranks.entries) for part in found]
    name = source.names.tie_break(last.code).name
    return Account(row.entry.name, name, value_words(last.code, last.values[row.entry.id]), steps, "")


def _account(source: Source, row: Row, code: str, tie: Sequence[EntryId] = ()) -> Account:
    ranks = source.ranks
    value = row.values[ranks.codes.index(code)]
    tie_break = source.names.tie_break(code)
    parts = tie_break.parts(source.history, row.entry.id, tie)
    steps = [_step(code, part, ranks.entries) for part in parts]
    if tie_break.added and (added := tie_break.added(row.history)):
        steps.append(
            TieBreakStep(0, "", signed_words(added), tr("penalty") if added < 0 else tr("bonus"), False)
        )
    return Account(row.entry.name, tie_break.name, value_words(code, value), steps, tie_break.explanation)


def _step(code: str, part: Part, entries: Mapping[EntryId, Entry]) -> TieBreakStep:
    opponent = entries[part.opponent].display_name if part.opponent is not None else tr("no opponent")
    return TieBreakStep(part.round, opponent, value_words(code, part.value), _note(part), part.is_cut)


def _note(part: Part) -> str:
    """What is special about it: a product, a cut, a round that was not played."""
    notes = []
    if part.times is not None and part.of is not None:
        notes.append(f"{points_words(part.of)} × {points_words(part.times)}")
    if part.opponent is None:
        notes.append(str(tr("bye or absent")))
    elif not part.was_played:
        notes.append(str(tr("not played")))
    if part.is_cut:
        notes.append(str(tr("left out")))
    return ", ".join(notes)
