"""Entering members of a club in its tournament, with their club rating (B1, B3)."""

from collections.abc import Collection, Sequence

from django.db.models import Max

from crosstable.accounts.models import Club, Membership, Player, User
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.people.entries import check_room
from crosstable.events.actions.people.numbering import number_late_entries
from crosstable.events.errors import BadValue, TeamsOnly
from crosstable.events.models import Entry, Status, Tournament
from crosstable.text import tr, trn

OPEN = (Status.DRAFT, Status.REGISTRATION, Status.CHECK_IN, Status.IN_PROGRESS)


def enter_members(
    *, tournament: Tournament, memberships: Sequence[Membership], confirmed: Collection[str] = (), by: User
) -> list[Entry]:
    """Enter all of them or none. Raises BadValue for a member of another club, named twice or entered already;
    NotEnoughRoom unless it is confirmed."""
    with action(tournament, by) as act:
        act.require(tr("Add club members"), *OPEN)
        if act.tournament.has_teams:
            raise TeamsOnly(size=act.tournament.team_size or 0)
        _check(act.tournament, memberships)
        check_room(act.tournament, len(memberships), confirmed)
        entries = _rows(act, memberships)
        Entry.objects.bulk_create(entries)
        number_late_entries(act, entries)
        names = [entry.display_name for entry in entries]
        act.record(
            "members.entered", trn("{count} member", "{count} members", len(names)), after={"names": names}
        )
    return entries


def _check(tournament: Tournament, memberships: Sequence[Membership]) -> None:
    club = tournament.club
    if club is None:
        raise BadValue(tr("This event belongs to no club."), "memberIds")
    seen: set[int] = set()
    entered = set(tournament.entries.values_list("player_id", flat=True))
    for member in memberships:
        _check_member(club, member, seen, entered)


def _check_member(club: Club, member: Membership, member_ids: set[int], player_ids: set[int]) -> None:
    if member.club_id != club.pk:
        raise BadValue(tr("{member} is not a member of {club}.", member=member, club=club), "memberIds")
    if member.pk in member_ids:
        raise BadValue(tr("{member} is named twice.", member=member), "memberIds")
    if member.player_id in player_ids:
        raise BadValue(tr("{member} is in this event already.", member=member), "memberIds")
    member_ids.add(member.pk)


def _rows(act: Action, memberships: Sequence[Membership]) -> list[Entry]:
    last = act.tournament.entries.aggregate(last=Max("seed"))["last"] or 0
    names = {name.lower() for name in act.tournament.entries.values_list("display_name", flat=True)}
    rows = []
    for seed, member in enumerate(memberships, start=last + 1):
        name = _free_name(member.player, names)
        names.add(name.lower())
        rows.append(
            Entry(
                tournament=act.tournament,
                player=member.player,
                seed=seed,
                display_name=name,
                given_name=member.player.given_name,
                family_name=member.player.family_name,
                rating=member.rating,
                checked_in_at=act.now,
            )
        )
    return rows


def _free_name(player: Player, names: set[str]) -> str:
    """Return the name, with a number if another member has the same."""
    name, n = player.name[:60], 1
    while name.lower() in names:
        n += 1
        name = f"{player.name[:55]} ({n})"
    return name
