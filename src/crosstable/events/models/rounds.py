"""Rounds, the matches in them, and each side's report of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, When

from crosstable.engine.results import Score
from crosstable.events.models.entry import Entry
from crosstable.events.models.result import ResultCode, WithResult, report_words, score_from_json
from crosstable.events.models.stage import Pool, Stage
from crosstable.events.models.stock_names import shown_name
from crosstable.events.models.tournament import Tournament
from crosstable.states import Is, IsNot
from crosstable.text import tr


class RoundStatus(models.TextChoices):
    DRAFT = "draft", tr("Draft")
    PUBLISHED = "published", tr("Published")
    STARTED = "started", tr("In progress")
    CLOSED = "closed", tr("Closed")


class Round(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    # Numbers continue from stage to stage.
    stage = models.ForeignKey(Stage, null=True, blank=True, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    # "Semi-finals"; empty if the number is enough.
    name = models.CharField(max_length=60, blank=True)
    status = models.CharField(max_length=20, choices=RoundStatus, default=RoundStatus.DRAFT)
    # Rounds of one play-off have its number within the stage; 0 for all others. A play-off decides a tie and does not
    # count in the standings.
    play_off = models.PositiveSmallIntegerField(default=0, db_default=0)
    # What it is about: “place 2 of pool A”.
    play_off_about = models.CharField(max_length=120, blank=True, default="", db_default="")
    mission = models.CharField(max_length=80, blank=True)
    # The revision that last changed the draft; a request to publish names the one the organiser saw.
    version = models.PositiveIntegerField(default=0)
    # A digest of what the draft is based on, and the revision that paired it.
    basis = models.CharField(max_length=64, blank=True)
    drafted_revision = models.PositiveIntegerField(default=0)
    drafted_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # The deadline for line-ups; until then teams do not see each other's. None: until the first board is reported.
    lineups_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
        ]

    is_draft = Is("status", RoundStatus.DRAFT)
    waits_to_start = Is("status", RoundStatus.PUBLISHED)
    is_being_played = Is("status", RoundStatus.STARTED)
    is_closed = Is("status", RoundStatus.CLOSED)
    is_public = IsNot("status", RoundStatus.DRAFT)
    is_play_off = IsNot("play_off", 0)

    def __str__(self) -> str:
        return shown_name(self.name) if self.name else tr("Round {number}", number=self.number)


class ByeCode(models.TextChoices):
    """Why a match has no second side: a pairing-allocated bye, or a requested one."""

    ALLOCATED = "allocated", tr("bye")
    FULL = "full", tr("full-point bye")
    HALF = "half", tr("half-point bye")
    ZERO = "zero", tr("zero-point bye")


class MatchState(models.TextChoices):
    OPEN = "open", tr("playing")
    CLAIMED = "claimed", tr("reported")
    DISPUTED = "disputed", tr("disputed")
    AGREED = "agreed", tr("confirmed")
    BYE = "bye", tr("bye")


class Settled(models.TextChoices):
    """How a match came to its result."""

    AGREED = "agreed", tr("confirmed by both sides")
    ENTERED = "entered", tr("entered by an organiser")
    RULED = "ruled", tr("decided by an organiser")
    WALKOVER = "walkover", tr("given by walkover")
    WITHDRAWAL = "withdrawal", tr("given because the other side withdrew")
    CONCEDED = "conceded", tr("conceded")
    REPAIR = "repair", tr("given when the round was repaired")


class MatchQuerySet(models.QuerySet["Match"]):
    def agreed(self) -> MatchQuerySet:
        return self.filter(state=MatchState.AGREED)

    def undecided(self) -> MatchQuerySet:
        """Matches with an opponent and without a confirmed result."""
        return self.exclude(state__in=[MatchState.AGREED, MatchState.BYE])

    def by_table(self) -> MatchQuerySet:
        """Order by newest round first. In a knockout a table is reused: the match still open there comes first."""
        over = When(bracket_number__isnull=False, state=MatchState.AGREED, then=1)
        return self.order_by(Case(over, default=0), "-round__number", "table")


# Larger than any table number.
PLACES = 1_000_000


def table_and_slot(place: int) -> tuple[int, int]:
    """Return the inverse of `Match.place`."""
    return place % PLACES, place // PLACES + 1


def was_agreed(values: Mapping[str, object]) -> bool:
    """Whether a match in the journal's format was confirmed."""
    return values.get("state") == MatchState.AGREED


