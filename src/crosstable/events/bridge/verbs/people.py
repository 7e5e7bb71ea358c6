"""Actions on entries."""

from crosstable.events.bridge.verbs.model import Kind, Pairing, Paper, Tells, Undo, Verb, Whom
from crosstable.events.models import NewsKind

PEOPLE: dict[str, Verb] = {
    "entry.registered": Verb(
        "{subject} registered", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED, by_players=True
    ),
    "entry.added": Verb(
        "{subject} added by the organiser", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED
    ),
    "entry.edited": Verb(
        "{subject} changed: {changes}", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED, by_players=True
    ),
    "entry.checked-in": Verb(
        "{subject} checked in", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED, by_players=True
    ),
    "entry.check-in-undone": Verb(
        "Check-in of {subject} undone", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED
    ),
    "entries.checked-in": Verb("{subject} checked in", Kind.PLAYERS, pairing=Pairing.MOVED),
    "entries.check-in-undone": Verb("Check-in of {subject} undone", Kind.PLAYERS, pairing=Pairing.MOVED),
    "entry.dropped": Verb(
        "{subject} dropped", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED, by_players=True
    ),
    "entry.rejoined": Verb(
        "{subject} came back", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED, by_players=True
    ),
    "entry.removed": Verb("{subject} removed", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED),
    "entry.forgotten": Verb(
        "{subject}: the account was deleted",
        Kind.PLAYERS,
        about=("entry",),
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not="A deleted account stays deleted. Add the player anew if they come back.",
        by_players=True,
    ),
    "entry.claimed": Verb(
        "{subject} was claimed {after[how]}", Kind.PLAYERS, about=("entry",), by_players=True
    ),
    "entry.asked-for": Verb(
        "{after[username]} says to be {subject}",
        Kind.PLAYERS,
        about=("entry",),
        tells=Tells(Whom.ORGANISERS, "A player claims an entry", NewsKind.RULING),
        by_players=True,
    ),
    "entry.claim-declined": Verb(
        "{before[username]} is not {subject}: claim declined", Kind.PLAYERS, about=("entry",)
    ),
    "entries.uploaded": Verb(
        "{after[count]} entered from a list: {subject}", Kind.PLAYERS, pairing=Pairing.MOVED
    ),
    "entries.renumbered": Verb(
        "Starting numbers follow the ratings again: {subject} moved", Kind.PLAYERS, pairing=Pairing.MOVED
    ),
    "factions.renamed": Verb("Factions named as in the list: {subject}", Kind.PLAYERS),
    "team.registered": Verb(
        "Team {subject} registered", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED, by_players=True
    ),
    "team.added": Verb(
        "Team {subject} added by the organiser", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED
    ),
    "team.edited": Verb("Team {subject} changed", Kind.PLAYERS, about=("entry",), by_players=True),
    "teams.ruled": Verb("Rules of teams changed", Kind.PLAYERS, pairing=Pairing.MOVED),
    "lineup.given": Verb(
        "{subject} says who sits at which board", Kind.PLAYERS, about=("match", "entry"), by_players=True
    ),
    "lineups.due": Verb("Line-ups of {subject}: another deadline", Kind.PLAYERS, about=("round",)),
    "entry.withdrawn": Verb(
        "{subject} withdrew ({after[how]})", Kind.PLAYERS, about=("entry", "stage"), pairing=Pairing.MOVED
    ),
    "entry.withdrawal-undone": Verb(
        "Withdrawal of {subject} taken back", Kind.PLAYERS, about=("entry", "stage"), pairing=Pairing.MOVED
    ),
    "entry.no-show": Verb("{subject} is not here", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED),
    "entry.back": Verb("{subject} is here after all", Kind.PLAYERS, about=("entry",), pairing=Pairing.MOVED),
    "entry.conceded": Verb(
        "{subject} conceded and dropped",
        Kind.PLAYERS,
        about=("entry",),
        pairing=Pairing.MOVED,
        by_players=True,
    ),
    "entry.late": Verb(
        "{subject}, late in round {after[round]}",
        Kind.PLAYERS,
        about=("entry", "round"),
        paper=Paper.CHANGED,
        pairing=Pairing.MOVED,
    ),
    "seat.fixed": Verb("{subject} always sits at {table} {after[table]}", Kind.TABLES, about=("entry",)),
    "seat.freed": Verb("{subject} may sit anywhere", Kind.TABLES, about=("entry",)),
    "table.blocked": Verb("{Table} {subject} blocked", Kind.TABLES),
    "table.unblocked": Verb("{Table} {subject} unblocked", Kind.TABLES),
    "members.entered": Verb("{subject} entered from the club", Kind.PLAYERS, pairing=Pairing.MOVED),
    "bye.requested": Verb(
        "{subject} sits out round {after[round]} ({after[kind]}-point bye)",
        Kind.BYES,
        about=("entry", "round"),
        pairing=Pairing.MOVED,
        by_players=True,
    ),
    "bye.withdrawn": Verb(
        "{subject} plays round {before[round]} after all",
        Kind.BYES,
        about=("entry", "round"),
        pairing=Pairing.MOVED,
        by_players=True,
    ),
    "pair.forbidden": Verb("{subject} must not meet", Kind.FORBIDDEN_PAIRS, pairing=Pairing.MOVED),
    "pair.allowed": Verb("{subject} may meet again", Kind.FORBIDDEN_PAIRS, pairing=Pairing.MOVED),
    "points.penalty": Verb(
        "{subject}: penalty, {after[words]}",
        Kind.PENALTIES_AND_BONUSES,
        about=("entry",),
        pairing=Pairing.MOVED,
    ),
    "points.bonus": Verb(
        "{subject}: bonus, {after[words]}",
        Kind.PENALTIES_AND_BONUSES,
        about=("entry",),
        pairing=Pairing.MOVED,
    ),
    "points.taken-back": Verb(
        "{subject}: {before[words]} taken back",
        Kind.PENALTIES_AND_BONUSES,
        about=("entry",),
        pairing=Pairing.MOVED,
    ),
}
