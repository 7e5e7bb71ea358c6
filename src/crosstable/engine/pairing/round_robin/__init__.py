"""Round robins: groups, who meets whom when and where, what to check, and what happens when somebody leaves.

A schedule is made whole before play; nothing here depends on results except a withdrawal. Schedules under
constraints are in engine/scheduling.
"""

from crosstable.engine.pairing.round_robin.checks import GroupChecks, ScheduleChecks, check_schedule
from crosstable.engine.pairing.round_robin.equality import (
    BoardBalance,
    EqualityReport,
    Share,
    Spread,
    board_balance,
    equality,
)
from crosstable.engine.pairing.round_robin.groups import Group, form_groups, group_name
from crosstable.engine.pairing.round_robin.options import (
    BoardRule,
    Distribution,
    GroupOptions,
    Rounds,
    ScheduleOptions,
)
from crosstable.engine.pairing.round_robin.schedule import (
    GroupSchedule,
    Schedule,
    ScheduledMatch,
    ScheduledRound,
    schedule_group,
    schedule_groups,
)
from crosstable.engine.pairing.round_robin.withdrawals import Withdrawal, withdraw, withdrawal_by_rule
