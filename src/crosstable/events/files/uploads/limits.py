"""How much one file may hold."""

MAX_BYTES = 10_000_000
MAX_ROWS = 5_000
# Titles, dates and a logo's empty rows may stand above the headings.
MAX_ROWS_ABOVE = 30
MAX_COLUMNS = 60
MAX_SHEETS = 8
# No name, club or number is longer.
LONGEST_CELL = 300
# An army list.
LONGEST_TEXT = 60_000
