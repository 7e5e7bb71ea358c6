"""E2, H4: organisers appoint other people to run the event, each in a role, and dismiss them; the owner stays.

Appointing by username requires a confirmed email address: anyone can sign up with another person's address. For all
others there is a link. It works once, for any signed-in user who opens it, and needs no mail.
"""

import secrets
from typing import Any

from django.core import signing

from crosstable.accounts import limits
from crosstable.accounts.errors import LinkExpired
from crosstable.accounts.models import User
from crosstable.accounts.names import canonical
from crosstable.events.actions.core.action import Action, action
from crosstable.events.errors import BadValue
from crosstable.events.models import Appointment, Role, Tournament
from crosstable.events.permissions import check_can, is_organiser
from crosstable.text import tr

LIFETIME = 2 * 24 * 3600
# Names one organiser may try per hour.
MOST_TRIES = 30
USES_A_LINK = ("director.appointed", "director.changed")
_SALT = "crosstable.events.director"


def appoint_by_name(*, tournament: Tournament, name: str, by: User, role: str = Role.ORGANISER) -> User:
    """Appoint by username. One refusal for all who cannot be appointed. Raises BadValue, TooManyTries."""
    check_can(by, tournament)
    limits.take("director", by.pk, most=MOST_TRIES)
    confirmed = User.objects.filter(is_active=True, email_confirmed_at__isnull=False)
    user = confirmed.filter(username__iexact=canonical(name)).first()
    if user is None:
        raise BadValue(
            tr(
                "“{name}” is not the username of an account with a confirmed email address. Send the "
                "person an invitation link instead.",
                name=name.strip()[:80],
            ),
            "user",
        )
    appoint_director(tournament=tournament, user=user, by=by, role=role)
    return user


def appoint_director(*, tournament: Tournament, user: User, by: User, role: str = Role.ORGANISER) -> None:
    """Appoint the user in this role, replacing another role they have."""
    with action(tournament, by) as act:
        _appoint(act, user, _checked(role), {})


def invite_director(*, tournament: Tournament, by: User, role: str = Role.ORGANISER) -> str:
    """Return the token of a link that appoints one person. It expires when used, after two days, and when its creator
    loses the organiser role."""
    check_can(by, tournament)
    return signing.dumps([tournament.pk, by.pk, secrets.token_urlsafe(9), _checked(role)], salt=_SALT)


def invited_to(token: str) -> tuple[Tournament, Role]:
    """Return the event and the role of a link. Raises LinkExpired."""
    tournament, _, _, role = _read(token)
    return tournament, role


def accept_directorship(*, token: str, by: User) -> Tournament:
    """Appoint the user who opened the link. Raises LinkExpired, BadValue."""
    tournament, giver, key, role = _read(token)
    with action(tournament, by, lambda user, _: user.is_active, tr("Your account is not active.")) as act:
        _read(token)  # again, now that the event is locked
        if is_organiser(by, act.tournament):  # an organiser who tries the desk link stays organiser
            raise BadValue(
                tr("{by} is already an organiser, judge or desk helper of this event.", by=by.get_username()),
                "user",
            )
        _appoint(act, by, role, {"invitation": key, "by": giver.get_username()})
    return tournament


def dismiss_director(*, tournament: Tournament, user: User, by: User) -> None:
    with action(tournament, by) as act:
        there = _appointment(act, user)
        if there is None:
            raise BadValue(
                tr(
                    "{user} is not an organiser, judge or desk helper of this event.",
                    user=user.get_username(),
                ),
                "user",
            )
        there.delete()
        act.record("director.dismissed", user.get_username(), {"role": there.role})


def _appoint(act: Action, user: User, role: Role, after: dict[str, Any]) -> None:
    there, after = _appointment(act, user), {**after, "role": role}
    if user.pk == act.tournament.owner_id or (there is not None and there.role == role):
        raise BadValue(
            tr(
                "{user} is already an organiser, judge or desk helper of this event.",
                user=user.get_username(),
            ),
            "user",
        )
    if there is None:
        Appointment.objects.create(tournament=act.tournament, user=user, role=role)
        act.record("director.appointed", user.get_username(), after=after)
        return
    before, there.role = {"role": there.role}, role
    there.save(update_fields=["role"])
    act.record("director.changed", user.get_username(), before, after)


def _appointment(act: Action, user: User) -> Appointment | None:
    return Appointment.objects.filter(tournament=act.tournament, user=user).first()


def _checked(role: str) -> Role:
    if role not in Role.values:
        raise BadValue(tr("A role is one of {values}.", values=", ".join(Role.values)), "role")
    return Role(role)


def _read(token: str) -> tuple[Tournament, User, str, Role]:
    try:
        event, giver, key, role = signing.loads(token, salt=_SALT, max_age=LIFETIME)
    except (signing.BadSignature, ValueError, TypeError):
        raise LinkExpired from None
    tournament, by = Tournament.objects.filter(pk=event).first(), User.objects.filter(pk=giver).first()
    if tournament is None or by is None or not is_organiser(by, tournament):
        raise LinkExpired
    if tournament.journal.filter(verb__in=USES_A_LINK, after__invitation=key).exists():
        raise LinkExpired
    return tournament, by, str(key), _checked(role)


def share(*, tournament: Tournament, by: User) -> str:
    """Create a share link; the previous one stops working."""
    with action(tournament, by) as act:
        act.tournament.share_token = secrets.token_urlsafe(24)
        act.tournament.save(update_fields=["share_token"])
        act.record("share.renewed")
        return act.tournament.share_token


def stop_sharing(*, tournament: Tournament, by: User) -> None:
    with action(tournament, by) as act:
        if act.tournament.share_token is None:
            act.leave_as_it_is()
            return
        act.tournament.share_token = None
        act.tournament.save(update_fields=["share_token"])
        act.record("share.stopped")
