"""The rules of tournaments: values in, values out.

Standard library, numpy and rustworkx only. No clock, no I/O, no Django, no randomness
without a seed that is passed in.
"""
