"""A club's tournament (B2 to B4) and the history of a member (B8), for the API."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q

from crosstable.accounts.models import Membership
from crosstable.engine.history import EntryHistory, history_of
from crosstable.engine.model import EntryId
from crosstable.events.bridge.tournament import load_tournament
from crosstable.events.models import Entry, Match, RatingChange, RoundStatus, Status, Tournament
from crosstable.events.queries.standings.ranking import final_ranks

COARSE = {
    Status.DRAFT: "pending",
    Status.REGISTRATION: "pending",
    Status.CHECK_IN: "pending",
    Status.IN_PROGRESS: "in-progress",
    Status.COMPLETE: "completed",
}


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    player_id: int
    member_id: int | None
    name: str
    elo: int
    score: Decimal
    opponents: list[int | None]
    colors: list[str]


@dataclass(frozen=True, slots=True)
class ClubEvent:
    tournament: Tournament
    members: dict[int, int]
    players: list[ClubPlayer]
    matches: list[Match]
    current_round: int
    bye_member: int | None

    def member_of(self, entry_id: int) -> int | None:
        return self.members.get(entry_id)


def members_of(tournament: Tournament) -> dict[int, int]:
    """Player → member of the tournament's club; empty if it has no club."""
    if tournament.club_id is None:
        return {}
    return dict(Membership.objects.filter(club=tournament.club_id).values_list("player_id", "pk"))


def club_event(tournament: Tournament) -> ClubEvent:
    """Return the event in seven queries, whatever its size."""
    entries = list(tournament.entries.order_by("seed"))
    by_player = members_of(tournament)
    members = {e.pk: by_player[e.player_id] for e in entries if e.player_id in by_player}
    history = history_of(load_tournament(tournament))
    rounds = tournament.rounds.exclude(status=RoundStatus.DRAFT)
    shown = (
        Match.objects.filter(round__in=rounds)
        .select_related("round")
        .order_by("round__number", "table", "pk")
    )
    matches = list(shown)
    paired: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for match in matches:
        if match.second_id is not None:
            paired[match.first_id].append((match.second_id, "white"))
            paired[match.second_id].append((match.first_id, "black"))
    current = max((match.round.number for match in matches), default=0)
    sitting = [m.first_id for m in matches if m.is_bye and m.round.number == current]
    return ClubEvent(
        tournament=tournament,
        members=members,
        players=[_player(members, e, history[EntryId(e.pk)], paired.get(e.pk, [])) for e in entries],
        matches=[m for m in matches if not m.is_bye],
        current_round=current,
        bye_member=members.get(sitting[0]) if sitting else None,
    )


def _player(
    members: dict[int, int], entry: Entry, record: EntryHistory, paired: list[tuple[int, str]]
) -> ClubPlayer:
    """B3: opponents and colours are recorded when the round is paired, whatever the result."""
    return ClubPlayer(
        player_id=int(record.entry.id),
        member_id=members.get(record.entry.id),
        name=entry.display_name,
        elo=entry.rating,
        score=record.score,
        opponents=[members.get(opponent) for opponent, _ in paired],
        colors=[color for _, color in paired],
    )


@dataclass(frozen=True, slots=True)
class HistoryMatch:
    match: Match
    is_white: bool
    opponent: str
    opponent_member: int | None
    change: RatingChange | None


@dataclass(frozen=True, slots=True)
class HistoryEvent:
    tournament: Tournament
    rank: int | None
    matches: list[HistoryMatch]


def member_history(member: Membership) -> list[HistoryEvent]:
    mine = Q(first__player=member.player) | Q(second__player=member.player)
    rows = Match.objects.filter(mine, round__tournament__club=member.club)
    rows = rows.exclude(round__status=RoundStatus.DRAFT).exclude(round__tournament__status=Status.DRAFT)
    matches = list(
        rows.select_related("round__tournament", "first", "second").order_by(
            "-round__tournament__date", "-round__tournament_id", "round__number"
        )
    )
    changes = {
        c.match_id: c
        for c in RatingChange.objects.filter(match__in=matches, player=member.player, correction=None)
    }
    members = dict(Membership.objects.filter(club=member.club).values_list("player_id", "pk"))
    return _by_event(member, matches, changes, members)


def _by_event(
    member: Membership, matches: list[Match], changes: dict[int, RatingChange], members: dict[int, int]
) -> list[HistoryEvent]:
    events = {match.round.tournament_id: match.round.tournament for match in matches}
    ranks = final_ranks(events.values())
    lines: dict[int, list[HistoryMatch]] = {pk: [] for pk in events}
    places: dict[int, int | None] = {}
    for match in matches:
        is_white = match.first.player_id == member.player_id
        own, other = (match.first, match.second) if is_white else (match.second, match.first)
        assert own is not None
        pk = match.round.tournament_id
        places[pk] = ranks[pk].get(own.pk)
        if other is None:  # a bye: list the event without a match
            continue
        line = HistoryMatch(
            match, is_white, other.display_name, members.get(other.player_id), changes.get(match.pk)
        )
        lines[pk].append(line)
    return [HistoryEvent(event, places[pk], lines[pk]) for pk, event in events.items()]
