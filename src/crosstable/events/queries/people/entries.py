"""The entries of an event: free places, entries without an account, starting numbers, factions."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from crosstable.engine.model import EntryId
from crosstable.engine.results import OUTCOMES
from crosstable.engine.starting_numbers import LAST_ROUND_TO_RENUMBER, name_key, renumbered
from crosstable.events.bridge.entries import ranked_entries
from crosstable.events.bridge.rules import faction_key, factions_of, rules_of
from crosstable.events.bridge.tournament import OF_A_SWISS
from crosstable.events.models import Entry, EntryClaim, Match, Status, Tournament
from crosstable.games.factions import Faction, FactionList
from crosstable.text import tr, trn

NAMED_AT_MOST = 12


def unclaimed(tournament: Tournament) -> QuerySet[Entry]:
    """Return participating players without an account."""
    free = {"player__user": None, "player__is_team": False, "player__deleted_at": None, "dropped_at": None}
    return tournament.entries.filter(**free).select_related("player").defer("list_text")


def claims_of(tournament: Tournament) -> QuerySet[EntryClaim]:
    return EntryClaim.objects.filter(entry__tournament=tournament).select_related("entry", "user")


def entered(tournament: Tournament) -> int:
    """Return how many entries count towards the limit: all but the withdrawn ones."""
    return tournament.entries.filter(dropped_at__isnull=True).count()


def free_places(tournament: Tournament) -> int | None:
    """Return the number of free places; None without a limit."""
    if tournament.max_players is None:
        return None
    return max(0, tournament.max_players - entered(tournament))


def is_full(tournament: Tournament) -> bool:
    return free_places(tournament) == 0


@dataclass(frozen=True, slots=True)
class NumberChange:
    entry: EntryId
    name: str
    before: int
    after: int

    @property
    def as_json(self) -> dict[str, int]:
        """For the journal, which stores entries by primary key."""
        return {"entry": int(self.entry), "before": self.before, "after": self.after}

    def __str__(self) -> str:
        return f"{self.name} {self.before} → {self.after}"


@dataclass(frozen=True, slots=True)
class Renumbering:
    """A renumbering. `why_not` is empty if it is possible; `moves` are in the order of the new numbers."""

    moves: Sequence[NumberChange] = ()
    why_not: str = ""

    @property
    def digest(self) -> str:
        """A digest for the form, to detect that the confirmed list has changed."""
        moves = ",".join(f"{move.entry}:{move.after}" for move in self.moves)
        return hashlib.sha256(moves.encode()).hexdigest()[:16]


def renumbering(tournament: Tournament) -> Renumbering:
    """Return what *Renumber* would change now."""
    if why_not := why_numbers_stay(tournament):
        return Renumbering(why_not=why_not)
    numbers = renumbered(ranked_entries(tournament))
    return Renumbering(tuple(move for move in moves_to(tournament, numbers)))


def numbers_are_fixed(tournament: Tournament) -> bool:
    return tournament.entries.filter(starting_number__isnull=False).exists()


def why_numbers_stay(tournament: Tournament) -> str:
    """Return why starting numbers cannot change now; empty if they can."""
    if not rules_of(tournament).starts_by_rating:
        return tr("In this game starting numbers follow the order of registration.")
    if tournament.status == Status.COMPLETE:
        return tr("The event is finished.")
    if not numbers_are_fixed(tournament):
        return tr("Numbers follow the ratings automatically until the first round is published.")
    if tournament.rounds.filter(OF_A_SWISS, number__gt=LAST_ROUND_TO_RENUMBER).exists():
        return tr(
            "Round {value} is paired, and after that starting numbers are not corrected (FIDE "
            "C.04.2, article 2.3).",
            value=LAST_ROUND_TO_RENUMBER + 1,
        )
    return ""


def moves_to(tournament: Tournament, numbers: Mapping[EntryId, int]) -> list[NumberChange]:
    """Return the entries whose stored number differs from these, in the order of the new numbers."""
    rows = tournament.entries.filter(starting_number__isnull=False)
    moves = [
        NumberChange(EntryId(pk), name, before, numbers[EntryId(pk)])
        for pk, name, before in rows.values_list("pk", "display_name", "starting_number")
        if before is not None and numbers.get(EntryId(pk), before) != before
    ]
    return sorted(moves, key=lambda move: move.after)


def late_numbers_since(tournament: Tournament, revision: int) -> str:
    """Describe late entries' numbers and who moved since a revision, for the organiser who added them."""
    since = tournament.journal.filter(number__gt=revision, after__has_key="numbered").order_by("number")
    names = dict(tournament.entries.values_list("pk", "display_name"))
    return " ".join(_late_numbers(entry.after, names) for entry in since)


