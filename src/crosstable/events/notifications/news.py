"""From a journal entry to the notifications it causes, by recipient."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from crosstable.accounts.names import among_numbers
from crosstable.events.bridge.rules import place_of, rules_of
from crosstable.events.bridge.verbs import VERBS, Whom
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.models import (
    Appointment,
    Entry,
    JournalEntry,
    Match,
    NewsKind,
    ResultCode,
    RoundStatus,
    Tournament,
)
from crosstable.events.models.result import report_words
from crosstable.events.permissions import RULE, RUN, Capability, role_of
from crosstable.games import Use


@dataclass(frozen=True, slots=True)
class News:
    user_id: int
    kind: NewsKind
    title: str
    body: str
    address: str


Matches = Mapping[int, Match]


def news_of(entry: JournalEntry, matches: Matches) -> list[News]:
    """Return the news of an entry; usually none.

    The person who acted is not notified of their own action, but every player is notified of their next
    match.
    """
    tells = VERBS[entry.verb].tells
    if tells is None:
        return []
    others = [news for news in TELLERS[tells.whom](entry, matches) if news.user_id != entry.by_id]
    return [*others, *_next_in_bracket(entry)]


def matches_of(tournament: Tournament, entries: Sequence[JournalEntry]) -> Matches:
    """Return the matches the entries refer to, if they still exist."""
    keys = {entry.match_id for entry in entries if entry.match_id is not None}
    return {match.pk: match for match in matches_in(tournament, pk__in=keys)} if keys else {}


def changed_news(tournament: Tournament, entry: Entry, match: Match | None) -> list[News]:
    """Notify an entry where to go after a published pairing was changed."""
    if match is None:
        return _to(
            tournament,
            entry,
            NewsKind.CHANGED,
            "Your pairing was taken back",
            f"You get a new place. {tournament}",
        )
    other = match.second if match.first_id == entry.pk else match.first
    return _to(
        tournament,
        entry,
        NewsKind.CHANGED,
        f"Now: {_seat(match, entry, other)}",
        f"{match.round}, {tournament}",
    )


def matches_in(tournament: Tournament, **which: Any) -> list[Match]:
    """Return published matches; all share the one event object, which is not read for each."""
    rows = Match.objects.filter(round__tournament=tournament, **which).exclude(
        round__status=RoundStatus.DRAFT
    )
    related = rows.select_related("round", "first__player", "second__player")
    short = related.defer("first__list_text", "second__list_text")
    if tournament.has_teams:
        short = short.prefetch_related("first__members__player", "second__members__player")
    matches = list(short)
    for match in matches:
        match.round.tournament = tournament
    return matches


def _published(entry: JournalEntry, _: Matches) -> list[News]:
    return _pairings(entry.tournament, matches_in(entry.tournament, round__number=entry.round_number or 0))


def _stage_published(entry: JournalEntry, _: Matches) -> list[News]:
    """The first match of each player; later ones follow from the schedule or the bracket."""
    rows = matches_in(entry.tournament, round__stage=entry.stage_id)
    return _pairings(entry.tournament, sorted(rows, key=lambda match: (match.round.number, match.pk)))


def _pairings(tournament: Tournament, matches: Iterable[Match]) -> list[News]:
    """To all players in these matches, each with their own table and opponent, the first of several."""
    seen: set[int] = set()
    news: list[News] = []
    for match in matches:
        for mine, other in ((match.first, match.second), (match.second, match.first)):
            if mine is not None and mine.pk not in seen:
                seen.add(mine.pk)
                news += _to(
                    tournament,
                    mine,
                    NewsKind.PAIRING,
                    _seat(match, mine, other),
                    f"{match.round}, {tournament}",
                )
    return news


def _next_in_bracket(entry: JournalEntry) -> list[News]:
    """A result may complete matches of the next round, which the journal entry lists."""
    made = entry.after.get("next_matches", [])
    return _pairings(entry.tournament, matches_in(entry.tournament, pk__in=made)) if made else []


def _reported(entry: JournalEntry, matches: Matches) -> list[News]:
    match, state = matches.get(entry.match_id or 0), entry.after.get("state")
    if match is None:
        return []
    if state == "disputed":
        return _disputed(entry, matches)
    if state == "agreed":
        return _sides(
            match, NewsKind.SETTLED, "Your result stands", _result(entry, match, "Both reports agree.")
        )
    what = "Confirm it, or say what is wrong."
    return _sides(match, NewsKind.REPORTED, "Your opponent reported a result", _result(entry, match, what))


def _disputed(entry: JournalEntry, matches: Matches) -> list[News]:
    match = matches.get(entry.match_id or 0)
    if match is None:
        return []
    news = _sides(
        match, NewsKind.DISPUTED, "Your result is disputed", _result(entry, match, "An organiser decides.")
    )
    address = reverse("control", args=[entry.tournament.slug])
    body = f"{match}. {match.round}, {entry.tournament}"
    title = f"Dispute at {place_of(match).lower()}"
    return news + [
        News(user, NewsKind.RULING, title, body, address) for user in _who_can(RULE, entry.tournament)
    ]


def _claimed_entry(entry: JournalEntry, _: Matches) -> list[News]:
    """To the organisers: who claims which entry, with the page where they confirm or decline."""
    tells, address = VERBS[entry.verb].tells, reverse("claims", args=[entry.tournament.slug])
    body = f"{describe(entry)}. Agree or decline. {entry.tournament}"
    users = _who_can(RUN, entry.tournament)
    return [News(user, tells.kind, tells.title, body[:300], address) for user in users] if tells else []


def _who_can(needs: Capability, tournament: Tournament) -> list[int]:
    """The owner, and the people appointed with this capability."""
    able = Appointment.objects.filter(tournament=tournament, role__in=needs.roles)
    return list(dict.fromkeys([tournament.owner_id, *able.values_list("user_id", flat=True)]))


def _both_sides(entry: JournalEntry, matches: Matches) -> list[News]:
    match, tells = matches.get(entry.match_id or 0), VERBS[entry.verb].tells
    if match is None or tells is None:
        return []
    return _sides(match, tells.kind, tells.title, _result(entry, match, entry.reason))


def _called(entry: JournalEntry, matches: Matches) -> list[News]:
    """To both sides: the board to go to now."""
    match = matches.get(entry.match_id or 0)
    if match is None or match.second is None:
        return []
    body, news = f"Go there now. {match.round}, {match.round.tournament}", []
    for mine, other in ((match.first, match.second), (match.second, match.first)):
        title = f"You are called: {_seat(match, mine, other)}"
        news += _to(match.round.tournament, mine, NewsKind.PAIRING, title, body)
    return news


def _undone(entry: JournalEntry, matches: Matches) -> list[News]:
    """To the player whose action was undone, and both sides of its match."""
    action, tells = entry.undoes, VERBS[entry.verb].tells
    if action is None or tells is None or (action.by is not None and role_of(action.by, entry.tournament)):
        return []
    reason = f"Reason: {entry.reason}" if entry.reason else ""
    body = " ".join(filter(None, [f"{describe(action)}. {entry.tournament}.", reason]))
    match, address = matches.get(entry.match_id or 0), reverse("me", args=[entry.tournament.slug])
    news = _sides(match, tells.kind, "An organiser undid a report of your match", body) if match else []
    news = [item for item in news if item.user_id != action.by_id]
    if action.by_id is not None:
        news.append(News(action.by_id, tells.kind, tells.title, body[:300], address))
    return news


TELLERS: dict[Whom, Callable[[JournalEntry, Matches], list[News]]] = {
    Whom.ROUND: _published,
    Whom.STAGE: _stage_published,
    Whom.OPPONENT: _reported,
    Whom.DISPUTE: _disputed,
    Whom.BOTH: _both_sides,
    Whom.CALLED: _called,
    Whom.ORGANISERS: _claimed_entry,
    Whom.PLAYER: _undone,
    Whom.NEXT: lambda entry, matches: [],
}


def _seat(match: Match, mine: Entry, other: Entry | None) -> str:
    if other is None:
        return "You sit this round out"
    rules, color = rules_of(match.round.tournament), ""
    if Use.COLORS in rules.uses:
        words = rules.words
        color = f", you have {words.first if mine.pk == match.first_id else words.second}"
    return f"{place_of(match)} against {other}{color}"


def _result(entry: JournalEntry, match: Match, what: str) -> str:
    return " ".join(filter(None, [_score(entry, match), f"{match.round}, {match.round.tournament}.", what]))


def _score(entry: JournalEntry, match: Match) -> str:
    values: dict[str, Any] = entry.before if entry.verb == "result.disputed" else entry.after
    if values.get("state") != "agreed" and "reporter" in values:
        words = report_words(
            values["reported"], among_numbers(values.get("winner", "")), values.get("result", "")
        )
        return f"{among_numbers(values['reporter'])} reports {words}."
    first, second = among_numbers(str(match.first)), among_numbers(str(match.second))
    if values.get("first_vp") is not None:
        return f"{first} {values['first_vp']} – {values['second_vp']} {second}."
    if several := values.get("boards") or values.get("games"):
        return f"{first} v {second}: {', '.join(map(str, several))}."
    if score := values.get("score"):
        return f"{first} v {second}: {score}."
    known = values.get("result")
    return f"{first} {ResultCode(known).label} {second}." if known in ResultCode.values else ""


def _sides(match: Match, kind: NewsKind, title: str, body: str) -> list[News]:
    return [
        news
        for side in (match.first, match.second)
        if side
        for news in _to(match.round.tournament, side, kind, title, body)
    ]


def _to(tournament: Tournament, entry: Entry, kind: NewsKind, title: str, body: str) -> list[News]:
    """To all accounts of the entry: the player, or the members of the team."""
    members = entry.members.all() if tournament.has_teams else ()
    players = [entry.player, *(member.player for member in members)]
    users = {player.user_id for player in players if player.user_id is not None}
    address = reverse("me", args=[tournament.slug])
    return [News(user, kind, title[:160], body[:300], address) for user in sorted(users)]
