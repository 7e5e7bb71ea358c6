"""The content of `crosstable demo`: invented events and people, created with the same actions the pages use.

It is the same every time except for the dates, which follow the day it is loaded.
"""

from django.db import transaction

from crosstable.cli.demo_content.play import move_to_the_present
from crosstable.cli.demo_content.story import tell
from crosstable.events.models import Tournament


def load() -> None:
    """Make the demo's accounts and events, all or nothing; one that is there already is only kept up to date."""
    with transaction.atomic():
        if Tournament.objects.exists():
            move_to_the_present()
        else:
            tell()
