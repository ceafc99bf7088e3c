"""From trained weights to the ONNX file that ships: calibrated, quantised, checked against PyTorch, named by hash."""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn

from sudokulens.reading.preprocess import normalised
from sudokulens.reading.weights_file import preprocessing_facts
from training.check import at_resolution
from training.model import SHAPES, CellNetwork
from training.pedigree import pedigree
from training.render.batch import PhotoBank, Renderer
from training.render.glyphs import TypeCase
from training.train import REAL_SOURCES, load_weights

VERSION = 1
OUTPUTS = ("symbols", "ink", "turn", "sudoku", "large_symbols", "large_ink")
BY_CELL = ("symbols", "ink", "large_symbols", "large_ink")


class Spoken(nn.Module):
    """The network with its temperatures and probabilities in place of logits, cells in one row-major list."""

    def __init__(self, network: CellNetwork, temperatures: dict[str, float]) -> None:
        super().__init__()
        self.network = network
        self.temperatures = temperatures

    def forward(self, canvas: Tensor) -> tuple[Tensor, ...]:
        cells, mean = self.network.features(canvas)
        digits, ink, turn = self.network.small(cells)
        large_digits, large_ink = self.network.large(cells)
        return (
            self._shares(digits, "digits"),
            self._shares(ink, "ink"),
            (turn / self.temperatures["turn"]).softmax(1),
            torch.sigmoid(self.network.verdict(cells, mean) / self.temperatures["sudoku"]),
            self._shares(large_digits, "digits"),
            self._shares(large_ink, "ink"),
        )

    def _shares(self, logits: Tensor, head: str) -> Tensor:
        return (logits / self.temperatures[head]).flatten(2).transpose(1, 2).softmax(2)


