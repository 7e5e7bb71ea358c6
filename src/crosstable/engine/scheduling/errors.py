"""What can go wrong with a schedule under constraints, as types with data."""

from collections.abc import Sequence

from crosstable.engine.errors import EngineError
from crosstable.engine.scheduling.constraints import Constraint


class SolverMissing(EngineError):
    """The optional solver is not installed."""

    extra: str = "schedule"
    says = "constraints need the optional solver: pip install 'crosstable[{self.extra}]'"


class BadConstraint(EngineError):
    """A constraint that names nobody, no round or no board of this schedule."""

    constraint: Constraint
    field: str
    says = "{self.constraint} has no meaning here: its {self.field} does not exist"


class ConstraintsClash(EngineError):
    """No schedule meets these together. If `minimal`, any one of them can be dropped to mend that."""

    constraints: Sequence[Constraint]
    minimal: bool

    def __str__(self) -> str:
        return f"no schedule meets {len(self.constraints)} of the constraints together"


class NoScheduleInTime(EngineError):
    """The time was over before a schedule was found or excluded."""

    seconds: float
    says = "no schedule was found in {self.seconds:g} seconds"
