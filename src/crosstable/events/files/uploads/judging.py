"""Validate every row for this tournament as good, doubtful or bad; build the preview; store nothing.

A doubtful row may be a player who is already entered. If its name is taken exactly, it is offered under a
distinct one, since names are unique in a tournament: “Ann Lee (Leeds)”.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from itertools import chain
from typing import Any
from uuid import UUID

from crosstable.accounts.models import User
from crosstable.accounts.names import likeness_key
from crosstable.events.bridge.entries import EntryDetails, check_values
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue, Refused, named
from crosstable.events.files.uploads.cells import MEANINGS, heading_key
from crosstable.events.files.uploads.reading import Upload, UploadRow, read_upload
from crosstable.events.models import PlayerUpload, Tournament
from crosstable.events.queries.people.entries import free_places
from crosstable.events.queries.people.players import KnownPerson, known_by_fide_id
from crosstable.fields import LONGEST_NAME
from crosstable.text import tr

LEFT_OUT = tr("Ignored: this game does not use it.")


class Verdict(StrEnum):
    GOOD = "good"
    DOUBTFUL = "doubtful"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A validated row.

    `details`: the entry to create, None for a bad row. `reason`: why it is not good. `remark`: what is left
    out.
    """

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
    """The entries so far, and their source for messages: “in row 7”, “entered already”."""

    names: dict[str, str] = field(default_factory=dict)
    alike: dict[str, tuple[str, str]] = field(default_factory=dict)
    fide_ids: dict[str, str] = field(default_factory=dict)
    # Players of other events.
    known: Mapping[str, KnownPerson] = field(default_factory=dict)
    # The last number appended to a name: a thousand equal names must not each be tried from 2 on.
    numbers: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, fide_id: str, where: str) -> None:
        self.names.setdefault(name.casefold(), where)
        self.alike.setdefault(likeness_key(name), (name, where))
        if fide_id:
            self.fide_ids.setdefault(fide_id, f"{name}, {where}")

    def counted_on(self, key: str) -> Iterator[int]:
        """2, 3 and so on, without those already used."""
        while True:
            self.numbers[key] = self.numbers.get(key, 1) + 1
            yield self.numbers[key]

    def doubt(self, name: str, fide_id: str) -> str:
        if where := self.names.get(name.casefold()):
            return tr("The same name is {where}.", where=where)
        if alike := self.alike.get(likeness_key(name)):
            return tr("Nearly the same as “{alike}”, {alike_2}.", alike=alike[0], alike_2=alike[1])
        if fide_id and (who := self.fide_ids.get(fide_id)):
            return tr("The same FIDE ID as {who}.", who=who)
        if (person := self.known.get(fide_id)) and likeness_key(name) not in map(likeness_key, person.names):
            return tr(
                "FIDE ID {fide_id} belongs to {name} here. Take the row if it is the same person; "
                "otherwise correct the number.",
                fide_id=fide_id,
                name=person.player.name,
            )
        return ""


def judge(upload: Upload, tournament: Tournament) -> list[JudgedRow]:
    """Validate the rows in two queries, whatever the size of the file."""
    return judge_rows(upload.rows, tournament)


def judge_rows(rows: Sequence[UploadRow], tournament: Tournament) -> list[JudgedRow]:
    entries = _Entries(known=known_by_fide_id(row.details.fide_id for row in rows if row.details))
    # An event that is about to be created has no entries.
    stored = tournament.entries.values_list("display_name", "fide_id") if tournament.pk else ()
    for name, fide_id in stored:
        entries.add(name, fide_id, tr("entered already"))
    return list(_judged(rows, tournament, entries))


def _judged(rows: Iterable[UploadRow], tournament: Tournament, entries: _Entries) -> Iterable[JudgedRow]:
    for row in rows:
        details, problem, remark = _readable(row, tournament)
        if details is None:
            yield JudgedRow(row.number, row.name, Verdict.BAD, problem, None)
        elif doubt := entries.doubt(row.name, details.fide_id):
            details, doubt = _disambiguated(details, doubt, entries)
            entries.add(details.display_name, details.fide_id, tr("in row {number}", number=row.number))
            yield JudgedRow(row.number, row.name, Verdict.DOUBTFUL, doubt, details, (), remark, row.email)
        else:
            entries.add(row.name, details.fide_id, tr("in row {number}", number=row.number))
            yield JudgedRow(row.number, row.name, Verdict.GOOD, "", details, (), remark, row.email)


def _readable(row: UploadRow, tournament: Tournament) -> tuple[EntryDetails | None, str, str]:
    """The entry, the reason against it, and what is left out.

    An invalid value is no reason to refuse a player if the game does not use it.
    """
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


