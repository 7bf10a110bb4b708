"""The openings of a match: a file of PGN, EPD or FEN, or the built-in lines."""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import chess

from engine.ground.json_text import JsonValue
from engine.ground.text import Text, joined, why
from engine.pgn.errors import PgnError
from engine.pgn.reader import read_games
from engine.pgn.values import ProblemKind
from engine.play.epd import text_lines
from engine.play.match.errors import MatchError
from engine.rules.fen import has_counters, read_fields
from engine.rules.gate import position_faults

MOST_OPENINGS = 100_000
MOST_PLIES = 60
# Faults of a game that leave its main line whole.
HARMLESS = {
    ProblemKind.BAD_NAG,
    ProblemKind.BAD_TAG,
    ProblemKind.DUPLICATE_TAG,
    ProblemKind.FEN_REPAIRED,
    ProblemKind.JUNK,
    ProblemKind.NO_FEN,
    ProblemKind.RESULT_CONTRADICTS,
    ProblemKind.SETUP_CONTRADICTS,
    ProblemKind.SMALL_BISHOP,
    ProblemKind.TAG_TEXT,
    ProblemKind.TOO_MANY_TAGS,
    ProblemKind.UNKNOWN_VARIANT,
}


BALANCED_LINES = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6",
    "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6",
    "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7",
    "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6",
    "e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4",
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4",
    "e4 e5 Nf3 Nf6 d4 Nxe4 Bd3 d5",
    "e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4",
    "e4 e5 Bc4 Nf6 d3 Nc6 Nf3 Bc5",
    "e4 e5 f4 exf4 Nf3 d6 d4 g5",
    "e4 e5 d4 exd4 Qxd4 Nc6 Qe3 Nf6",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6",
    "e4 c5 Nf3 d6 Bb5+ Bd7 Bxd7+ Qxd7",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4 Bg7",
    "e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7",
    "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Bd3 Nf6",
    "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7",
    "e4 c5 c3 d5 exd5 Qxd5 d4 Nf6",
    "e4 c5 c3 Nf6 e5 Nd5 d4 cxd4",
    "e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7",
    "e4 c5 d4 cxd4 c3 d5 exd5 Qxd5",
    "e4 e6 d4 d5 Nc3 Bb4 e5 c5",
    "e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7",
    "e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7",
    "e4 e6 d4 d5 e5 c5 c3 Nc6",
    "e4 e6 d4 d5 exd5 exd5 Nf3 Nf6",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
    "e4 c6 d4 d5 e5 Bf5 Nf3 e6",
    "e4 c6 d4 d5 exd5 cxd5 c4 Nf6",
    "e4 c6 Nc3 d5 Nf3 Bg4 h3 Bxf3",
    "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6",
    "e4 d5 exd5 Nf6 d4 Nxd5 Nf3 g6",
    "e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7",
    "e4 g6 d4 Bg7 Nc3 d6 Be3 a6",
    "e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4",
    "e4 Nc6 d4 d5 e5 Bf5 c3 e6",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7",
    "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5",
    "d4 d5 c4 e6 Nf3 Nf6 g3 Be7",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4",
    "d4 d5 c4 c6 Nf3 Nf6 e3 e6",
    "d4 d5 c4 c6 cxd5 cxd5 Nc3 Nf6",
    "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6",
    "d4 d5 c4 e6 Nc3 c5 cxd5 exd5",
    "d4 d5 Nf3 Nf6 Bf4 c5 e3 Nc6",
    "d4 d5 Nf3 Nf6 e3 e6 Bd3 c5",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O",
    "d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O",
    "d4 Nf6 c4 e6 Nf3 b6 g3 Bb7",
    "d4 Nf6 c4 e6 Nf3 Bb4+ Bd2 Qe7",
    "d4 Nf6 c4 e6 g3 d5 Bg2 Be7",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6",
    "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5",
    "d4 Nf6 c4 g6 Nf3 Bg7 g3 O-O",
    "d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7",
    "d4 Nf6 c4 c5 d5 e6 Nc3 exd5",
    "d4 Nf6 c4 c5 d5 b5 cxb5 a6",
    "d4 Nf6 Bg5 d5 Nd2 Nbd7 Ngf3 c6",
    "d4 Nf6 Nf3 g6 Bf4 Bg7 e3 O-O",
    "d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7",
    "d4 f5 c4 Nf6 Nc3 g6 Nf3 Bg7",
    "d4 d6 Nf3 Nf6 c4 Nbd7 Nc3 e5",
    "d4 e6 c4 b6 e4 Bb7 Bd3 Nc6",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5",
    "c4 e5 g3 Nf6 Bg2 d5 cxd5 Nxd5",
    "c4 c5 Nf3 Nf6 Nc3 d5 cxd5 Nxd5",
    "c4 c5 g3 g6 Bg2 Bg7 Nc3 Nc6",
    "c4 Nf6 Nc3 e6 e4 d5 e5 d4",
    "c4 e6 Nf3 d5 g3 Nf6 Bg2 Be7",
    "c4 c6 Nf3 d5 b3 Nf6 g3 Bf5",
    "Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4",
    "Nf3 d5 c4 d4 g3 Nc6 Bg2 e5",
    "Nf3 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5",
    "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O",
    "Nf3 c5 c4 Nf6 Nc3 Nc6 d4 cxd4",
    "b3 e5 Bb2 Nc6 e3 Nf6 Bb5 Bd6",
    "f4 d5 Nf3 g6 e3 Bg7 Be2 Nf6",
    "g3 d5 Bg2 Nf6 Nf3 c6 O-O Bf5",
)


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
    """The openings of a file, by its ending: .pgn (the first `plies` of each game), else one EPD or FEN a line. Either may be
    packed (.gz, .zst).

    Raises MatchError where the file cannot be read, holds none, or holds a broken one.
    """
    try:
        boards = _read_pgn(path, plies) if is_pgn(path) else _read_epd(path)
    except PgnError as error:
        raise MatchError(why(error)) from error
    except OSError as error:
        raise MatchError("cannot read the openings %1: %2", path, error) from error
    if not boards:
        raise MatchError("there are no openings in %1", path)
    return boards


