"""`ratsu games ...`: collections of games, searched by header and position."""

import argparse

from engine.console.pgn import collections

HELP = "imports PGN files into a collection, searches, explores and exports it"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the sub-commands."""
    collections.configure(parser)


def run(arguments: argparse.Namespace) -> int:
    """Runs one sub-command; returns the exit code."""
    code: int = arguments.action(arguments)
    return code
