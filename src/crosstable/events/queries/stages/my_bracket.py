"""A player's path through a knockout: reached round, next opponent, final place."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import Status, round_name
from crosstable.events.models import Entry, Stage, Tournament
from crosstable.events.queries.stages.bracket import Box, BracketView, bracket_view, knockout_of
from crosstable.text import tr


@dataclass(frozen=True, slots=True)
class MyBracket:
    """A player's position in the knockout.

    `title` and `text`: its description, empty while there is a match to play; `series`: the games of that
    match so far. `is_in`: a match is to come and an opponent waits for it. `still_in`: “in the final”, until
    the place is certain.
    """

    stage: Stage
    title: str = ""
    text: str = ""
    series: str = ""
    is_in: bool = True
    still_in: str = ""


@dataclass(frozen=True, slots=True)
class Paths:
    """The knockout of an event with every entry's matches, read once for all of them."""

    view: BracketView
    seated: frozenset[int]
    contenders: frozenset[int]
    of_entry: Mapping[int, Sequence[Box]]
    # Some first-round entries are not known yet.
    waits_for_earlier_stage: bool


def paths_of(tournament: Tournament) -> Paths | None:
    """Return the paths; None without a published knockout."""
    stage = knockout_of(tournament)
    view = bracket_view(stage) if stage is not None and stage.is_public else None
    if stage is None or view is None:
        return None
    of_entry: defaultdict[int, list[Box]] = defaultdict(list)
    for box in view.boxes:
        for side in box.sides:
            if side.entry is not None and box.status is not Status.UNNEEDED:
                of_entry[side.entry.pk].append(box)
    seats = stage.bracket_seats.exclude(entry=None).values_list("entry_id", flat=True)
    first = [side for box in view.boxes for side in box.sides if side.seed is not None]
    return Paths(
        view,
        frozenset(seats),
        frozenset(entry.pk for entry in view.contenders),
        of_entry,
        any(side.entry is None for side in first),
    )


def my_bracket(entry: Entry, paths: Paths | None) -> MyBracket | None:
    """Return the position; None without a published knockout or while the stage before it is in progress."""
    if paths is None:
        return None
    stage = paths.view.stage
    if entry.pk not in paths.seated:
        out = MyBracket(
            stage, tr("You are not in: {stage}", stage=stage), tr("Follow it in the bracket."), is_in=False
        )
        return None if paths.waits_for_earlier_stage else out
    return replace(_way(paths, entry), still_in=paths.view.still_in_words.get(EntryId(entry.pk), ""))


def _way(paths: Paths, entry: Entry) -> MyBracket:
    view, path = paths.view, paths.of_entry.get(entry.pk, ())
    coming = [box for box in path if box.status is not Status.DECIDED]
    if not path:
        return MyBracket(
            view.stage, tr("You have a bye"), tr("Your opponent is known when the round is closed.")
        )
    if not coming:
        return _over(paths, entry, path[-1])
    box = coming[0]
    if box.row is not None:
        return MyBracket(view.stage, series=_series(box, entry))
    opponent = next(side for side in box.sides if side.entry != entry)
    title = tr("You are in: {match}", match=box.name)
    if box.match.best > 1:
        title = tr("You play on: {match}", match=box.name)
    elif len(path) > 1:
        title = tr("You have advanced: {match}", match=box.name)
    return MyBracket(view.stage, title, tr("Your opponent: {name}.", name=opponent.name))


def _over(paths: Paths, entry: Entry, last: Box) -> MyBracket:
    view = paths.view
    if view.champion == entry:
        return MyBracket(
            view.stage,
            tr("You have won: {match}", match=view.stage.shown_name),
            tr("Congratulations."),
            is_in=False,
        )
    if entry.pk in paths.contenders:
        coming = round_name(view.bracket, last.round + 1)
        return MyBracket(
            view.stage,
            tr("You have advanced: {match}", match=coming),
            tr("Your opponent is known when the round is closed."),
        )
    winner = last.winner.name if last.winner is not None else ""
    if last.winner is not None and last.winner.entry == entry:
        title, text = tr("You have won: {match}", match=last.name), tr("Your last match is played.")
    else:
        title = tr("You are eliminated: {match}", match=last.name)
        text = tr("{winner} advances. Thank you for playing.", winner=winner)
    return MyBracket(view.stage, title, text, is_in=False)


def _series(box: Box, entry: Entry) -> str:
    if box.match.best_of == 1:
        return ""
    mine = next(side for side in box.sides if side.entry == entry)
    theirs = next(side for side in box.sides if side.entry != entry)
    if not mine.score:
        return tr("Best of {best_of}. Report game by game.", best_of=box.match.best_of)
    return tr(
        "Best of {best_of}: {score} so far. Report game by game.",
        best_of=box.match.best_of,
        score=f"{mine.score}–{theirs.score}",
    )
