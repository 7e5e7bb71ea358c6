"""Stages: the parts of a tournament played one after the other. Every tournament has at least one.

A stage of pools has its whole schedule as rounds before play begins. A knockout has seats in its bracket, known or
not yet; a match of the bracket becomes a row once both its sides are known.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from crosstable.events.models.entry import Entry
from crosstable.events.models.stock_names import shown_name
from crosstable.events.models.tournament import Tournament
from crosstable.states import Is
from crosstable.text import tr


class StageKind(models.TextChoices):
    SWISS = "swiss", tr("Swiss")
    POOLS = "pools", tr("Round-robin pools")
    KNOCKOUT = "knockout", tr("Knockout")


class StageStatus(models.TextChoices):
    """DRAWN: pools, schedule or bracket exist and only organisers see them."""

    PLANNED = "planned", tr("Planned")
    DRAWN = "drawn", tr("Drawn")
    PUBLISHED = "published", tr("Published")
    STARTED = "started", tr("In progress")
    CLOSED = "closed", tr("Closed")


class Stage(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=StageKind)
    name = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=StageStatus, default=StageStatus.PLANNED)
    # The organiser's settings, by kind: see stage_settings.py.
    settings = models.JSONField(default=dict, blank=True)
    # Decisions about entries tied for a place or a seed: see engine/standings.py.
    decisions = models.JSONField(default=list, blank=True)
    # Boards and clock times: see hall_settings.py.
    hall = models.JSONField(default=dict, blank=True, db_default=models.Value({}, models.JSONField()))
    # Raised with every change of the stage; a form carries the one it was rendered from.
    version = models.PositiveIntegerField(default=1)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="stage_number_from_one"),
        ]

    is_pools = Is("kind", StageKind.POOLS)
    is_planned = Is("status", StageStatus.PLANNED)
    is_drawn = Is("status", StageStatus.DRAWN)
    waits_to_start = Is("status", StageStatus.PUBLISHED)
    is_being_played = Is("status", StageStatus.STARTED)
    is_closed = Is("status", StageStatus.CLOSED)
    # Public, and not finished.
    is_under_way = Is("status", StageStatus.PUBLISHED, StageStatus.STARTED)
    is_public = Is("status", StageStatus.PUBLISHED, StageStatus.STARTED, StageStatus.CLOSED)

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        return shown_name(self.name)


class Pool(models.Model):
    """A pool of a stage, in which all entries play each other."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="pools")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=20)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "number"], name="pool_number_unique"),
        ]

    def __str__(self) -> str:
        return tr("Pool {name}", name=self.name)


class PoolSeat(models.Model):
    """An entry's seat in a pool: seats determine who meets in which round."""

    # Denormalised from the pool for a unique constraint: one pool per entry and stage.
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="pool_seats")
    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="pool_seats")
    seat = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["pool__number", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "seat"], name="pool_seat_unique"),
            models.UniqueConstraint(fields=["stage", "entry"], name="pool_seat_once_per_stage"),
        ]


class BracketSeat(models.Model):
    """A seed of a knockout: the name of the place, and its holder once known."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="bracket_seats")
    seed = models.PositiveSmallIntegerField()
    # "Winner of pool A"; empty if seeded manually or by rating.
    label = models.CharField(max_length=60, blank=True)
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="bracket_seats"
    )

    class Meta:
        ordering: ClassVar = ["seed"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "seed"], name="bracket_seed_unique"),
            models.UniqueConstraint(fields=["stage", "entry"], name="bracket_seat_once_per_stage"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False) | ~Q(label=""), name="bracket_seat_is_named"
            ),
        ]

    @property
    def shown_label(self) -> str:
        return shown_name(self.label)
