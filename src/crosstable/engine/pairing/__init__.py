"""Who meets whom: one module or folder per system, matching.py underneath all of them, registry.py over them.

Nothing is imported here, so that a command that needs one system does not load them all.
"""
