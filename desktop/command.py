"""`ratsu`: opens the window, or hands a sub-command to the command line without ever importing Qt."""

import sys
from collections.abc import Sequence

from desktop import arguments
from engine import command_line as cli

WRONG_USAGE = 2  # argparse's exit code


def main() -> int:
    """`ratsu [FILE.pgn]` opens the window; `ratsu COMMAND ...` runs a console command.

    Returns the exit code: 2 for what is neither a command, an option nor a file.
    """
    given = sys.argv[1:]
    if given and (given[0] in cli.command_names() or given[0] == cli.ENGINE_GUARD):
        return cli.main(given)
    files = arguments.files_in(given, cli.overview_parser)
    if arguments.is_told_missing(files):
        return WRONG_USAGE
    return _open_window(files)


def window() -> int:
    """`ratsu-window [FILE.pgn]`: opens the window. Returns the exit code.

    A desktop starts it, where nobody reads standard error: the window tells of files that do not exist.
    """
    return _open_window(arguments.files_in(sys.argv[1:], arguments.window_parser))


def _open_window(files: Sequence[str]) -> int:
    from desktop import main as window_program  # Qt only when a window is wanted

    return window_program.run(files)


if __name__ == "__main__":
    raise SystemExit(main())
