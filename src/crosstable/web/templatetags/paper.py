"""For pages about paper: what is known about the pack, in a sentence."""

from django import template

from crosstable.events.files.pack_folder import pack_of, pack_words
from crosstable.events.files.printing import Sheet
from crosstable.events.models import EmergencyPack, Tournament

register = template.Library()


@register.filter
def pack_sentence(pack: EmergencyPack) -> str:
    return pack_words(pack)


@register.filter
def pack(tournament: Tournament) -> EmergencyPack | None:
    return pack_of(tournament)


@register.filter
def title_in(sheet: Sheet, tournament: Tournament) -> str:
    return sheet.title_in(tournament)


@register.filter
def about_in(sheet: Sheet, tournament: Tournament) -> str:
    return sheet.about_in(tournament)
