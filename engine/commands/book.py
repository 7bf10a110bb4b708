"""`ratsu book ...`: builds, imports, exports, shows, checks, teaches and trains the opening book."""

import argparse

from engine.console.book import (
    files,
    health,
    learning,
    novelties,
    people,
    preparing,
    reporting,
    shelf,
    showing,
    training,
)

HELP = "builds, edits, checks, teaches and trains the opening book"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds every sub-command to `parser`."""
    parser.epilog = "example:\n  ratsu book show --moves 'e4 e5'"
    actions = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for module in (files, shelf, showing, learning, health, reporting, training, preparing, novelties, people):
        module.add(actions)
