"""E2: whoever runs a tournament may appoint further directors, and end it; the owner stays.

By username only somebody whose email address is confirmed: anybody can sign up with the address of somebody else. For
everybody else there is a link, which works once, for whoever opens it and is signed in; it needs no mail.
"""

import secrets
from typing import Any

from django.core import signing

from crosstable.accounts import limits
from crosstable.accounts.errors import LinkExpired
from crosstable.accounts.models import User
from crosstable.accounts.names import canonical
from crosstable.accounts.permissions import check_may
from crosstable.events.actions.frame.acting import Act, acting
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.permissions import is_organiser

LIFETIME = 2 * 24 * 3600
# Names one organiser may try in an hour.
MOST_TRIES = 30
_SALT = "crosstable.events.director"


def appoint_by_name(*, tournament: Tournament, name: str, by: User) -> User:
    """By username. One answer for all who cannot be appointed so. Raises BadValue, TooManyTries."""
    check_may(is_organiser(by, tournament), "appoint directors; only the organisers of the event may")
    limits.take("director", by.pk, most=MOST_TRIES)
    confirmed = User.objects.filter(is_active=True, email_confirmed_at__isnull=False)
    user = confirmed.filter(username__iexact=canonical(name)).first()
    if user is None:
        raise BadValue(
            f"“{name.strip()[:80]}” is not the username of somebody whose email address is confirmed. "
            "Give them an invitation link instead.",
            "user",
        )
    appoint_director(tournament=tournament, user=user, by=by)
    return user


def appoint_director(*, tournament: Tournament, user: User, by: User) -> None:
    """From now on they run the event like the owner, but for deleting it."""
    with acting(tournament, by) as act:
        _appoint(act, user, {})


def invite_director(*, tournament: Tournament, by: User) -> str:
    """What a link carries that makes one person a director. It ends with its use, in two days, and with its giver."""
    check_may(is_organiser(by, tournament), "invite directors; only the organisers of the event may")
    return signing.dumps([tournament.pk, by.pk, secrets.token_urlsafe(9)], salt=_SALT)


def invited_to(token: str) -> Tournament:
    """The event a link is for. Raises LinkExpired."""
    return _read(token)[0]


def accept_directorship(*, token: str, by: User) -> Tournament:
    """Whoever holds the link runs the event from now on. Raises LinkExpired, BadValue."""
    tournament, giver, key = _read(token)
    with acting(tournament, by, lambda user, _: user.is_active, "accept this") as act:
        _read(token)  # again, now that the event is locked
        _appoint(act, by, {"invitation": key, "by": giver.get_username()})
    return tournament


def dismiss_director(*, tournament: Tournament, user: User, by: User) -> None:
    with acting(tournament, by) as act:
        if not act.tournament.organisers.contains(user):
            raise BadValue(f"{user.get_username()} is not a director of this event.", "user")
        act.tournament.organisers.remove(user)
        act.record("director.dismissed", user.get_username())


def _appoint(act: Act, user: User, after: dict[str, Any]) -> None:
    if user.pk == act.tournament.owner_id or act.tournament.organisers.contains(user):
        raise BadValue(f"{user.get_username()} runs this event already.", "user")
    act.tournament.organisers.add(user)
    act.record("director.appointed", user.get_username(), after=after)


def _read(token: str) -> tuple[Tournament, User, str]:
    try:
        event, giver, key = signing.loads(token, salt=_SALT, max_age=LIFETIME)
    except (signing.BadSignature, ValueError, TypeError):
        raise LinkExpired from None
    tournament, by = Tournament.objects.filter(pk=event).first(), User.objects.filter(pk=giver).first()
    if tournament is None or by is None or not is_organiser(by, tournament):
        raise LinkExpired
    if tournament.journal.filter(verb="director.appointed", after__invitation=key).exists():
        raise LinkExpired
    return tournament, by, str(key)
