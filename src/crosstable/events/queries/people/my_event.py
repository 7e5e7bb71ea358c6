"""A player's view of an event: table, opponent, next action, place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.accounts.permissions import row_of
from crosstable.engine.clock import Clock
from crosstable.events.bridge.hall import clock_at, clock_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import has_bye_rounds
from crosstable.events.models import (
    Announcement,
    ByeRequest,
    Claim,
    Entry,
    Match,
    MatchState,
    OrganiserCall,
    Round,
    RoundStatus,
    Status,
    Tournament,
)
from crosstable.events.permissions import entries_of
from crosstable.events.queries.desk.announcements import current_announcements
from crosstable.events.queries.desk.calls import may_call, open_call
from crosstable.events.queries.matches import with_board_lines, with_boards
from crosstable.events.queries.people.my_matches import (
    Histories,
    MyMatch,
    PastGame,
    games_of,
    my_match_of,
    record_of,
)
from crosstable.events.queries.people.snapshot import EventSnapshot, event_snapshot
from crosstable.events.queries.rounds.live_rounds import rematches_of
from crosstable.events.queries.stages.my_bracket import MyBracket, my_bracket
from crosstable.games import Use
from crosstable.text import tr


@dataclass(frozen=True, slots=True)
class MyEvent:
    entry: Entry
    round: Round | None
    match: MyMatch | None
    games: list[PastGame]
    place: int | None
    entered: int
    record: str
    # When the table or opponent of the current round last changed after publication.
    changed_at: datetime | None = None
    bracket: MyBracket | None = None
    # The clock at the player's table during the round; before it, the length of the round.
    clock: Clock | None = None
    has_list: bool = False
    byes: Sequence[ByeRequest] = ()
    bye_rounds: Sequence[int] = ()
    announcements: Sequence[Announcement] = ()
    # The open call for an organiser from the player's match.
    call: OrganiserCall | None = None

    @property
    def stands_at(self) -> str:
        """The current round, or the status of the event."""
        tournament = self.entry.tournament
        if self.round is not None and tournament.status == Status.IN_PROGRESS:
            return str(self.round)
        return Status(tournament.status).label

    @property
    def may_leave(self) -> bool:
        """Whether the player may withdraw without an organiser; in a bracket an opponent waits for them."""
        is_awaited = self.bracket is not None and self.bracket.is_in
        return not self.entry.is_dropped and not self.entry.tournament.is_complete and not is_awaited

    @property
    def is_the_end_near(self) -> bool:
        """Whether the last round is in progress or next: possible places can be calculated."""
        if self.round is None or self.entry.tournament.status != Status.IN_PROGRESS:
            return False
        left = self.entry.tournament.total_rounds - self.round.number
        return left == 0 or (left == 1 and self.round.status == RoundStatus.CLOSED)

    @property
    def another_follows(self) -> bool:
        """Whether the round is not closed and is not the last of the event."""
        if self.round is None or self.round.is_closed:
            return False
        tournament = self.entry.tournament
        return getattr(tournament, "is_staged", True) or self.round.number < tournament.total_rounds

    @property
    def may_call(self) -> bool:
        """Whether an organiser can be called to the player's match now."""
        return self.match is not None and not self.entry.is_dropped and may_call(self.match.match)

    @property
    def may_see_reasons(self) -> bool:
        """Whether the player may read why they were paired so: once published, if the organiser allows it."""
        return self.match is not None and self.entry.tournament.players_see_reasons


def entry_of(user: User, tournament: Tournament) -> Entry | None:
    entry = Entry.objects.select_related("player").filter(entries_of(user), tournament=tournament).first()
    if entry is not None:
        entry.tournament = tournament  # the caller's object, with its related rows already loaded
    return entry


def own_entry(user: User, tournament: Tournament) -> Entry:
    return row_of(entry_of(user, tournament), tr("You are not registered for this event."))


def entry_to_show(user: User, tournament: Tournament, snapshot: EventSnapshot | None = None) -> Entry | None:
    """Return the entry, read-only: without a query if this process has the revision cached."""
    snapshot = snapshot or event_snapshot(tournament)
    return snapshot.entry_of(user) if snapshot.revision == tournament.revision else entry_of(user, tournament)


def my_event(entry: Entry, snapshot: EventSnapshot | None = None) -> MyEvent:
    tournament, snapshot = entry.tournament, snapshot or event_snapshot(entry.tournament)
    is_exact = snapshot.revision == tournament.revision
    bracket = my_bracket(entry, snapshot.paths)
    pool = snapshot.pool_rows.get(entry.pk) if bracket is None else None
    rows = snapshot.rows if pool is None else {int(row.entry.id): row for row in pool}
    histories: Histories = (
        snapshot.histories if pool is None else {pk: row.history for pk, row in rows.items()}
    )
    matches = snapshot.matches.get(entry.pk, []) if is_exact else _matches_of(entry)
    round_ = snapshot.newest_round if is_exact else _newest_round(tournament)
    current: Match | None = next((m for m in matches if m.round.is_play_off and not m.is_agreed), None)
    if current is not None:
        round_ = current.round
    elif bracket is not None:
        current = next((m for m in reversed(matches) if m.bracket_number is not None), None)
        round_ = current.round if current else round_
    elif pool is None:
        current = next((m for m in matches if round_ is not None and m.round_id == round_.pk), None)
    else:
        current = _next_of(matches)
        round_ = current.round if current else round_
    claims: Iterable[Claim] = ()
    if current is not None:
        claims = snapshot.claims.get(current.pk, ()) if is_exact else current.claims.all()
    played = snapshot.has_begun if pool is None else any(row.history.games for row in rows.values())
    return MyEvent(
        entry=entry,
        round=round_,
        match=my_match_of(
            entry, current, claims, histories, snapshot, is_rematch=current.pk in rematches_of(matches)
        )
        if current
        else None,
        games=games_of(entry, matches, current, snapshot.rating_changes),
        place=rows[entry.pk].rank if played and entry.pk in rows else None,
        entered=len(rows),
        clock=_clock(round_, current),
        record=record_of(tournament, histories[entry.pk]) if played and entry.pk in histories else "",
        changed_at=_changed_at(entry, round_, snapshot if is_exact else None),
        bracket=bracket,
        call=_call(snapshot if is_exact else None, current),
        announcements=_announcements(snapshot if is_exact else None, tournament),
        has_list=entry.pk in snapshot.with_list if is_exact else bool(entry.list_text),
        **_sitting_out(entry, snapshot if is_exact else None),
    )


