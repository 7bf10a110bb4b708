"""CoreBoard: positions and moves of the compiled core for Python, admitted by `engine.rules.gate`."""

import cython
from cython.cimports.engine.rules import movegen
from cython.cimports.engine.rules.bitboard import popcount
from cython.cimports.engine.rules.fen_text import fen_text
from cython.cimports.engine.rules.gate import admit, admits
from cython.cimports.engine.rules.position import (
    is_insufficient_material,
    make_move,
    make_null_move,
    occupied_squares,
    position_clear,
    position_copy,
    position_refresh,
    repetitions,
    trim_history,
    unmake_move,
    unmake_null_move,
)
from cython.cimports.engine.rules.repetition import can_repeat
from cython.cimports.engine.rules.types import (
    CASTLING,
    MAX_MOVES,
    NO_MOVE,
    NO_SQUARE,
    PROMOTION,
    Move,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)

from engine.ground.errors import MoveError
from engine.rules.fen import SQUARE_NAMES, START_FEN, read_fields


def _castling_targets(code: cython.int):
    """Returns the target squares that name castling unmistakably: the rook's, and the king's if it is more than one
    step away."""
    source: cython.int = move_source(cython.cast(Move, code))
    rook: cython.int = move_target(cython.cast(Move, code))
    king: cython.int = (source & 56) | (6 if rook > source else 2)
    return (SQUARE_NAMES[rook], SQUARE_NAMES[king]) if abs(king - source) > 1 else (SQUARE_NAMES[rook],)