def in_order(boards: list[chess.Board], seed: int | None) -> list[chess.Board]:
    shuffled = list(boards)
    if seed is not None:
        random.Random(seed).shuffle(shuffled)
    return shuffled


def _read_pgn(path: Path, plies: int | None) -> list[chess.Board]:
    """Main lines by Ratsu's own reader; a partly unreadable game is refused."""
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
    for number, line in enumerate(text_lines(path), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if len(boards) >= MOST_OPENINGS:
            break
        boards.append(_checked(_read_position(text, path, number), path))
    return boards


def is_pgn(path: Path) -> bool:
    """Whether a file is PGN by its name, which may end in `.gz` or `.zst` too."""
    name = path.with_suffix("") if path.suffix.lower() in (".gz", ".zst") else path
    return name.suffix.lower() == ".pgn"


def _read_position(text: str, path: Path, number: int) -> chess.Board:
    """Parses a position. Castling rights of Chess960 make a Chess960 opening; impossible ones are an error."""
    words = text.split()
    try:
        plain = chess.Board(" ".join((*words[:4], "0", "1")), chess960=False)
        chess960 = plain.castling_rights != plain.clean_castling_rights()
        if has_counters(text):
            board = chess.Board(" ".join(words[:6]), chess960=chess960)
        else:
            board = chess.Board.from_epd(text, chess960=chess960)[0]
    except ValueError as error:
        raise MatchError("%1, line %2 is not a position: %3", path, number, error) from error
    if board.castling_rights != board.clean_castling_rights():
        fault = Text("castling is allowed, but king or rook is not in place (%1)", words[2])
        raise MatchError("%1, line %2 is not a position: %3", path, number, fault)
    return board


def _checked(board: chess.Board, path: Path) -> chess.Board:
    faults = joined(*position_faults(read_fields(board.fen(en_passant="fen")), board.chess960)[:9])
    if faults or board.is_game_over():
        raise MatchError("%1: no game can begin from %2: %3", path, board.fen(), faults or Text("the game is over"))
    return board


def row_of_opening(opening: chess.Board) -> dict[str, Any]:
    """An opening as JSON: start position, Chess960 castling notation or not, and moves in coordinates."""
    root = opening.root()
    return {"fen": root.fen(), "chess960": root.chess960, "moves": [move.uci() for move in opening.move_stack]}


def opening_of(row: object) -> chess.Board:
    """The opening that `row_of_opening` wrote. :raises ValueError: the row is invalid."""
    found = JsonValue(row)
    board = chess.Board(found["fen"].text(), chess960=found["chess960"].flag())
    for move in found["moves"].texts():
        board.push_uci(move)
    return board
