"""An event read once per revision, the source of every player's own page.

When a round is published, a thousand players load their own page. Each page is different, and all use the
same rows: two thousand matches, the standings, the lists. Read-only, since all requests share it.

While many results arrive, it may be a second old (`revision_cache.LatestCache`). A player's own matches are
then read separately; only places, records and ratings are a second old.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import Prefetch, prefetch_related_objects

from crosstable.accounts.models import User
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.database.revision_cache import LatestCache
from crosstable.engine.history import EntryHistory
from crosstable.engine.standings import Row
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import has_bye_rounds
from crosstable.events.models import (
    Announcement,
    ByeRequest,
    ChangedPairing,
    Claim,
    Entry,
    Match,
    OrganiserCall,
    PlayerRating,
    RatingChange,
    Round,
    RoundStatus,
    TeamMember,
    Tournament,
)
from crosstable.events.queries.desk.announcements import current_announcements
from crosstable.events.queries.matches import with_board_lines, with_boards
from crosstable.events.queries.stages.my_bracket import Paths, paths_of
from crosstable.events.queries.standings.pool_tables import pool_rows
from crosstable.events.queries.standings.ranking import current_rows

MOST_EVENTS = 6
_revision = CompiledQuery(
    lambda slug: Tournament.objects.filter(slug=slug).order_by("date", "pk").values_list("pk", "revision"),
    str,
)


@dataclass(frozen=True, slots=True)
class EventSnapshot:
    tournament: Tournament
    rows: Mapping[int, Row]
    histories: Mapping[int, EntryHistory]
    has_begun: bool
    # Player → the entry, also by membership of a team.
    entries: Mapping[int, Entry]
    # Without play-offs: those concern only their players.
    newest_round: Round | None
    matches: Mapping[int, list[Match]]
    # Match → its reports. Not attached to the matches: reference cycles would need a full garbage collection,
    # ten thousand objects for every revision.
    claims: Mapping[int, list[Claim]]
    changed_at: Mapping[tuple[int, int], datetime]
    with_list: frozenset[int]
    ratings: Mapping[int, PlayerRating]
    # Entry → the table of its pool, in an event with pools.
    pool_rows: Mapping[int, list[Row]]
    paths: Paths | None
    byes: Mapping[int, list[ByeRequest]]
    # Numbers of the published rounds, and whether players may request a bye.
    published: frozenset[int]
    can_request_byes: bool
    # Match and player → the game's rating change; a later correction is a second row.
    rating_changes: Mapping[tuple[int, int], int]
    # Those that were not over when it was read.
    announcements: Sequence[Announcement]
    # Match → its open call for an organiser.
    calls: Mapping[int, OrganiserCall]

    @property
    def revision(self) -> int:
        return self.tournament.revision

    def entry_of(self, user: User) -> Entry | None:
        player = getattr(user, "player", None)
        return self.entries.get(player.pk) if player is not None else None


_latest: LatestCache[EventSnapshot] = LatestCache(MOST_EVENTS)


def event_snapshot(tournament: Tournament) -> EventSnapshot:
    """Return the snapshot of this revision, or a second-old one while many results arrive."""
    return _latest.get(tournament.pk, tournament.revision, partial(_read, tournament))


def known_event(slug: str) -> Tournament | None:
    """Return the cached event if its revision is current; read-only.

    One short query instead of a row with sixty columns.
    """
    revision = _revision.first(slug)
    held = _latest.current(*revision) if revision else None
    return held.tournament if held is not None else None


def _read(tournament: Tournament) -> EventSnapshot:
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player").defer("list_text")}
    for entry in entries.values():
        entry.tournament = tournament
    shown = tournament.rounds.exclude(status=RoundStatus.DRAFT).select_related("clock", "stage")
    rounds = {round_.pk: round_ for round_ in shown}
    rows = {int(row.entry.id): row for row in current_rows(tournament)}
    is_staged = getattr(tournament, "is_staged", True)
    return EventSnapshot(
        tournament=tournament,
        rows=rows,
        histories={pk: row.history for pk, row in rows.items()},
        has_begun=any(row.history.games for row in rows.values()),
        entries=_by_player(tournament, entries),
        newest_round=max(
            (round_ for round_ in rounds.values() if not round_.is_play_off),
            key=lambda round_: round_.number,
            default=None,
        ),
        matches=_matches(tournament, entries, rounds),
        claims=_claims(rounds),
        changed_at=_changes_of_pairings(rounds),
        with_list=frozenset(tournament.entries.exclude(list_text="").values_list("pk", flat=True)),
        ratings=_ratings(tournament),
        rating_changes=_rating_changes(tournament),
        pool_rows=pool_rows(tournament) if is_staged else {},
        paths=paths_of(tournament) if is_staged else None,
        byes=_byes(tournament),
        published=frozenset(round_.number for round_ in rounds.values()),
        can_request_byes=has_bye_rounds(tournament),
        announcements=current_announcements(tournament),
        calls=_open_calls(tournament),
    )


def _by_player(tournament: Tournament, entries: Mapping[int, Entry]) -> dict[int, Entry]:
    """Player → entry; of a player with two entries the first, as everywhere."""
    by_player: dict[int, Entry] = {}
    for entry in sorted(entries.values(), key=lambda entry: entry.seed):
        by_player.setdefault(entry.player_id, entry)
    members = TeamMember.objects.filter(entry__tournament=tournament, player__isnull=False)
    for player, team in members.order_by("entry__seed").values_list("player_id", "entry_id"):
        if player is not None and team in entries:
            by_player.setdefault(player, entries[team])
    return by_player


def _matches(
    tournament: Tournament, entries: Mapping[int, Entry], rounds: Mapping[int, Round]
) -> dict[int, list[Match]]:
    """Entry → its matches by round. Rows share the objects they refer to.

    An entry added during the read is loaded where it is needed.
    """
    for round_ in rounds.values():
        round_.tournament = tournament
    matches: defaultdict[int, list[Match]] = defaultdict(list)
    rows = list(
        Match.objects.filter(round__in=list(rounds)).select_related("extra_time").order_by("round__number")
    )
    if tournament.has_boards:
        prefetch_related_objects(rows, "parts")
        members = Prefetch("members", TeamMember.objects.select_related("player"))
        prefetch_related_objects(list(entries.values()), members)
    for match in rows:
        match.round = rounds[match.round_id]
        if first := entries.get(match.first_id):
            match.first = first
            matches[first.pk].append(match)
        if second := entries.get(match.second_id or 0):
            match.second = second
            matches[second.pk].append(match)
    with_board_lines(with_boards(rows, tournament), tournament)
    return dict(matches)


def _open_calls(tournament: Tournament) -> dict[int, OrganiserCall]:
    rows = OrganiserCall.objects.filter(match__round__tournament=tournament, closed_at__isnull=True)
    return {call.match_id: call for call in rows.select_related("taken_by__player")}


def _byes(tournament: Tournament) -> dict[int, list[ByeRequest]]:
    byes: defaultdict[int, list[ByeRequest]] = defaultdict(list)
    for bye in ByeRequest.objects.filter(entry__tournament=tournament):
        byes[bye.entry_id].append(bye)
    return dict(byes)


def _claims(rounds: Mapping[int, Round]) -> dict[int, list[Claim]]:
    claims: defaultdict[int, list[Claim]] = defaultdict(list)
    for claim in Claim.objects.filter(match__round__in=list(rounds)):
        claims[claim.match_id].append(claim)
    return dict(claims)


def _changes_of_pairings(rounds: Mapping[int, Round]) -> dict[tuple[int, int], datetime]:
    changed = ChangedPairing.objects.filter(round__in=list(rounds)).values_list("entry_id", "round_id", "at")
    return {(entry, round_): at for entry, round_, at in changed}


def _ratings(tournament: Tournament) -> dict[int, PlayerRating]:
    pool = rules_of(tournament).rating_pool
    rows = PlayerRating.objects.filter(pool=pool, player__entries__tournament=tournament) if pool else ()
    return {rating.player_id: rating for rating in rows}


def _rating_changes(tournament: Tournament) -> Mapping[tuple[int, int], int]:
    changes: Counter[tuple[int, int]] = Counter()
    rows = RatingChange.objects.filter(match__round__tournament=tournament).order_by()
    for match, player, before, after in rows.values_list("match_id", "player_id", "before", "after"):
        changes[match, player] += after - before
    return changes
