"""Running the solver: the best schedule in the time given, or the smallest set of constraints that clash."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from crosstable.engine.scheduling.constraints import Constraint
from crosstable.engine.scheduling.errors import ConstraintsClash, NoScheduleInTime
from crosstable.engine.scheduling.model import Model, Option
from crosstable.engine.scheduling.problem import Problem
from crosstable.engine.scheduling.solving import Progress, SolverOptions

# A subset of the constraints is looked at no longer than this; what stays open counts as possible.
_SECONDS_FOR_A_SUBSET = 3.0


@dataclass(frozen=True, slots=True)
class Found:
    options: tuple[Option, ...]
    proven: bool


def search(problem: Problem, options: SolverOptions, progress: Callable[[Progress], None] | None) -> Found:
    """Raises ConstraintsClash, NoScheduleInTime."""
    model = Model(problem)
    solver = _solver(options.seconds, options.workers)
    status = solver.solve(model.cp, _Reporter(progress) if progress else None)
    if status == cp_model.INFEASIBLE:
        raise clash(problem, options)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise NoScheduleInTime(options.seconds)
    chosen = tuple(o for o, literal in model.literals.items() if solver.boolean_value(literal))
    return Found(chosen, status == cp_model.OPTIMAL)


def clash(problem: Problem, options: SolverOptions) -> ConstraintsClash:
    """A smallest set of hard constraints that no schedule meets together (QuickXplain, Junker 2004)."""
    hard = [c for c in problem.constraints if c.is_hard]
    finder = _Clash(problem, options, time.monotonic() + 3 * options.seconds)
    found = finder.explain([], [], hard) if finder.impossible(hard) else hard
    return ConstraintsClash(tuple(c for c in hard if c in found), finder.certain)


@dataclass
class _Clash:
    problem: Problem
    options: SolverOptions
    deadline: float
    certain: bool = True

    def explain(
        self, known: list[Constraint], added: list[Constraint], open_: list[Constraint]
    ) -> list[Constraint]:
        """Those of the open ones that are needed, beside the known ones, for a clash."""
        if added and self.impossible(known):
            return []
        if len(open_) == 1:
            return open_
        half = len(open_) // 2
        first, second = open_[:half], open_[half:]
        needed_later = self.explain(known + first, first, second)
        needed_sooner = self.explain(known + needed_later, needed_later, first)
        return needed_sooner + needed_later

    def impossible(self, constraints: Sequence[Constraint]) -> bool:
        seconds = min(_SECONDS_FOR_A_SUBSET, self.deadline - time.monotonic())
        if seconds <= 0:
            self.certain = False
            return False
        solver = _solver(seconds, self.options.workers)
        status = solver.solve(Model(self.problem.with_only(constraints)).cp)
        self.certain &= status != cp_model.UNKNOWN
        return bool(status == cp_model.INFEASIBLE)


class _Reporter(cp_model.CpSolverSolutionCallback):
    def __init__(self, progress: Callable[[Progress], None]) -> None:
        super().__init__()
        self._progress, self._found = progress, 0

    def on_solution_callback(self) -> None:
        self._found += 1
        cost, bound = round(self.objective_value), round(self.best_objective_bound)
        self._progress(Progress(self.wall_time, self._found, cost, bound))


def _solver(seconds: float, workers: int) -> cp_model.CpSolver:
    """One worker and a fixed seed: the same input gives the same schedule, unless time runs out."""
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = 1
    return solver
