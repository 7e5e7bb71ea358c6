"""Formatting for the public pages: statuses with their colour, games as tiles. Words and colours only, no rules."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from urllib.parse import urlencode

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from crosstable.accounts.models import MembershipStatus
from crosstable.engine.model import Outcome
from crosstable.engine.results import OUTCOMES
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.play_offs import name_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.words import crosstable_legend, points_words, signed_words
from crosstable.events.models import (
    Entry,
    Match,
    MatchState,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    Status,
    Tournament,
)
from crosstable.events.queries.matches import ScoreOfSide
from crosstable.events.queries.people.public import EventContext, status_words
from crosstable.events.queries.stages.kinds import STAGE_READINGS
from crosstable.events.queries.standings.pool_tables import PoolLine
from crosstable.events.queries.standings.standings import Table, TableRow, Tile, cell_words
from crosstable.games import Column, EntryField, Rules, Use
from crosstable.text import Text, decimal, tr, trn
from crosstable.web.public.about_event import AboutEvent
from crosstable.web.public.about_event import about_event as about
from crosstable.web.templatetags.addresses import address

register = template.Library()

OUTCOME_SIGNS = {
    Outcome.WIN: "1",
    Outcome.DRAW: "½",
    Outcome.LOSS: "0",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "−",
}

COLOURS: dict[str, str] = {
    Status.DRAFT: "warn",
    Status.REGISTRATION: "good",
    Status.CHECK_IN: "warn",
    Status.IN_PROGRESS: "info",
    Status.COMPLETE: "off",
    RoundStatus.PUBLISHED: "warn",
    RoundStatus.STARTED: "info",
    RoundStatus.CLOSED: "off",
    MatchState.OPEN: "off",
    MatchState.CLAIMED: "info",
    MatchState.DISPUTED: "bad",
    MatchState.AGREED: "good",
    MatchState.BYE: "off",
    StageStatus.DRAWN: "warn",
    MembershipStatus.ACTIVE: "good",
    MembershipStatus.LAPSED: "warn",
    MembershipStatus.PENDING: "warn",
    "in play": "info",
    "called": "warn",
    "reported": "info",
    "next": "good",
    "free": "good",
}
HALL_STATES: dict[str, Text] = {
    "waiting": tr("waiting"),
    "waits": tr("waits"),
    "called": tr("called"),
    "done": tr("done"),
    "in play": tr("in play"),
    "reported": tr("reported"),
    "next": tr("next"),
    "free": tr("free"),
    "closed": tr("closed"),
}
COLORED = Use.COLORS.value
# A played game, one with a score, and a forfeit; then the same with the colour. Declared once: a page has thousands.
TILES = {
    "win": (
        tr("Round {round}: beat {opponent}"),
        tr("Round {round}: beat {opponent}, {score}"),
        tr("Round {round}: beat {opponent} by forfeit"),
        tr("Round {round}: beat {opponent} as {color}"),
        tr("Round {round}: beat {opponent} as {color}, {score}"),
        tr("Round {round}: beat {opponent} as {color} by forfeit"),
    ),
    "draw": (
        tr("Round {round}: drew with {opponent}"),
        tr("Round {round}: drew with {opponent}, {score}"),
        tr("Round {round}: drew with {opponent}, not played"),
        tr("Round {round}: drew with {opponent} as {color}"),
        tr("Round {round}: drew with {opponent} as {color}, {score}"),
        tr("Round {round}: drew with {opponent} as {color}, not played"),
    ),
    "loss": (
        tr("Round {round}: lost to {opponent}"),
        tr("Round {round}: lost to {opponent}, {score}"),
        tr("Round {round}: lost to {opponent} by forfeit"),
        tr("Round {round}: lost to {opponent} as {color}"),
        tr("Round {round}: lost to {opponent} as {color}, {score}"),
        tr("Round {round}: lost to {opponent} as {color} by forfeit"),
    ),
}
OPEN_TILE = tr("Round {round}: plays {opponent}"), tr("Round {round}: plays {opponent} as {color}")
BYE_TILE, BYE_TILE_WITH_POINTS = tr("Round {round}: bye"), tr("Round {round}: bye, {points}")
EMPTY_TILE = tr("Round {round}: did not play")
BYE, WHY = tr("bye"), tr("why?")
WHY_IN_FULL = tr("Why is {name} in place {place}?")
ADJUSTMENTS = tr("Penalties and bonus points")


@register.filter
def colour(state: str) -> str:
    """Return the pill's class for the status of an event, a round or a match."""
    return COLOURS.get(state, "off")


@register.filter
def hall_state(code: str) -> str:
    """Name the state of a match or of its place in the venue."""
    return HALL_STATES[code]


@register.filter
def percent(value: Fraction) -> str:
    """Format a win share as a percentage with one decimal."""
    return decimal(value * 100, 1)


