"""A tournament: its name, status, settings and roles."""

from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models

from crosstable.fields import EVENT_FIELDS
from crosstable.games import USUAL_GAME
from crosstable.installation import installation_zone, validate_time_zone
from crosstable.states import Is, IsNot
from crosstable.text import Text, tr, trn


class Status(models.TextChoices):
    """A1. Every change of status is an organiser's action."""

    DRAFT = "draft", tr("Draft")
    REGISTRATION = "registration", tr("Registration open")
    CHECK_IN = "check-in", tr("Check-in")
    IN_PROGRESS = "in-progress", tr("In progress")
    COMPLETE = "complete", tr("Finished")


class RatedHere(models.TextChoices):
    """Whether the games of an event move ratings here."""

    USUAL = "", tr("As usual")
    YES = "yes", tr("Rated here")
    NO = "no", tr("Not rated here")


class RoundFlow(models.TextChoices):
    """How the next round of a Swiss begins; `bridge/rules.py` has the default."""

    USUAL = "", tr("As usual")
    ONE_CLICK = "one-click", tr("One click")
    STEPS = "steps", tr("Step by step")


class BoardOrderCode(models.TextChoices):
    """The rule for line-ups: see engine/scoring.py."""

    FIXED = "fixed", tr("As the team's list has them, reserves last")
    FREE = "free", tr("Free: any member at any board")


