"""Validation of values before they are stored, for pages, API and command line alike."""

from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from crosstable.accounts.errors import BadValue
from crosstable.accounts.names import can_be_seen
from crosstable.text import tr

LOWEST_RATING, HIGHEST_RATING = 100, 4000


def line(text: str, field: str, label: str, most: int, *, required: bool = False) -> str:
    """Return one line of text with single spaces between its words."""
    clean = " ".join(text.split())
    if required and not clean:
        raise BadValue(tr("{label} is missing.", label=label), field)
    if len(clean) > most:
        raise BadValue(
            tr(
                "{label} has at most {most} characters; this has {count}.",
                label=label,
                most=most,
                count=len(clean),
            ),
            field,
        )
    if not can_be_seen(clean):
        raise BadValue(tr("{label} contains characters that cannot be shown.", label=label), field)
    return clean


def rating(value: int, field: str = "rating") -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadValue(tr("A rating is a whole number."), field)
    if not LOWEST_RATING <= value <= HIGHEST_RATING:
        raise BadValue(
            tr(
                "A rating is between {lowest_rating} and {highest_rating}.",
                lowest_rating=LOWEST_RATING,
                highest_rating=HIGHEST_RATING,
            ),
            field,
        )
    return value


def email(text: str, field: str = "email") -> str:
    """Validate an email address, which may be empty."""
    clean = text.strip()
    if clean:
        try:
            validate_email(clean)
        except ValidationError:
            raise BadValue(tr("This is not an email address."), field) from None
    return clean


def past_day(value: date | None, field: str) -> date | None:
    if value is not None and value > timezone.localdate():
        raise BadValue(tr("This day is in the future."), field)
    return value
