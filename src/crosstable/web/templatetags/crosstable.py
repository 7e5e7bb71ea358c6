"""Formatting for templates, and what the forms of a player carry so that sending one twice does it once. Nothing here
decides anything. A running clock is shown by when it ends; clock.js counts.
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
from crosstable.events.bridge.words import ordinal, points_words, signed_words
from crosstable.events.files.pack_folder import pack_of, pack_words
from crosstable.events.files.printing import Sheet
from crosstable.events.models import EmergencyPack, Entry, JournalEntry, Match, Round, Tournament
from crosstable.events.queries.desk.steps import StepBack
from crosstable.events.queries.people.my_matches import MyMatch
from crosstable.events.queries.rounds.repairs import bent
from crosstable.games import Rules, Vocabulary
from crosstable.web.shared import Request

register = template.Library()


@register.filter
def game(tournament: Tournament) -> Rules:
    """The game of the tournament: `game.words.table`, `"lists" in game.uses` …"""
    return rules_of(tournament)


@register.filter
def about(entry: Entry, game: Rules) -> str:
    """What is shown of an entry beside its name: the faction, the rating."""
    values = [getattr(entry, ask.name) for ask in game.about]
    return " · ".join(str(value) for value in values if value)


@register.filter
def game_word(tournament: Tournament, name: str) -> str:
    """What the game calls it: 'table' → “Board”."""
    return str(getattr(rules_of(tournament).words, name))


@register.filter
def points(value: Any) -> str:
    """4½ rather than 4.5."""
    return points_words(value) if value not in ("", None) else ""


@register.simple_tag
def result_choices(game: Rules, match: Match) -> list[tuple[str, str]]:
    return results_offered(game.shape, in_bracket=match.bracket_number is not None)


@register.simple_tag
def special_choices(game: Rules, match: Match) -> list[tuple[str, str]]:
    return special_results(game.shape, in_bracket=match.bracket_number is not None)


@register.filter
def may_be_told(match: Match, request: Request) -> bool:
    """Whether this person may say how it ended."""
    return request.may["rule"] or not takes_ruling(match, request.user)


@register.filter
def offered_to(choices: list[tuple[str, str]], may: dict[str, bool]) -> list[tuple[str, str]]:
    """Forfeits and what else an arbiter decides are offered to those who may decide."""
    return choices if may["rule"] else [choice for choice in choices if choice[0] in PLAYED]


@register.simple_tag
def step_back_url(back: StepBack, tournament: Tournament) -> str:
    return reverse(back.page, args=[tournament.slug, *back.args])


@register.filter
def sentence(entry: JournalEntry) -> str:
    return describe(entry)


@register.filter
def reason_apart(entry: JournalEntry) -> str:
    """The reason, where the sentence does not end with it."""
    return "" if describe(entry).endswith(f": {entry.reason}") else entry.reason


@register.filter
def ending_words(values: dict[str, Any]) -> str:
    """How a match ended, as a correction keeps it."""
    return words(from_json(values))


@register.filter
def club_sentence(entry: ClubJournalEntry) -> str:
    return describe_club(entry)


@register.filter
def ago(moment: Any) -> str:
    """'20 s', '3 min', '1 h 42', '5 d': short enough for a narrow column."""
    if moment is None:
        return ""
    seconds = max(0, int((timezone.now() - moment).total_seconds()))
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min"
    if seconds < 86400:
        return f"{seconds // 3600} h {seconds % 3600 // 60:02d}"
    return f"{seconds // 86400} d"


@register.filter
def share(part: int, whole: int) -> str:
    """A width for a bar, in percent of the whole."""
    return f"{100 * part / whole:.2f}%" if whole else "0%"


NOTICES = {
    "second-bye": "second bye",
    "gap": "uneven",
    REVIEW: "colours",
    "club-mates": "same club",
    "fixed-seat": "fixed seat",
    "blocked-table": "blocked",
}


@register.filter
def notice_word(rule: str) -> str:
    return NOTICES.get(rule, rule)


@register.simple_tag
def notice_sentence(notice: Notice, names: dict[int, str], words: Vocabulary) -> str:
    return bent(notice, names, words)


@register.filter
def get(mapping: dict[Any, Any], key: Any) -> Any:
    return mapping.get(key, "")


register.filter(ordinal)


@register.filter
def signed_points(value: Any) -> str:
    """+½, −10: points given or taken."""
    return signed_words(value)


@register.filter
def signed(number: int) -> str:
    """+18, −7, ±0 with a real minus sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"


@register.filter
def when(match: Match) -> str:
    """18:20 where it has a time, else its turn at the board."""
    return f"{timezone.localtime(match.planned_at):%H:%M}" if match.planned_at else f"slot {match.slot}"


@register.filter
def open_words(match: Match, round_: Round) -> str:
    """Of a match without a result. Where all is drawn before, or boards are shared, everybody waits for their turn."""
    if round_.waits_to_start:
        return "to be played"
    is_in_turn = match.pool_id is not None or round_.is_play_off or match.slot > 1
    waits = is_in_turn and match.game_started_at is None
    return "playing" if not waits else "called" if match.called_at is not None else "to be played"


@register.filter
def state_words(match: Match) -> str:
    return open_words(match, match.round) if match.is_open else match.get_state_display()


@register.filter
def round_and_time(match: Match) -> str:
    """“18:20 · Round 2”; without a clock its turn at the board, unless it is the first."""
    if match.planned_at:
        return f"{when(match)} · {match.round}"
    return f"{match.round}, slot {match.slot}" if match.slot > 1 else str(match.round)


@register.filter
def code_page(match: Match) -> str:
    """Where a score is taken without an account."""
    return page_of(match)


@register.filter
def span(length: timedelta) -> str:
    """'1:18:42', '18:42', as the clock on the wall of the hall has it."""
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
    """A key of its own for each form that is shown; see web/player/reporting.py."""
    return format_html('<input type="hidden" name="key" value="{}">', secrets.token_urlsafe(16))


@register.simple_tag
def send_as(my_match: MyMatch) -> SafeString:
    """Marks a form that a phone keeps until it is delivered, and names it for its person."""
    word = rules_of(my_match.match.round.tournament).words.table
    other = my_match.opponent.entry if my_match.opponent else ""
    return format_html('data-send="{} {} against {}"', word, my_match.match.table, other)
