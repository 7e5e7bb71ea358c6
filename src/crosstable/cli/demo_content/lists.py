"""Army lists for the demo, in the plain-text manner of list builders: units with points that add up."""

from random import Random

from crosstable.cli.demo_content.armies import ARMIES, Army, Unit

LIMIT = 2000
FIRST = ("Iron", "Ashen", "Silent", "Crimson", "Last", "Northern", "Broken", "Golden", "Hollow", "Burning")
SECOND = ("Tide", "Vigil", "Harvest", "Crown", "Spear", "Company", "Oath", "Procession", "Reach", "Lantern")
DETACHMENTS = (
    "Spearhead", "Hammer and Anvil", "Patient Hunters", "Mounted Raid", "Wall of Guns", "Feigned Retreat",
)  # fmt: skip
Section = tuple[str, list[Unit]]


def army_list(faction: str, chance: Random) -> str:
    """A whole list of at most 2000 points, in one of two common layouts."""
    army = ARMIES[faction]
    sections = _muster(army, chance)
    total = sum(points for _, units in sections for _, points in units)
    title = f"{chance.choice(FIRST)} {chance.choice(SECOND)}"
    detachment = chance.choice(DETACHMENTS)
    write = chance.choice((_with_bullets, _in_lines))
    return write(f"{title} ({total} points)", faction, detachment, sections, army, chance)


def _muster(army: Army, chance: Random) -> list[Section]:
    leaders = chance.sample(army.leaders, 2)
    line = [chance.choice(army.line) for _ in range(chance.randint(2, 4))]
    left = LIMIT - sum(points for _, points in leaders + line)
    support: list[Unit] = []
    while fitting := [unit for unit in army.support if unit[1] <= left and support.count(unit) < 3]:
        support.append(chance.choice(fitting))
        left -= support[-1][1]
    # The last points go to the smallest line unit that still fits, as everybody does.
    while small := [unit for unit in army.line if unit[1] <= left]:
        line.append(min(small, key=lambda unit: unit[1]))
        left -= line[-1][1]
    return [("Characters", leaders), ("Line", sorted(line)), ("Support", sorted(support))]


def _with_bullets(
    title: str, faction: str, detachment: str, sections: list[Section], army: Army, chance: Random
) -> str:
    lines = [title, faction, f"Detachment: {detachment}"]
    for heading, units in sections:
        lines += ["", heading.upper()]
        for place, (name, points) in enumerate(units):
            warlord = ["  • Warlord"] if heading == "Characters" and place == 0 else []
            lines += ["", f"{name} ({points} points)", *warlord, f"  • {chance.choice(army.arms)}"]
    return "\n".join(lines)


def _in_lines(
    title: str, faction: str, detachment: str, sections: list[Section], army: Army, chance: Random
) -> str:
    lines = [f"++ {faction}: {title} ++", f"Detachment: {detachment}"]
    for heading, units in sections:
        lines += ["", f"+ {heading} [{sum(points for _, points in units)} pts] +"]
        for place, (name, points) in enumerate(units):
            warlord = "warlord, " if heading == "Characters" and place == 0 else ""
            lines.append(f"{name} [{points} pts]: {warlord}{chance.choice(army.arms)}")
    return "\n".join(lines)
