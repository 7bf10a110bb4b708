"""What a file holds that the user opens: a game, several, or positions. Read on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.model.errors import GameInputError
from desktop.model.game_list import FileGame
from engine.errors import PositionError
from engine.files import opened
from engine.game.position import Position
from engine.rules.fen import has_counters
from engine.values import dataclass

if TYPE_CHECKING:
    from engine.pgn.values import PgnGame

MOST_PASTED = 10  # games that are opened from one text
_MOST_POSITIONS = 20  # lines of a file of positions that are looked at
_HEAD_BYTES = 64 << 10
_LONGEST_FEN = 8  # words; two more than a FEN has, for what a person has written behind it


@dataclass(frozen=True)
class Positions:
    """A file of positions (FEN or EPD, a line each): the first ones that can be played. If none can, its first line."""

    path: str
    fens: tuple[str, ...]


@dataclass(frozen=True)
class Pasted:
    """What a text holds: its first games, and how it begins."""

    games: tuple[PgnGame, ...]
    start: str


def read_pasted(text: str, cancelled: Callable[[], bool]) -> Pasted:
    """The first games of a text, one more than are opened."""
    from engine.pgn.reader import games_in

    games = []
    for game in islice(games_in(text), MOST_PASTED + 1):
        games.append(game)
        if cancelled():
            break
    return Pasted(tuple(games), " ".join(text[:200].split())[:60])


def looks_like_fen(text: str) -> bool:
    """Whether a person who gives this text means a position, possible or not."""
    words = text.split()
    return bool(words) and len(words) <= _LONGEST_FEN and words[0].count("/") >= 3 and not {"[", ":"} & {*words[0]}


def opened_file(path: Path, number: int | None, cancelled: Callable[[], bool]) -> FileGame | Path | Positions:
    """The game (of a file of several the one of that number), positions, or the path of a file that holds several games, or
    that was cancelled.

    :raises RatsuError: the file cannot be read, or there is no such game.
    """
    from engine.pgn.index import GameList
    from engine.pgn.streams import is_text, packing_of

    if not is_text(path):
        raise GameInputError("%1 holds no chess game.", path)
    if number is None and packing_of(path) == "plain" and (fens := _fens_of(path)):
        return Positions(str(path), fens)
    games, at = GameList(path), number or 0
    try:
        for found in games.load():
            if cancelled() or (number is None and found > 1):
                return path
        if len(games) <= at:
            raise GameInputError("%1 has no such game." if len(games) else "%1 holds no chess game.", path)
        return FileGame(str(path), at, games.content(at), games.game(at))
    finally:
        games.close()


def _fens_of(path: Path) -> tuple[str, ...]:
    """Empty unless the first line that is no remark begins as a position does, with its eight ranks."""
    with opened(path) as file:
        lines = file.read(_HEAD_BYTES).decode("utf-8-sig", "replace").splitlines()
    told = [line for line in lines if line.strip() and not line.startswith(("#", "%", ";"))]
    if not told or told[0].split()[0].count("/") != 7:
        return ()
    fens = [_fen_of(line) for line in islice(told, _MOST_POSITIONS)]
    return tuple(fen for fen in fens if _is_possible(fen)) or (fens[0],)


def _fen_of(line: str) -> str:
    """Of an EPD what a FEN has, too: its operations begin behind four fields."""
    return " ".join(line.split()[: 6 if has_counters(line) else 4])


def _is_possible(fen: str) -> bool:
    try:
        Position.of(fen)
    except PositionError:
        return False
    return True
