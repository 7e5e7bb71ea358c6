"""Swap two players, move a match to another table, set missions. See also manual_pairing.py."""

from copy import copy

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.rounds.manual_pairing import (
    HIGHEST_TABLE,
    SeenDraft,
    at_table,
    changeable_round,
    check_untouched,
    no_such_table,
)
from crosstable.events.actions.rounds.repairs import rewrite
from crosstable.events.bridge.rules import place_of, rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import BlockedTable, Entry, Match, Round, RoundStatus, Tournament
from crosstable.events.play_errors import NoSuchRound, SeatTaken, TableBlocked
from crosstable.games import Use
from crosstable.text import Text, names_text, tr

LONGEST_MISSION = 80


def swap_players(
    *,
    tournament: Tournament,
    first: Entry,
    second: Entry,
    by: User,
    number: int | None = None,
    seen_version: int | None = None,
    seen_draft: SeenDraft | None = None,
) -> None:
    """Exchange two players of a round, each taking the other's place (a bye is a place too).

    Two opponents exchange colours, if there are colours.
    """
    with action(tournament, by) as act:
        round_ = changeable_round(
            act, tr("Swap players"), seen_draft or SeenDraft(number, seen_version=seen_version)
        )
        a, b = _match_of(round_, first), _match_of(round_, second)
        if a.pk == b.pk and Use.COLORS not in rules_of(act.tournament).uses:
            raise BadValue(
                tr(
                    "{first} and {second} play each other; swapping them changes nothing.",
                    first=first,
                    second=second,
                ),
                "second",
            )
        moved = [a] if a.pk == b.pk else [a, b]
        for match in moved:
            check_untouched(act, match)
        done = rewrite(act, round_, moved, [_swapped(match, first, second) for match in moved])
        verb = "draft.swapped" if round_.status == RoundStatus.DRAFT else "pairing.swapped"
        act.record(verb, names_text([first.display_name, second.display_name]), done.before, done.after)


def change_table(*, match: Match, table: int, by: User, seen_draft: SeenDraft | None = None) -> None:
    """Move a match to another table; the match there moves to the freed table."""
    with action(match.round.tournament, by) as act:
        round_ = changeable_round(
            act,
            rules_of(act.tournament).say("Change the {table}"),
            seen_draft or SeenDraft(match.round.number),
        )
        fresh = _fresh(round_, match)
        if not 1 <= table <= HIGHEST_TABLE or fresh.is_bye:
            raise BadValue(
                rules_of(act.tournament).say(
                    "The number of a {table} is from 1 to {most}; a bye has none.", most=HIGHEST_TABLE
                ),
                "table",
            )
        if fresh.table == table:
            act.leave_as_it_is()
            return
        others = round_.matches.select_related("first", "second").filter(table=table, slot=fresh.slot)
        moved = [fresh, *others]
        for row in moved:
            check_untouched(act, row)
        made = [at_table(row, table if row is fresh else fresh.table, fresh.slot) for row in moved]
        done = rewrite(act, round_, moved, made)
        before, after = done.before | {"table": fresh.table}, done.after | {"table": table}
        verb = "draft.table-changed" if round_.status == RoundStatus.DRAFT else "pairing.table-changed"
        act.record(verb, _words(made[0]), before, after, match=made[0])


def set_mission(*, tournament: Tournament, number: int, mission: str, by: User) -> None:
    """Set the mission of a round, for every table without its own."""
    with action(tournament, by) as act:
        round_ = _open_round(act, number)
        before, round_.mission = round_.mission, checked_mission(mission)
        round_.save(update_fields=["mission"])
        act.record(
            "round.mission-set",
            str(round_),
            before={"mission": before},
            after={"mission": round_.mission},
            round_number=round_.number,
        )


def set_table_mission(*, match: Match, mission: str, by: User) -> None:
    """Set the mission of one table; empty means the round's."""
    with action(match.round.tournament, by) as act:
        fresh = _fresh(_open_round(act, match.round.number), match)
        before, fresh.mission = fresh.mission, checked_mission(mission)
        fresh.save(update_fields=["mission"])
        act.record(
            "table.mission-set",
            _words(fresh),
            before={"mission": before},
            after={"mission": fresh.mission},
            match=fresh,
        )


def _open_round(act: Action, number: int) -> Round:
    round_ = act.tournament.rounds.filter(number=number).exclude(status=RoundStatus.CLOSED).first()
    if round_ is None:
        raise NoSuchRound(action=tr("Save mission"), why=tr("The round is closed or does not exist."))
    return round_


def _fresh(round_: Round, match: Match) -> Match:
    fresh = round_.matches.select_related("first", "second").filter(pk=match.pk).first()
    if fresh is None:
        raise BadValue(
            tr(
                "This pairing is no longer in the round, because the draft was paired again. Reload the page."
            ),
            "match",
        )
    return fresh


def _match_of(round_: Round, entry: Entry) -> Match:
    for match in round_.matches.select_related("first", "second"):
        if entry.pk in (match.first_id, match.second_id):
            return match
    raise BadValue(tr("{entry} is not in this draft.", entry=entry), "first")


def _swapped(match: Match, first: Entry, second: Entry) -> Match:
    """Return the match with each of the two in the other's place."""
    places = {first.pk: second, second.pk: first}
    moved = copy(match)
    moved.review, moved.by_hand, moved.version = "", True, match.version + 1
    moved.first = places.get(match.first_id, match.first)
    if match.second is not None:
        moved.second = places.get(match.second.pk, match.second)
    return moved


def checked_mission(mission: str) -> str:
    mission = mission.strip()
    if len(mission) > LONGEST_MISSION:
        raise BadValue(
            tr("A mission has at most {longest_mission} characters.", longest_mission=LONGEST_MISSION),
            "mission",
        )
    return mission


def _words(match: Match) -> Text:
    return tr("{place}: {match}", place=match.bye_label if match.is_bye else place_of(match), match=match)


def fix_seat(*, entry: Entry, table: int | None, by: User) -> None:
    """Always seat the player at this table; None removes the seat. Raises SeatTaken, TableBlocked, BadValue."""
    with action(entry.tournament, by) as act:
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
    """Exclude this table from pairing. Raises SeatTaken if a player has a fixed seat there."""
    with action(tournament, by) as act:
        _check_number(act.tournament, table)
        if len(reason.strip()) > 100:
            raise BadValue(tr("The reason has at most 100 characters."), "reason")
        if sitting := act.tournament.entries.filter(fixed_table=table).first():
            raise SeatTaken(
                vocabulary=rules_of(act.tournament).vocabulary, number=table, name=sitting.display_name
            )
        row, new = BlockedTable.objects.get_or_create(
            tournament=act.tournament, table=table, defaults={"reason": reason.strip()}
        )
        if not new:
            act.leave_as_it_is()
            return
        act.record("table.blocked", str(table), after={"table": table}, reason=row.reason)


def unblock_table(*, tournament: Tournament, table: int, by: User) -> None:
    with action(tournament, by) as act:
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
        raise TableBlocked(vocabulary=rules.vocabulary, number=table)
    if sitting := tournament.entries.filter(fixed_table=table).first():
        raise SeatTaken(vocabulary=rules.vocabulary, number=table, name=sitting.display_name)