@register.filter
def moved(places: int) -> SafeString | str:
    """Render ▲2 or ▼1, with words for screen readers and colour-blind readers."""
    if not places:
        return ""
    if places > 0:
        kind, sign, words = "up", "▲", trn("Up {count} place", "Up {count} places", places)
    else:
        kind, sign, words = "down", "▼", trn("Down {count} place", "Down {count} places", -places)
    shown = f'<span class="visually-hidden">{words}</span><span aria-hidden="true">{sign}{abs(places)}</span>'
    return mark_safe(f'<span class="{kind}">{shown}</span>')


@register.filter
def asides(line: TableRow | PoolLine, address: Sequence[str]) -> SafeString:
    """Render penalties or bonuses and the link “why?”. One filter, for tables of many hundred rows."""
    before, after, unit = address
    name = escape(str(WHY_IN_FULL).format(name=line.entry, place=line.rank))
    why = f'<a class="why" href="{before}{line.entry.pk}{after}" aria-label="{name}">{WHY}</a>'
    if not line.adjusted:
        return mark_safe(why)
    kind = "bad" if line.adjusted < 0 else "info"
    of = f" {unit}" if line.history is not None and line.history.extra_vp else ""
    pill = f'<a class="pill {kind}" href="{before}{line.entry.pk}{after}" title="{ADJUSTMENTS}">'
    return mark_safe(f"{pill}{signed_words(line.adjusted)}{escape(of)}</a>{why}")


@register.filter
def square(tile: Tile, game: Rules) -> SafeString:
    """Render a game as a square: the opponent's rank, outlined for a win or draw, on the colour played."""
    label = BYE if tile.kind == "bye" else "·" if tile.kind == "none" else tile.opponent_rank
    colors = (tile.color, "" if tile.was_played else "unplayed") if COLORED in game.uses else ()
    classes = " ".join(filter(None, (tile.kind, *colors)))
    title = escape(tile_sentence(tile, game))
    return mark_safe(f'<i class="{classes}" role="img" title="{title}">{label}</i>')


@register.filter
def tile_sentence(tile: Tile, game: Rules) -> str:
    """Describe a game of the table. Filled without a Text each: a page has thousands."""
    if tile.opponent is None:
        if tile.kind != "bye":
            return str(EMPTY_TILE).format(round=tile.round)
        if tile.points is None:
            return str(BYE_TILE).format(round=tile.round)
        return str(BYE_TILE_WITH_POINTS).format(round=tile.round, points=points_words(tile.points))
    colored = COLORED in game.uses
    if tile.kind == "open":
        pattern = OPEN_TILE[colored]
    else:
        how = 2 if not tile.was_played else 1 if game.counts_points else 0
        pattern = TILES[tile.kind][how + 3 * colored]
    return str(pattern).format(
        round=tile.round,
        opponent=tile.opponent,
        color=game.vocabulary.side(tile.color) if colored else "",
        score=f"{tile.vp_for}–{tile.vp_against}",
    )


@register.filter
def side_word(color: str, game: Rules) -> str:
    return game.vocabulary.side(color)


@register.filter
def side_letter(color: str, game: Rules) -> str:
    return game.vocabulary.letter(color) if COLORED in game.uses else ""


@register.filter
def legend(game: Rules) -> str:
    return crosstable_legend(game.vocabulary if COLORED in game.uses else None)


@register.filter
def in_columns(line: TableRow, columns: Sequence[Column]) -> list[tuple[Column, str]]:
    return list(zip(columns, line.cells, strict=True))


@register.filter
def tie_break_cells(line: PoolLine, columns: Sequence[Column]) -> list[str]:
    """Format the tie-breaks of a pool. A direct encounter is empty for a player who is not tied."""
    pairs = zip(columns, line.tie_breaks, strict=False)
    return ["" if value is None else cell_words(column, value) for column, value in pairs]


@register.filter
def rest_on_phone(line: TableRow, columns: Sequence[Column]) -> str:
    """Return the columns hidden on a phone as a line below the name: “VP 214 · SOS 52%”."""
    rest = [(c, cell) for c, cell in zip(columns, line.cells, strict=True) if not c.on_phone]
    return " · ".join(f"{column.short} {cell}{'%' * column.is_share}" for column, cell in rest)


@register.filter
def record_in_words(line: TableRow) -> str:
    """Return the record of an entry: “4 wins · 1 draw”."""
    own = line.history
    won = trn("{count} win", "{count} wins", own.wins)
    drawn = trn("{count} draw", "{count} draws", own.draws) if own.draws else ""
    lost = trn("{count} loss", "{count} losses", own.losses) if own.losses else ""
    return " · ".join(str(part) for part in (won, drawn, lost) if part)


@register.filter
def about_event(event_context: EventContext) -> AboutEvent | None:
    """Describe the event for previews of links and search engines."""
    return about(event_context)


@register.filter
def cell_class(column: Column, game: Rules) -> str:
    lead = " pts" if column.code == game.lead else ""
    return f"num{lead}" if column.on_phone else f"num{lead} hide muted"


@register.filter
def rating_shown(entry: Entry, tournament: Tournament) -> str:
    """Return the rating of an entry of `entries_with_ratings`; a dash or “new” for an unrated player."""
    rules = rules_of(tournament)
    rating = rules.known_rating(entry.rating, getattr(entry, "earned_rating", None))
    return str(rating or ("–" if rules.starts_by_rating else tr("new")))


