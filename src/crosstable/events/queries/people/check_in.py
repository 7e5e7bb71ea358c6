"""The players of an event as the desk sees them: totals, present, absent, without an army list."""

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Case, Count, Q, QuerySet, Sum, Value, When
from django.db.models.fields import BooleanField
from django.db.models.functions import Length

from crosstable.accounts.names import in_name_order
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.engine.starting_numbers import name_key
from crosstable.events.bridge.entries import numbers_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import named
from crosstable.events.models import Entry, Match, Status, Tournament
from crosstable.events.queries.rounds.live_rounds import playing_now
from crosstable.games import Use
from crosstable.states import Is
from crosstable.text import tr

# Listing order: the players the desk waits for come first.
NOT_HERE, HERE, NO_SHOW, DROPPED, ENTERED = "not-here", "here", "no-show", "dropped", "entered"
ORDER = (ENTERED, NOT_HERE, NO_SHOW, HERE, DROPPED)
# Characters in all army lists shown on one page.
MOST_LETTERS = 150_000
CHECKING_IN = (Status.CHECK_IN, Status.IN_PROGRESS)


@dataclass(frozen=True, slots=True)
class Headcount:
    entered: int
    checked_in: int
    dropped: int
    without_list: int
    absent: int = 0

    @property
    def expected(self) -> int:
        return self.entered - self.dropped

    @property
    def not_here(self) -> int:
        return self.expected - self.checked_in - self.absent


def not_checked_in(tournament: Tournament) -> str:
    """Name a few of the expected players who have not checked in."""
    rows = tournament.entries.filter(checked_in_at__isnull=True, dropped_at__isnull=True)
    return named([entry.display_name for entry in in_name_order(rows.defer("list_text"))])


def left_out(tournament: Tournament, people: Headcount) -> str:
    """Name the players a draw or a round would leave out; empty if all are checked in."""
    if not people.not_here:
        return ""
    return tr(
        "{count} not checked in and left out: {names}.",
        count=people.not_here,
        names=not_checked_in(tournament),
    )


def headcount(tournament: Tournament) -> Headcount:
    counts = _counts.first(tournament.pk)
    return Headcount(**counts) if counts is not None else Headcount(0, 0, 0, 0)


def _counted(tournament_id: int) -> Any:
    staying, here = Q(dropped_at__isnull=True), Q(absent_since__isnull=True)
    counts = {
        "entered": Count("pk"),
        "checked_in": Count("pk", filter=Q(checked_in_at__isnull=False) & staying & here),
        "dropped": Count("pk", filter=~staying),
        "without_list": Count("pk", filter=Q(list_text="") & staying),
        "absent": Count("pk", filter=Q(checked_in_at__isnull=False) & staying & ~here),
    }
    of_event = Entry.objects.filter(tournament=tournament_id).order_by().values("tournament")
    return of_event.annotate(**counts).values(*counts)


_counts = CompiledQuery(_counted, int)


@dataclass(frozen=True, slots=True)
class Person:
    entry: Entry
    number: int
    state: str
    without_list: bool
    at_a_table: bool
    # Never paired and in no pool or bracket: the entry can be removed. Any other entry is withdrawn (A7).
    is_removable: bool
    # The members of a team.
    members: str = ""

    is_awaited = Is("state", NOT_HERE)
    is_asked_for = Is("state", NOT_HERE, HERE)
    is_missing = Is("state", NO_SHOW)
    is_dropped = Is("state", DROPPED)
    is_entered = Is("state", ENTERED)

    def is_shown(self, show: str) -> bool:
        return {"not-here": self.state == NOT_HERE, "no-list": self.without_list}.get(show, True)

    def is_called(self, words: str) -> bool:
        """Return whether every typed word occurs in the name, the faction or the club."""
        entry = self.entry
        known = f"{entry.display_name} {entry.player.name} {entry.faction} {entry.team_name} {self.members}".casefold()
        return all(word in known for word in words.casefold().split())


@dataclass(frozen=True)
class People:
    tournament: Tournament
    rows: list[Person]
    count: Headcount

    @property
    def checks_in(self) -> bool:
        """Whether players can be checked in now."""
        return Use.CHECK_IN in rules_of(self.tournament).uses and self.tournament.status in CHECKING_IN

    @property
    def may_undo(self) -> bool:
        return self.checks_in and self.tournament.status == Status.CHECK_IN

    @cached_property
    def not_here(self) -> int:
        return sum(row.state == NOT_HERE for row in self.rows)

    @cached_property
    def without_list(self) -> int:
        return sum(row.without_list for row in self.rows)


def lists_on_one_page(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries with an army list; none if the texts together are too long."""
    rows = tournament.entries.exclude(list_text="")
    letters = rows.order_by().aggregate(letters=Sum(Length("list_text")))["letters"] or 0
    return rows if letters <= MOST_LETTERS else rows.none()


def people_of(tournament: Tournament) -> People:
    """Return the players by name, awaited ones first; without a check-in by starting number."""
    numbers = numbers_of(tournament)
    by_number = sorted(_entries(tournament), key=lambda entry: numbers[entry.pk])
    at_a_table, staying = playing_now(tournament), _staying(tournament)
    rows = [_person(tournament, numbers[e.pk], e, at_a_table, staying) for e in by_number]
    if Use.CHECK_IN in rules_of(tournament).uses:
        rows.sort(key=lambda row: (ORDER.index(row.state), name_key(row.entry.list_name)))
    return People(tournament, rows, headcount(tournament))


def _entries(tournament: Tournament) -> QuerySet[Entry]:
    listed = Case(When(list_text="", then=Value(False)), default=Value(True), output_field=BooleanField())
    rows = tournament.entries.select_related("player__user").defer("list_text").annotate(has_list=listed)
    return rows.prefetch_related("members__player") if tournament.has_teams else rows


def _staying(tournament: Tournament) -> set[int]:
    """Entries that were paired or have a seat in a pool or bracket: they cannot be removed."""
    pairs = Match.objects.filter(round__tournament=tournament).values_list("first", "second")
    seated = Q(pool_seats__isnull=False) | Q(bracket_seats__isnull=False)
    paired = {side for pair in pairs for side in pair if side is not None}
    return paired | set(tournament.entries.filter(seated).values_list("pk", flat=True))


def _person(
    tournament: Tournament, number: int, entry: Entry, at_a_table: Set[int], staying: Set[int]
) -> Person:
    missing = Use.LISTS in rules_of(tournament).uses and not entry.has_list and not entry.is_dropped  # type: ignore[attr-defined]
    members = [member.player.name for member in entry.members.all()] if tournament.has_teams else []
    state = _state(tournament, entry)
    return Person(
        entry,
        number,
        state,
        missing,
        at_a_table=entry.pk in at_a_table,
        is_removable=entry.pk not in staying,
        members=", ".join(members),
    )


def _state(tournament: Tournament, entry: Entry) -> str:
    if entry.is_dropped:
        return DROPPED
    if entry.is_absent:
        return NO_SHOW
    if Use.CHECK_IN not in rules_of(tournament).uses or tournament.status not in (
        *CHECKING_IN,
        Status.COMPLETE,
    ):
        return ENTERED
    return HERE if entry.is_checked_in else NOT_HERE
