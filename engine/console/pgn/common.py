"""What the game commands share: lists of games, written files, JSON lines."""

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
from engine.ground.targets import is_file
from engine.ground.text import Text
from engine.pgn.edit import save_games
from engine.pgn.index import GameList
from engine.pgn.recognise import language_at
from engine.pgn.text.letters import LANGUAGES

STANDARD_OUTPUT = Path("-")
# A file behind the second would be replaced, not written into.
_STANDARD_OUTPUTS = (STANDARD_OUTPUT, Path("/dev/stdout"))
_NONE_CHOSEN = "no game of %1 was chosen (it has %2)"


def add_json(parser: argparse.ArgumentParser) -> None:
    """Adds `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON value a line")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Adds `--language`; empty where it is to be found."""
    text = "piece letters of the file that is read (default: those with which it can be played)"
    parser.add_argument("--language", default="", choices=sorted(LANGUAGES), help=text)


def language_of(arguments: argparse.Namespace) -> str:
    """The language asked for, else the file's. :raises PgnError: if it cannot be read."""
    return str(arguments.language) or language_at(arguments.file)


@contextlib.contextmanager
def listed(path: Path, meter: Meter) -> Iterator[GameList]:
    """The file as a list of games. :raises PgnError: if it cannot be read."""
    with contextlib.closing(GameList(path)) as games:
        for _ in games.load(meter):
            pass
        yield games


def add_command(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str, action: object, example: str
) -> argparse.ArgumentParser:
    """A sub-command with its example and `--json`."""
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


def tell_none(source: Path, there: int) -> None:
    """Says on standard error that a list is empty because no game was chosen from the `there` games of a file."""
    print(Text(_NONE_CHOSEN, source, there), file=sys.stderr)


def refuse_to_lose(source: Path, target: Path, kept: int, there: int) -> None:
    """For writing `kept` games chosen from the `there` games of a file.

    :raises RatsuError: where none was chosen, and where the target is the file itself and would lose the others.
    """
    if not kept and is_standard_output(target):
        raise RatsuError(_NONE_CHOSEN, source, there)
    if not kept:
        raise RatsuError("no game of %1 was chosen (it has %2); %3 was not written", source, there, target)
    if kept < there and is_same_file(source, target):
        raise RatsuError(
            "%1 would keep %2 of its %3 games: name another file behind -o, or remove games in the window",
            *(target, kept, there),
        )


def is_same_file(first: Path, second: Path) -> bool:
    """Whether two paths lead to one file that is there."""
    return is_file(first) and is_file(second) and first.samefile(second)


def is_standard_output(path: Path | None) -> bool:
    """Whether this names standard output, on which nothing but games is written then."""
    return path in _STANDARD_OUTPUTS


def put_games(path: Path, texts: Iterable[str]) -> None:
    """Writes a file of games, packed as its name ends, or games to standard output, in UTF-8 whatever the terminal takes.

    :raises PgnError: if the file cannot be written.
    """
    if not is_standard_output(path):
        save_games(path, texts)
        return
    sys.stdout.flush()
    stream = sys.stdout.buffer if isinstance(sys.stdout, TextIOWrapper) else None  # else a caller's own
    for number, text in enumerate(texts):
        content = "\n" * bool(number) + text.strip() + "\n"
        if stream is None:
            sys.stdout.write(content)
        else:
            stream.write(content.encode())


class CancelledError(RatsuError):
    """The user has stopped the writing of a file, which is as it was."""


def write_games(path: Path, texts: Iterable[str], total: int, meter: Meter) -> int:
    """Writes games as `put_games` does; returns how many. `total`: how many there will be, 0 where the
    reading of the games says how far it is.

    :raises CancelledError: instead of half a file. :raises PgnError: if it cannot be written.
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
            raise CancelledError("cancelled; %1 was not written", path)

    put_games(path, counted())
    return count


def show_written(arguments: argparse.Namespace, value: dict[str, object], text: str, path: Path) -> None:
    """Says what was written to a file; of standard output nothing, since the games themselves are there."""
    if not is_standard_output(path):
        show(arguments, {**value, "file": str(path)}, text)


def show(arguments: argparse.Namespace, value: dict[str, object], text: str, stream: TextIO | None = None) -> None:
    """Prints a value as JSON or as text, as asked for; on standard output, or another stream."""
    print(json.dumps(value, ensure_ascii=False) if arguments.json else text, file=stream)