class Match(WithResult):
    """A stored pairing. A bye has no second entry, no table and no score. It has a result once that is confirmed
    (A13)."""

    objects = MatchQuerySet.as_manager()

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True)
    # If a round has more matches than boards they are played one after the other, in time slots from 1.
    slot = models.PositiveSmallIntegerField(default=1)
    pool = models.ForeignKey(Pool, null=True, blank=True, on_delete=models.CASCADE, related_name="matches")
    # The number of the match in the bracket of its stage.
    bracket_number = models.PositiveSmallIntegerField(null=True, blank=True)
    mission = models.CharField(max_length=80, blank=True)
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="matches_as_first")
    second = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="matches_as_second", null=True, blank=True
    )
    state = models.CharField(max_length=20, choices=MatchState, default=MatchState.OPEN)
    bye_kind = models.CharField(max_length=10, choices=ByeCode, blank=True)
    # Raised with every change of the match; a form carries the one it was rendered from.
    version = models.PositiveIntegerField(default=1)
    # Empty until the result is confirmed.
    settled = models.CharField(max_length=12, choices=Settled, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    # The scheduled start, and when its sides were called to the table.
    planned_at = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    game_started_at = models.DateTimeField(null=True, blank=True)
    game_stopped_at = models.DateTimeField(null=True, blank=True)
    # A withdrawal: the match is not played, or no longer counts.
    is_void = models.BooleanField(default=False)
    # Why the organiser should check this pairing; usually empty.
    review = models.CharField(max_length=200, blank=True)
    # Created or changed manually, not by the pairing system.
    by_hand = models.BooleanField(default=False)
    dispute_reason = models.CharField(max_length=300, blank=True)
    disputed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["round", F("table").asc(nulls_last=True), "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "slot", "table"], name="match_table_once_per_slot"),
            models.UniqueConstraint(fields=["round", "bracket_number"], name="match_once_in_bracket"),
            models.UniqueConstraint(fields=["round", "first"], name="match_first_once_per_round"),
            models.UniqueConstraint(fields=["round", "second"], name="match_second_once_per_round"),
            models.CheckConstraint(condition=~Q(first=F("second")), name="match_not_against_oneself"),
            models.CheckConstraint(
                condition=Q(second__isnull=False, table__isnull=False) | Q(second__isnull=True, state="bye"),
                name="match_has_table_or_is_bye",
            ),
            models.CheckConstraint(
                condition=(Q(state="agreed", score__isnull=False) & ~Q(result=""))
                | (~Q(state="agreed") & Q(result="", score__isnull=True, settled="")),
                name="match_result_iff_agreed",
            ),
            models.CheckConstraint(
                condition=Q(second__isnull=True) ^ Q(bye_kind=""), name="match_bye_has_a_kind"
            ),
        ]

    # Both sides' board totals of a team match in words, if loaded (queries/boards.py).
    board_words: tuple[str, str] | None = None
    # Its boards with names and results, if loaded (queries/boards.py).
    board_lines: tuple[Any, ...] = ()

    is_allocated_bye = Is("bye_kind", ByeCode.ALLOCATED)
    is_open = Is("state", MatchState.OPEN)
    is_claimed = Is("state", MatchState.CLAIMED)
    is_disputed = Is("state", MatchState.DISPUTED)
    is_agreed = Is("state", MatchState.AGREED)
    is_bye = Is("second_id", None)
    first_won = Is(
        "result", ResultCode.FIRST_WINS, ResultCode.FIRST_WINS_BY_FORFEIT, ResultCode.FIRST_WINS_UNRATED
    )
    second_won = Is(
        "result", ResultCode.SECOND_WINS, ResultCode.SECOND_WINS_BY_FORFEIT, ResultCode.SECOND_WINS_UNRATED
    )

    def __str__(self) -> str:
        """Ann v Bo; a bye is Ann alone."""
        if self.second is None:
            return self.first.display_name
        return tr("{first} v {second}", first=self.first.display_name, second=self.second.display_name)

    @property
    def place(self) -> int | None:
        """Table and slot as one number, unique in the round. In the first slot it is the table."""
        return None if self.table is None else (self.slot - 1) * PLACES + self.table

    @property
    def is_missing(self) -> bool:
        """Whether it is a no-show: no bye was given, the player is absent."""
        return self.bye_kind == ByeCode.ZERO and self.first.is_absent

    @property
    def bye_words(self) -> str:
        """Describe a player without an opponent, for a sentence that begins with the name."""
        if self.is_missing:
            return tr("is absent")
        texts = {
            ByeCode.FULL: tr("gets a full point"),
            ByeCode.HALF: tr("gets half a point"),
            ByeCode.ZERO: tr("gets no points"),
        }
        return texts.get(ByeCode(self.bye_kind), tr("has the bye"))

    @property
    def bye_label(self) -> str:
        """Describe the same in one or two words."""
        return tr("no-show") if self.is_missing else self.get_bye_kind_display()

    @property
    def result_words(self) -> str:
        return self.board_score(first=True) or super().result_words

    def board_score(self, *, first: bool) -> str:
        """A team match from one side, “2½–1½”, with the total of what was counted; empty if no boards are loaded."""
        if self.board_words is None:
            return ""
        score = self.parsed_score if first else self.parsed_score.swapped
        counted = f" ({score.totals[0]}–{score.totals[1]})" if score.totals else ""
        return f"{'–'.join(self.board_words if first else self.board_words[::-1])}{counted}"

    @property
    def parts_with_result(self) -> list[Score]:
        """The boards or games with a result, in order; none if the match is reported as a whole."""
        return [part.parsed_score for part in self.parts.all() if part.result]

    @property
    def known_claims(self) -> list[Claim]:
        """The reports of the sides, if they were loaded with the match: no further query."""
        return list(getattr(self, "_prefetched_objects_cache", {}).get("claims", ()))


class Claim(WithResult):
    """The latest report of one side. Two equal ones make the result."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="claims")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="claims")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    # The reports per board, if a team match has several; None for one not reported yet. The result follows from those
    # reported.
    boards = models.JSONField(default=list, blank=True)
    # Digests of the devices that have reported by code for this side: none of them may report for the other.
    devices = models.JSONField(default=list, blank=True, db_default=models.Value([], models.JSONField()))
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "entry"], name="claim_once_per_side"),
        ]

    @property
    def board_words(self) -> list[str]:
        """The boards in order, the reporting side's numbers first."""
        first = self.is_of_first
        return [score_from_json(board).words_for(first=first) if board else "–" for board in self.boards]

    @property
    def is_partial(self) -> bool:
        """Whether only some boards are reported."""
        return None in self.boards

    @property
    def is_of_first(self) -> bool:
        return self.entry_id == self.match.first_id

    @property
    def own_words(self) -> str:
        """The score with the numbers of the reporting side first."""
        return self.result_words if self.is_partial else self.parsed_score.words_for(first=self.is_of_first)

    @property
    def winner_name(self) -> str:
        """The winner by this report; empty if there is none."""
        side = self.parsed_score.winner
        return str(getattr(self.match, side)) if side and not self.is_partial else ""

    @property
    def reported_words(self) -> str:
        """“45–75, Bo Hansen won”: the reporting side's numbers first, and the winner by name."""
        return (
            self.own_words if self.is_partial else report_words(self.own_words, self.winner_name, self.result)
        )

    @property
    def result_words(self) -> str:
        """The result, or while boards are missing, how many are reported."""
        reported = sum(board is not None for board in self.boards)
        return f"{reported} of {len(self.boards)} boards" if self.is_partial else super().result_words
