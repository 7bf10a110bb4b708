"""The arguments by which commands limit a search: --depth, --nodes, --time."""

import argparse

from engine.game.limits import Limits
from engine.ground.integers import whole_number


def add_limit_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --depth, --nodes and --time (seconds)."""
    parser.add_argument("--depth", type=positive_int, help="search depth in plies")
    parser.add_argument("--nodes", type=positive_int, help="nodes to search")
    parser.add_argument("--time", type=positive_seconds, help="seconds to search")


def limits_of(arguments: argparse.Namespace) -> Limits | None:
    """The limits, or None if none was given."""
    if arguments.depth is None and arguments.nodes is None and arguments.time is None:
        return None
    time_ms = None if arguments.time is None else max(1, round(arguments.time * 1000))
    return Limits(depth=arguments.depth, nodes=arguments.nodes, move_time_ms=time_ms)


def positive_int(text: str) -> int:
    """Parses a whole number of at least 1; argparse shows the error."""
    value = whole_number(text, 1)
    if value is None:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number of at least 1")
    return value


def whole_int(text: str) -> int:
    """Parses a whole number of at least 0; argparse shows the error."""
    value = whole_number(text)
    if value is None:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number of at least 0")
    return value


def positive_seconds(text: str) -> float:
    """Parses a number of seconds above 0; argparse shows the error."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return value
