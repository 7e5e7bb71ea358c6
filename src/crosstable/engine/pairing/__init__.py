"""Who meets whom: one module or folder per system, matching.py underneath all of them."""
