"""Pages that no walk along addresses meets: the first start, every guide, and what a page becomes when it is used."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from building import administrator, event, match_of, play_round, playing, settle, user
from crosstable.accounts.setup import setup_token
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people.self_registration import open_self_registration
from crosstable.events.actions.results import results
from crosstable.events.bridge.match_codes import page_of
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import EventPreset, OrganiserCall, Status, Tournament
from crosstable.web.help.guides import NAMES
from web.visiting import SIGN_UP, logged_in

State = tuple[str, HttpResponse]
LINES = "\n".join(["Ann Hart 1650", "Ann Hart", "?", *(f"Player {letter}" for letter in "ABCDEFG")])


def states() -> Iterator[State]:
    yield from first_start()
    yield from accounts()
    yield from help_pages()
    yield from new_events()
    yield from registration()
    yield from calls_and_announcements()
    yield from results_of_a_round()
    yield from corrections()
    yield from rehearsal()
    yield from finished()


def first_start() -> Iterator[State]:
    visitor, token = Client(), setup_token()
    yield "no administrator yet", visitor.get("/signup")
    yield "set-up", visitor.get(f"/setup/{token}")
    yield "set-up with errors", visitor.post(f"/setup/{token}", {"username": "root", "password": "short"})
    root = logged_in(administrator().username)
    yield "set-up is done", visitor.get("/setup/wrong")
    yield "first steps", root.get("/administration/first-steps")
    yield "no events", Client().get("/")


def accounts() -> Iterator[State]:
    yield "sign-up with errors", Client().post("/signup", SIGN_UP | {"email": "", "password": "short"})
    yield "wrong password", Client().post("/login", {"username": "ann", "password": "wrong"})
    yield "not found", Client().get("/t/none")
    yield "not allowed", logged_in("mallory").get(f"/t/{event().slug}/control")


def help_pages() -> Iterator[State]:
    for name in NAMES:
        yield f"guide {name}", Client().get(f"/help/{name}")
    yield "search", Client().get("/help", {"q": "undo"})
    yield "nothing found", Client().get("/help", {"q": "xyzzy"})


def new_events() -> Iterator[State]:
    olga, short = logged_in("olga"), "/new/chess/short"
    old = playing("ann bo", date=timezone.localdate() - timedelta(days=7))
    EventPreset.objects.create(owner=user("olga"), name="Evening")
    yield "an earlier event and a preset", olga.get("/new")
    players = {"kind": "players", "lines": LINES}
    yield "lines with doubts", olga.post(short, {**players, "step": "players"})
    yield "proposals", olga.post(short, {**players, "step": "format"})
    tight = {"starts": "20:00", "ends": "20:30", "boards": "1", "minutes": "30"}
    yield "no format fits", olga.post(short, {**players, **tight, "step": "format"})
    yield "too few players", olga.post(short, {"kind": "players", "step": "format", "lines": "Ann"})
    yield "preset with errors", olga.post("/new/preset/rapid", {"name": "", "date": "tomorrow"})
    yield "full form with errors", olga.post("/new/chess", {"name": "", "date": "2026-12-05"})
    yield "copy with errors", olga.post(f"/t/{old.slug}/control/copy", {"name": "", "date": "soon"})
    yield "preset to save", olga.get(f"/t/{old.slug}/control/preset")


def registration() -> Iterator[State]:
    olga, tournament = logged_in("olga"), event("anna anne", Status.REGISTRATION)
    code = open_self_registration(tournament=tournament, by=user("olga"))
    desk, poster = f"/t/{tournament.slug}/control", f"/door/{code}"
    yield "registration and checklist", olga.get(desk)
    yield "self-registration is open", olga.get(f"{desk}/door")
    yield "scanned", Client().get(poster)
    yield "scanned with errors", Client().post(poster, {"display_name": ""})
    yield "registered", Client().post(poster, {"display_name": "Zed", "faction": "Orks"}, follow=True)
    file = SimpleUploadedFile("players.csv", b"Name;Faction\nEve Fox;Orks\neve fox;\n;Orks\n")
    yield "upload", olga.post(f"{desk}/players/upload", {"file": file}, follow=True)
    yield "several with errors", olga.post(f"{desk}/players/several", {"lines": ""})
    tournaments.advance(tournament=tournament, by=user("olga"))
    yield "check-in", olga.get(desk)


def calls_and_announcements() -> Iterator[State]:
    tournament = playing("ann bo cy di", round_minutes=60)
    me, desk = f"/t/{tournament.slug}/me", f"/t/{tournament.slug}/control"
    ann, bo, cy, olga = (logged_in(name) for name in ("ann", "bo", "cy", "olga"))
    yield "call", ann.get(f"{me}/call")
    yield "called", ann.post(f"{me}/call", {"reason": "rules", "message": "A ruin?"}, follow=True)
    cy.post(f"{me}/call", {"reason": "time"})
    taken = OrganiserCall.objects.first()
    olga.post(f"{desk}/calls/{taken.pk}/take")
    olga.post(f"{desk}/announcements", {"text": "Food is served.", "minutes": 30})
    yield "queue", olga.get(f"{desk}/calls")
    yield "announcement with errors", olga.post(f"{desk}/announcements", {"text": ""}, follow=True)
    yield "announced to a player", bo.get(me)
    yield "announced to a visitor", Client().get(f"/t/{tournament.slug}")
    yield "announced on a display", Client().get(f"/t/{tournament.slug}/board")
    code = page_of(match_of(tournament, "ann"))
    yield "result slip", Client().get(code)
    yield "called by result slip", Client().post(f"{code}/call", {"reason": "time"}, follow=True)


def results_of_a_round() -> Iterator[State]:
    tournament = playing("ann bo cy di")
    me, desk, olga = f"/t/{tournament.slug}/me", f"/t/{tournament.slug}/control", logged_in("olga")
    match = match_of(tournament, "bo")
    other = match.second if match.first.display_name == "bo" else match.first
    page, seen = f"{desk}/matches/{match.pk}", match.version
    yield "wrong score", olga.post(page, {"first_vp": "x", "second_vp": "", "version": seen})
    results.report(match=match, score=parse_score(match, (60, 50)), by=user("bo"))
    yield "reported", logged_in("bo").get(me)
    yield "to confirm", logged_in(other.display_name).get(me)
    results.report(match=match, score=parse_score(match, (45, 55)), by=user(other.display_name))
    yield "disputed", logged_in("bo").get(me)
    yield "to decide", olga.get(page)
    yield "disputed on the desk", olga.get(desk)
    yield "conflict", olga.post(page, {"first_vp": 60, "second_vp": 40, "version": seen})


def corrections() -> Iterator[State]:
    tournament, olga = playing("ann bo cy di"), logged_in("olga")
    desk, other = f"/t/{tournament.slug}/control", str(match_of(tournament, "ann"))
    settle(tournament, "ann 50-40")
    yield "one result is missing", olga.get(desk)
    settle(tournament, f"{next(name for name in ('bo', 'cy', 'di') if name not in other)} 60-30")
    yield "all results", olga.get(desk)
    play_round(tournament)
    match = match_of(tournament, "ann", 1)
    corrected = {"first_vp": 10, "second_vp": 90, "version": match.version}
    yield "correction", olga.post(f"{desk}/matches/{match.pk}/correct", corrected)
    yield "round to pair", olga.get(desk)


def rehearsal() -> Iterator[State]:
    old, olga = playing("ann bo cy di"), logged_in("olga")
    olga.post(f"/t/{old.slug}/control/rehearsal", {"players": "6"})
    copy = Tournament.objects.get(rehearsal_of=old)
    address = f"/t/{copy.slug}/control/rehearsal"
    yield "rehearsal", olga.get(address)
    yield "rehearsal waits", olga.post(f"{address}/move", {"acts": "10"}, follow=True)
    yield "rehearsal in the control room", olga.get(f"/t/{copy.slug}/control")
    yield "rehearsal for a visitor", Client().get(f"/t/{copy.slug}")
    yield "rehearsal on a display", Client().get(f"/t/{copy.slug}/board")


def finished() -> Iterator[State]:
    tournament = playing("ann bo cy di", total_rounds=1)
    play_round(tournament)
    tournaments.advance(tournament=tournament, by=tournament.owner)
    yield "finished", Client().get(f"/t/{tournament.slug}")
    yield "finished for its organiser", logged_in("olga").get(f"/t/{tournament.slug}/control")
    yield "finished for a player", logged_in("ann").get(f"/t/{tournament.slug}/me")
    yield "finished on a display", Client().get(f"/t/{tournament.slug}/screens/standings")
