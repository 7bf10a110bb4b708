"""Where the games begin: a file of PGN, EPD or FEN, or the built-in lines."""

import random
from io import TextIOWrapper
from itertools import islice
from pathlib import Path

import chess

from engine.files import opened
from engine.pgn.errors import PgnError
from engine.pgn.reader import read_games
from engine.pgn.values import ProblemKind
from engine.play.match.errors import MatchError
from engine.play.match.lines import BALANCED_LINES
from engine.rules.board import position_faults
from engine.rules.fen import read_fields
from engine.text import Text, joined, why

MOST_OPENINGS = 100_000
MOST_PLIES = 60
# Faults of a game that leave its main line whole.
HARMLESS = {
    ProblemKind.BAD_NAG,
    ProblemKind.BAD_TAG,
    ProblemKind.DUPLICATE_TAG,
    ProblemKind.FEN_REPAIRED,
    ProblemKind.JUNK,
    ProblemKind.RESULT_CONTRADICTS,
    ProblemKind.SETUP_CONTRADICTS,
    ProblemKind.TOO_MANY_TAGS,
}


def built_in_openings() -> list[chess.Board]:
    """The built-in set: well-known openings that give both sides a game."""
    boards = []
    for line in BALANCED_LINES:
        board = chess.Board()
        for san in line.split():
            board.push_san(san)
        boards.append(board)
    return boards


def read_openings(path: Path, plies: int | None = None) -> list[chess.Board]:
    """The openings of a file, by its ending: .pgn (the first `plies` of each game), else one EPD or FEN a line.

    Raises MatchError where the file cannot be read, holds none, or holds a broken one.
    """
    try:
        boards = _read_pgn(path, plies) if path.suffix.lower() == ".pgn" else _read_epd(path)
    except PgnError as error:
        raise MatchError(why(error)) from error
    except OSError as error:
        raise MatchError("cannot read the openings %1: %2", path, error) from error
    if not boards:
        raise MatchError("there are no openings in %1", path)
    return boards


def in_order(boards: list[chess.Board], seed: int | None) -> list[chess.Board]:
    """As they are, or shuffled by a seed."""
    shuffled = list(boards)
    if seed is not None:
        random.Random(seed).shuffle(shuffled)
    return shuffled


def _read_pgn(path: Path, plies: int | None) -> list[chess.Board]:
    """Main lines by our own reader; a game with a part that cannot be read is no opening to trust."""
    boards: list[chess.Board] = []
    for game in read_games(path):
        if any(problem.kind not in HARMLESS for problem in game.problems):
            raise MatchError("%1: game %2 is broken: %3", path, game.number, game.problems[0].text)
        board = chess.Board(game.start_fen, chess960=game.chess960)
        for node in islice(game.main_line(), plies or MOST_PLIES):
            board.push_uci(node.uci)
        boards.append(_checked(board, path))
        if len(boards) == MOST_OPENINGS:
            break
    return boards


def _read_epd(path: Path) -> list[chess.Board]:
    boards: list[chess.Board] = []
    with TextIOWrapper(opened(path), encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            if len(boards) >= MOST_OPENINGS:
                break
            boards.append(_checked(_read_position(text, path, number), path))
    return boards


def _read_position(text: str, path: Path, number: int) -> chess.Board:
    try:
        return chess.Board(" ".join(text.split()[:6])) if _is_fen(text) else chess.Board.from_epd(text)[0]
    except ValueError as error:
        raise MatchError("%1, line %2 is no position: %3", path, number, error) from error


def _is_fen(text: str) -> bool:
    fields = text.split()
    return len(fields) >= 6 and fields[4].isdigit() and fields[5].isdigit()


def _checked(board: chess.Board, path: Path) -> chess.Board:
    faults = joined(*position_faults(read_fields(board.fen(en_passant="fen")), board.chess960)[:9])
    if faults or board.is_game_over():
        raise MatchError("%1: nobody can play from %2: %3", path, board.fen(), faults or Text("the game is over"))
    return board
