"""Formatting for the public pages: states with their colour, games as tiles. Words and colours only, no rules."""

from __future__ import annotations

from fractions import Fraction

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from crosstable.events.models import MatchState, RoundStatus, Status
from crosstable.events.queries.standings import Tile

register = template.Library()

COLOURS: dict[str, str] = {
    Status.DRAFT: "off",
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
}
VERBS = {"win": "beat", "draw": "drew with", "loss": "lost to"}


@register.filter
def colour(state: str) -> str:
    """The pill's class for a status of an event, a round or a match."""
    return COLOURS.get(state, "off")


@register.filter
def percent(value: Fraction) -> str:
    """A win share as a percentage with one decimal."""
    return f"{float(value) * 100:.1f}"


@register.filter
def moved(places: int) -> SafeString | str:
    """▲2 or ▼1, with words for those who do not see the colour."""
    if not places:
        return ""
    kind, sign, word = ("up", "▲", "up") if places > 0 else ("down", "▼", "down")
    return format_html(
        '<span class="{}"><span class="visually-hidden">{} </span><span aria-hidden="true">{}</span>{}</span>',
        kind,
        word,
        sign,
        abs(places),
    )


@register.filter
def tile(game: Tile) -> SafeString:
    """One game as a small square: the opponent's rank, outlined for a win or a draw."""
    label = {"bye": "bye", "none": "·"}.get(game.kind) or str(game.opponent_rank)
    return format_html('<i class="{}" title="{}">{}</i>', game.kind, _sentence(game), label)


def _sentence(game: Tile) -> str:
    if game.opponent is None:
        return f"Round {game.round}: {'bye' if game.kind == 'bye' else 'did not play'}"
    if game.kind == "open":
        return f"Round {game.round}: playing {game.opponent}"
    return f"Round {game.round}: {VERBS[game.kind]} {game.opponent}, {game.vp_for}–{game.vp_against}"
