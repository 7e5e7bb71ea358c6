"""Good, doubtful or bad: what would become of every row in this tournament. Stores nothing.

A doubtful row may be somebody who is there already. When its name is taken word for word it is offered under a name
that tells the two apart, since names are unique in a tournament: “Ann Lee (Leeds)”.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain

from crosstable.events.errors import Refused
from crosstable.events.files.uploads.names import name_key
from crosstable.events.files.uploads.reading import Upload, UploadRow
from crosstable.events.models import Tournament
from crosstable.events.queries.people.fide import KnownPerson, known_by_fide_id
from crosstable.events.records.entries import EntryDetails, check_values
from crosstable.events.records.rules import rules_of
from crosstable.fields import LONGEST_NAME

LEFT_OUT = "Left out: this game does not ask for it."


class Verdict(StrEnum):
    GOOD = "good"
    DOUBTFUL = "doubtful"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """`details` is what would be entered; a bad row has none. `reason` says why it is not good, `remark` what of it is
    left out."""

    number: int
    name: str
    verdict: Verdict
    reason: str
    details: EntryDetails | None
    members: tuple[str, ...] = ()
    remark: str = ""
    email: str = ""

    @property
    def is_good(self) -> bool:
        return self.verdict is Verdict.GOOD

    @property
    def is_doubtful(self) -> bool:
        return self.verdict is Verdict.DOUBTFUL


@dataclass
class _Entries:
    """Who is there so far, and how to say where: “in row 7”, “entered already”."""

    names: dict[str, str] = field(default_factory=dict)
    alike: dict[str, tuple[str, str]] = field(default_factory=dict)
    fide_ids: dict[str, str] = field(default_factory=dict)
    # Persons of other events.
    known: Mapping[str, KnownPerson] = field(default_factory=dict)
    # The last number that told a name apart: a thousand of one name are not tried from two on each time.
    numbers: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, fide_id: str, where: str) -> None:
        self.names.setdefault(name.casefold(), where)
        self.alike.setdefault(name_key(name), (name, where))
        if fide_id:
            self.fide_ids.setdefault(fide_id, f"{name}, {where}")

    def counted_on(self, key: str) -> Iterator[int]:
        """2, 3 and so on, those left out that were given out before."""
        while True:
            self.numbers[key] = self.numbers.get(key, 1) + 1
            yield self.numbers[key]

    def doubt(self, name: str, fide_id: str) -> str:
        if where := self.names.get(name.casefold()):
            return f"The same name is {where}."
        if alike := self.alike.get(name_key(name)):
            return f"Nearly the same as “{alike[0]}”, {alike[1]}."
        if fide_id and (who := self.fide_ids.get(fide_id)):
            return f"The same FIDE ID as {who}."
        if (person := self.known.get(fide_id)) and name_key(name) not in map(name_key, person.names):
            return (
                f"FIDE ID {fide_id} belongs to {person.player.name} here. Take the row if it is the same person; "
                "otherwise correct the number."
            )
        return ""


def judge(upload: Upload, tournament: Tournament) -> list[JudgedRow]:
    """Two queries, whatever the size of the file."""
    return judge_rows(upload.rows, tournament)


def judge_rows(rows: Sequence[UploadRow], tournament: Tournament) -> list[JudgedRow]:
    entries = _Entries(known=known_by_fide_id(row.details.fide_id for row in rows if row.details))
    for name, fide_id in tournament.entries.values_list("display_name", "fide_id"):
        entries.add(name, fide_id, "entered already")
    return list(_judged(rows, tournament, entries))


def _judged(rows: Iterable[UploadRow], tournament: Tournament, entries: _Entries) -> Iterable[JudgedRow]:
    for row in rows:
        details, problem, remark = _readable(row, tournament)
        if details is None:
            yield JudgedRow(row.number, row.name, Verdict.BAD, problem, None)
        elif doubt := entries.doubt(row.name, details.fide_id):
            details, doubt = _told_apart(details, doubt, entries)
            entries.add(details.display_name, details.fide_id, f"in row {row.number}")
            yield JudgedRow(row.number, row.name, Verdict.DOUBTFUL, doubt, details, (), remark, row.email)
        else:
            entries.add(row.name, details.fide_id, f"in row {row.number}")
            yield JudgedRow(row.number, row.name, Verdict.GOOD, "", details, (), remark, row.email)


def _readable(row: UploadRow, tournament: Tournament) -> tuple[EntryDetails | None, str, str]:
    """What would be entered, what stands against it, and what is left out of it: a value that cannot be is no reason
    to turn somebody away from a game that does not ask for it."""
    asked = {ask.name for ask in rules_of(tournament).game.asks}
    for field_name, why in row.unreadable.items():
        if field_name in asked:
            return None, why, ""
    if row.details is None:
        return None, row.problem, ""
    details = row.details if "list_text" in asked else replace(row.details, list_text="")
    try:
        check_values(tournament, details)
    except Refused as refusal:
        return None, str(refusal), ""
    return details, "", " ".join([*row.unreadable.values(), LEFT_OUT]) if row.unreadable else row.remark


def _told_apart(details: EntryDetails, doubt: str, entries: _Entries) -> tuple[EntryDetails, str]:
    name = details.display_name
    if details.fide_id in entries.fide_ids:
        details = replace(details, fide_id="")  # one person has one number
        doubt = f"{doubt} It is taken without the FIDE ID."
    if name.casefold() not in entries.names:
        return details, doubt
    key = name.casefold()
    marks = chain([details.team_name, str(details.birth_year or "")], map(str, entries.counted_on(key)))
    tried = (f"{name[: LONGEST_NAME - len(mark) - 3]} ({mark})" for mark in marks if 0 < len(mark) <= 30)
    other = next(one for one in tried if one.casefold() not in entries.names)
    return replace(details, display_name=other), f"{doubt} If it is another person, the entry is “{other}”."
