"""From a journal entry to the notifications it causes, by recipient."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from crosstable.accounts.names import among_numbers
from crosstable.events.bridge.rules import place_of, rules_of
from crosstable.events.bridge.verbs import VERBS, Recipients
from crosstable.events.bridge.verbs.sentences import describe, values_of
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
from crosstable.events.permissions import ENTER_RESULTS, RULE, RUN, Capability, role_of
from crosstable.games import Use
from crosstable.text import Text, tr


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

    The person who acted gets no notification about it, but every player is notified of their next
    match.
    """
    notifies = VERBS[entry.verb].notifies
    if notifies is None:
        return []
    others = [
        news for news in NEWS_WRITERS[notifies.recipients](entry, matches) if news.user_id != entry.by_id
    ]
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
            tr("Your pairing was cancelled"),
            tr("You get a new place. {event}", event=tournament.name),
        )
    other = match.second if match.first_id == entry.pk else match.first
    return _to(
        tournament,
        entry,
        NewsKind.CHANGED,
        tr("Now: {place}", place=_seat(match, entry, other)),
        _where(match),
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
                    _where(match),
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
            match,
            NewsKind.SETTLED,
            tr("Your result is confirmed"),
            _result(entry, match, tr("Both reports agree.")),
        )
    what = tr("Confirm it, or say what is wrong.")
    return _sides(
        match, NewsKind.REPORTED, tr("Your opponent reported a result"), _result(entry, match, what)
    )


def _disputed(entry: JournalEntry, matches: Matches) -> list[News]:
    match = matches.get(entry.match_id or 0)
    if match is None:
        return []
    news = _sides(
        match,
        NewsKind.DISPUTED,
        tr("Your result is disputed"),
        _result(entry, match, tr("An organiser decides.")),
    )
    address = reverse("control", args=[entry.tournament.slug])
    body = tr("{match}. {where}", match=match, where=_where(match))
    title = tr("Dispute at {place}", place=place_of(match))
    return news + [
        News(user, NewsKind.RULING, title, body, address) for user in _who_can(RULE, entry.tournament)
    ]


def _claimed_entry(entry: JournalEntry, _: Matches) -> list[News]:
    """To the organisers: who claims which entry, with the page where they confirm or decline."""
    notifies, address = VERBS[entry.verb].notifies, reverse("claims", args=[entry.tournament.slug])
    body = tr("{action}. Agree or decline. {event}", action=describe(entry), event=entry.tournament.name)
    users = _who_can(RUN, entry.tournament)
    return [News(user, notifies.kind, notifies.title, body, address) for user in users] if notifies else []


def _who_can(needs: Capability, tournament: Tournament) -> list[int]:
    """The owner, and the people appointed with this capability."""
    able = Appointment.objects.filter(tournament=tournament, role__in=needs.roles)
    return list(dict.fromkeys([tournament.owner_id, *able.values_list("user_id", flat=True)]))


def _both_sides(entry: JournalEntry, matches: Matches) -> list[News]:
    match, notifies = matches.get(entry.match_id or 0), VERBS[entry.verb].notifies
    if match is None or notifies is None:
        return []
    return _sides(match, notifies.kind, notifies.title, _result(entry, match, entry.reason))


def _called(entry: JournalEntry, matches: Matches) -> list[News]:
    """To both sides: the board to go to now."""
    match = matches.get(entry.match_id or 0)
    if match is None or match.second is None:
        return []
    body, news = tr("Go there now. {where}", where=_where(match)), []
    for mine, other in ((match.first, match.second), (match.second, match.first)):
        title = tr("You are called: {place}", place=_seat(match, mine, other))
        news += _to(match.round.tournament, mine, NewsKind.PAIRING, title, body)
    return news


def _undone(entry: JournalEntry, matches: Matches) -> list[News]:
    """To the player whose action was undone, and both sides of its match."""
    action, notifies = entry.undoes, VERBS[entry.verb].notifies
    if action is None or notifies is None or (action.by is not None and role_of(action.by, entry.tournament)):
        return []
    values = {"action": describe(action), "event": entry.tournament.name}
    body = tr("{action}. {event}.", **values)
    if entry.reason:
        body = tr("{action}. {event}. Reason: {reason}", reason=entry.reason, **values)
    match, address = matches.get(entry.match_id or 0), reverse("me", args=[entry.tournament.slug])
    news = (
        _sides(match, notifies.kind, tr("An organiser undid a report of your match"), body) if match else []
    )
    news = [item for item in news if item.user_id != action.by_id]
    if action.by_id is not None:
        news.append(News(action.by_id, notifies.kind, notifies.title, body, address))
    return news


