"""What every visitor may read: the front page, an event, a round, lists, the podium; never drafts.

Every function costs a fixed number of queries, whatever the size of the event.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from crosstable.accounts.names import in_name_order
from crosstable.engine.standings import Row
from crosstable.events.bridge.entries import numbers_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import stages_of
from crosstable.events.models import (
    Announcement,
    Entry,
    Match,
    Role,
    Round,
    RoundStatus,
    Stage,
    StageKind,
    StageStatus,
    Status,
    Tournament,
)
from crosstable.events.permissions import LOOK, RULE, RUN, Visitor, entries_of, role_of
from crosstable.events.queries.addressed import IS_STAGED
from crosstable.events.queries.desk.announcements import current_announcements
from crosstable.events.queries.matches import with_boards
from crosstable.events.queries.people.entries import is_full
from crosstable.events.queries.people.ratings import earned_rating
from crosstable.events.queries.rounds.live_rounds import is_swiss, met_before
from crosstable.events.queries.stages.kinds import STAGE_READINGS
from crosstable.events.queries.standings.pool_tables import rows_by_pool
from crosstable.events.queries.standings.ranking import ranking
from crosstable.games import Use
from crosstable.text import tr

NOT_SEEN = (StageStatus.PLANNED, StageStatus.DRAWN)
TAKES_ENTRIES = (Status.REGISTRATION, Status.CHECK_IN)
RECENT = 12
LISTED = 60
# The draw of the first stage is published, which ends registration.
_DRAWN = Exists(
    Stage.objects.filter(
        number=1, status__in=[s for s in StageStatus if s not in NOT_SEEN], tournament=OuterRef("pk")
    ).exclude(kind=StageKind.SWISS)
)


PLAYED = (Status.IN_PROGRESS, Status.COMPLETE)
# Counted as players of an event: entries with a published match or bye, and those not withdrawn. Once play
# has started, an entry that never checked in is not counted; the standings leave it out, too.
TAKES_PART = Exists(
    Match.objects.filter(Q(first=OuterRef("pk")) | Q(second=OuterRef("pk"))).exclude(
        round__status=RoundStatus.DRAFT
    )
) | (
    Q(dropped_at__isnull=True)
    & (Q(checked_in_at__isnull=False, absent_since__isnull=True) | ~Q(tournament__status__in=PLAYED))
)
PODIUM = 3


@dataclass(frozen=True, slots=True)
class FrontPage:
    """A3. Each tournament has `entry_count`, `current_round`, `is_staged` and `first_kind`.

    `current_round` is 0 before the first is published; `first_kind` is the kind of the first stage.
    """

    open: Sequence[Tournament]
    playing: Sequence[Tournament]
    finished: Sequence[Tournament]

    @property
    def is_empty(self) -> bool:
        return not (self.open or self.playing or self.finished)


def front_page() -> FrontPage:
    known = with_counts(Tournament.objects.filter(rehearsal_of=None))
    begun = Q(status=Status.IN_PROGRESS) | (Q(status__in=TAKES_ENTRIES) & Q(_DRAWN))
    return FrontPage(
        open=list(known.filter(~_DRAWN, status__in=TAKES_ENTRIES).order_by("date", "pk")[:LISTED]),
        playing=list(known.filter(begun).order_by("-date", "-pk")[:LISTED]),
        finished=list(
            known.filter(status=Status.COMPLETE).order_by("-completed_at", "-date", "-pk")[:RECENT]
        ),
    )


def with_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    entries = Entry.objects.filter(TAKES_PART, tournament=OuterRef("pk")).order_by()
    rounds = Round.objects.filter(tournament=OuterRef("pk")).exclude(status=RoundStatus.DRAFT).order_by()
    return tournaments.annotate(
        is_staged=IS_STAGED,
        is_drawn=_DRAWN,
        first_kind=Subquery(Stage.objects.filter(tournament=OuterRef("pk"), number=1).values("kind")),
        entry_count=Coalesce(Subquery(entries.values("tournament").annotate(n=Count("pk")).values("n")), 0),
        current_round=Coalesce(
            Subquery(rounds.values("tournament").annotate(n=Max("number")).values("n")), 0
        ),
    )


def status_words(tournament: Tournament, is_drawn: bool, is_full: bool) -> str:
    """Return the status of the event in words. Published pools end registration before play begins."""
    if is_drawn and tournament.takes_registrations:
        return tr("about to start")
    if is_full and tournament.is_open_for_registration:
        return tr("full")
    return STATUS_WORDS[Status(tournament.status)]


STATUS_WORDS = {
    Status.DRAFT: tr("draft"),
    Status.REGISTRATION: tr("registration open"),
    Status.CHECK_IN: tr("check-in"),
    Status.IN_PROGRESS: tr("in progress"),
    Status.COMPLETE: tr("finished"),
}


@dataclass(frozen=True, slots=True)
class EventContext:
    """What every page of an event shows around its content: the tournament, its rounds, the viewer."""

    tournament: Tournament
    rounds: Sequence[Round]
    mine: Entry | None
    # The viewer's role in running the event, if any.
    role: Role | None
    # The token of the share link the visitor used; links between its pages carry it.
    share: str = ""
    # Published stages, in order.
    stages: Sequence[Stage] = ()
    # The current round of a pool stage, whose rounds are all open from the start.
    at: int | None = None
    # The limit of entries is reached.
    is_full: bool = False

    @property
    def announcements(self) -> Sequence[Announcement]:
        """Read on demand: the API shows none."""
        return current_announcements(self.tournament) if getattr(self.tournament, "announces", True) else []

    @property
    def pools(self) -> Stage | None:
        """The newest published stage with its own tables."""
        stages = [stage for stage in self.stages if STAGE_READINGS[stage.kind].tables]
        return stages[-1] if stages else None

    @property
    def current(self) -> Round | None:
        """The newest published round; in a pool stage the first that is not closed."""
        if self.at is not None:
            return self.round(self.at)
        return self.rounds[-1] if self.rounds else None

    @property
    def play_offs(self) -> list[Round]:
        """The first round of each play-off in progress."""
        on = [round_ for round_ in self.rounds if round_.is_play_off and round_.is_being_played]
        return list({(round_.stage_id, round_.play_off): round_ for round_ in reversed(on)}.values())[::-1]

    @property
    def is_staged(self) -> bool:
        """Whether the format is more than one Swiss, published or not; each stage has its own rounds."""
        return bool(self.stages) or getattr(self.tournament, "is_staged", False)

    @property
    def is_paired(self) -> bool:
        """Whether it includes a Swiss; pools have a schedule and a knockout its bracket."""
        return not self.is_staged or any(stage.kind == StageKind.SWISS for stage in self.stages)

    @property
    def takes_registrations(self) -> bool:
        """Whether visitors can register: not after the draw is published, since they would be in no pool."""
        drawn = any(stage.number == 1 and stage.kind != StageKind.SWISS for stage in self.stages)
        return self.tournament.takes_registrations and not drawn

    @property
    def status_words(self) -> str:
        drawn = self.tournament.takes_registrations and not self.takes_registrations
        return status_words(self.tournament, drawn, self.is_full)

    @property
    def has_standings(self) -> bool:
        played = any(r.status in (RoundStatus.STARTED, RoundStatus.CLOSED) for r in self.rounds)
        return played or self.pools is not None

    @property
    def has_bracket(self) -> bool:
        """Whether there is a published knockout."""
        return any(stage.kind == StageKind.KNOCKOUT for stage in self.stages)

    @property
    def organises(self) -> bool:
        return self.role in LOOK.roles

    @property
    def runs(self) -> bool:
        return self.role in RUN.roles

    @property
    def rules(self) -> bool:
        return self.role in RULE.roles

    @property
    def may_correct(self) -> bool:
        """Whether the viewer may correct results; never by a share link, which does not identify a person."""
        return self.rules and not self.share

    @property
    def shows_lists(self) -> bool:
        if Use.LISTS not in rules_of(self.tournament).uses:
            return False
        return self.tournament.lists_are_locked or self.rules or self.mine is not None

    def round(self, number: int) -> Round | None:
        return next((r for r in self.rounds if r.number == number), None)


def average_rating(entries: Sequence[Entry]) -> int | None:
    """Return the average of the rated entries."""
    rated = [entry.rating for entry in entries if entry.rating]
    return round(sum(rated) / len(rated)) if rated else None


def event_context(user: Visitor, tournament: Tournament, share: str = "") -> EventContext:
    mine = None
    if user.is_authenticated:
        mine = Entry.objects.filter(entries_of(user), tournament=tournament).first()
    rounds = tournament.rounds.select_related("clock").exclude(status=RoundStatus.DRAFT)
    stages = public_stages(tournament)
    role = role_of(user, tournament)
    full = tournament.takes_registrations and is_full(tournament)
    return EventContext(tournament, list(rounds), mine, role, share, stages, _round_at(stages), full)


def _round_at(stages: Sequence[Stage]) -> int | None:
    playing = [s for s in stages if s.kind == StageKind.POOLS and s.status == StageStatus.STARTED]
    if not playing:
        return None
    open_ = Match.objects.undecided().filter(round__stage=playing[-1], is_void=False)
    at: int | None = open_.aggregate(at=Min("round__number"))["at"]
    return at


def public_stages(tournament: Tournament) -> list[Stage]:
    """Return the published stages; none for a single Swiss, whose rounds show everything."""
    if not getattr(tournament, "is_staged", True):
        return []
    every = list(tournament.stages.order_by("number"))
    stages = [
        stage
        for stage in every
        if stage.is_public and not (stage.kind == StageKind.SWISS and len(every) == 1)
    ]
    for stage in stages:
        stage.tournament = tournament
    return stages


def entries_with_ratings(tournament: Tournament) -> list[Entry]:
    """Return entries by starting number; each has `number` and `earned_rating`."""
    rows = list(tournament.entries.defer("list_text").annotate(earned_rating=earned_rating(tournament)))
    numbers = numbers_of(tournament)
    for row in rows:
        row.number = numbers[row.pk]  # type: ignore[attr-defined]
    return sorted(rows, key=lambda row: numbers[row.pk])


def players_of(tournament: Tournament, entries: Sequence[Entry]) -> int:
    """Return how many entries take part; no query if all of them do."""
    begun = tournament.status in PLAYED
    if all(entry.is_active or not (begun or entry.is_dropped) for entry in entries):
        return len(entries)
    return tournament.entries.filter(TAKES_PART).count()


def matches_of(round_: Round) -> list[Match]:
    """Return matches by table, byes last, with both entries; `is_rematch` marks rematches in a Swiss."""
    met = met_before() if is_swiss(round_) else Value(False)
    rows = _with_entries().filter(round=round_).annotate(is_rematch=met)
    return with_boards(list(rows), round_.tournament)


def matches_of_bracket(stage: Stage, last: int) -> list[Match]:
    """Return the matches of all rounds up to this one: a match begins as soon as both sides are known."""
    of_stage = _with_entries().filter(round__stage=stage, round__number__lte=last)
    rows = of_stage.annotate(is_rematch=Value(False))
    matches: list[Match] = [*rows.exclude(round__status=RoundStatus.DRAFT).order_by("table", "pk")]
    return with_boards(matches, stage.tournament)


def _with_entries() -> QuerySet[Match]:
    fields = Match.objects.select_related("first", "second")
    return fields.defer("first__list_text", "second__list_text")


def readable_lists(user: Visitor, event_context: EventContext) -> list[Entry]:
    """A5: return all lists after the lock or for judges; before it the viewer's own."""
    entries = event_context.tournament.entries.exclude(list_text="")
    if event_context.tournament.lists_are_locked or event_context.rules:
        return in_name_order(entries)
    return in_name_order(entries.filter(entries_of(user))) if user.is_authenticated else []


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A place and its entries, several if it is shared."""

    rank: int
    entries: Sequence[Entry]
    # The name of the pool, if several pools end the event and each has a winner.
    pool: str = ""


def podium_of(tournament: Tournament) -> list[PodiumPlace]:
    """Return the first three places.

    Where several pools end the event: the winner of each pool, since their players never met.
    """
    last = stages_of(tournament)[-1]
    if last.kind == StageKind.POOLS and last.pools.count() > 1:
        return _winners_of_pools(tournament, last)
    ranks = ranking(tournament)
    places: dict[int, list[Entry]] = {}
    for row in ranks.rows:
        if row.rank <= PODIUM:
            places.setdefault(row.rank, []).append(ranks.entries[row.entry.id])
    return [PodiumPlace(rank, entries) for rank, entries in sorted(places.items())]


def _winners_of_pools(tournament: Tournament, stage: Stage) -> list[PodiumPlace]:
    winners: dict[str, list[Row]] = {
        pool: [row for row in rows if row.rank == 1] for pool, rows in rows_by_pool(stage).items()
    }
    entries = tournament.entries.in_bulk([row.entry.id for rows in winners.values() for row in rows])
    return [PodiumPlace(1, [entries[row.entry.id] for row in rows], pool) for pool, rows in winners.items()]
