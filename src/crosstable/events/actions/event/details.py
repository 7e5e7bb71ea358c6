"""The details an organiser enters about a tournament, and their validation."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal, InvalidOperation
from functools import partial
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
from crosstable.events.models import OwnFactions, RatedHere, RoundFlow, Tournament
from crosstable.fields import EVENT_FIELDS, MOST_ROUNDS
from crosstable.games import SCORES, Game, lacks_sides
from crosstable.games.factions import FACTION_LISTS
from crosstable.installation import is_time_zone, no_time_zone
from crosstable.text import tr

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
    # Empty: the installation's.
    time_zone: str = ""
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
    round_flow: str = RoundFlow.USUAL.value
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
    """Validate the details. Raises BadValue with the field, and with what else is wrong."""
    problems = list(problems_of(details, game, least_rounds=least_rounds))
    if problems:
        problems[0].also = problems[1:]
        raise problems[0]


def problems_of(details: Details, game: Game, *, least_rounds: int) -> Iterator[BadValue]:
    if not details.name.strip():
        yield BadValue(tr("Give the event a name."), "name")
    if not least_rounds <= details.total_rounds <= MOST_ROUNDS:
        yield BadValue(
            tr(
                "The number of rounds must be from {least_rounds} to {most_rounds}.",
                least_rounds=least_rounds,
                most_rounds=MOST_ROUNDS,
            ),
            "total_rounds",
        )
    for name, field_ in EVENT_FIELDS.items():
        if problem := field_.problem(getattr(details, name)):
            yield BadValue(problem, name)
    if wrong_end := check_dates(details.date, details.end_date):
        yield wrong_end
    if details.time_zone and not is_time_zone(details.time_zone):
        yield BadValue(no_time_zone(details.time_zone), "time_zone")
    if details.initial_color not in ("", "white", "black"):
        yield BadValue(tr("The first colour is white or black, or empty to draw it by lot."), "initial_color")
    if details.rated_here not in RatedHere.values:
        yield BadValue(tr("“Rated here” is yes or no, or empty for the usual choice."), "rated_here")
    if details.round_flow not in RoundFlow.values:
        yield BadValue(
            tr("The next round begins with “one-click” or in “steps”; empty is the usual choice."),
            "round_flow",
        )
    for check in (
        partial(_check_teams, details),
        partial(_check_choices, details, game),
        partial(check_choices, game, details.choices),
    ):
        try:
            check()
        except BadValue as refused:
            yield refused


def check_dates(first: datetime.date, last: datetime.date | None) -> BadValue | None:
    if last is not None and last < first:
        return BadValue(tr("The event cannot end before it starts."), "end_date")
    return None


def _check_teams(details: Details) -> None:
    most = details.team_size or 1
    if not 1 <= details.team_boards <= most:
        raise BadValue(
            tr(
                "A team match has one board for each member at most, here 1 to {most}; one board "
                "means that the team plays together.",
                most=most,
            ),
            "team_boards",
        )


def _check_choices(details: Details, game: Game) -> None:
    if details.system and details.system not in game.systems:
        raise BadValue(
            tr("The pairing system is one of {systems}.", systems=", ".join(game.systems)), "system"
        )
    for code in details.tie_breaks:
        try:
            find_tie_break(code)
        except EngineError as error:
            raise BadValue(capfirst(f"{error}."), "tie_breaks") from error
        if lacks_sides(game, code):
            raise BadValue(
                tr(
                    "{code} counts games with one colour. This game has no colours.",
                    code=code,
                ),
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
            raise BadValue(UNSUITABLE[kind].filled(name=f"{tie_break.name} ({tie_break.code})"), "tie_breaks")


UNSUITABLE = {
    EventKind.ROUND_ROBIN: tr("{name} separates no one in a round robin: choose another tie-break."),
    EventKind.SWISS: tr("{name} is for round robins and pools: choose another tie-break for a Swiss."),
}


def _check_points(name: str, value: str) -> None:
    if name not in SCORES:
        raise BadValue(
            tr("There are no points for “{name}”; known are {scores}.", name=name, scores=", ".join(SCORES)),
            "scoring",
        )
    try:
        points = Decimal(value)
    except InvalidOperation as error:
        raise BadValue(
            tr(
                "{value} is not a number of points from 0 to {most_points}.",
                value=value,
                most_points=MOST_POINTS,
            ),
            "scoring",
        ) from error
    if not points.is_finite() or not 0 <= points <= MOST_POINTS:
        raise BadValue(
            tr("Points are from 0 to {most_points}; {value} is not.", most_points=MOST_POINTS, value=value),
            "scoring",
        )


def rename_factions(*, tournament: Tournament, names: Mapping[str, str], by: User) -> int:
    """Replace factions as typed by the names in the list, in every entry. Return how many entries changed."""
    with action(tournament, by) as act:
        listed = factions_of(act.tournament)
        changes, count = [], 0
        for typed, wanted in names.items():
            known = listed.find(wanted)
            if known is None:
                raise BadValue(
                    tr("“{wanted}” is not in the list of factions.", wanted=wanted[:40]), "faction"
                )
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
        tr("Only system administrators can do this."),
    )
    if code not in FACTION_LISTS:
        raise BadValue(tr("There is no game system “{code}”.", code=code[:40]), "code")
    wanted = list(dict.fromkeys(" ".join(name.split()) for name in names if name.strip()))
    check_faction_names(wanted, "names")
    if not wanted or wanted == [one.name for one in FACTION_LISTS[code].factions]:
        OwnFactions.objects.filter(code=code).delete()
    else:
        OwnFactions.objects.update_or_create(code=code, defaults={"names": wanted})
