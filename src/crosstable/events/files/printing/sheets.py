"""The content of each sheet as plain values for a template, independent of paper.

A sheet of rows has `columns` (label, align, width; `write` leaves a line to write on) and `rows` of cells:
text, or text followed by small text. Slips and cards have their own lists.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import NothingToPrint
from crosstable.events.files.printing.brackets import bracket_on_a_page, bracket_poster
from crosstable.events.files.printing.pairings import (
    evening_schedule,
    name_cards,
    pairings_by_name,
    pairings_by_table,
    result_slips,
)
from crosstable.events.files.printing.posters import registration_poster
from crosstable.events.files.printing.tables import crosstable, standings
from crosstable.events.models import Round, RoundStatus, StageKind, Tournament
from crosstable.events.queries.rounds.live_rounds import is_swiss
from crosstable.events.queries.stages.pool_schedule import matches_of_stage
from crosstable.installation import installation_name
from crosstable.languages import date_words
from crosstable.text import active, tr

Content = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A kind of sheet.

    `of_round`: shows one round, which must exist; `from_play`: about results so far; `of_knockout`,
    `of_pools`: only for events with a knockout, or with pools.
    """

    code: str
    title: str
    about: str
    build: Callable[[Tournament, Round | None, str], Content]
    of_round: bool = False
    from_play: bool = False
    of_knockout: bool = False
    of_pools: bool = False

    def is_for(self, kinds: Collection[str]) -> bool:
        """Return whether it applies to an event with these kinds of stages."""
        return (not self.of_knockout or StageKind.KNOCKOUT in kinds) and (
            not self.of_pools or StageKind.POOLS in kinds
        )

    def title_in(self, tournament: Tournament) -> str:
        """Return the title in the game's words: chess has boards."""
        return rules_of(tournament).say(self.title)

    def about_in(self, tournament: Tournament) -> str:
        return rules_of(tournament).say(self.about)

    def content(self, tournament: Tournament, round_: Round | None, address: str) -> Content:
        """Return all template values except the paper. `address`: the installation's, for codes on slips."""
        if self.of_round and round_ is None:
            raise NothingToPrint(
                what=self.title_in(tournament), when=tr("It is ready once a round is paired.")
            )
        played = tournament.rounds.filter(status__in=[RoundStatus.STARTED, RoundStatus.CLOSED])
        if self.from_play and not played.exists():
            raise NothingToPrint(
                what=self.title_in(tournament), when=tr("It is ready once round 1 has started.")
            )
        now, zone = timezone.localtime(timezone=tournament.zone), tournament.other_zone
        frame = {
            "event": tournament.name,
            "title": self.title_in(tournament),
            "round": _round_words(tournament, round_) if self.of_round else "",
            "words": _frame_words(date_words(now, "j M Y, H:i") + (f", {zone}" if zone else "")),
            "language": active().code.partition("-")[0],
            "installation": installation_name(),
        }
        with timezone.override(tournament.zone):
            return {**frame, **self.build(tournament, round_, address)}


def find_round(tournament: Tournament, number: int | None) -> Round | None:
    """Return the round with this number, or the newest; in pools, whose rounds all exist, the current."""
    rounds = tournament.rounds.select_related("stage").order_by("-number")
    if number is not None:
        return rounds.filter(number=number).first()
    newest = rounds.first()
    stage = newest.stage if newest is not None else None
    if stage is None or stage.kind != StageKind.POOLS:
        return newest
    open_ = (m.round for m in matches_of_stage(stage) if not m.is_agreed and not m.is_void)
    return next(open_, newest)


def _round_words(tournament: Tournament, round_: Round | None) -> str:
    assert round_ is not None
    words = str(round_)
    if is_swiss(round_):
        words = tr("{round} of {rounds}", round=round_, rounds=tournament.total_rounds)
    return words if round_.is_public else tr("{round} (draft, not published)", round=words)


def _frame_words(printed: str) -> dict[str, str]:
    """The words of every page. Typst knows the number of the page; the template replaces ‹page› and ‹pages›."""
    return {
        "printed": str(tr("Printed {time}", time=printed)),
        "page": str(tr("Page {page} of {pages}", page="‹page›", pages="‹pages›")),
    }


SHEETS: dict[str, Sheet] = {
    sheet.code: sheet
    for sheet in (
        Sheet(
            "pairings-by-table",
            tr("Pairings by {table}"),
            tr("For the wall and for walking the hall, with room for the results."),
            pairings_by_table,
            of_round=True,
        ),
        Sheet(
            "pairings-by-name",
            tr("Pairings by name"),
            tr("Every player finds their name, their place and their opponent."),
            pairings_by_name,
            of_round=True,
        ),
        Sheet(
            "result-slips",
            tr("Result slips"),
            tr("One for every {table}, to cut, fill in and sign; the code opens the match on a phone."),
            result_slips,
            of_round=True,
        ),
        Sheet(
            "schedule",
            tr("Schedule"),
            tr("Of pools: every match of the evening with its time and place, with room for the results."),
            evening_schedule,
            of_pools=True,
        ),
        Sheet("standings", tr("Standings"), tr("As they are now."), standings, from_play=True),
        Sheet(
            "crosstable",
            tr("Crosstable"),
            tr("Opponents and results, round by round."),
            crosstable,
            from_play=True,
        ),
        Sheet(
            "bracket",
            tr("Bracket"),
            tr("Of a knockout, on one page; with more than 32 in it take the poster."),
            bracket_on_a_page,
            of_knockout=True,
        ),
        Sheet(
            "bracket-poster",
            tr("Bracket as a poster"),
            tr("In large type on several pages, with marks to glue them by."),
            bracket_poster,
            of_knockout=True,
        ),
        Sheet(
            "registration-poster",
            tr("Registration poster"),
            tr("For the entrance: the address where players register, as a QR code and in large letters."),
            registration_poster,
        ),
        Sheet("name-cards", tr("Name cards"), tr("To cut and pin on, by name."), name_cards),
    )
}
