"""Events and clubs in one line, through the same actions the pages use. Players are named by letters or short words."""

from __future__ import annotations

from datetime import date

from django.db.models import F
from django.utils import timezone

from crosstable.accounts.clubs import ClubDetails, create_club
from crosstable.accounts.members import accept, add_member, ask_to_join
from crosstable.accounts.models import Club, Membership, MembershipStatus, Player, User
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.tournaments import Details
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Entry, Match, Round, Status, Tournament
from ready_made import ready_made

ORDER = list(Status)


# Asked thousands of times a run.
_called = CompiledQuery(lambda name: User.objects.filter(username=name), str)
_matches = CompiledQuery(
    lambda tournament: (
        Match.objects.filter(round__tournament=tournament)
        .select_related("round__tournament", "first__player", "second__player")
        .order_by("-round__number", "pk")
    ),
    int,
)


def user(name: str, **extra: object) -> User:
    """The account of that name, made when it is first named."""
    found = _called.first(name)
    if found is None:
        found = User.objects.create_user(name, f"{name}@example.org", "pass-word-1", **extra)
        Player.objects.create(user=found, name=name)
    return found


def administrator() -> User:
    """The person who set up the installation; before that, sign-up is closed."""
    return user("root", is_superuser=True, is_first_administrator=True)


def confirmed(name: str) -> User:
    """The account of that name, whose email address is known to be theirs."""
    found = user(name)
    found.email_confirmed_at = timezone.now()
    found.save(update_fields=["email_confirmed_at"])
    return found


@ready_made
def build_club(name: str = "City Chess Club", *members: str, administrator: str = "clara") -> Club:
    """A club with members who have no account: 'Ann Hart 1500' is Ann Hart with that rating."""
    club = create_club(details=ClubDetails(name), by=user(administrator))
    for text in members:
        words, _, elo = text.rpartition(" ")
        called, rating = (words, int(elo)) if elo.isdigit() else (text, None)
        add_member(club=club, name=called, elo=rating, by=user(administrator))
    return club


@ready_made
def join(club: Club, name: str) -> Membership:
    """The account of that name asks to join, and is accepted."""
    membership = ask_to_join(club=club, by=user(name))
    if membership.status == MembershipStatus.PENDING:
        accept(membership=membership, by=club.roles.get(appointed_by=F("user")).user)
    membership.refresh_from_db()
    return membership


def member(club: Club, name: str) -> Membership:
    return club.memberships.select_related("player", "club").get(player__name=name)


def details(**changes: object) -> Details:
    values = {
        "name": "Northern Open GT",
        "date": date(2026, 11, 21),
        "total_rounds": 3,
        "location": "Leeds",
        "format_text": "2000pts Matched Play",
    }
    return Details(**{**values, **changes})  # type: ignore[arg-type]


@ready_made
def event(
    names: str = "", status: Status = Status.DRAFT, *, owner: str = "olga", **changes: object
) -> Tournament:
    """A tournament at a status, with these players registered (and checked in from IN_PROGRESS on)."""
    by, choices = user(owner), {"most": 100, **changes.pop("choices", {})}  # type: ignore[dict-item]
    tournament = tournaments.create_tournament(details=details(choices=choices, **changes), by=by)
    for target in ORDER[1 : ORDER.index(status) + 1]:
        tournaments.advance(tournament=tournament, by=by)
        if target == Status.REGISTRATION:
            for name in names.split():
                enter(tournament, name)
        if target == Status.CHECK_IN and status != Status.CHECK_IN:
            for entry in tournament.entries.all():
                entries.check_in(entry=entry, by=by)
    tournament.refresh_from_db()
    return tournament


@ready_made
def enter(tournament: Tournament, name: str, faction: str = "Orks", list_text: str = "") -> Entry:
    wanted = EntryDetails(display_name=name, faction=faction, list_text=list_text)
    return entries.register(tournament=tournament, details=wanted, by=user(name))


def entry(tournament: Tournament, name: str) -> Entry:
    return tournament.entries.select_related("player", "tournament").get(display_name=name)


@ready_made
def playing(names: str, *, owner: str = "olga", **changes: object) -> Tournament:
    """An event whose first round is being played."""
    tournament = event(names, Status.IN_PROGRESS, owner=owner, **changes)
    start_next(tournament)
    return tournament


@ready_made
def start_next(tournament: Tournament) -> Round:
    by = tournament.owner
    rounds.pair_next_round(tournament=tournament, by=by)
    rounds.publish_round(tournament=tournament, by=by)
    return rounds.start_round(tournament=tournament, by=by)


def match_of(tournament: Tournament, name: str, number: int | None = None) -> Match:
    """The match of a player in the latest (or the given) round."""
    return next(
        match
        for match in _matches(tournament.pk)
        if name in (match.first.display_name, match.second and match.second.display_name)
        and number in (None, match.round.number)
    )


def settle(tournament: Tournament, *scores: str) -> None:
    """'ann 72-45' gives ann 72 and her opponent 45, entered by the owner."""
    for text in scores:
        name, score = text.split()
        mine, theirs = map(int, score.split("-"))
        match = match_of(tournament, name)
        first = match.first.display_name == name
        vp = (mine, theirs) if first else (theirs, mine)
        results.enter_result(match=match, score=parse_score(match, (vp[0], vp[1])), by=tournament.owner)


@ready_made
def play_round(tournament: Tournament, *scores: str) -> Round:
    """Settle these; every other table 50–40 for its first player; close the round."""
    settle(tournament, *scores)
    for match in Match.objects.filter(round__tournament=tournament, state="open"):
        results.enter_result(match=match, score=parse_score(match, (50, 40)), by=tournament.owner)
    return rounds.close_round(tournament=tournament, by=tournament.owner)


def pairs(tournament: Tournament, number: int) -> set[frozenset[str]]:
    rows = Match.objects.select_related("first", "second").filter(
        round__tournament=tournament, round__number=number, second__isnull=False
    )
    return {frozenset((m.first.display_name, m.second.display_name)) for m in rows if m.second}
