"""Servers of tests that write emergency packs."""

from crosstable.events import load_monitor
from quick_settings import *  # noqa: F403

EMERGENCY_PACKS = True

# Whoever waits for a pack here asks again and again; that is no rush.
load_monitor.QUIET = 0.0
