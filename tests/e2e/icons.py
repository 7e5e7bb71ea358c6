"""The icons of the home screen, drawn from icon.svg by a browser: `make icons`. Not a test."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from browsing import chromium

STATIC = Path(__file__).parents[2] / "src" / "crosstable" / "web" / "static"
# A maskable icon may be cut to a circle: the drawing keeps to its middle, the ground fills the square.
WHOLE = {"icon-192": 192, "icon-512": 512, "icon-180": 180}
GROUND = "#0b1222"


def main() -> None:
    drawing = (STATIC / "icon.svg").read_text()
    with chromium() as browser:
        for name, size in {**WHOLE, "icon-maskable": 512}.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            square = name in ("icon-180", "icon-maskable")  # phones round these off themselves
            scale = "74%" if name == "icon-maskable" else "100%"
            ground = GROUND if square else "transparent"
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}"
                f"svg{{width:{scale};height:{scale}}}</style>{drawing}"
            )
            page.screenshot(path=STATIC / f"{name}.png", omit_background=not square)


main()