def _late_numbers(after: Mapping[str, Any], names: Mapping[int, str]) -> str:
    numbered = [f"{names.get(one['entry'], '?')} {one['number']}" for one in after["numbered"]]
    moves = [
        NumberChange(EntryId(one["entry"]), names.get(one["entry"], "?"), one["before"], one["after"])
        for one in after["moved"]
    ]
    sentence = trn(
        "Starting number: {numbers}.", "Starting numbers: {numbers}.", len(numbered), numbers=_some(numbered)
    )
    if not moves:
        return str(sentence)
    return f"{sentence} {tr('These players move: {names}.', names=_some(list(map(str, moves))))}"


def _some(texts: Sequence[str]) -> str:
    """Join a few texts; of many, the first ones, the number left out, and the last."""
    more = len(texts) - NAMED_AT_MOST
    named = ", ".join(texts[:NAMED_AT_MOST])
    if more <= 0:
        return named
    return tr("{names} and {count} more, the last {last}", names=named, count=more, last=texts[-1])


@dataclass(frozen=True, slots=True)
class FactionShare:
    """A faction's `share` of the field and `win_rate` in percent.

    A draw is half a win; `win_rate` is None before the first game.
    """

    key: str
    name: str
    count: int
    share: int
    games: int
    win_rate: int | None


def faction_shares(tournament: Tournament) -> list[FactionShare]:
    """Return the factions, most played first; byes and forfeits are not games. Three queries."""
    listed = factions_of(tournament)
    rows = list(tournament.entries.exclude(faction="").values_list("pk", "faction", "dropped_at"))
    counts = Counter(name for _, name, dropped in rows if dropped is None)
    points = _points_of(tournament, {pk: name for pk, name, _ in rows})
    shares = [_share(listed, name, count, counts.total(), points[name]) for name, count in counts.items()]
    return sorted(shares, key=lambda one: (-one.count, name_key(one.name)))


def _points_of(tournament: Tournament, factions: dict[int, str]) -> defaultdict[str, list[int]]:
    """2, 1 or 0 for every game played."""
    agreed = Match.objects.agreed().filter(round__tournament=tournament)
    points: defaultdict[str, list[int]] = defaultdict(list)
    for first, second, result in agreed.values_list("first_id", "second_id", "result"):
        for pk, outcome in zip((first, second), OUTCOMES.get(result, ()), strict=False):
            if pk in factions and outcome.was_played:
                points[factions[pk]].append(2 if outcome.is_win else 0 if outcome.is_loss else 1)
    return points


def _share(factions: FactionList, name: str, count: int, field: int, points: list[int]) -> FactionShare:
    rate = round(50 * sum(points) / len(points)) if points else None
    return FactionShare(
        faction_key(factions, name), name, count, round(100 * count / field), len(points), rate
    )


@dataclass(frozen=True, slots=True)
class TypedFaction:
    """A typed faction that is not in the list, and the one probably meant."""

    name: str
    count: int
    candidates: list[Faction]


def not_in_the_list(tournament: Tournament) -> list[TypedFaction]:
    listed = factions_of(tournament)
    counts: defaultdict[str, int] = defaultdict(int)
    for name in tournament.entries.exclude(faction="").values_list("faction", flat=True):
        counts[name] += 1
    known = {one.name for one in listed.factions}
    return [
        TypedFaction(name, count, [same] if (same := listed.find(name)) else listed.nearest(name))
        for name, count in sorted(counts.items(), key=lambda row: name_key(row[0]))
        if name not in known
    ]
