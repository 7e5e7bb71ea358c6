"""Actions on entries."""

from crosstable.events.bridge.verbs.model import NotifyRule, Pairing, Paper, Recipients, Undo, Verb, VerbKind
from crosstable.events.models import ByeCode, NewsKind, WithdrawalKind
from crosstable.text import tr

PEOPLE: dict[str, Verb] = {
    "entry.registered": Verb(
        tr("{subject} registered"), VerbKind.PLAYERS, about=("entry",), pairing=Pairing.MOVED, by_players=True
    ),
    "entry.added": Verb(
        tr("{subject} added by the organiser"), VerbKind.PLAYERS, about=("entry",), pairing=Pairing.MOVED
    ),
    "entry.edited": Verb(
        tr("{subject} changed: {fields}"),
        VerbKind.PLAYERS,
        about=("entry",),
        pairing=Pairing.MOVED,
        by_players=True,
    ),
    "entry.checked-in": Verb(
        tr("{subject} checked in"), VerbKind.PLAYERS, about=("entry",), pairing=Pairing.MOVED, by_players=True
    ),
    "entry.check-in-undone": Verb(
        tr("Check-in of {subject} undone"), VerbKind.PLAYERS, about=("entry",), pairing=Pairing.MOVED
    ),
    "entries.checked-in": Verb(tr("{subject} checked in"), VerbKind.PLAYERS, pairing=Pairing.MOVED),
    "entries.check-in-undone": Verb(
        tr("Check-in of {subject} undone"), VerbKind.PLAYERS, pairing=Pairing.MOVED
    ),
    "entry.dropped": Verb(
        tr("{subject} withdrew"), VerbKind.PLAYERS, about=("entry",), pairing=Pairing.MOVED, by_players=True
    ),
    "entry.rejoined": Verb(
        tr("{subject} rejoined"), VerbKind.PLAYERS, about=("entry",), pairing=Pairing.MOVED, by_players=True
    ),
    "entry.removed": Verb(tr("{subject} removed"), VerbKind.PLAYERS, about=("entry",), pairing=Pairing.MOVED),
    "entry.forgotten": Verb(
        tr("{subject}: account deleted"),
        VerbKind.PLAYERS,
        about=("entry",),
        pairing=Pairing.MOVED,
        undo=Undo.NEVER,
        why_not=tr("A deleted account cannot be restored. Add the player again if they return."),
        by_players=True,
    ),
    "entry.claimed": Verb(
        tr("{subject} was claimed by {username}"),
        VerbKind.PLAYERS,
        about=("entry",),
        by_players=True,
        varies_by="how",
        variants={
            "link": tr("{subject} was claimed by its link"),
            "email": tr("{subject} was claimed by the email address"),
        },
    ),
    "entry.asked-for": Verb(
        tr("{username} claims the entry of {subject}"),
        VerbKind.PLAYERS,
        about=("entry",),
        notifies=NotifyRule(Recipients.ORGANISERS, tr("A player claims an entry"), NewsKind.RULING),
        by_players=True,
    ),
    "entry.claim-declined": Verb(
        tr("Claim of {old_username} to the entry of {subject} declined"), VerbKind.PLAYERS, about=("entry",)
    ),
    "entries.uploaded": Verb(
        tr("Players added from a list: {count} ({subject})"), VerbKind.PLAYERS, pairing=Pairing.MOVED
    ),
    "entries.renumbered": Verb(
        tr("Starting numbers assigned by rating again (changed: {subject})"),
        VerbKind.PLAYERS,
        pairing=Pairing.MOVED,
    ),
    "factions.renamed": Verb(tr("Factions renamed as in the list: {subject}"), VerbKind.PLAYERS),
    "team.registered": Verb(
        tr("Team {subject} registered"),
        VerbKind.PLAYERS,
        about=("entry",),
        pairing=Pairing.MOVED,
        by_players=True,
    ),
    "team.added": Verb(
        tr("Team {subject} added by the organiser"), VerbKind.PLAYERS, about=("entry",), pairing=Pairing.MOVED
    ),
    "team.edited": Verb(tr("Team {subject} changed"), VerbKind.PLAYERS, about=("entry",), by_players=True),
    "teams.ruled": Verb(tr("Rules for teams changed"), VerbKind.PLAYERS, pairing=Pairing.MOVED),
    "lineup.given": Verb(
        tr("{subject} submitted the line-up"), VerbKind.PLAYERS, about=("match", "entry"), by_players=True
    ),
    "lineups.due": Verb(
        tr("Deadline for the line-ups of {subject} changed"), VerbKind.PLAYERS, about=("round",)
    ),
    "entry.withdrawn": Verb(
        tr("{subject} withdrew"),
        VerbKind.PLAYERS,
        about=("entry", "stage"),
        pairing=Pairing.MOVED,
        varies_by="how",
        variants={
            WithdrawalKind.KEEP: tr("{subject} withdrew; games played count, the others are cancelled"),
            WithdrawalKind.FORFEIT: tr(
                "{subject} withdrew; games played count, the others are lost by forfeit"
            ),
            WithdrawalKind.VOID: tr("{subject} withdrew; no game counts"),
        },
    ),
    "entry.withdrawal-undone": Verb(
        tr("Withdrawal of {subject} undone"),
        VerbKind.PLAYERS,
        about=("entry", "stage"),
        pairing=Pairing.MOVED,
    ),
    "entry.no-show": Verb(
        tr("{subject} marked absent"), VerbKind.PLAYERS, about=("entry",), pairing=Pairing.MOVED
    ),
    "entry.back": Verb(
        tr("{subject} marked present"), VerbKind.PLAYERS, about=("entry",), pairing=Pairing.MOVED
    ),
    "entry.conceded": Verb(
        tr("{subject} conceded and withdrew"),
        VerbKind.PLAYERS,
        about=("entry",),
        pairing=Pairing.MOVED,
        by_players=True,
    ),
    "entry.late": Verb(
        tr("Late arrival in round {round}: {subject}"),
        VerbKind.PLAYERS,
        about=("entry", "round"),
        paper=Paper.CHANGED,
        pairing=Pairing.MOVED,
    ),
    "seat.fixed": Verb(tr("{subject} always sits at {table} {number}"), VerbKind.TABLES, about=("entry",)),
    "seat.freed": Verb(tr("{subject} may sit anywhere"), VerbKind.TABLES, about=("entry",)),
    "table.blocked": Verb(tr("{Table} {subject} blocked"), VerbKind.TABLES),
    "table.unblocked": Verb(tr("{Table} {subject} unblocked"), VerbKind.TABLES),
    "members.entered": Verb(tr("{subject} entered from the club"), VerbKind.PLAYERS, pairing=Pairing.MOVED),
    "bye.requested": Verb(
        tr("{subject} has a bye in round {round}"),
        VerbKind.BYES,
        varies_by="kind",
        variants={
            ByeCode.FULL: tr("{subject} has a full-point bye in round {round}"),
            ByeCode.HALF: tr("{subject} has a half-point bye in round {round}"),
            ByeCode.ZERO: tr("{subject} has a zero-point bye in round {round}"),
        },
        about=("entry", "round"),
        pairing=Pairing.MOVED,
        by_players=True,
    ),
    "bye.withdrawn": Verb(
        tr("Bye of {subject} in round {old_round} withdrawn"),
        VerbKind.BYES,
        about=("entry", "round"),
        pairing=Pairing.MOVED,
        by_players=True,
    ),
    "pair.forbidden": Verb(
        tr("Pairing forbidden: {subject}"), VerbKind.FORBIDDEN_PAIRINGS, pairing=Pairing.MOVED
    ),
    "pair.allowed": Verb(
        tr("Pairing allowed again: {subject}"), VerbKind.FORBIDDEN_PAIRINGS, pairing=Pairing.MOVED
    ),
    "points.penalty": Verb(
        tr("{subject}: penalty, {points}"),
        VerbKind.PENALTIES_AND_BONUSES,
        about=("entry",),
        pairing=Pairing.MOVED,
    ),
    "points.bonus": Verb(
        tr("{subject}: bonus, {points}"),
        VerbKind.PENALTIES_AND_BONUSES,
        about=("entry",),
        pairing=Pairing.MOVED,
    ),
    "points.taken-back": Verb(
        tr("{subject}: {old_points} removed"),
        VerbKind.PENALTIES_AND_BONUSES,
        about=("entry",),
        pairing=Pairing.MOVED,
    ),
}
