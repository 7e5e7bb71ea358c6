"""Formatting for templates, and the fields that make a player's form count once if it is sent twice. Nothing here
decides anything. A running clock is rendered as its end time; clock.js counts down.
"""

import secrets
from datetime import timedelta
from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from crosstable.accounts.clubs import describe as describe_club
from crosstable.accounts.models import ClubJournalEntry
from crosstable.engine.model import Notice
from crosstable.engine.pairing.colors import REVIEW
from crosstable.events.actions.results.settling import takes_ruling
from crosstable.events.bridge.match_codes import page_of
from crosstable.events.bridge.results.corrected import from_json, words
from crosstable.events.bridge.results.scores import PLAYED, results_offered, special_results
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.bridge.words import points_words, signed_words
from crosstable.events.files.pack_folder import pack_of, pack_words
from crosstable.events.files.printing import Sheet
from crosstable.events.models import EmergencyPack, Entry, JournalEntry, Match, Round, Tournament
from crosstable.events.queries.desk.steps import StepBack
from crosstable.events.queries.people.my_matches import MyMatch
from crosstable.events.queries.rounds.repairs import notice_text
from crosstable.games import Rules, Vocabulary
from crosstable.text import tr
from crosstable.web.shared import Request

register = template.Library()


@register.filter
def game(tournament: Tournament) -> Rules:
    """Return the rules of the tournament's game: `game.vocabulary.table`, `"lists" in game.uses` …"""
    return rules_of(tournament)


@register.filter
def about(entry: Entry, game: Rules) -> str:
    """Return what is shown next to an entry's name: the faction, the rating."""
    values = [getattr(entry, ask.name) for ask in game.about]
    return " · ".join(str(value) for value in values if value)


@register.filter
def game_word(tournament: Tournament, name: str) -> str:
    """Return the game's word: 'table' → “Board”."""
    return str(getattr(rules_of(tournament).vocabulary, name))


@register.filter
def points(value: Any) -> str:
    """Format points: 4½ rather than 4.5."""
    return points_words(value) if value not in ("", None) else ""


@register.simple_tag
def result_choices(game: Rules, match: Match) -> list[tuple[str, str]]:
    return results_offered(game.shape, in_bracket=match.bracket_number is not None)


@register.simple_tag
def special_choices(game: Rules, match: Match) -> list[tuple[str, str]]:
    return special_results(game.shape, in_bracket=match.bracket_number is not None)


@register.filter
def can_edit_result(match: Match, request: Request) -> bool:
    """Return whether this user may enter the result."""
    return request.may["rule"] or not takes_ruling(match, request.user)


@register.filter
def offered_to(choices: list[tuple[str, str]], may: dict[str, bool]) -> list[tuple[str, str]]:
    """Filter the choices: forfeits and other decisions only for users who may decide."""
    return choices if may["rule"] else [choice for choice in choices if choice[0] in PLAYED]


@register.simple_tag
def step_back_url(back: StepBack, tournament: Tournament) -> str:
    return reverse(back.page, args=[tournament.slug, *back.args])


@register.filter
def sentence(entry: JournalEntry) -> str:
    return describe(entry)


@register.filter
def separate_reason(entry: JournalEntry) -> str:
    """Return the reason if the sentence does not say it."""
    return "" if f": {entry.reason}" in describe(entry) else entry.reason


@register.filter
def ending_words(values: dict[str, Any]) -> str:
    """Describe the result stored in a correction."""
    return words(from_json(values))


@register.filter
def club_sentence(entry: ClubJournalEntry) -> str:
    return describe_club(entry)


