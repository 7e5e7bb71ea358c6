"""The code of a match: valid for this match between these two only.

It is derived from the secret key of the installation, so it is not stored and cannot be guessed; when other players get
the table the old code is invalid.
"""

from django.utils.crypto import constant_time_compare, salted_hmac

from crosstable.events.models import Claim, Match, Tournament

LENGTH = 20
PAGE = "/m/{match}/{code}"


def code_of(match: Match) -> str:
    named = f"{match.pk}:{match.first_id}:{match.second_id}"
    return salted_hmac("crosstable.match-code", named, algorithm="sha256").hexdigest()[:LENGTH]


def is_code_of(match: Match, code: str) -> bool:
    return constant_time_compare(code, code_of(match))


def page_of(match: Match) -> str:
    return PAGE.format(match=match.pk, code=code_of(match))


def device_mark(match: Match, device: str) -> str:
    """Return the stored digest of a device that reports by code: different in each match, so no one can be tracked by
    it."""
    if not device:
        return ""
    return salted_hmac("crosstable.device", f"{match.pk}:{device}", algorithm="sha256").hexdigest()[:LENGTH]


def has_reported_for_other(match: Match, theirs: Claim | None, device: str) -> bool:
    """Whether this device made the other side's report, in an event where it may not confirm that."""
    if theirs is None or match.round.tournament.one_device_for_both:
        return False
    return device_mark(match, device) in theirs.devices


def takes_codes(tournament: Tournament) -> bool:
    return tournament.scores_without_account and tournament.players_may_report
