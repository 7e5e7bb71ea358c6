"""What an older file says, as the present version says it: a chain of small steps, by the version of the file.

A step changes the rows in place. It adds what is missing and takes away only what is no longer known, so that a file
written halfway between two versions is read as well. What the values are worth is judged afterwards, in rows.py.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crosstable.events.models import with_score
from crosstable.events.records.journal_keys import Named
from crosstable.events.records.settings.earlier_rules import earlier_rules
from crosstable.games import GAMES, StartingOrder

Rows = dict[str, list[dict[str, Any]]]


def upgrade(rows: Rows, version: int) -> None:
    for known, steps in UPGRADES.items():
        for step in steps if known >= version else ():
            step(rows)


def _every_event_has_a_stage(rows: Rows) -> None:
    """An event without stages was one Swiss, and its rounds belonged to none."""
    rounds, tournament = rows.get("Round", []), rows["Tournament"][0]
    if rows.get("Stage"):
        return
    swiss = {
        "id": 1,
        "tournament": tournament.get("id"),
        "number": 1,
        "kind": "swiss",
        "name": "Swiss",
        "status": _status([row.get("status") for row in rounds], tournament.get("total_rounds")),
        "started_at": _first(row.get("started_at") for row in rounds),
        "settings": {"per_pool": 0, "next_best": 0},
    }
    if swiss["status"] == "closed":
        swiss["closed_at"] = _first(row.get("closed_at") for row in reversed(rounds))
    rows["Stage"] = [swiss]
    for row in rounds:
        row["stage"] = 1


def _status(rounds: Sequence[Any], total: Any) -> str:
    if rounds and isinstance(total, int) and rounds.count("closed") == len(rounds) >= total:
        return "closed"
    return "started" if "started" in rounds or "closed" in rounds else "planned"


def _first(values: Any) -> Any:
    return next((value for value in values if value is not None), None)


def _games_are_parts(rows: Rows) -> None:
    """What is now a part of a match was called a game of it."""
    if "Game" in rows:
        rows["MatchPart"] = rows.pop("Game")


def _results_have_scores(rows: Rows) -> None:
    """The result and the victory points it followed from said it all; later they stood beside the score."""
    for name in ("Match", "Claim", "MatchPart"):
        if name in rows:
            rows[name] = [with_score(row) for row in rows[name]]


def _the_journal_has_keys(rows: Rows) -> None:
    """Entries said in words what they were about."""
    named = Named(rows)
    for row in rows.get("JournalEntry", []):
        for name, key in named.keys_of(row).items():
            row.setdefault(name, key)


def _starting_numbers_are_stored(rows: Rows) -> None:
    """They were computed from the ratings, or were the order of entry where a report file had brought them."""
    tournament, entries = rows["Tournament"][0], rows.get("Entry", [])
    imported = tournament.pop("numbered_by_entry", False)
    game = GAMES.get(str(tournament.get("profile")))
    if game is None or game.starting_order is not StartingOrder.RATING:
        return
    published = any(row.get("status") != "draft" for row in rows.get("Round", []))
    if any("starting_number" in row for row in entries) or not (imported or published):
        return
    tournament["has_imported_numbers"] = imported
    if not imported:
        entries = sorted(entries, key=lambda row: (-(row.get("rating") or 0), row.get("seed") or 0))
    for number, row in enumerate(entries, start=1):
        row["starting_number"] = row.get("seed") if imported else number


def _events_keep_their_rules(rows: Rows) -> None:
    """Groups were not yet ranked by the rule of the sport."""
    event, stages = rows["Tournament"][0], rows.get("Stage", [])
    kept = earlier_rules(event, {str(stage.get("kind")) for stage in stages})
    event.update(kept)
    for stage in stages:
        if stage.get("kind") != "knockout" and isinstance(stage.get("settings"), dict):
            stage["settings"] |= kept


def _answers_have_one_shape(rows: Rows) -> None:
    """A file that names the words of its answers is from before “Next in the standings” had tie-breaks of its own."""
    tournament = rows["Tournament"][0]
    if "dialect" not in tournament:
        return
    del tournament["dialect"]
    if tournament.get("system") == "swiss-next" and not tournament.get("tie_breaks"):
        tournament["tie_breaks"] = ["PTS", "BH/C1", "BH", "SB"]


def _ratings_were_counted(rows: Rows) -> None:
    """Before it was a choice, every event with a closed round had moved the ratings, if anything could."""
    if any(row.get("status") == "closed" for row in rows.get("Round", [])):
        rows["Tournament"][0].setdefault("rated_here", "yes")


UPGRADES: Mapping[int, Sequence[Callable[[Rows], None]]] = {
    1: (_every_event_has_a_stage, _games_are_parts, _results_have_scores, _the_journal_has_keys),
    2: (
        _starting_numbers_are_stored,
        _answers_have_one_shape,
        _events_keep_their_rules,
        _ratings_were_counted,
    ),
}
