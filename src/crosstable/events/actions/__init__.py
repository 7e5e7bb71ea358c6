"""Writes. One function, one transaction, one journal entry, one step of the tournament's revision.

Every action takes keyword arguments, `by` last, and either does the whole thing or raises a Refused and
changes nothing. Pages, API and command line call these and write nothing themselves.
"""
