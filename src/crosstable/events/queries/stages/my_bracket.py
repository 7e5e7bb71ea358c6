"""A player's way through a knockout: through to where, against whom, out at which place."""

from dataclasses import dataclass, replace

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import Status, round_name
from crosstable.events.models import Entry, Stage
from crosstable.events.queries.stages.bracket import Box, BracketView, Side, bracket_view, knockout_of


@dataclass(frozen=True, slots=True)
class MyBracket:
    """`title` and `text`: what there is to know, empty while there is a match to play; `series`: its games so far.
    `is_in`: a match is to come, and somebody waits for it. `still_in`: “in the final”, until the place is certain."""

    stage: Stage
    title: str = ""
    text: str = ""
    series: str = ""
    is_in: bool = True
    still_in: str = ""


def my_bracket(entry: Entry) -> MyBracket | None:
    """None where there is no knockout that everybody may see."""
    stage = knockout_of(entry.tournament)
    if stage is None or not stage.is_public:
        return None
    view = bracket_view(stage, entry.pk)
    if view is None or (view.entry is None and any(side.entry is None for side in _first_sides(view))):
        return None  # the stage before is still being played
    if view.entry is None:
        return MyBracket(stage, f"You are not in the {stage.name}", "Follow it in the bracket.", is_in=False)
    return replace(_way(view, entry), still_in=view.still_in_words.get(EntryId(entry.pk), ""))


def _first_sides(view: BracketView) -> list[Side]:
    return [side for box in view.boxes for side in box.sides if side.seed is not None]


def _way(view: BracketView, entry: Entry) -> MyBracket:
    path = [box for box in view.boxes if box.is_on_path]
    coming = [box for box in path if box.status is not Status.DECIDED]
    if not path:
        return MyBracket(view.stage, "You have a bye", "Your opponent is known when the round is over.")
    if not coming:
        return _over(view, entry, path[-1])
    box = coming[0]
    if box.row is not None:
        return MyBracket(view.stage, series=_series(box, entry))
    opponent = next(side for side in box.sides if side.entry != entry)
    through = "You are through" if len(path) > 1 else "You are in"
    if box.match.best > 1:
        through = "You play on"
    return MyBracket(view.stage, f"{through}: {box.name}", f"Your opponent: {opponent.name.lower()}.")


def _over(view: BracketView, entry: Entry, last: Box) -> MyBracket:
    if view.champion == entry:
        return MyBracket(view.stage, f"You have won the {view.stage.name}", "Congratulations.", is_in=False)
    if entry in view.contenders:
        coming = round_name(view.bracket, last.round + 1)
        return MyBracket(
            view.stage, f"You are through: {coming}", "Your opponent is known when the round is over."
        )
    winner = last.winner.name if last.winner is not None else ""
    if last.winner is not None and last.winner.entry == entry:
        title, text = f"You have won: {last.name}", "Your last match is played."
    else:
        title, text = f"You are out: {last.name}", f"{winner} goes on. Thank you for playing."
    return MyBracket(view.stage, title, text, is_in=False)


def _series(box: Box, entry: Entry) -> str:
    if box.match.best_of == 1:
        return ""
    mine = next(side for side in box.sides if side.entry == entry)
    theirs = next(side for side in box.sides if side.entry != entry)
    score = f": {mine.score}–{theirs.score} so far" if mine.score else ""
    return f"Best of {box.match.best_of}{score}. Report game by game."