@register.filter
def answer(entry: Entry | EntryDetails, ask: EntryField) -> str:
    """Return the answer given on the registration form."""
    return str(getattr(entry, ask.name) or ("" if not ask.field.is_number else "–"))


@register.filter
def known_by(entry: Entry) -> str:
    """Return the text that a search for this entry matches."""
    return " ".join(filter(None, (entry.display_name, entry.faction, entry.team_name, entry.federation)))


@register.simple_tag(takes_context=True)
def event_url(context: Context, page: str, *args: object) -> str:
    """Return an address of this event, under its share link for a visitor who used it."""
    seen: EventContext = context["event_context"]
    if seen.share:
        return address(f"shared-{page}", seen.share, *args)
    return address(page, seen.tournament.slug, *args)


@register.simple_tag(takes_context=True)
def page_address(context: Context, number: int) -> str:
    """Return the address of another page of the list, with the same game and search."""
    game, search = context.get("game"), context.get("search")
    asked = {"game": game.code if game else "", "q": search, "by": context.get("side")}
    asked |= {"show": context.get("show"), "find": context.get("find"), "page": number}
    return f"?{urlencode({name: value for name, value in asked.items() if value})}"


@register.filter
def event_status(tournament: Tournament) -> str:
    """Describe the status of an event in a list."""
    most, entered = tournament.max_players, getattr(tournament, "entry_count", 0)
    is_full = most is not None and entered >= most
    return status_words(tournament, getattr(tournament, "is_drawn", False), is_full)


@register.filter
def table_word(tournament: Tournament) -> str:
    return rules_of(tournament).vocabulary.table.lower()


@register.filter
def own_score(match: Match, side: str) -> str:
    """Return one side's score, a team's on its boards.

    If nothing is counted it is 1, ½ or 0, + and − for a forfeit.
    """
    if match.board_words is not None:
        return match.board_words[0 if side == "first" else 1]
    if (totals := match.parsed_score.totals) and not match.parsed_score.is_forfeit:
        return str(totals[0 if side == "first" else 1])
    return OUTCOME_SIGNS[OUTCOMES[match.result][0 if side == "first" else 1]]


@register.filter
def score_of(match: Match, player: int) -> str:
    """Return the score from this player's side if something is counted, else as on the board."""
    if not match.tallies:
        return match.result_words
    return str(ScoreOfSide.of(match, first=match.first.player_id == player))


@register.filter
def words_for(match: Match, entry: Entry) -> str:
    """Return the result from this side, its own number first."""
    first = match.first_id == entry.pk
    return match.board_score(first=first) or ScoreOfSide.of(match, first=first).score.words


@register.filter
def system_title(tournament: Tournament) -> str:
    return rules_of(tournament).pairing_system.title


@register.filter
def standings_words(table: Table, event_context: EventContext) -> str:
    """Name the table: after a round, during one, or final."""
    if table.after_round:
        return tr("Standings after round {number}", number=table.after_round)
    if table.is_final:
        return tr("Final standings")
    if not table.last_round or event_context.has_bracket or event_context.pools is not None:
        return tr("Standings")
    if is_provisional(table, event_context):
        return tr("Standings in round {number}", number=table.last_round)
    return tr("Standings after round {number}", number=table.last_round)


@register.filter
def rounds_to_look_back_at(event_context: EventContext) -> list[Round]:
    """Return the closed rounds; a round of a bracket has a name and no standings."""
    return [round_ for round_ in event_context.rounds if round_.is_closed and not round_.name]


@register.filter
def order_words(table: Table, event_context: EventContext) -> str:
    """Name the criteria of the order, the most important first."""
    criteria = [tie_break.name for tie_break in table.order]
    if not event_context.has_bracket or table.after_round:
        return tr("Order: {criteria}.", criteria=criteria)
    if event_context.pools is not None:
        return tr("Order: places in the bracket, then in the pools.")
    if criteria:
        return tr("Order: places in the bracket, then {criteria}.", criteria=criteria)
    return tr("Order: places in the bracket.")


@register.filter
def is_provisional(table: Table, event_context: EventContext) -> bool:
    """Return whether results of a round in progress may still change the table."""
    being_played = any(round_.status == RoundStatus.STARTED for round_ in event_context.rounds)
    return not table.is_final and not table.after_round and being_played


@register.filter
def play_off_name(round_: Round) -> str:
    return name_of(round_)


@register.filter
def page(stage: Stage) -> str:
    """Return the public page of a stage."""
    return _address(stage, STAGE_READINGS[stage.kind].page(stage))


@register.filter
def prepared_on(stage: Stage) -> str:
    """Return the page where organisers prepare the stage; empty if there is nothing to prepare."""
    return _address(stage, STAGE_READINGS[stage.kind].prepared_on(stage))


def _address(stage: Stage, page: tuple[object, ...]) -> str:
    return address(str(page[0]), stage.tournament.slug, *page[1:]) if page else ""
