"""The arguments of `ratsu` and `ratsu-window` if no console command is meant: options, and files to open."""

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from engine import command_line as cli
from engine.ground import log_file
from engine.ground.exit_status import print_error
from engine.ground.version import VERSION


def window_parser() -> argparse.ArgumentParser:
    """The parser of `ratsu-window`."""
    parser = argparse.ArgumentParser(
        prog="ratsu-window",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Opens Ratsu's window. If it is open already, the files are opened there.",
        epilog="example:\n  ratsu-window games.pgn",
    )
    parser.add_argument("--version", action="version", version=f"Ratsu {VERSION}")
    parser.add_argument("files", nargs="*", help="PGN files to open")
    log_file.add_help(parser)
    return parser


def files_in(arguments: Sequence[str], parser: Callable[[], argparse.ArgumentParser]) -> tuple[str, ...]:
    """The files to open. `parser` is called only if there is an option, since that of `ratsu` imports every command.

    :raises SystemExit: 0 after --help and --version, 2 for an unknown option, as argparse does.
    """
    if any(argument.startswith("-") for argument in arguments):
        files: list[str] = parser().parse_args(arguments).files
        return tuple(files)
    return tuple(arguments)


def report_missing(files: Sequence[str]) -> bool:
    """Reports missing files on standard error; the first may be a mistyped command. Returns whether any is missing."""
    missing = [name for name in files if not os.path.exists(name)]  # noqa: PTH110 - Path.exists raises for a name too long
    for name in missing:
        may_be_command = name is files[0] and Path(name).name == name
        print_error("", cli.unknown_word(name) if may_be_command else f"there is no file {name!r}.")
    return bool(missing)
