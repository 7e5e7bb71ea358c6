"""Pairing systems: one module or folder per system, all based on matching.py, listed in registry.py.

Nothing is imported here, so a command that needs one system does not load them all.
"""
