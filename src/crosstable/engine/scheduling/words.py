"""A wish or a must of a schedule as people say it."""

from collections.abc import Mapping

from crosstable.engine.scheduling import Constraint, LastBye, NotBefore, OnBoards, OnKind, Rest, Unavailable

Names = Mapping[int, str]


def in_words(constraint: Constraint, names: Names, board: str) -> str:
    said = sentence(constraint, names, board)
    return said if constraint.weight is None else f"{said} (wish, weight {constraint.weight})"


def sentence(constraint: Constraint, names: Names, board: str = "table") -> str:
    """`board` is what one is called where it is played."""
    match constraint:
        case Unavailable(entry=entry, round=number, slot=slot):
            return f"{names[entry]} is away in round {number}" + (f", slot {slot}" if slot else "")
        case NotBefore(first=first, second=second, round=number):
            return f"{names[first]} and {names[second]} do not meet before round {number}"
        case OnBoards(entry=entry, boards=boards):
            return f"{names[entry]} plays on {board} {' or '.join(map(str, boards))}"
        case OnKind(entry=entry, kind=kind):
            return f"{names[entry]} plays on a {board} of kind “{kind}”"
        case Rest(entry=entry, slots=slots):
            who = "Everybody" if entry is None else names[entry]
            return f"{who} rests {slots} slot{'' if slots == 1 else 's'} between matches"
        case LastBye(entry=entry):
            return f"{names[entry]} sits out in the last round"
