"""An event of any size, written as rows: for pages that must cost the same with two players and with many."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from building import user
from crosstable.accounts.models import Player
from crosstable.engine.results import by_points
from crosstable.events.actions.ratings.ratings import rate_round
from crosstable.events.models import (
    Entry,
    Match,
    MatchState,
    Round,
    RoundStatus,
    Stage,
    StageKind,
    Status,
    Tournament,
)


def crowd(size: int, *, slug: str = "northern", status: Status = Status.IN_PROGRESS) -> Tournament:
    """Round 1 closed and rated, round 2 being played with its first table agreed, round 3 a draft."""
    tournament = Tournament.objects.create(
        name=slug.title(),
        slug=slug,
        date=date(2026, 11, 21),
        total_rounds=3,
        choices={"most": 100},
        status=status,
        owner=user("olga"),
        lists_locked_at=timezone.now(),
        completed_at=timezone.now() if status == Status.COMPLETE else None,
    )
    Stage.objects.create(
        tournament=tournament, number=1, kind=StageKind.SWISS, name="Swiss", status="started"
    )
    entries = _entries(tournament, size)
    first = _round(tournament, 1, RoundStatus.STARTED, entries, MatchState.AGREED)
    rate_round(first, timezone.now())
    Round.objects.filter(pk=first.pk).update(status=RoundStatus.CLOSED)
    _round(tournament, 2, RoundStatus.STARTED, entries[1:] + entries[:1], MatchState.OPEN)
    _round(tournament, 3, RoundStatus.DRAFT, entries, MatchState.OPEN)
    return tournament


def _entries(tournament: Tournament, size: int) -> list[Entry]:
    names = [f"{tournament.slug} player {n}" for n in range(1, size + 1)]
    players = Player.objects.bulk_create([Player(name=name) for name in names])
    return Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=player,
            seed=n,
            display_name=player.name,
            faction="Orks",
            list_text=f"list of {player.name}",
            checked_in_at=timezone.now(),
        )
        for n, player in enumerate(players, start=1)
    )


def _round(
    tournament: Tournament, number: int, status: RoundStatus, entries: list[Entry], state: MatchState
) -> Round:
    round_ = Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=number,
        status=status,
        mission="The Ritual",
        started_at=timezone.now(),
    )
    score = by_points("1-0", 60, 40).stored() if state == MatchState.AGREED else {}
    couples = zip(entries[::2], entries[1::2], strict=False)
    Match.objects.bulk_create(
        Match(round=round_, table=n, first=a, second=b, state=state, **score)
        for n, (a, b) in enumerate(couples, start=1)
    )
    if len(entries) % 2:
        Match.objects.create(round=round_, first=entries[-1], state=MatchState.BYE, bye_kind="allocated")
    return round_
