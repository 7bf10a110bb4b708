"""The arguments by which commands limit a search: --depth, --nodes, --time."""

import argparse

from engine.game.limits import Limits
from engine.ground.whole_numbers import whole_number


def add_limit_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --depth, --nodes and --time (seconds)."""
    parser.add_argument("--depth", type=positive_int, help="search so many plies")
    parser.add_argument("--nodes", type=positive_int, help="search so many nodes")
    parser.add_argument("--time", type=positive_seconds, help="search so many seconds")


def limits_of(arguments: argparse.Namespace) -> Limits | None:
    """The limits given, None if none was."""
    if arguments.depth is None and arguments.nodes is None and arguments.time is None:
        return None
    time_ms = None if arguments.time is None else max(1, round(arguments.time * 1000))
    return Limits(depth=arguments.depth, nodes=arguments.nodes, move_time_ms=time_ms)


def positive_int(text: str) -> int:
    """A whole number from 1 on; argparse informs the user otherwise."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 on")
    return value


def whole_int(text: str) -> int:
    """A whole number from 0 on; argparse informs the user otherwise."""
    value = whole_number(text)
    if value is None:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 0 on")
    return value


def positive_seconds(text: str) -> float:
    """A number of seconds above 0; argparse informs the user otherwise."""
    value = float(text)
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return value
