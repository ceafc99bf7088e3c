"""The one decoder: every allowed kind comes out upright and RGB, everything else is refused with a sentence."""

from __future__ import annotations

import io
import os
import random
import zlib

import numpy as np
import pytest
from PIL import Image, features

from sudokulens.errors import ImageError
from sudokulens.vision import decoding
from sudokulens.vision.frame import Frame, load_frame
from sudokulens.vision.pixels import BLACK

LEFT_RED = np.zeros((40, 60, 3), dtype=np.uint8)
LEFT_RED[:, :30, 0] = 250
LEFT_RED[:10, 30:, 1] = 240


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def noise(seed: int = 1, side: int = 64) -> Image.Image:
    return Image.fromarray(np.random.default_rng(seed).integers(0, 256, (side, side, 3), dtype=np.uint8))


def test_a_pillow_that_has_never_heard_of_avif_is_not_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "modules", {})
    decoding._register.cache_clear()
    decoding.load_decoders()  # Asking would warn, and a warning fails the test.
    assert not decoding._pillow_opens_avif()
    decoding._register.cache_clear()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "HEIF", "AVIF"])
def test_every_allowed_format_opens(kind):
    if kind == "HEIF":
        pillow_heif = pytest.importorskip("pillow_heif")
        pillow_heif.register_heif_opener()
    if kind == "AVIF" and not decoding._pillow_opens_avif():
        pytest.skip("this Pillow has no AVIF")
    pixels = load_frame(encoded(Image.fromarray(LEFT_RED), kind)).pixels
    assert pixels.shape == (40, 60, 3)
    assert pixels[25, 10, 0] > 200
    assert pixels[25, 45].max() < 60


def test_path_bytes_file_image_array_and_frame_give_the_same(tmp_path):
    image = Image.fromarray(LEFT_RED)
    data = encoded(image, "PNG")
    (tmp_path / "picture.png").write_bytes(data)
    sources = [tmp_path / "picture.png", str(tmp_path / "picture.png"), data, bytearray(data), memoryview(data)]
    sources += [io.BytesIO(data), image, LEFT_RED, Frame(LEFT_RED)]
    for source in sources:
        np.testing.assert_array_equal(load_frame(source).pixels, LEFT_RED)


def test_frames_are_read_only_and_apart_from_the_array_given():
    array = LEFT_RED.copy()
    frame = load_frame(array, timestamp=1.5)
    array[:] = 9
    np.testing.assert_array_equal(frame.pixels, LEFT_RED)
    assert (frame.width, frame.height, frame.timestamp) == (60, 40, 1.5)
    with pytest.raises(ValueError, match="read-only"):
        frame.pixels[0, 0] = 1


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_all_eight_exif_orientations_come_out_upright(kind, orientation):
    stored = {
        1: LEFT_RED,
        2: LEFT_RED[:, ::-1],
        3: LEFT_RED[::-1, ::-1],
        4: LEFT_RED[::-1],
        5: LEFT_RED.transpose(1, 0, 2),
        6: np.rot90(LEFT_RED, 1),
        7: LEFT_RED[::-1, ::-1].transpose(1, 0, 2),
        8: np.rot90(LEFT_RED, -1),
    }[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(Image.fromarray(np.ascontiguousarray(stored)), kind, exif=exif.tobytes())
    pixels = load_frame(data).pixels
    assert pixels.shape == LEFT_RED.shape
    assert np.abs(pixels.astype(int) - LEFT_RED).mean() < 12


def test_a_senseless_orientation_tag_is_ignored():
    exif = Image.Exif()
    exif[0x0112] = 77
    np.testing.assert_array_equal(
        load_frame(encoded(Image.fromarray(LEFT_RED), "PNG", exif=exif.tobytes())).pixels, LEFT_RED
    )


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA", "CMYK", "YCbCr", "HSV", "I", "F", "I;16"])
def test_pillow_images_of_every_mode_keep_bright_bright_and_dark_dark(mode):
    grey = np.full((20, 30), 30, dtype=np.uint8)
    grey[:, 15:] = 220
    if mode == "I;16":
        image = Image.fromarray(grey.astype(np.uint16) * 257)
    elif mode == "I":
        image = Image.fromarray(grey.astype(np.int32) * 257)
    else:
        image = Image.fromarray(grey).convert("RGB" if mode in ("HSV", "YCbCr", "CMYK") else "L").convert(mode)
    assert image.mode == mode
    pixels = load_frame(image).pixels
    assert pixels[5, 5].max() < 60
    assert pixels[5, 25].min() > 190


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_sixteen_bit_files_are_scaled_and_not_clipped(kind):
    ramp = np.linspace(0, 65535, 256).astype(np.uint16)[None].repeat(8, axis=0)
    pixels = load_frame(encoded(Image.fromarray(ramp), kind)).pixels
    np.testing.assert_allclose(pixels[0, :, 0], np.arange(256), atol=1)


def test_a_cmyk_jpeg_is_not_inverted():
    data = encoded(Image.new("CMYK", (32, 32), (0, 0, 0, 0)), "JPEG")
    assert load_frame(data).pixels.min() > 240


@pytest.mark.parametrize(("ink", "paper"), [((0, 0, 0), 255), ((255, 255, 255), BLACK), ((240, 240, 120), BLACK)])
def test_ink_on_transparency_stays_visible(ink, paper):
    rgba = np.zeros((60, 60, 4), dtype=np.uint8)
    rgba[20:24, 5:55] = (*ink, 255)
    for source in (encoded(Image.fromarray(rgba), "PNG"), rgba):
        pixels = load_frame(source).pixels
        assert tuple(pixels[21, 30]) == ink
        assert tuple(pixels[40, 30]) == (paper,) * 3


def test_a_palette_with_a_transparent_colour_opens():
    image = Image.new("P", (20, 20), 0)
    image.putpalette([255, 255, 255, 0, 0, 0])
    image.paste(1, (5, 5, 15, 15))
    pixels = load_frame(encoded(image, "PNG", transparency=0)).pixels
    assert pixels[10, 10].max() == 0
    assert pixels[1, 1].min() == 255


def test_the_first_frame_of_an_animation_is_taken():
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    for kind in ("GIF", "WEBP", "TIFF"):
        pixels = load_frame(encoded(frames[0], kind, save_all=True, append_images=frames[1:])).pixels
        assert pixels[10, 10, 0] > 200


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        (b"\xef\xbb\xbf<?xml version='1.0'?><svg/>", "SVG"),
        (b"\n <!DOCTYPE html><html>", "web page"),
        (b"%PDF-1.7", "PDF"),
        (b"PK\x03\x04", "ZIP"),
        (b"\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isommp42", "video"),
        (b"hello there", "not a picture of a known kind"),
        (b"\x89PNG\r\n\x1a\n", "damaged"),
        (b"BM", "damaged"),
        (b"\xff\xd8\xff\xe0", "damaged"),
    ],
)
def test_what_is_no_picture_is_refused_by_name(data, said):
    with pytest.raises(ImageError, match=said):
        load_frame(data)


