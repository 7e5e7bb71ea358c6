"""An address as a picture a phone can read: inline SVG, black on white, without a style of its own."""

from django.utils.safestring import SafeString, mark_safe


def qr_code(address: str) -> SafeString:
    """Safe to put into a page: segno draws from the modules, the address itself is not in the markup."""
    import segno  # only here: the server starts without it

    svg = segno.make(address, error="m", micro=False).svg_inline(
        scale=8, border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(svg)