class Tournament(models.Model):
    name = models.CharField(max_length=EVENT_FIELDS["name"].length)
    slug = models.SlugField(max_length=140, unique=True)
    game = models.CharField(max_length=20, default=USUAL_GAME)
    date = models.DateField()
    location = models.CharField(max_length=EVENT_FIELDS["location"].length, blank=True)
    format_text = models.CharField("format", max_length=EVENT_FIELDS["format_text"].length, blank=True)
    description = models.TextField(blank=True, max_length=EVENT_FIELDS["description"].length)
    total_rounds = models.PositiveSmallIntegerField("number of rounds")
    status = models.CharField(max_length=20, choices=Status, default=Status.DRAFT)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owned_tournaments"
    )
    # The club it belongs to, if any: its members take part, and its rating moves.
    club = models.ForeignKey(
        "accounts.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="organised_tournaments", blank=True, through="Appointment"
    )
    # The organiser's settings; empty values mean the game's defaults. `choices` are about the game itself: its words,
    # how many sets, whether there are draws (see games.model.Choices).
    choices = models.JSONField(default=dict, blank=True)
    end_date = models.DateField(null=True, blank=True)
    # The zone of its times; empty: the installation's.
    time_zone = models.CharField(
        max_length=64, blank=True, default="", db_default="", validators=[validate_time_zone]
    )
    max_players = models.PositiveIntegerField("most players", null=True, blank=True)
    system = models.CharField("pairing system", max_length=30, blank=True)
    tie_breaks = models.JSONField(default=list, blank=True)
    scoring = models.JSONField(default=dict, blank=True)
    accelerated = models.BooleanField(default=False)
    initial_color = models.CharField(max_length=5, blank=True)
    time_control = models.CharField(max_length=EVENT_FIELDS["time_control"].length, blank=True)
    # Who is responsible for the event to the federation (C.05); need not have an account.
    chief_arbiter = models.CharField(
        max_length=EVENT_FIELDS["chief_arbiter"].length, blank=True, default="", db_default=""
    )
    # Starting numbers came with a report file: they stay, even before round 1 is published.
    has_imported_numbers = models.BooleanField(default=False, db_default=False)
    # The length of a round on the round clock; None: no clock unless a round is given one.
    round_minutes = models.PositiveSmallIntegerField("minutes of a round", null=True, blank=True)
    players_may_report = models.BooleanField(default=True)
    # Whether the code on a slip or board opens its match without an account.
    scores_without_account = models.BooleanField(default=True, db_default=False)
    # Whether one device may report for both sides by code: a tablet at the board.
    one_device_for_both = models.BooleanField(default=False, db_default=False)
    # Whether players can read why they were paired this way, once it is published.
    players_see_reasons = models.BooleanField(default=True)
    most_requested_byes = models.PositiveSmallIntegerField("byes a player may ask for", default=1)
    # Unguessable; opens the public pages without an account while it is set.
    share_token = models.CharField(max_length=43, null=True, blank=True, unique=True)
    # Unguessable; opens self-registration on site, without an account, while it is set.
    door_token = models.CharField(max_length=43, null=True, blank=True, unique=True)
    # Members per team; None means single players. Boards per team match; one means that the team plays together
    # (doubles).
    team_size = models.PositiveSmallIntegerField("members of a team", null=True, blank=True)
    team_boards = models.PositiveSmallIntegerField("boards of a team match", default=1)
    # Who may play above another member of the team, and the tie-breaks after match points and board points.
    board_order = models.CharField(
        "order of boards",
        max_length=5,
        choices=BoardOrderCode,
        default=BoardOrderCode.FIXED,
        db_default=BoardOrderCode.FIXED,
    )
    # Records of an imported report file that the event has no field for, [code, text] each: exported unchanged.
    report_records = models.JSONField(
        default=list, blank=True, db_default=models.Value([], models.JSONField())
    )
    team_tie_breaks = models.JSONField(
        default=list, blank=True, db_default=models.Value([], models.JSONField())
    )
    # Whether its games move ratings. False for events imported by users: the games cannot be verified here.
    is_rated = models.BooleanField(default=True)
    # The organiser's choice; the default until the first round is closed (bridge/rules.py).
    rated_here = models.CharField(
        max_length=3, choices=RatedHere, blank=True, default=RatedHere.USUAL, db_default=RatedHere.USUAL
    )
    # Set on a rehearsal: the event it is a copy of, and how many invented players take part.
    rehearsal_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="rehearsal"
    )
    rehearsal_players = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Whether one click closes a round and starts the next; the default depends on the system and the number of entries.
    round_flow = models.CharField(
        "next round",
        max_length=9,
        choices=RoundFlow,
        blank=True,
        default=RoundFlow.USUAL,
        db_default=RoundFlow.USUAL,
    )
    lists_locked_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    # Raised by one with every action: the key of every cache and the number of the journal entry.
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["date", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(total_rounds__gte=1), name="tournament_has_a_round"),
            models.CheckConstraint(
                condition=models.Q(status__in=[s.value for s in Status]), name="tournament_status_known"
            ),
        ]

    is_draft = Is("status", Status.DRAFT)
    is_open_for_registration = Is("status", Status.REGISTRATION)
    is_checking_in = Is("status", Status.CHECK_IN)
    is_in_progress = Is("status", Status.IN_PROGRESS)
    is_complete = Is("status", Status.COMPLETE)
    takes_registrations = Is("status", Status.REGISTRATION, Status.CHECK_IN)
    is_public = IsNot("status", Status.DRAFT)
    has_teams = IsNot("team_size", None)
    lists_are_locked = IsNot("lists_locked_at", None)
    is_rehearsal = IsNot("rehearsal_of_id", None)

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which its times are read and shown."""
        return ZoneInfo(self.time_zone or installation_zone())

    @property
    def other_zone(self) -> str:
        """The name of the event's zone if it is not the installation's."""
        return self.time_zone if self.time_zone != installation_zone() else ""

    @property
    def has_boards(self) -> bool:
        """Whether a match of two teams has several boards."""
        return self.team_boards > 1

    def entries_counted(self, count: int) -> Text:
        """“1 player”, “8 teams”."""
        if self.has_teams:
            return trn("{count} team", "{count} teams", count)
        return trn("{count} player", "{count} players", count)


class Role(models.TextChoices):
    """What each may do stands in permissions.py."""

    ORGANISER = "organiser", tr("Organiser")
    JUDGE = "judge", tr("Judge")
    DESK = "desk", tr("Desk helper")


class Appointment(models.Model):
    """A user's role in running an event."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    role = models.CharField(
        max_length=12, choices=Role.choices, default=Role.ORGANISER, db_default=Role.ORGANISER
    )

    class Meta:
        unique_together = (("tournament", "user"),)


class DeletedEvent(models.Model):
    name = models.CharField(max_length=EVENT_FIELDS["name"].length)
    slug = models.SlugField(max_length=140)
    status = models.CharField(max_length=20)
    entries = models.PositiveIntegerField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="deleted_events"
    )
    deleted_at = models.DateTimeField()
    restored_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-deleted_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class KeptEventFile(models.Model):
    """The stored file of a deleted event. Separate from the record, so a list of deleted events loads no files. An
    event file contains no roles and no secrets, so the appointments and the share link are stored next to it."""

    event = models.OneToOneField(DeletedEvent, on_delete=models.CASCADE, related_name="kept_file")
    data = models.BinaryField()
    # A list of [user, role].
    appointed = models.JSONField(default=list, db_default=[])
    share_token = models.CharField(max_length=43, blank=True, default="", db_default="")


class OwnFactions(models.Model):
    code = models.CharField(max_length=40, unique=True)
    names = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.code}: {len(self.names)}"