def _announced(entry: JournalEntry, _: Matches) -> list[News]:
    """To all players of the event: the sentence."""
    notifies, tournament = VERBS[entry.verb].notifies, entry.tournament
    if notifies is None:
        return []
    title = tr("{event}: announcement", event=tournament.name)
    players = tournament.entries.filter(dropped_at__isnull=True).select_related("player")
    known = {
        news.user_id: news
        for one in players.defer("list_text").prefetch_related("members__player")
        for news in _to(tournament, one, notifies.kind, title, entry.subject)
    }
    return list(known.values())


def _player_calls(entry: JournalEntry, matches: Matches) -> list[News]:
    """To all who run the event: which table, and what the player wrote."""
    match, notifies = matches.get(entry.match_id or 0), VERBS[entry.verb].notifies
    if match is None or notifies is None:
        return []
    title = tr("{place} calls an organiser", place=place_of(match))
    body = tr("{first} v {second}", first=match.first, second=match.second)
    if entry.reason:
        body = tr("{match}: “{message}”", match=body, message=entry.reason)
    address = reverse("calls", args=[entry.tournament.slug])
    users = _who_can(ENTER_RESULTS, entry.tournament)
    return [News(user, notifies.kind, title, body, address) for user in users]


NEWS_WRITERS: dict[Recipients, Callable[[JournalEntry, Matches], list[News]]] = {
    Recipients.ROUND: _published,
    Recipients.STAGE: _stage_published,
    Recipients.OPPONENT: _reported,
    Recipients.DISPUTE: _disputed,
    Recipients.BOTH: _both_sides,
    Recipients.CALLED: _called,
    Recipients.HELPERS: _player_calls,
    Recipients.ORGANISERS: _claimed_entry,
    Recipients.PLAYERS: _announced,
    Recipients.PLAYER: _undone,
    Recipients.NEXT: lambda entry, matches: [],
}


def _seat(match: Match, mine: Entry, other: Entry | None) -> Text:
    if other is None:
        return tr("You have a bye in this round")
    rules, place, name = rules_of(match.round.tournament), place_of(match), other.display_name
    if Use.COLORS not in rules.uses:
        return tr("{place} against {opponent}", place=place, opponent=name)
    color = rules.vocabulary.first if mine.pk == match.first_id else rules.vocabulary.second
    return tr("{place} against {opponent}, you have {color}", place=place, opponent=name, color=color)


def _where(match: Match) -> Text:
    return tr("{round}, {event}", round=match.round, event=match.round.tournament.name)


def _result(entry: JournalEntry, match: Match, what: str) -> Text:
    """The score, where it was played, and a further sentence or the organiser's reason."""
    score, where = _score(entry, match), _where(match)
    if not score:
        return tr("{where}. {what}", where=where, what=what) if what else tr("{where}.", where=where)
    if not what:
        return tr("{score} {where}.", score=score, where=where)
    return tr("{score} {where}. {what}", score=score, where=where, what=what)


def _score(entry: JournalEntry, match: Match) -> str:
    values = values_of(entry.before if entry.verb == "result.disputed" else entry.after)
    if values.get("state") != "agreed" and "reporter" in values:
        reporter, score = among_numbers(values["reporter"]), values["reported"]
        if winner := among_numbers(values.get("winner", "")):
            return tr(
                "{reporter} reports {score}, {winner} won.", reporter=reporter, score=score, winner=winner
            )
        if values.get("result", "").startswith(ResultCode.DRAW):
            return tr("{reporter} reports {score}, a draw.", reporter=reporter, score=score)
        return tr("{reporter} reports {score}.", reporter=reporter, score=score)
    first, second = among_numbers(str(match.first)), among_numbers(str(match.second))
    if values.get("first_vp") is not None:
        return f"{first} {values['first_vp']} – {values['second_vp']} {second}."
    if several := values.get("boards") or values.get("games"):
        return tr(
            "{first} v {second}: {score}.", first=first, second=second, score=", ".join(map(str, several))
        )
    if score := values.get("score"):
        return tr("{first} v {second}: {score}.", first=first, second=second, score=score)
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
    return [News(user, kind, title, body, address) for user in sorted(users)]
