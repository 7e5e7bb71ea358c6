"""E2: whoever runs a tournament may appoint further directors, and end it; the owner stays."""

from __future__ import annotations

from crosstable.accounts.models import User
from crosstable.events.actions.acting import acting
from crosstable.events.errors import BadValue, NotAllowed
from crosstable.events.models import Tournament
from crosstable.events.permissions import is_organiser


def find_user(name: str) -> User:
    """By username or email address. Raises BadValue."""
    name = name.strip()
    found = (
        User.objects.filter(username__iexact=name).first() or User.objects.filter(email__iexact=name).first()
    )
    if found is None:
        raise BadValue(f"There is no account “{name}”. Ask them to sign up first.", "user")
    return found


def appoint_by_name(*, tournament: Tournament, name: str, by: User) -> User:
    """By username or email address. Only organisers learn whether there is such an account."""
    if not is_organiser(by, tournament):
        raise NotAllowed("appoint directors; only the organisers of the event may")
    user = find_user(name)
    appoint_director(tournament=tournament, user=user, by=by)
    return user


def appoint_director(*, tournament: Tournament, user: User, by: User) -> None:
    """From now on they run the event like the owner, but for deleting it."""
    with acting(tournament, by) as act:
        if user.pk == act.tournament.owner_id or act.tournament.organisers.contains(user):
            raise BadValue(f"{user.get_username()} runs this event already.", "user")
        act.tournament.organisers.add(user)
        act.record("director.appointed", user.get_username())


def dismiss_director(*, tournament: Tournament, user: User, by: User) -> None:
    with acting(tournament, by) as act:
        if not act.tournament.organisers.contains(user):
            raise BadValue(f"{user.get_username()} is not a director of this event.", "user")
        act.tournament.organisers.remove(user)
        act.record("director.dismissed", user.get_username())
