"""A round robin from a report file: one pool with the seats, the schedule and the results of the file."""

from datetime import datetime

from crosstable.accounts.models import User
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin.groups import Group, Rounds
from crosstable.engine.pairing.round_robin.withdrawals import Withdrawal
from crosstable.engine.results import by_result
from crosstable.events.actions.results.settling import agreed_columns
from crosstable.events.actions.stages.pools import store_pools
from crosstable.events.actions.stages.stages import new_stages
from crosstable.events.actions.stages.withdrawals import withdraw_entry
from crosstable.events.files.trf_import import (
    Report,
    is_double,
    players_who_left,
    schedule_of,
    uses_berger_tables,
)
from crosstable.events.models import (
    Entry,
    Match,
    Round,
    RoundStatus,
    Settled,
    Stage,
    StageKind,
    StageStatus,
    Tournament,
)
from crosstable.events.records.settings.stage_formats import StagePlan


def store_round_robin(
    tournament: Tournament, report: Report, entries: dict[EntryId, Entry], by: User, now: datetime
) -> None:
    """In play; closed where every game of the file has a result. Without rounds only the players are entered."""
    stage = _stage(tournament, report)
    schedule = schedule_of(report) if report.tournament.rounds else []
    if not schedule:
        return
    store_pools(stage, [Group("A", tuple(EntryId(entries[entry.id].pk) for entry in report.entries))])
    decided = all(match.result for games in schedule for match in games)
    pool, closed = stage.pools.get(), decided and not players_who_left(report)
    status = RoundStatus.CLOSED if closed else RoundStatus.STARTED
    for number, games in enumerate(schedule, start=1):
        round_ = Round.objects.create(
            tournament=tournament,
            stage=stage,
            number=number,
            status=status,
            published_at=now,
            started_at=now,
            closed_at=now if closed else None,
        )
        Match.objects.bulk_create(
            Match(
                round=round_,
                pool=pool,
                table=table,
                first=entries[game.pairing.first],
                second=entries[game.pairing.second],
                **(agreed_columns(by_result(game.result), Settled.ENTERED, by, now) if game.result else {}),
            )
            for table, game in enumerate(games, start=1)
        )
    stage.status = StageStatus.CLOSED if closed else StageStatus.STARTED
    stage.published_at = stage.started_at = now
    stage.closed_at = now if closed else None
    stage.save()


def leave_early(tournament: Tournament, report: Report, entries: dict[EntryId, Entry], by: User) -> None:
    """Players whose games do not count, as our own files say, once the event is in play."""
    for player in players_who_left(report):
        stage = tournament.stages.get()
        withdraw_entry(stage=stage, entry=entries[player], how=Withdrawal.VOID.value, by=by)


def _stage(tournament: Tournament, report: Report) -> Stage:
    settings = {
        "groups": 1,
        "rounds": (Rounds.BERGER if uses_berger_tables(report) else Rounds.CIRCLE).value,
        "double": is_double(report),
    }
    tournament.stages.all().delete()
    (stage,) = new_stages(tournament, [StagePlan(StageKind.POOLS, "Round robin", settings)])
    stage.save()
    return stage
