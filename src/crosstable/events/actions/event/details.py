"""The details an organiser enters about a tournament, and their validation."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.text import capfirst

from crosstable.accounts.models import User
from crosstable.accounts.permissions import check_may, is_system_administrator
from crosstable.engine.errors import EngineError
from crosstable.engine.tie_breaks import EventKind, find_tie_break
from crosstable.events.actions.core.action import action
from crosstable.events.bridge.rules import factions_of
from crosstable.events.bridge.settings.game_checks import check_choices, check_faction_names
from crosstable.events.errors import BadValue
from crosstable.events.models import OwnFactions, RatedHere, Tournament
from crosstable.fields import EVENT_FIELDS, MOST_ROUNDS
from crosstable.games import SCORES, Game, means_nothing
from crosstable.games.factions import FACTION_LISTS

MOST_POINTS = 100


@dataclass(frozen=True, slots=True)
class Details:
    """What an organiser enters about a tournament."""

    name: str
    date: datetime.date
    total_rounds: int
    location: str = ""
    format_text: str = ""
    description: str = ""
    end_date: datetime.date | None = None
    max_players: int | None = None
    system: str = ""
    tie_breaks: Sequence[str] = ()
    scoring: Mapping[str, str] = field(default_factory=dict)
    # About the game itself: see games.model.Choices.
    choices: Mapping[str, Any] = field(default_factory=dict)
    accelerated: bool = False
    initial_color: str = ""
    time_control: str = ""
    chief_arbiter: str = ""
    round_minutes: int | None = None
    players_may_report: bool = True
    scores_without_account: bool = True
    one_device_for_both: bool = False
    players_see_reasons: bool = True
    most_requested_byes: int = 1
    rated_here: str = RatedHere.USUAL.value
    # Members per team; None means single players.
    team_size: int | None = None
    team_boards: int = 1

    @classmethod
    def of(cls, tournament: Tournament) -> Details:
        return cls(**{name: getattr(tournament, name) for name in cls.__slots__})

    def values(self) -> dict[str, Any]:
        """Return the details as columns of the row."""
        return {
            **asdict(self),
            "tie_breaks": list(self.tie_breaks),
            "scoring": dict(self.scoring),
            "choices": {
                name: value for name, value in self.choices.items() if value not in ("", None, [], ())
            },
        }

    def as_json(self) -> dict[str, Any]:
        values = self.values()
        return {name: v.isoformat() if isinstance(v, datetime.date) else v for name, v in values.items()}


def check_details(details: Details, game: Game, *, least_rounds: int) -> None:
    """Validate the details. Raises BadValue with the field."""
    if not details.name.strip():
        raise BadValue("Give the event a name.", "name")
    if not least_rounds <= details.total_rounds <= MOST_ROUNDS:
        raise BadValue(f"The number of rounds must be from {least_rounds} to {MOST_ROUNDS}.", "total_rounds")
    for name, field_ in EVENT_FIELDS.items():
        if problem := field_.problem(getattr(details, name)):
            raise BadValue(problem, name)
    if details.end_date is not None and details.end_date < details.date:
        raise BadValue("The event cannot end before it starts.", "end_date")
    if details.initial_color not in ("", "white", "black"):
        raise BadValue("The initial colour is white or black, or empty: by lot.", "initial_color")
    if details.rated_here not in RatedHere.values:
        raise BadValue("Whether the event is rated here is yes or no, or empty: as usual.", "rated_here")
    _check_teams(details)
    _check_choices(details, game)
    check_choices(game, details.choices)


def _check_teams(details: Details) -> None:
    most = details.team_size or 1
    if not 1 <= details.team_boards <= most:
        raise BadValue(
            f"A team match has one board for each member at most, here 1 to {most}; one board means that the team plays"
            " together.",
            "team_boards",
        )


def _check_choices(details: Details, game: Game) -> None:
    if details.system and details.system not in game.systems:
        raise BadValue(f"The pairing system is one of {', '.join(game.systems)}.", "system")
    for code in details.tie_breaks:
        try:
            find_tie_break(code)
        except EngineError as error:
            raise BadValue(capfirst(f"{error}."), "tie_breaks") from error
        if means_nothing(game, code):
            raise BadValue(
                f"{code} counts the games of one side, and the sides of this game do not differ.",
                "tie_breaks",
            )
    for name, value in details.scoring.items():
        _check_points(name, value)


def check_tie_breaks_suit(codes: Sequence[str], kind: EventKind) -> None:
    """Refuse tie-breaks that do not suit the kind of event. Raises BadValue.

    Some cannot separate entries with the same opponents (C.07, article 8); others compare matches that only a round
    robin has.
    """
    for tie_break in map(find_tie_break, codes):
        if not tie_break.suits(kind):
            raise BadValue(UNSUITABLE[kind].format(name=f"{tie_break.name} ({tie_break.code})"), "tie_breaks")


UNSUITABLE = {
    EventKind.ROUND_ROBIN: "{name} separates nobody in a round robin: choose another tie-break.",
    EventKind.SWISS: "{name} is for round robins and pools: choose another tie-break for a Swiss.",
}


def _check_points(name: str, value: str) -> None:
    if name not in SCORES:
        raise BadValue(f"There are no points for “{name}”; known are {', '.join(SCORES)}.", "scoring")
    try:
        points = Decimal(value)
    except InvalidOperation as error:
        raise BadValue(f"{value} is not a number of points from 0 to {MOST_POINTS}.", "scoring") from error
    if not points.is_finite() or not 0 <= points <= MOST_POINTS:
        raise BadValue(f"Points are from 0 to {MOST_POINTS}; {value} is not.", "scoring")


def rename_factions(*, tournament: Tournament, names: Mapping[str, str], by: User) -> int:
    """Replace factions as typed by the names in the list, in every entry. Return how many entries changed."""
    with action(tournament, by) as act:
        listed = factions_of(act.tournament)
        changes, count = [], 0
        for typed, wanted in names.items():
            known = listed.find(wanted)
            if known is None:
                raise BadValue(f"“{wanted[:40]}” is not in the list of factions.", "faction")
            rows = list(act.tournament.entries.filter(faction=typed).exclude(faction=known.name))
            for entry in rows:
                entry.faction = known.name
                entry.save(update_fields=["faction"])
            count += len(rows)
            changes += [f"{typed} → {known.name}"] if rows else []
        if not changes:
            act.leave_as_it_is()
            return 0
        act.record("factions.renamed", ", ".join(changes), after={"count": count})
    return count


def set_own_factions(*, code: str, names: Sequence[str], by: User) -> None:
    """Set the faction list of a game system here; an empty list, or the default one, restores the default."""
    check_may(
        is_system_administrator(by),
        "change the lists of this installation; only its system administrator may",
    )
    if code not in FACTION_LISTS:
        raise BadValue(f"There is no game system “{code[:40]}”.", "code")
    wanted = list(dict.fromkeys(" ".join(name.split()) for name in names if name.strip()))
    check_faction_names(wanted, "names")
    if not wanted or wanted == [one.name for one in FACTION_LISTS[code].factions]:
        OwnFactions.objects.filter(code=code).delete()
    else:
        OwnFactions.objects.update_or_create(code=code, defaults={"names": wanted})
