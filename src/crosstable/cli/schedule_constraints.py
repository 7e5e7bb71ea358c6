"""`crosstable schedule --constraints FILE.json`: the constraints in the file, and a text about which were met.

{"board_kinds": ["stream", "", "", ""],
 "constraints": [
   {"kind": "unavailable", "player": "Ann", "round": 2, "slot": 1},
   {"kind": "not_before", "players": ["Ann", "Ben"], "round": 4},
   {"kind": "on_boards", "player": "Cem", "boards": [1, 2]},
   {"kind": "on_kind", "player": "Dan", "board_kind": "stream", "weight": 5},
   {"kind": "rest", "slots": 1, "weight": 1}]}
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from crosstable.cli.say import give_up
from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import Group, Schedule, ScheduleOptions
from crosstable.engine.scheduling import (
    Constraint,
    GivenUp,
    NotBefore,
    OnBoards,
    OnKind,
    Progress,
    Rest,
    SolverOptions,
    Unavailable,
    schedule_with_constraints,
)
from crosstable.engine.scheduling.constraints import (
    BadConstraint,
    ConstraintsClash,
    NoScheduleInTime,
    SolverMissing,
    sentence,
)
from crosstable.text import tr

FAILED, INVALID, UNREADABLE = 1, 3, 5


def schedule_under_constraints(
    groups: Sequence[Group], options: ScheduleOptions, names: Sequence[str], file: Path, seconds: float
) -> tuple[Schedule, list[str]]:
    """The schedule, and in words what had to be given up for it."""
    document = _document(file)
    wishes = [
        _constraint(number, item, names) for number, item in enumerate(document["constraints"], start=1)
    ]
    kinds = [str(kind) for kind in document.get("board_kinds", ())]
    solver = SolverOptions(seconds)
    try:
        with Console(stderr=True).status(str(tr("Searching for a schedule …"))) as status:
            tell = _teller(status.update)
            schedule = schedule_with_constraints(groups, options, wishes, kinds, solver, tell)
    except EngineError as error:
        problem, code = _why_not(error, names)
        give_up(problem, code=code)
    lines = [_given_up(given_up, names) for given_up in schedule.given_up]
    unproven = [] if schedule.proven else [tr("time ran out: a schedule that gives up less may exist")]
    return schedule.schedule, lines + unproven


def _teller(update: Callable[[str], None]) -> Callable[[Progress], None]:
    def tell(progress: Progress) -> None:
        update(
            tr(
                "Schedule {number} found, giving up {cost}; {seconds:.0f} s …",
                number=progress.solutions,
                cost=progress.cost,
                seconds=progress.seconds,
            )
        )

    return tell


def _document(file: Path) -> Mapping[str, Any]:
    try:
        document = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        give_up(tr("{file} cannot be read: {why}", file=file, why=why), code=UNREADABLE)
    if isinstance(document, list):
        document = {"constraints": document}
    if not isinstance(document, dict) or not isinstance(document.get("constraints"), list):
        give_up(
            tr('{file} must hold a list of constraints, or an object with "constraints".', file=file),
            code=INVALID,
        )
    return document


def _constraint(number: int, item: Any, names: Sequence[str]) -> Constraint:
    try:
        return READERS[item["kind"]](item, names)
    except KeyError as error:
        problem = tr(
            "Constraint {number}: {field} is missing or unknown.", number=number, field=repr(error.args[0])
        )
        give_up(problem, code=INVALID)
    except (TypeError, ValueError) as error:
        give_up(tr("Constraint {number}: {problem}.", number=number, problem=error), code=INVALID)


def _player(name: Any, names: Sequence[str]) -> EntryId:
    if str(name) not in names:
        raise ValueError(tr("no player is called {name}", name=name))
    return EntryId(names.index(str(name)) + 1)


def _unavailable(item: Any, names: Sequence[str]) -> Constraint:
    slot = None if item.get("slot") is None else int(item["slot"])
    return Unavailable(_player(item["player"], names), int(item["round"]), slot, weight=_weight(item))


def _not_before(item: Any, names: Sequence[str]) -> Constraint:
    first, second = (_player(name, names) for name in item["players"])
    return NotBefore(first, second, int(item["round"]), weight=_weight(item))


def _on_boards(item: Any, names: Sequence[str]) -> Constraint:
    boards = tuple(int(board) for board in item["boards"])
    return OnBoards(_player(item["player"], names), boards, weight=_weight(item))


def _on_kind(item: Any, names: Sequence[str]) -> Constraint:
    return OnKind(_player(item["player"], names), str(item["board_kind"]), weight=_weight(item))


def _rest(item: Any, names: Sequence[str]) -> Constraint:
    player = None if item.get("player") is None else _player(item["player"], names)
    return Rest(int(item["slots"]), player, weight=_weight(item))


def _weight(item: Any) -> int | None:
    return None if item.get("weight") is None else int(item["weight"])


READERS: Mapping[str, Callable[[Any, Sequence[str]], Constraint]] = {
    "unavailable": _unavailable,
    "not_before": _not_before,
    "on_boards": _on_boards,
    "on_kind": _on_kind,
    "rest": _rest,
}


def _why_not(error: EngineError, names: Sequence[str]) -> tuple[str, int]:
    match error:
        case ConstraintsClash(constraints=clashing, minimal=minimal):
            lines = "\n".join(f"  {_in_words(c, names)}" for c in clashing)
            if minimal and len(clashing) > 1:
                return (
                    tr(
                        "No schedule can meet these together:\n{constraints}\nRemove any one of them.",
                        constraints=lines,
                    ),
                    INVALID,
                )
            return tr("No schedule can meet this:\n{constraints}", constraints=lines), INVALID
        case BadConstraint(constraint=constraint, field=field):
            words = _in_words(constraint, names)
            return tr("{constraint}: there is no such {field} here.", constraint=words, field=field), INVALID
        case NoScheduleInTime(seconds=seconds):
            return (
                tr(
                    "No schedule was found in {seconds:g} seconds. Allow more with --seconds.",
                    seconds=seconds,
                ),
                FAILED,
            )
        case SolverMissing():
            return tr("Constraints need the solver: pip install 'crosstable[schedule]'"), FAILED
        case _:
            return str(error), INVALID


def _given_up(given_up: GivenUp, names: Sequence[str]) -> str:
    matches = [
        tr(
            "{first} – {second} in round {round}",
            first=names[m.first - 1],
            second=names[m.second - 1],
            round=m.round,
        )
        for m in given_up.matches
    ]
    words = _in_words(given_up.constraint, names)
    return tr("{constraint} (not met by {matches})", constraint=words, matches=matches)


def _in_words(constraint: Constraint, names: Sequence[str]) -> str:
    return sentence(constraint, dict(enumerate(names, start=1)), tr("table"))
