"""Trains the reading networks side by side on the same batches; resumable, seeded, on a GPU or a CPU."""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from sudokulens.reading.preprocess import normalised
from training.check import PhotoCheck, RenderCheck, at_resolution
from training.model import SHAPES, CellNetwork
from training.pedigree import legs
from training.render.batch import Labels, PhotoBank, Renderer, Replay
from training.render.content import PRINT_OR_HAND, UNKNOWN
from training.render.glyphs import TypeCase

OTHER_SIZES = (16, 6, 16, 12, 4, 16, 8, 12)
REAL_SOURCES = ("train", "mixed_train", "kubiesa_train")


Outputs = tuple[Tensor, ...]


def parse_options() -> argparse.Namespace:
    """Every knob, with the values of the published weights as defaults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(".data"), help="atlas.npz, photos.npz and the mnist files")
    parser.add_argument("--out", type=Path, default=Path("runs/reading"))
    parser.add_argument("--networks", nargs="+", default=["careful", "fast"], choices=sorted(SHAPES))
    parser.add_argument("--minutes", type=float, default=9.0, help="length of the schedule in wall time")
    parser.add_argument("--steps", type=int, help="length of the schedule in steps, in place of minutes")
    parser.add_argument(
        "--pause-after", type=float, default=math.inf, help="minutes to stop after, to be resumed later"
    )
    parser.add_argument("--stops", type=int, default=1, help="so many sets of weights along the way, for the mean")
    parser.add_argument("--batch", type=int, default=160, help="9×9 grids a step")
    parser.add_argument("--photos", nargs="+", default=list(REAL_SOURCES), choices=REAL_SOURCES, help="which to learn")
    parser.add_argument("--real-share", type=float, default=0.3)
    parser.add_argument("--uses", type=int, default=3, help="how often each grid is learned from")
    parser.add_argument("--keep", type=int, default=60, help="batches of each size kept to draw from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--last-rate", type=float, default=0.002, help="what is left of the rate at the end, of 1")
    parser.add_argument("--least-strength", type=float, default=0.2, help="how bad the camera is at the start, of 1")
    parser.add_argument("--weight-decay", type=float, default=0.02)
    parser.add_argument("--held-fold", type=int, help="puzzle fold of the wicht photos kept out; default trains on all")
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--start-from", type=Path, help="folder with weights to start from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check-every", type=float, default=60.0, help="seconds between measurements")
    return parser.parse_args()


@dataclass
class Learner:
    """One network with its optimiser and the running mean of its weights, which is what ships."""

    name: str
    network: CellNetwork
    mean: CellNetwork
    optimiser: torch.optim.Optimizer

    @staticmethod
    def create(name: str, options: argparse.Namespace, device: torch.device) -> Learner:
        network = CellNetwork(SHAPES[name]).to(device, memory_format=torch.channels_last)
        if options.start_from:
            _start(network, load_weights(options.start_from / f"{name}.pt"))
        groups = _decay_groups(network, options.weight_decay)
        optimiser = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), fused=device.type == "cuda")
        return Learner(name, network, copy.deepcopy(network).eval(), optimiser)

    def learn(
        self, canvas: Tensor, labels: Labels, rate: float, step: int, teacher: Outputs | None
    ) -> tuple[dict[str, Tensor], Outputs]:
        """One step on a batch of canvases of 0 to 255 at CELL pixels a cell, also after a teacher's answers."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        # A batch of one other size would be normalised by statistics that its grids do not meet in use.
        self.network.train(labels.digits.shape[-1] == 9 or step < 400)
        with torch.autocast(canvas.device.type, torch.bfloat16):
            outputs = self.network(network_input(canvas, self.network.shape.cell_pixels))
        losses = losses_of(outputs, labels)
        if teacher:
            losses["taught"] = taught_loss(outputs, teacher)
            losses["total"] = losses["total"] + losses["taught"]
        self.optimiser.zero_grad(set_to_none=True)
        losses["total"].backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        self.optimiser.step()
        self._remember(min(0.998, (1 + step) / (20 + step)))
        said = tuple(output.detach().float() for output in outputs)
        return {name: loss.detach() for name, loss in losses.items()}, said

    @torch.no_grad()
    def _remember(self, share: float) -> None:
        theirs = [*self.network.parameters(), *self.network.buffers()]
        mine = [*self.mean.parameters(), *self.mean.buffers()]
        floats = [(old, new) for old, new in zip(mine, theirs, strict=True) if old.dtype.is_floating_point]
        torch._foreach_lerp_([old for old, _ in floats], [new for _, new in floats], 1 - share)


def _start(network: nn.Module, weights: dict[str, Tensor]) -> None:
    """Take over all weights that fit; layers that have changed since then start from scratch."""
    own = network.state_dict()
    fitting = {name: value for name, value in weights.items() if name in own and own[name].shape == value.shape}
    network.load_state_dict(own | fitting)
    print(f"took over {len(fitting)} of {len(own)} tensors", flush=True)


