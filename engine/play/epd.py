"""Lines of EPD and FEN files: the position, and what a test position asks (`id`, `bm`, `am`).

Doors: night work (`engine.night.kinds.deepen`), puzzles (`engine.play.tactics.puzzle_files`), and the laboratory. A line that
cannot be read is a value, so that it does not refuse the rest of its file.
"""

import codecs
import io
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import chess

from engine.game.position import Position
from engine.ground.errors import PositionError
from engine.ground.text import Text, why
from engine.ground.values import dataclass
from engine.pgn.streams import blocks
from engine.rules.fen import has_counters


@dataclass(frozen=True)
class EpdLine:
    """A position. `name`: its `id`, or empty. `best`, `avoided`: the moves of `bm` and `am` in coordinates, or empty."""

    position: Position
    name: str = ""
    best: tuple[str, ...] = ()
    avoided: tuple[str, ...] = ()

    @property
    def is_test(self) -> bool:
        """Whether it asks for a move, or for one to be avoided."""
        return bool(self.best or self.avoided)

    def solved_by(self, move: str) -> bool:
        """Whether a move in coordinates is one of `bm`, or without `bm` none of `am`."""
        return move in self.best if self.best else move not in self.avoided


def epd_line(text: str) -> EpdLine:
    """Reads a FEN or an EPD, also one with both counters and operations.
    :raises PositionError: it is not a playable position, or an operation is damaged or names an illegal move."""
    words = text.split()
    counters = words[4:6] if has_counters(text) else ["0", "1"]
    if not words[4:] or words[4:] == counters:
        return EpdLine(Position.of(" ".join(words), chess960=None))
    position = Position.of(" ".join((*words[:4], *counters)), chess960=None)
    operations = text.split(None, 6 if has_counters(text) else 4)[-1]
    try:
        board, found = chess.Board.from_epd(" ".join((*words[:4], operations)), chess960=position.chess960)
    except ValueError as error:
        raise PositionError("the operations of “%1” cannot be read: %2", text.strip(), error) from error
    best, avoided = (_moves(board, found.get(name)) for name in ("bm", "am"))
    return EpdLine(position, str(found.get("id", "")).strip(), best, avoided)


def _moves(board: chess.Board, value: object) -> tuple[str, ...]:
    return tuple(board.uci(move) for move in value) if isinstance(value, list) else ()


def epd_lines(path: Path) -> Iterator[tuple[int, EpdLine | Text]]:
    """The lines of a file, which may be packed, with their numbers from 1; without empty ones and comments (`#`). A line that
    cannot be read is the reason why. :raises PgnError: the file cannot be read."""
    for number, line in enumerate(text_lines(path), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield number, epd_line(text)
        except PositionError as error:
            yield number, why(error)


def text_lines(path: Path) -> Iterator[str]:
    """The lines of an unpacked file, whatever ends them. :raises PgnError: the file cannot be read."""
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8")("replace"), translate=True)
    rest = ""
    for block in chain(blocks(path), (b"",)):
        *whole, rest = (rest + decoder.decode(block, final=not block)).split("\n")
        yield from whole
    yield rest
