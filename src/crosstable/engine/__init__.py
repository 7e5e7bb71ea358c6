"""The rules of tournaments: values in, values out.

Standard library, numpy and rustworkx only; scheduling/ alone uses OR-Tools, where somebody asks for constraints,
and looks at the clock to stop in time. No I/O, no Django, no randomness without a seed that is passed in.
"""
