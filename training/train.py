"""Trains the reading networks in parallel on the same batches; resumable, seeded, on a GPU or a CPU.

Several courses may run at once: `all` learns from all newspaper photos, a number leaves out that fold of their puzzles,
for honest figures. They share every rendered grid, which is the more expensive half of the work.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from sudokulens.reading.preprocess import normalised
from training.check import PhotoCheck, RenderCheck, at_resolution
from training.model import SHAPES, CellNetwork, remember
from training.pedigree import legs
from training.render.batch import Labels, PhotoBank, Renderer, Replay
from training.render.content import PRINT_OR_HAND, UNKNOWN
from training.render.glyphs import TypeCase

OTHER_SIZES = (16, 6, 16, 12, 4, 16, 8, 12)
ALL = "all"
"""The course that no photo is kept from."""
REAL_SOURCES = ("train", "mixed_train", "kubiesa_train")


Outputs = tuple[Tensor, ...]
Forward = Callable[[Tensor], Outputs]


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
    parser.add_argument("--stops", type=int, default=1, help="sets of weights kept along the way, for the mean")
    parser.add_argument("--batch", type=int, default=160, help="9×9 grids a step")
    parser.add_argument("--photos", nargs="+", default=list(REAL_SOURCES), choices=REAL_SOURCES, help="which to learn")
    parser.add_argument("--real-share", type=float, default=0.3)
    parser.add_argument("--uses", type=int, default=3, help="how often each grid is learned from")
    parser.add_argument("--keep", type=int, default=60, help="batches of each size kept to draw from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--last-rate", type=float, default=0.002, help="what is left of the rate at the end, of 1")
    parser.add_argument("--least-strength", type=float, default=0.2, help="how bad the camera is at the start, of 1")
    parser.add_argument("--weight-decay", type=float, default=0.02)
    parser.add_argument("--courses", nargs="+", default=[ALL], help="`all`, or the fold of newspaper puzzles kept out")
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--start-from", type=Path, help="folder with weights to start from")
    parser.add_argument("--compile", action="store_true", help="compile the networks, for long courses on a GPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check-every", type=float, default=60.0, help="seconds between measurements")
    return parser.parse_args()


@dataclass
class Learner:
    """One network with its optimiser and the moving average (EMA) of its weights, which is what ships."""

    name: str
    network: CellNetwork
    mean: CellNetwork
    optimiser: torch.optim.Optimizer
    compiled: Forward
    """The network compiled for 9×9 batches, the most frequent ones."""

    @staticmethod
    def create(name: str, options: argparse.Namespace, device: torch.device) -> Learner:
        network = CellNetwork(SHAPES[name]).to(device, memory_format=torch.channels_last)
        if options.start_from:
            _start(network, load_weights(options.start_from / f"{name}.pt"))
        groups = _decay_groups(network, options.weight_decay)
        optimiser = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), fused=device.type == "cuda")
        compiled: Forward = torch.compile(network, dynamic=False) if options.compile else network
        return Learner(name, network, copy.deepcopy(network).eval(), optimiser, compiled)

    def learn(
        self, canvas: Tensor, labels: Labels, rate: float, step: int, teacher: Outputs | None
    ) -> tuple[dict[str, Tensor], Outputs]:
        """One step on a batch of canvases of 0 to 255 at CELL pixels a cell, also after a teacher's answers."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        # A batch of one other size would be normalised by statistics that its grids do not meet in use.
        classic = labels.digits.shape[-1] == 9
        self.network.train(classic or step < 400)
        inputs = network_input(canvas, self.network.shape.cell_pixels)
        with torch.autocast(canvas.device.type, torch.bfloat16):
            outputs = self.compiled(inputs) if classic else self.network(inputs)
        losses = losses_of(outputs, labels)
        if teacher:
            losses["taught"] = taught_loss(outputs, teacher)
            losses["total"] = losses["total"] + losses["taught"]
        self.optimiser.zero_grad(set_to_none=True)
        losses["total"].backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        self.optimiser.step()
        remember(self.mean, self.network, step)
        said = tuple(output.detach().float() for output in outputs)
        return {name: loss.detach() for name, loss in losses.items()}, said


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
    """The distillation loss: how far digits and ink are from the teacher's probabilities."""
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


