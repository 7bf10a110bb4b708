"""`ratsu COMMAND ...`: the command line. Never imports Qt.

A sub-command is a module of `engine.commands`, of its `protocols`, or of `engine.training.commands` with `HELP` (one
sentence), `configure(parser)` (adds arguments; sets `parser.epilog` to an example) and `run(arguments) -> int` (exit code: 0 ok,
1 failed). Only the module of the given command is imported, so that `ratsu uci` starts fast.
"""

import argparse
import importlib
import pkgutil
from collections.abc import Sequence
from types import ModuleType

from engine import commands
from engine.commands import protocols
from engine.ground import log_file
from engine.ground.exit_status import run_command
from engine.ground.version import VERSION

LABORATORY = ("train", "tune")  # of `engine.training.commands`
ENGINE_GUARD = "--engine-guard"  # a packed program is its own interpreter


def command_names() -> tuple[str, ...]:
    return tuple(sorted(_modules()))


def command_module(name: str) -> ModuleType:
    """Imports the module of a sub-command. :raises KeyError: there is none of that name."""
    return importlib.import_module(_modules()[name])


def _modules() -> dict[str, str]:
    found = {name: f"engine.training.commands.{name}" for name in LABORATORY}
    for package in (commands, protocols):
        modules = (module.name for module in pkgutil.iter_modules(package.__path__) if not module.ispkg)
        found |= {name: f"{package.__name__}.{name}" for name in modules}
    return found


def main(arguments: Sequence[str]) -> int:
    """Runs one sub-command. Returns its exit code; 2 for wrong usage (argparse)."""
    if arguments and arguments[0] == ENGINE_GUARD:
        from engine.play.external import guard

        return guard.main(arguments[1:])
    if arguments and arguments[0] in command_names():
        return _run_command(arguments[0], arguments[1:])
    overview_parser().parse_args(arguments)  # --help and --version exit here; anything else is wrong usage
    return 0


def unknown_word(word: str) -> str:
    """The message for a first argument that is neither a command nor a file, with the most similar command."""
    import difflib  # only for a mistyped word

    near = difflib.get_close_matches(word.lower(), command_names(), n=1)
    meant = f" Did you mean “ratsu {near[0]}”?" if near else ""
    return f"{word!r} is not a command or a file.{meant} “ratsu --help” lists the commands."


def _run_command(name: str, arguments: Sequence[str]) -> int:
    def work() -> int:
        module = command_module(name)  # half a second, during which Ctrl+C may come
        parser = argparse.ArgumentParser(
            prog=f"ratsu {name}", description=module.HELP, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        module.configure(parser)
        log_file.add_help(parser)
        chosen = parser.parse_args(arguments)
        code: int = module.run(chosen) if hasattr(module, "run") else chosen.action(chosen)
        return code

    return run_command(name, work)


def overview_parser() -> argparse.ArgumentParser:
    """The parser of `ratsu` without a command. Imports all commands for their help."""
    names = command_names()
    lines = [f"  {name:<12} {command_module(name).HELP}" for name in names]
    parser = argparse.ArgumentParser(
        prog="ratsu",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Ratsu plays, analyses and teaches chess. Without a command it opens the window.",
        epilog="commands (each has --help):\n" + "\n".join(lines) + "\n\nexample:\n  ratsu games.pgn",
    )
    parser.add_argument("--version", action="version", version=f"Ratsu {VERSION}")
    parser.add_argument("files", nargs="*", help="PGN files to open in the window")
    log_file.add_help(parser)
    return parser
