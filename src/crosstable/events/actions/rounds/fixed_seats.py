"""Fixed seats and blocked tables. They hold from the next pairing on; a round that is made already is not moved."""

from crosstable.accounts.models import User
from crosstable.events.actions.frame.acting import acting
from crosstable.events.actions.rounds.by_hand import HIGHEST_TABLE, no_such_table
from crosstable.events.errors import BadValue
from crosstable.events.models import BlockedTable, Entry, Tournament
from crosstable.events.play_errors import SeatTaken, TableBlocked
from crosstable.events.records.rules import rules_of


def fix_seat(*, entry: Entry, table: int | None, by: User) -> None:
    """Always sits at this table; None: anywhere again. Raises SeatTaken, TableBlocked, BadValue."""
    with acting(entry.tournament, by) as act:
        fresh = act.fresh(entry)
        if fresh.fixed_table == table:
            act.leave_as_it_is()
            return
        if table is not None:
            _check_seat(act.tournament, table)
        before, fresh.fixed_table = fresh.fixed_table, table
        fresh.save(update_fields=["fixed_table"])
        verb = "seat.fixed" if table is not None else "seat.freed"
        known = {"entry": fresh.pk}
        act.record(verb, fresh.display_name, known | {"table": before}, known | {"table": table}, entry=fresh)


def block_table(*, tournament: Tournament, table: int, by: User, reason: str = "") -> None:
    """The pairing does not use this table. Raises SeatTaken where somebody has a fixed seat there."""
    with acting(tournament, by) as act:
        _check_number(act.tournament, table)
        if len(reason.strip()) > 100:
            raise BadValue("The reason has at most 100 characters.", "reason")
        if sitting := act.tournament.entries.filter(fixed_table=table).first():
            raise SeatTaken(words=rules_of(act.tournament).words, number=table, name=sitting.display_name)
        row, new = BlockedTable.objects.get_or_create(
            tournament=act.tournament, table=table, defaults={"reason": reason.strip()}
        )
        if not new:
            act.leave_as_it_is()
            return
        act.record("table.blocked", str(table), after={"table": table}, reason=row.reason)


def unblock_table(*, tournament: Tournament, table: int, by: User) -> None:
    with acting(tournament, by) as act:
        row = BlockedTable.objects.filter(tournament=act.tournament, table=table).first()
        if row is None:
            act.leave_as_it_is()
            return
        row.delete()
        act.record("table.unblocked", str(table), before={"table": table}, reason=row.reason)


def _check_number(tournament: Tournament, table: int) -> None:
    if not 1 <= table <= HIGHEST_TABLE:
        raise no_such_table(tournament)


def _check_seat(tournament: Tournament, table: int) -> None:
    rules = rules_of(tournament)
    _check_number(tournament, table)
    if tournament.blocked_tables.filter(table=table).exists():
        raise TableBlocked(words=rules.words, number=table)
    if sitting := tournament.entries.filter(fixed_table=table).first():
        raise SeatTaken(words=rules.words, number=table, name=sitting.display_name)
