"""Pools, schedules, brackets."""
