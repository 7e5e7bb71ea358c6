"""Starting numbers (C.04.2): fixed with the first publication, moved by late entries and by *Renumber*."""

from collections.abc import Mapping, Sequence

from crosstable.accounts.models import User
from crosstable.engine.model import Bye, ByeKind, EntryId
from crosstable.engine.pairing.fide.options import last_of_group_a
from crosstable.engine.starting_numbers import starting_numbers, with_late_entries
from crosstable.events.actions.core.action import Action, action
from crosstable.events.bridge.entries import ranked_entries
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.tournament import conditions_for, load_tournament
from crosstable.events.errors import NumbersChanged, NumbersStay
from crosstable.events.models import Entry, Status, Tournament
from crosstable.events.queries.people.entries import NumberChange, moves_to, numbers_are_fixed, renumbering
from crosstable.events.queries.rounds.drafts import active_ids
from crosstable.text import tr

AT_ONCE = 200


def fix_numbers(act: Action) -> None:
    """Fix the provisional numbers, and with them the last member of group A."""
    if not rules_of(act.tournament).starts_by_rating:
        return
    _fix_group_a(act.tournament)
    _store(act.tournament, starting_numbers(ranked_entries(act.tournament)))


def free_numbers(act: Action) -> None:
    """Make the numbers provisional again after undoing the first publication. Imported ones stay."""
    if act.tournament.has_imported_numbers:
        return
    fixed = act.tournament.entries.filter(starting_number__isnull=False)
    fixed.update(starting_number=None, ends_group_a=False)


def number_late_entries(act: Action, entries: Sequence[Entry]) -> None:
    """Number late entries by rating, once numbers are fixed. The journal records the entries that move."""
    if not numbers_are_fixed(act.tournament):
        return
    everyone = ranked_entries(act.tournament)
    late = {EntryId(entry.pk) for entry in entries}
    before = [entry for entry in everyone if entry.id not in late]
    numbers = with_late_entries(
        before, [entry for entry in everyone if entry.id in late], keep=act.tournament.has_imported_numbers
    )
    act.also["moved"] = [move.as_json for move in moves_to(act.tournament, numbers)]
    act.also["numbered"] = [{"entry": entry.pk, "number": numbers[EntryId(entry.pk)]} for entry in entries]
    _store(act.tournament, numbers)
    for entry in entries:
        entry.starting_number = numbers[EntryId(entry.pk)]


def close_gap(act: Action, number: int | None) -> None:
    """Move the numbers up after removing an entry that was never paired."""
    if number is not None:
        below = act.tournament.entries.filter(starting_number__gt=number)
        _store(
            act.tournament, {EntryId(pk): n - 1 for pk, n in below.values_list("pk", "starting_number") if n}
        )


def renumber(*, tournament: Tournament, by: User, seen: str | None = None) -> Sequence[NumberChange]:
    """Renumber all entries by their current rating, title and name (art. 2.3, until round 4 is paired).

    `seen` is the digest of the changes the organiser confirmed. Raises NumbersStay, NumbersChanged.
    """
    with action(tournament, by) as act:
        act.require(tr("Renumber"), Status.DRAFT, Status.REGISTRATION, Status.CHECK_IN, Status.IN_PROGRESS)
        planned = renumbering(act.tournament)
        if planned.why_not:
            raise NumbersStay(why=planned.why_not)
        if seen is not None and seen != planned.digest:
            raise NumbersChanged()
        if not planned.moves:
            act.leave_as_it_is()
            return ()
        _store(act.tournament, {move.entry: move.after for move in planned.moves})
        act.record(
            "entries.renumbered",
            str(len(planned.moves)),
            after={"moved": [move.as_json for move in planned.moves]},
        )
    return planned.moves


def _fix_group_a(tournament: Tournament) -> None:
    """Fix group A among those paired in round 1 (C.04.7 art. 1.2). A group from a report file stays."""
    if not tournament.accelerated or not rules_of(tournament).pairing_system.accelerates:
        return
    if tournament.entries.filter(ends_group_a=True).exists():
        return
    state = load_tournament(tournament, before_round=1)
    asked = conditions_for(tournament, 1).byes
    here = set(active_ids(tournament)) - {bye.entry for bye in asked}
    byes = [Bye(entry.id, ByeKind.ZERO) for entry in state.entries if entry.id not in here]
    if last := last_of_group_a(state, byes):
        tournament.entries.filter(pk=last).update(ends_group_a=True)


def _store(tournament: Tournament, numbers: Mapping[EntryId, int]) -> None:
    """Store the numbers. They are unique at every moment, so those that change are cleared first."""
    rows = [
        entry
        for entry in tournament.entries.filter(pk__in=numbers).only("pk", "tournament_id", "starting_number")
        if entry.starting_number != numbers[EntryId(entry.pk)]
    ]
    tournament.entries.filter(pk__in=[row.pk for row in rows], starting_number__isnull=False).update(
        starting_number=None
    )
    for row in rows:
        row.starting_number = numbers[EntryId(row.pk)]
    Entry.objects.bulk_update(rows, ["starting_number"], batch_size=AT_ONCE)
