"""Time in the demo. Actions stamp what they write with the present; the story happened earlier.

So the story notes when it tells each action to have happened, and at the end the rows are moved there. This is
the only place where the demo writes past the actions: they take no time of day from outside, and for a real
event they must not.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from crosstable.events.models import (
    Claim,
    Correction,
    Entry,
    JournalEntry,
    Match,
    Notification,
    RatingChange,
    Round,
    RoundClock,
    Stage,
    Status,
    Tournament,
    Withdrawal,
)

# A demo nobody has touched for this long is brought to the present when it is next opened.
OLD = timedelta(hours=12)
JUST_NOW = timedelta(minutes=2)
BY_TOURNAMENT: dict[type[models.Model], str] = {
    Tournament: "pk",
    Entry: "tournament",
    Round: "tournament",
    Match: "round__tournament",
    Claim: "match__round__tournament",
    RatingChange: "match__round__tournament",
    Correction: "match__round__tournament",
    JournalEntry: "tournament",
    Notification: "tournament",
    Stage: "tournament",
    Withdrawal: "stage__tournament",
}


class Clock:
    """What the story says about when the actions of one tournament happened, by journal number."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._told: list[datetime] = []

    @contextmanager
    def between(self, start: datetime, end: datetime) -> Iterator[None]:
        """The actions inside, and any before them not told yet, are spread evenly from start to end."""
        yield
        count = self._journal().count() - len(self._told)
        self._told += [start + (end - start) * (place / max(1, count - 1)) for place in range(count)]

    def set_back(self) -> None:
        """Move every time of day in the tournament's rows to where the story puts its action."""
        done = list(self._journal().values_list("at", flat=True))
        assert len(done) == len(self._told), "every action is told at some time"
        # A row made inside an action has that action's time or a moment later.
        for model, path in BY_TOURNAMENT.items():
            rows = model._default_manager.filter(**{path: self._tournament.pk})
            _rewrite(rows, lambda at: self._told[max(0, bisect_right(done, at) - 1)])
        self._set_round_clocks()

    def _set_round_clocks(self) -> None:
        """They end in the future of their action: as long after the round's start as they ran."""
        for clock in RoundClock.objects.filter(round__tournament=self._tournament).select_related("round"):
            if clock.ends_at is not None and clock.round.started_at is not None:
                clock.ends_at = clock.round.started_at + timedelta(minutes=clock.minutes)
                clock.save(update_fields=["ends_at"])

    def _journal(self) -> QuerySet[JournalEntry]:
        return JournalEntry.objects.filter(tournament=self._tournament).order_by("number")


def bring_to_the_present() -> None:
    """Shift a demo left alone for long, so that its running event is always being played right now."""
    last = JournalEntry.objects.aggregate(last=Max("at"))["last"]
    if last is None or timezone.now() - last < OLD:
        return
    by = timezone.now() - JUST_NOW - last
    days = _days_behind(last)
    timed: list[type[models.Model]] = [*BY_TOURNAMENT, RoundClock]
    for model in timed:
        model._default_manager.update(**{name: F(name) + by for name in _times(model)})
    for tournament in Tournament.objects.all():
        tournament.date += days
        tournament.save(update_fields=["date"])


def _days_behind(last: datetime) -> timedelta:
    """So many that the event being played is today's. Its own date counts, not that of its last action: shortly
    after midnight the two differ."""
    one_day = Tournament.objects.filter(status=Status.IN_PROGRESS, end_date=None)
    running = one_day.order_by("-date").first()
    return timezone.localdate() - (running.date if running else timezone.localdate(last))


def _rewrite(rows: QuerySet[models.Model], moment_of: Callable[[datetime], datetime]) -> None:
    names = _times(rows.model)
    changed = list(rows)
    for row in changed:
        for name in names:
            if at := getattr(row, name):
                setattr(row, name, moment_of(at))
    rows.model._default_manager.bulk_update(changed, names, batch_size=100)


def _times(model: type[models.Model]) -> list[str]:
    return [field.name for field in model._meta.fields if isinstance(field, models.DateTimeField)]
