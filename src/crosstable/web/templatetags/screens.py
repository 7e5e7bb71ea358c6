"""Words on the displays in the hall. Nothing here decides anything."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import template

from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Match, RoundStatus, Tournament
from crosstable.events.queries.people.public import EventContext
from crosstable.events.queries.rounds.live_rounds import TableTime
from crosstable.events.queries.standings.standings import Table
from crosstable.web.screens.rounds import NameRow, PairingRow
from crosstable.web.screens.show import Sheet, Show
from crosstable.web.templatetags.look import standings_words

register = template.Library()


@register.filter
def part_of(page: Sheet[Any], what: str) -> str:
    """Return '1–16 of 31 players', or '31 players' if all are on one page."""
    if page.is_all:
        return f"{page.total} {what if page.total != 1 else what.removesuffix('s')}"
    return f"{page.first}–{page.last} of {page.total} {what}"


@register.filter
def part_of_pairings(page: Sheet[PairingRow], matches: Sequence[Match]) -> str:
    """Return '1–16 of 31 pairings', and the players without an opponent separately; they come last."""
    alone = sum(match.is_bye for match in matches)
    pairs = page.total - alone
    shown = replace(page, last=min(page.last, pairs), total=pairs)
    named = part_of(shown, "pairings") if shown.first <= pairs else ""
    here = sum(row.second is None for row in page.rows)
    return ", ".join(filter(None, (named, f"{here} without an opponent" if here else "")))


@register.filter
def part_of_tables(page: Sheet[Any], tournament: Tournament) -> str:
    count = rules_of(tournament).words.count(page.total)
    return count if page.is_all else f"{page.first}–{page.last} of {count}"


@register.filter
def letters(page: Sheet[NameRow]) -> str:
    """Return the initials on the page, 'A–F', so a reader knows whether to wait for another."""
    first, last = page.rows[0].letter, page.rows[-1].letter
    return first if first == last else f"{first}–{last}"


@register.filter
def standings_title(table: Table, event_context: EventContext) -> str:
    return standings_words(table, event_context)


@register.filter
def results_title(show: Show) -> str:
    if show.pools is not None:
        return f"{show.pools} · results coming in"
    assert show.round is not None, "there are results of a round"
    ended = show.round.status == RoundStatus.CLOSED
    return f"{show.bracket or show.round} · {'results' if ended else 'results coming in'}"


@register.filter
def newest_words(newest: Sequence[object]) -> str:
    return "The newest results first" if newest else ""


@register.filter
def more_time_words(tables: Sequence[TableTime]) -> str:
    return f"{len(tables)} with more time" if tables else ""