class CoreBoard:
    """A position with its history inside the compiled core."""

    def __cinit__(self):
        position_clear(cython.address(self.position))
        self.chess960 = False

    @classmethod
    def from_fen(cls, fen: str, chess960: bool):
        """Returns the position of a FEN (X-FEN and Shredder-FEN castling letters if `chess960`).
        :raises PositionError: the text is not a FEN, or the position is not playable; the message has every fault."""
        core: CoreBoard = cls()
        core.chess960 = chess960
        admit(cython.address(core.position), read_fields(fen), chess960)
        return core

    @classmethod
    def from_squares(cls, white: object, kinds: tuple, state: tuple, passed: object, chess960: bool):
        """Returns the position of sets of squares (bits, 0 = a1); None if it is not playable (see board.pyi)."""
        core: CoreBoard = cls()
        core.chess960 = chess960
        square: cython.int = NO_SQUARE if passed is None else passed
        return core if admits(cython.address(core.position), white, kinds, state, square, chess960) else None

    @classmethod
    def start(cls):
        """Returns the start position of standard chess."""
        return cls.from_fen(START_FEN, False)

    def copy(self):
        """Returns an independent copy, history included."""
        core: CoreBoard = CoreBoard()
        position_copy(cython.address(core.position), cython.address(self.position))
        core.chess960 = self.chess960
        return core

    def fen(self):
        """Returns the FEN of the position; the en passant square is written only if the capture is legal, castling as
        X-FEN."""
        return fen_text(cython.address(self.position))

    @property
    def key(self):
        """Polyglot's Zobrist key, unsigned 64 bits."""
        return self.position.state.key

    def recomputed_key(self):
        """Returns the key computed from the board alone; must equal `key`."""
        core: CoreBoard = self.copy()
        position_refresh(cython.address(core.position))
        return core.position.state.key

    @property
    def white_to_move(self):
        """Whether White is to move."""
        return self.position.side == 0

    @property
    def in_check(self):
        """Whether the side to move is in check."""
        return self.position.state.checkers != 0

    @property
    def halfmove_clock(self):
        """Plies since the last capture or pawn move."""
        return self.position.state.halfmove_clock

    @property
    def piece_count(self):
        """Number of pieces of both sides on the board, including kings."""
        return popcount(occupied_squares(cython.address(self.position)))

    def legal_moves(self):
        """Returns all legal moves as core moves (16 bits, see engine.rules.types)."""
        moves: Move[MAX_MOVES]
        count: cython.int = movegen.generate_legal(cython.address(self.position), moves)
        return [moves[index] for index in range(count)]

    def noisy_moves(self):
        """Returns the legal captures, promotions to a queen and capturing under-promotions."""
        moves: Move[MAX_MOVES]
        count: cython.int = movegen.generate_noisy(cython.address(self.position), moves)
        return [moves[index] for index in range(count)]

    def quiet_moves(self):
        """Returns the legal moves that are not noisy."""
        moves: Move[MAX_MOVES]
        count: cython.int = movegen.generate_quiets(cython.address(self.position), moves)
        return [moves[index] for index in range(count)]

    def legal_uci_moves(self):
        """Returns all legal moves in coordinate notation."""
        return [self.uci(move) for move in self.legal_moves()]

    def is_legal(self, move: cython.int):
        """Whether the 16 bits are a legal move here."""
        return 0 <= move <= 65_535 and movegen.is_legal(cython.address(self.position), cython.cast(Move, move))

    def gives_check(self, move: cython.int):
        """Whether a legal move gives check. :raises MoveError: it is illegal."""
        self._require_legal(move)
        return movegen.gives_check(cython.address(self.position), cython.cast(Move, move))

    def _require_legal(self, move: cython.int):
        if not self.is_legal(move):
            raise MoveError("illegal move %1 in %2", self.uci(move & 65535), self.fen())

    def uci(self, move: cython.int):
        """Returns the coordinate notation of a core move; castling is e1h1 on a Chess960 board, otherwise e1g1."""
        code: Move = cython.cast(Move, move)
        source: cython.int = move_source(code)
        target: cython.int = move_target(code)
        if move_kind(code) == CASTLING and not self.chess960:
            target = (source & 56) | (6 if target > source else 2)
        text: str = SQUARE_NAMES[source] + SQUARE_NAMES[target]
        return text + "?nbrq"[move_promotion(code)] if move_kind(code) == PROMOTION else text

    def parse_uci(self, text: str):
        """Returns the legal core move of a text in coordinate notation; castling as e1g1 or as king takes rook. On a
        Chess960 board, a king move of one square is not castling.
        :raises MoveError: no legal move has this notation."""
        moves: Move[MAX_MOVES]
        count: cython.int = movegen.generate_legal(cython.address(self.position), moves)
        index: cython.int
        source: str = text[:2]
        for index in range(count):
            code: Move = moves[index]
            if SQUARE_NAMES[move_source(code)] != source:
                continue
            if self.uci(code) == text or (move_kind(code) == CASTLING and text[2:] in _castling_targets(code)):
                return code
        raise MoveError("no legal move %1 in %2", repr(text[:16]), self.fen())

    def push(self, move: cython.int):
        """Plays a core move. :raises MoveError: it is illegal."""
        self._require_legal(move)
        trim_history(cython.address(self.position))
        make_move(cython.address(self.position), cython.cast(Move, move))

    def push_uci(self, text: str):
        """Plays a move in coordinate notation. :raises MoveError: it is illegal."""
        self.push(self.parse_uci(text))

    def push_all_uci(self, moves):
        """Plays moves in coordinate notation, one after the other.
        :raises MoveError: at the first illegal one; the earlier ones remain played."""
        for text in moves:
            self.push_uci(text)

    def push_null(self):
        """Plays a null move. :raises MoveError: the side to move is in check."""
        if self.position.state.checkers != 0:
            raise MoveError("a side in check cannot pass the turn: %1", self.fen())
        trim_history(cython.address(self.position))
        make_null_move(cython.address(self.position))

    def pop(self):
        """Takes back the last move or null move.
        :raises MoveError: no move was played, or it was dropped from a history of several hundred moves."""
        if self.position.top == 0:
            raise MoveError("no move to take back")
        if self.position.state.move == NO_MOVE:
            unmake_null_move(cython.address(self.position))
        else:
            unmake_move(cython.address(self.position))

    def repetitions(self):
        """Returns how often this position occurred before since the last irreversible move."""
        return repetitions(cython.address(self.position))

    def can_repeat(self, ply: cython.int = 0):
        """Whether a move of the side to move returns to a position of the last `ply` plies, or to an earlier one that
        had itself been repeated. Pins are ignored."""
        return can_repeat(cython.address(self.position), ply)

    def is_insufficient_material(self):
        """Whether neither side can ever mate (python-chess's rule)."""
        return is_insufficient_material(cython.address(self.position))

    def perft(self, depth: cython.int):
        """Returns the number of leaf nodes of the legal move tree of `depth` plies. Runs without the GIL.
        :raises ValueError: `depth` is negative or above 100."""
        if not 0 <= depth <= 100:
            raise ValueError(f"perft depth {depth} is outside 0 to 100")
        trim_history(cython.address(self.position))
        nodes: u64
        with cython.nogil:
            nodes = movegen.perft(cython.address(self.position), depth)
        return nodes

    def perft_kinds(self, depth: cython.int):
        """Leaf nodes of the legal move tree of `depth` plies by kind of their last move: (all, captures, en passant, castles,
        promotions, checks, mates). Runs without the GIL.

        :raises ValueError: if `depth` is not within 1 to 100.
        """
        if not 1 <= depth <= 100:
            raise ValueError(f"perft depth {depth} is outside 1 to 100")
        trim_history(cython.address(self.position))
        kinds: u64[7]
        at: cython.int
        for at in range(7):
            kinds[at] = 0
        with cython.nogil:
            movegen.perft_kinds(cython.address(self.position), depth, kinds)
        return tuple([kinds[at] for at in range(7)])

    def divide(self, depth: cython.int):
        """Returns (move, leaf nodes below it) for each legal move, in order of generation.
        :raises ValueError: `depth` is not within 1 to 100."""
        if not 1 <= depth <= 100:
            raise ValueError(f"divide depth {depth} is outside 1 to 100")
        counts = []
        for move in self.legal_moves():
            self.push(move)
            counts.append((self.uci(move), self.perft(depth - 1)))
            self.pop()
        return counts
