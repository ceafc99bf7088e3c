"""What kind of file some bytes are, told from the header alone and before any decoder sees them."""

from __future__ import annotations

from sudokulens.errors import ImageError

HEADER_BYTES = 64

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\xff\xd8\xff", "JPEG"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"BM", "BMP"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"II+\x00", "TIFF"),
    (b"MM\x00+", "TIFF"),
)

_REFUSED: tuple[tuple[bytes, str], ...] = (
    (b"%pdf", "a PDF document; save the page as PNG or JPEG first"),
    (b"<svg", "an SVG drawing; export it as PNG first"),
    (b"<?xml", "an XML or SVG file; export the picture as PNG first"),
    (b"<!doctype", "a web page and not a picture"),
    (b"<html", "a web page and not a picture"),
    (b"pk\x03\x04", "a ZIP archive; unpack it first"),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"\x00\x00\x01\x00", "a Windows icon; save it as PNG first"),
    (b"8bps", "a Photoshop file; export it as PNG first"),
    (b"\x76\x2f\x31\x01", "an OpenEXR file; save it as PNG first"),
    (b"\x00\x00\x00\x0cjp  ", "a JPEG 2000 file; save it as PNG or JPEG first"),
    (b"\xff\x0a", "a JPEG XL file; save it as PNG or JPEG first"),
)

_AVIF_BRANDS = {b"avif", b"avis"}
_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"hevm", b"hevs", b"mif1", b"msf1"}

ALLOWED = "JPEG, PNG, WebP, GIF, BMP, TIFF, HEIC or AVIF"


def picture_kind(header: bytes) -> str:
    """The Pillow format name that the first bytes of a file announce; ImageError for all that is not allowed."""
    if not header:
        raise ImageError("the file is empty")
    for signature, kind in _SIGNATURES:
        if header.startswith(signature):
            return kind
    if header.startswith(b"RIFF") and header[8:12] == b"WEBP":
        return "WEBP"
    if header[4:8] == b"ftyp":
        return _media_kind(header)
    text = header.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    for signature, meaning in _REFUSED:
        if text.startswith(signature):
            raise ImageError(f"this is {meaning}")
    raise ImageError(f"this is not a picture of a known kind; give a {ALLOWED} file")


def _media_kind(header: bytes) -> str:
    """HEIF or AVIF from the brands of an ISO media file; the compatible brands decide where the major is generic."""
    end = min(int.from_bytes(header[:4], "big"), len(header))
    brands = {header[8:12]} | {header[start : start + 4] for start in range(16, end, 4)}
    if brands & _AVIF_BRANDS:
        return "AVIF"
    if brands & _HEIF_BRANDS:
        return "HEIF"
    raise ImageError(f"this is a video or an unknown media file; give a {ALLOWED} file")
