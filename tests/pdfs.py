"""Reading what was printed: the words of each page, its size in millimetres, its pictures."""

from __future__ import annotations

from dataclasses import dataclass

import pypdfium2
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE


@dataclass(frozen=True)
class Page:
    words: str
    size: tuple[int, int]
    pictures: int


def pages(pdf: bytes) -> list[Page]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_read(document[number]) for number in range(len(document))]
    finally:
        document.close()


def _read(page: pypdfium2.PdfPage) -> Page:
    text = page.get_textpage()
    words = " ".join(text.get_text_bounded().split())
    text.close()
    size = tuple(round(points * 25.4 / 72) for points in page.get_size())
    pictures = sum(1 for _ in page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE], max_depth=8))
    page.close()
    return Page(words, (size[0], size[1]), pictures)


def words(pdf: bytes) -> str:
    return " ".join(page.words for page in pages(pdf))


def codes(pdf: bytes) -> list[list[list[bool]]]:
    """The pictures of the first page, dark squares as True, row by row."""
    document = pypdfium2.PdfDocument(pdf)
    page = document[0]
    found = []
    for picture in page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE], max_depth=8):
        width, height = picture.get_px_size()
        pixels = picture.get_bitmap().to_numpy().reshape(height, width, -1)
        found.append((pixels[:, :, 0] < 128).tolist())
    page.close()
    document.close()
    return found
