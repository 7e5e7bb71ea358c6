"""The displays in the hall: add one, change its content, remove it.

Every change raises the revision, so a display that is already open updates automatically.
"""

import secrets
from collections.abc import Sequence

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import action
from crosstable.events.errors import BadValue
from crosstable.events.models import Screen, ScreenKind, Tournament
from crosstable.languages import is_offered, no_language
from crosstable.text import tr

Rotation = Sequence[tuple[str, int]]
USUAL: Rotation = (
    (ScreenKind.NAMES.value, 15),
    (ScreenKind.TABLES.value, 12),
    (ScreenKind.NEXT.value, 15),
    (ScreenKind.POOLS.value, 15),
    (ScreenKind.BRACKET.value, 20),
    (ScreenKind.RESULTS.value, 20),
    (ScreenKind.STANDINGS.value, 12),
    (ScreenKind.CLOCK.value, 15),
)
MOST_SCREENS = 20
MOST_TURNS = 12
LEAST_SECONDS, MOST_SECONDS = 3, 600


def add_screen(
    *, tournament: Tournament, name: str, by: User, rotation: Rotation = USUAL, language: str = ""
) -> Screen:
    """Add a display with a unique code."""
    with action(tournament, by) as act:
        if act.tournament.screens.count() >= MOST_SCREENS:
            raise BadValue(
                tr(
                    "An event has at most {most_screens} displays. Remove one first.",
                    most_screens=MOST_SCREENS,
                )
            )
        screen = Screen(tournament=act.tournament, code=free_code())
        _fill(screen, name, rotation, language)
        screen.save()
        act.record("screen.added", screen.name, after=_values(screen))
    return screen


def change_screen(*, screen: Screen, name: str, rotation: Rotation, by: User, language: str = "") -> Screen:
    with action(screen.tournament, by) as act:
        fresh = _fresh(screen, act.tournament)
        before = _values(fresh)
        _fill(fresh, name, rotation, language)
        if _values(fresh) == before:
            act.leave_as_it_is()
            return fresh
        fresh.save(update_fields=["name", "rotation", "language"])
        act.record("screen.changed", fresh.name, before, _values(fresh))
    return fresh


def remove_screen(*, screen: Screen, by: User) -> None:
    """Remove a display: its address stops working; an open one keeps its last picture."""
    with action(screen.tournament, by) as act:
        fresh = _fresh(screen, act.tournament)
        act.record("screen.removed", fresh.name, before=_values(fresh))
        fresh.delete()


def _fresh(screen: Screen, tournament: Tournament) -> Screen:
    fresh = tournament.screens.filter(pk=screen.pk).first()
    if fresh is None:
        raise BadValue(tr("The display “{name}” was removed while you had it open.", name=screen.name))
    return fresh


def _fill(screen: Screen, name: str, rotation: Rotation, language: str) -> None:
    name = " ".join(name.split())
    if not 1 <= len(name) <= 60:
        raise BadValue(tr("Give the display a name of at most 60 characters, such as “Hall left”."), "name")
    if not 1 <= len(rotation) <= MOST_TURNS:
        raise BadValue(
            tr("A display shows 1 to {most_turns} pages in turn.", most_turns=MOST_TURNS), "rotation"
        )
    for kind, seconds in rotation:
        _check_turn(kind, seconds)
    if language and not is_offered(language):
        raise BadValue(no_language(language), "language")
    screen.language = language
    screen.name, screen.rotation = name, [[str(kind), seconds] for kind, seconds in rotation]


def _check_turn(kind: str, seconds: int) -> None:
    if kind not in ScreenKind.values:
        raise BadValue(
            tr(
                "There is no page “{kind}” for displays. Choose from {values}.",
                kind=kind,
                values=", ".join(ScreenKind.values),
            ),
            "rotation",
        )
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise BadValue(
            tr(
                "A page is shown for {least_seconds} to {most_seconds} seconds, not {seconds}.",
                least_seconds=LEAST_SECONDS,
                most_seconds=MOST_SECONDS,
                seconds=seconds,
            ),
            "rotation",
        )


def _values(screen: Screen) -> dict[str, object]:
    return {"name": screen.name, "rotation": screen.rotation, "language": screen.language}


def free_code() -> str:
    """Return a free code: digits only, as few as leave most codes free, because it is typed with a remote control."""
    digits = max(4, len(str(Screen.objects.count() * 10)))
    while True:
        code = str(10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1)))
        if not Screen.objects.filter(code=code).exists():
            return code
