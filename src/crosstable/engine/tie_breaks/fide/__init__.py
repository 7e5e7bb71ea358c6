"""The tie-breaks of FIDE C.07 for individual Swiss events; the table is in the registry's docstring."""
