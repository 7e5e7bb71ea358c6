"""A club's tournament as a program reads it (B2 to B4): players with their scores, opponents and colours."""

from dataclasses import dataclass
from decimal import Decimal

from crosstable.accounts.models import Membership
from crosstable.engine.history import EntryHistory, history_of
from crosstable.engine.model import EntryId
from crosstable.events.models import Match, RoundStatus, Status, Tournament
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
    current = max((match.round.number for match in matches), default=0)
    sitting = [m.first_id for m in matches if m.is_bye and m.round.number == current]
    return ClubEvent(
        tournament=tournament,
        members=members,
        players=[_player(members, e.rating, e.display_name, history[EntryId(e.pk)]) for e in entries],
        matches=[m for m in matches if not m.is_bye],
        current_round=current,
        bye_member=members.get(sitting[0]) if sitting else None,
    )


def _player(members: dict[int, int], elo: int, name: str, record: EntryHistory) -> ClubPlayer:
    played = [game for game in record.games if game.opponent is not None]
    return ClubPlayer(
        player_id=int(record.entry.id),
        member_id=members.get(record.entry.id),
        name=name,
        elo=elo,
        score=record.score,
        opponents=[members.get(game.opponent) for game in played if game.opponent is not None],
        colors=[game.color.value for game in played if game.color is not None],
    )
