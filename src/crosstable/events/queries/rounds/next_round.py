"""The next round in one click: what the click does, the pairings it would make, and what to look at before it.

The pairings are computed when they are read, once per revision: they are ready as soon as the last result is.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.database.revision_cache import RevisionCache
from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import Notice
from crosstable.engine.pairing.rule_checks import seated
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.tournament import conditions_for, load_tournament, matches_of_plan
from crosstable.events.bridge.words import points_words, record_words
from crosstable.events.errors import named
from crosstable.events.models import Match, Round, Stage, Tournament
from crosstable.events.queries.rounds.drafts import Draft, active_ids, draft_of
from crosstable.events.queries.rounds.live_rounds import blocked_tables, fixed_seats
from crosstable.events.queries.standings.standings import standings_table
from crosstable.text import tr

# An uneven score group is usual in a small field; all other rules are looked at before the round starts.
USUAL_NOTICES = frozenset({"gap"})


@dataclass(frozen=True, slots=True)
class RoundPreview:
    """The pairings of a round that is not paired yet: unsaved matches with their entries. `basis` identifies them."""

    tables: Sequence[Match]
    byes: Sequence[Match]
    draft: Draft
    basis: str

    @property
    def to_look_at(self) -> Sequence[Notice]:
        """The rules these pairings violate."""
        return [notice for notice in self.draft.notices if notice.rule not in USUAL_NOTICES]


@dataclass(frozen=True, slots=True)
class NextRound:
    """What one click does: close the round in progress (`closes`), pair (with a `preview`), publish and start."""

    number: int
    closes: int | None
    preview: RoundPreview | None
    # The length of the round on the round clock.
    minutes: int | None

    @property
    def basis(self) -> str:
        return self.preview.basis if self.preview else ""

    @property
    def to_look_at(self) -> Sequence[Notice]:
        return self.preview.to_look_at if self.preview else ()

    @property
    def parts(self) -> list[str]:
        """The steps of the click, as sentences."""
        steps = [tr("Close round {number}", number=self.closes)] if self.closes else []
        if self.preview:
            steps.append(tr("Pair round {number}", number=self.number))
        steps.append(tr("Publish the pairings"))
        if self.minutes:
            return [*steps, tr("Start the round and its clock, {minutes} min", minutes=self.minutes)]
        return [*steps, tr("Start the round")]


@dataclass(frozen=True, slots=True)
class FinishNow:
    """Ending the Swiss after its newest round, in words."""

    number: int
    sentence: str

    @property
    def label(self) -> str:
        return tr("Finish after round {number}", number=self.number)


_previews: RevisionCache[RoundPreview | None] = RevisionCache(most=32)


def preview_of(tournament: Tournament, stage: Stage, number: int) -> RoundPreview | None:
    """Return the pairings of the round as it would be paired now; None if it cannot be paired."""
    key = tournament.pk, tournament.revision, number
    return _previews.get(key, lambda: _preview(tournament, stage, number))


def _preview(tournament: Tournament, stage: Stage, number: int) -> RoundPreview | None:
    active = active_ids(tournament)
    if len(active) < 2:
        return None
    state, conditions = load_tournament(tournament, before_round=number), conditions_for(tournament, number)
    try:
        plan = rules_of(tournament).pairing_system.pair_round(state, active, conditions)
    except PairingImpossible:
        return None
    plan = seated(plan, fixed_seats(tournament), blocked_tables(tournament))
    rows = matches_of_plan(Round(tournament=tournament, stage=stage, number=number), plan)
    entries = tournament.entries.in_bulk([pk for row in rows for pk in (row.first_id, row.second_id) if pk])
    for row in rows:
        row.first, row.second = entries[row.first_id], entries.get(row.second_id)
    draft = draft_of(rows[0].round, rows)
    tables = [row for row in rows if not row.is_bye]
    return RoundPreview(tables, [row for row in rows if row.is_bye], draft, _basis(rows, draft))


def _basis(rows: Sequence[Match], draft: Draft) -> str:
    seats = [(row.table, row.first_id, row.second_id) for row in rows]
    return hashlib.sha256(repr((seats, draft.notices)).encode()).hexdigest()[:32]


def finish_after(tournament: Tournament, number: int, following: Stage | None) -> FinishNow:
    """Return what finishing after this round means: who wins, or which stage follows."""
    if following is not None:
        sentence = tr(
            "The Swiss ends after round {number}, and {stage} follows.", number=number, stage=following.name
        )
        return FinishNow(number, sentence)
    leaders = [line for line in standings_table(tournament).lines if line.rank == 1]
    if not leaders:
        return FinishNow(number, tr("The event ends after round {number}.", number=number))
    history = leaders[0].history
    score = record_words(history) if rules_of(tournament).counts_points else points_words(history.score)
    names = named([line.entry.display_name for line in leaders])
    words = tr("The event ends after round {number}: {names} wins with {score}.")
    if len(leaders) > 1:
        words = tr("The event ends after round {number}: {names} share first place with {score}.")
    return FinishNow(number, words.filled(number=number, names=names, score=score))
