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
from books.formats.ctg_moves import STEPS
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
