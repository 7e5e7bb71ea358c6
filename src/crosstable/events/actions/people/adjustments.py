"""Penalties and bonus points, with a reason: given, and withdrawn.

Where wins lead the standings they change what is counted (victory points, battle points), and with it the margin;
everywhere else the points of the standings, as leagues deduct them, and match points of teams on boards. Wins are never
changed. Adjustments count from the next pairing on and never in an opponent's tie-breaks.
"""

from decimal import Decimal

from django.db.models import Max

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import Action, action
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.tournament import COUNTED
from crosstable.events.errors import BadValue, WrongStatus
from crosstable.events.models import Adjustment, Entry, Status, Tournament
from crosstable.text import tr

MOST = {True: Decimal(1000), False: Decimal(100)}
LONGEST_REASON = 300


def adjust(*, entry: Entry, amount: Decimal, reason: str, by: User) -> Adjustment:
    """Give a bonus (above zero) or a penalty (below). Raises WrongStatus, BadValue."""
    with action(entry.tournament, by) as act:
        _require_open(act)
        made = Adjustment.objects.create(
            entry=entry,
            amount=_checked_amount(act.tournament, amount),
            reason=_checked_reason(reason),
            round_number=_newest_round(act.tournament),
            by=act.by,
            at=act.now,
        )
        verb = "points.penalty" if made.is_penalty else "points.bonus"
        act.record(verb, str(entry), after=_as_json(made), reason=made.reason, entry=entry)
    return made


def withdraw_adjustment(*, adjustment: Adjustment, by: User) -> None:
    """Delete the adjustment, as if it had never been given; the journal records both."""
    with action(adjustment.entry.tournament, by) as act:
        _require_open(act)
        fresh = Adjustment.objects.filter(pk=adjustment.pk).select_related("entry__tournament").first()
        if fresh is None:
            act.leave_as_it_is()
            return
        fresh.delete()
        act.record(
            "points.taken-back",
            str(fresh.entry),
            before=_as_json(fresh),
            reason=fresh.reason,
            entry=fresh.entry,
        )


def _require_open(act: Action) -> None:
    if act.tournament.status == Status.COMPLETE:
        raise WrongStatus(action=tr("Penalties and bonus points"), now=Status.COMPLETE.label)


def _checked_amount(tournament: Tournament, amount: Decimal) -> Decimal:
    rules = rules_of(tournament)
    has_vp = rules.penalises_score
    most = MOST[has_vp]
    if not amount.is_finite() or not amount or abs(amount) > most:
        raise BadValue(
            tr(
                "Enter a penalty or a bonus from 0.01 to {most} points, not {amount}.",
                most=most,
                amount=amount,
            ),
            "amount",
        )
    if amount != amount.quantize(Decimal(1) if has_vp else Decimal("0.01")):
        raise BadValue(
            tr("“{amount}” is not a whole number. Enter for example 5.", amount=amount)
            if has_vp
            else tr("“{amount}” has more than two decimals. Enter for example 0.5.", amount=amount),
            "amount",
        )
    return amount


def _checked_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_REASON:
        raise BadValue(
            tr(
                "Enter a reason of at most {longest_reason} characters. It is public.",
                longest_reason=LONGEST_REASON,
            ),
            "reason",
        )
    return reason


def _newest_round(tournament: Tournament) -> int:
    """Return the round the adjustment counts from; standings of earlier rounds stay unchanged."""
    newest = tournament.rounds.filter(status__in=COUNTED).aggregate(newest=Max("number"))["newest"]
    return int(newest or 0)


def _as_json(adjustment: Adjustment) -> dict[str, object]:
    return {"amount": str(adjustment.amount.normalize())}
