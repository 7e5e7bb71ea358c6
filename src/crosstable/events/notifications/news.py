"""From an entry of the journal to who should hear what."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from crosstable.accounts.models import User
from crosstable.events.models import Entry, JournalEntry, Match, NewsKind, ResultCode, RoundStatus, Tournament
from crosstable.events.records.settings.game import uses, words_of
from crosstable.games import Use


@dataclass(frozen=True, slots=True)
class News:
    user_id: int
    kind: NewsKind
    title: str
    body: str
    address: str


def news_of(entry: JournalEntry) -> list[News]:
    """Nothing for most. Nobody is told what they did themselves, but everybody where they play next."""
    teller = TELLERS.get(entry.verb)
    told = [news for news in teller(entry) if news.user_id != entry.by_id] if teller else []
    return [*told, *_next_in_bracket(entry)]


def changed_news(tournament: Tournament, entry: Entry, match: Match | None) -> list[News]:
    """A pairing everybody has seen was changed: where this one goes now."""
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


def matches_in(tournament: Tournament) -> QuerySet[Match]:
    rows = Match.objects.filter(round__tournament=tournament).exclude(round__status=RoundStatus.DRAFT)
    related = rows.select_related("round__tournament", "first__player", "second__player")
    return related.prefetch_related("first__members__player", "second__members__player")


def _published(entry: JournalEntry) -> list[News]:
    return _pairings(
        entry.tournament, matches_in(entry.tournament).filter(round__number=entry.after.get("round"))
    )


def _stage_published(entry: JournalEntry) -> list[News]:
    """The first match of each; later ones follow from the schedule or the bracket."""
    rows = (
        matches_in(entry.tournament).filter(round__stage__name=entry.subject).order_by("round__number", "pk")
    )
    return _pairings(entry.tournament, rows)


def _pairings(tournament: Tournament, matches: Iterable[Match]) -> list[News]:
    """To everybody in these matches, each the own table and opponent, the first if there are several."""
    seen: set[int] = set()
    told: list[News] = []
    for match in matches:
        for mine, other in ((match.first, match.second), (match.second, match.first)):
            if mine is not None and mine.pk not in seen:
                seen.add(mine.pk)
                told += _to(
                    tournament,
                    mine,
                    NewsKind.PAIRING,
                    _seat(match, mine, other),
                    f"{match.round}, {tournament}",
                )
    return told


def _next_in_bracket(entry: JournalEntry) -> list[News]:
    """A result may complete a match of the next round: the journal names it."""
    made = set(entry.after.get("next", ()))
    rows = matches_in(entry.tournament).exclude(bracket_number=None) if made else ()
    return _pairings(
        entry.tournament,
        [match for match in rows if f"{match.round}, {match.first} v {match.second}" in made],
    )


def _reported(entry: JournalEntry) -> list[News]:
    match, state = _match(entry), entry.after.get("state")
    if match is None:
        return []
    if state == "disputed":
        return _disputed(entry)
    if state == "agreed":
        return _sides(
            match, NewsKind.SETTLED, "Your result stands", _result(entry, match, "Both reports agree.")
        )
    what = "Confirm it, or say what is wrong."
    return _sides(match, NewsKind.REPORTED, "Your opponent reported a result", _result(entry, match, what))


def _disputed(entry: JournalEntry) -> list[News]:
    match = _match(entry)
    if match is None:
        return []
    where = f"{_place(match)} {match.table}"
    told = _sides(
        match, NewsKind.DISPUTED, "Your result is disputed", _result(entry, match, "An organiser decides.")
    )
    address = reverse("control", args=[entry.tournament.slug])
    body = f"{match.first} v {match.second}. {match.round}, {entry.tournament}"
    for user in _organisers(entry.tournament):
        told.append(News(user.pk, NewsKind.RULING, f"Dispute at {where.lower()}", body, address))
    return told


def _settled(title: str, kind: NewsKind = NewsKind.SETTLED) -> Callable[[JournalEntry], list[News]]:
    def teller(entry: JournalEntry) -> list[News]:
        match = _match(entry)
        return _sides(match, kind, title, _result(entry, match, entry.reason)) if match else []

    return teller


TELLERS: dict[str, Callable[[JournalEntry], list[News]]] = {
    "round.published": _published,
    "round.published-with-open": _published,
    "stage.published": _stage_published,
    "knockout.published": _stage_published,
    "result.reported": _reported,
    "boards.reported": _reported,
    "result.disputed": _disputed,
    "result.confirmed": _settled("Your opponent confirmed the result"),
    "result.entered": _settled("An organiser entered your result"),
    "boards.entered": _settled("An organiser entered your result"),
    "series.entered": _settled("An organiser entered your result"),
    "walkover.given": _settled("An organiser decided your match"),
    "knockout.withdrawn": lambda entry: [],  # only who meets whom next
    "result.ruled": _settled("An organiser has ruled on your result"),
    "result.changed": _settled("An organiser changed your result", NewsKind.CORRECTED),
    "result.corrected": _settled("An organiser corrected your result", NewsKind.CORRECTED),
    "result.cleared": _settled("An organiser took your result back", NewsKind.CORRECTED),
}


def _match(entry: JournalEntry) -> Match | None:
    """The match an entry is about: the one its subject names."""
    table = re.search(r", \w+ (\d+): ", entry.subject)
    rows = matches_in(entry.tournament)
    if table:
        rows = rows.filter(table=table[1])
    return next((match for match in rows if entry.subject in _subjects(match)), None)


def _subjects(match: Match) -> set[str]:
    """With the table where a single result is meant, without it for series, walkovers and boards."""
    two, where = f"{match.first} v {match.second}", f"{_place(match).lower()} {match.table}"
    rounds = {str(match.round), f"Round {match.round.number}"}
    return {f"{named}{at}: {two}" for named in rounds for at in ("", f", {where}")}


def _place(match: Match) -> str:
    return words_of(match.round.tournament).table


def _seat(match: Match, mine: Entry, other: Entry | None) -> str:
    if other is None:
        return "You sit this round out"
    color = ""
    if uses(match.round.tournament, Use.COLORS):
        words = words_of(match.round.tournament)
        color = f", you have {words.first if mine.pk == match.first_id else words.second}"
    return f"{_place(match)} {match.table} against {other}{color}"


def _result(entry: JournalEntry, match: Match, what: str) -> str:
    return " ".join(filter(None, [_score(entry, match), f"{match.round}, {match.round.tournament}.", what]))


def _score(entry: JournalEntry, match: Match) -> str:
    values: dict[str, Any] = entry.before if entry.verb == "result.disputed" else entry.after
    if values.get("first_vp") is not None:
        return f"{match.first} {values['first_vp']} – {values['second_vp']} {match.second}."
    if several := values.get("boards") or values.get("games"):
        return f"{match.first} v {match.second}: {', '.join(map(str, several))}."
    if score := values.get("score"):
        return f"{match.first} v {match.second}: {score}."
    known = values.get("result")
    return f"{match.first} {ResultCode(known).label} {match.second}." if known in ResultCode.values else ""


def _sides(match: Match, kind: NewsKind, title: str, body: str) -> list[News]:
    return [
        news
        for side in (match.first, match.second)
        if side
        for news in _to(match.round.tournament, side, kind, title, body)
    ]


def _to(tournament: Tournament, entry: Entry, kind: NewsKind, title: str, body: str) -> list[News]:
    """Everybody with an account behind the entry: the player, or the members of the team."""
    players = [entry.player, *(member.player for member in entry.members.all())]
    users = {player.user_id for player in players if player.user_id is not None}
    address = reverse("me", args=[tournament.slug])
    return [News(user, kind, title[:160], body[:300], address) for user in sorted(users)]


def _organisers(tournament: Tournament) -> list[User]:
    return list(dict.fromkeys([tournament.owner, *tournament.organisers.all()]))
