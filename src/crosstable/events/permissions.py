"""Permissions, as named predicates. Pages, API and actions check them here and nowhere else."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from crosstable.accounts.models import Club, Player, User
from crosstable.accounts.permissions import check_may, is_club_administrator, is_member
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.models import Appointment, Entry, Match, Role, TeamMember, Tournament
from crosstable.text import tr

Visitor = User | AnonymousUser


def is_owner(user: Visitor, tournament: Tournament) -> bool:
    return user.is_authenticated and user.pk == tournament.owner_id


def role_of(user: Visitor, tournament: Tournament) -> Role | None:
    """Return the user's role. Organisers: the owner, the administrators of its club, the system administrators (E2),
    and appointed organisers; judges and desk helpers by appointment only (H4)."""
    if not user.is_authenticated:
        return None
    if user.is_superuser or is_owner(user, tournament):
        return Role.ORGANISER
    roles = Appointment.objects.filter(tournament=tournament, user=user).values_list("role", flat=True)
    role = roles.first()
    if (
        role != Role.ORGANISER
        and tournament.club is not None
        and is_club_administrator(user, tournament.club)
    ):
        return Role.ORGANISER
    return Role(role) if role else None


@dataclass(frozen=True)
class Capability:
    """A kind of act in an event, with the roles that may do it. Called like every predicate here."""

    roles: frozenset[Role]
    who_may: str

    def __call__(self, user: Visitor, tournament: Tournament) -> bool:
        return role_of(user, tournament) in self.roles


# All of H4: a role that is not listed may not. Everything without a capability needs RUN.
RUN = Capability(frozenset({Role.ORGANISER}), tr("Only the organisers of this event can do this."))
RULE = Capability(
    frozenset({Role.ORGANISER, Role.JUDGE}), tr("Only the organisers and judges of this event can do this.")
)
GIVE_TIME = Capability(RULE.roles, RULE.who_may)
ENTER_RESULTS = Capability(
    frozenset({Role.ORGANISER, Role.JUDGE, Role.DESK}),
    tr("Only the organisers, judges and desk helpers of this event can do this."),
)
CHECK_IN = Capability(
    frozenset({Role.ORGANISER, Role.DESK}),
    tr("Only the organisers and desk helpers of this event can do this."),
)
# Reading what is not public: drafts, the desk, the journal.
LOOK = Capability(frozenset(Role), ENTER_RESULTS.who_may)

is_organiser = RUN
# The capabilities by the names that templates use.
CAPABILITIES = {
    "run": RUN,
    "rule": RULE,
    "give_time": GIVE_TIME,
    "enter_results": ENTER_RESULTS,
    "check_in": CHECK_IN,
    "look": LOOK,
}


def abilities_of(user: Visitor, tournament: Tournament) -> dict[str, bool]:
    """Return what this user may do here, for pages that offer nothing else."""
    role = role_of(user, tournament)
    return {name: role in capability.roles for name, capability in CAPABILITIES.items()}


def check_can(user: Visitor, tournament: Tournament, needs: Capability = RUN, about: str = "") -> None:
    """Raise NotAllowed unless the user's role has the capability. `about` is a sentence to begin with."""
    if not needs(user, tournament):
        who_may = _who_may(user, tournament, needs)
        check_may(False, tr("{about} {who_may}", about=about, who_may=who_may) if about else who_may)


def _who_may(user: Visitor, tournament: Tournament, needs: Capability) -> str:
    """Return who may do it; add for a user with another role who to ask."""
    role = role_of(user, tournament)
    if role is None:
        return needs.who_may
    owner = Player.objects.filter(user=tournament.owner_id).values_list("name", flat=True).first()
    return tr(
        "{who_may} Your role is “{role}”. Ask {owner}, who owns the event.",
        who_may=needs.who_may,
        role=role.label,
        owner=owner or tournament.owner.get_username(),
    )


def may_create_for(user: Visitor, club: Club) -> bool:
    """E2: a member who creates a tournament becomes its organiser."""
    return is_club_administrator(user, club) or is_member(user, club)


def may_see(user: Visitor, tournament: Tournament) -> bool:
    """A1: a draft is visible only to those who run the event."""
    return tournament.is_public or LOOK(user, tournament)


def may_sign_in_for_events(user: Visitor, tournament: Tournament) -> bool:
    """Any account may register for an event it can see."""
    return user.is_authenticated and may_see(user, tournament)


def is_entrant(user: Visitor, entry: Entry) -> bool:
    """Whether the user is the player, or a member of the team (C7)."""
    if not user.is_authenticated:
        return False
    if entry.player.is_team:
        return bool(_membership(entry.pk, user.pk))
    return entry.player.user_id == user.pk


_membership = CompiledQuery(
    lambda entry, user: (
        TeamMember.objects.filter(entry_id=entry, player__user=user).order_by().values_list("pk", flat=True)
    ),
    int,
    int,
)


@dataclass(frozen=True, kw_only=True)
class EntrantOr(Capability):
    """Permission for the user's own entry, or by a role. Checked on the event as locked by the action."""

    entry: Entry
    roles: frozenset[Role] = RUN.roles
    who_may: str = tr("Only the player and the organisers of this event can do this.")

    def __call__(self, user: Visitor, tournament: Tournament) -> bool:
        return is_entrant(user, self.entry) or super().__call__(user, tournament)


def entries_of(user: User, entry: str = "") -> Q:
    """Return `is_entrant` as a query condition: entries of this user, or rows whose `entry` is one."""
    at = f"{entry}__" if entry else ""
    return Q(**{f"{at}player__user": user}) | Q(**{f"{at}members__player__user": user})


def may_edit_entry(user: Visitor, entry: Entry) -> bool:
    return is_entrant(user, entry) or is_organiser(user, entry.tournament)


def may_read_list(user: Visitor, entry: Entry) -> bool:
    """A5: before the lock, the author and those who run the event; afterwards everyone who can see the event."""
    if entry.tournament.lists_are_locked and may_see(user, entry.tournament):
        return True
    return is_entrant(user, entry) or RULE(user, entry.tournament)


WHO_MAY_READ_REASONS = tr("Only organisers can see why, and the two players if the event allows it.")


def may_read_reasons(user: Visitor, match: Match) -> bool:
    """Whether the user may read why a pairing was made: those who run the event always; its players once it is
    published, if the organiser allows it."""
    tournament = match.round.tournament
    if LOOK(user, tournament):
        return True
    return match.round.is_public and tournament.players_see_reasons and side_of(user, match) is not None


def side_of(user: Visitor, match: Match) -> Entry | None:
    """Return the entry for which this user may report the match."""
    for entry in (match.first, match.second):
        if entry is not None and is_entrant(user, entry):
            return entry
    return None
