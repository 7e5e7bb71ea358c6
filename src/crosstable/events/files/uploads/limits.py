"""Limits of uploaded files, and the upload handler that enforces them: 50 MB fill no memory or disk.

The handler reads and discards the rest of the body: a browser shows a response only after it has sent
everything. A body of more than twenty times the limit is not read at all.
"""

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler, SkipFile, StopUpload
from django.http import HttpRequest

MAX_BYTES = 10_000_000
MAX_ROWS = 5_000
# Titles, dates and the empty rows of a logo above the headings.
MAX_ROWS_ABOVE = 30
MAX_COLUMNS = 60
MAX_SHEETS = 8
# No name, club or number is longer.
LONGEST_CELL = 300
# A pasted line: a team with its members.
LONGEST_LINE = 2_000
# An army list.
LONGEST_TEXT = 60_000


BEYOND_REASON = 20 * MAX_BYTES
TOO_BIG = "crosstable.upload_too_big"


def was_too_big(request: HttpRequest) -> bool:
    """Return whether a file of this request was left out for its size."""
    # Reading `FILES` parses the body and runs the upload handler, unless the CSRF check has done so already.
    _ = request.FILES
    return TOO_BIG in request.META


class LimitedUploads(FileUploadHandler):
    def handle_raw_input(self, input_data: Any, meta: Any, length: int, *args: Any) -> None:
        self._length = length

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        if self._length > BEYOND_REASON:
            self._mark()
            raise StopUpload(connection_reset=True)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > MAX_BYTES:
            self._mark()
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None

    def _mark(self) -> None:
        if self.request is not None:
            self.request.META[TOO_BIG] = True
