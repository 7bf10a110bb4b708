"""ChessBase's move stream: which piece of its kind moves how far, and the beginning and end of variations.

ChessBase has published nothing. The values are facts about its files, taken from the public description by "Yarin"
(posts of 2009 on talkchess.com; later docs/moves.md of the repository Yarin78/morphy); no code is used. Checked on two
databases of that repository with 707 games: every move is legal, and every game has the length that its record states.

A byte of the file, minus the number of moves read so far, is an index in `_ORDER`; the index gives the move. Only the
usual encoding (0) is documented with its table; games in other encodings are named and left out.
"""

from collections.abc import Iterator

import chess

from books.collection.chessbase.errors import ChessBaseError
from engine.ground.values import dataclass

_ORDER = bytes.fromhex(
    "aa4939d85dc2b1b24776b5a5b8cb537f6b8d79beeb2199d2574db4bf62bd2496a748286e2f5a184ef843d7639ce62ec6"
    "268830616f14a968eefb77e2a6058ba19832520297e141c37ce406b755d92cae37f63f0893735e7835f26d71a2f31658"
    "3dfae9bad4dd4ac40efe5f750789342dc18ef5641770a47bdae085c50b90f984ff1536099e7ddebbdfbc3a12331319e5"
    "945011ea31015c95cad31d7eef4480a01f83004b67205b2a92b6601a420f0db0d123f07a544ff4a872e740385987e86c"
    "8604f18cce6adb81829a1b9d0a2b8fcded107469d651b9453b5691fdab663e46b3fcc89bc0e3a3acc9ec27299f25c7cc"
    "654cd51ecf038aaff7ad3cd0221cdc0c"
)
_MEANING = bytes(_ORDER.index(byte) for byte in range(256))
_NULL, _CASTLES_SHORT, _CASTLES_LONG = 0, 9, 10
_LONG_MOVE, _IGNORED, _BEGIN, _END = 235, 236, 254, 255
_KNIGHT = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))
_KING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_PAWN = ((0, 1), (0, 2), (1, 1), (-1, 1))
_STRAIGHT = tuple((0, far) for far in range(1, 8)) + tuple((far, 0) for far in range(1, 8))
_DIAGONAL = tuple((far, far) for far in range(1, 8)) + tuple((far, -far) for far in range(1, 8))
_PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
_SLOTS = 3  # pieces of a kind with their own codes
MOST_DEPTH = 200  # nested variations


@dataclass(frozen=True)
class _PieceMove:
    """A decoded byte: the `number`-th piece of its `kind` moves this number of files and ranks, modulo 8."""

    kind: int
    number: int
    files: int
    ranks: int


def _steps() -> dict[int, _PieceMove]:
    """Returns the steps by the decoded byte, in the order of the description."""
    pieces = [(chess.KING, 0, 1, _KING), (chess.QUEEN, 0, 11, _STRAIGHT + _DIAGONAL)]
    for kind, steps, first, third in (
        (chess.ROOK, _STRAIGHT, 39, 199),
        (chess.BISHOP, _DIAGONAL, 67, 213),
        (chess.KNIGHT, _KNIGHT, 95, 227),
    ):
        pieces += [(kind, 0, first, steps), (kind, 1, first + len(steps), steps), (kind, 2, third, steps)]
    pieces += [(chess.PAWN, file, 111 + 4 * file, _PAWN) for file in range(8)]
    pieces += [(chess.QUEEN, number, 115 + 28 * number, _STRAIGHT + _DIAGONAL) for number in (1, 2)]
    return {
        first + at: _PieceMove(kind, number, *step)
        for kind, number, first, steps in pieces
        for at, step in enumerate(steps)
    }


_STEPS = _steps()


