"""`ratsu book ...`: the opening book built, imported, exported, shown, checked, taught and trained with."""

import argparse

from engine.console.book import commands
from engine.training.book import command as making

HELP = "builds, edits, checks, teaches and trains the opening book"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the sub-commands."""
    making.add(commands.configure(parser))


def run(arguments: argparse.Namespace) -> int:
    """Runs one sub-command; returns the exit code."""
    code: int = arguments.action(arguments)
    return code
