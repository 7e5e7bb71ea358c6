"""The journal: one entry per action, in order, never changed and never deleted as long as the tournament exists."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from crosstable.events.models.tournament import Tournament


class JournalEntry(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="journal")
    # Equal to the tournament's revision after the action.
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # In an imported event: the actor's name there, if no account here is theirs.
    by_name = models.CharField(max_length=150, blank=True)
    verb = models.CharField(max_length=40)
    # What it is about, in the words of the moment.
    subject = models.CharField(max_length=160, blank=True)
    # The same as a sentence (`Text.to_json`), worded in the reader's language; None if it is a name.
    subject_text = models.JSONField(null=True, blank=True)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    # The rows it is about, by key. A row may have been deleted, or be unknown for an old entry: `subject` is its name
    # at the time. Nothing here is deleted with a row.
    match = models.ForeignKey(
        "events.Match",
        null=True,
        blank=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    entry = models.ForeignKey(
        "events.Entry",
        null=True,
        blank=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    stage = models.ForeignKey(
        "events.Stage",
        null=True,
        blank=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    # The number of the round it is about, if any.
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    # An undo is its own entry and references the entry it undoes.
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="undone_by"
    )

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="journal_number_unique"),
        ]

    @property
    def who(self) -> str:
        return self.by.get_username() if self.by else self.by_name


class ActionImage(models.Model):
    """The rows an action changed, as they were before it, and the rows it created: enough to undo it exactly."""

    entry = models.OneToOneField(JournalEntry, on_delete=models.CASCADE, related_name="image")
    data = models.JSONField()
