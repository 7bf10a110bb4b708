"""The command `ratsu`: opens the window, or runs a console command without importing Qt."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # `typing` is not imported, to shorten the start of `ratsu uci`: a GUI waits for its answer
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WRONG_USAGE = 2  # argparse's exit code


def main() -> int:
    """Runs `ratsu [FILE.pgn]` (the window) or `ratsu COMMAND ...` (the console).

    Returns the exit code: 2 for what is neither a command, an option nor a file, and for a log that cannot be written.
    """
    given = sys.argv[1:]
    if given == ["uci"]:
        return _serve_uci()
    from engine import command_line as cli

    return cli.main(given) if given[:1] == [cli.ENGINE_GUARD] else _logged(given, _run)


def window() -> int:
    """Runs `ratsu-window [FILE.pgn]`, which opens the window. Returns the exit code.

    A desktop shows no standard error, so the window itself reports missing files.
    """
    from desktop import arguments

    return _logged(sys.argv[1:], lambda given: _open_window(arguments.files_in(given, arguments.window_parser)))


def _serve_uci() -> int:
    """Runs `ratsu uci` without options: the engine is loaded after `uciok`."""
    from engine.commands.protocols import uci
    from engine.ground.exit_status import run_command

    def serve() -> int:
        begun = uci.begin()
        from engine.ground import log_file

        log_file.begin(log_file.LogOptions())
        return uci.play(begun)

    return run_command("uci", serve)


def _logged(given: Sequence[str], run: Callable[[Sequence[str]], int]) -> int:
    """Starts the log requested on the command line, then runs the rest of the line."""
    from engine.ground import log_file
    from engine.ground.exit_status import flush_output, print_error

    try:
        options, rest = log_file.take_options(given)
        log_file.begin(options)
    except log_file.LogError as error:
        print_error("", str(error))
        return WRONG_USAGE
    try:
        return run(rest)
    except SystemExit as left:  # argparse has printed help, the version or an error
        return int(left.code or 0) if flush_output("") else 1


def _run(given: Sequence[str]) -> int:
    from desktop import arguments
    from engine import command_line as cli

    if given and given[0] in cli.command_names():
        return cli.main(given)
    files = arguments.files_in(given, cli.overview_parser)
    if arguments.report_missing(files):
        return WRONG_USAGE
    return _open_window(files)


def _open_window(files: Sequence[str]) -> int:
    from desktop import main as window_program  # imports Qt, so only for the window

    return window_program.run(files)


if __name__ == "__main__":
    raise SystemExit(main())
