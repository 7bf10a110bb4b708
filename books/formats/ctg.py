"""Reads ChessBase's opening books (.ctg), by the public-domain description of the format (S. Gunderson, 2007).

A file is pages of 4,096 bytes (the first is a header): the number of positions and of bytes, then positions: their code
(its length in the low five bits of its first byte), the moves (length byte, then pairs of move and annotation), 33
bytes of statistics. Every position is stored with White to move, and mirrored so that a king without castling rights is
on the king side. All pages are read, so the index files are not needed. Not tested with a file by ChessBase itself: the
tests use files written by hand.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import chess

from books.choice.layers import FULL_WEIGHT
from books.entry import Flag, MoveRow
from books.errors import BookMissingError, DamagedBookError
from books.key import encode, position_key
from books.progress import Progress, report, silent
from engine.ground.files import read_file

PAGE = 4096
STATISTICS = 33
FLAG_OF_ANNOTATION = {1: Flag.STRONG, 3: Flag.STRONG, 8: Flag.STRONG, 2: Flag.BAD, 4: Flag.BAD, 6: Flag.DUBIOUS}
_CODES = {
    (chess.PAWN, True): "110",
    (chess.PAWN, False): "111",
    (chess.KNIGHT, True): "10010",
    (chess.KNIGHT, False): "10011",
    (chess.BISHOP, True): "10100",
    (chess.BISHOP, False): "10101",
    (chess.ROOK, True): "10110",
    (chess.ROOK, False): "10111",
    (chess.QUEEN, True): "100010",
    (chess.QUEEN, False): "100011",
    (chess.KING, True): "100000",
    (chess.KING, False): "100001",
}
_FILE_BY_FILE = [chess.square(file, rank) for file in range(8) for rank in range(8)]


class CtgStep(NamedTuple):
    """The meaning of a move byte."""

    piece: int
    number: int
    files: int
    ranks: int


_TOKENS = """
00P4+1+1 01N1-2-1 03Q1+2+0 04P1+0+1 05Q0+0+1 06P3-1+1 08Q1+4+0 09B1+6+6 0aK0+0-1 0cP0-1+1 0dB0+3+3 0eR1+3+0 0fN0-2-1
12B0+7+7 13K0+0+1 14P7+1+1 15B0+5+5 18P6+0+1 1aQ1+0+6 1bB0-1+1 1dB1+7+7 21R1+7+0 22B1-2+2 23Q1+6+6 24P7-1+1 26B0-7+7
27P2-1+1 28Q0+5+5 29Q0+6+0 2aN1+1-2 2dP5+1+1 2eB0+1+1 2fQ0+1+0 30N1-1-2 31Q0+3+0 32B1+5+5 34N0+1+2 36N0+2+1 37Q0+0+4
38Q1-4+4 39Q0+5+0 3aB0+6+6 3bQ1-5+5 3cB0-5+5 41Q1+5+5 42Q0-7+7 44K0+1-1 45Q0+3+3 4aP7+0+2 4bQ0-5+5 4cN1+1+2 4dQ1+0+1
50R0+0+6 52R0+6+0 54B1-1+1 55P2+0+1 5cP6+1+1 5fP4+0+2 61Q0+6+6 62P1+0+2 63Q1-7+7 66B0-3+3 67K0+1+1 69R1+0+7 6aB0+4+4
6bK0+2+0 6eR0+5+0 6fQ1+7+7 72B1-7+7 74Q0+2+0 79B1-6+6 7aR0+0+3 7bR1+0+6 7cP2+1+1 7dR1+0+1 7eQ0-3+3 7fR0+1+0 80Q0-6+6
81R0+0+1 82P5-1+1 85N0-1+2 86R0+7+0 87R0+0+5 8aN0+1-2 8bP0+1+1 8cK0-1-1 8eQ1-2+2 8fQ0+7+0 92Q1+1+1 94Q0+0+3 96P1+1+1
97K0-1+0 98R0+3+0 99R0+0+4 9aQ0+0+6 9bP2+0+2 9dQ0+0+2 9fB1-4+4 a0Q1+0+3 a2Q0+2+2 a3P7+0+1 a5R1+0+5 a9R1+2+0 abQ1-6+6
adR1+4+0 aeQ1+3+3 b0Q1+0+4 b1P5+0+2 b2B0-6+6 b5R1+5+0 b7Q0+0+5 b9B1+3+3 bbP4+0+1 bcQ1+5+0 bdQ1+0+2 beK0+1+0 c1B0+2+2
c2B1+2+2 c3B0-2+2 c4R1+1+0 c5R1+0+4 c6Q1+0+5 c7P6-1+1 c8P6+0+2 c9Q1+0+7 caB1-3+3 cbP5+0+1 ccB1-5+5 cdR0+2+0 cfP3+0+1
d1P1-1+1 d2N1+2+1 d3N1-2+1 d7Q0-1+1 d8R1+6+0 d9Q0-2+2 daN0-1-2 dbP0+0+2 deP4-1+1 dfK0-1+1 e0N1+2-1 e1R0+0+7 e3R1+0+3
e5Q0+4+0 e6P3+0+2 e7Q0+4+4 e8R0+0+2 e9N0+2-1 ebP3+1+1 ecP0+0+1 edQ0+7+7 eeQ1-1+1 efR0+4+0 f0Q1+7+0 f1Q0+1+1 f3N1-1+2
f4R1+0+2 f5B1+1+1 f6K0-2+0 f7N0-2+1 f8Q1+1+0 f9Q1+0+6 faQ1+3+0 fbQ1+2+2 fdQ0+0+7 feQ1-3+3
"""

STEPS: dict[int, CtgStep] = {
    int(token[:2], 16): CtgStep(
        chess.PIECE_SYMBOLS.index(token[2].lower()), int(token[3]), int(token[4:6]), int(token[6:8])
    )
    for token in _TOKENS.split()
}


class CtgPosition(NamedTuple):
    """A stored position: pairs of move byte and annotation, and the results of the side to move: wins, losses, draws."""

    moves: Sequence[tuple[int, int]]
    wins: int
    losses: int
    draws: int


def read_rows(path: Path, progress: Progress = silent) -> Iterator[MoveRow]:
    """Yields one row for each move of each position reachable from the start position by the book's moves. Results come
    from the position after the move.

    :raises BookMissingError: the file cannot be opened.
    :raises DamagedBookError: it is broken, or has no move of the start position.
    :raises CancelledError: the user stopped it.
    """
    positions = read_positions(path, progress)
    start = chess.Board()
    queue, seen = [start], {position_key(start)}
    rows = []
    for number, board in enumerate(queue):
        report(progress, number, len(positions))
        mine, back = normal_form(board)
        stored = positions.get(position_code(mine))
        for byte, annotation in stored.moves if stored else ():
            move = decode_move(mine, byte)
            move = back(move) if move else None
            if move is None or not board.is_legal(move):
                continue  # an undocumented byte
            after = board.copy(stack=False)
            after.push(move)
            reply = positions.get(position_code(normal_form(after)[0]))
            rows.append(_row(board, move, annotation, reply))
            key = position_key(after)
            if key not in seen:
                seen.add(key)
                queue.append(after)
    if not rows:
        raise DamagedBookError("%1 holds no move of the start position. Check that it is a ChessBase book.", path)
    return iter(rows)


def read_positions(path: Path, progress: Progress = silent) -> dict[bytes, CtgPosition]:
    """Returns all positions of the file by their code. Raises as `read_rows`."""
    try:
        content = read_file(path)
    except OSError as error:
        raise BookMissingError("The ChessBase book %1 cannot be opened (%2). Check the path.", path, error) from error
    if len(content) < 2 * PAGE or len(content) % PAGE:
        raise DamagedBookError(
            "%1 is not a whole ChessBase book: its size %2 is not made of 4,096-byte pages.", path, len(content)
        )
    found: dict[bytes, CtgPosition] = {}
    for place in range(PAGE, len(content), PAGE):
        report(progress, place, len(content))
        found.update(_read_page(content[place : place + PAGE], path, place))
    return found


def _read_page(page: bytes, path: Path, place: int) -> dict[bytes, CtgPosition]:
    count, end = int.from_bytes(page[:2], "big"), int.from_bytes(page[2:4], "big")
    found = {}
    offset = 4
    for _ in range(count):
        length = page[offset] & 31 if offset < end else 0
        moves_length = page[offset + length] if length and offset + length < end else 0
        after_moves = offset + length + moves_length
        if not moves_length or after_moves + STATISTICS > min(end, PAGE):
            raise DamagedBookError(
                "The ChessBase book %1 is damaged in the page at byte %2. Fetch the file again.", path, place
            )
        pairs = page[offset + length + 1 : after_moves]
        numbers = [int.from_bytes(page[after_moves + i : after_moves + i + 3], "big") for i in (3, 6, 9)]
        moves = [(pairs[i], pairs[i + 1]) for i in range(0, len(pairs) - 1, 2)]
        found[page[offset : offset + length]] = CtgPosition(moves, *numbers)
        offset = after_moves + STATISTICS
    return found


class _Back:
    """Maps a move of the stored form to the real board."""

    def __init__(self, black: bool, mirrored: bool) -> None:
        self._mask = (0x38 if black else 0) | (0x07 if mirrored else 0)

    def __call__(self, move: chess.Move) -> chess.Move:
        return chess.Move(move.from_square ^ self._mask, move.to_square ^ self._mask, move.promotion)


def normal_form(board: chess.Board) -> tuple[chess.Board, _Back]:
    """Returns the position as the file stores it (White to move, the king on the king side), and the inverse map for
    moves."""
    black = board.turn == chess.BLACK
    form = board.mirror() if black else board.copy(stack=False)
    king = form.king(chess.WHITE)
    mirrored = king is not None and chess.square_file(king) < 4 and not form.castling_rights
    if mirrored:
        form.apply_transform(chess.flip_horizontal)
    return form, _Back(black, mirrored)


def position_code(form: chess.Board) -> bytes:
    """Returns the code of a position in its normal form: a header byte, the pieces file by file, padding, then en
    passant and castling."""
    bits = "".join(_piece_code(form, square) for square in _FILE_BY_FILE)
    special = ""
    if form.has_pseudo_legal_en_passant() and form.ep_square is not None:
        special += f"{chess.square_file(form.ep_square):03b}"
    header = 0x20 if special else 0
    if form.castling_rights:
        sides = (chess.H8, chess.A8, chess.H1, chess.A1)
        special += "".join("1" if form.castling_rights & chess.BB_SQUARES[square] else "0" for square in sides)
        header |= 0x40
    if not special:
        bits += "0"  # at least one bit of padding
    bits += "0" * (-(len(bits) + len(special)) % 8) + special
    body = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return bytes([header | (len(body) + 1)]) + body


def _piece_code(form: chess.Board, square: int) -> str:
    piece = form.piece_at(square)
    return _CODES[piece.piece_type, piece.color] if piece else "0"


def decode_move(form: chess.Board, byte: int) -> chess.Move | None:
    """Returns the move of a byte in a normal form; None for a byte without a meaning here. Pawns promote to queens."""
    step = STEPS.get(byte)
    if step is None:
        return None
    own = [square for square in _FILE_BY_FILE if form.piece_at(square) == chess.Piece(step.piece, chess.WHITE)]
    if step.number >= len(own):
        return None
    source = own[step.number]
    target = chess.square((chess.square_file(source) + step.files) % 8, (chess.square_rank(source) + step.ranks) % 8)
    promotes = step.piece == chess.PAWN and chess.square_rank(target) == 7
    return chess.Move(source, target, chess.QUEEN if promotes else None)


def _row(board: chess.Board, move: chess.Move, annotation: int, reply: CtgPosition | None) -> MoveRow:
    flag = FLAG_OF_ANNOTATION.get(annotation, Flag.NORMAL)
    wins, draws, losses = (reply.losses, reply.draws, reply.wins) if reply else (0, 0, 0)
    weight = 2 * wins + draws if reply else FULL_WEIGHT
    row = MoveRow(position_key(board), encode(board, move), flag, weight, wins, draws, losses, source="ctg")
    return row._replace(inherits=int(annotation not in FLAG_OF_ANNOTATION))