def _decay_groups(network: nn.Module, decay: float) -> list[dict[str, object]]:
    """Weights are decayed, biases and norms are not."""
    heavy = [parameter for parameter in network.parameters() if parameter.dim() > 1]
    light = [parameter for parameter in network.parameters() if parameter.dim() <= 1]
    return [{"params": heavy, "weight_decay": decay}, {"params": light, "weight_decay": 0.0}]


def network_input(canvas: Tensor, cell_pixels: int) -> Tensor:
    """Canvases at the network's resolution, normalised by the package's own function."""
    scaled = at_resolution(canvas.float(), cell_pixels)
    return normalised(scaled).contiguous(memory_format=torch.channels_last)


def losses_of(outputs: tuple[Tensor, Tensor, Tensor, Tensor], labels: Labels) -> dict[str, Tensor]:
    """Cross-entropies of the four heads, each over what is known."""
    digits, ink, turn, sudoku = (output.float() for output in outputs)
    digit_loss = F.cross_entropy(digits, labels.digits, ignore_index=UNKNOWN)
    known = torch.where(labels.ink == PRINT_OR_HAND, UNKNOWN, labels.ink)
    ink_loss = F.cross_entropy(ink, known, ignore_index=UNKNOWN, reduction="sum")
    either = -(ink.log_softmax(1)[:, 1:3].logsumexp(1)) * (labels.ink == PRINT_OR_HAND)
    ink_loss = (ink_loss + either.sum()) / (labels.ink != UNKNOWN).sum().clamp(min=1)
    turn_loss = _known_mean(F.cross_entropy(turn, labels.turn, ignore_index=UNKNOWN, reduction="none"), labels.turn)
    truth = labels.sudoku.clamp(min=0).float()
    sudoku_loss = _known_mean(F.binary_cross_entropy_with_logits(sudoku, truth, reduction="none"), labels.sudoku)
    total = digit_loss + 0.5 * ink_loss + 0.1 * turn_loss + 0.1 * sudoku_loss
    return {"total": total, "digits": digit_loss, "ink": ink_loss, "turn": turn_loss, "sudoku": sudoku_loss}


def taught_loss(outputs: Outputs, teacher: Outputs) -> Tensor:
    """How far digits and ink are from the teacher's probabilities."""
    parts = [
        F.kl_div(mine.float().log_softmax(1), theirs.log_softmax(1), log_target=True, reduction="none").sum(1).mean()
        for mine, theirs in zip(outputs[:2], teacher[:2], strict=True)
    ]
    return parts[0] + 0.5 * parts[1]


def _known_mean(losses: Tensor, labels: Tensor) -> Tensor:
    known = labels != UNKNOWN
    return (losses * known).sum() / known.sum().clamp(min=1)


def load_weights(path: Path) -> dict[str, Tensor]:
    """The weights of a saved network as float32."""
    saved = torch.load(path, map_location="cpu", weights_only=True)
    return {name: value.float() if value.dtype == torch.float16 else value for name, value in saved["weights"].items()}


