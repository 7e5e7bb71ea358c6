"""The code of a match: good for this match between these two and for nothing else.

It is reckoned from the secret key of the installation, so that nothing is stored and nobody can guess one; when others
are put at the table the old code is worth nothing.
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
    """What is kept of a device that speaks by code: the same for one match only, so that nobody is followed by it."""
    if not device:
        return ""
    return salted_hmac("crosstable.device", f"{match.pk}:{device}", algorithm="sha256").hexdigest()[:LENGTH]


def has_spoken_for(match: Match, theirs: Claim | None, device: str) -> bool:
    """Whether this device said what the other side claims, in an event where that is not its to confirm."""
    if theirs is None or match.round.tournament.one_device_for_both:
        return False
    return device_mark(match, device) in theirs.devices


def takes_codes(tournament: Tournament) -> bool:
    return tournament.scores_without_account and tournament.players_may_report
