"""Why somebody stands where they stand, in sentences with the numbers (for pages and programs alike)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from crosstable.engine.history import History, history
from crosstable.engine.model import EntryId
from crosstable.engine.standings import Row
from crosstable.engine.tie_breaks import TieBreakValue, find_tie_break
from crosstable.engine.tie_breaks.ahead import Ahead, why_ahead
from crosstable.engine.tie_breaks.parts import Part, parts
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.standings.standings import Ranking, ranking
from crosstable.events.queries.standings.why_stages import DecidedByStages
from crosstable.events.queries.standings.words import listed, percent_words, points_words, signed_words


@dataclass(frozen=True, slots=True)
class Step:
    """One round's share of a tie-break, with whom it came from."""

    round: int
    opponent: str
    value: str
    note: str
    is_cut: bool


@dataclass(frozen=True, slots=True)
class Account:
    """How one entry's tie-break came about."""

    name: str
    tie_break: str
    value: str
    steps: Sequence[Step]
    rule: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two entries: which is ahead, the sentence, and how the deciding numbers came about."""

    ahead: Entry
    behind: Entry
    ahead_rank: int
    behind_rank: int
    sentence: str
    decided_by: str
    accounts: Sequence[Account]


@dataclass(frozen=True, slots=True)
class Place:
    """One entry's place: against the neighbours or somebody named, and every number taken apart."""

    entry: Entry
    rank: int
    of: int
    comparisons: Sequence[Comparison]
    accounts: Sequence[Account]
    others: Sequence[Entry]


def why_place(tournament: Tournament, entry_id: int, other_id: int | None = None) -> Place | None:
    """The entry against its neighbours, or against `other_id`. None where one of them is not ranked."""
    ranks = ranking(tournament)
    places = {int(row.entry.id): place for place, row in enumerate(ranks.rows)}
    wanted = [entry_id] if other_id is None else [entry_id, other_id]
    if any(id not in places for id in wanted):
        return None
    place = places[entry_id]
    row = ranks.rows[place]
    against = [ranks.rows[places[other_id]]] if other_id is not None else _neighbours(ranks.rows, place)
    known, stages = history(ranks.event), DecidedByStages(tournament)
    return Place(
        entry=ranks.entries[row.entry.id],
        rank=row.rank,
        of=len(ranks.rows),
        comparisons=[_comparison(ranks, known, stages, row, other) for other in against if other is not row],
        accounts=_accounts(ranks, known, row),
        others=[ranks.entries[r.entry.id] for r in ranks.rows if r is not row],
    )


def _neighbours(rows: Sequence[Row], place: int) -> list[Row]:
    return [*rows[max(0, place - 1) : place], *rows[place + 1 : place + 2]]


def _comparison(ranks: Ranking, known: History, stages: DecidedByStages, one: Row, two: Row) -> Comparison:
    """By the stage that decided, and by the tie-breaks where none of the later ones did."""
    above, below = sorted((one, two), key=ranks.rows.index)
    ahead, behind = ranks.entries[above.entry.id], ranks.entries[below.entry.id]
    if sentence := stages.sentence(ahead, behind, shared=above.rank == below.rank):
        return Comparison(ahead, behind, above.rank, below.rank, sentence, "", ())
    return _by_tie_breaks(ranks, known, one, two)


def _by_tie_breaks(ranks: Ranking, known: History, one: Row, two: Row) -> Comparison:
    why = why_ahead(ranks.rows, ranks.codes, one.entry.id, two.entry.id)
    ahead, behind = why.ahead.entry, why.behind.entry
    code = why.decided_by
    both = (why.ahead, why.behind)
    return Comparison(
        ahead=ranks.entries[ahead.id],
        behind=ranks.entries[behind.id],
        ahead_rank=why.ahead.rank,
        behind_rank=why.behind.rank,
        sentence=ahead_sentence(why),
        decided_by=code or "",
        accounts=[
            account for row in both if code and (account := _account(ranks, known, row, code, why.tied)).steps
        ],
    )


def ahead_sentence(why: Ahead) -> str:
    """'Both have 3 wins; Anna’s margin is +54, Ben’s +31.'"""
    level = f"Both have {listed([_amount(code, value) for code, value in why.equal])}" if why.equal else ""
    if why.decided_by is None or why.values is None:
        return f"{level}: they share the place and are listed by their starting numbers."
    names = why.ahead.entry.name, why.behind.entry.name
    difference = _difference(why.decided_by, names, why.values, why)
    if level:
        return f"{level}; {difference}"
    return difference.replace("the opp", "The opp", 1) if difference.startswith("the opp") else difference


