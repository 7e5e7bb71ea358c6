"""Words on the displays in the hall. Nothing here decides anything."""

from collections.abc import Sequence
from typing import Any

from django import template

from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Match, RoundStatus, Tournament
from crosstable.events.queries.people.public import EventContext
from crosstable.events.queries.rounds.live_rounds import TableTime
from crosstable.events.queries.standings.standings import Table
from crosstable.text import Text, tr, trn
from crosstable.web.screens.rounds import NameRow, PairingRow
from crosstable.web.screens.show import Sheet, Show
from crosstable.web.templatetags.look import standings_words

register = template.Library()


@register.filter
def part_of_standings(page: Sheet[Any], show: Show) -> str:
    """Return '1–16 of 31 players', or '31 players' if all are on one page, and the names of the two numbers."""
    order = ", ".join(str(column.name) for column in show.table.order[:2]) if show.table is not None else ""
    return " · ".join(filter(None, (str(_players(page, show.tournament.has_teams)), order)))


def _players(page: Sheet[Any], of_teams: bool) -> Text:
    part = {"first": page.first, "last": page.last}
    if page.is_all:
        if of_teams:
            return trn("{count} team", "{count} teams", page.total)
        return trn("{count} player", "{count} players", page.total)
    if of_teams:
        return trn("{first}–{last} of {count} team", "{first}–{last} of {count} teams", page.total, **part)
    return trn("{first}–{last} of {count} player", "{first}–{last} of {count} players", page.total, **part)


@register.filter
def part_of_pairings(page: Sheet[PairingRow], matches: Sequence[Match]) -> str:
    """Return '1–16 of 31 pairings', and the players without an opponent separately; they come last."""
    alone = sum(match.is_bye for match in matches)
    pairs = page.total - alone
    last, here = min(page.last, pairs), sum(row.second is None for row in page.rows)
    parts = []
    if page.first == 1 and last == pairs:
        parts.append(trn("{count} pairing", "{count} pairings", pairs))
    elif page.first <= pairs:
        part = {"first": page.first, "last": last}
        parts.append(
            trn("{first}–{last} of {count} pairing", "{first}–{last} of {count} pairings", pairs, **part)
        )
    if here:
        parts.append(trn("{count} without an opponent", "{count} without an opponent", here))
    return ", ".join(map(str, parts))


@register.filter
def part_of_tables(page: Sheet[Any], tournament: Tournament) -> str:
    vocabulary = rules_of(tournament).vocabulary
    if page.is_all:
        return vocabulary.say("{Tables}: {total}", total=page.total)
    return vocabulary.say(
        "{Tables} {first_place}–{last_place} of {total}",
        first_place=page.first,
        last_place=page.last,
        total=page.total,
    )


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
        return tr("{name} · incoming results", name=show.pools)
    assert show.round is not None, "there are results of a round"
    if show.round.status == RoundStatus.CLOSED:
        return tr("{name} · results", name=show.bracket or show.round)
    return tr("{name} · incoming results", name=show.bracket or show.round)


@register.filter
def newest_words(newest: Sequence[object]) -> str:
    return tr("Newest results first") if newest else ""


@register.filter
def more_time_words(tables: Sequence[TableTime]) -> str:
    if not tables:
        return ""
    return trn("{count} match with more time", "{count} matches with more time", len(tables))
