"""Trains the board network for a given time (`ratsu train human fit`), without a need for compiled modules:

    python3 -m engine.training.human.board_fit FOLDER --teachers maia --seconds 600

FOLDER has `teach` and `tune` from `engine.training.human.position_records`. Most positions are learned with their player's
rating, from the move played and the teachers' probabilities, the others from a teacher of another rating alone (distillation).
"""

import argparse
import copy
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import log_softmax

from engine.ground.files import replacing, write_atomically
from engine.training.human.board_data import ASKED, LEVELS, SITE_NUMBER, Batch, RecordedPositions
from engine.training.human.board_net import BoardNet, load_board_net
from engine.training.human.fit_options import add_fit_options
from engine.training.human.leela_teacher import LeelaTeacher
from engine.training.human.muon import Muon

MEAN_DECAY = 0.998  # of the running mean of the weights, for each step
RATING_STEPS = 8  # of `known`, as in engine.human.network_input: hat functions at 600, 850 ... 2350
BALANCE = 0.35  # rare rating bands of 200 points are drawn more often, by this power of their rarity
FIRST_PLY, FIRST_SHARE = 8, 0.35  # first plies are alike in many games: this share of them is learned
FORGET_SITE = 0.6  # share of positions that are learned with the site unknown
# Games over the board differ: fewer are learned, and the site is mostly given.
BOARD_SHARE, BOARD_FORGET = 0.3, 0.1
UNKNOWN, LICHESS = 0, 1
LONGEST = 1 << 16  # positions drawn at a time
EVERY_S = 30.0


Tower = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]


class BoardFitSettings(NamedTuple):
    """The settings of a fit.

    `trust`: weights of the teacher against the move played, each annealed in the share `anneal` of `seconds` to a network.
    `own`: share of positions with their player's rating. `rate`: of the convolutions, other weights learn at 0.15 of it. `start`:
    first weights; with them the rate falls from the beginning.
    """

    seconds: float
    trust: tuple[float, ...] = (0.6,)
    early_trust: float = 0.7
    anneal: float = 0.2
    channels: int = 128
    blocks: int = 8
    batch: int = 4096
    rate: float = 0.02
    own: float = 0.6
    late_own: float = 0.85
    decay: float = 0.01
    compiled: bool = False
    start: dict[str, Tensor] = {}  # noqa: RUF012 (never changed)


def hats(ratings: Tensor) -> Tensor:
    """Returns the hat functions of ratings, n x RATING_STEPS, as in `engine.human.network_input`."""
    middles = 600 + 250 * torch.arange(RATING_STEPS, device=ratings.device)
    return (1 - (ratings.clamp(600, 2350)[:, None] - middles).abs() / 250).clamp(min=0)


