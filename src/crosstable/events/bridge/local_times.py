"""From a time as typed to the moment it names, in the zone of the event.

When the clocks change, an hour of the night does not exist or happens twice. Such a time is refused.
"""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from crosstable.events.errors import BadValue
from crosstable.languages import date_words
from crosstable.text import tr

MISSING = tr("{time} does not exist on {day} in {zone}: the clocks go forward. Enter {earlier} or {later}.")
TWICE = tr("{time} happens twice on {day} in {zone}: the clocks go back. Enter {earlier} or {later}.")


def moment_of(typed: datetime, zone: ZoneInfo, field: str) -> datetime:
    """Return the moment, in UTC: there minutes can be added in every night. Raises BadValue."""
    try:
        first, second = (typed.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    except OverflowError as error:  # the first or the last day of the calendar
        sentence = tr("{year} is not a year of an event. Enter a date as 2026-11-21.", year=typed.year)
        raise BadValue(sentence, field) from error
    if first == second:
        return first
    # PEP 495: the two readings of a time that happens twice are in order, those of a missing time are reversed.
    sentence, step = (TWICE if first < second else MISSING), abs(second - first)
    times = {"time": typed, "earlier": typed - step, "later": typed + step}
    shown = {name: f"{time:%H:%M}" for name, time in times.items()}
    raise BadValue(sentence.filled(**shown, day=date_words(typed, "j F Y"), zone=zone.key), field)
