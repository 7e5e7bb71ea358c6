"""Text is readable in both themes: the ratios of WCAG 2.2 AA, calculated from the design tokens themselves."""

import re
from pathlib import Path

import pytest

import crosstable.web

CSS = (Path(crosstable.web.__file__).parent / "static/crosstable.css").read_text()
TEXT, LARGE_OR_CONTROL = 4.5, 3.0


def tokens(selector: str) -> dict[str, str]:
    block = CSS[CSS.index(selector + " {") :].split("}")[0]
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6,8})", block))


DARK = tokens(":root")
THEMES = {"dark": DARK, "light": DARK | tokens(':root[data-theme="light"]')}
BY_DEVICE = DARK | tokens('  :root:where(:not([data-theme="dark"]))')


def channels(color: str) -> list[float]:
    return [int(color[i : i + 2], 16) / 255 for i in range(1, len(color), 2)]


def on(color: str, ground: list[float]) -> list[float]:
    """The color as it is seen on a ground, when it is not opaque."""
    *rgb, alpha = channels(color) if len(color) == 9 else [*channels(color), 1.0]
    return [c * alpha + g * (1 - alpha) for c, g in zip(rgb, ground, strict=True)]


def luminance(rgb: list[float]) -> float:
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(color: str, ground: list[float]) -> float:
    high, low = sorted((luminance(on(color, ground)), luminance(ground)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["bg", "surface", "raised", "sunken"])
@pytest.mark.parametrize("color", ["text", "muted", "faint", "link", "good", "bad", "warn", "info"])
def test_text_can_be_read_on_every_surface(theme, ground, color):
    assert ratio(THEMES[theme][color], channels(THEMES[theme][ground])) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["bg", "surface", "raised"])
@pytest.mark.parametrize("state", ["good", "bad", "warn", "info"])
def test_a_state_can_be_read_on_its_own_tint(theme, ground, state):
    tint = on(THEMES[theme][f"{state}-soft"], channels(THEMES[theme][ground]))
    assert ratio(THEMES[theme][state], tint) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("state", ["good", "bad", "warn", "info"])
def test_a_state_can_be_read_on_its_own_tint_in_my_own_row(theme, state):
    row = on(THEMES[theme]["accent-soft"], channels(THEMES[theme]["surface"]))
    assert ratio(THEMES[theme][state], on(THEMES[theme][f"{state}-soft"], row)) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("color", ["text", "muted", "faint", "link", "good", "bad"])
def test_my_own_row_can_be_read_on_its_amber_tint(theme, color):
    tint = on(THEMES[theme]["accent-soft"], channels(THEMES[theme]["surface"]))
    assert ratio(THEMES[theme][color], tint) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
def test_buttons_fields_and_the_focus_ring_stand_out(theme):
    look = THEMES[theme]
    assert ratio(look["accent-ink"], channels(look["accent"])) >= TEXT
    assert ratio(look["accent-ink"], channels(look["accent-strong"])) >= TEXT
    for ground in ("bg", "surface", "sunken"):
        assert ratio(look["control-line"], channels(look[ground])) >= LARGE_OR_CONTROL
        assert ratio(look["accent"], channels(look[ground])) >= LARGE_OR_CONTROL


def test_light_by_choice_and_light_by_device_are_the_same():
    assert THEMES["light"] == BY_DEVICE


def test_dark_is_the_default_in_slate_and_amber_with_geist_first():
    root = CSS[CSS.index(":root {") :].split("}")[0]
    red, green, blue = channels(DARK["bg"])
    assert red < green < blue < 0.1
    red, green, blue = channels(DARK["accent"])
    assert red > 0.9 > green > 0.6 > 0.2 > blue
    assert re.search(r"--font: ([^,]+),", root)[1] == '"Geist"'