def _difference(
    code: str, names: tuple[str, str], values: tuple[TieBreakValue, TieBreakValue], why: Ahead
) -> str:
    one, two = names
    ahead, behind = (value_words(code, value) for value in values)
    if code in COUNTED:
        return f"{one} has {_amount(code, values[0])}, {two} {behind}."
    if code == "MARGIN":
        return f"{one}’s margin is {ahead}, {two}’s {behind}."
    if code == "SOS":
        return f"the opponents of {one} won {ahead} of their games, those of {two} {behind}."
    if code in ("DE", "DE/P"):
        return _direct_encounter(why, names)
    if find_tie_break(code).among:
        return f"by “{_name(code)}” {one} is ahead of {two}."
    if code in ("TPN", "TPN/R"):
        return f"{one} has the starting number {ahead}, {two} {behind}."
    if find_tie_break(code).shown:
        return f"by “{_name(code)}” {one} is ahead with {ahead}, {two} has {behind}."
    return f"{one}’s {_name(code)} is {ahead}, {two}’s {behind}."


def _direct_encounter(why: Ahead, names: tuple[str, str]) -> str:
    """The games among the tied; with only these two, the game between them."""
    one, two = names
    scored = [
        sum((g.points for g in row.history.played if g.opponent in why.tied), Decimal(0))
        for row in (why.ahead, why.behind)
    ]
    ahead, behind = map(points_words, scored)
    if len(why.tied) == 2:
        return f"in their direct encounter {one} scored {ahead}, {two} {behind}."
    return f"in the games among the {len(why.tied)} who are level {one} scored {ahead}, {two} {behind}."


COUNTED = {
    "WINS": ("win", "wins"),
    "WIN": ("win", "wins"),
    "WON": ("game won over the board", "games won over the board"),
    "BPG": ("game with Black", "games with Black"),
    "BWG": ("win with Black", "wins with Black"),
    "REP": ("round elected to play", "rounds elected to play"),
    "PTS": ("point", "points"),
    "VP": ("victory point", "victory points"),
    "MP": ("match point", "match points"),
    "BP": ("board point", "board points"),
}


def _amount(code: str, value: TieBreakValue) -> str:
    words = value_words(code, value)
    if code in COUNTED:
        one, many = COUNTED[code]
        return f"{words} {one if 0 < value <= 1 else many}"
    if code == "MARGIN":
        return f"a margin of {words}"
    if find_tie_break(code).among:
        return "nothing between them in the direct encounter"
    return f"{_name(code)} {words}"


def _name(code: str) -> str:
    name = find_tie_break(code).name.replace(", ", " ")
    return name if code in PROPER else f"{name[:1].lower()}{name[1:]}"


# Named after people, or by letters everybody knows.
PROPER = {
    code
    for code in ("BH", "FB", "SB", "KS", "AOB")
    for code in (code, *(f"{code}/{cut}" for cut in ("C1", "C2", "M1", "M2")))
}


def value_words(code: str, value: TieBreakValue) -> str:
    if shown := find_tie_break(code).shown:
        return points_words(shown(value))
    if code == "MARGIN":
        return signed_words(int(value))
    if code == "SOS":
        return percent_words(value)
    return points_words(-value if code in ("TPN", "RTNG/R") else value)


def _accounts(ranks: Ranking, known: History, row: Row) -> list[Account]:
    made = [_account(ranks, known, row, code) for code in ranks.codes]
    return [account for account in made if account.steps]


def _account(ranks: Ranking, known: History, row: Row, code: str, tied: Sequence[EntryId] = ()) -> Account:
    value = row.values[ranks.codes.index(code)]
    steps = [_step(code, part, ranks.entries) for part in parts(known, code, row.entry.id, tied)]
    if extra := _extra(code, row):
        steps.append(extra)
    return Account(
        row.entry.name, find_tie_break(code).name, value_words(code, value), steps, RULES.get(code, "")
    )


def _extra(code: str, row: Row) -> Step | None:
    """The penalties and bonuses, which belong to no round."""
    amount: Decimal | int = row.history.extra_points if code == "PTS" else 0
    if code in ("MARGIN", "VP"):
        amount = row.history.extra_vp
    if not amount:
        return None
    return Step(0, "", signed_words(amount), "penalty" if amount < 0 else "bonus", False)


def _step(code: str, part: Part, entries: Mapping[EntryId, Entry]) -> Step:
    opponent = entries[part.opponent].display_name if part.opponent is not None else "no opponent"
    value = percent_words(part.value) if code == "SOS" else value_words(code, part.value)
    return Step(part.round, opponent, value, _note(part), part.is_cut)


def _note(part: Part) -> str:
    """What is special about it: a product, a cut, a round that was not played."""
    notes = []
    if part.times is not None and part.of is not None:
        notes.append(f"{points_words(part.of)} × {points_words(part.times)}")
    if part.opponent is None:
        notes.append("bye or absent")
    elif not part.was_played:
        notes.append("not played")
    if part.is_cut:
        notes.append("left out")
    return ", ".join(notes)


RULES = {
    "SOS": "The mean of the shares of their games these opponents won, a draw as half.",
    "BH": "The sum of the points of the opponents; a round not played counts as a dummy’s (FIDE C.07 art. 16).",
    "BH/C1": "As Buchholz, with the least significant value left out.",
    "BH/C2": "As Buchholz, with the two least significant values left out.",
    "BH/M1": "As Buchholz, with the lowest and the highest value left out.",
    "SB": "The points of each opponent times the points made against them.",
    "PS": "The sum of the scores after each round.",
    "AOB": "The mean of the opponents’ Buchholz.",
}
