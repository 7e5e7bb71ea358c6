"""Who may do what, as named predicates. Pages, API and actions ask here and nowhere else."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from crosstable.accounts.models import Club, User
from crosstable.accounts.permissions import is_club_administrator, is_member
from crosstable.events.models import Entry, Match, Tournament

Visitor = User | AnonymousUser


def is_owner(user: Visitor, tournament: Tournament) -> bool:
    return user.is_authenticated and user.pk == tournament.owner_id


def is_organiser(user: Visitor, tournament: Tournament) -> bool:
    """The owner, those the owner appointed, the administrators of its club, the system administrator (E2)."""
    if not user.is_authenticated:
        return False
    if user.is_superuser or is_owner(user, tournament) or tournament.organisers.contains(user):
        return True
    return tournament.club is not None and is_club_administrator(user, tournament.club)


def may_create_for(user: Visitor, club: Club) -> bool:
    """E2: a member who creates a tournament is its director."""
    return is_club_administrator(user, club) or is_member(user, club)


def may_see(user: Visitor, tournament: Tournament) -> bool:
    """A1: a draft is invisible to everybody but its organisers."""
    return tournament.is_public or is_organiser(user, tournament)


def may_sign_in_for_events(user: Visitor, tournament: Tournament) -> bool:
    """Any account may register, as long as the event can be seen."""
    return user.is_authenticated and may_see(user, tournament)


def is_entrant(user: Visitor, entry: Entry) -> bool:
    """The player, or any member of the team (C7)."""
    if not user.is_authenticated:
        return False
    if entry.player.is_team:
        return entry.members.filter(player__user=user).exists()
    return entry.player.user_id == user.pk


def entrant_or_organiser(entry: Entry) -> Callable[[User, Tournament], bool]:
    """Asked of the event as it is when the action runs."""
    return lambda user, tournament: is_entrant(user, entry) or is_organiser(user, tournament)


def entries_of(user: User, entry: str = "") -> Q:
    """The same as a condition on rows: entries of this user, or rows whose `entry` it is."""
    at = f"{entry}__" if entry else ""
    return Q(**{f"{at}player__user": user}) | Q(**{f"{at}members__player__user": user})


def may_edit_entry(user: Visitor, entry: Entry) -> bool:
    return is_entrant(user, entry) or is_organiser(user, entry.tournament)


def may_read_list(user: Visitor, entry: Entry) -> bool:
    """A5: before the lock its author and the organisers, afterwards everybody who sees the event."""
    if entry.tournament.lists_are_locked and may_see(user, entry.tournament):
        return True
    return may_edit_entry(user, entry)


def may_read_reasons(user: Visitor, match: Match) -> bool:
    """Why a pairing was made: organisers always, its players once it is published and if the organiser lets them."""
    tournament = match.round.tournament
    if is_organiser(user, tournament):
        return True
    return match.round.is_public and tournament.players_see_reasons and side_of(user, match) is not None


def side_of(user: Visitor, match: Match) -> Entry | None:
    """The entry on whose behalf this user may report the match."""
    for entry in (match.first, match.second):
        if entry is not None and is_entrant(user, entry):
            return entry
    return None
