"""Printouts (F8): the content of a sheet (`sheets.py`), and the sheet as a PDF (`printer.py`)."""

from crosstable.events.files.printing.printer import PAPERS, Paper, print_sheet
from crosstable.events.files.printing.sheets import SHEETS, Sheet, find_round
