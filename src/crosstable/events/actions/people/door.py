"""The door: while it is open, whoever scans its code enters themselves or their team, without an account.

Once pools are published whoever comes stands on the waiting list: in the event, and in no pool until a seat is given.
"""

import secrets
from collections.abc import Sequence

from django.utils.crypto import constant_time_compare

from crosstable.accounts.models import User
from crosstable.events.actions.frame.acting import Act, acting, acting_without_account
from crosstable.events.actions.people.entries import BEFORE_PLAY, check_not_drawn, make_entry
from crosstable.events.actions.people.persons import players_for
from crosstable.events.actions.people.teams import Member, enter_team, names_of_members
from crosstable.events.models import Entry, Stage, StageKind, StageStatus, Status, Tournament
from crosstable.events.queries.stages.participants import field_drawn_in
from crosstable.events.records.entries import EntryDetails, check_values

AT_THE_DOOR = "at the door"


def open_door(*, tournament: Tournament, by: User) -> str:
    """The code of the door; one that is open stays as it is."""
    with acting(tournament, by) as act:
        if act.tournament.door_token is not None:
            act.leave_as_it_is()
            return act.tournament.door_token
        act.tournament.door_token = secrets.token_urlsafe(24)
        act.tournament.save(update_fields=["door_token"])
        act.record("door.opened")
        return act.tournament.door_token


def close_door(*, tournament: Tournament, by: User) -> None:
    """The code stops working; opened again there is another one."""
    with acting(tournament, by) as act:
        if act.tournament.door_token is None:
            act.leave_as_it_is()
            return
        act.tournament.door_token = None
        act.tournament.save(update_fields=["door_token"])
        act.record("door.closed")


def enter_at_the_door(
    *, tournament: Tournament, code: str, details: EntryDetails, members: Sequence[Member] = ()
) -> Entry:
    """Whoever stands at the door is here. Raises NotAllowed for a wrong code, NameTaken, EventFull, BadValue,
    WrongTeamSize, WrongStatus, FieldIsDrawn."""
    with acting_without_account(tournament, lambda t: is_code_of_door(t, code), AT_THE_DOOR) as act:
        _check_takes(act)
        if act.tournament.has_teams:
            entry = enter_team(act, details, members)
            verb = "team.registered"
            after: dict[str, object] = {"members": names_of_members(entry)}
        else:
            check_values(act.tournament, details)
            (player,) = players_for(act.tournament, [details], None)
            entry = make_entry(act, player, details)
            verb, after = "entry.registered", {"display_name": entry.display_name}
        entry.checked_in_at = act.now
        entry.save(update_fields=["checked_in_at"])
        act.record(verb, entry.display_name, after=after, entry=entry)
    return entry


def is_code_of_door(tournament: Tournament, code: str) -> bool:
    return tournament.door_token is not None and constant_time_compare(tournament.door_token, code)


def waiting_list_of(tournament: Tournament) -> Stage | None:
    """The pools for which whoever comes now waits."""
    drawn = field_drawn_in(tournament)
    takes = drawn is not None and drawn.kind == StageKind.POOLS and drawn.status != StageStatus.CLOSED
    return drawn if takes else None


def _check_takes(act: Act) -> None:
    if waiting_list_of(act.tournament) is not None:
        return
    act.require("Entering at the door", Status.DRAFT, *BEFORE_PLAY)
    check_not_drawn(act.tournament)