class Trainer:
    """The whole course: batches, schedule, measurements, checkpoints."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        torch.backends.cudnn.benchmark_limit = 4
        torch.set_float32_matmul_precision("high")
        options.out.mkdir(parents=True, exist_ok=True)
        self.renderer = Renderer(TypeCase(options.data, self.device))
        photos = options.data / "photos.npz"
        self.bank = PhotoBank(photos, self.device, tuple(options.photos), options.held_fold, options.folds)
        self.learners = [Learner.create(name, options, self.device) for name in options.networks]
        self.checks = [PhotoCheck(photos, self.device, options.held_fold, options.folds)]
        self.checks.append(RenderCheck(options.data, self.device))
        self.replay: Replay[Labels] = Replay(options.keep)
        self.step = 0
        self.elapsed = 0.0
        self.curve: list[dict[str, object]] = []

    def run(self) -> None:
        self.resume()
        last_check = last_line = started = begun = time.monotonic()
        while self.progress() < 1 and started - begun < self.options.pause_after * 60:
            before = self.progress()
            losses = self.one_step()
            self.stop(before)
            now = time.monotonic()
            self.elapsed += now - started
            started = now
            if now - last_line > 10:
                last_line = now
                self.report(losses)
            if now - last_check > self.options.check_every:
                self.measure()
                self.save()
                last_check = time.monotonic()
        self.measure()
        self.save()

    def progress(self) -> float:
        """How much of the schedule is done, 0 to 1."""
        if self.options.steps:
            return self.step / self.options.steps
        return self.elapsed / (self.options.minutes * 60)

    def one_step(self) -> dict[str, dict[str, Tensor]]:
        done = self.progress()
        warm = min(1.0, (self.step + 1) / 300)
        last = self.options.last_rate
        rate = self.options.rate * warm * (last + (1 - last) * 0.5 * (1 + math.cos(math.pi * min(1.0, done))))
        least = self.options.least_strength
        strength = min(1.0, least + (1 - least) * done / 0.5)
        self.renderer.case.refresh(self.step)
        canvas, labels = self.next_batch(strength)
        torch.backends.cudnn.benchmark = labels.digits.shape[-1] == 9  # For rarer shapes it costs more than it gains.
        self.step += 1
        losses: dict[str, dict[str, Tensor]] = {}
        teacher = None
        for learner in self.learners:
            losses[learner.name], said = learner.learn(canvas, labels, rate, self.step, teacher)
            teacher = said if learner.name == "careful" else None
        return losses

    def next_batch(self, strength: float) -> tuple[Tensor, Labels]:
        """Mostly 9×9 grids, rendered and real; every seventh step another size."""
        size = OTHER_SIZES[self.step // 7 % len(OTHER_SIZES)] if self.step % 7 == 6 else 9
        turn = self.step // 7 // len(OTHER_SIZES) if size != 9 else self.step
        count = max(2, round(self.options.batch * 100 / (size + 1) ** 2))
        if turn % self.options.uses == 0 or not self.replay.holds(size):
            self.replay.add(size, *self.fresh_batch(size, count, strength))
        return self.replay.draw(size, count)

    def fresh_batch(self, size: int, count: int, strength: float) -> tuple[Tensor, Labels]:
        if size != 9:
            return self.renderer.batch(count, size, strength)
        real = round(count * self.options.real_share)
        rendered, labels = self.renderer.batch(count - real, 9, strength)
        photos, photo_labels = self.bank.batch(real, strength, self.renderer)
        return torch.cat([rendered, photos]), Labels.joined([labels, photo_labels])

    def report(self, losses: dict[str, dict[str, Tensor]]) -> None:
        parts = [
            f"{name} " + " ".join(f"{key} {float(value):.4f}" for key, value in values.items())
            for name, values in losses.items()
        ]
        print(f"{self.elapsed:6.0f} s step {self.step} {self.progress():.3f} | " + " | ".join(parts), flush=True)
        self.curve.append(
            {
                "step": self.step,
                "seconds": self.elapsed,
                "losses": {
                    name: {key: float(value) for key, value in values.items()} for name, values in losses.items()
                },
            }
        )

    def measure(self) -> None:
        """The running-mean networks on photos and renders that are not trained on."""
        for learner in self.learners:
            figures: dict[str, object] = {}
            for check in self.checks:
                figures.update(check.measure(learner.mean))
            self.curve.append({"step": self.step, "seconds": self.elapsed, "network": learner.name, "checks": figures})
            print(f"       {learner.name} {json.dumps(figures)}", flush=True)

    def stop(self, before: float) -> None:
        """Keep the weights of each part of the schedule in a folder of their own: stop1, stop2, …"""
        number = math.floor(min(1.0, self.progress()) * self.options.stops)
        if number > math.floor(before * self.options.stops) and self.options.stops > 1:
            self.save_weights(self.options.out / f"stop{number}")

    def save_weights(self, out: Path) -> None:
        out.mkdir(exist_ok=True)
        for learner in self.learners:
            # Half precision would overflow in some variances.
            weights = {
                name: value.half() if value.dtype == torch.float32 and "running" not in name else value
                for name, value in learner.mean.state_dict().items()
            }
            start = self.options.start_from and self.options.start_from / f"{learner.name}.pt"
            course = {"step": self.step, "legs": legs(self.options, self.step, start)}
            state = {"weights": weights, "shape": learner.network.shape.as_dict(), **course}
            torch.save(state, out / f"{learner.name}.pt")

    def save(self) -> None:
        """Small files with the mean weights for export, and one with everything to resume from."""
        out = self.options.out
        self.save_weights(out)
        (out / "curve.json").write_text(json.dumps(self.curve))
        state = {
            learner.name: [learner.network.state_dict(), learner.mean.state_dict(), learner.optimiser.state_dict()]
            for learner in self.learners
        }
        torch.save({"learners": state, "step": self.step, "elapsed": self.elapsed}, out / "resume.pt")

    def resume(self) -> None:
        path = self.options.out / "resume.pt"
        if not path.exists():
            return
        saved = torch.load(path, map_location=self.device, weights_only=True)
        self.step, self.elapsed = saved["step"], saved["elapsed"]
        self.curve = json.loads((self.options.out / "curve.json").read_text())
        torch.manual_seed(self.options.seed + self.step)
        for learner in self.learners:
            network, mean, optimiser = saved["learners"][learner.name]
            learner.network.load_state_dict(network)
            learner.mean.load_state_dict(mean)
            learner.optimiser.load_state_dict(optimiser)
        print(f"resumed at step {self.step}", flush=True)


if __name__ == "__main__":
    Trainer(parse_options()).run()
