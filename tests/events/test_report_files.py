"""An event from a tournament report file, and the same file out of it again."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from api.calling import Caller, done, problem
from building import user
from crosstable.engine.generator import GeneratorOptions, generate_tournament
from crosstable.engine.model import Bye, ByeKind, EntryId, Match, Round
from crosstable.engine.pairing.fide.dutch import pair_dutch
from crosstable.engine.pairing.fide.options import ForbiddenGroup
from crosstable.engine.trf import TrfDocument, TrfEdition, TrfRecord, read_trf, write_trf
from crosstable.events.actions.event.report_files import import_report
from crosstable.events.actions.rounds import rounds
from crosstable.events.errors import ReportFileRefused
from crosstable.events.files.trf_export import trf_of
from crosstable.events.models import Match as MatchRow
from crosstable.events.models import Tournament
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db

RECORDS = tuple(
    TrfRecord(code, words)
    for code, words in {
        "012": "Spring Open",
        "022": "Leeds",
        "042": "2026/03/01",
        "052": "2026/03/08",
        "102": "Ruth Law",
        "122": "90 min + 30 s",
        "212": "PTS,BH/C1,SB,DE",
    }.items()
)
EVERYTHING = GeneratorOptions(
    17,
    7,
    forfeits=0.1,
    withdrawals=0.02,
    half_point_byes=0.1,
    zero_point_byes=0.05,
    full_point_byes=0.05,
    rounds_played=5,
)


def document(options: GeneratorOptions = EVERYTHING, seed: int = 1, **changes: object) -> TrfDocument:
    event, dutch = generate_tournament(options, seed)
    return replace(TrfDocument(event, dutch, records=RECORDS), **changes)


def taken(document: TrfDocument, edition: TrfEdition = TrfEdition.TRF26) -> Tournament:
    data = write_trf(document, edition).encode()
    return import_report(data=data, by=user("vera"))


def content_of(document: TrfDocument) -> object:
    """What the file says of players and rounds, in whatever order it says it."""
    event = document.tournament
    games = [
        (r.number, {(m.pairing.entries, m.pairing.first, m.result) for m in r.matches}, set(r.byes))
        for r in event.rounds
    ]
    settings = document.options.initial_color, event.total_rounds, event.scoring, document.tie_breaks
    return event.entries, games, settings, set(document.next_byes), document.options.acceleration


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_file_becomes_an_event_and_the_event_the_same_file(seed):
    trf = document(seed=seed)
    written = read_trf(trf_of(taken(trf)).encode())
    assert content_of(written) == content_of(trf)
    assert {record.code: record.text for record in RECORDS}.items() <= {
        record.code: record.text for record in written.records
    }.items()


def test_byes_of_the_next_round_forbidden_pairs_and_acceleration_stay():
    trf = document(GeneratorOptions(12, 9, accelerated=True, rounds_played=2, half_point_byes=0.0))
    trf = replace(
        trf,
        options=replace(trf.options, forbidden=(ForbiddenGroup((EntryId(2), EntryId(5), EntryId(7))),)),
        next_byes=tuple(
            Bye(EntryId(n), kind) for n, kind in ((3, ByeKind.HALF), (8, ByeKind.ZERO), (9, ByeKind.FULL))
        ),
    )
    tournament = taken(trf)
    written = read_trf(trf_of(tournament).encode())
    assert content_of(written) == content_of(trf)
    assert {group.entries for group in written.options.forbidden} == {(2, 5), (2, 7), (5, 7)}


def test_the_next_round_is_paired_as_by_the_engine_from_the_file():
    trf = document(seed=3)
    tournament = taken(trf)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    made = MatchRow.objects.filter(round__number=6, second__isnull=False).order_by("table")
    pairs = [(match.first.seed, match.second.seed) for match in made]
    assert pairs == [(p.first, p.second) for p in pair_dutch(trf.tournament, options=trf.options).pairings]


def test_starting_numbers_stay_where_they_do_not_follow_the_ratings():
    trf = document(GeneratorOptions(8, 5, rounds_played=3))
    mixed = tuple(
        replace(entry, rating=rating)
        for entry, rating in zip(
            trf.tournament.entries, (1500, 2000, 0, 1800, 1700, 1600, 1900, 0), strict=True
        )
    )
    trf = replace(trf, tournament=replace(trf.tournament, entries=mixed))
    assert content_of(read_trf(trf_of(taken(trf)).encode())) == content_of(trf)


def test_someone_with_a_comma_has_a_family_and_a_given_name():
    trf = document(GeneratorOptions(8, 5, rounds_played=1))
    first, second, *rest = trf.tournament.entries
    players = (replace(first, name="Zorn,Ada"), replace(second, name="Mimi"), *rest)
    event = taken(replace(trf, tournament=replace(trf.tournament, entries=players)))
    names = event.entries.order_by("seed").values_list("display_name", "given_name", "family_name")
    assert list(names[:2]) == [("Ada Zorn", "Ada", "Zorn"), ("Mimi", "", "")]
    assert event.entries.get(seed=1).player.name == "Ada Zorn"
    assert [e.name for e in read_trf(trf_of(event).encode()).tournament.entries][:2] == ["Zorn, Ada", "Mimi"]


def test_a_round_with_an_open_game_is_being_played_and_a_file_without_rounds_is_a_draft():
    trf = document(GeneratorOptions(6, 5, rounds_played=2, forfeits=0.0, half_point_byes=0.0))
    first, second = trf.tournament.rounds
    opened = Round(2, (Match(second.matches[0].pairing, None), *second.matches[1:]), second.byes)
    running = taken(replace(trf, tournament=replace(trf.tournament, rounds=(first, opened))))
    assert list(running.rounds.values_list("number", "status")) == [(1, "closed"), (2, "started")]
    assert running.status == "in-progress"
    assert not running.is_rated
    early = taken(replace(trf, tournament=replace(trf.tournament, rounds=())))
    assert (early.status, early.rounds.count(), early.entries.count()) == ("draft", 0, 6)


def test_boards_go_by_score_and_starting_number():
    tournament = taken(document(GeneratorOptions(8, 5, rounds_played=1, half_point_byes=0.0)))
    boards = tournament.rounds.get().matches.order_by("table")
    highest = [min(match.first.seed, match.second.seed) for match in boards]
    assert highest == sorted(highest)
    assert all(a < b for a, b in pairwise(match.table for match in boards))


def lines(*changes: tuple[str, str]) -> bytes:
    file = write_trf(
        document(GeneratorOptions(4, 3, rounds_played=1, forfeits=0.0, draws=1.0, half_point_byes=0.0))
    )
    for before, after in changes:
        assert before in file
        file = file.replace(before, after)
    return file.encode()


@pytest.mark.parametrize(
    ("change", "line", "problem"),
    [
        (("Player 0003", "Player 0002"), 14, "player 3: “Player 0002” is in line 13 already"),
        (("Player 0003 ", "0001, Player"), 14, "player 3: “0001, Player” is in line 12 already"),
        (("012 Spring Open\n", ""), 1, "the event has no name (record 012)"),
        (("2026/03/01", "next Monday"), 3, "“next Monday” is not a date such as 2026/03/01"),
        (("BH/C1", "XYZ"), 7, "the tie-break XYZ is not known"),
        (("212 PTS,", "212 "), 7, "the tie-breaks do not begin with the points (PTS)"),
        (("142 3", "310 A team\n142 3"), 8, "files of teams are not read"),
        (("001    1 ", "001    9 "), 12, "column 92: player 3 has another opponent in round 1"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_its_line_and_nothing_is_stored(change, line, problem):
    with pytest.raises(ReportFileRefused) as refused:
        import_report(data=lines(change), by=user("vera"))
    assert (refused.value.line, refused.value.problem) == (line, problem)
    assert Tournament.objects.count() == 0


def test_a_game_without_colours_is_refused():
    file = lines(("w =", "- ="), ("b =", "- ="))
    with pytest.raises(ReportFileRefused) as refused:
        import_report(data=file, by=user("vera"))
    assert refused.value.problem == "player 1: round 1: a game without colours"


def test_someone_takes_a_file_in_the_browser_and_plays_on():
    vera, file = logged_in("vera"), write_trf(document(seed=2)).encode()
    assert "New event from a TRF file" in text(vera.get(reverse("create")))
    shown = vera.post("/new/trf", {"file": SimpleUploadedFile("open.trf", file)})
    assert "Spring Open Nothing is stored yet." in text(shown)
    assert Tournament.objects.count() == 0
    answer = vera.post("/new/trf", {"packed": shown.context["packed"]}, follow=True)
    tournament = Tournament.objects.get()
    assert answer.redirect_chain == [(reverse("control", args=[tournament.slug]), 302)]
    assert "Spring Open was imported; you are its owner. Its games change no ratings." in text(answer)
    assert "Chief arbiter: Ruth Law" in text(vera.get(reverse("event", args=[tournament.slug])))
    journal = text(vera.get(reverse("journal", args=[tournament.slug])))
    assert "Event created from a report file (players: 17, rounds: 5)" in journal
    refused = vera.post("/new/trf", {"file": SimpleUploadedFile("open.trf", b"001 nobody")})
    assert refused.status_code == 422
    assert "The report file was not imported. Line 1: column 5: the starting number" in text(refused)


def test_a_program_sends_a_file_and_gets_it_back():
    vera, trf = Caller("vera"), document(seed=4)

    def send(data: bytes) -> object:
        file = SimpleUploadedFile("open.trf", data)
        return vera.client.post("/api/tournaments/import-trf", {"file": file}, headers=vera.headers)

    made = done(send(write_trf(trf).encode()), 201)
    assert made["name"] == "Spring Open"
    back = vera.get(f"/tournaments/{made['tournamentId']}/trf")
    assert content_of(read_trf(back.content)) == content_of(trf)
    shown = done(vera.get(f"/tournaments/{made['tournamentId']}"))
    assert (shown["chiefArbiter"], shown["currentRound"]) == ("Ruth Law", 5)
    assert problem(send(b"001 nobody")) == (422, "report-file-refused")


def test_a_pair_of_one_player_and_a_control_character_are_refused_with_line_and_column():
    vera = logged_in("vera")
    for change, place in (
        (("142 3", "XXP 1 1\n142 3"), "line 8: column 7: player 1 is named twice"),
        (
            ("Player 0003", "Play\x07r 0003"),
            "line 14: column 19: the control character U+0007 is not allowed",
        ),
    ):
        file = SimpleUploadedFile("open.trf", lines(change))
        answer = vera.post("/new/trf", {"file": file})
        assert (answer.status_code, f"The report file was not imported. L{place[1:]}" in text(answer)) == (
            422,
            True,
        )
    in_utf_16 = SimpleUploadedFile("open.trf", lines().decode().encode("utf-16"))
    assert "Players 4" in text(vera.post("/new/trf", {"file": in_utf_16}))


def test_a_name_with_a_control_character_is_refused_over_the_api():
    tournament = import_report(data=lines(), by=user("vera"))
    answer = Caller("vera").post(f"/tournaments/{tournament.pk}/players", {"displayName": "Ann\x07Hart"})
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "The display name has a control character (U+0007): delete it, or type a space.",
    )
