"""Copying an event: last week's settings, boards, displays, helpers and players, with the next date.

Rounds, results, pools, brackets and the journal are not copied, nor what players wrote for one event: army lists and
requested byes. Constraints of a schedule name entries of the old event and are left out.
"""

import datetime
import re
from typing import Any

from django.db import transaction
from django.utils import dateformat, timezone

from crosstable.accounts.models import Membership, Player, User
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.event_settings import EventSettings, draft_with
from crosstable.events.actions.event.screens import free_code
from crosstable.events.actions.event.tournaments import record_creation
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import IsARehearsal
from crosstable.events.models import (
    Appointment,
    BlockedTable,
    Entry,
    ForbiddenPair,
    Role,
    TeamMember,
    Tournament,
)
from crosstable.events.permissions import check_can, may_create_for
from crosstable.games import Use
from crosstable.text import tr

WEEK = datetime.timedelta(weeks=1)
# How a date may be written in the name of an event, the longest first.
DATE_FORMS = (
    *("j F Y", "F j, Y", "j M Y", "M j, Y", "j F", "F j", "j M", "M j"),
    *("Y-m-d", "d.m.Y", "j.n.Y", "d/m/Y", "j/n/Y", "d.m.", "j.n."),
)


@transaction.atomic
def copy_event(
    *,
    tournament: Tournament,
    by: User,
    name: str = "",
    date: datetime.date | None = None,
    players: bool = True,
    helpers: bool = True,
    screens: bool = True,
) -> Tournament:
    """Create a draft with the same settings, owned by `by`. Without a date it is the next one; without a name it is
    the old one, with the date in it changed. Raises NotAllowed, BadValue, TooMuchWork."""
    check_can(by, tournament)
    if tournament.is_rehearsal:
        raise IsARehearsal(action=tr("Copy this event"))
    day = date or next_date(tournament)
    copy = draft_with(
        settings=EventSettings.of(tournament),
        name=name.strip() or next_name(tournament.name, tournament.date, day),
        date=day,
        by=by,
        club=tournament.club if tournament.club and may_create_for(by, tournament.club) else None,
    )
    BlockedTable.objects.bulk_create(
        BlockedTable(tournament=copy, table=row.table, reason=row.reason)
        for row in tournament.blocked_tables.all()
    )
    copied: dict[str, Any] = {"source": tournament.name, "players": 0}
    if players:
        copied["players"] = len(_copy_entries(tournament, copy))
    if helpers:
        _copy_helpers(tournament, copy)
    if screens:
        for screen in tournament.screens.all():
            screen.pk, screen.tournament, screen.code = None, copy, free_code()
            screen.save()
    record_creation(copy, by, "tournament.repeated", {**Details.of(copy).as_json(), **copied})
    return copy


def next_date(tournament: Tournament) -> datetime.date:
    """Return the same day of the week: the next one that is later than the event and not in the past."""
    today = timezone.localdate(timezone=tournament.zone)
    weeks = max(1, -((tournament.date - today) // WEEK))
    return tournament.date + weeks * WEEK


def next_name(name: str, old: datetime.date, new: datetime.date) -> str:
    """Change the date in the name of an event, and “#12” to “#13”."""
    for form in DATE_FORMS:
        written = rf"(?<!\d){re.escape(dateformat.format(old, form))}(?!\d)"
        if re.search(written, name):
            return re.sub(written, dateformat.format(new, form), name, count=1)
    return re.sub(r"(#\s?)(\d{1,4})(?!\d)", lambda m: f"{m[1]}{int(m[2]) + 1}", name, count=1)


def _copy_entries(tournament: Tournament, copy: Tournament) -> list[Entry]:
    """Enter the same players or teams, in the same order, with the club ratings of today."""
    before = list(tournament.entries.filter(player__deleted_at=None).select_related("player"))
    ratings: dict[int, int] = {}
    if copy.club_id is not None:
        members = Membership.objects.filter(club=copy.club_id)
        ratings = dict(members.values_list("player", "rating"))
    here = None if Use.CHECK_IN in rules_of(copy).uses else timezone.now()
    rows = [_entry(entry, copy, ratings, here) for entry in before]
    if tournament.has_teams:
        Player.objects.bulk_create([row.player for row in rows])
    Entry.objects.bulk_create(rows)
    by_old = {old.pk: row for old, row in zip(before, rows, strict=True)}
    TeamMember.objects.bulk_create(
        TeamMember(tournament=copy, entry=by_old[row.entry_id], player_id=row.player_id, number=row.number)
        for row in tournament.team_members.filter(entry__in=by_old, player__deleted_at=None)
    )
    for pair in tournament.forbidden_pairs.filter(first__in=by_old, second__in=by_old):
        first, second = sorted((by_old[pair.first_id], by_old[pair.second_id]), key=lambda row: row.pk)
        ForbiddenPair.objects.create(tournament=copy, first=first, second=second)
    return rows


def _entry(
    entry: Entry, copy: Tournament, ratings: dict[int, int], checked_in_at: datetime.datetime | None
) -> Entry:
    """Return the row to store. A team is another player in each event: it may be renamed in one."""
    details = {name: getattr(entry, name) for name in EntryDetails.__slots__ if name != "list_text"}
    return Entry(
        **{**details, "rating": ratings.get(entry.player_id, entry.rating)},
        tournament=copy,
        player=Player(name=entry.display_name, is_team=True) if entry.player.is_team else entry.player,
        seed=entry.seed,
        fixed_table=entry.fixed_table,
        sex=entry.sex,
        birth_date=entry.birth_date,
        checked_in_at=checked_in_at,
    )


def _copy_helpers(tournament: Tournament, copy: Tournament) -> None:
    """Appoint the same people in the same roles; the owner of the old event becomes an organiser."""
    roles = dict(Appointment.objects.filter(tournament=tournament).values_list("user", "role"))
    roles[tournament.owner_id] = Role.ORGANISER
    active = User.objects.filter(pk__in=roles, is_active=True).exclude(pk=copy.owner_id)
    Appointment.objects.bulk_create(
        Appointment(tournament=copy, user=user, role=roles[user.pk]) for user in active
    )
