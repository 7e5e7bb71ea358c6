"""A finished event at a glance: podium, moments, the best of each faction, and the numbers of the charts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosstable.engine.model import EntryId
from crosstable.engine.moments import Moments, PlayedMatch, moments_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Entry, Match, RatingChange, Tournament, score_from_json
from crosstable.events.queries.matches import with_boards
from crosstable.events.queries.people.entries import FactionShare, faction_shares
from crosstable.events.queries.people.public import entries_with_ratings, players_of, podium_of
from crosstable.events.queries.standings.standings import Table, TableRow, standings_table
from crosstable.games import Use
from crosstable.text import Text, names_text, tr, trn

SHOWN = 12
# A faction with one player has no best player.
FEWEST_IN_FACTION = 2
BAR_WIDTHS, MOST_BARS = (25, 50, 100, 200, 400, 1000), 9


@dataclass(frozen=True, slots=True)
class Winner:
    """An entry on the podium; `line` is its row of the final table, None where each pool has its own table."""

    entry: Entry
    line: TableRow | None


@dataclass(frozen=True, slots=True)
class FinalPlace:
    rank: int
    winners: Sequence[Winner]
    pool: str = ""

    @property
    def entries(self) -> list[Entry]:
        return [one.entry for one in self.winners]


@dataclass(frozen=True, slots=True)
class MatchMoment:
    """A match worth telling, with the numbers of the winner first; `upset` is the difference of ratings."""

    match: Match
    winner: Entry
    loser: Entry
    score: str
    ratings: tuple[int, int]
    upset: int

    @property
    def winner_rating(self) -> int:
        return self.ratings[0]

    @property
    def loser_rating(self) -> int:
        return self.ratings[1]

    @property
    def upset_words(self) -> Text:
        """The winner, the loser and their ratings, and the score if it has numbers."""
        ratings = {"rating": self.winner_rating, "other": self.loser_rating}
        names = {"winner": str(self.winner), "loser": str(self.loser)}
        if not self.match.tallies:
            return tr("{winner} ({rating}) beat {loser} ({other})", **names, **ratings)
        return tr("{winner} ({rating}) beat {loser} ({other}), {score}", score=self.score, **names, **ratings)


@dataclass(frozen=True, slots=True)
class SeriesMoment:
    wins: int
    entries: Sequence[Entry]

    @property
    def names(self) -> Text:
        return names_text(str(entry) for entry in self.entries)


@dataclass(frozen=True, slots=True)
class FactionResult:
    """A faction with its best entry, None for a faction of one."""

    share: FactionShare
    best: Entry | None
    rank: int


@dataclass(frozen=True, slots=True)
class TopRow:
    """A row of the final table; `entry` has `earned_rating`."""

    line: TableRow
    entry: Entry
    # The best of its faction.
    is_best: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: all from `start` to `last`; `share` is its height in percent of the highest."""

    start: int
    last: int
    count: int
    share: int

    @property
    def words(self) -> Text:
        if self.start == self.last:
            return trn("{start}: {count} player", "{start}: {count} players", self.count, start=self.start)
        return trn(
            "{start} to {last}: {count} player",
            "{start} to {last}: {count} players",
            self.count,
            start=self.start,
            last=self.last,
        )

    @property
    def gap(self) -> int:
        """The empty part above it, in percent."""
        return 100 - self.share


@dataclass(frozen=True, slots=True)
class SideResults:
    """Games played by the side that won, each with its share in percent."""

    first: int
    drawn: int
    second: int

    @property
    def games(self) -> int:
        return self.first + self.drawn + self.second

    @property
    def first_share(self) -> int:
        return round(100 * self.first / self.games)

    @property
    def drawn_share(self) -> int:
        return 100 - self.first_share - self.second_share

    @property
    def second_share(self) -> int:
        return round(100 * self.second / self.games)


@dataclass(frozen=True, slots=True)
class FinishedEvent:
    """`table` is None where several pools end the event: their players never met."""

    places: Sequence[FinalPlace]
    count: int
    table: Table | None
    upset: MatchMoment | None
    closest: MatchMoment | None
    series: SeriesMoment | None
    factions: Sequence[FactionResult]
    entries: Mapping[int, Entry]
    ratings: Sequence[Bar]
    average: int | None
    wins: Sequence[Bar]
    sides: SideResults | None

    @property
    def top(self) -> list[TopRow]:
        """The first rows of the final table."""
        best = {one.best.pk for one in self.factions if one.best is not None}
        lines = self.table.lines[:SHOWN] if self.table else ()
        return [TopRow(line, self.entries[line.entry.pk], line.entry.pk in best) for line in lines]

    @property
    def has_moments(self) -> bool:
        return any((self.upset, self.closest, self.series))

    @property
    def winners(self) -> list[Entry]:
        """The winner, several if they share the place or if each pool has one."""
        return [one.entry for place in self.places for one in place.winners if place.rank == 1]


def finished_event(tournament: Tournament) -> FinishedEvent:
    """Return the page of a finished event: a number of queries that does not grow with the event."""
    podium = podium_of(tournament)
    table = None if any(place.pool for place in podium) else standings_table(tournament)
    entries = entries_with_ratings(tournament)
    lines = {line.entry.pk: line for line in table.lines} if table else {}
    rules = rules_of(tournament)
    played = _played(tournament, entries)
    found = moments_of(played, [EntryId(pk) for pk in lines] or [EntryId(entry.pk) for entry in entries])
    upset, closest, series = _shown_moments(tournament, found, entries)
    known = [rules.known_rating(entry.rating, entry.earned_rating) for entry in entries]  # type: ignore[attr-defined]
    rated = [rating for rating in known if rating]
    return FinishedEvent(
        [
            FinalPlace(place.rank, [Winner(one, lines.get(one.pk)) for one in place.entries], place.pool)
            for place in podium
        ],
        players_of(tournament, entries),
        table,
        upset,
        closest,
        series,
        _factions(tournament, lines) if Use.FACTIONS in rules.uses else [],
        {entry.pk: entry for entry in entries},
        bars(rated),
        round(sum(rated) / len(rated)) if rated else None,
        bars([line.history.wins for line in lines.values()], widths=(1, 2, 5, 10)),
        _sides(played) if Use.COLORS in rules.uses else None,
    )


