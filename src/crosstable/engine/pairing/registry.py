"""The pairing systems by name. A name nobody registered raises: no system stands in for another."""

from crosstable.engine.pairing.systems.dutch import FIDE_DUTCH
from crosstable.engine.pairing.systems.in_turn import CLUB_SWISS, NEXT_SWISS
from crosstable.engine.pairing.systems.model import NO_WISHES, RoundConditions, System
from crosstable.engine.pairing.systems.swiss import (
    MONRAD_SWISS,
    PLAIN_SWISS,
    RANDOM_SWISS,
    RECORD_SWISS,
    SIMPLE_SWISS,
)

__all__ = ["NO_WISHES", "SYSTEMS", "RoundConditions", "System", "UnknownSystem", "find_system"]

SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        RECORD_SWISS,
        FIDE_DUTCH,
        CLUB_SWISS,
        NEXT_SWISS,
        MONRAD_SWISS,
        SIMPLE_SWISS,
        PLAIN_SWISS,
        RANDOM_SWISS,
    )
}


class UnknownSystem(LookupError):
    def __init__(self, name: str) -> None:
        super().__init__(f"There is no pairing system {name!r}. Known: {', '.join(SYSTEMS)}.")


def find_system(name: str) -> System:
    """Raises UnknownSystem."""
    if name not in SYSTEMS:
        raise UnknownSystem(name)
    return SYSTEMS[name]
