"""`ratsu`: opens the window, or hands a sub-command to the command line without ever importing Qt."""

import sys

from engine.play import cli


def main() -> int:
    """`ratsu [FILE.pgn]` opens the window; `ratsu COMMAND ...` runs a console command. Returns the exit code."""
    arguments = sys.argv[1:]
    if arguments and (arguments[0] in cli.command_names() or arguments[0].startswith("-")):
        return cli.main(arguments)
    return window()


def window() -> int:
    """Opens the window; the remaining arguments are files to open. Returns the exit code."""
    from desktop import main as window_program  # Qt only when a window is wanted

    return window_program.run(sys.argv[1:])


if __name__ == "__main__":
    raise SystemExit(main())
