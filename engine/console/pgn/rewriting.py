"""`ratsu pgn check`, `extract` and `convert`: reads games, writes them elsewhere, and reports every fault.

No text is lost. Unreadable text stays in its game, text between two games stays before the second one, and text after the
last game stays at the end. Each fault is reported with file, game, line and token, and makes the exit code 1.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TextIO

from engine.console.meter import Meter, exit_code
from engine.console.pgn.common import (
    WriteCancelledError,
    check_target,
    is_same_file,
    is_standard_output,
    listed,
    put_games,
    show,
    show_written,
    write_games,
)
from engine.ground.errors import RatsuError
from engine.ground.integers import whole_number
from engine.ground.text import counted
from engine.pgn.errors import PgnError
from engine.pgn.index import GameList, stamp_of
from engine.pgn.reader import GameStream, read_games
from engine.pgn.recognise import best_reading
from engine.pgn.streams import Walk
from engine.pgn.tree import TreeReader
from engine.pgn.values import Problem
from engine.pgn.writer import written_game


class _Faults:
    """Reports faults as they come, and counts them."""

    def __init__(self, arguments: argparse.Namespace, stream: TextIO, meter: Meter) -> None:
        self._arguments = arguments
        self._stream = stream
        self._meter = meter
        self.count = 0

    def tell(self, problems: Iterable[Problem]) -> None:
        """Prints one line per fault; JSON with `--json`."""
        for problem in problems:
            self.count += 1
            value = {
                "file": problem.file,
                "game": problem.game,
                "line": problem.line,
                "problem": problem.kind.value,
                "token": str(problem.token),
            }
            self._meter.clear()
            show(self._arguments, value, str(problem), self._stream)

    @property
    def code(self) -> int:
        return 1 if self.count else 0


def check(arguments: argparse.Namespace) -> int:
    """Checks the files. Exit code 1 if there are faults."""
    games = 0
    with Meter().listening() as meter:
        faults = _Faults(arguments, sys.stdout, meter)
        stream = read_games(arguments.file, meter, arguments.language)
        for game in stream:
            games += 1
            faults.tell(game.problems)
        faults.tell(stream.tail_problems)
    show(
        arguments,
        {"games": games, "problems": faults.count},
        f"{counted(games, 'game')}, {counted(faults.count, 'problem')}",
    )
    return exit_code(meter, faults.code)


def convert_games(arguments: argparse.Namespace) -> int:
    """Writes all games again, with all text between them; exit code 1 if there are faults."""
    with Meter().listening() as meter:
        faults = _Faults(arguments, sys.stderr, meter)
        stream = read_games(arguments.file, meter, arguments.language)
        count = write_games(arguments.target, _written(stream, faults, arguments), 0, meter)
    _show_written(arguments, count - bool(stream.tail), arguments.target, faults)
    return faults.code


def _written(stream: GameStream, faults: _Faults, arguments: argparse.Namespace) -> Iterator[str]:
    source, target = arguments.file, arguments.target
    game = None
    for game in stream:
        faults.tell(game.problems)
        yield written_game(game, game.prelude)
    faults.tell(stream.tail_problems)
    if game is None and not is_standard_output(target) and target.exists() and not is_same_file(source, target):
        raise RatsuError("%1 holds no game; %2 is there already and was not written", source, target)
    if stream.tail:
        yield stream.tail


def extract_games(arguments: argparse.Namespace) -> int:
    """Copies the chosen games unchanged, each with the text before it; exit code 1 if they have faults."""
    with Meter().listening() as meter, listed(arguments.file, meter) as games:
        faults = _Faults(arguments, sys.stderr, meter)
        rows = list(games.matching(arguments.find))
        if arguments.games:
            chosen = numbers_of(arguments.games)
            rows = [row for row in rows if row + 1 in chosen]
        pieces = _extracted(games, rows, faults)
        to_file = not is_standard_output(arguments.output)
        if meter.cancelled and to_file:  # not all games are known: the chosen one may be among the others
            raise WriteCancelledError("cancelled; %1 was not written", arguments.output)
        if not meter.cancelled:
            check_target(arguments.file, arguments.output, len(rows), len(games))
        if not to_file:
            put_games(arguments.output, takewhile(lambda _: not meter.cancelled, pieces))
            return exit_code(meter, faults.code)
        write_games(arguments.output, pieces, len(rows), meter)
    _show_written(arguments, len(rows), arguments.output, faults)
    return faults.code


def _extracted(games: GameList, rows: Sequence[int], faults: _Faults) -> Iterator[str]:
    """The text of games in ascending rows. The file's last game includes the text after it."""
    walk = Walk(games.path)
    for row in rows:
        walk.skip_to(games.span(row - 1)[1] if row else 0)
        place, lines = walk.at, walk.lines
        content = walk.read_to(games.span(row)[1] if row + 1 < len(games) else None)
        if stamp_of(games.path) != games.stamp:
            raise PgnError("%1 was changed by another program meanwhile; try again", games.path)
        faults.tell(_problems_of(content, games, (row, place, lines)))
        yield content.decode("utf-8", "ratsu.single-byte").strip("\ufeff\x1a \t\r\n")


def _problems_of(content: bytes, games: GameList, place: tuple[int, int, int]) -> list[Problem]:
    """The faults in a game and the text around it. `place`: number of games, bytes and line breaks before it."""
    language = games.language or "en"
    reader = TreeReader(str(games.path), language)
    reader.skip_to(*place)
    found: list[Problem] = []
    for game in reader.feed(content, True):
        at = game.offset - place[1]
        lines = place[2] + content.count(b"\n", 0, at)
        own = content[at : at + game.length]
        found += best_reading(game, own, language, file=str(games.path), lines=lines).problems
    return [*found, *reader.tail_problems]


def _show_written(arguments: argparse.Namespace, count: int, path: Path, faults: _Faults) -> None:
    text = f"{counted(count, 'game')} written to {path}" + (
        f", {counted(faults.count, 'problem')}" if faults.count else ""
    )
    show_written(arguments, {"games": count, "problems": faults.count}, text, path)


def numbers_of(text: str) -> set[int]:
    """Parses numbers such as `1,5-7`.
    :raises RatsuError: the text has another form, or one part covers more than a million games."""
    found: set[int] = set()
    for part in text.split(","):
        begin, _, end = part.strip().partition("-")
        first, last = (whole_number(word) for word in (begin, end or begin))
        if first is None or last is None or not 0 < first <= last <= first + 1_000_000:
            raise RatsuError("games %1 are not written like 1,5-7", repr(text))
        found.update(range(first, last + 1))
    return found
