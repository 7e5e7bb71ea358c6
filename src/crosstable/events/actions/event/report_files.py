"""Importing a report file. A round robin becomes one pool with the seats, schedule and results of the file."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from crosstable.accounts import limits
from crosstable.accounts.models import User
from crosstable.engine import model as engine
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin.groups import Group, Rounds
from crosstable.engine.pairing.round_robin.withdrawals import Withdrawal
from crosstable.engine.results import by_result
from crosstable.engine.trf import without_void_games
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.event_files import MOST_FILES
from crosstable.events.actions.event.tournaments import create_tournament
from crosstable.events.actions.people.persons import players_for
from crosstable.events.actions.people.uploads import entry_values
from crosstable.events.actions.results.settling import agreed_columns
from crosstable.events.actions.stages.pools import store_pools
from crosstable.events.actions.stages.stages import new_stages
from crosstable.events.actions.stages.withdrawals import withdraw_entry
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.errors import ReportFileRefused
from crosstable.events.files.trf_import import (
    GAME,
    LENGTHS,
    Report,
    forbidden_pairs,
    is_double,
    kept_records,
    last_of_group_a,
    players_who_left,
    read_report,
    rounds_by_board,
    says_group_a,
    schedule_of,
    uses_berger_tables,
)
from crosstable.events.files.trf_preview import ReportPreview, preview_of
from crosstable.events.models import (
    Adjustment,
    ByeRequest,
    Entry,
    ForbiddenPair,
    JournalEntry,
    Match,
    MatchState,
    Round,
    RoundStatus,
    Settled,
    Stage,
    StageKind,
    StageStatus,
    Status,
    Tournament,
)
from crosstable.events.queries.stages.advancing import swiss_status
from crosstable.games import SCORES


def store_round_robin(
    tournament: Tournament, report: Report, entries: dict[EntryId, Entry], by: User, now: datetime
) -> None:
    """Store the round robin in progress; closed if every game of the file has a result. Without rounds only the players
    are entered."""
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
    """Withdraw players whose games do not count (marked so in our own files), with the event in progress."""
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


AT_ONCE = 500
MOST_BYTES = 2_000_000
REASON = "From the report file"
Entries = dict[EntryId, Entry]


def import_report(*, data: bytes, confirmed: Collection[str] = (), by: User) -> Tournament:
    """Store the event of the file, owned by the importer; in progress if rounds were paired, otherwise a draft.

    Raises ReportFileRefused, BadValue, TooManyTries; OtherName unless it is confirmed.
    """
    report = _read(data, by)
    with transaction.atomic():
        tournament = create_tournament(details=_details(report), by=by, game=GAME.code)
        now = timezone.now()
        entries = _store_entries(tournament, report, now, confirmed)
        _store_wishes(tournament, report, entries, by, now)
        if report.tournament.is_round_robin:
            store_round_robin(tournament, report, entries, by, now)
        else:
            _store_rounds(tournament, report, entries, by, now)
        _set_in_play(tournament, report, now)
        _record(tournament, report, by, now)
        leave_early(tournament, report, entries, by)
    return tournament


def preview_report(*, data: bytes, by: User) -> ReportPreview:
    """Return what `import_report` would store; store nothing. Raises ReportFileRefused, TooManyTries."""
    return preview_of(_read(data, by))


def _read(data: bytes, by: User) -> Report:
    limits.take("event file", by.pk, most=MOST_FILES)
    if len(data) > MOST_BYTES:
        raise ReportFileRefused(line=1, problem=f"the file is larger than {MOST_BYTES // 1_000_000} MB")
    return read_report(data)


def _details(report: Report) -> Details:
    event, options = report.tournament, report.document.options
    first = report.date("042") or timezone.localdate()
    points = {name: getattr(event.scoring, name) for name in SCORES}
    return Details(
        name=_cut(report, "012"),
        date=first,
        end_date=report.date("052"),
        location=_cut(report, "022"),
        time_control=_cut(report, "122"),
        chief_arbiter=_cut(report, "102"),
        total_rounds=event.total_rounds or max(1, len(event.rounds)),
        tie_breaks=report.document.tie_breaks,
        scoring={
            name: f"{value:f}" for name, value in points.items() if value != getattr(GAME.scoring, name)
        },
        accelerated=bool(options.acceleration),
        initial_color=options.initial_color.value if options.initial_color else "",
    )


def _cut(report: Report, code: str) -> str:
    return report.text(code)[: LENGTHS[code][1]]


def _store_entries(
    tournament: Tournament, report: Report, now: datetime, confirmed: Collection[str]
) -> Entries:
    """Store the entries. Players are matched by FIDE ID only: a name in a file does not identify a person."""
    people_details = [report.details_of(entry) for entry in report.entries]
    people = players_for(tournament, people_details, confirmed)
    last = last_of_group_a(report) if says_group_a(report) else None
    rows = [
        Entry(
            tournament=tournament,
            player=player,
            seed=entry.seed,
            starting_number=entry.seed,
            ends_group_a=entry.id == last,
            checked_in_at=now,
            **report.personal_of(entry),
            **entry_values(details),
        )
        for player, entry, details in zip(people, report.entries, people_details, strict=True)
    ]
    Entry.objects.bulk_create(rows, batch_size=AT_ONCE)
    return {entry.id: row for entry, row in zip(report.entries, rows, strict=True)}


def _store_wishes(tournament: Tournament, report: Report, entries: Entries, by: User, now: datetime) -> None:
    """Store byes of the coming round, forbidden pairings, penalties and bonuses."""
    coming = len(report.tournament.rounds) + 1
    if coming <= tournament.total_rounds:
        ByeRequest.objects.bulk_create(
            ByeRequest(entry=entries[bye.entry], round_number=coming, kind=bye.kind.value)
            for bye in report.document.next_byes
        )
    pairs = (sorted((entries[a], entries[b]), key=lambda e: e.pk) for a, b in forbidden_pairs(report))
    ForbiddenPair.objects.bulk_create(
        ForbiddenPair(tournament=tournament, first=a, second=b) for a, b in pairs
    )
    Adjustment.objects.bulk_create(
        Adjustment(
            entry=entries[extra.entry],
            amount=extra.points,
            round_number=extra.round,
            reason=REASON,
            by=by,
            at=now,
        )
        for extra in without_void_games(report.document).adjustments
        if extra.points
    )


def _store_rounds(tournament: Tournament, report: Report, entries: Entries, by: User, now: datetime) -> None:
    """Store the rounds. They close in order: from the first with an open game on they are in progress."""
    stage, closed = tournament.stages.get(), True
    for played_round in rounds_by_board(report):
        closed = closed and all(match.result is not None for match in played_round.matches)
        round_ = Round.objects.create(
            tournament=tournament,
            stage=stage,
            number=played_round.number,
            status=RoundStatus.CLOSED if closed else RoundStatus.STARTED,
            published_at=now,
            started_at=now,
            closed_at=now if closed else None,
        )
        Match.objects.bulk_create(_matches(round_, played_round, entries, by, now), batch_size=AT_ONCE)


def _matches(
    round_: Round, played_round: engine.Round, entries: Entries, by: User, now: datetime
) -> list[Match]:
    played = [
        Match(
            round=round_,
            table=table,
            first=entries[match.pairing.first],
            second=entries[match.pairing.second],
            **(agreed_columns(by_result(match.result), Settled.ENTERED, by, now) if match.result else {}),
        )
        for table, match in enumerate(played_round.matches, start=1)
    ]
    byes = [
        Match(round=round_, first=entries[bye.entry], state=MatchState.BYE, bye_kind=bye.kind.value)
        for bye in played_round.byes
    ]
    return played + byes


def _set_in_play(tournament: Tournament, report: Report, now: datetime) -> None:
    tournament.has_imported_numbers, tournament.is_rated = True, False
    tournament.status = Status.IN_PROGRESS if report.tournament.rounds else Status.DRAFT
    tournament.report_records = [[record.code, record.text] for record in kept_records(report)]
    if report.tournament.is_round_robin:
        return
    stage = tournament.stages.get()
    stage.status = swiss_status(tournament)
    stage.started_at = now if stage.status != StageStatus.PLANNED else None
    stage.closed_at = now if stage.status == StageStatus.CLOSED else None
    stage.save(update_fields=["status", "started_at", "closed_at"])


def _record(tournament: Tournament, report: Report, by: User, now: datetime) -> None:
    tournament.revision += 1
    tournament.save()
    JournalEntry.objects.create(
        tournament=tournament,
        number=tournament.revision,
        at=now,
        by=by,
        verb="tournament.reported",
        subject=tournament.name,
        after={"players": len(report.entries), "rounds": len(report.tournament.rounds)},
    )
