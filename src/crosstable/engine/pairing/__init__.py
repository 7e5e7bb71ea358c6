"""Who meets whom: one module or folder per system, matching.py underneath all of them."""

from __future__ import annotations

from crosstable.engine.pairing.registry import SYSTEMS, System

__all__ = ["SYSTEMS", "System"]
