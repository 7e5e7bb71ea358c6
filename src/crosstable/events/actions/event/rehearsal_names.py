"""The names of invented players. Each begins with “Robot”, so no list can pass for one of a real event."""

_WORDS = """
Amber Birch Cedar Delta Ember Flint Garnet Hazel Indigo Jasper Kelp Larch Maple Nettle Opal Poppy Quartz Rowan
Sage Topaz Umber Violet Willow Xenon Yarrow Zinnia Acorn Basil Clover Daisy Elder Fern Ginger Heather Iris Juniper
Kiwi Laurel Marble Nutmeg Olive Pearl Quince Rosemary Saffron Thistle Upland Vanilla Walnut Yew Zircon Aspen Bramble
Coral Dahlia Ebony Fennel Granite Holly Ivory
"""
WORDS = _WORDS.split()


def robot_name(number: int) -> str:
    """Return the name of the invented player with this number, from 0: “Robot Amber”, later “Robot Amber 2”."""
    again, place = divmod(number, len(WORDS))
    return f"Robot {WORDS[place]} {again + 1}" if again else f"Robot {WORDS[place]}"
