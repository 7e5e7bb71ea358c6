"""Constraints of a schedule: as stored with a stage and sent by API clients, and as engine values.

{"kind": "unavailable", "entry": 7, "round": 2, "slot": 1}
{"kind": "not_before", "entries": [7, 9], "round": 4}
{"kind": "on_boards", "entry": 7, "boards": [1, 2]}
{"kind": "on_kind", "entry": 7, "board_kind": "stream", "weight": 5}
{"kind": "rest", "slots": 1, "weight": 1}

Rounds are counted from the start of the stage. Without a weight it is a requirement; with one, a preference.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crosstable.engine.model import EntryId
from crosstable.engine.scheduling import Constraint, GivenUp, NotBefore, OnBoards, OnKind, Rest, Unavailable
from crosstable.engine.scheduling.constraints import in_words
from crosstable.events.errors import BadValue
from crosstable.text import listed, tr

CONSTRAINT_SENTENCES = {
    "unavailable": tr("is away in a round"),
    "not_before": tr("two do not meet before a round"),
    "on_boards": tr("plays on certain {tables} only"),
    "on_kind": tr("plays on {tables} of a kind only"),
    "rest": tr("rests between matches"),
}
MOST_WEIGHT = 1000
Names = Mapping[int, str]


class AnyEntry(dict[int, str]):
    """Names that contain every entry: whether a constraint is valid does not depend on who has entered so far."""

    def __contains__(self, entry: object) -> bool:
        return True

    def __missing__(self, entry: int) -> str:
        return str(tr("A player who is not in a pool"))


def read_constraints(items: Sequence[Mapping[str, Any]], names: Names) -> list[Constraint]:
    """Parse the constraints. Raises BadValue with the constraint and its problem. `names` are those of the stage."""
    return [_read(number, item, names) for number, item in enumerate(items, start=1)]


def _read(number: int, item: Mapping[str, Any], names: Names) -> Constraint:
    kind, place = str(item.get("kind")), f"constraints.{number - 1}"
    if kind not in READERS:
        raise BadValue(
            tr(
                "Constraint {number}: its kind is one of {readers}.",
                number=number,
                readers=", ".join(READERS),
            ),
            f"{place}.kind",
        )
    try:
        return READERS[kind](item, names)
    except KeyError as error:
        missing, needed = error.args[0], " and ".join(NEEDED[kind])
        raise BadValue(
            tr(
                "Constraint {number}: {missing} is missing; {kind} needs {needed}.",
                number=number,
                missing=missing,
                kind=kind,
                needed=needed,
            ),
            f"{place}.{missing}",
        ) from error
    except (TypeError, ValueError) as error:
        raise BadValue(tr("Constraint {number}: {error}.", number=number, error=error), place) from error


def check_named(items: Sequence[Mapping[str, Any]], there: Sequence[Mapping[str, Any]], names: Names) -> None:
    """Check that new constraints name existing entries; entries of older ones may have left. Raises BadValue."""
    for number, item in enumerate(items, start=1):
        if item not in there:
            _read(number, item, names)


def _entry(value: Any, names: Names) -> EntryId:
    if type(value) is not int or value not in names:
        raise ValueError(tr("it names no entry of this event; use its playerId"))
    return EntryId(value)


def _number(item: Mapping[str, Any], name: str) -> int:
    value = item[name]
    if type(value) is not int or value < 1:
        raise ValueError(tr("{name} must be a whole number from 1", name=name))
    return value


def _weight(item: Mapping[str, Any]) -> int | None:
    if item.get("weight") is None:
        return None
    if _number(item, "weight") > MOST_WEIGHT:
        raise ValueError(tr("a weight is at most {most}", most=MOST_WEIGHT))
    return _number(item, "weight")


def _unavailable(item: Mapping[str, Any], names: Names) -> Constraint:
    slot = None if item.get("slot") is None else _number(item, "slot")
    return Unavailable(_entry(item["entry"], names), _number(item, "round"), slot, weight=_weight(item))


def _not_before(item: Mapping[str, Any], names: Names) -> Constraint:
    both = item["entries"]
    if not isinstance(both, list | tuple) or len(both) != 2 or both[0] == both[1]:
        raise ValueError(tr("it needs two different entries"))
    return NotBefore(
        _entry(both[0], names), _entry(both[1], names), _number(item, "round"), weight=_weight(item)
    )


def _on_boards(item: Mapping[str, Any], names: Names) -> Constraint:
    boards = item["boards"]
    if not isinstance(boards, list | tuple) or not boards or not all(type(b) is int for b in boards):
        raise ValueError(tr("it names no place to play"))
    return OnBoards(_entry(item["entry"], names), tuple(boards), weight=_weight(item))


def _on_kind(item: Mapping[str, Any], names: Names) -> Constraint:
    return OnKind(_entry(item["entry"], names), str(item["board_kind"]), weight=_weight(item))


def _rest(item: Mapping[str, Any], names: Names) -> Constraint:
    entry = None if item.get("entry") is None else _entry(item["entry"], names)
    return Rest(_number(item, "slots"), entry, weight=_weight(item))


# The required keys; a slot, a weight and the entry that rests are optional.
NEEDED = {
    "unavailable": ("entry", "round"),
    "not_before": ("entries", "round"),
    "on_boards": ("entry", "boards"),
    "on_kind": ("entry", "board_kind"),
    "rest": ("slots",),
}
READERS: Mapping[str, Callable[[Mapping[str, Any], Names], Constraint]] = {
    "unavailable": _unavailable,
    "not_before": _not_before,
    "on_boards": _on_boards,
    "on_kind": _on_kind,
    "rest": _rest,
}


def given_up_in_words(given_up: GivenUp, names: Names, board: str) -> str:
    where = listed(
        tr(
            "{first} v {second} in round {number}",
            first=names[m.first],
            second=names[m.second],
            number=m.round,
        )
        for m in given_up.matches
    )
    return tr(
        "{constraint}: not met by {matches}",
        constraint=in_words(given_up.constraint, names, board),
        matches=where,
    )
