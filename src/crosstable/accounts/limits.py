"""Rate limits, counted in the database, so they hold for all processes together.

Only failures and mails are counted: everyday actions cost nothing here. An address says little about who a person is,
since a whole hall may share one; networks that the installation trusts are not counted by address.
"""

import hashlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.db import connection
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from crosstable.accounts.errors import TooManyTries, TooMuchWork
from crosstable.accounts.models import Tally, User
from crosstable.slots import Slots
from crosstable.text import tr

MINUTE = timedelta(minutes=1)
WINDOW = timedelta(minutes=15)
HOUR = timedelta(hours=1)
# Events created, lists uploaded and schedules made by one account in an hour.
MOST_HEAVY = 300
# One at a time per account; all accounts share this number of locks.
HEAVY, PLACES = Slots("heavy", tr("another large request of yours"), at_once=1, waiting=2, patience=10.0), 100
# The account whose task this thread runs.
_holder: ContextVar[int | None] = ContextVar("holder", default=None)
LONGEST = timedelta(days=1)
# How far the clocks of several servers may differ.
AHEAD = timedelta(seconds=30)


@lru_cache(maxsize=10_000)
def counted_as(address: str) -> str:
    """Return the address itself, or an IPv6 household's network, since it may use any address in it."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((ip, 64), strict=False)) if isinstance(ip, IPv6Address) else address


@lru_cache(maxsize=10_000)
def is_trusted(address: str) -> bool:
    """Return whether the address is in a network the installation trusts."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return any(ip in ip_network(name) for name in settings.TRUSTED_NETWORKS)


def times(*what: object, within: timedelta = WINDOW) -> int:
    """Return how often this was tried recently."""
    row = _lately(what, within).first()
    return row.count if row else 0


def note(*what: object, within: timedelta = WINDOW) -> None:
    """Count one more attempt."""
    now = timezone.now()
    Tally.objects.filter(since__lte=now - LONGEST).delete()
    if not _lately(what, within).update(count=F("count") + 1):
        _begin(what, 1)


def draw(*what: object, some: int, most: int, within: timedelta) -> float:
    """Take `some` at a time from what all processes may use within that time.

    Return 0, or the seconds to wait.
    """
    if _lately(what, within).filter(count__lte=most - some).update(count=F("count") + some):
        return 0.0
    if (row := _lately(what, within).first()) is not None:
        return max(1.0, (row.since + within - timezone.now()).total_seconds())
    _begin(what, some)
    return 0.0


def forget(*what: object) -> None:
    Tally.objects.filter(key=_key(what)).delete()


def take(*what: object, most: int, within: timedelta = HOUR) -> None:
    """Count this unless it was done too often. Raises TooManyTries."""
    if times(*what, within=within) >= most:
        raise TooManyTries(minutes=within // MINUTE)
    note(*what, within=within)


def count_heavy_action(user: User) -> None:
    """Count one more event, upload or schedule of this account. Raises TooMuchWork."""
    if times("heavy work", user.pk, within=HOUR) >= MOST_HEAVY:
        raise TooMuchWork(most=MOST_HEAVY)
    note("heavy work", user.pk, within=HOUR)


@contextmanager
def heavy_work(user: User) -> Iterator[None]:
    """Count it, and run one such task of an account at a time. Raises TooMuchWork, Busy."""
    count_heavy_action(user)
    with one_at_a_time(user):
        yield


@contextmanager
def one_at_a_time(user: User) -> Iterator[None]:
    """Run one such task of an account at a time.

    Others of the account wait here, and not for the write lock of results. Inside a larger transaction, or a larger
    task of the account, it does not wait. Raises Busy.
    """
    with ExitStack() as held:
        if not connection.in_atomic_block and _holder.get() != user.pk:
            held.enter_context(replace(HEAVY, name=f"heavy-{user.pk % PLACES}").taken())
            held.callback(_holder.reset, _holder.set(user.pk))
        yield


def address_of(request: HttpRequest) -> str:
    """Return the client's address as far as it is known.

    It is empty in a trusted network, where only accounts are counted.
    """
    address = str(request.META.get("REMOTE_ADDR", ""))[:64]
    return "" if is_trusted(address) else counted_as(address)


def _lately(what: tuple[object, ...], within: timedelta) -> QuerySet[Tally]:
    """Return the current count. One dated in the future, from before a clock was set back, is ignored."""
    now = timezone.now()
    return Tally.objects.filter(key=_key(what), since__gt=now - within, since__lte=now + AHEAD)


def _begin(what: tuple[object, ...], count: int) -> None:
    Tally.objects.update_or_create(key=_key(what), defaults={"since": timezone.now(), "count": count})


def _key(what: tuple[object, ...]) -> str:
    """Return a digest: the table contains no personal data."""
    return hashlib.sha256("\n".join([settings.SECRET_KEY, *map(str, what)]).encode()).hexdigest()
