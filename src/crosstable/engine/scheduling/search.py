"""The solver runs: the best schedule in the time given, or the smallest set of constraints in clash."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ortools.sat.python import cp_model

from crosstable.engine.scheduling.constraints import Constraint, ConstraintsClash, NoScheduleInTime
from crosstable.engine.scheduling.model import Model, Option
from crosstable.engine.scheduling.problem import Problem, arrangement
from crosstable.engine.scheduling.solving import Progress, SolverOptions

# The time limit for a subset of the constraints; an undecided subset counts as possible.
_SECONDS_FOR_A_SUBSET = 3.0
# Arrangements of the plain rounds that are tried first: as seated, then shuffled by these seeds.
_SHUFFLES = (None, 1, 2)


@dataclass(frozen=True, slots=True)
class Solution:
    """The option chosen for each meeting, and the violations. `proven`: no schedule has a lower cost."""

    options: tuple[Option, ...]
    cost: int
    proven: bool


def search(problem: Problem, options: SolverOptions, progress: Callable[[Progress], None] | None) -> Solution:
    """Find the best schedule. Raises ConstraintsClash, NoScheduleInTime.

    Finding a round robin from nothing is hard for a solver, arranging a given one is easy. So rounds of the circle are
    arranged first; then the full model improves the result, or finds one if there is none.
    """
    run = _Run(options, _Reporter(progress))
    best = _best_arrangement(problem, run)
    if best is not None and not best.cost:
        return best
    hint = {o.meeting: o.time for o in best.options} if best else {}
    status, schedule = run.solve(Model(problem, hint=hint), run.left)
    if status == cp_model.INFEASIBLE:
        raise clash(problem, options)
    if schedule is None and best is None:
        raise NoScheduleInTime(options.seconds)
    return min((f for f in (schedule, best) if f is not None), key=lambda f: f.cost)


def _best_arrangement(problem: Problem, run: _Run) -> Solution | None:
    """Return the best of the arrangements, proven only if it violates nothing."""
    best: Solution | None = None
    for seed in _SHUFFLES:
        hint = problem.plain_times if seed is None else {}
        _, schedule = run.solve(Model(problem, arrangement(problem, seed), hint), run.left / 5)
        if schedule is not None and (best is None or schedule.cost < best.cost):
            best = replace(schedule, proven=not schedule.cost)
        if best is not None and best.proven:
            break
    return best


class _Run:
    """The time available, and the progress callback."""

    def __init__(self, options: SolverOptions, reporter: _Reporter) -> None:
        self._deadline = time.monotonic() + options.seconds
        self._workers, self._reporter = options.workers, reporter

    @property
    def left(self) -> float:
        return max(self._deadline - time.monotonic(), 0.0)

    def solve(self, model: Model, seconds: float) -> tuple[cp_model.CpSolverStatus, Solution | None]:
        solver = _solver(seconds, self._workers)
        status = solver.solve(model.cp, self._reporter)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return status, None
        chosen = tuple(o for o, literal in model.literals.items() if solver.boolean_value(literal))
        cost = round(solver.objective_value) if model.costs else 0
        return status, Solution(chosen, cost, status == cp_model.OPTIMAL)


def clash(problem: Problem, options: SolverOptions) -> ConstraintsClash:
    """Return a smallest set of hard constraints that no schedule meets (QuickXplain, Junker 2004)."""
    hard = [c for c in problem.constraints if c.is_hard]
    finder = _Clash(problem, options, time.monotonic() + 3 * options.seconds)
    culprits = finder.explain([], [], hard) if finder.impossible(hard) else hard
    return ConstraintsClash(tuple(c for c in hard if c in culprits), finder.certain)


@dataclass
class _Clash:
    problem: Problem
    options: SolverOptions
    deadline: float
    certain: bool = True

    def explain(
        self, base: list[Constraint], addition: list[Constraint], open_: list[Constraint]
    ) -> list[Constraint]:
        """Return the open constraints that are needed for a clash, in addition to the known ones."""
        if addition and self.impossible(base):
            return []
        if len(open_) == 1:
            return open_
        half = len(open_) // 2
        first, second = open_[:half], open_[half:]
        needed_later = self.explain(base + first, first, second)
        needed_sooner = self.explain(base + needed_later, needed_later, first)
        return needed_sooner + needed_later

    def impossible(self, constraints: Sequence[Constraint]) -> bool:
        seconds = min(_SECONDS_FOR_A_SUBSET, self.deadline - time.monotonic())
        if seconds <= 0:
            self.certain = False
            return False
        problem = self.problem.with_only(constraints)
        arranged = _solver(seconds / 3, self.options.workers).solve(Model(problem, arrangement(problem)).cp)
        if arranged == cp_model.OPTIMAL:
            return False
        status = _solver(seconds, self.options.workers).solve(Model(problem).cp)
        self.certain &= status != cp_model.UNKNOWN
        return bool(status == cp_model.INFEASIBLE)


class _Reporter(cp_model.CpSolverSolutionCallback):
    """Reports every better schedule."""

    def __init__(self, progress: Callable[[Progress], None] | None) -> None:
        super().__init__()
        self._progress, self._solutions, self._started = progress, 0, time.monotonic()

    def on_solution_callback(self) -> None:
        self._solutions += 1
        cost = round(self.objective_value)
        if self._progress is not None:
            self._progress(Progress(time.monotonic() - self._started, self._solutions, cost))


def _solver(seconds: float, workers: int) -> cp_model.CpSolver:
    """One worker and a fixed seed: the same input gives the same schedule, unless time runs out."""
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = 1
    # These models consist of clauses and counts: linear relaxations and probing are expensive and find nothing.
    solver.parameters.linearization_level = 0
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.symmetry_level = 0
    return solver
