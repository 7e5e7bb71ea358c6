"""A round seen by whoever changes it by hand: the rules it bends, who has no place, and the engine's own pairing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import Bye, ByeKind, EntryId, Notice, Pairing
from crosstable.engine.pairing.bends import Comparison, Setting, bends, compare
from crosstable.events.models import Entry, Match, Round, RoundStatus, Tournament
from crosstable.events.queries.rounds.live_rounds import blocked_tables, fixed_seats
from crosstable.events.records.rules import rules_of
from crosstable.events.records.tournament import conditions_for, load_tournament


@dataclass(frozen=True, slots=True)
class OwnPairing:
    """The engine's answer to the same players beside the round; `impossible` names who stands in its way."""

    comparison: Comparison | None
    impossible: Sequence[str] = ()


def setting_of(tournament: Tournament) -> Setting:
    """Bans, clubs, seats and blocked tables of an event."""
    clubs = Entry.objects.filter(tournament=tournament).exclude(team_name="").values_list("pk", "team_name")
    return Setting(
        rules_of(tournament).pairing_system,
        forbidden=conditions_for(tournament, 0).forbidden,
        clubs={EntryId(pk): name.strip().casefold() for pk, name in clubs},
        seats=fixed_seats(tournament),
        blocked_tables=blocked_tables(tournament),
    )


def bends_of(round_: Round, rows: Iterable[Match]) -> tuple[Notice, ...]:
    """The rules these rows bend, stored or not."""
    state = load_tournament(round_.tournament, before_round=round_.number)
    pairings, byes = as_engine(rows)
    return bends(state, pairings, byes, setting_of(round_.tournament))


def own_pairing(round_: Round, rows: Sequence[Match]) -> OwnPairing:
    """What the system would have paired for those in the round; who sits out by request still does."""
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
    """Who should have a place in the round and has none: put aside, or, in a draft, active and left out."""
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