def _next_of(matches: list[Match]) -> Match | None:
    """The first undecided match, or the last one; pool players have one match after another."""
    order = sorted((m for m in matches if not m.is_void), key=lambda m: (m.round.number, m.slot))
    return next((m for m in order if not m.is_agreed), order[-1] if order else None)


def _newest_round(tournament: Tournament) -> Round | None:
    """The newest published round, without play-offs: those concern only their players."""
    shown = tournament.rounds.select_related("clock").exclude(status=RoundStatus.DRAFT)
    return shown.filter(play_off=0).order_by("-number").first()


def _changed_at(entry: Entry, round_: Round | None, snapshot: EventSnapshot | None) -> datetime | None:
    if round_ is None or round_.status not in (RoundStatus.PUBLISHED, RoundStatus.STARTED):
        return None
    if snapshot is not None:
        return snapshot.changed_at.get((entry.pk, round_.pk))
    return entry.changed_pairings.filter(round=round_).values_list("at", flat=True).first()


def _clock(round_: Round | None, match: Match | None) -> Clock | None:
    """The clock for this match; None once the result is confirmed."""
    if round_ is None or (match is not None and match.is_agreed):
        return None
    return clock_at(match) if match is not None else clock_of(round_)


def _call(snapshot: EventSnapshot | None, match: Match | None) -> OrganiserCall | None:
    if match is None:
        return None
    return snapshot.calls.get(match.pk) if snapshot is not None else open_call(match)


def _announcements(snapshot: EventSnapshot | None, tournament: Tournament) -> Sequence[Announcement]:
    if snapshot is None:
        return current_announcements(tournament)
    now = timezone.now()
    return [one for one in snapshot.announcements if one.until > now]


def _sitting_out(entry: Entry, snapshot: EventSnapshot | None) -> dict[str, Any]:
    """The requested byes and the rounds a bye can still be requested for; empty if the game has none."""
    tournament = entry.tournament
    if Use.BYE_REQUESTS not in rules_of(tournament).uses or tournament.status == Status.COMPLETE:
        return {}
    if not (snapshot.can_request_byes if snapshot is not None else has_bye_rounds(tournament)):
        return {}
    if snapshot is not None:
        asked, made = snapshot.byes.get(entry.pk, []), snapshot.published
    else:
        asked = list(entry.bye_requests.all())
        shown = tournament.rounds.exclude(status=RoundStatus.DRAFT)
        made = frozenset(shown.values_list("number", flat=True))
    taken = made | {request.round_number for request in asked}
    free = [n for n in range(1, tournament.total_rounds + 1) if n not in taken]
    within = len(asked) < tournament.most_requested_byes and not entry.is_dropped
    return {"byes": asked, "bye_rounds": free if within else []}


def _matches_of(entry: Entry) -> list[Match]:
    mine = Match.objects.filter(Q(first=entry) | Q(second=entry)).exclude(round__status=RoundStatus.DRAFT)
    related = mine.select_related("round__clock", "round__stage", "extra_time", "first", "second")
    matches = list(related.defer("first__list_text", "second__list_text").order_by("round__number"))
    for match in matches:
        match.round.tournament = entry.tournament
    return with_board_lines(with_boards(matches, entry.tournament), entry.tournament)


def waiting_for(user: User) -> list[Match]:
    """A14: return the matches in all events whose score this user has yet to confirm."""
    mine = entries_of(user, "first") | entries_of(user, "second")
    claimed = Match.objects.filter(mine, state=MatchState.CLAIMED, round__status=RoundStatus.STARTED)
    others = claimed.exclude(claims__by=user)
    return list(others.select_related("round__tournament", "first", "second").distinct())


def playing_in(user: User) -> Tournament | None:
    """Return the event in which the user plays in a current round; none if they run it, or play in several."""
    mine = entries_of(user, "first") | entries_of(user, "second")
    current = Q(round__status__in=[RoundStatus.PUBLISHED, RoundStatus.STARTED])
    rows = Match.objects.filter(mine, current).values_list("round__tournament", flat=True)
    events = list(Tournament.objects.filter(pk__in=set(rows)).exclude(Q(owner=user) | Q(organisers=user))[:2])
    return events[0] if len(events) == 1 else None
