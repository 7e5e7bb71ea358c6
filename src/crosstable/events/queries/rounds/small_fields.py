"""Small fields before and during a Swiss: rounds that cannot be paired, and what an organiser can do about it."""

from collections.abc import Sequence

from crosstable.database.revision_cache import RevisionCache
from crosstable.engine.errors import PairingImpossible
from crosstable.engine.pairing.small_fields import most_rounds, safe_rounds
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.tournament import OF_A_SWISS, conditions_for, load_tournament
from crosstable.events.models import Match, Round, StageKind, Tournament
from crosstable.events.play_errors import TooManyRounds
from crosstable.events.queries.desk.steps import Alternative
from crosstable.events.queries.rounds.drafts import active_ids

_blockers: RevisionCache[tuple[str, ...]] = RevisionCache(most=64)


def check_rounds(tournament: Tournament, entries: int) -> None:
    """Refuse more rounds than so many entries can play without a rematch, where rematches are not allowed.

    Raises TooManyRounds.
    """
    rounds, most = tournament.total_rounds, most_rounds(entries)
    if rounds > most and not rules_of(tournament).pairing_system.allows_rematches:
        raise TooManyRounds(rounds=rounds, entries=entries, count=most, entry_word=tournament.entry_word)


def is_being_played(tournament: Tournament) -> bool:
    """Whether the event has started and begins with a Swiss."""
    return tournament.is_in_progress and tournament.stages.filter(number=1, kind=StageKind.SWISS).exists()


def entries_of_swiss(tournament: Tournament) -> int:
    """Those who play on or have played: as many a player of this Swiss can meet at most."""
    rounds = Round.objects.filter(OF_A_SWISS, tournament=tournament)
    met = Match.objects.filter(round__in=rounds, second__isnull=False)
    played = {pk for pair in met.values_list("first_id", "second_id") for pk in pair if pk is not None}
    return len(played | set(active_ids(tournament)))


def warning_about_rounds(tournament: Tournament, entries: int) -> str:
    """A sentence if these rounds are risky with so few entries, or force rematches; empty if not."""
    rounds, many = tournament.total_rounds, f"{entries} {tournament.entry_word}s"
    if rounds > most_rounds(entries):
        return f"{rounds} rounds with {many} need rematches: after {most_rounds(entries)} rounds everybody has met."
    if fewer_rounds(tournament, entries) is None:
        return ""
    return (
        f"{rounds} rounds with {many} are a risk: a round may come that cannot be paired without a rematch. "
        "Fewer rounds or a round robin are safe."
    )


def warning_during_play(tournament: Tournament) -> str:
    """The same sentence after the number of rounds was changed in an event that has started."""
    if not is_being_played(tournament):
        return ""
    return warning_about_rounds(tournament, entries_of_swiss(tournament))


def fewer_rounds(tournament: Tournament, entries: int) -> int | None:
    """The number of rounds to play instead, where those chosen are too many or a risk."""
    rounds = tournament.total_rounds
    if rules_of(tournament).pairing_system.allows_rematches:
        safe = min(rounds, most_rounds(entries))
    else:
        safe = safe_rounds(entries, min(rounds, most_rounds(entries)))
    return safe if 0 < safe < rounds else None


def ways_around_rounds(tournament: Tournament, entries: int) -> tuple[Alternative, ...]:
    """Fewer rounds, or a round robin."""
    fewer = fewer_rounds(tournament, entries)
    if fewer is None:
        return ()
    label = "Play 1 round" if fewer == 1 else f"Play {fewer} rounds"
    return (
        Alternative("fewer-rounds", label, "set-rounds", {"rounds": str(fewer)}),
        Alternative("round-robin", "Play a round robin", "stages", is_link=True),
    )


def blockers_of(tournament: Tournament, number: int) -> Sequence[str]:
    """Who cannot all be paired in this round by the rules; nobody where the round is possible."""
    if rules_of(tournament).pairing_system.allows_rematches:
        return ()
    key = tournament.pk, tournament.revision, number
    return _blockers.get(key, lambda: _find_blockers(tournament, number))


def _find_blockers(tournament: Tournament, number: int) -> tuple[str, ...]:
    active = active_ids(tournament)
    if len(active) < 2:
        return ()
    state = load_tournament(tournament, before_round=number)
    try:
        rules_of(tournament).pairing_system.pair_round(state, active, conditions_for(tournament, number))
    except PairingImpossible as impossible:
        names = {entry.id: entry.name for entry in state.entries}
        return tuple(names[id] for id in impossible.entries)
    return ()


def ways_out(number: int) -> tuple[Alternative, ...]:
    """What to do about a round that cannot be paired."""
    played = "1 round" if number == 2 else f"{number - 1} rounds"
    finish = (Alternative("finish-now", f"Finish now, after {played}", "finish-now"),) if number > 1 else ()
    return (
        *finish,
        Alternative("fewest-rematches", "Pair with as few rematches as possible", "pair", {"rematches": "1"}),
        Alternative("by-hand", "Pair by hand from an empty draft", "begin-by-hand"),
    )
