"""The round clock: how long a round lasts, pause, resume, more time for all tables or for one.

It starts with the round. The end is stored by the server's clock; displays and phones receive it and count down
themselves.
"""

from datetime import datetime, timedelta

from crosstable.accounts.models import User
from crosstable.engine.clock import Clock
from crosstable.events.actions.core.action import Action, action
from crosstable.events.bridge.hall import MINUTE, clock_of, store_clock
from crosstable.events.bridge.rules import match_words, place_of, rules_of
from crosstable.events.errors import BadValue, NotNow
from crosstable.events.models import ExtraTime, Match, Round, RoundStatus, Tournament
from crosstable.events.permissions import GIVE_TIME
from crosstable.events.play_errors import ROUND_IS, MatchNotStarted, NoClock, NoSuchRound
from crosstable.fields import MOST_MINUTES
from crosstable.text import Text, tr

MOST_EXTRA = 600
LONGEST_REASON = 200


def set_round_length(*, tournament: Tournament, number: int, minutes: int, by: User) -> Round:
    """Set the length of this round. During the round its end moves; a clock added late counts from the round's
    start."""
    with action(tournament, by) as act:
        if not 1 <= minutes <= MOST_MINUTES:
            raise BadValue(
                tr("A round lasts from 1 to {most_minutes} minutes.", most_minutes=MOST_MINUTES), "minutes"
            )
        round_ = _round(act, number, tr("Set the length"))
        clock = clock_of(round_)
        before = clock.length // MINUTE if clock else None
        if before == minutes:
            act.leave_as_it_is()
            return round_
        store_clock(round_, _with_length(round_, clock, minutes * MINUTE))
        act.record(
            "clock.length-set",
            str(round_),
            before={"minutes": before},
            after={"minutes": minutes},
            round_number=round_.number,
        )
    return round_


def pause_clock(*, tournament: Tournament, by: User, number: int | None = None) -> Round:
    """Pause the clock of the round. Repeating it changes nothing."""
    with action(tournament, by, GIVE_TIME) as act:
        round_, clock = _playing(act, number, tr("Pause the clock"))
        if clock.is_paused:
            act.leave_as_it_is()
            return round_
        _store(act, "clock.paused", round_, clock.paused(act.now))
    return round_


def resume_clock(*, tournament: Tournament, by: User, number: int | None = None) -> Round:
    """Resume the clock with the remaining time."""
    with action(tournament, by, GIVE_TIME) as act:
        round_, clock = _playing(act, number, tr("Resume the clock"))
        if clock.is_running:
            act.leave_as_it_is()
            return round_
        _store(act, "clock.resumed", round_, clock.resumed(act.now))
    return round_


def add_time(*, tournament: Tournament, minutes: int, by: User, number: int | None = None) -> Round:
    """Add minutes for every table, or remove them after a mistake. After the end they count from now."""
    with action(tournament, by, GIVE_TIME) as act:
        round_, clock = _playing(act, number, tr("Give extra time"))
        length = clock.length // MINUTE + minutes
        if minutes == 0 or not 1 <= length <= MOST_MINUTES:
            raise BadValue(
                tr(
                    "A round lasts from 1 to {most_minutes} minutes; this would make it {length}.",
                    most_minutes=MOST_MINUTES,
                    length=length,
                ),
                "minutes",
            )
        longer = clock.lengthened(minutes * MINUTE, act.now)
        _store(act, "clock.added", round_, longer, minutes=f"{minutes:+}")
    return round_


def extend_table(*, match: Match, minutes: int, by: User, reason: str = "") -> Match:
    """Add minutes for one table to those it has; negative ones remove them. The journal stores the reason."""
    with action(match.round.tournament, by, GIVE_TIME) as act:
        fresh = _match_being_played(act, match)
        had = fresh.extra_time.minutes if hasattr(fresh, "extra_time") else 0
        if minutes == 0 or not 0 <= had + minutes <= MOST_EXTRA:
            sentence = "A {table} has from 0 to {most} minutes more than the others; it has {had} now."
            raise BadValue(rules_of(act.tournament).say(sentence, most=MOST_EXTRA, had=had), "minutes")
        reason = _checked_reason(reason)
        _set_extra(fresh, had + minutes, reason)
        subject = tr("{round}, {place}", round=fresh.round, place=place_of(fresh))
        act.record(
            "table.extended", subject, {"minutes": had}, {"minutes": had + minutes}, reason, match=fresh
        )
    return fresh


