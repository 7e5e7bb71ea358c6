"""A draft round: what it was paired from, changes since then, rule exceptions, unpaired players.

The digest of its inputs shows whether anything the pairing depends on has changed; the journal shows what.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from crosstable.engine import model as engine
from crosstable.engine.errors import PairingImpossible
from crosstable.engine.history import history_of
from crosstable.engine.model import Bye, ByeKind, EntryId, Notice, Pairing
from crosstable.engine.pairing.colors import REVIEW
from crosstable.engine.pairing.registry import RoundConditions
from crosstable.engine.pairing.rule_checks import Comparison, Setting, compare, violated_rules
from crosstable.events.bridge import verbs
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.tournament import conditions_for, load_tournament
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.bridge.words import points_words, record_words
from crosstable.events.models import Entry, JournalEntry, Match, Round, RoundStatus, Tournament, was_agreed
from crosstable.events.queries.rounds.live_rounds import blocked_tables, fixed_seats


@dataclass(frozen=True, slots=True)
class OwnPairing:
    """The engine's own pairing of the same players, compared with the round.

    `impossible` names the players who prevent a complete round.
    """

    comparison: Comparison | None
    impossible: Sequence[str] = ()


def setting_of(tournament: Tournament) -> Setting:
    """Return the event's forbidden pairings, clubs, fixed seats and blocked tables."""
    clubs = Entry.objects.filter(tournament=tournament).exclude(team_name="").values_list("pk", "team_name")
    return Setting(
        rules_of(tournament).pairing_system,
        forbidden=conditions_for(tournament, 0).forbidden,
        clubs={EntryId(pk): name.strip().casefold() for pk, name in clubs},
        seats=fixed_seats(tournament),
        blocked_tables=blocked_tables(tournament),
    )


def violated_rules_of(round_: Round, rows: Iterable[Match]) -> tuple[Notice, ...]:
    """Return the rule exceptions of these matches, stored or not."""
    state = load_tournament(round_.tournament, before_round=round_.number)
    pairings, byes = as_engine(rows)
    return violated_rules(state, pairings, byes, setting_of(round_.tournament))


def own_pairing(round_: Round, rows: Sequence[Match]) -> OwnPairing:
    """Return what the pairing system would have paired for these players; requested byes stay."""
    tournament = round_.tournament
    state = load_tournament(tournament, before_round=round_.number)
    pairings, byes = as_engine(rows)
    asked = tuple(bye for bye in byes if bye.kind is not ByeKind.ALLOCATED)
    unpaired = [EntryId(entry.pk) for entry in unpaired_in(round_, rows)]
    active = [id for p in pairings for id in (p.first, p.second)] + [b.entry for b in byes] + unpaired
    conditions = conditions_for(tournament, round_.number)
    try:
        plan = rules_of(tournament).pairing_system.pair_round(state, active, replace(conditions, byes=asked))
    except PairingImpossible as impossible:
        names = {entry.id: entry.name for entry in state.entries}
        return OwnPairing(None, [names[id] for id in impossible.entries])
    return OwnPairing(compare(state, pairings, byes, plan, setting_of(tournament)))


def unpaired_in(round_: Round, rows: Iterable[Match]) -> list[Entry]:
    """Return the players without a place in the round: set aside or, in a draft, active and left out."""
    if round_.status != RoundStatus.DRAFT:
        return [row.entry for row in round_.set_aside.select_related("entry").order_by("entry__seed")]
    placed = {pk for match in rows for pk in (match.first_id, match.second_id)}
    return [e for e in round_.tournament.entries.order_by("seed") if e.is_active and e.pk not in placed]


def as_engine(rows: Iterable[Match]) -> tuple[list[Pairing], list[Bye]]:
    pairings, byes = [], []
    for match in rows:
        if match.second_id is None:
            byes.append(Bye(EntryId(match.first_id), ByeKind(match.bye_kind)))
        else:
            pairings.append(Pairing(EntryId(match.first_id), EntryId(match.second_id), match.table))
    return pairings, byes


@dataclass(frozen=True, slots=True)
class Differences:
    """Players in the draft who no longer play, and players missing from it, by display name."""

    leavers: Sequence[str]
    missing: Sequence[str]

    @property
    def any(self) -> bool:
        return bool(self.leavers or self.missing)


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft with the standings it was paired from: every player's record, and the rule exceptions."""

    records: dict[int, str]
    notices: tuple[Notice, ...]
    names: dict[int, str]


