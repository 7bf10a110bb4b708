"""The table of `ratsu book` sub-commands. Each is a module function pair: options, and what is done."""

import argparse

from engine.console.book import files, learning, showing, training


def configure(parser: argparse.ArgumentParser) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    """Adds every sub-command to `parser`; returns where others are added."""
    parser.epilog = "example:\n  ratsu book show --moves 'e4 e5'"
    actions = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for module in (files, showing, learning, training):
        module.add(actions)
    return actions
