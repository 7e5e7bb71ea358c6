"""Retake the pictures in docs/screenshots from the demo: `make screenshots`. Not a test."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from browsing import chromium  # noqa: E402
from serving import running_server  # noqa: E402

EVENT = "/t/harbour-city-grand-tournament"
CHESS = "/t/harbour-chess-club-autumn-swiss"
DOUBLES, CUP = "/t/harbour-doubles-cup", "/t/autumn-doubles-cup"
SIZES = {390: 844, 1280: 860, 1920: 1080}


@dataclass(frozen=True)
class Shot:
    name: str
    path: str
    width: int
    user: str = ""
    password: str = ""
    theme: str = "dark"


SHOTS = (
    Shot("events", "/", 1280),
    Shot("control-room", f"{EVENT}/control", 1280, "organiser", "demo-organiser"),
    Shot("control-room-light", f"{EVENT}/control", 1280, "organiser", "demo-organiser", "light"),
    Shot("players", f"{EVENT}/control/players", 1280, "organiser", "demo-organiser"),
    Shot("board", f"{EVENT}/board", 1920),
    Shot("screen-names", f"{EVENT}/screens/names", 1920),
    Shot("screen-results", f"{EVENT}/screens/results", 1920),
    Shot("screen-clock", f"{EVENT}/screens/clock", 1920),
    Shot("screens", f"{EVENT}/control/screens", 1280, "organiser", "demo-organiser"),
    Shot("standings", "/t/northern-lights-open/standings", 1280),
    Shot("standings-phone", "/t/northern-lights-open/standings", 390),
    Shot("player", f"{EVENT}/me", 390, "tomasz", "demo-player"),
    Shot("confirm", f"{EVENT}/me", 390, "maja", "demo-player"),
    Shot("leaderboard", "/leaderboard", 1280),
    Shot("chess-control-room", f"{CHESS}/control", 1280, "organiser", "demo-organiser"),
    Shot("chess-standings", f"{CHESS}/standings", 1280),
    Shot("chess-crosstable", f"{CHESS}/crosstable", 1280),
    Shot("chess-phone", f"{CHESS}/standings", 390),
    Shot("clubs", "/clubs", 1280),
    Shot("pools", f"{DOUBLES}/standings", 1280),
    Shot("pools-phone", f"{DOUBLES}/standings", 390),
    Shot("pool-control-room", f"{DOUBLES}/control", 1280, "organiser", "demo-organiser"),
    Shot("schedule", f"{DOUBLES}/stages/1/schedule", 1280),
    Shot("screen-next-matches", f"{DOUBLES}/board", 1920),
    Shot("bracket", f"{CUP}/bracket", 1280),
    Shot("bracket-phone", f"{CUP}/bracket", 390),
    Shot("screen-standings", f"{EVENT}/screens/standings", 1920),
    Shot("journal", f"{EVENT}/control/journal", 1280, "organiser", "demo-organiser"),
    Shot("who-is-not-here", f"{EVENT}/control/repairs", 1280, "organiser", "demo-organiser"),
    Shot("by-hand", f"{EVENT}/control/pairings", 1280, "organiser", "demo-organiser"),
    Shot("print", f"{EVENT}/control/print", 1280, "organiser", "demo-organiser"),
    Shot("notifications", "/notifications", 390, "maja", "demo-player"),
)


def main() -> None:
    target = ROOT / "docs" / "screenshots"
    target.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        running_server(Path(folder) / "demo", command="demo") as server,
    ):
        for shot in SHOTS:
            take(browser, server.url, shot, target / f"{shot.name}.png")


def take(browser: Browser, base: str, shot: Shot, file: Path) -> None:
    size = {"width": shot.width, "height": SIZES[shot.width]}
    context = browser.new_context(viewport=size, base_url=base, color_scheme="dark")  # type: ignore[arg-type]
    context.add_cookies([{"name": "theme", "value": shot.theme, "url": base}])
    page = context.new_page()
    if shot.user:
        page.goto("/login")
        page.fill("[name=username]", shot.user)
        page.fill("[name=password]", shot.password)
        page.press("[name=password]", "Enter")
        page.wait_for_url(lambda address: "/login" not in address)
    page.goto(shot.path)
    page.wait_for_timeout(400)
    page.screenshot(path=file)
    context.close()
    print(file.relative_to(ROOT))


main()