def draft_differences(round_: Round) -> Differences:
    paired = {pk for pair in round_.matches.values_list("first_id", "second_id") for pk in pair if pk}
    active = Entry.objects.filter(
        tournament=round_.tournament_id,
        checked_in_at__isnull=False,
        dropped_at__isnull=True,
        absent_since__isnull=True,
    )
    names = dict(active.values_list("pk", "display_name"))
    gone = Entry.objects.filter(pk__in=paired - names.keys()).values_list("display_name", flat=True)
    return Differences(list(gone), [name for pk, name in names.items() if pk not in paired])


def draft_of(round_: Round, matches: Sequence[Match]) -> Draft:
    state = load_tournament(round_.tournament, before_round=round_.number)
    pairings, byes = as_engine(matches)
    notices = violated_rules(state, pairings, byes, setting_of(round_.tournament))
    has_vp = rules_of(round_.tournament).counts_points
    return Draft(
        records={
            id: record_words(h) if has_vp else points_words(h.score) for id, h in history_of(state).items()
        },
        notices=notices if has_vp else _with_reviews(notices, matches),
        names={entry.id: entry.name for entry in state.entries},
    )


def _with_reviews(notices: Sequence[Notice], matches: Sequence[Match]) -> tuple[Notice, ...]:
    """In chess a float is regular and not reported; colours that the pairing system marks for review are."""
    shown = [notice for notice in notices if notice.rule != "gap"]
    known = {notice.entries for notice in shown if notice.rule == REVIEW}
    marked = [(EntryId(m.first_id), EntryId(m.second_id)) for m in matches if m.review and m.second_id]
    return (*shown, *(Notice(REVIEW, both) for both in marked if both not in known))


def active_ids(tournament: Tournament) -> list[EntryId]:
    """Return the entries that take part in the next pairing (A6, A7)."""
    active = Entry.objects.filter(
        tournament=tournament, checked_in_at__isnull=False, dropped_at__isnull=True, absent_since__isnull=True
    ).order_by("seed")
    return [EntryId(pk) for pk in active.values_list("pk", flat=True)]


def digest(
    state: engine.Tournament, active: Iterable[EntryId], conditions: RoundConditions, system: str
) -> str:
    """Return the digest of everything the pairing depends on; names and tables are not included."""
    present = sorted(active)
    concerned = {*present, *(id for r in state.rounds for m in r.matches for id in m.pairing.entries)}
    parts = (
        system,
        present,
        [(e.id, e.seed, e.rating) for e in state.entries if e.id in concerned],
        [
            (r.number, [(m.pairing.first, m.pairing.second, m.result) for m in r.matches], r.byes)
            for r in state.rounds
        ],
        state.total_rounds,
        state.scoring,
        state.adjustments,
        (conditions.byes, sorted(conditions.forbidden), conditions.initial_color, conditions.accelerated),
        # Fixed when round 1 is published; before that it follows from the pairing of round 1.
        *([conditions.last_of_group_a] if conditions.last_of_group_a and state.rounds else []),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def basis_now(round_: Round) -> str:
    tournament = round_.tournament
    state = load_tournament(tournament, before_round=round_.number)
    conditions = conditions_for(tournament, round_.number)
    return digest(state, active_ids(tournament), conditions, rules_of(tournament).system)


def changes_under(round_: Round) -> Sequence[str]:
    """Return what changed since the draft was paired, as journal sentences; empty if it is up to date."""
    if not round_.basis or basis_now(round_) == round_.basis:
        return ()
    since = JournalEntry.objects.filter(
        tournament=round_.tournament_id, number__gt=round_.drafted_revision
    ).order_by("number")
    changes = [describe(entry) for entry in since.select_related("tournament") if _is_under_a_pairing(entry)]
    return changes or ["something the pairing depends on"]


def _is_under_a_pairing(entry: JournalEntry) -> bool:
    verb = verbs.VERBS.get(entry.verb)
    if verb is not None and verb.pairing is verbs.Pairing.ONCE_AGREED:
        return was_agreed(entry.after)
    return verb is not None and verb.pairing is verbs.Pairing.MOVED
