"""Live rounds in one line: who is where, in words, and the proposals."""

from __future__ import annotations

from building import event
from crosstable.events.actions.rounds import rounds
from crosstable.events.models import ChangedPairing, Match, Round, Status, Tournament
from crosstable.events.queries.rounds.live_rounds import live_round_of, situation_of
from crosstable.events.queries.rounds.repairs import Offer, offers


def published(names: str, **changes: object) -> Tournament:
    """Round 1 is published and not started."""
    tournament = event(names, Status.IN_PROGRESS, **changes)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    return tournament


def seen(tournament: Tournament, number: int | None = None) -> list[str]:
    """'1 a-b', '2 c-d 1-0F', 'e allocated': the round by table, byes last by name."""
    rows = Match.objects.filter(round__tournament=tournament).select_related("first", "second", "round")
    last = number or Round.objects.filter(tournament=tournament).latest("number").number
    rows = [m for m in rows if m.round.number == last]
    tables = sorted((m for m in rows if m.second), key=lambda m: m.table)
    byes = sorted((m for m in rows if not m.second), key=lambda m: m.first.display_name)
    return [f"{m.table} {m.first}-{m.second}{' ' if m.result else ''}{m.result}" for m in tables] + [
        f"{m.first} {m.bye_kind}" for m in byes
    ]


def ways_out(tournament: Tournament) -> list[Offer]:
    round_ = live_round_of(tournament)
    assert round_ is not None
    return offers(situation_of(round_))


def notified_names(tournament: Tournament) -> set[str]:
    rows = ChangedPairing.objects.filter(round__tournament=tournament).select_related("entry")
    return {row.entry.display_name for row in rows}
