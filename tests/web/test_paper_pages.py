"""The print page, the sheets behind it, and where the code on a slip leads."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from building import event, match_of, play_round, playing, start_next
from chess_building import SIX, chess, play_chess
from crosstable.events.models import Status
from pdfs import words
from web.visiting import logged_in, markup, text

pytestmark = pytest.mark.django_db


def test_the_print_page_offers_what_can_be_printed_now():
    tournament = event("ann bo", Status.IN_PROGRESS)
    page = text(logged_in("olga").get(reverse("print", args=[tournament.slug])))
    assert page.count("after the first pairing") == 3
    assert page.count("after round 1 has started") == 2
    tournament = playing("cy di")
    page = text(logged_in("olga").get(reverse("print", args=[tournament.slug])))
    assert page.count("A4 Letter") == 7


def test_a_sheet_is_a_pdf_of_the_round_asked_for():
    tournament = playing("ann bo cy di")
    play_round(tournament)
    start_next(tournament)
    address = reverse("print-sheet", args=[tournament.slug, "pairings-by-table", "letter"])
    answer = logged_in("olga").get(f"{address}?round=1")
    assert answer["Content-Type"] == "application/pdf"
    name = f"{tournament.slug}-round-1-pairings-by-table.pdf"
    assert answer["Content-Disposition"] == f'inline; filename="{name}"'
    assert "Round 1 of 3" in words(answer.content)
    assert "Round 2 of 3" in words(logged_in("olga").get(address).content)


def test_a_sheet_that_is_not_there_yet_says_so():
    tournament = event("ann bo", Status.IN_PROGRESS)
    answer = logged_in("olga").get(reverse("print-sheet", args=[tournament.slug, "standings", "a4"]))
    assert answer.status_code == 409
    assert "Nothing to print yet: Standings. It is ready once round 1 has started." in text(answer)


def test_the_code_on_a_slip_leads_everyone_where_they_report():
    tournament = playing("ann bo")
    match = match_of(tournament, "ann")
    address = reverse("match", args=[tournament.slug, match.pk])
    assert logged_in("ann").get(address).url == reverse("me", args=[tournament.slug])
    assert logged_in("olga").get(address).url == reverse("match-page", args=[tournament.slug, match.pk])
    round_page = reverse("round", args=[tournament.slug, 1])
    assert logged_in("mallory").get(address).url == f"{round_page}#m{match.pk}"
    assert Client().get(address).url == f"/login?next={address}"


def test_an_old_slip_leads_an_organiser_to_its_round():
    tournament = playing("ann bo cy di")
    match = match_of(tournament, "ann")
    play_round(tournament)
    start_next(tournament)
    address = reverse("match", args=[tournament.slug, match.pk])
    assert logged_in("olga").get(address).url == f"{reverse('round', args=[tournament.slug, 1])}#m{match.pk}"


def test_a_slip_of_another_event_or_of_a_draft_is_not_there():
    one, two = playing("ann bo"), playing("cy di", name="Another")
    other = match_of(two, "cy")
    client = logged_in("olga")
    assert client.get(reverse("match", args=[one.slug, other.pk])).status_code == 404
    two.rounds.update(status="draft")
    assert client.get(reverse("match", args=[two.slug, other.pk])).status_code == 404


def test_the_files_of_an_event_are_offered_on_the_page():
    tournament = chess(SIX)
    play_chess(tournament, "1-0")
    vera = logged_in("vera")
    page = markup(vera.get(reverse("print", args=[tournament.slug])))
    answers = {
        link.rpartition("/")[2]: vera.get(link) for link in re.findall(r'href="([^"]+)" download', page)
    }
    tables = [
        f"{name}.{kind}" for name in ("1", "standings", "crosstable", "export") for kind in ("xlsx", "csv")
    ]
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(
        ["event-file", *tables, "report.trf"], 200
    )
    assert answers["1.csv"].content.decode("utf-8-sig").splitlines()[1] == "1,ann,2100,di,1800,1–0"
    assert answers["report.trf"].content.decode().startswith("012 Autumn Open\n")


def test_a_pack_is_written_and_fetched_on_the_page(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    tournament = playing("ann bo")
    olga = logged_in("olga")
    assert olga.get(reverse("pack", args=[tournament.slug])).status_code == 409
    done = olga.post(reverse("write-pack", args=[tournament.slug]), follow=True)
    assert "The emergency printouts for round 1 were saved at" in text(done)
    answer = olga.get(reverse("pack", args=[tournament.slug]))
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}-round-1-pack.zip"'
    assert "The emergency printouts for round 1 were saved at" in text(
        olga.get(reverse("control", args=[tournament.slug]))
    )


def test_drafts_are_not_among_the_tables_for_everyone():
    tournament = playing("ann bo cy di")
    tournament.rounds.update(status="draft")
    assert Client().get(reverse("export-pairings", args=[tournament.slug, 1, "csv"])).status_code == 404
