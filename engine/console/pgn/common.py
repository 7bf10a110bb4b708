"""Helpers of the game commands: lists of games, written files, JSON lines."""

import argparse
import contextlib
import json
import sys
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from engine.console.meter import Meter
from engine.ground.errors import RatsuError
from engine.ground.text import Text
from engine.ground.write_targets import is_file
from engine.pgn.edit import closed_game, save_games
from engine.pgn.index import GameList
from engine.pgn.text.letters import LANGUAGES

STANDARD_OUTPUT = Path("-")
# a file that the second one leads to would be replaced, not appended to
_STANDARD_OUTPUTS = (STANDARD_OUTPUT, Path("/dev/stdout"))
_NONE_CHOSEN = "no game of %1 was chosen (it has %2)"


def add_json(parser: argparse.ArgumentParser) -> None:
    """Adds `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON value a line")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Adds `--language`; empty: detected."""
    text = "piece letters of the file that is read (default: those with which it can be played)"
    parser.add_argument("--language", default="", choices=sorted(LANGUAGES), help=text)


@contextlib.contextmanager
def listed(path: Path, meter: Meter) -> Iterator[GameList]:
    """The file as a list of games. :raises PgnError: the file cannot be read."""
    with contextlib.closing(GameList(path)) as games:
        for _ in games.load(meter):
            pass
        yield games


def add_command(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str, action: object, example: str
) -> argparse.ArgumentParser:
    """Adds a sub-command with its example and `--json`."""
    parser = actions.add_parser(
        name,
        help=text,
        description=text,
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_json(parser)
    parser.set_defaults(action=action)
    return parser


def report_empty(source: Path, there: int) -> None:
    """Reports on standard error that the list is empty because no game was chosen from the `there` games of a file."""
    print(Text(_NONE_CHOSEN, source, there), file=sys.stderr)


def check_target(source: Path, target: Path, kept: int, there: int) -> None:
    """Checks a command that writes `kept` games chosen from the `there` games of a file.
    :raises RatsuError: no game was chosen, or the target is the file itself and would lose the others."""
    if not kept and is_standard_output(target):
        raise RatsuError(_NONE_CHOSEN, source, there)
    if not kept:
        raise RatsuError("no game of %1 was chosen (it has %2); %3 was not written", source, there, target)
    if kept < there and is_same_file(source, target):
        raise RatsuError(
            "%1 would lose games (%2 of %3 would remain). Give another file after -o, or remove games in the window",
            *(target, kept, there),
        )


def is_same_file(first: Path, second: Path) -> bool:
    """Whether two paths name one existing file."""
    return is_file(first) and is_file(second) and first.samefile(second)


def is_standard_output(path: Path | None) -> bool:
    """Whether this is standard output, which then carries nothing but games."""
    return path in _STANDARD_OUTPUTS


def put_games(path: Path, texts: Iterable[str]) -> None:
    """Writes games to a file, compressed by its suffix, or to standard output, always in UTF-8.
    :raises PgnError: the file cannot be written."""
    if not is_standard_output(path):
        save_games(path, texts)
        return
    sys.stdout.flush()
    stream = sys.stdout.buffer if isinstance(sys.stdout, TextIOWrapper) else None  # not the caller's own error
    for number, text in enumerate(texts):
        content = "\n" * bool(number) + closed_game(text).strip() + "\n"
        if stream is None:
            sys.stdout.write(content)
        else:
            stream.write(content.encode())


class WriteCancelledError(RatsuError):
    """The user stopped the writing of a file; the file is unchanged."""


def write_games(path: Path, texts: Iterable[str], total: int, meter: Meter) -> int:
    """Writes games as `put_games` does; returns their number. `total`: their expected number, 0 if the reading shows the
    progress.

    :raises WriteCancelledError: the user stopped it; no half file is left.
    :raises PgnError: the file cannot be written.
    """
    count = 0

    def counted() -> Iterator[str]:
        nonlocal count
        for text in texts:
            if not (meter(count, total) if total else not meter.cancelled):
                break
            count += 1
            yield text
        if meter.cancelled:
            raise WriteCancelledError("cancelled; %1 was not written", path)

    put_games(path, counted())
    return count


def show_written(arguments: argparse.Namespace, value: dict[str, object], text: str, path: Path) -> None:
    """Reports what was written to a file. For standard output nothing is printed, since it carries the games."""
    if not is_standard_output(path):
        show(arguments, {**value, "file": str(path)}, text)


def show(arguments: argparse.Namespace, value: dict[str, object], text: str, stream: TextIO | None = None) -> None:
    """Prints a value as JSON or as text, to standard output or another stream."""
    print(json.dumps(value, ensure_ascii=False) if arguments.json else text, file=stream)
