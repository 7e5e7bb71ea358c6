"""Printouts and files: result slips and lists, the whole event as one file, emergency printouts."""