def test_paths_that_are_no_files_are_refused(tmp_path):
    with pytest.raises(ImageError, match="is a folder"):
        load_frame(tmp_path)
    with pytest.raises(ImageError, match="does not exist"):
        load_frame(tmp_path / "missing.png")
    with pytest.raises(ImageError, match="cannot be opened"):
        load_frame("bad\0name.png")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(ImageError, match="not a regular file"):
            load_frame(tmp_path / "pipe")


def test_text_files_numbers_and_odd_arrays_are_refused():
    with pytest.raises(ImageError, match="binary mode"):
        load_frame(io.StringIO("text"))
    with pytest.raises(ImageError, match="expected a path, bytes"):
        load_frame(5)
    for array in (np.zeros((4, 4, 3)), np.zeros(5, np.uint8), np.zeros((4, 4, 2), np.uint8)):
        with pytest.raises(ImageError, match="expected an array"):
            load_frame(array)
    with pytest.raises(ImageError, match="expected RGB pixels"):
        load_frame(np.zeros((0, 4, 3), np.uint8))


def test_too_many_pixels_are_refused_before_decoding():
    with pytest.raises(ImageError, match=r"more than 0\.002 million pixels"):
        load_frame(encoded(Image.fromarray(LEFT_RED), "PNG"), max_pixels=2000)
    with pytest.raises(ImageError, match="million pixels"):
        load_frame(LEFT_RED, max_pixels=2000)


@pytest.mark.parametrize("side", [8000, 12000, 60000])
def test_a_decompression_bomb_is_refused_by_its_header(side):
    data = bytearray(encoded(Image.new("1", (8, 8)), "PNG"))
    data[16:24] = side.to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(bytes(data[12:29])).to_bytes(4, "big")
    with pytest.raises(ImageError, match="more than 50 million pixels"):
        load_frame(bytes(data))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
def test_truncated_files_are_refused(kind):
    data = encoded(noise(), kind)
    for share in (0.3, 0.6, 0.9):
        with pytest.raises(ImageError):
            load_frame(data[: int(len(data) * share)])


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "HEIF", "AVIF"])
def test_mutated_files_open_or_raise_an_image_error_and_nothing_else(kind):
    if kind == "HEIF":
        pytest.importorskip("pillow_heif").register_heif_opener()
    if kind == "AVIF" and not decoding._pillow_opens_avif():
        pytest.skip("this Pillow has no AVIF")
    original = encoded(noise(side=32), kind)
    chance = random.Random(kind)
    opened = 0
    for _ in range(150):
        data = bytearray(original)
        for _ in range(chance.choice((1, 3, 20))):
            place = min(int(chance.expovariate(1 / 60)), len(data) - 1) if chance.random() < 0.6 else None
            data[chance.randrange(len(data)) if place is None else place] = chance.randrange(256)
        try:
            opened += load_frame(bytes(data), max_pixels=1_000_000).pixels.size > 0
        except ImageError:
            continue
    assert opened < 150


