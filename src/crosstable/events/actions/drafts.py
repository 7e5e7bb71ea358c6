"""Changing a draft by hand (swap two players, change a table) and naming missions."""

from __future__ import annotations

from crosstable.accounts.models import User
from crosstable.events.actions.acting import Act, acting
from crosstable.events.choices import profile_of
from crosstable.events.errors import BadValue, NoSuchRound, Stale
from crosstable.events.journal_words import describe
from crosstable.events.models import Entry, Match, Round, RoundStatus, Tournament

LONGEST_MISSION = 80
HIGHEST_TABLE = 9999


def swap_players(
    *,
    tournament: Tournament,
    first: Entry,
    second: Entry,
    by: User,
    number: int | None = None,
    seen_version: int | None = None,
) -> None:
    """Exchange two players of the draft, each taking the other's place (a bye is a place too).

    Two who play each other change colours, where there are colours.
    """
    with acting(tournament, by) as act:
        round_ = _draft(act, "Swapping players", number)
        check_draft_version(act, round_, seen_version)
        a, b = _match_of(round_, first), _match_of(round_, second)
        if a.pk == b.pk and not profile_of(act.tournament).has_colors:
            raise BadValue(f"{first} and {second} play each other; swapping them changes nothing.", "second")
        before = {"was": [_words(a), _words(b)]}
        _replace_both(a, b, first, second)
        _touch(act, round_)
        act.record("draft.swapped", f"{first} and {second}", before, {"is": [_words(a), _words(b)]})


def change_table(*, match: Match, table: int, by: User) -> None:
    """Move a match of the draft to another table; whoever sits there takes the table left."""
    with acting(match.round.tournament, by) as act:
        round_ = _draft(act, "Changing a table", match.round.number)
        fresh = _fresh(round_, match)
        if not 1 <= table <= HIGHEST_TABLE or fresh.is_bye:
            raise BadValue(f"A table number is from 1 to {HIGHEST_TABLE}; a bye has none.", "table")
        left = fresh.table
        other = round_.matches.filter(table=table).exclude(pk=fresh.pk).first()
        _exchange_tables(fresh, other, table)
        _touch(act, round_)
        act.record("draft.table-changed", _words(fresh), before={"table": left}, after={"table": table})


def set_mission(*, tournament: Tournament, number: int, mission: str, by: User) -> None:
    """The mission of a round, for every table that has none of its own."""
    with acting(tournament, by) as act:
        round_ = _open_round(act, number)
        before, round_.mission = round_.mission, checked_mission(mission)
        round_.save(update_fields=["mission"])
        act.record(
            "round.mission-set", str(round_), before={"mission": before}, after={"mission": round_.mission}
        )


def set_table_mission(*, match: Match, mission: str, by: User) -> None:
    """A mission for one table; empty means the round's."""
    with acting(match.round.tournament, by) as act:
        fresh = _fresh(_open_round(act, match.round.number), match)
        before, fresh.mission = fresh.mission, checked_mission(mission)
        fresh.save(update_fields=["mission"])
        act.record(
            "table.mission-set", _words(fresh), before={"mission": before}, after={"mission": fresh.mission}
        )


def check_draft_version(act: Act, round_: Round, seen: int | None) -> None:
    """Nobody publishes or changes a draft other than the one they saw. Raises Stale with what was done to it."""
    if seen is None or seen == round_.version:
        return
    last = act.tournament.journal.select_related("by").filter(number=round_.version).first()
    by = last.by.get_username() if last is not None and last.by is not None else ""
    now = describe(last) if last is not None else "made anew"
    raise Stale(
        f"The draft of {str(round_).lower()}", now, by, last.at if last else None, version=round_.version
    )


def _touch(act: Act, round_: Round) -> None:
    round_.version = act.revision
    round_.save(update_fields=["version"])


def _draft(act: Act, action: str, number: int | None) -> Round:
    round_ = act.tournament.rounds.filter(status=RoundStatus.DRAFT).first()
    if round_ is None or number not in (None, round_.number):
        raise NoSuchRound(action, "a draft")
    return round_


def _open_round(act: Act, number: int) -> Round:
    round_ = act.tournament.rounds.filter(number=number).exclude(status=RoundStatus.CLOSED).first()
    if round_ is None:
        raise NoSuchRound("Setting a mission", "not closed")
    return round_


def _fresh(round_: Round, match: Match) -> Match:
    found = round_.matches.select_related("first", "second").filter(pk=match.pk).first()
    if found is None:
        raise BadValue(
            "This pairing is no longer in the round; the draft was made anew. Look again.", "match"
        )
    return found


def _match_of(round_: Round, entry: Entry) -> Match:
    for match in round_.matches.select_related("first", "second"):
        if entry.pk in (match.first_id, match.second_id):
            return match
    raise BadValue(f"{entry} is not in this draft.", "first")


def _replace_both(a: Match, b: Match, first: Entry, second: Entry) -> None:
    """Rewritten as new rows: within one round each player may stand only once, even for a moment."""
    places = {first.pk: second, second.pk: first}
    Match.objects.filter(pk__in=(a.pk, b.pk)).delete()
    moved = [a] if a.pk == b.pk else [a, b]
    for match in moved:
        match.review = ""
        match.first = places.get(match.first_id, match.first)
        if match.second is not None:
            match.second = places.get(match.second.pk, match.second)
        match.version += 1
    Match.objects.bulk_create(moved)


def _exchange_tables(match: Match, other: Match | None, table: int) -> None:
    left, pair = match.table, [match] + ([other] if other else [])
    Match.objects.filter(pk__in=[m.pk for m in pair]).delete()
    match.table = table
    if other is not None:
        other.table = left
    Match.objects.bulk_create(pair)


def checked_mission(mission: str) -> str:
    mission = mission.strip()
    if len(mission) > LONGEST_MISSION:
        raise BadValue(f"A mission has at most {LONGEST_MISSION} characters.", "mission")
    return mission


def _words(match: Match) -> str:
    if match.second is None:
        return f"{match.first} has the bye"
    return f"table {match.table}: {match.first} v {match.second}"