@dataclass
class Course:
    """One pair of networks, the photos that it may learn from, and those that measure it."""

    name: str
    bank: PhotoBank
    learners: list[Learner]
    check: PhotoCheck
    photos: Replay[Labels] = field(repr=False)

    @staticmethod
    def create(name: str, options: argparse.Namespace, device: torch.device) -> Course:
        held = None if name == ALL else int(name)
        packed = options.data / "photos.npz"
        bank = PhotoBank(packed, device, tuple(options.photos), held, options.folds)
        learners = [Learner.create(network, options, device) for network in options.networks]
        check = PhotoCheck(packed, device, held, options.folds)
        return Course(name, bank, learners, check, Replay(options.keep))

    def learn(self, canvas: Tensor, labels: Labels, rate: float, step: int) -> dict[str, dict[str, Tensor]]:
        """One step of every network; `fast` also learns from what `careful` says."""
        losses: dict[str, dict[str, Tensor]] = {}
        teacher = None
        for learner in self.learners:
            losses[learner.name], said = learner.learn(canvas, labels, rate, step, teacher)
            teacher = said if learner.name == "careful" else None
        return losses


class Trainer:
    """All courses: batches, schedule, measurements, checkpoints."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        torch.backends.cudnn.benchmark_limit = 4
        torch._dynamo.config.recompile_limit = 64  # All networks share one forward, and each is compiled once.
        torch.set_float32_matmul_precision("high")
        self.renderer = Renderer(TypeCase(options.data, self.device))
        self.courses = [Course.create(name, options, self.device) for name in options.courses]
        self.renders = RenderCheck(options.data, self.device)
        self.replay: Replay[Labels] = Replay(options.keep)
        self.step = 0
        self.resumed_at: list[int] = []
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

    def one_step(self) -> dict[str, dict[str, dict[str, Tensor]]]:
        done = self.progress()
        warm = min(1.0, (self.step + 1) / 300)
        last = self.options.last_rate
        rate = self.options.rate * warm * (last + (1 - last) * 0.5 * (1 + math.cos(math.pi * min(1.0, done))))
        least = self.options.least_strength
        strength = min(1.0, least + (1 - least) * done / 0.5)
        self.renderer.case.refresh(self.step)
        size, turn, count = self.next_batch()
        fresh = turn % self.options.uses == 0
        real = round(count * self.options.real_share) if size == 9 else 0
        if fresh or not self.replay.holds(size):
            self.replay.add(size, *self.renderer.batch(count - real, size, strength))
        rendered = self.replay.draw(size, count - real)
        torch.backends.cudnn.benchmark = size == 9  # For rarer shapes it costs more than it gains.
        self.step += 1
        losses = {}
        for course in self.courses:
            canvas, labels = self.with_photos(course, rendered, real, fresh, strength) if real else rendered
            losses[course.name] = course.learn(canvas, labels, rate, self.step)
        return losses

    def next_batch(self) -> tuple[int, int, int]:
        """Size, number among its kind, and grids of the next batch: mostly 9×9, every seventh another size."""
        other = self.step % 7 == 6
        size = OTHER_SIZES[self.step // 7 % len(OTHER_SIZES)] if other else 9
        turn = self.step // 7 // len(OTHER_SIZES) if other else self.step
        return size, turn, max(2, round(self.options.batch * 100 / (size + 1) ** 2))

    def with_photos(
        self, course: Course, rendered: tuple[Tensor, Labels], count: int, fresh: bool, strength: float
    ) -> tuple[Tensor, Labels]:
        """The rendered grids and so many photos of this course."""
        if fresh or not course.photos.holds(9):
            course.photos.add(9, *course.bank.batch(count, strength, self.renderer))
        photos, photo_labels = course.photos.draw(9, count)
        return torch.cat([rendered[0], photos]), Labels.joined([rendered[1], photo_labels])

    def report(self, losses: dict[str, dict[str, dict[str, Tensor]]]) -> None:
        said = {
            f"{course} {name}": {key: float(value) for key, value in values.items()}
            for course, networks in losses.items()
            for name, values in networks.items()
        }
        parts = [
            f"{name} " + " ".join(f"{key} {value:.4f}" for key, value in row.items()) for name, row in said.items()
        ]
        print(f"{self.elapsed:6.0f} s step {self.step} {self.progress():.3f} | " + " | ".join(parts), flush=True)
        self.curve.append({"step": self.step, "seconds": self.elapsed, "losses": said})

    def measure(self) -> None:
        """The averaged (EMA) networks on photos and renders that are not trained on."""
        for course in self.courses:
            for learner in course.learners:
                figures = course.check.measure(learner.mean) | self.renders.measure(learner.mean)
                name = f"{course.name} {learner.name}"
                self.curve.append({"step": self.step, "seconds": self.elapsed, "network": name, "checks": figures})
                print(f"       {name} {json.dumps(figures)}", flush=True)

    def stop(self, before: float) -> None:
        """Saves the weights of each part of the schedule in a folder of their own: stop1, stop2, …"""
        number = math.floor(min(1.0, self.progress()) * self.options.stops)
        if number > math.floor(before * self.options.stops) and self.options.stops > 1:
            self.save_weights(f"stop{number}")

    def save_weights(self, part: str = "") -> None:
        for course in self.courses:
            out = self.options.out / course.name / part
            out.mkdir(parents=True, exist_ok=True)
            for learner in course.learners:
                # Half precision would overflow in some variances.
                weights = {
                    name: value.half() if value.dtype == torch.float32 and "running" not in name else value
                    for name, value in learner.mean.state_dict().items()
                }
                start = self.options.start_from and self.options.start_from / f"{learner.name}.pt"
                leg = legs(self.options, self.step, start, course=course.name, resumed_at=self.resumed_at)
                history = {"step": self.step, "legs": leg}
                state = {"weights": weights, "shape": learner.network.shape.as_dict(), **history}
                torch.save(state, out / f"{learner.name}.pt")

    def save(self) -> None:
        """Small files with the averaged weights for export, and a checkpoint to resume from."""
        self.save_weights()
        (self.options.out / "curve.json").write_text(json.dumps(self.curve))
        state = [
            [learner.network.state_dict(), learner.mean.state_dict(), learner.optimiser.state_dict()]
            for learner in self.learners()
        ]
        clock = {"step": self.step, "elapsed": self.elapsed, "resumed_at": self.resumed_at}
        torch.save({"learners": state, **clock}, self.options.out / "resume.pt")

    def learners(self) -> list[Learner]:
        return [learner for course in self.courses for learner in course.learners]

    def resume(self) -> None:
        path = self.options.out / "resume.pt"
        if not path.exists():
            return
        saved = torch.load(path, map_location=self.device, weights_only=True)
        self.step, self.elapsed = saved["step"], saved["elapsed"]
        self.resumed_at = [*saved["resumed_at"], self.step]
        self.curve = json.loads((self.options.out / "curve.json").read_text())
        torch.manual_seed(self.options.seed + self.step)
        for learner, (network, mean, optimiser) in zip(self.learners(), saved["learners"], strict=True):
            learner.network.load_state_dict(network)
            learner.mean.load_state_dict(mean)
            learner.optimiser.load_state_dict(optimiser)
        print(f"resumed at step {self.step}", flush=True)


if __name__ == "__main__":
    Trainer(parse_options()).run()
