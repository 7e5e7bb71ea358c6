"""Ratings: a ledger of changes, one row per player and game, and each player's current rating.

The ledger is ordered by `at`, the time the round was rated, and then by key: a game that turns out later to have been
played gets a line at its own place. A line with a correction books the difference a correction makes.

PlayerRating is the sum of the ledger, denormalised so pages need not replay it. RatingRules define how fast the ratings
of a pool move, from a time on: a game is always calculated by the rules in force at its time.
"""

from typing import ClassVar

from django.db import models

from crosstable.accounts.models import Player, User
from crosstable.events.models.correction import Correction
from crosstable.events.models.rounds import Match


class PlayerRating(models.Model):
    pool = models.CharField(max_length=20)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    value = models.IntegerField()
    games = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "player"], name="rating_once_per_pool"),
        ]
        indexes: ClassVar = [models.Index(fields=["pool", "-value"], name="rating_leaderboard")]


class RatingChange(models.Model):
    pool = models.CharField(max_length=20)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_changes")
    opponent = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_changes")
    before = models.IntegerField()
    after = models.IntegerField()
    outcome = models.CharField(max_length=4)
    at = models.DateTimeField()
    correction = models.ForeignKey(
        Correction, null=True, blank=True, on_delete=models.CASCADE, related_name="bookings"
    )

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "player"],
                condition=models.Q(correction__isnull=True),
                name="rating_change_once_per_match",
            ),
            models.UniqueConstraint(fields=["correction", "player"], name="rating_booked_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["pool", "at"], name="rating_ledger_order")]

    @property
    def change(self) -> int:
        return self.after - self.before


class RatingRules(models.Model):
    """Decided once, never changed: the newest of a pool applies. `replayed`: from the first game on, else from `at`."""

    pool = models.CharField(max_length=20)
    at = models.DateTimeField()
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    k_new = models.PositiveSmallIntegerField()
    k_settled = models.PositiveSmallIntegerField()
    settled_after = models.PositiveSmallIntegerField()
    replayed = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["pk"]
