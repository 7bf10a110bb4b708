"""`ratsu tablebases ...`: endgame tables listed, probed, verified, made and trained with."""

import argparse

from engine.console.tables import commands as console

HELP = "lists, probes, verifies and generates endgame tablebases (Syzygy); trains endings"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the sub-commands."""
    console.configure(parser)


def run(arguments: argparse.Namespace) -> int:
    """Runs one sub-command; returns the exit code."""
    code: int = arguments.action(arguments)
    return code