@register.filter
def ago(moment: Any) -> str:
    """Format the time since then for a narrow column: '20 s', '3 min', '1 h 42', '5 d'."""
    if moment is None:
        return ""
    seconds = max(0, int((timezone.now() - moment).total_seconds()))
    if seconds < 60:
        return tr("{seconds} s", seconds=seconds)
    if seconds < 3600:
        return tr("{minutes} min", minutes=seconds // 60)
    if seconds < 86400:
        return tr("{hours} h {minutes}", hours=seconds // 3600, minutes=f"{seconds % 3600 // 60:02d}")
    return tr("{days} d", days=seconds // 86400)


@register.filter
def share(part: int, whole: int) -> str:
    """Return the width of a bar, in percent of the whole."""
    return f"{100 * part / whole:.2f}%" if whole else "0%"


NOTICES = {
    "forbidden": tr("forbidden"),
    "rematch": tr("rematch"),
    "second-bye": tr("second bye"),
    "gap": tr("uneven"),
    REVIEW: tr("colours"),
    "club-mates": tr("same club"),
    "fixed-seat": tr("fixed seat"),
    "blocked-table": tr("blocked"),
}


@register.filter
def notice_word(rule: str) -> str:
    return NOTICES.get(rule, rule)


@register.simple_tag
def notice_sentence(notice: Notice, names: dict[int, str], vocabulary: Vocabulary) -> str:
    return notice_text(notice, names, vocabulary)


@register.filter
def get(mapping: dict[Any, Any], key: Any) -> Any:
    return mapping.get(key, "")


@register.filter
def signed_points(value: Any) -> str:
    """Format points added or deducted: +½, −10."""
    return signed_words(value)


@register.filter
def signed(number: int) -> str:
    """Format with a real minus sign: +18, −7, ±0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"


@register.filter
def when(match: Match) -> str:
    """Return the time of the match, 18:20, or its slot at the board."""
    return (
        f"{timezone.localtime(match.planned_at):%H:%M}"
        if match.planned_at
        else tr("Slot {number}", number=match.slot)
    )


PLAYING, CALLED, TO_BE_PLAYED = tr("Playing"), tr("Called"), tr("To be played")


@register.filter
def open_words(match: Match, round_: Round) -> str:
    """Describe a match without a result.

    In pools, in play-offs or with shared boards it waits to be called.
    """
    if round_.waits_to_start:
        return TO_BE_PLAYED
    is_in_turn = match.pool_id is not None or round_.is_play_off or match.slot > 1
    waits = is_in_turn and match.game_started_at is None
    return PLAYING if not waits else CALLED if match.called_at is not None else TO_BE_PLAYED


@register.filter
def state_words(match: Match) -> str:
    return open_words(match, match.round) if match.is_open else match.get_state_display()


@register.filter
def round_and_time(match: Match) -> str:
    """Return “18:20 · Round 2”; without a time, the slot unless it is the first."""
    if match.planned_at:
        return f"{when(match)} · {match.round}"
    if match.slot > 1:
        return tr("{round}, slot {slot}", round=match.round, slot=match.slot)
    return str(match.round)


@register.filter
def code_page(match: Match) -> str:
    """Return the address of the page that takes a result without an account."""
    return page_of(match)


@register.filter
def span(length: timedelta) -> str:
    """Format a duration like the hall's clock: '1:18:42', '18:42'."""
    seconds = max(0, int(length.total_seconds()))
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


@register.filter
def minutes(length: timedelta) -> int:
    return int(length.total_seconds()) // 60


@register.filter
def split_words(text: str) -> list[str]:
    return text.split()


@register.filter
def pack_sentence(pack: EmergencyPack) -> str:
    return pack_words(pack)


@register.filter
def pack(tournament: Tournament) -> EmergencyPack | None:
    return pack_of(tournament)


@register.filter
def title_in(sheet: Sheet, tournament: Tournament) -> str:
    return sheet.title_in(tournament)


@register.filter
def about_in(sheet: Sheet, tournament: Tournament) -> str:
    return sheet.about_in(tournament)


@register.simple_tag
def report_key() -> SafeString:
    """Render a new key for each form shown; see web/player/reporting.py."""
    return format_html('<input type="hidden" name="key" value="{}">', secrets.token_urlsafe(16))


@register.simple_tag
def send_as(my_match: MyMatch) -> SafeString:
    """Mark a form that a phone stores until it is delivered, and name its player."""
    vocabulary = rules_of(my_match.match.round.tournament).vocabulary
    opponent = my_match.opponent.entry if my_match.opponent else ""
    words = vocabulary.say(
        "{Table} {number} against {opponent}", number=my_match.match.table, opponent=opponent
    )
    return format_html('data-send="{}"', words)
