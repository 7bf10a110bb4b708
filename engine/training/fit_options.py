"""What the fit is told, as `ratsu train fit` or by itself. Needs nothing compiled, and no PyTorch."""

import argparse
from pathlib import Path
from typing import NamedTuple


class Plan(NamedTuple):
    """How to train.

    `scale`: centipawns at which the expected score is sigmoid(1); `power`: of the error; `schedule`: over the elapsed share of
    `seconds`, `cosine` or `linear` (constant, then linear to 0 over the last 40 %); `every`: seconds between two lines;
    `saved_every`: between two saves; `chunk`: records on the card at once; `warm_up`: batches; `rounded`: whether training rounds
    as integers; `half`: half precision, by default on a card only."""

    seconds: float = 400
    batch: int = 16_384
    learning_rate: float = 1e-3
    schedule: str = "cosine"
    scale: float = 160
    power: float = 2
    chunk: int = 1 << 25
    every: float = 10
    saved_every: float = 60
    most_validation: int = 1 << 20
    warm_up: int = 200
    rounded: bool = True
    half: bool | None = None
    seed: int = 1


HELP = {
    "seconds": "of training, in all",
    "learning_rate": "at its highest",
    "scale": "centipawns of an output of 1.0",
    "power": "of the error of the expected score",
    "every": "seconds between two lines",
    "saved_every": "seconds between two saves",
    "batch": "positions a step",
    "chunk": "positions in memory at once",
    "most_validation": "positions of those held back",
    "warm_up": "steps in which the learning rate rises",
    "seed": "for the order and the first weights",
}


def add_fit_options(parser: argparse.ArgumentParser) -> None:
    """Adds the files and what a plan holds."""
    standard = Plan()
    parser.add_argument("output", type=Path)
    parser.add_argument("--data", nargs="+", required=True, help="files of positions, or patterns of them")
    parser.add_argument("--validation", nargs="+", required=True, help="files of positions held back, or patterns")
    parser.add_argument("--start", type=Path, default=None, help="continue from this OUTPUT.pt, or from a network")
    for name, text in HELP.items():
        value, kind = getattr(standard, name), Plan.__annotations__[name]
        parser.add_argument("--" + name.replace("_", "-"), type=kind, default=value, help=f"{text} (default {value:g})")
    parser.add_argument("--schedule", choices=("cosine", "linear"), default=standard.schedule)
    parser.add_argument(
        "--unrounded", dest="rounded", action="store_false", help="without the rounding of the integers"
    )
    parser.add_argument("--half", action="store_true", default=None, help="half precision on a processor, too: slow")


def plan_of(arguments: argparse.Namespace) -> Plan:
    """The plan among parsed arguments."""
    return Plan(**{name: getattr(arguments, name) for name in Plan._fields})
