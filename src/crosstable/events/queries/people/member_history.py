"""Every match and tournament of a member (B8), newest tournament first."""

from dataclasses import dataclass

from django.db.models import Q

from crosstable.accounts.models import Membership
from crosstable.events.models import Match, RatingChange, RoundStatus, Status, Tournament
from crosstable.events.queries.standings.standings import final_ranks


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
        if other is None:  # a bye: the event is listed, and there is no match to show
            continue
        line = HistoryMatch(
            match, is_white, other.display_name, members.get(other.player_id), changes.get(match.pk)
        )
        lines[pk].append(line)
    return [HistoryEvent(event, places[pk], lines[pk]) for pk, event in events.items()]
