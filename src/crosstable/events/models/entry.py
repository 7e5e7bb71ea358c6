"""An entry: a player's part in one tournament."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from crosstable.accounts.models import Player
from crosstable.accounts.names import name_in_a_list
from crosstable.events.models.tournament import Tournament
from crosstable.fields import ENTRY_FIELDS
from crosstable.states import IsNot
from crosstable.text import tr

ASKED_BYES = [
    ("full", tr("full-point bye")),
    ("half", tr("half-point bye")),
    ("zero", tr("zero-point bye")),
]


class Entry(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    # The order of registration, from 1.
    seed = models.PositiveIntegerField()
    # Fixed when round 1 is published or by a report file; None while it is provisional, and in games that number by
    # registration (bridge/entries.py).
    starting_number = models.PositiveIntegerField(null=True, blank=True)
    # The last member of group A in an accelerated event (C.04.7), fixed with the starting numbers.
    ends_group_a = models.BooleanField(default=False, db_default=False)
    display_name = models.CharField(max_length=ENTRY_FIELDS["display_name"].length)
    # The parts of the name, if known: lists and displays are sorted by the family name.
    given_name = models.CharField(
        max_length=ENTRY_FIELDS["given_name"].length, blank=True, default="", db_default=""
    )
    family_name = models.CharField(
        max_length=ENTRY_FIELDS["family_name"].length, blank=True, default="", db_default=""
    )
    faction = models.CharField(max_length=ENTRY_FIELDS["faction"].length, blank=True)
    # Copied on registration: a tournament is paired by the rating at that time (B3).
    rating = models.PositiveIntegerField(default=0)
    title = models.CharField(max_length=ENTRY_FIELDS["title"].length, blank=True)
    federation = models.CharField(max_length=ENTRY_FIELDS["federation"].length, blank=True)
    fide_id = models.CharField("FIDE ID", max_length=ENTRY_FIELDS["fide_id"].length, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    # As read from a report file, stored to be exported again; shown nowhere.
    sex = models.CharField(max_length=ENTRY_FIELDS["sex"].length, blank=True, db_default="")
    birth_date = models.CharField(max_length=ENTRY_FIELDS["birth_date"].length, blank=True, db_default="")
    team_name = models.CharField(
        "club or university", max_length=ENTRY_FIELDS["team_name"].length, blank=True
    )
    list_text = models.TextField("army list", blank=True)
    list_changed_at = models.DateTimeField(null=True, blank=True)
    registered_at = models.DateTimeField(auto_now_add=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    # Absent: not paired again until marked present.
    absent_since = models.DateTimeField(null=True, blank=True)
    # Always plays at this table (accessibility, a camera).
    fixed_table = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["seed"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_once_per_player"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="entry_seed_unique"),
            models.UniqueConstraint(
                fields=["tournament", "starting_number"], name="entry_starting_number_unique"
            ),
            models.UniqueConstraint(
                fields=["tournament"], condition=models.Q(ends_group_a=True), name="entry_one_ends_group_a"
            ),
            models.UniqueConstraint("tournament", Lower("display_name"), name="entry_name_unique"),
            models.UniqueConstraint(fields=["tournament", "fixed_table"], name="entry_fixed_table_unique"),
        ]

    is_checked_in = IsNot("checked_in_at", None)
    is_dropped = IsNot("dropped_at", None)
    is_absent = IsNot("absent_since", None)

    def __str__(self) -> str:
        return self.display_name

    @property
    def list_name(self) -> str:
        """“Hart, Ann”, for lists by name."""
        return name_in_a_list(self.display_name, self.given_name, self.family_name)

    @property
    def is_active(self) -> bool:
        """Whether the entry takes part in the next pairing (A6, A7)."""
        return self.is_checked_in and not self.is_dropped and not self.is_absent


class ByeRequest(models.Model):
    """A requested bye, for half a point or none; a full-point bye only by an organiser."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=ASKED_BYES)

    class Meta:
        ordering: ClassVar = ["round_number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="bye_request_once_per_round"),
        ]


class ForbiddenPair(models.Model):
    """A forbidden pairing (club-mates, family)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="forbidden_pairs")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="forbidden_pair_in_order"
            ),
            models.UniqueConstraint(fields=["first", "second"], name="forbidden_pair_once"),
        ]


class EntryClaim(models.Model):
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="owner_claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="entry_claims")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "user"], name="entry_claim_once_per_user"),
        ]