class Drawing:
    """Draws positions at random: no forced moves, few of the first plies, prolific players less often."""

    def __init__(self, positions: RecordedPositions) -> None:
        weight = positions.shares * torch.where(positions.plies < FIRST_PLY, FIRST_SHARE, 1.0)
        weight = weight * torch.where(positions.over_the_board(positions.known), BOARD_SHARE, 1.0)
        bands = (positions.ratings // 200).clamp(3, 12)
        sizes = torch.bincount(bands, minlength=13).clamp(min=1)
        weight *= (sizes.max() / sizes[bands]) ** BALANCE
        chance = torch.where(positions.counts > 1, weight, 0.0).double()
        self._sums = torch.cumsum(chance, 0)
        self._device = positions.device

    def batches(self, size: int) -> Iterator[Tensor]:
        """Yields batches of position indices for ever."""
        while True:
            drawn = (
                torch.rand(LONGEST // size * size or size, device=self._device, dtype=torch.float64) * self._sums[-1]
            )
            yield from torch.searchsorted(self._sums, drawn).clamp(max=len(self._sums) - 1).split(size)


class BoardFit:
    """A training run with its state."""

    def __init__(self, plan: BoardFitSettings, taught: RecordedPositions, held: RecordedPositions) -> None:
        self._plan, self._taught, self._held = plan, taught, held
        self._device = taught.device
        self._half = torch.bfloat16 if self._device.type == "cuda" else torch.float32
        torch.manual_seed(1)
        self.net = BoardNet(plan.channels, plan.blocks).to(self._device, memory_format=torch.channels_last)
        self._tower: Tower = torch.compile(self.net.tower, dynamic=False) if plan.compiled else self.net.tower
        if plan.start:
            self.net.load_state_dict(plan.start)
        self.mean = copy.deepcopy(self.net)
        wide = [value for value in self.net.parameters() if value.shape[2:] == (3, 3)]
        rest = [value for value in self.net.parameters() if value.shape[2:] != (3, 3)]
        self._muon = Muon(wide, plan.rate, plan.decay)
        self._adam = torch.optim.Adam(rest, 0.15 * plan.rate, betas=(0.9, 0.98))
        self._orders = Drawing(taught).batches(plan.batch)
        self.seen = 0

    def state(self) -> dict[str, Any]:
        """Returns a copy of the state for `restore`."""
        parts = {"net": self.net, "mean": self.mean, "muon": self._muon, "adam": self._adam}
        return copy.deepcopy({name: part.state_dict() for name, part in parts.items()})

    def restore(self, state: dict[str, Any]) -> None:
        """Restores a state."""
        for name, part in (("net", self.net), ("mean", self.mean), ("muon", self._muon), ("adam", self._adam)):
            part.load_state_dict(copy.deepcopy(state[name]))

    def run(self, seconds: float, trust: float, own: float, falling: bool) -> None:
        """Learns for a time; `falling`: the learning rate falls to 0."""
        begun = told = time.monotonic()
        losses = torch.zeros((), device=self._device)
        steps = 0
        while (passed := time.monotonic() - begun) < seconds:
            self._set_rate(max(0.0, 1 - passed / seconds) if falling else 1.0)
            for _ in range(10):
                losses += self._step(next(self._orders), trust, own)
                steps += 1
            if time.monotonic() - told > EVERY_S:
                told = time.monotonic()
                loss, named = self.measure(20_000)
                pace = self._plan.batch * steps / (told - begun)
                print(
                    f"{passed:6.0f} s {self.seen / 1e6:8.1f} M {pace / 1e3:6.0f} k/s  loss {float(losses) / steps:.4f}"
                    f"  held {loss:.4f} {100 * named:.2f} %",
                    flush=True,
                )
        if self._device.type == "cuda":
            torch.cuda.synchronize()

    def _set_rate(self, share: float) -> None:
        self._muon.param_groups[0]["lr"] = self._plan.rate * share
        self._adam.param_groups[0]["lr"] = 0.15 * self._plan.rate * share

    def _step(self, order: Tensor, trust: float, own: float) -> Tensor:
        self.net.train()
        batch = self._taught.batch(order, self._half)
        wanted, known = self._wanted(order, batch, trust, own)
        loss = -(wanted * log_softmax(self._numbers(self.net, batch, known), 1)).sum(1).mean()
        self._muon.zero_grad()
        self._adam.zero_grad()
        loss.backward()
        self._muon.step()
        self._adam.step()
        self._follow()
        self.seen += len(order)
        return loss.detach()

    def _numbers(self, net: BoardNet, batch: Batch, known: Tensor) -> Tensor:
        planes = batch.planes.contiguous(memory_format=torch.channels_last)
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._half == torch.bfloat16):
            vectors = (self._tower if net is self.net else net.tower)(planes, known)
        return net.judge(vectors, batch.squares).masked_fill(~batch.there, -1e4)

    @torch.no_grad()
    def _wanted(self, order: Tensor, batch: Batch, trust: float, own: float) -> tuple[Tensor, Tensor]:
        """Returns the target probabilities and the facts of each question."""
        count = len(order)
        dice = torch.rand(3, count, device=self._device)
        if not len(self._taught.levels):
            wanted = torch.zeros_like(batch.there, dtype=torch.float32).scatter_(1, batch.played[:, None], 1.0)
            known = batch.known.clone()
            site = torch.where(dice[2] < FORGET_SITE, UNKNOWN, known[:, SITE_NUMBER : SITE_NUMBER + 4].argmax(1))
            known[:, SITE_NUMBER : SITE_NUMBER + 4] = torch.nn.functional.one_hot(site, 4).float()
            return wanted, known
        slots = torch.where(dice[0] < own, 0, torch.randint(1, ASKED, (count,), device=self._device))
        levels = self._taught.levels[order].long().gather(1, slots[:, None])[:, 0]
        chances = self._taught.chances[batch.at, slots[:, None]].float() * batch.there
        chances /= chances.sum(1, keepdim=True).clamp(min=1e-6)
        # Maia-1 has networks for 1100 to 1900: beyond these ratings the moves played count for more.
        ratings = batch.ratings
        far = ((1100 - ratings) / 400).clamp(0, 0.4) + ((ratings - 1950) / 500).clamp(0, 0.4)
        share = torch.where(slots == 0, (trust - far).clamp(min=0), 1.0)[:, None]
        wanted = share * chances
        wanted.scatter_add_(1, batch.played[:, None], 1 - share)
        known = batch.known.clone()
        other = LEVELS[0] + 100 * (levels + dice[1])
        known[:, :RATING_STEPS] = torch.where((slots == 0)[:, None], known[:, :RATING_STEPS], hats(other))
        site = torch.where(slots == 0, known[:, SITE_NUMBER : SITE_NUMBER + 4].argmax(1), LICHESS)
        forget = torch.where(self._taught.over_the_board(batch.known) & (slots == 0), BOARD_FORGET, FORGET_SITE)
        site = torch.where(dice[2] < forget, UNKNOWN, site)
        known[:, SITE_NUMBER : SITE_NUMBER + 4] = torch.nn.functional.one_hot(site, 4).float()
        return wanted, known

    @torch.no_grad()
    def _follow(self) -> None:
        means, values = list(self.mean.state_dict().values()), list(self.net.state_dict().values())
        pairs = [(mean, value) for mean, value in zip(means, values, strict=True) if mean.dtype.is_floating_point]
        torch._foreach_lerp_([mean for mean, _ in pairs], [value for _, value in pairs], 1 - MEAN_DECAY)

    @torch.no_grad()
    def measure(self, most: int) -> tuple[float, float]:
        """Returns loss (nats) and top-1 share of the moves played, site unknown, on validation positions from ply 10 on."""
        self.mean.eval()
        fit = torch.nonzero((self._held.counts > 1) & (self._held.plies >= 10))[:, 0]
        fit = fit[:: max(1, len(fit) // most)]
        loss = named = 0.0
        for order in fit.split(4096):
            batch = self._held.batch(order, self._half)
            known = batch.known.clone()
            known[:, SITE_NUMBER : SITE_NUMBER + 4] = torch.tensor([1.0, 0, 0, 0], device=self._device)
            numbers = log_softmax(self._numbers(self.mean, batch, known), 1)
            loss -= float(numbers.gather(1, batch.played[:, None]).sum())
            named += float((numbers.argmax(1) == batch.played).sum())
        return loss / len(fit), named / len(fit)


@torch.no_grad()
def measure_teacher(held: RecordedPositions, most: int) -> tuple[float, float]:
    """Returns loss and top-1 share of the teachers themselves, as `BoardFit.measure`."""
    fit = torch.nonzero((held.counts > 1) & (held.plies >= 10))[:, 0]
    fit = fit[:: max(1, len(fit) // most)]
    loss = named = 0.0
    for order in fit.split(4096):
        batch = held.batch(order, torch.float32)
        chances = held.chances[batch.at, 0].float() * batch.there
        loss -= float(chances.gather(1, batch.played[:, None]).clamp(min=1e-6).log().sum())
        named += float((chances.argmax(1) == batch.played).sum())
    return loss / len(fit), named / len(fit)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_fit_options(parser)
    fit_folder(parser.parse_args())


def fit_folder(options: argparse.Namespace) -> None:
    """Reads the positions, asks the teachers, trains, and writes the networks. `options`: see `add_fit_options`.

    :raises RatsuError: if there are no positions. :raises OSError: if a file cannot be read or written.
    """
    begun = time.monotonic()
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    taught, held = (RecordedPositions(options.folder / part, device) for part in ("teach", "tune"))
    trust = options.trust
    if options.teachers:
        half = torch.float16 if device.type == "cuda" else torch.float32
        teachers = [LeelaTeacher(options.teachers / f"maia-{level}.pb.gz", device, half) for level in LEVELS]
        held.ask(teachers, half, 2)
        loss, named = measure_teacher(held, 100_000)
        print(f"teachers on validation positions: loss {loss:.4f}, top-1 {100 * named:.2f} %")
        taught.ask(teachers, half, 1)
    else:
        trust = (0.0,)
    torch.backends.cudnn.benchmark = True  # only now: the teachers get batches of many sizes
    print(f"{len(taught)} positions, {len(held)} held back, after {time.monotonic() - begun:.0f} s", flush=True)
    shape = {"channels": options.channels, "blocks": options.blocks, "batch": options.batch, "rate": options.rate}
    start = load_board_net(options.start).state_dict() if options.start else {}
    plan = BoardFitSettings(
        options.seconds, trust, anneal=options.anneal, compiled=options.compiled, start=start, **shape
    )
    fit = _ready(plan, taught, held) if plan.compiled else BoardFit(plan, taught, held)
    fit_all(fit, plan._replace(seconds=options.seconds - (time.monotonic() - begun)), options.out or options.folder)


def _ready(plan: BoardFitSettings, taught: RecordedPositions, held: RecordedPositions) -> BoardFit:
    """Returns a fit after its first steps, without PyTorch's compiler if that fails."""
    try:
        fit = BoardFit(plan, taught, held)
        fit.run(5.0, plan.early_trust, plan.own, falling=False)
    except Exception as error:  # noqa: BLE001 - a compiler that does not suit the machine may raise anything
        print(f"not compiled: {error}", flush=True)
        return BoardFit(plan._replace(compiled=False), taught, held)
    print(f"{fit.seen / 5e3:.0f} k/s in the first seconds", flush=True)
    return fit


def fit_all(fit: BoardFit, plan: BoardFitSettings, out: Path) -> None:
    """Trains by the plan and writes the networks.

    Files: `board-TRUST.pt` (half precision) for each trust, `board-mean.pt` for the mean of their weights, `.network` of each if
    the compiled modules are installed, and `ends.json` with their losses and top-1 shares.
    """
    main_part = 0.0 if plan.start else plan.seconds * (1 - plan.anneal * len(plan.trust))
    part = (plan.seconds - main_part) / len(plan.trust)
    print(f"{main_part:.0f} s, then {part:.0f} s for each of {plan.trust}", flush=True)
    fit.run(main_part, plan.early_trust, plan.own, falling=False)
    middle, ends, found = fit.state(), list[dict[str, Tensor]](), {}
    for trust in plan.trust:
        fit.restore(middle)
        fit.run(part, trust, plan.late_own, falling=True)
        ends.append(copy.deepcopy(fit.mean.state_dict()))
        found[str(trust)] = _keep(fit, plan, out / f"board-{trust}.pt")
    if len(ends) > 1:
        fit.mean.load_state_dict(mean_of(ends))
        found["mean"] = _keep(fit, plan, out / "board-mean.pt")
    write_atomically(out / "ends.json", json.dumps(found).encode())


def mean_of(ends: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    """Returns the mean weights of networks with a common start, which is better than each of them."""
    first = ends[0]
    return {
        name: sum(end[name] for end in ends) / len(ends) if first[name].is_floating_point() else first[name]  # type: ignore[misc]
        for name in first
    }


def _keep(fit: BoardFit, plan: BoardFitSettings, path: Path) -> tuple[float, float]:
    quality = fit.measure(10**9)
    print(f"{path.stem}: {quality}", flush=True)
    kept = {name: value.half() if value.is_floating_point() else value for name, value in fit.mean.state_dict().items()}
    with replacing(path) as file:
        torch.save({"state": kept, "channels": plan.channels, "blocks": plan.blocks}, file)
    _export(fit.mean, path.with_suffix(".network"))
    return quality


def _export(net: BoardNet, path: Path) -> None:
    try:
        from engine.training.human.board_export import payload_of
    except ImportError:
        return  # without the compiled modules: `ratsu train human calibrate` also reads the .pt
    write_atomically(path, payload_of(net))


if __name__ == "__main__":
    main()
