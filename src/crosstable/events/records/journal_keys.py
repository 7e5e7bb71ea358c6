"""The rows an old journal entry is about, found by what it says: entries were words alone once.

Over plain values, so that the migration of a database and the reading of an old event file share it. What cannot be
found stays empty: somebody was renamed since, or a pairing was made anew.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
# The first half of verbs whose subject is the name of an entry, or of a stage.
OF_ENTRIES = {"entry", "team", "bye", "points", "seat", "pairing", "pools", "knockout"}
OF_STAGES = {"stage", "pools", "schedule", "knockout"}
LONGEST_SUBJECT = 160
AT_TABLE = re.compile(r"(.+), (?:\D+ (\d+)|bye)")


class Named:
    """The rows of one event by what the journal called them. A file may say anything: what is no key is passed over."""

    def __init__(self, rows: Mapping[str, Sequence[Row]]) -> None:
        self._keys = {name: {_key(row, "id") for row in rows.get(name, ())} for name in ("Match", "Entry")}
        self._entries = {_text(row, "display_name"): _key(row, "id") for row in rows.get("Entry", ())}
        self._stages = {_text(row, "name"): _key(row, "id") for row in rows.get("Stage", ())}
        self._matches: dict[tuple[str, str, str], int | None] = {}
        names = {key: name for name, key in self._entries.items()}
        rounds = {_key(row, "id"): row for row in rows.get("Round", ())}
        for row in rows.get("Match", ()):
            self._name_match(row, rounds.get(_key(row, "round"), {}), names)

    def _name_match(self, row: Row, round_: Row, names: Mapping[int | None, str]) -> None:
        """A round has a number and may have a name; a table is told or not."""
        sides = " v ".join(names.get(key, "") for side in ("first", "second") if (key := _key(row, side)))
        for label in (_text(round_, "name"), f"Round {_text(round_, 'number')}"):
            for table in ("", _text(row, "table")):
                self._matches[label, table, sides] = _key(row, "id")

    def keys_of(self, entry: Row) -> dict[str, int]:
        """`match`, `entry` and `stage`, those that are found."""
        first, subject = _text(entry, "verb").partition(".")[0], _text(entry, "subject")[:LONGEST_SUBJECT]
        after, before = (_values(entry, name) for name in ("after", "before"))
        keys = {
            "match": self._known("Match", [_values(after, "conceded")]) or self._match(subject),
            "entry": self._known("Entry", [after, before])
            or (self._entries.get(subject) if first in OF_ENTRIES else None),
            "stage": self._stages.get(subject) if first in OF_STAGES else None,
        }
        return {name: key for name, key in keys.items() if key is not None}

    def _known(self, model: str, values: Iterable[Row]) -> int | None:
        """A number that was kept among the values of the entry."""
        keys = (_key(one, model.lower()) for one in values)
        return next((key for key in keys if key is not None and key in self._keys[model]), None)

    def _match(self, subject: str) -> int | None:
        """“Round 2, table 5: Ann v Bo”, in whatever word the game has for a table; “Round 2: …”, “Round 2, bye: …”."""
        for place in re.finditer(": ", subject):
            head, sides = subject[: place.start()], subject[place.end() :]
            at = AT_TABLE.fullmatch(head)
            match = self._matches.get((at[1], at[2] or "", sides)) if at else None
            if match := match or self._matches.get((head, "", sides)):
                return match
        return None


def _key(row: Row, name: str) -> int | None:
    key = row.get(name)
    return key if isinstance(key, int) and not isinstance(key, bool) else None


def _text(row: Row, name: str) -> str:
    value = row.get(name)
    return str(value) if isinstance(value, (str, int)) else ""


def _values(row: Row, name: str) -> Row:
    value = row.get(name)
    return value if isinstance(value, dict) else {}
