"""The user's own files of puzzles: CSV as lichess has it, PGN with positions and solutions, EPD with best moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from engine.coach.puzzles import Puzzle, read_puzzles
from engine.ground.errors import RatsuError
from engine.ground.files import read_file, write_atomically
from engine.ground.text import Text, why
from engine.pgn.reader import read_games
from engine.play.epd import epd_lines

KINDS = (".csv", ".pgn", ".epd")
LONGEST_NAME = 60  # characters of a file's or a puzzle's name: the deck stores both


def add_file(folder: Path, path: Path) -> int:
    """Copies a file of puzzles into the folder, in place of one with the same name. Returns the number of puzzles.
    :raises RatsuError: it cannot be read or copied, or has no puzzle."""
    number = len(puzzles_of(path))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / path.name, read_file(path))
    except OSError as error:
        raise RatsuError("%1 cannot be copied into %2: %3", path, folder, why(error)) from error
    return number


def remove_file(folder: Path, name: str) -> None:
    """Deletes a file that was added. :raises RatsuError: it cannot be deleted."""
    try:
        (folder / Path(name).name).unlink(missing_ok=True)
    except OSError as error:
        raise RatsuError("%1 cannot be deleted: %2", folder / name, why(error)) from error


def files_in(folder: Path | None) -> tuple[str, ...]:
    """The names of the files that were added, in order."""
    if folder is None or not folder.is_dir():
        return ()
    return tuple(sorted(path.name for path in folder.iterdir() if path.suffix.lower() in KINDS))


def added_puzzles(folder: Path | None, name: str = "") -> tuple[Puzzle, ...]:
    """The puzzles of a file that was added, or of all. :raises RatsuError: a file cannot be read."""
    names = (name,) if name else files_in(folder)
    return tuple(puzzle for one in names if folder is not None for puzzle in _kept(folder / one))


def _kept(path: Path) -> tuple[Puzzle, ...]:
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise RatsuError("%1 cannot be read: %2", path, why(error)) from error


@lru_cache(16)
def _read(path: Path, _changed: int) -> tuple[Puzzle, ...]:
    return puzzles_of(path)


def puzzles_of(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file, with the themes that are found where none are given. Illegal ones are left out.
    :raises RatsuError: the file cannot be read, or has no puzzle; the error is that of the last puzzle."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise RatsuError("%1: puzzles are in files that end in %2", path, ", ".join(KINDS))
    readers: dict[str, Callable[[Path], Iterable[Puzzle | Text]]]
    readers = {".csv": read_puzzles, ".pgn": _of_pgn, ".epd": _of_epd}
    found, problem = [], None
    for number, puzzle in enumerate(readers[kind](path), 1):
        if isinstance(puzzle, Text):
            problem = problem or RatsuError("%1", puzzle)
            continue
        try:
            themes = frozenset(puzzle.found())
        except RatsuError as error:
            problem = problem or error
            continue
        name = f"{path.name[-LONGEST_NAME:]} {puzzle.name[: LONGEST_NAME // 2] or number}"
        found.append(replace(puzzle, name=name, themes=puzzle.themes or themes))
    if not found:
        raise problem or RatsuError("%1 has no puzzle: a position with its solution", path)
    return tuple(found)


def _of_pgn(path: Path) -> Iterator[Puzzle]:
    """The games that begin in a position of their own; the main line is the solution, and its first move the answer."""
    for number, game in enumerate(read_games(path), 1):
        moves = tuple(node.uci for node in game.main_line())
        if game.header("FEN") and moves:
            yield Puzzle(str(number), game.start_fen, moves, frozenset(), lead=0)


def _of_epd(path: Path) -> Iterator[Puzzle | Text]:
    """The positions with `bm`; each of these best moves is right. A line that cannot be read is the reason why."""
    for number, line in epd_lines(path):
        if isinstance(line, Text):
            yield Text("%1, line %2: %3", path, number, line)
        elif line.best:
            name = f"{number} {line.name}".strip()
            yield Puzzle(name, line.position.fen, line.best[:1], frozenset(), lead=0, also=line.best[1:])
