"""Teams (C7): an entry with members, and the parts of a match that has several."""

from typing import ClassVar

from django.db import models

from crosstable.accounts.models import Player
from crosstable.events.models.entry import Entry
from crosstable.events.models.result import WithResult
from crosstable.events.models.rounds import Match
from crosstable.events.models.tournament import Tournament


class TeamMember(models.Model):
    """A person in a team. `number` is the order of boards, from 1; reserves come after the regular members."""

    # Denormalised from the entry for a unique constraint: one team per person and tournament.
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="team_members")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="team_places")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["entry", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "number"], name="team_member_number_unique"),
            models.UniqueConstraint(fields=["tournament", "player"], name="team_member_of_one_team"),
        ]

    def __str__(self) -> str:
        return self.player.name


class MatchPart(WithResult):
    """One part of a match that has several: a game of a series (best of n), or a board of a team match.

    Results are from the first side's view. The match's own result follows from its parts. The members are those who
    played on the board; none in a series.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()
    first_member = models.ForeignKey(
        TeamMember, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    second_member = models.ForeignKey(
        TeamMember, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="match_part_number_unique"),
        ]
