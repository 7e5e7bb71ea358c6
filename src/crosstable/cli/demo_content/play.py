"""One event of the demo as it is run and played: who registers, how a game goes, who reports what, and when.

Actions stamp rows with the current time; the story happened earlier. So the story records when each action is supposed
to have happened, and at the end the rows are moved there. Only here does the demo write without an action: actions
accept no time from outside, and for a real event they must not.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from django.db import models
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.cli.demo_content.armies import army_list
from crosstable.cli.demo_content.people import Person
from crosstable.events.actions.event.tournaments import Details, create_tournament
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.rounds.clock import extend_table
from crosstable.events.actions.rounds.drafts import set_table_mission
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import (
    Claim,
    Correction,
    Entry,
    JournalEntry,
    Match,
    MatchState,
    Notification,
    RatingChange,
    Round,
    RoundClock,
    RoundStatus,
    Stage,
    Status,
    Tournament,
    Withdrawal,
)

# A demo unused for this long is moved to the present when it is next opened.
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
        self._times: list[datetime] = []

    @contextmanager
    def between(self, start: datetime, end: datetime) -> Iterator[None]:
        """The actions inside, and any before them without a time yet, are spread evenly from start to end."""
        yield
        count = self._journal().count() - len(self._times)
        self._times += [start + (end - start) * (place / max(1, count - 1)) for place in range(count)]

    def set_back(self) -> None:
        """Move every time of day in the tournament's rows to where the story puts its action."""
        done = list(self._journal().values_list("at", flat=True))
        assert len(done) == len(self._times), "every action of the story has a time"
        # A row created in an action has that action's time or a moment later.
        for model, path in BY_TOURNAMENT.items():
            rows = model._default_manager.filter(**{path: self._tournament.pk})
            _rewrite(rows, lambda at: self._times[max(0, bisect_right(done, at) - 1)])
        self._set_round_clocks()

    def _set_round_clocks(self) -> None:
        """They end in the future of their action: as long after the round's start as they ran."""
        for clock in RoundClock.objects.filter(round__tournament=self._tournament).select_related("round"):
            if clock.ends_at is not None and clock.round.started_at is not None:
                clock.ends_at = clock.round.started_at + timedelta(minutes=clock.minutes)
                clock.save(update_fields=["ends_at"])

    def _journal(self) -> QuerySet[JournalEntry]:
        return JournalEntry.objects.filter(tournament=self._tournament).order_by("number")


def move_to_the_present() -> None:
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
    """The days that move the current event to today. Its own date counts, not that of its last action: shortly
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


MEAN_VP, SPREAD, PER_SKILL = 63, 13, 9
LEAST_VP, MOST_VP = 20, 100


@dataclass
class Event:
    """A tournament, who runs it, and the players who came with an account, by their entry."""

    tournament: Tournament
    organiser: User
    chance: Random
    clock: Clock
    players: dict[int, Person] = field(default_factory=dict)

    def enter(self, people: Sequence[Person], without_list: int = 0) -> None:
        """All players register; the last few have not pasted a list yet."""
        for place, person in enumerate(people):
            has_list = place < len(people) - without_list
            text = army_list(person.faction, self.chance) if has_list else ""
            details = EntryDetails(person.name, person.faction, text)
            entry = entries.register(tournament=self.tournament, details=details, by=person.user)
            self.players[entry.pk] = person

    def add(self, name: str, faction: str) -> None:
        """A player without an account comes to the desk."""
        details = EntryDetails(name, faction, army_list(faction, self.chance))
        entries.add_entry(tournament=self.tournament, details=details, checked_in=True, by=self.organiser)

    def check_in_all(self) -> None:
        """Two in three do it on their phone."""
        for entry in self._entries().filter(checked_in_at=None):
            by = self.players[entry.pk].user if self.chance.random() < 0.67 else self.organiser
            entries.check_in(entry=entry, by=by)

    def drop(self, name: str) -> None:
        entry = self._entries().get(display_name=name)
        entries.drop(entry=entry, by=self.players[entry.pk].user)

    def begin_round(self, mission: str, own_mission: tuple[int, str] | None = None) -> None:
        rounds.pair_next_round(tournament=self.tournament, by=self.organiser, mission=mission)
        if own_mission:
            table, name = own_mission
            match = Match.objects.get(
                round__tournament=self.tournament, round__status=RoundStatus.DRAFT, table=table
            )
            set_table_mission(match=match, mission=name, by=self.organiser)
        rounds.publish_round(tournament=self.tournament, by=self.organiser)
        rounds.start_round(tournament=self.tournament, by=self.organiser)

    def tables(self) -> list[Match]:
        """The matches being played, in the order in which they happen to end."""
        playing = Match.objects.filter(
            round__tournament=self.tournament, round__status=RoundStatus.STARTED, second__isnull=False
        )
        related = playing.select_related("round__tournament", "first__player", "second__player")
        matches = list(related.order_by("table"))
        self.chance.shuffle(matches)
        return matches

    def sides(self, match: Match) -> list[Person]:
        """The players of a match who have an account, the one who reports first."""
        players = [self.players[pk] for pk in (match.first_id, match.second_id) if pk in self.players]
        self.chance.shuffle(players)
        return players

    def settle(self, match: Match) -> None:
        """The usual way to a result: one reports and the other confirms, or the desk types it in."""
        sides = self.sides(match)
        score = parse_score(match, self.score(match))
        if len(sides) < 2 or self.chance.random() < 0.2:
            results.enter_result(match=match, score=score, by=self.organiser)
            return
        results.report(match=match, score=score, by=sides[0].user)
        results.confirm(match=match, by=sides[1].user)

    def claim(self, match: Match, by: User) -> None:
        results.report(match=match, score=parse_score(match, self.score(match)), by=by)

    def disagree(self, match: Match, reason: str) -> None:
        """One side reports, the other disputes it, says why and reports what it counted itself."""
        one, other = self.sides(match)
        mine, theirs, counted = 72, 68, 67
        as_seen = one is self.players[match.first_id]
        first = parse_score(match, (mine, theirs) if as_seen else (theirs, mine))
        results.report(match=match, score=first, by=one.user)
        results.dispute(match=match, by=other.user, reason=reason)
        second = parse_score(match, (counted, theirs) if as_seen else (theirs, counted))
        results.report(match=match, score=second, by=other.user)

    def give_time(self, minutes: int, reason: str) -> None:
        """To the lowest table that still plays."""
        playing = [match for match in self.tables() if match.state == MatchState.OPEN]
        match = min(playing, key=lambda match: match.table or 0)
        extend_table(match=match, minutes=minutes, reason=reason, by=self.organiser)

    def score(self, match: Match) -> tuple[int, int]:
        lead = (self._skill(match.first_id) - self._skill(match.second_id)) * PER_SKILL
        return self._vp(MEAN_VP + lead), self._vp(MEAN_VP - lead)

    def _vp(self, mean: float) -> int:
        return min(MOST_VP, max(LEAST_VP, round(self.chance.gauss(mean, SPREAD))))

    def _skill(self, entry_id: int | None) -> float:
        return self.players[entry_id].skill if entry_id in self.players else -0.5

    def _entries(self) -> QuerySet[Entry]:
        rows = Entry.objects.filter(tournament=self.tournament)
        return rows.select_related("player", "tournament").order_by("seed")


def announce(details: Details, organiser: User, chance: Random) -> Event:
    tournament = create_tournament(details=details, by=organiser)
    return Event(tournament, organiser, chance, Clock(tournament))
