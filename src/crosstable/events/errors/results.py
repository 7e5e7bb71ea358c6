"""Refusals about results."""

from datetime import datetime

from django.utils import timezone

from crosstable.events.errors.common import AboutATable, Refused


class NotYourMatch(Refused):
    code = "not-your-match"
    http_status = 403
    says = "This is not your match. Only its two players and the organisers can report it."


class SpeaksForBoth(Refused):
    """A phone that has spoken for one side by code speaks for the other."""

    code = "speaks-for-both"
    http_status = 403
    spoke_for: str
    other: str
    field: str | None = "side"
    says = (
        "This device has spoken for {self.spoke_for}. {self.other} opens the same code on a phone of their own; "
        "or tell the desk how it ended."
    )


class MatchNotStarted(Refused):
    code = "match-not-started"
    number: int
    says = "Round {self.number} is not being played now, so no result can be taken for it."


class AlreadyAgreed(AboutATable):
    code = "already-agreed"
    table: int | None
    score: str
    says = (
        "{Table} {self.table} has an agreed result already: {self.score}. "
        "If it is wrong, ask an organiser to change it."
    )


class WouldOverwrite(AboutATable):
    """An organiser types a result over another one without having said so."""

    code = "would-overwrite"
    table: int | None
    score: str
    says = (
        "{Table} {self.table} already has {self.score}. "
        "Open the {table} and choose “Change result” to replace it."
    )


class NothingToConfirm(Refused):
    code = "nothing-to-confirm"
    own_claim: bool

    def sentence(self) -> str:
        if self.own_claim:
            return "You reported this score yourself; your opponent has to confirm it."
        return "There is no score to confirm yet. Report it instead."


class DeskEntryElsewhere(AboutATable):
    """An entry of the desk whose match is no longer what it was when it was typed."""

    code = "entry-elsewhere"
    round_number: int
    says = (
        "This was typed for round {self.round_number}, and that match is not at this {table} any more. "
        "Nothing was saved."
    )


class ReportedLater(Refused):
    """A report that waited on a phone comes after a later one of the same side."""

    code = "reported-later"
    later: str
    at: datetime
    yours: str

    def sentence(self) -> str:
        when = f"{timezone.localtime(self.at):%H:%M}"
        return f"You reported {self.later} at {when}, after {self.yours}. The later report counts."
