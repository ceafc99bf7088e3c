"""Trains the detail network on rendered pages and real photos; seeded, counted in steps, resumable."""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.detail_check import DetailCheck
from training.detail_model import DETAIL_SHAPES, DetailNetwork, Details
from training.model import remember
from training.pedigree import legs
from training.render.batch import PhotoBank, Renderer, Replay
from training.render.content import UNKNOWN
from training.render.detail import DetailLabels, DetailRenderer, photo_batch
from training.render.glyphs import TypeCase
from training.train import REAL_SOURCES, network_input

OTHER_SIZES = (6, 8, 4, 7)
WEIGHTS = {
    "marks": 6.0,
    "place": 0.2,
    "caged": 0.5,
    "cage_sides": 2.0,
    "tens": 0.5,
    "units": 2.0,
    "region_sides": 0.5,
    "figures": 1.0,
    "sudoku": 0.2,
}
"""How much each part counts: marks and sums are few among many empty cells."""


def parse_options() -> argparse.Namespace:
    """Every knob, with the values of the published weights as defaults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(".data"), help="atlas.npz, photos.npz and the mnist files")
    parser.add_argument("--out", type=Path, default=Path("runs/detail"))
    parser.add_argument("--networks", nargs="+", default=["detail"], choices=sorted(DETAIL_SHAPES))
    parser.add_argument("--steps", type=int, default=6000, help="length of the schedule")
    parser.add_argument("--fit-minutes", type=float, help="choose --steps by the speed of the first 300 to fit this")
    parser.add_argument(
        "--pause-after", type=float, default=math.inf, help="minutes to stop after, to be resumed later"
    )
    parser.add_argument("--batch", type=int, default=96, help="9×9 grids a step")
    parser.add_argument("--real-share", type=float, default=0.12)
    parser.add_argument("--uses", type=int, default=4, help="how often each grid is learned from")
    parser.add_argument("--keep", type=int, default=60, help="batches of each size kept to draw from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--most-strength", type=float, default=0.45, help="how bad the camera is at the end, of 1")
    parser.add_argument("--app-share", type=float, default=0.55, help="pages that look like an application's")
    parser.add_argument("--clean-share", type=float, default=0.6, help="pages that no camera has seen")
    parser.add_argument("--weight-decay", type=float, default=0.02)
    parser.add_argument("--start-from", type=Path, help="weights of an earlier leg to go on from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check-every", type=int, default=1000, help="steps between measurements")
    return parser.parse_args()


def losses_of(outputs: Details, labels: DetailLabels) -> dict[str, Tensor]:
    """One mean loss a part, over what is known."""
    losses = {}
    for name in ("place", "tens", "units"):
        losses[name] = _mean_known(F.cross_entropy, getattr(outputs, name), getattr(labels, name))
    for name in ("marks", "caged", "cage_sides", "region_sides", "figures", "sudoku"):
        logits = getattr(outputs, name)
        losses[name] = _mean_binary(logits[:, 0] if name == "caged" else logits, getattr(labels, name))
    return losses


def _mean_known(loss, logits: Tensor, labels: Tensor) -> Tensor:  # type: ignore[no-untyped-def]
    each = loss(logits.float(), labels, ignore_index=UNKNOWN, reduction="none")
    return each.sum() / (labels != UNKNOWN).sum().clamp(min=1)


def _mean_binary(logits: Tensor, labels: Tensor) -> Tensor:
    known = labels >= 0
    each = F.binary_cross_entropy_with_logits(logits.float(), labels.clamp(min=0).float(), reduction="none")
    return (each * known).sum() / known.sum().clamp(min=1)


class DetailTrainer:
    """The whole course: batches, schedule, measurements, checkpoints."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        torch.set_float32_matmul_precision("high")
        options.out.mkdir(parents=True, exist_ok=True)
        self.renderer = Renderer(TypeCase(options.data, self.device))
        self.pages = DetailRenderer(
            self.renderer, options.data / "partitions.npz", options.app_share, options.clean_share
        )
        self.bank = PhotoBank(options.data / "photos.npz", self.device, REAL_SOURCES, None, 3)
        self.networks: dict[str, DetailNetwork] = {}
        self.means: dict[str, DetailNetwork] = {}
        self.optimisers: dict[str, torch.optim.Optimizer] = {}
        for name in options.networks:
            network = DetailNetwork(DETAIL_SHAPES[name]).to(self.device, memory_format=torch.channels_last)
            if options.start_from:
                network.load_state_dict(
                    torch.load(options.start_from, map_location="cpu", weights_only=True)["weights"]
                )
            self.networks[name] = network
            self.means[name] = DetailNetwork(DETAIL_SHAPES[name]).to(self.device).eval()
            self.means[name].load_state_dict(network.state_dict())
            self.optimisers[name] = torch.optim.AdamW(
                network.parameters(), lr=options.rate, betas=(0.9, 0.98), weight_decay=options.weight_decay
            )
        self.replay: Replay[DetailLabels] = Replay(options.keep)
        self.check = DetailCheck(options.data, self.device)
        self.step = 0
        self.curve: list[dict[str, object]] = []

    def run(self) -> None:
        self.resume()
        begun = last_line = time.monotonic()
        while self.step < self.options.steps and time.monotonic() - begun < self.options.pause_after * 60:
            losses = self.one_step()
            if self.step == 300 and self.options.fit_minutes:
                speed = self.step / (time.monotonic() - begun)
                self.options.steps = round(speed * self.options.fit_minutes * 60)
                print(f"{speed:.1f} steps a second: {self.options.steps} steps", flush=True)
            if time.monotonic() - last_line > 15:
                last_line = time.monotonic()
                line = " ".join(f"{name} {float(value):.4f}" for name, value in losses.items())
                print(f"{last_line - begun:5.0f} s step {self.step} {line}", flush=True)
            if self.step % self.options.check_every == 0:
                self.measure()
                self.save()
        self.measure()
        self.save()

    def one_step(self) -> dict[str, Tensor]:
        done = self.step / self.options.steps
        warm = min(1.0, (self.step + 1) / 300)
        rate = self.options.rate * warm * (0.002 + 0.998 * 0.5 * (1 + math.cos(math.pi * done)))
        first = 1.0 if self.options.start_from else 0.2
        strength = self.options.most_strength * (first + (1 - first) * min(1.0, done / 0.5))
        self.renderer.case.refresh(self.step)
        canvas, labels = self.next_batch(strength)
        self.step += 1
        losses: dict[str, Tensor] = {}
        for name, network in self.networks.items():
            losses = self.learn(name, network, canvas, labels, rate)
        return losses

    def learn(
        self, name: str, network: DetailNetwork, canvas: Tensor, labels: DetailLabels, rate: float
    ) -> dict[str, Tensor]:
        optimiser = self.optimisers[name]
        for group in optimiser.param_groups:
            group["lr"] = rate
        # Batches of another size are normalised by the running statistics, as in use.
        network.train(labels.units.shape[-1] == 9 or self.step < 300)
        with torch.autocast(canvas.device.type, torch.bfloat16):
            outputs = network(network_input(canvas, network.shape.cell_pixels))
        losses = losses_of(outputs, labels)
        total = torch.stack([WEIGHTS[part] * loss for part, loss in losses.items()]).sum()
        optimiser.zero_grad(set_to_none=True)
        total.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        remember(self.means[name], network, self.step)
        return {part: loss.detach() for part, loss in losses.items()}

    def next_batch(self, strength: float) -> tuple[Tensor, DetailLabels]:
        """Mostly 9×9 grids, rendered and real; every eighth step another size."""
        size = OTHER_SIZES[self.step // 8 % len(OTHER_SIZES)] if self.step % 8 == 7 else 9
        turn = self.step // 8 // len(OTHER_SIZES) if size != 9 else self.step
        count = max(2, round(self.options.batch * 100 / (size + 1) ** 2))
        if turn % self.options.uses == 0 or not self.replay.holds(size):
            self.replay.add(size, *self.fresh_batch(size, count, strength))
        return self.replay.draw(size, count)

    def fresh_batch(self, size: int, count: int, strength: float) -> tuple[Tensor, DetailLabels]:
        if size != 9:
            return self.pages.batch(count, size, strength)
        real = round(count * self.options.real_share)
        rendered, labels = self.pages.batch(count - real, 9, strength)
        photos, photo_labels = photo_batch(self.bank, real, strength, self.renderer)
        return torch.cat([rendered, photos]), DetailLabels.joined([labels, photo_labels])

    def measure(self) -> None:
        """The averaged (EMA) networks on pages of held-out fonts and writers."""
        for name, network in self.means.items():
            figures = self.check.measure(network)
            self.curve.append({"step": self.step, "network": name, "checks": figures})
            print(f"       {name} step {self.step} {json.dumps(figures)}", flush=True)

    def save(self) -> None:
        """Small files with the averaged weights for export, and a checkpoint to resume from."""
        out = self.options.out
        for name, network in self.means.items():
            course = {"step": self.step, "legs": legs(self.options, self.step, self.options.start_from)}
            state = {"weights": network.state_dict(), **course}
            torch.save(state, out / f"{name}.pt")
        (out / "curve.json").write_text(json.dumps(self.curve))
        state = {
            name: [self.networks[name].state_dict(), self.means[name].state_dict(), self.optimisers[name].state_dict()]
            for name in self.networks
        }
        torch.save({"state": state, "step": self.step, "curve": self.curve}, out / "resume.pt")

    def resume(self) -> None:
        path = self.options.out / "resume.pt"
        if not path.exists():
            return
        saved = torch.load(path, map_location=self.device, weights_only=True)
        for name, (network, mean, optimiser) in saved["state"].items():
            self.networks[name].load_state_dict(network)
            self.means[name].load_state_dict(mean)
            self.optimisers[name].load_state_dict(optimiser)
        self.step, self.curve = saved["step"], saved["curve"]
        print(f"resumed at step {self.step}", flush=True)


if __name__ == "__main__":
    DetailTrainer(parse_options()).run()
