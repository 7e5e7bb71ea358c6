"""Schedules under constraints (C8), solved by OR-Tools CP-SAT, which is an optional extra.

Importing this package needs no solver; `schedule_with_constraints` raises SolverMissing if one is needed.
"""

from crosstable.engine.scheduling.constraints import (
    Constraint,
    LastBye,
    NotBefore,
    OnBoards,
    OnKind,
    Rest,
    Unavailable,
)
from crosstable.engine.scheduling.solving import (
    ConstrainedSchedule,
    GivenUp,
    Progress,
    SolverOptions,
    schedule_with_constraints,
)
