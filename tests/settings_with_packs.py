"""Servers of tests that write emergency packs."""

from crosstable.events import load_monitor
from quick_settings import *  # noqa: F403

EMERGENCY_PACKS = True

# Tests poll for a pack again and again; that must not count as load.
load_monitor.QUIET = 0.0
