"""Small fields before and during a Swiss: rounds that cannot be paired, and the organiser's options."""

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
from crosstable.text import tr, trn

_blockers: RevisionCache[tuple[str, ...]] = RevisionCache(most=64)


def check_rounds(tournament: Tournament, entries: int) -> None:
    """Refuse more rounds than this many entries can play without a rematch, unless rematches are allowed.

    Raises TooManyRounds.
    """
    rounds, most = tournament.total_rounds, most_rounds(entries)
    if rounds > most and not rules_of(tournament).pairing_system.allows_rematches:
        raise TooManyRounds(rounds=rounds, entries=entries, count=most)


def is_being_played(tournament: Tournament) -> bool:
    """Return whether the event has started and begins with a Swiss."""
    return tournament.is_in_progress and tournament.stages.filter(number=1, kind=StageKind.SWISS).exists()


def entries_of_swiss(tournament: Tournament) -> int:
    """Return the number of entries that play or have played: the most a player of this Swiss can meet."""
    rounds = Round.objects.filter(OF_A_SWISS, tournament=tournament)
    met = Match.objects.filter(round__in=rounds, second__isnull=False)
    played = {pk for pair in met.values_list("first_id", "second_id") for pk in pair if pk is not None}
    return len(played | set(active_ids(tournament)))


def warning_about_rounds(tournament: Tournament, entries: int) -> str:
    """Return a warning if this number of rounds is risky or forces rematches; empty if not."""
    rounds, players = tournament.total_rounds, tournament.entries_counted(entries)
    if rounds > most_rounds(entries):
        return tr(
            "{rounds} rounds with {players} need rematches: after {most_rounds} rounds all have met.",
            rounds=rounds,
            players=players,
            most_rounds=most_rounds(entries),
        )
    if fewer_rounds(tournament, entries) is None:
        return ""
    return tr(
        "{rounds} rounds with {players} are a risk: a round may come that cannot be paired "
        "without a rematch. Fewer rounds or a round robin are safe.",
        rounds=rounds,
        players=players,
    )


def warning_during_play(tournament: Tournament) -> str:
    """The same warning after the number of rounds was changed during the event."""
    if not is_being_played(tournament):
        return ""
    return warning_about_rounds(tournament, entries_of_swiss(tournament))


def fewer_rounds(tournament: Tournament, entries: int) -> int | None:
    """Return the number of rounds to play instead, if those chosen are too many or risky."""
    rounds = tournament.total_rounds
    if rules_of(tournament).pairing_system.allows_rematches:
        safe = min(rounds, most_rounds(entries))
    else:
        safe = safe_rounds(entries, min(rounds, most_rounds(entries)))
    return safe if 0 < safe < rounds else None


def ways_around_rounds(tournament: Tournament, entries: int) -> tuple[Alternative, ...]:
    """Offer fewer rounds or a round robin."""
    fewer = fewer_rounds(tournament, entries)
    if fewer is None:
        return ()
    label = trn("Play {count} round", "Play {count} rounds", fewer)
    return (
        Alternative("fewer-rounds", label, "set-rounds", {"rounds": str(fewer)}),
        Alternative("round-robin", tr("Play a round robin"), "stages", is_link=True),
    )


def blockers_of(tournament: Tournament, number: int) -> Sequence[str]:
    """Return the players who cannot all be paired in this round; empty if the round is possible."""
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
    """Offer the options for a round that cannot be paired."""
    finish = trn("Finish now, after {count} round", "Finish now, after {count} rounds", number - 1)
    fewest = tr("Pair with as few rematches as possible")
    return (
        *((Alternative("finish-now", finish, "finish-now"),) if number > 1 else ()),
        Alternative("fewest-rematches", fewest, "pair", {"rematches": "1"}),
        Alternative("by-hand", tr("Pair manually from an empty draft"), "begin-by-hand"),
    )
