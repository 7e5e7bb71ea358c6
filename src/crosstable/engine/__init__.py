"""The rules of tournaments: values in, values out.

Standard library, numpy and rustworkx only. Only scheduling/ uses OR-Tools, when the organiser sets constraints, and
reads the clock to stop in time. No I/O, no Django, no randomness without a seed that is passed in.
"""
