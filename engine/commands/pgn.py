"""`ratsu pgn ...`: PGN files checked, listed, extracted, converted, counted."""

import argparse

from engine.console.pgn import files

HELP = "checks, lists, extracts, converts and counts the games of PGN files"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the sub-commands."""
    files.configure(parser)


def run(arguments: argparse.Namespace) -> int:
    """Runs one sub-command; returns the exit code."""
    code: int = arguments.action(arguments)
    return code