class _Pieces:
    """A position with the order of its pieces: the first rook stays the first until it is captured."""

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        self._squares: dict[tuple[bool, int], list[int | None]] = {}
        for square in (chess.square(file, rank) for file in range(8) for rank in range(8)):
            piece = board.piece_at(square)
            if piece is not None:
                self._squares.setdefault((piece.color, piece.piece_type), []).append(square)

    def copy(self) -> "_Pieces":
        made = _Pieces.__new__(_Pieces)
        made.board = self.board.copy(stack=False)
        made._squares = {key: list(squares) for key, squares in self._squares.items()}
        return made

    def move(self, step: _PieceMove) -> chess.Move:
        """Returns the move of a step. :raises ChessBaseError: the piece does not exist."""
        squares = self._squares.get((self.board.turn, step.kind), [])
        start = squares[step.number] if step.number < len(squares) else None
        if start is None:
            raise ChessBaseError("a move names a missing piece")
        forward = -1 if step.kind == chess.PAWN and not self.board.turn else 1
        file = (chess.square_file(start) + forward * step.files) % 8
        return chess.Move(start, chess.square(file, (chess.square_rank(start) + forward * step.ranks) % 8))

    def push(self, move: chess.Move) -> None:
        """Plays a move. :raises ChessBaseError: it is illegal."""
        if not move:
            if self.board.is_check():
                raise ChessBaseError("a null move in check")
            self.board.push(move)
            return
        if move not in self.board.legal_moves:
            raise ChessBaseError("the move %1 is not legal", move.uci())
        board, side = self.board, self.board.turn
        kind = board.piece_type_at(move.from_square) or chess.PAWN
        taken = move.to_square
        if board.is_en_passant(move):
            taken = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        if board.is_castling(move):
            short, rank = board.is_kingside_castling(move), chess.square_rank(move.from_square)
            self._shift(
                (side, chess.ROOK), chess.square(7 if short else 0, rank), chess.square(5 if short else 3, rank)
            )
        else:
            captured = board.piece_type_at(taken)
            if captured is not None:
                self._lose((not side, captured), taken)
        if move.promotion:
            self._lose((side, chess.PAWN), move.from_square)
            self._squares.setdefault((side, move.promotion), []).append(move.to_square)
        else:
            self._shift((side, kind), move.from_square, move.to_square)
        board.push(move)

    def _shift(self, key: tuple[bool, int], start: int, end: int) -> None:
        squares = self._squares[key]
        squares[squares.index(start)] = end

    def _lose(self, key: tuple[bool, int], square: int) -> None:
        squares = self._squares[key]
        place = squares.index(square)
        if key[1] == chess.PAWN or place >= _SLOTS:
            squares[place] = None
        elif len(squares) > _SLOTS:  # a fourth piece never moves up
            squares[:_SLOTS] = [*squares[:place], *squares[place + 1 : _SLOTS], None]
        else:
            del squares[place]


@dataclass(frozen=True)
class StreamStep:
    """A step of the stream: a move, or a mark (`begin` or `end` of a line) without a move."""

    mark: str
    move: chess.Move


def read_moves(data: bytes, start: chess.Board) -> Iterator[StreamStep]:
    """Yields the stored steps: the main line first, a `begin` at each fork, an `end` after each line.
    :raises ChessBaseError: the data do not decode to legal moves."""
    pieces, forks, seen, at = _Pieces(start.copy(stack=False)), list[_Pieces](), 0, 0
    while at < len(data):
        meaning = _MEANING[(data[at] - seen) % 256]
        at += 1
        if meaning == _END:
            yield StreamStep("end", chess.Move.null())
            if not forks:
                return
            pieces = forks.pop()
        elif meaning == _BEGIN:
            if len(forks) >= MOST_DEPTH:
                raise ChessBaseError("more than %1 nested variations", MOST_DEPTH)
            forks.append(pieces.copy())
            yield StreamStep("begin", chess.Move.null())
        elif meaning == _IGNORED:
            continue
        else:
            if meaning == _LONG_MOVE:
                word = b"".join(bytes((_ORDER.index((byte - seen) % 256),)) for byte in data[at : at + 2])
                move, at = _long_move(word, pieces.board), at + 2
            else:
                move = _short_move(meaning, pieces)
            pieces.push(move)
            seen += 1
            yield StreamStep("", move)
    raise ChessBaseError("the moves are cut off")


def _short_move(meaning: int, pieces: _Pieces) -> chess.Move:
    if meaning == _NULL:
        return chess.Move.null()
    if meaning in (_CASTLES_SHORT, _CASTLES_LONG):
        rank = 0 if pieces.board.turn else 7
        return chess.Move(chess.square(4, rank), chess.square(6 if meaning == _CASTLES_SHORT else 2, rank))
    if meaning not in _STEPS:
        raise ChessBaseError("byte %1 does not encode a move", meaning)
    return pieces.move(_STEPS[meaning])


def _long_move(word: bytes, board: chess.Board) -> chess.Move:
    """Decodes a move of two bytes: from, to, and the promotion piece. :raises ChessBaseError: it is cut off."""
    if len(word) != 2:
        raise ChessBaseError("a move is cut off")
    value = int.from_bytes(word, "big")
    start, end = (_square(value & 63), _square(value >> 6 & 63))
    is_pawn = board.piece_type_at(start) == chess.PAWN
    promotion = _PROMOTIONS[value >> 12 & 3] if is_pawn and chess.square_rank(end) in (0, 7) else None
    return chess.Move(start, end, promotion)


def _square(number: int) -> int:
    """Returns a square by ChessBase's numbering: a1, a2 … b1."""
    return chess.square(number // 8, number % 8)
