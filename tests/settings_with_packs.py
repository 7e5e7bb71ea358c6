"""Servers of tests that write emergency packs."""

from quick_settings import *  # noqa: F403

EMERGENCY_PACKS = True
