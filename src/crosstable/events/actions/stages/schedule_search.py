"""The background search for a schedule under constraints (C8), which takes a solver some seconds.

Starting a search does not change the event; its row has the progress, for pages and clients to poll. An ordinary action
stores the schedule found, and refuses it if the stage has changed since.
"""

import logging
import threading
import time
from collections.abc import Callable
from importlib.util import find_spec

from django.db import connections, transaction
from django.utils import timezone
from django.utils.text import capfirst

from crosstable.accounts import limits
from crosstable.accounts.models import User
from crosstable.engine.errors import EngineError
from crosstable.engine.scheduling import Progress, SolverOptions, schedule_with_constraints
from crosstable.engine.scheduling.constraints import (
    BadConstraint,
    ConstraintsClash,
    NoScheduleInTime,
    SolverMissing,
    in_words,
)
from crosstable.engine.scheduling.problem import make_problem
from crosstable.events.actions.core.action import action
from crosstable.events.actions.stages.schedules import (
    keep_schedule,
    plain_schedule,
    schedule_options_of,
    stage_to_schedule,
)
from crosstable.events.bridge.constraints import given_up_in_words, read_constraints
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import PoolSettings
from crosstable.events.bridge.stages import groups_of
from crosstable.events.errors import BadValue, Refused
from crosstable.events.models import ScheduleSearch, SearchState, Stage
from crosstable.events.play_errors import SearchRunning, SolverNeeded
from crosstable.events.queries.stages.pool_schedule import is_alive, names_of
from crosstable.slots import Slots
from crosstable.text import tr

Runner = Callable[[Callable[[], None]], None]
SECONDS = 10
MOST_SECONDS = 120
# A solver uses all cores: one at a time in the whole installation.
SEARCHES = Slots("searches", tr("another search for a schedule"), at_once=1, waiting=0, patience=0)
log = logging.getLogger(__name__)


def in_background(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="schedule-search", daemon=True).start()


def start_search(
    *,
    stage: Stage,
    by: User,
    seconds: int = SECONDS,
    seen_version: int | None = None,
    run: Runner = in_background,
) -> ScheduleSearch:
    """Start a search for the schedule that violates the fewest preferences. Raises SearchRunning, SolverNeeded,
    BadValue, PoolsOutdated."""
    if not 1 <= seconds <= MOST_SECONDS:
        raise BadValue(
            tr("A search takes from 1 to {most_seconds} seconds.", most_seconds=MOST_SECONDS), "seconds"
        )
    limits.count_heavy_action(by)
    with action(stage.tournament, by) as act:
        fresh = stage_to_schedule(act, stage, seen_version)
        _check(fresh)
        running = ScheduleSearch.objects.filter(stage=fresh).first()
        if running is not None and is_alive(running):
            raise SearchRunning(stage=fresh.shown_name)
        values = {
            "stage_version": fresh.version,
            "state": SearchState.RUNNING,
            "started_at": act.now,
            "seen_at": act.now,
            "seconds": seconds,
            "found": 0,
            "cost": None,
            "message": "",
            "lines": [],
        }
        search, _ = ScheduleSearch.objects.update_or_create(stage=fresh, defaults=values)
        act.leave_as_it_is()
        transaction.on_commit(lambda: run(lambda: _run(search.pk, by)))
    return search


def _check(stage: Stage) -> None:
    """Check before searching that every constraint is valid and that there is a solver."""
    settings, names = PoolSettings.of(stage), names_of(stage)
    constraints = read_constraints(settings.constraints, names)
    plain_schedule(stage)
    try:
        make_problem(
            list(groups_of(stage).values()), schedule_options_of(stage), constraints, settings.board_kinds
        )
    except BadConstraint as error:
        missing = error.field.replace("board", _word(stage))
        raise BadValue(
            tr(
                "{in_words}: there is no such {missing} in this schedule.",
                in_words=in_words(error.constraint, names, _word(stage)),
                missing=missing,
            ),
            "constraints",
        ) from error
    if constraints and find_spec("ortools") is None:
        raise SolverNeeded()


def _word(stage: Stage) -> str:
    return rules_of(stage.tournament).vocabulary.table.lower()


def _run(search_id: int, by: User) -> None:
    """Run the search, outside any request. Whatever happens, the row records how it ended."""
    search = ScheduleSearch.objects.select_related("stage__tournament").get(pk=search_id)
    try:
        with SEARCHES.taken():
            _search(search, by)
    except Refused as refused:
        _fail(search, refused.sentence())
    except Exception:
        log.exception("the search for a schedule of stage %s failed", search.stage_id)
        _fail(search, tr("The search failed because of a server error. The error has been logged."))
    finally:
        if threading.current_thread() is not threading.main_thread():
            connections.close_all()


def _search(search: ScheduleSearch, by: User) -> None:
    stage, names = search.stage, names_of(search.stage)
    settings = PoolSettings.of(stage)
    try:
        outcome = schedule_with_constraints(
            list(groups_of(stage).values()),
            schedule_options_of(stage),
            read_constraints(settings.constraints, names),
            settings.board_kinds,
            SolverOptions(float(search.seconds)),
            _teller(search),
        )
    except EngineError as error:
        _fail(search, *_why_not(error, names, _word(stage)))
        return
    lines = [given_up_in_words(given_up, names, _word(stage)) for given_up in outcome.given_up]
    if not outcome.proven:
        lines.append(tr("Time ran out: a schedule that gives up less may exist."))
    keep_schedule(
        stage=stage, schedule=outcome.schedule, given_up=lines, by=by, seen_version=search.stage_version
    )
    search.state, search.lines, search.cost = SearchState.FOUND, lines, outcome.cost
    search.save(update_fields=["state", "lines", "cost"])


def _teller(search: ScheduleSearch) -> Callable[[Progress], None]:
    """Return a callback that stores the progress, at most twice a second."""
    last = 0.0

    def tell(progress: Progress) -> None:
        nonlocal last
        if time.monotonic() - last < 0.5:
            return
        last = time.monotonic()
        ScheduleSearch.objects.filter(pk=search.pk).update(
            found=progress.solutions, cost=progress.cost, seen_at=timezone.now()
        )

    return tell


def _fail(search: ScheduleSearch, message: str, lines: list[str] | None = None) -> None:
    search.state, search.message, search.lines = SearchState.FAILED, message[:400], lines or []
    search.save(update_fields=["state", "message", "lines"])


def _why_not(error: EngineError, names: dict[int, str], word: str) -> tuple[str, list[str]]:
    match error:
        case ConstraintsClash(constraints=clashing, minimal=minimal):
            text = tr("No schedule can meet this.")
            if len(clashing) > 1:
                text = tr("No schedule can meet these together.")
                if minimal:
                    text = tr(
                        "No schedule can meet these together. Remove one of them, or make it a preference."
                    )
            return text, [in_words(c, names, word) for c in clashing]
        case NoScheduleInTime(seconds=seconds):
            return (
                tr(
                    "No schedule was found in {seconds:g} seconds. Allow more time, or make a requirement "
                    "a preference.",
                    seconds=seconds,
                ),
                [],
            )
        case SolverMissing():
            return SolverNeeded().sentence(), []
        case _:
            return capfirst(f"{error}."), []