def _played(tournament: Tournament, entries: Sequence[Entry]) -> list[PlayedMatch]:
    """All matches that count, with the ratings before them. Two queries."""
    player_of = {entry.pk: entry.player_id for entry in entries}
    own, rules = {entry.pk: entry.rating for entry in entries}, rules_of(tournament)
    changes = RatingChange.objects.filter(match__round__tournament=tournament, correction__isnull=True)
    before = {(match, player): value for match, player, value in changes.values_list(*_LEDGER)}
    rows = Match.objects.agreed().filter(round__tournament=tournament, is_void=False)

    def rating(match: int, entry: int) -> int:
        return rules.known_rating(own.get(entry), before.get((match, player_of.get(entry)))) or 0

    return [
        PlayedMatch(
            row["pk"],
            row["round__number"],
            row["first"],
            row["second"],
            score_from_json(row).to_result(),
            (rating(row["pk"], row["first"]), rating(row["pk"], row["second"])),
        )
        for row in rows.order_by("round__number", "pk").values(*_COLUMNS)
    ]


_LEDGER = ("match", "player", "before")
_COLUMNS = ("pk", "round__number", "first", "second", "result", "score", "tallies")


def _shown_moments(
    tournament: Tournament, moments: Moments, entries: Sequence[Entry]
) -> tuple[MatchMoment | None, MatchMoment | None, SeriesMoment | None]:
    known = {entry.pk: entry for entry in entries}
    wanted = [one.key for one in (moments.upset, moments.closest) if one is not None]
    rows = list(Match.objects.select_related("round", "first", "second").filter(pk__in=wanted))
    matches = {match.pk: match for match in with_boards(rows, tournament)}

    def moment_of(played: PlayedMatch | None) -> MatchMoment | None:
        if played is None:
            return None
        match, first = matches[played.key], played.winner == played.first
        winner, loser = (match.first, match.second) if first else (match.second, match.first)
        assert winner is not None and loser is not None
        score = match.board_score(first=first) or match.parsed_score.words_for(first=first)
        ratings = played.ratings if first else played.ratings[::-1]
        return MatchMoment(match, winner, loser, score, (ratings[0], ratings[1]), played.upset)

    series = moments.series
    series_moment = SeriesMoment(series.wins, [known[pk] for pk in series.entries]) if series else None
    return moment_of(moments.upset), moment_of(moments.closest), series_moment


def _factions(tournament: Tournament, lines: Mapping[int, TableRow]) -> list[FactionResult]:
    """The factions, most played first, each with its best entry in the final table."""
    best: dict[str, TableRow] = {}
    for line in lines.values():
        best.setdefault(line.entry.faction, line)
    return [
        FactionResult(
            share,
            best[share.name].entry if has_best else None,
            best[share.name].rank if has_best else 0,
        )
        for share in faction_shares(tournament)
        for has_best in [share.count >= FEWEST_IN_FACTION and share.name in best]
    ]


def bars(values: Sequence[int], widths: Sequence[int] = BAR_WIDTHS) -> list[Bar]:
    """Count the values in bars of equal width, at most nine; none if all are in one bar."""
    if not values:
        return []
    low, high = min(values), max(values)
    width = next((one for one in widths if high // one - low // one < MOST_BARS), widths[-1])
    counts = Counter(value // width for value in values)
    if len(counts) < 2:
        return []
    most = max(counts.values())
    return [
        Bar(place * width, place * width + width - 1, counts[place], round(100 * counts[place] / most))
        for place in range(low // width, high // width + 1)
    ]


def _sides(played: Sequence[PlayedMatch]) -> SideResults | None:
    results = [match.result for match in played if match.result.first.was_played]
    won, lost = sum(one.first.is_win for one in results), sum(one.second.is_win for one in results)
    return SideResults(won, len(results) - won - lost, lost) if results else None


def winners_label(finished: FinishedEvent) -> Text:
    return tr("Winners") if len(finished.winners) > 1 else tr("Winner")


def size_words(tournament: Tournament, finished: FinishedEvent) -> Text:
    if tournament.has_teams:
        return trn("{count} team", "{count} teams", finished.count)
    return trn("{count} player", "{count} players", finished.count)


def share_text(tournament: Tournament, finished: FinishedEvent) -> str:
    """Return the result in a few sentences, to send to others."""
    names = names_text(str(entry) for entry in finished.winners)
    if len(finished.winners) == 1:
        sentences = [tr("{winner} wins {event}.", winner=names, event=tournament.name)]
    else:
        sentences = [tr("The winners of {event}: {names}.", event=tournament.name, names=names)]
    sentences += [
        tr(
            "Place {rank}: {names}.",
            rank=place.rank,
            names=names_text(map(str, place.entries)),
        )
        for place in finished.places
        if place.rank > 1
    ]
    if tournament.has_teams:
        sentences.append(trn("{count} team took part.", "{count} teams took part.", finished.count))
    else:
        sentences.append(trn("{count} player took part.", "{count} players took part.", finished.count))
    return " ".join(str(sentence) for sentence in sentences)