def begin_clock(round_: Round, at: datetime) -> int | None:
    """Start the round's clock, just before the round starts. Return its minutes, or None without a clock."""
    clock = clock_of(round_)
    if clock is None:
        return None
    store_clock(round_, clock.started(at))
    return clock.length // MINUTE


def _store(act: Action, verb: str, round_: Round, clock: Clock, **after: str) -> None:
    """Store the clock, and the remaining time in the journal."""
    store_clock(round_, clock)
    left = _words(clock, act.now)
    act.record(verb, str(round_), after={**after, "left": left}, round_number=round_.number)


def _with_length(round_: Round, clock: Clock | None, length: timedelta) -> Clock:
    if round_.status != RoundStatus.STARTED or round_.started_at is None:
        return Clock(length)
    if clock is None:
        return Clock(length).started(round_.started_at)
    return clock.extended(length - clock.length)


def _round(act: Action, number: int, action: str) -> Round:
    rows = act.tournament.rounds.select_related("clock", "tournament")
    round_ = rows.filter(number=number).exclude(status=RoundStatus.CLOSED).first()
    if round_ is None:
        raise NoSuchRound(
            action=tr("{action} (round {number})", action=action, number=number),
            why=tr("The round is closed or does not exist."),
        )
    return round_


def _playing(act: Action, number: int | None, action: str) -> tuple[Round, Clock]:
    """Return the round in progress and its clock; only the given round if a number is given."""
    rows = act.tournament.rounds.select_related("clock", "tournament").filter(status=RoundStatus.STARTED)
    round_ = rows.filter(number=number).first() if number is not None else rows.order_by("-number").first()
    if round_ is None:
        raise NoSuchRound(action=action, why=ROUND_IS[RoundStatus.STARTED])
    clock = clock_of(round_)
    if clock is None:
        raise NoClock(number=round_.number)
    return round_, clock


def _match_being_played(act: Action, match: Match) -> Match:
    rows = Match.objects.select_related("round__clock", "round__tournament", "extra_time", "first", "second")
    fresh = rows.filter(pk=match.pk, round__tournament=act.tournament, second__isnull=False).first()
    if fresh is None or fresh.round.status != RoundStatus.STARTED:
        raise MatchNotStarted(number=match.round.number)
    if clock_of(fresh.round) is None:
        raise NoClock(number=fresh.round.number)
    return fresh


def _set_extra(match: Match, minutes: int, reason: str) -> None:
    if minutes == 0:
        ExtraTime.objects.filter(match=match).delete()
        return
    ExtraTime.objects.update_or_create(match=match, defaults={"minutes": minutes, "reason": reason})


def _checked_reason(reason: str) -> str:
    reason = reason.strip()
    if len(reason) > LONGEST_REASON:
        raise BadValue(
            tr("The reason has at most {longest_reason} characters.", longest_reason=LONGEST_REASON), "reason"
        )
    return reason


def _words(clock: Clock, now: datetime) -> Text:
    """Return the remaining time for the journal: '1 h 05' or '42 min'."""
    minutes = round(clock.left_at(now) / MINUTE)
    if minutes >= 60:
        return tr("{hours} h {minutes}", hours=minutes // 60, minutes=f"{minutes % 60:02d}")
    return tr("{minutes} min", minutes=minutes)


def start_game(*, match: Match, by: User) -> Match:
    """Record that the chess clocks were started at this board."""
    with action(match.round.tournament, by) as act:
        fresh = _fresh(act, match)
        if fresh.game_started_at is not None:
            raise NotNow(why=_at(fresh, tr("{Table} {number} has started already.")))
        fresh.game_started_at = act.now
        fresh.save(update_fields=["game_started_at"])
        act.record("game.started", match_words(fresh), match=fresh)
    return fresh


def _at(match: Match, sentence: str) -> Text:
    return rules_of(match.round.tournament).vocabulary.say(sentence, number=match.table)


def stop_game(*, match: Match, by: User) -> Match:
    """Record the end of the game, whatever its result will be."""
    with action(match.round.tournament, by) as act:
        fresh = _fresh(act, match)
        if fresh.game_started_at is None or fresh.game_stopped_at is not None:
            raise NotNow(why=_at(fresh, tr("{Table} {number} is not in progress.")))
        fresh.game_stopped_at = act.now
        fresh.save(update_fields=["game_stopped_at"])
        act.record("game.stopped", match_words(fresh), match=fresh)
    return fresh


def _fresh(act: Action, match: Match) -> Match:
    fresh = act.fresh_match(match)
    if fresh.is_bye:
        raise MatchNotStarted(number=match.round.number)
    return fresh