def calibration_canvases(data: Path, count: int, seed: int, held_fold: int | None, folds: int) -> Tensor:
    """Canvases of training renders and photos, half of each, at full resolution."""
    torch.manual_seed(seed)
    device = torch.device("cpu")
    renderer = Renderer(TypeCase(data, device))
    bank = PhotoBank(data / "photos.npz", device, REAL_SOURCES, held_fold, folds)
    parts = []
    for _ in range(max(1, count // 16)):
        parts.append(renderer.batch(8, 9, 0.7)[0])
        parts.append(bank.batch(8, 0.5, renderer)[0])
    return torch.cat(parts)


class Canvases(CalibrationDataReader):  # type: ignore[misc]
    """Feeds network inputs to the quantiser one by one."""

    def __init__(self, inputs: Tensor) -> None:
        self.inputs: Iterator[Tensor] = iter(inputs.split(1))

    def get_next(self) -> dict[str, np.ndarray] | None:
        following = next(self.inputs, None)
        return None if following is None else {"canvas": following.numpy()}


def write_float(
    network: nn.Module,
    cell_pixels: int,
    path: Path,
    outputs: tuple[str, ...] = OUTPUTS,
    by_cell: tuple[str, ...] = BY_CELL,
) -> None:
    """The network as float ONNX, free in batch and in grid size; outputs `by_cell` have a row for each cell."""
    axes = {name: {0: "batch"} for name in outputs} | {"canvas": {0: "batch", 2: "side", 3: "side"}}
    for name in by_cell:
        axes[name][1] = "cells"
    example = torch.zeros(1, 3, 10 * cell_pixels, 10 * cell_pixels)
    torch.onnx.export(
        network,
        (example,),
        str(path),
        input_names=["canvas"],
        output_names=list(outputs),
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def quantise(source: Path, target: Path, inputs: Tensor) -> None:
    """Static int8 quantisation: weights per channel, activation ranges from the calibration canvases.

    Layers of few outputs stay float: heads, and the first layers, which are most of the detail network's work.
    Weights take seven bits. Processors without VNNI add pairs of products in 16 bits, and 2 · 255 · 64 still fits.
    """
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)
        graph = onnx.load(prepared).graph
        sides = {tensor.name: tensor.dims[0] for tensor in graph.initializer if len(tensor.dims) == 4}
        narrow = [node.name for node in graph.node if node.op_type == "Conv" and sides.get(node.input[1], 99) < 40]
        quantize_static(
            str(prepared),
            str(target),
            Canvases(inputs),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["Conv", "Relu", "Add", "Slice", "Gemm"],
            nodes_to_exclude=narrow,
            calibrate_method=CalibrationMethod.MinMax,
            extra_options={"CalibMovingAverage": True},
        )


def run_onnx(path: Path, inputs: Tensor) -> list[np.ndarray]:
    """All outputs for inputs given one by one."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    rows = [session.run(None, {"canvas": canvas.numpy()}) for canvas in inputs.split(1)]
    return [np.concatenate(column) for column in zip(*rows, strict=True)]


@torch.no_grad()
def assert_agreement(network: nn.Module, path: Path, inputs: Tensor, tolerance: float) -> None:
    """Refuses a float file whose outputs differ from PyTorch's by more than rounding errors."""
    expected = [output.numpy() for output in network(inputs)]
    for number, (mine, theirs) in enumerate(zip(expected, run_onnx(path, inputs), strict=True)):
        difference = float(np.abs(mine - theirs).max())
        if difference > tolerance:
            raise AssertionError(
                f"output {number}: PyTorch and ONNX differ by {difference:.2e}, more than {tolerance:.0e}"
            )


def quantisation_loss(float_path: Path, int_path: Path, inputs: Tensor) -> dict[str, float]:
    """How often the most probable symbol and ink change, and the mean change of probability."""
    before, after = run_onnx(float_path, inputs), run_onnx(int_path, inputs)
    return {
        "symbols_changed": float((before[0].argmax(2) != after[0].argmax(2)).mean()),
        "ink_changed": float((before[1].argmax(2) != after[1].argmax(2)).mean()),
        "mean_difference": float(np.abs(before[0] - after[0]).sum(2).mean() / 2),
    }


def finish(path: Path, name: str, facts: dict[str, str], folder: Path) -> Path:
    """The file with its metadata, under a name that carries the hash of its content; older ones are removed."""
    model = onnx.load(path)
    onnx.helper.set_model_props(model, facts)
    content = model.SerializeToString()
    for old in folder.glob(f"{name}-v*.onnx"):
        old.unlink()
    target = folder / f"{name}-v{VERSION}-{hashlib.sha256(content).hexdigest()[:8]}.onnx"
    target.write_bytes(content)
    return target


def export(name: str, options: argparse.Namespace, canvases: Tensor) -> None:
    network = CellNetwork(SHAPES[name])
    saved = torch.load(options.run / f"{name}.pt", map_location="cpu", weights_only=True)
    network.load_state_dict(load_weights(options.run / f"{name}.pt"))
    stored = options.run / "temperatures.json"
    temperatures = json.loads(stored.read_text())[name] if stored.exists() else {}
    spoken = Spoken(network, {head: temperatures.get(head, 1.0) for head in ("digits", "ink", "turn", "sudoku")}).eval()
    shape = SHAPES[name]
    inputs = normalised(at_resolution(canvases, shape.cell_pixels))
    with tempfile.TemporaryDirectory() as folder:
        plain, small = Path(folder) / "float.onnx", Path(folder) / "int8.onnx"
        write_float(spoken, shape.cell_pixels, plain)
        assert_agreement(spoken, plain, inputs[:8], 2e-4)
        quantise(plain, small, inputs[:-16])
        print(name, quantisation_loss(plain, small, inputs[-16:]))
        facts = (
            preprocessing_facts()
            | pedigree(saved, options.data)
            | {
                "name": name,
                "cell_pixels": str(shape.cell_pixels),
                "temperatures": json.dumps(spoken.temperatures),
            }
        )
        target = finish(plain if options.float else small, name, facts, options.out)
    print(f"{target.name}: {target.stat().st_size / 2**20:.2f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, default=Path("runs/reading"), help="folder with trained weights")
    parser.add_argument("--data", type=Path, default=Path(".data"))
    parser.add_argument("--out", type=Path, default=Path("src/sudokulens/reading/weights"))
    parser.add_argument("--networks", nargs="+", default=["fast", "careful"])
    parser.add_argument("--held-fold", type=int, help="calibrate without this fold of the newspaper photos, too")
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--float", action="store_true", help="ship float weights in place of int8")
    parser.add_argument("--calibration", type=int, default=64, help="canvases to calibrate the quantisation with")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    canvases = calibration_canvases(options.data, options.calibration + 16, 5, options.held_fold, options.folds)
    for name in options.networks:
        export(name, options, canvases)


if __name__ == "__main__":
    main()
