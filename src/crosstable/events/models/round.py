"""Rounds, the matches in them, and what each side claims about a match."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from crosstable.events.models.entry import Entry
from crosstable.events.models.tournament import Tournament


class RoundStatus(models.TextChoices):
    DRAFT = "draft", "Draft"
    PUBLISHED = "published", "Published"
    STARTED = "started", "Being played"
    CLOSED = "closed", "Closed"


class Round(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=20, choices=RoundStatus, default=RoundStatus.DRAFT)
    mission = models.CharField(max_length=80, blank=True)
    drafted_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}"

    @property
    def is_public(self) -> bool:
        return self.status != RoundStatus.DRAFT


class MatchState(models.TextChoices):
    OPEN = "open", "playing"
    CLAIMED = "claimed", "claimed"
    DISPUTED = "disputed", "disputed"
    AGREED = "agreed", "agreed"
    BYE = "bye", "bye"


class Match(models.Model):
    """A stored pairing. A bye has no second entry, no table and no victory points."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True)
    mission = models.CharField(max_length=80, blank=True)
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="matches_as_first")
    second = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="matches_as_second", null=True, blank=True
    )
    state = models.CharField(max_length=20, choices=MatchState, default=MatchState.OPEN)
    first_vp = models.PositiveIntegerField(null=True, blank=True)
    second_vp = models.PositiveIntegerField(null=True, blank=True)
    # Raised with every change of the match; a form carries the one it saw.
    version = models.PositiveIntegerField(default=1)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    dispute_reason = models.CharField(max_length=300, blank=True)
    disputed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["round", F("table").asc(nulls_last=True), "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "table"], name="match_table_once_per_round"),
            models.UniqueConstraint(fields=["round", "first"], name="match_first_once_per_round"),
            models.UniqueConstraint(fields=["round", "second"], name="match_second_once_per_round"),
            models.CheckConstraint(condition=~Q(first=F("second")), name="match_not_against_oneself"),
            models.CheckConstraint(
                condition=Q(second__isnull=False, table__isnull=False) | Q(second__isnull=True, state="bye"),
                name="match_has_table_or_is_bye",
            ),
            models.CheckConstraint(
                condition=Q(state="agreed", first_vp__isnull=False, second_vp__isnull=False)
                | (~Q(state="agreed") & Q(first_vp__isnull=True, second_vp__isnull=True)),
                name="match_result_iff_agreed",
            ),
        ]

    @property
    def is_bye(self) -> bool:
        return self.second_id is None

    @property
    def is_agreed(self) -> bool:
        return self.state == MatchState.AGREED

    @property
    def score(self) -> tuple[int, int]:
        """The agreed victory points, first side first."""
        assert self.first_vp is not None and self.second_vp is not None
        return self.first_vp, self.second_vp


class Claim(models.Model):
    """One side's report of a match, the latest it made. Agreement of both makes the result."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="claims")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="claims")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    first_vp = models.PositiveIntegerField()
    second_vp = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "entry"], name="claim_once_per_side"),
        ]
