"""Files that are no pictures, or pictures and something else at once."""

from __future__ import annotations

import gzip
import io
import random
import struct
import zipfile

from tests.odd.base import OddFile, OddFiles, page, plain

_SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script><image href='file:///etc/passwd'/></svg>"
_ENTITIES = b"<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg>&x;</svg>"
_HTML = b"<!DOCTYPE html><html><script>fetch('//example.org')</script></html>"
_PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
_EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 99999 99999\n(%pipe%id) (w) file\nshowpage\n"


def files() -> OddFiles:
    yield from _no_pictures()
    yield from _other_formats()
    yield from _polyglots()


def _no_pictures() -> OddFiles:
    for name, data in (
        ("zero-bytes.jpg", b""),
        ("one-byte.jpg", b"\xff"),
        ("two-bytes.png", b"\x89P"),
        ("zeros.png", bytes(4096)),
        ("ones.jpg", b"\xff" * 4096),
        ("noise.jpg", random.Random(3).randbytes(100_000)),
        ("text.jpg", "Not a picture: Überraschung!".encode()),
        ("wide-text.jpg", "\ufeffNot a picture".encode("utf-16")),
        ("drawing.png", _SVG),
        ("drawing-with-entities.png", _ENTITIES),
        ("drawing-after-blanks.jpg", b"\xef\xbb\xbf \n\t" * 20 + _SVG),
        ("page.jpg", _HTML),
        ("document.jpg", _PDF),
        ("postscript.jpg", _EPS),
        ("program.png", b"\x7fELF\2\1\1" + bytes(200)),
        ("script.jpg", b"#!/bin/sh\nrm -rf /\n"),
        ("pickle.jpg", b"\x80\x04\x95\x20\0\0\0\0\0\0\0\x8c\x05posix\x8c\x06system\x93"),
        ("json.jpg", b'{"image": "' + b"A" * 1000 + b'"}'),
        ("data-url.jpg", b"data:image/png;base64,iVBORw0KGgo="),
    ):
        yield OddFile(name, data, "refused")


def _other_formats() -> OddFiles:
    for kind, suffix in (
        ("ICO", "ico"),
        ("TGA", "tga"),
        ("PPM", "ppm"),
        ("PCX", "pcx"),
        ("SGI", "sgi"),
        ("JPEG2000", "jp2"),
    ):
        target = io.BytesIO()
        try:
            page().save(target, kind)
        except (OSError, KeyError, ValueError):
            continue  # Pillow was built without this encoder.
        yield OddFile(f"picture-of-kind-{suffix}.png", target.getvalue(), "refused")
    pixels = struct.pack(">4sH6xHIIHH", b"8BPS", 1, 3, 100, 100, 8, 3) + bytes(30_000)
    yield OddFile("photoshop.png", pixels, "refused")
    yield OddFile("exr.png", b"\x76\x2f\x31\x01" + bytes(400), "refused")
    yield OddFile("jxl.png", b"\xff\x0a" + bytes(400), "refused")
    yield OddFile("xcf.png", b"gimp xcf v011\0" + bytes(400), "refused")
    yield OddFile("dicom.png", bytes(128) + b"DICM" + bytes(400), "refused")
    yield OddFile("archive.png", _zip(b"x" * 5000), "refused")
    yield OddFile("archive-bomb.png", _zip(bytes(20_000_000)), "refused")
    yield OddFile("gzipped.png", gzip.compress(plain("PNG")), "refused")
    yield OddFile("tar.png", b"picture.png".ljust(257, b"\0") + b"ustar\x0000" + bytes(512), "refused")


def _zip(data: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../picture.png", data)
    return target.getvalue()


def _polyglots() -> OddFiles:
    gif, jpeg, png = plain("GIF"), plain("JPEG"), plain("PNG")
    script = b"=1;alert(document.domain);/*"
    yield OddFile("script.gif", b"GIF89a" + b"/*" + gif[8:] + b"*/" + script)
    yield OddFile("script-after.gif", gif + script, "reads")
    yield OddFile("archive-after.jpeg", jpeg + _zip(b"y" * 5000), "reads")
    yield OddFile("archive-after.png", png + _zip(b"y" * 5000), "reads")
    yield OddFile("document-before.jpeg", _PDF + jpeg, "refused")
    yield OddFile("document-in-comment.jpeg", jpeg[:2] + _commented(_PDF) + jpeg[2:], "reads")
    yield OddFile("page-in-comment.jpeg", jpeg[:2] + _commented(_HTML) + jpeg[2:], "reads")
    yield OddFile("php-after.png", png + b"<?php system($_GET['c']); ?>", "reads")
    yield OddFile("jpeg-then-png.jpeg", jpeg[:600] + png)
    yield OddFile("png-head-jpeg-body.png", png[:8] + jpeg, "refused")
    yield OddFile("gif-head-png-body.gif", b"GIF89a" + png)
    yield OddFile("bitmap-head-text-body.bmp", b"BM" + b" is how this sentence starts, and no picture follows." * 9)
    yield OddFile("tiff-head-page-body.tiff", b"II*\0" + _HTML)
    yield OddFile("webp-head-script-body.webp", b"RIFF/*\0\0WEBP" + script + b"*/")


def _commented(data: bytes) -> bytes:
    return b"\xff\xfe" + struct.pack(">H", len(data) + 2) + data
