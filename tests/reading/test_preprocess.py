from __future__ import annotations

import numpy as np
import pytest

from sudokulens.reading.preprocess import normalised, size_of, tensor_from_canvas
from sudokulens.reading.symbols import SYMBOLS, value_weights


def noise(side: int = 320) -> np.ndarray:
    return np.random.default_rng(3).integers(0, 256, (side, side, 3), dtype=np.uint8)


def test_a_canvas_becomes_one_float_tensor_with_channels_first() -> None:
    tensor = tensor_from_canvas(noise())
    assert tensor.shape == (1, 3, 320, 320)
    assert tensor.dtype == np.float32
    assert tensor.flags.c_contiguous


def test_reading_and_training_scale_pixels_alike() -> None:
    canvas = np.random.default_rng(2).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    trained = normalised(canvas.transpose(2, 0, 1)[None].astype(np.float32))
    assert (tensor_from_canvas(canvas) == trained).all()


def test_brightness_and_contrast_do_not_matter() -> None:
    canvas = noise() // 2
    brighter = canvas + 90
    flatter = canvas.astype(np.float32) * 0.5 + 20
    tensor = tensor_from_canvas(canvas)
    assert np.allclose(tensor, tensor_from_canvas(brighter.astype(np.uint8)), atol=1e-3)
    assert np.allclose(tensor, normalised(flatter.transpose(2, 0, 1)[None]), atol=1e-3)


def test_colour_survives() -> None:
    canvas = noise()
    canvas[..., 2] = 255 - canvas[..., 2] // 4
    tensor = tensor_from_canvas(canvas)
    assert tensor[0, 2].mean() > tensor[0, 0].mean() + 1


def test_a_blank_canvas_stays_blank() -> None:
    blank = np.full((320, 320, 3), 200, dtype=np.uint8)
    assert np.abs(tensor_from_canvas(blank)).max() < 1e-3


def test_grey_is_the_same_as_equal_channels() -> None:
    grey = noise()[..., 0]
    assert np.array_equal(tensor_from_canvas(grey), tensor_from_canvas(np.stack([grey] * 3, axis=-1)))


@pytest.mark.parametrize("shape", [(320, 300, 3), (320, 320, 4), (320,)])
def test_what_is_no_square_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        tensor_from_canvas(np.zeros(shape, dtype=np.uint8))


def test_floats_are_refused() -> None:
    with pytest.raises(ValueError, match="uint8"):
        tensor_from_canvas(np.zeros((320, 320, 3), dtype=np.float32))  # type: ignore[arg-type]


def test_the_size_follows_from_the_side() -> None:
    assert size_of(noise(320), 32) == 9
    assert size_of(noise(544), 32) == 16
    with pytest.raises(ValueError, match=r"\(n \+ 1\)·32"):
        size_of(noise(330), 32)


@pytest.mark.parametrize(
    ("size", "symbol", "value"),
    [(9, "", 0), (9, "7", 7), (9, "0", 0), (16, "7", 7), (16, "12", 12), (16, "C", 12), (16, "0", 16), (12, "0", 12)],
)
def test_symbols_become_values(size: int, symbol: str, value: int) -> None:
    weights = value_weights(size)[SYMBOLS.index(symbol)]
    assert weights[value] == 1
    assert weights.sum() == 1


@pytest.mark.parametrize(("size", "symbol"), [(9, "A"), (9, "other"), (6, "8"), (12, "F"), (16, "other")])
def test_symbols_that_fit_no_value_show_as_doubt(size: int, symbol: str) -> None:
    assert np.allclose(value_weights(size)[SYMBOLS.index(symbol)], 1 / (size + 1))
