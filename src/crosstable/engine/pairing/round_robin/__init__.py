"""Round robins: groups, rounds and boards, checks of a schedule, and the effects of a withdrawal.

A schedule is complete before play; nothing here depends on results except a withdrawal. Schedules under constraints are
in engine/scheduling.
"""

from crosstable.engine.pairing.round_robin.checks import (
    BoardBalance,
    EqualityReport,
    GroupChecks,
    ScheduleChecks,
    Share,
    Spread,
    board_balance,
    check_schedule,
    equality,
)
from crosstable.engine.pairing.round_robin.groups import (
    BoardRule,
    Distribution,
    Group,
    GroupOptions,
    Rounds,
    ScheduleOptions,
    form_groups,
    group_name,
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