def test_frames_save_and_say_why_they_cannot(tmp_path):
    frame = Frame(LEFT_RED)
    frame.save(tmp_path / "out.png")
    np.testing.assert_array_equal(load_frame(tmp_path / "out.png").pixels, LEFT_RED)
    with pytest.raises(ImageError, match="cannot be written"):
        frame.save(tmp_path / "out.nonsense")


def half_and_half(side: int) -> Image.Image:
    """Black above, white below, with a grey column at the left."""
    pixels = np.zeros((side, side), dtype=np.uint8)
    pixels[side // 2 :] = 255
    pixels[:, : side // 4] = 128
    return Image.fromarray(pixels)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA", "CMYK", "I;16", "F"])
@pytest.mark.parametrize("side", [200, 201])
def test_a_picture_above_the_work_size_is_opened_smaller_and_looks_the_same(mode, side):
    grey = half_and_half(side)
    if mode == "I;16":
        image = Image.fromarray(np.asarray(grey).astype(np.uint16) * 257)
    else:
        image = grey.convert("RGB" if mode in ("CMYK", "RGBA") else "L").convert(mode)
    kind = "TIFF" if mode in ("CMYK", "F") else "PNG"
    data = encoded(image, kind)
    whole, half = load_frame(data), load_frame(data, work_pixels=20_000)
    assert whole.full_size is None
    assert half.full_size == (side, side)
    assert half.pixels.shape == ((side + 1) // 2, (side + 1) // 2, 3)
    for row, column in ((10, 80), (80, 80)):
        expected = whole.pixels[2 * row, 2 * column].astype(int)
        assert np.abs(half.pixels[row, column].astype(int) - expected).max() <= 4
    column = half.pixels[:, 5:20].mean()
    assert abs(column - whole.pixels[:, 10:40].mean()) < 12


@pytest.mark.parametrize("orientation", [1, 6])
def test_a_jpeg_above_the_work_size_is_opened_smaller_and_upright(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(half_and_half(400).crop((0, 0, 400, 300)), "JPEG", exif=exif.tobytes())
    frame = load_frame(data, work_pixels=10_000)
    turned = orientation == 6
    assert frame.full_size == ((300, 400) if turned else (400, 300))
    assert (frame.width, frame.height) == ((75, 100) if turned else (100, 75))
    above = frame.pixels[60, 70] if turned else frame.pixels[5, 60]
    assert above.max() < 20


def test_the_callers_image_is_not_made_smaller():
    image = Image.open(io.BytesIO(encoded(half_and_half(400), "JPEG")))
    assert load_frame(image, work_pixels=50_000).pixels.shape[:2] == (200, 200)
    assert image.size == (400, 400)


def test_a_jpeg_that_repeats_its_scans_is_refused_before_it_is_decoded():
    good = encoded(half_and_half(3000), "JPEG", progressive=True)
    last = good.rindex(b"\xff\xda")
    with pytest.raises(ImageError, match="goes over its picture"):
        load_frame(good[:last] + good[last:-2] * 2000 + b"\xff\xd9")
    assert load_frame(good + b"\xff\xda" * 2000).width == 3000


@pytest.mark.parametrize(
    "head",
    [b"\xff" * 2_000_000, b"\xff\xfe\0\2" * 500_000, b"\xff\xd0" * 1_000_000, bytes(2_000_000)],
    ids=["fill bytes", "empty comments", "restarts", "zeros"],
)
def test_a_jpeg_with_too_much_before_its_picture_is_refused(head):
    good = encoded(half_and_half(400), "JPEG")
    with pytest.raises(ImageError, match="before its picture"):
        load_frame(good[:20] + head + good[20:])
    with pytest.raises(ImageError, match=r"before its picture|does not begin"):
        load_frame(good[:20] + head)
    assert load_frame(good[:2] + b"\xff\xfe\xff\xff" + bytes(65533) + b"\xff" * 50 + good[2:]).width == 400


@pytest.mark.timeout(60)
def test_fill_bytes_behind_many_scans_take_no_quadratic_time():
    good = encoded(half_and_half(3000), "JPEG", progressive=True)
    last = good.rindex(b"\xff\xda")
    with pytest.raises(ImageError, match="goes over its picture"):
        load_frame(good[:last] + good[last:-2] * 2000 + b"\xff" * 3_000_000)


def test_opaque_pixels_of_a_canvas_become_a_copy_without_alpha():
    rgba = np.random.default_rng(4).integers(0, 256, (40, 61, 4), dtype=np.uint8)
    rgba[..., 3] = 255
    for array in (rgba, rgba[::-1, ::2]):
        colours = array[..., :3].copy()
        frame = load_frame(array)
        assert np.array_equal(frame.pixels, colours)
        assert not np.shares_memory(frame.pixels, array)
    rgba[7, 9, 3] = 0
    assert load_frame(rgba).pixels[7, 9].tolist() in ([255, 255, 255], [BLACK] * 3)