def _disambiguated(details: EntryDetails, doubt: str, entries: _Entries) -> tuple[EntryDetails, str]:
    name = details.display_name
    if details.fide_id in entries.fide_ids:
        details = replace(details, fide_id="")  # a FIDE ID belongs to one person
        doubt = tr("{doubt} The row is added without the FIDE ID.", doubt=doubt)
    if name.casefold() not in entries.names:
        return details, doubt
    key = name.casefold()
    marks = chain([details.team_name, str(details.birth_year or "")], map(str, entries.counted_on(key)))
    tried = (f"{name[: LONGEST_NAME - len(mark) - 3]} ({mark})" for mark in marks if 0 < len(mark) <= 30)
    other = next(one for one in tried if one.casefold() not in entries.names)
    return replace(details, display_name=other), tr(
        "{doubt} If it is another person, the entry is “{other}”.", doubt=doubt, other=other
    )


def judge_required(
    file_name: str, data: bytes, tournament: Tournament, columns: Mapping[str, str]
) -> list[JudgedRow]:
    """Return every row, bad if a column is empty. Raises BadValue if a column is missing, and a Refused.

    `columns` maps meanings to headings.
    """
    upload = read_upload(file_name, data)
    found = {MEANINGS.get(heading_key(word)) for word in upload.used}
    if missing := [heading for meaning, heading in columns.items() if not found & _also(meaning)]:
        every = ", ".join(columns.values())
        raise BadValue(
            tr(
                "The column {missing} is missing. A list has the columns {every}.",
                missing=named(missing),
                every=every,
            ),
            "file",
        )
    return [_filled(row, columns) for row in judge(upload, tournament)]


def _also(meaning: str) -> set[str]:
    """A name may be in two columns."""
    return {"name", "first", "last"} if meaning == "name" else {meaning}


def _filled(row: JudgedRow, columns: Mapping[str, str]) -> JudgedRow:
    if row.details is None:
        return row
    values = {
        "name": row.details.display_name,
        "rating": row.details.rating,
        "team_name": row.details.team_name,
    }
    empty = [heading for meaning, heading in columns.items() if not values[meaning]]
    if not empty:
        return row
    return replace(row, verdict=Verdict.BAD, reason=tr("{empty} is empty.", empty=named(empty)), details=None)


@dataclass(frozen=True, slots=True)
class UploadPreview:
    """The preview of an upload. `free`: places left in the event; None without a limit."""

    upload: PlayerUpload
    good: Sequence[JudgedRow]
    doubtful: Sequence[JudgedRow]
    bad: Sequence[JudgedRow]
    free: int | None

    @property
    def is_short_of_room(self) -> bool:
        """Whether places are too few; doubtful rows count, since the organiser may accept them."""
        return self.free is not None and len(self.good) + len(self.doubtful) > self.free

    @property
    def to_look_at(self) -> Sequence[JudgedRow]:
        return sorted([*self.doubtful, *self.bad], key=lambda row: row.number)


def upload_of(user: User, tournament: Tournament, upload_id: UUID) -> PlayerUpload | None:
    """Return the upload; only the user who uploaded it can see and accept it."""
    rows = PlayerUpload.objects.select_related("tournament")
    return rows.filter(pk=upload_id, tournament=tournament, by=user).first()


def preview_of(upload: PlayerUpload) -> UploadPreview:
    rows = from_json(upload.rows)
    good, doubtful, bad = ([row for row in rows if row.verdict is verdict] for verdict in Verdict)
    return UploadPreview(upload, good, doubtful, bad, free_places(upload.tournament))


def as_json(rows: Iterable[JudgedRow]) -> list[dict[str, Any]]:
    return [asdict(row) for row in rows]


def from_json(rows: Iterable[dict[str, Any]]) -> list[JudgedRow]:
    return [
        JudgedRow(
            number=row["number"],
            name=row["name"],
            verdict=Verdict(row["verdict"]),
            reason=row["reason"],
            details=EntryDetails(**row["details"]) if row["details"] else None,
            members=tuple(row.get("members", ())),
            remark=row.get("remark", ""),
            email=row.get("email", ""),
        )
        for row in rows
    ]


def as_read(row: JudgedRow) -> UploadRow:
    """Return the row before validation, to validate it again: with its original name."""
    if row.details is None:
        return UploadRow(row.number, row.name, None, row.reason, row.members)
    details = EntryDetails(**{**asdict(row.details), "display_name": row.name})
    return UploadRow(row.number, row.name, details, members=row.members, remark=row.remark, email=row.email)
