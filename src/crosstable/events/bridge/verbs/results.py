"""Actions on results."""

from crosstable.events.bridge.verbs.model import NotifyRule, Pairing, Recipients, Undo, Verb, VerbKind, both
from crosstable.events.models import NewsKind, Policy
from crosstable.text import tr

RESULTS: dict[str, Verb] = {
    "boards.entered": Verb(
        tr("{subject}: entered {result}, by board"),
        VerbKind.RESULTS,
        about=("match",),
        notifies=both(tr("An organiser entered your result")),
        pairing=Pairing.MOVED,
    ),
    "boards.reported": Verb(
        tr("{subject}: reported {result}, by board"),
        VerbKind.RESULTS,
        varies_by="report",
        variants={
            "won": tr("{subject}: {reporter} reported {reported}, {winner} won, by board"),
            "drawn": tr("{subject}: {reporter} reported {reported}, a draw, by board"),
            "named": tr("{subject}: {reporter} reported {reported}, by board"),
        },
        about=("match",),
        notifies=NotifyRule(Recipients.OPPONENT),
        pairing=Pairing.ONCE_AGREED,
        by_players=True,
    ),
    "series.entered": Verb(
        tr("{subject}: games removed"),
        VerbKind.RESULTS,
        varies_by="has_games",
        variants={"yes": tr("{subject}: games {games}")},
        about=("match",),
        notifies=both(tr("An organiser entered your result")),
    ),
    "walkover.given": Verb(
        tr("{subject}: walkover for {to}"),
        VerbKind.RESULTS,
        about=("match",),
        notifies=both(tr("An organiser decided your match")),
    ),
    "walkovers.given": Verb(
        tr("{subject} is absent, matches lost by walkover: {matches}"),
        VerbKind.RESULTS,
        about=("entry", "stage"),
    ),
    "result.reported": Verb(
        tr("{subject}: reported {result}"),
        VerbKind.RESULTS,
        varies_by="report",
        variants={
            "won": tr("{subject}: {reporter} reported {reported}, {winner} won"),
            "drawn": tr("{subject}: {reporter} reported {reported}, a draw"),
            "named": tr("{subject}: {reporter} reported {reported}"),
        },
        about=("match",),
        notifies=NotifyRule(Recipients.OPPONENT),
        pairing=Pairing.ONCE_AGREED,
        by_players=True,
    ),
    "result.confirmed": Verb(
        tr("{subject}: confirmed {result}"),
        VerbKind.RESULTS,
        about=("match",),
        notifies=both(tr("Your opponent confirmed the result")),
        pairing=Pairing.MOVED,
        by_players=True,
    ),
    "result.disputed": Verb(
        tr("{subject}: disputed"),
        VerbKind.RESULTS,
        about=("match",),
        notifies=NotifyRule(Recipients.DISPUTE),
        by_players=True,
    ),
    "result.entered": Verb(
        tr("{subject}: entered {result}"),
        VerbKind.RESULTS,
        about=("match",),
        notifies=both(tr("An organiser entered your result")),
        pairing=Pairing.MOVED,
    ),
    "result.ruled": Verb(
        tr("{subject}: decided {result}"),
        VerbKind.RESULTS,
        about=("match",),
        notifies=both(tr("An organiser decided your result")),
        pairing=Pairing.MOVED,
    ),
    "result.cleared": Verb(
        tr("{subject}: result removed"),
        VerbKind.RESULTS,
        about=("match",),
        notifies=both(tr("An organiser removed your result"), NewsKind.CORRECTED),
        pairing=Pairing.MOVED,
    ),
    "result.changed": Verb(
        tr("{subject}: changed {old_result} → {result}"),
        VerbKind.RESULTS,
        about=("match",),
        notifies=both(tr("An organiser changed your result"), NewsKind.CORRECTED),
        pairing=Pairing.MOVED,
    ),
    "result.corrected": Verb(
        tr("{subject}: corrected {old_result} → {result}"),
        VerbKind.RESULTS,
        varies_by="policy",
        variants={
            Policy.EVERYWHERE: tr("{subject}: corrected {old_result} → {result} (everywhere)"),
            Policy.FROM_NOW: tr("{subject}: corrected {old_result} → {result} (from now on)"),
            Policy.RATING_ONLY: tr("{subject}: corrected {old_result} → {result} (rating report only)"),
            Policy.NOTE_ONLY: tr("{subject}: note"),
        },
        about=("match",),
        notifies=both(tr("An organiser corrected your result"), NewsKind.CORRECTED),
        pairing=Pairing.MOVED,
        undo=Undo.CORRECTION,
    ),
}
