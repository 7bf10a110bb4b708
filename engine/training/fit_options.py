"""The options of the fit, for `ratsu train fit` and for fit.py by itself. Needs no compiled module and no PyTorch."""

import argparse
from pathlib import Path
from typing import NamedTuple


class FitSettings(NamedTuple):
    """The settings of a training run.

    `scale`: centipawns of an output of 1.0. `power`: exponent of the error. `schedule`: of the learning rate over the time,
    `cosine` or `linear` (constant, then linear to 0 in the last 40 %). `every`, `saved_every`: seconds between progress lines and
    between saves. `chunk`: records on the device at once. `warm_up`: batches. `rounded`: round like the kernel's integers.
    `half`: half precision, by default only on a graphics card.
    """

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
    "seconds": "training time",
    "learning_rate": "highest learning rate",
    "scale": "centipawns of an output of 1.0",
    "power": "exponent of the error of the expected score",
    "every": "seconds between two lines",
    "saved_every": "seconds between two saves",
    "batch": "positions a step",
    "chunk": "positions in memory at once",
    "most_validation": "most positions for validation",
    "warm_up": "steps in which the learning rate rises",
    "seed": "seed of the order and the first weights",
}


def add_fit_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments for the files and the plan."""
    standard = FitSettings()
    parser.add_argument("output", type=Path)
    parser.add_argument("--data", nargs="+", required=True, help="files of positions, or patterns")
    parser.add_argument("--validation", nargs="+", required=True, help="files of validation positions, or patterns")
    parser.add_argument("--start", type=Path, default=None, help="first weights: an OUTPUT.pt or a network file")
    for name, text in HELP.items():
        value, kind = getattr(standard, name), FitSettings.__annotations__[name]
        parser.add_argument("--" + name.replace("_", "-"), type=kind, default=value, help=f"{text} (default {value:g})")
    parser.add_argument("--schedule", choices=("cosine", "linear"), default=standard.schedule)
    parser.add_argument(
        "--unrounded", dest="rounded", action="store_false", help="do not round like the kernel's integers"
    )
    parser.add_argument("--half", action="store_true", default=None, help="half precision on a processor, too (slow)")


def settings_of(arguments: argparse.Namespace) -> FitSettings:
    """Returns the plan in parsed arguments."""
    return FitSettings(**{name: getattr(arguments, name) for name in FitSettings._fields})
