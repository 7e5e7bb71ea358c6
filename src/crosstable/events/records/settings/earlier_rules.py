"""What events were ranked by before their games followed the rules of the sports: those that had begun keep it.

Used by the migration and for event files of that time. Plain values, as rows and files have them.
"""

from collections.abc import Collection, Mapping
from typing import Any

BEGUN = ("in-progress", "complete")
GOALS = ["PTS", "DIFF", "FOR", "DE"]
SETS = ["PTS", "DE", "SET-RATIO", "POINT-RATIO"]
WITH_OWN_RULE = ("table-tennis", "badminton", "volleyball")
ONE_FOR_A_WIN = {
    "win": "1",
    "draw": "0.5",
    "loss": "0",
    "forfeit_win": "1",
    "forfeit_loss": "0",
    "allocated_bye": "1",
    "full_bye": "1",
    "half_bye": "0.5",
    "zero_bye": "0",
}


def earlier_rules(event: Mapping[str, Any], kinds: Collection[str]) -> dict[str, Any]:
    """The tie-breaks and points that an event which had begun goes on with, where it had chosen none. `kinds`: of its
    stages."""
    if event.get("status") not in BEGUN:
        return {}
    variant = _values(event, "choices").get("variant")
    kept: dict[str, Any] = {}
    if "pools" in kinds and "swiss" not in kinds and not event.get("tie_breaks"):
        if event.get("profile") == "goals":
            kept["tie_breaks"] = GOALS
        elif event.get("profile") == "sets" and variant in WITH_OWN_RULE:
            kept["tie_breaks"] = SETS
    if event.get("profile") == "sets" and variant == "table-tennis":
        kept["scoring"] = {**ONE_FOR_A_WIN, **_values(event, "scoring")}
    return kept


def _values(event: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Files come from outside: what is no object is judged later and says nothing here."""
    value = event.get(name)
    return value if isinstance(value, Mapping) else {}
