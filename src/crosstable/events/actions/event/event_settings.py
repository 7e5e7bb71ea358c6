"""The settings of an event without its people and results, as a value: for copies and presets, and stored as JSON."""

import datetime
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Self

from crosstable.accounts.models import Club, User
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.tournaments import new_draft
from crosstable.events.actions.stages.stages import new_stages
from crosstable.events.bridge.settings.hall_settings import HallSettings
from crosstable.events.bridge.settings.stage_checks import SETTINGS
from crosstable.events.bridge.settings.stage_settings import FORMATS, StagePlan, usual_plans
from crosstable.events.models import Stage, StageKind, Tournament
from crosstable.games import GAMES
from crosstable.games.presets import Preset

# Details that are different in each event.
OF_THE_DAY = ("name", "date", "end_date")
# Columns of an event that are settings, but no details.
MORE_SETTINGS = ("board_order", "team_tie_breaks")
# Settings of a stage that belong to the entries of one event.
OF_ONE_EVENT = ("last_byes", "constraints", "draw_seed")


@dataclass(frozen=True, slots=True)
class EventSettings:
    game: str
    details: Mapping[str, Any]
    # Of each stage: kind, name, settings, and hall if it has any.
    stages: Sequence[Mapping[str, Any]]
    more: Mapping[str, Any] = field(default_factory=dict)
    days: int = 1

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        details = {n: v for n, v in _planned(tournament).values().items() if n not in OF_THE_DAY}
        last = tournament.end_date or tournament.date
        return cls(
            tournament.game,
            details,
            [_stage(stage) for stage in tournament.stages.all()],
            {column: getattr(tournament, column) for column in MORE_SETTINGS},
            (last - tournament.date).days + 1,
        )

    @classmethod
    def of_preset(cls, preset: Preset) -> Self:
        plans = usual_plans(GAMES[preset.game], FORMATS[preset.format].stages)
        own = [*preset.stages, *[{}] * len(plans)]
        stages = [
            {"kind": plan.kind.value, "name": plan.name, "settings": {**plan.settings, **settings}}
            for plan, settings in zip(plans, own, strict=False)
        ]
        return cls(preset.game, preset.details, stages, days=preset.days)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(**{one.name: stored[one.name] for one in fields(cls) if one.name in stored})

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def last_day(self, first: datetime.date) -> datetime.date | None:
        return first + datetime.timedelta(days=self.days - 1) if self.days > 1 else None


def _planned(tournament: Tournament) -> Details:
    """Return the details, with the number of rounds that was planned if the event was finished early."""
    details = Details.of(tournament)
    early = tournament.journal.filter(verb="tournament.finished-early").order_by("-number").first()
    if early is not None and early.after.get("rounds") == details.total_rounds:
        return replace(details, total_rounds=early.before["rounds"])
    return details


def _stage(stage: Stage) -> dict[str, Any]:
    settings = SETTINGS[StageKind(stage.kind)].of(stage).as_json()
    copied = {name: value for name, value in settings.items() if name not in OF_ONE_EVENT}
    hall = HallSettings.of(stage)
    is_own = bool(stage.hall) and not hall.inherited
    own = {"hall": hall.changed(times={}, closed=()).as_json()} if is_own else {}
    return {"kind": stage.kind, "name": stage.name, "settings": copied, **own}


def draft_with(
    *, settings: EventSettings, name: str, date: datetime.date, by: User, club: Club | None
) -> Tournament:
    """Store a draft with these settings and stages. Part of an action. Raises BadValue, TooMuchWork."""
    known = {one.name for one in fields(Details)} - set(OF_THE_DAY)
    values = {name: value for name, value in settings.details.items() if name in known}
    details = Details(name=name, date=date, end_date=settings.last_day(date), **values)
    draft = new_draft(details=details, by=by, game=settings.game, club=club, **settings.more)
    plans = [
        StagePlan(StageKind(stage["kind"]), stage["name"], _with_another_draw(stage["settings"]))
        for stage in settings.stages
    ]
    rows = new_stages(draft, plans)
    for row, stage in zip(rows, settings.stages, strict=True):
        row.hall = stage.get("hall", {})
    Stage.objects.bulk_create(rows)
    return draft


def _with_another_draw(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings; pools that were drawn by lot are drawn by another number."""
    if settings.get("shuffle_seed") is None:
        return dict(settings)
    return {**settings, "shuffle_seed": secrets.randbelow(1_000_000)}
