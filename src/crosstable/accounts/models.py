"""People and clubs. A User can log in; a Player is a person in the directory, with or without an account; a Membership
is a player's place in one club. API tokens, stored answers of requests and counted attempts are here, too. Rows and
constraints only: the actions decide what is allowed.
"""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from crosstable.accounts.names import name_in_a_list
from crosstable.states import Is
from crosstable.text import tr

START_RATING = 1200


class User(AbstractUser):
    """An account. `is_superuser` marks the administrator."""

    email = models.EmailField("email address")
    email_confirmed_at = models.DateTimeField(null=True, blank=True)
    # E2: the one created at installation; it cannot be dismissed.
    is_first_administrator = models.BooleanField(default=False)
    # The language of the sign-up, or the one chosen in the menu; empty if the browser's decides.
    language = models.CharField(max_length=20, blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_unique",
                violation_error_message=tr("An account with this email address exists already."),
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="user_username_unique",
                violation_error_message=tr("This username is taken."),
            ),
            models.UniqueConstraint(
                fields=["is_first_administrator"],
                condition=Q(is_first_administrator=True),
                name="user_one_first_administrator",
            ),
        ]


class OpenIdAccount(models.Model):
    """A person's account at an identity provider, with which they log in to their account here."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="openid_accounts")
    issuer = models.CharField(max_length=255)
    # The provider's own id for the person: names and addresses may pass to others.
    subject = models.CharField(max_length=255)
    connected_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="openid_account_of_one_user"),
            models.UniqueConstraint(fields=["user", "issuer"], name="openid_account_once_per_issuer"),
        ]


class Player(models.Model):
    """A person in the directory, or a team: the owner of ratings and histories."""

    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="player")
    name = models.CharField(max_length=80)
    # The parts of the public name, if known: lists are sorted by the family name.
    given_name = models.CharField(max_length=60, blank=True, default="", db_default="")
    family_name = models.CharField(max_length=60, blank=True, default="", db_default="")
    # A team has no account; its members are persons who are players themselves.
    is_team = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def list_name(self) -> str:
        """Return “Hart, Ann”, if the parts are known."""
        return name_in_a_list(self.name, self.given_name, self.family_name)


class Contact(models.Model):
    """How to reach a person. A separate table, so a page that lists players never loads it (E1)."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="contact")
    first_name = models.CharField(max_length=60, blank=True)
    last_name = models.CharField(max_length=60, blank=True)
    address = models.CharField(max_length=300, blank=True)
    mobile = models.CharField(max_length=40, blank=True)
    # Only without an account; otherwise the account's address counts.
    email = models.EmailField(blank=True)


class Club(models.Model):
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=100, unique=True)
    town = models.CharField(max_length=80, blank=True)
    description = models.TextField(blank=True, max_length=5000)
    created_at = models.DateTimeField(auto_now_add=True)
    # Incremented by every action on the club: the number of the journal entry.
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = [Lower("name"), "pk"]
        constraints: ClassVar = [models.UniqueConstraint(Lower("name"), name="club_name_unique")]

    def __str__(self) -> str:
        return self.name

    @property
    def list_name(self) -> str:
        return self.name


class MembershipStatus(models.TextChoices):
    """PENDING: requested to join.

    LEFT: a former member, whose club rating is stored; nothing else is shown.
    """

    PENDING = "pending", tr("Asks to join")
    ACTIVE = "active", tr("Active")
    LAPSED = "lapsed", tr("Lapsed")
    GUEST = "guest", tr("Guest")
    LEFT = "left", tr("Left")


# Set by the club; the other two follow from requests to join and from leaving.
GIVEN_BY_CLUB = (MembershipStatus.ACTIVE, MembershipStatus.LAPSED, MembershipStatus.GUEST)


class Membership(models.Model):
    """A player's place in a club, with the club's own rating (B1)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    status = models.CharField(max_length=10, choices=MembershipStatus, default=MembershipStatus.ACTIVE)
    rating = models.PositiveIntegerField(default=START_RATING)
    games = models.PositiveIntegerField("games played", default=0)
    joined_on = models.DateField(null=True, blank=True)
    # Incremented by every change of the row; a form carries the version it saw.
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "club"], name="membership_once_per_club"),
            models.CheckConstraint(
                condition=Q(status__in=[s.value for s in MembershipStatus]), name="membership_status_known"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "status", "-rating"], name="membership_ranking")]

    is_pending = Is("status", MembershipStatus.PENDING)
    is_active = Is("status", MembershipStatus.ACTIVE)

    def __str__(self) -> str:
        return self.player.name


class ClubRole(models.Model):
    """An account that administers a club (E2)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="club_roles")
    appointed_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    appointed_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["appointed_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="club_role_once_per_user")
        ]


class Invitation(models.Model):
    """The link by which a member without an account takes over their record; a newer one replaces it."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="invitation")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=40)
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()


class ClubJournalEntry(models.Model):
    """One entry per action on a club, in order. It names which contact fields changed, never their values."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="journal")
    # Equal to the club's revision after the action.
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    # The person it is about; their name is removed from the entry when they are deleted.
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=160, blank=True)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "number"], name="club_journal_number_unique")
        ]


class SystemJournalEntry(models.Model):
    """Appointments and dismissals of administrators."""

    at = models.DateTimeField()
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    verb = models.CharField(max_length=40)

    class Meta:
        ordering: ClassVar = ["-pk"]


class Scope(models.TextChoices):
    READ = "read", tr("Read only")
    WRITE = "write", tr("Read and write")


class ApiToken(models.Model):
    """An API token.

    Only a digest is stored: the secret has 256 random bits, so a plain hash cannot be reversed.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    # The first characters of the secret, by which its owner recognises it.
    prefix = models.CharField(max_length=12)
    scope = models.CharField(max_length=10, choices=Scope, default=Scope.READ)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]

    may_write = Is("scope", Scope.WRITE)

    def __str__(self) -> str:
        return self.name


class Tally(models.Model):
    """A count of attempts since a moment, by a digest of what was tried and by which client (limits.py)."""

    key = models.CharField(max_length=64, primary_key=True)
    since = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField()


class RememberedRequest(models.Model):
    """A write that succeeded under an idempotency key, with its answer for repeated requests."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    # Method, address and body: the same key with another request is an error.
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="remembered_key_once_per_user")
        ]
