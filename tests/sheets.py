"""Files of players made in one line, as spreadsheet programs would write them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from datetime import date
from xml.sax.saxutils import escape

import xlsxwriter


def xlsx(*rows: Sequence[object], sheets_before: int = 0) -> bytes:
    """Dates as dates, “=1+1” as a formula; None leaves a cell empty."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        day = book.add_format({"num_format": "dd.mm.yyyy"})
        for number in range(sheets_before):
            book.add_worksheet().write(0, 0, f"About this file, page {number + 1}")
        sheet = book.add_worksheet()
        for y, row in enumerate(rows):
            for x, value in enumerate(row):
                if isinstance(value, date):
                    sheet.write_datetime(y, x, value, day)  # type: ignore[arg-type]
                elif isinstance(value, tuple):
                    sheet.write_formula(y, x, value[0], None, value[1])
                elif value is not None:
                    sheet.write(y, x, value)
    return out.getvalue()


def text(*rows: Sequence[object], delimiter: str = ";", encoding: str = "utf-8") -> bytes:
    return "".join(delimiter.join(map(str, row)) + "\r\n" for row in rows).encode(encoding)


def ods(*rows: Sequence[object]) -> bytes:
    """The least LibreOffice would still open."""
    body = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)
    content = (
        '<?xml version="1.0" encoding="UTF-8"?><office:document-content'
        ' xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
        ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
        ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body>'
        f'<office:spreadsheet><table:table table:name="Players">{body}</table:table></office:spreadsheet>'
        "</office:body></office:document-content>"
    )
    manifest = (
        '<?xml version="1.0" encoding="UTF-8"?><manifest:manifest'
        ' xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", manifest)
    return out.getvalue()


def _ods_cell(value: object) -> str:
    if isinstance(value, int | float):
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
    if isinstance(value, date):
        return f'<table:table-cell office:value-type="date" office:date-value="{value:%Y-%m-%d}"/>'
    return f'<table:table-cell office:value-type="string"><text:p>{escape(str(value))}</text:p></table:table-cell>'


def archive(**members: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in members.items():
            file.writestr(name.replace("__", "/"), content)
    return out.getvalue()
