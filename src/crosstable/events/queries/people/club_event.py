"""A club's tournament as a program reads it (B2 to B4): players with their scores, opponents and colours."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from crosstable.accounts.models import Membership
from crosstable.engine.history import EntryHistory, history_of
from crosstable.engine.model import EntryId
from crosstable.events.models import Entry, Match, RoundStatus, Status, Tournament
from crosstable.events.records.tournament import load_tournament

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
    """Player → member of the club the tournament belongs to; empty where it belongs to none."""
    if tournament.club_id is None:
        return {}
    return dict(Membership.objects.filter(club=tournament.club_id).values_list("player_id", "pk"))


def club_event(tournament: Tournament) -> ClubEvent:
    """Seven queries, whatever the size."""
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
    """B3: opponents and colours are recorded when the round is paired, whatever becomes of the game."""
    return ClubPlayer(
        player_id=int(record.entry.id),
        member_id=members.get(record.entry.id),
        name=entry.display_name,
        elo=entry.rating,
        score=record.score,
        opponents=[members.get(opponent) for opponent, _ in paired],
        colors=[color for _, color in paired],
    )
