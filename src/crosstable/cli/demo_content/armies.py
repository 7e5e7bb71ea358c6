"""Army lists for the demo, in the plain-text form of list builders: units with points that add up.

For each faction the units a list may have, with invented points. Unit names are plain descriptions and not taken from
any book.
"""

from dataclasses import dataclass
from random import Random

Unit = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Army:
    leaders: tuple[Unit, ...]
    line: tuple[Unit, ...]
    support: tuple[Unit, ...]
    arms: tuple[str, ...]


def _units(text: str) -> tuple[Unit, ...]:
    """'Captain 90, Chaplain 75' as name and points."""
    words = (unit.strip().rpartition(" ") for unit in text.split(","))
    return tuple((name, int(points)) for name, _, points in words)


def _army(leaders: str, line: str, support: str, arms: str) -> Army:
    return Army(_units(leaders), _units(line), _units(support), tuple(arms.split(", ")))


ARMIES = {
    "Space Marines": _army(
        "Company Captain 95, Battle Chaplain 70, Chief Armourer 65, War Seer 80",
        "Line Squad 85, Heavy Line Squad 110, Assault Squad 95",
        "Siege Walker 160, Gun Tank 185, Jump Veterans 125, Scout Bikers 75, Drop Transport 80, Plasma Squad 115",
        "bolt rifles, power fist, melta gun, storm shield",
    ),
    "Orks": _army(
        "Big Boss 80, Mad Mechanic 70, Squig Rider Boss 105, Banner Waver 65",
        "Mob of Lads 85, Big Mob of Lads 170, Runts and Herder 45",
        "Scrap Walker 140, Speed Buggies 90, Rocket Jumpers 75, Loot Tank 175, Squig Riders 130, Tank Smashers 65",
        "choppas, big shootas, a claw the size of a door, dakka",
    ),
    "Necrons": _army(
        "Tomb Lord 90, Star Chronicler 75, Engine Warden 65, Royal Executioner 85",
        "Awakened Warriors 95, Reaper Warriors 100, Immortal Guard 75",
        "Hover Ark 120, Doom Engine 200, Scarab Cloud 50, Blade Wraiths 115, Night Hunters 110, Six-Legged Stalker 130",
        "gauss blasters, hyperphase blades, resurrection orb, tesla carbines",
    ),
    "Aeldari": _army(
        "Path Seer 85, Exarch of Storms 95, Spirit Caller 70, Jester Prince 80",
        "Guardian Host 100, Ranger Trio 60, Storm Guardians 95",
        "Ghost Blades 160, Wave Skimmer 145, Jetbike Lancers 110, Fire Adepts 95, Howling Adepts 90, Wraith Giant 190",
        "shuriken catapults, singing spear, fusion guns, star lance",
    ),
    "T'au Empire": _army(
        "Battlesuit Commander 110, Caste Diplomat 55, Tracker Captain 65",
        "Rifle Cadre 75, Close Cadre 80, Auxiliary Hunters 65",
        "Twin Battlesuits 130, Rail Gunship 165, Big Battlesuit 190, Stealth Team 70, Path Markers 85, Drone Skiff 95",
        "pulse rifles, missile pods, shield drones, rail rifle",
    ),
    "World Eaters": _army(
        "Blood Champion 100, Axe Lord 85, Raging Prince 180",
        "Berserk Pack 180, Pit Fighters 90, Cultist Rabble 60",
        "Brass Engine 170, Eight-Fold Veterans 150, Chained Spawn 70, Red Hounds 85, Assault Carrier 105",
        "chain axes, eviscerator, plasma pistol, brass icon",
    ),
    "Adepta Sororitas": _army(
        "Mother Superior 75, Sister of Hymns 60, Relic Bearer 65, Winged Saint 150",
        "Vow Squad 105, Novice Squad 85, Holy Fire Squad 120",
        "Hymn Launcher 180, Penitent Walker 75, Winged Sisters 115, Flame Tank 125, Sworn Sisters 140",
        "boltguns, holy flamer, gilded relic, multi-melta",
    ),
    "Tyranids": _army(
        "Hive Overlord 195, Brain Beast 95, Winged Overlord 170, Brood Mother 80",
        "Skitter Swarm 65, Spine Swarm 70, Warrior Brood 75",
        "Acid Crusher 130, Psychic Float 125, Burrow Worm 140, Leaper Pack 75, Living Artillery 150, Spore Bombs 55",
        "scything talons, venom cannon, bio-plasma, toxin sacs",
    ),
    "Adeptus Custodes": _army(
        "Shield Marshal 130, Blade Marshal 120, Jetbike Marshal 160",
        "Golden Guard 170, Golden Wardens 210, Silent Sisters 50",
        "Golden Bikes 225, Ancient Walker 170, Grav Tank 215, Terminator Guard 190",
        "guardian spear, sentinel blade, mercy dagger, banner of gold",
    ),
    "Drukhari": _army(
        "Arena Queen 75, Flesh Surgeon 70, Raid Lord 85",
        "Raid Crew 110, Arena Dancers 95, Stitched Ones 80",
        "Raid Skimmer 85, Venom Skiff 70, Pain Engine 110, Reaver Bikes 75, Winged Mercenaries 80, Void Lancer 135",
        "splinter rifles, dark lance, agoniser, shredder",
    ),
    "Astra Militarum": _army(
        "Field Command 65, Regiment Preacher 40, Tank Ace 235, Commissar of the Line 45",
        "Conscript Platoon 65, Shock Platoon 75, Engineer Platoon 70",
        "Main Battle Tank 180, Field Artillery 115, Horse Lancers 90, Scout Walkers 60, Air Lift 145, Heavy Weapons 55",
        "lasguns, mortars, regimental standard, lascannon",
    ),
    "Thousand Sons": _army(
        "High Sorcerer 110, Scarab Sorcerer 95, Winged Prince 185",
        "Dust Legion 100, Bird-Headed Raiders 70, Bound Cult 60",
        "Dust Terminators 180, Fate Beast 90, Warped Engine 165, Disc Riders 95, Sorcery Tank 170",
        "inferno bolts, force stave, warpflamers, icon of flame",
    ),
    "Chaos Daemons": _army(
        "Greater Fury 290, Herald of Change 75, Herald of Rot 70, Herald of Excess 65",
        "Pit Swordsmen 110, Plague Carriers 105, Flame Dancers 95",
        "Soul Chariot 110, Pit Hounds 85, Rot Flies 115, Sky Screamers 80, Great Engine 180",
        "hellblades, plague swords, warpfire, banner of blood",
    ),
    "Leagues of Votann": _army(
        "Kindred Chief 65, Living Ancestor 75, Forge Master 80",
        "Hearth Squad 100, Heavy Hearth Squad 120, Yeoman Bikes 85",
        "Land Fort 225, Rampart Carrier 90, Berserk Kin 120, Exo Guard 95, Thunder Smiths 85",
        "ion blasters, concussion gauntlet, plasma axes, crest",
    ),
    "Death Guard": _army(
        "Lord of Rot 110, Plague Healer 60, Counter of Plagues 55, Rotten Prince 190",
        "Plague Squad 95, Pox Walkers 65, Cult of Rust 55",
        "Bloat Engine 170, Rot Terminators 115, Plague Crawler 180, Blight Haulers 90, Fume Carrier 85",
        "plague knives, blight launcher, belcher, flail",
    ),
    "Grey Knights": _army(
        "Grand Champion 120, Brother Librarian 90, Order Armourer 70",
        "Silver Strike Squad 120, Silver Terminators 195, Purging Squad 125",
        "Great Dread Armour 210, Silver Interceptors 125, Sanctified Walker 150, Raven Gunship 165",
        "silver halberd, storm bolters, purging cannon, falchions",
    ),
}


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
    sections = _sections_of(army, chance)
    total = sum(points for _, units in sections for _, points in units)
    title = f"{chance.choice(FIRST)} {chance.choice(SECOND)}"
    detachment = chance.choice(DETACHMENTS)
    write = chance.choice((_with_bullets, _in_lines))
    return write(f"{title} ({total} points)", faction, detachment, sections, army, chance)


def _sections_of(army: Army, chance: Random) -> list[Section]:
    leaders = chance.sample(army.leaders, 2)
    line = [chance.choice(army.line) for _ in range(chance.randint(2, 4))]
    left = LIMIT - sum(points for _, points in leaders + line)
    support: list[Unit] = []
    while fitting := [unit for unit in army.support if unit[1] <= left and support.count(unit) < 3]:
        support.append(chance.choice(fitting))
        left -= support[-1][1]
    # The last points go to the smallest line unit that still fits, as players do.
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
