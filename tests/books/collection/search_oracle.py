"""Every kind of search of a collection beside the same question asked of python-chess, ply by ply."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

import chess
import chess.pgn

from books.collection.query import Query

CARLSBAD = "8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8 w - - 0 1"
ROOKS = "8/5pk1/6p1/7p/7P/5RP1/r4P2/6K1 w - - 0 1"
_KINDS = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)

Boards = list[chess.Board]
"""Every position of a game; each board has its last move on the stack, the last board all of them."""


class Kind(NamedTuple):
    """One kind of search: its query, and whether python-chess finds it in a game."""

    name: str
    query: Query
    holds: Callable[[Boards], bool]


def boards_of(moves: Iterable[chess.Move], start: chess.Board | None = None) -> Boards:
    """Plays a game over."""
    board = start.copy() if start is not None else chess.Board()
    boards = [board.copy(stack=False)]
    for move in moves:
        board.push(move)
        boards.append(board.copy(stack=1))
    boards[-1] = board
    return boards


def _one(holds: Callable[[chess.Board], bool], *, mirrored: bool = False) -> Callable[[Boards], bool]:
    """Whether it holds in one position, or also with swapped colours."""
    return lambda boards: any(holds(board) or (mirrored and holds(board.mirror())) for board in boards)


def _counts(board: chess.Board, colour: chess.Color) -> tuple[int, ...]:
    return tuple(len(board.pieces(kind, colour)) for kind in _KINDS)


def _material(white: str, black: str) -> Callable[[chess.Board], bool]:
    wanted = [tuple(side.count(letter) for letter in "PNBRQ") for side in (white, black)]
    return lambda board: [_counts(board, chess.WHITE), _counts(board, chess.BLACK)] == wanted


def _pieces(board: chess.Board) -> bool:
    wanted = {chess.D5: "N", chess.E6: "p"}
    there = all(board.piece_at(square) == chess.Piece.from_symbol(sign) for square, sign in wanted.items())
    return there and board.piece_at(chess.E4) is None


def _pawns(fen: str, differ: int) -> Callable[[chess.Board], bool]:
    wanted = chess.Board(fen)

    def holds(board: chess.Board) -> bool:
        for colour in chess.COLORS:
            there, asked = board.pieces(chess.PAWN, colour), wanted.pieces(chess.PAWN, colour)
            if max(len(there - asked), len(asked - there)) > differ:
                return False
        return True

    return holds


def _either_wing(holds: Callable[[chess.Board], bool]) -> Callable[[chess.Board], bool]:
    return lambda board: holds(board) or holds(board.transform(chess.flip_horizontal))


def _rook_ending(board: chess.Board) -> bool:
    return all(_counts(board, colour)[1:] == (0, 0, 1, 0) for colour in chess.COLORS)


def _bishops(opposite: bool) -> Callable[[chess.Board], bool]:
    def holds(board: chess.Board) -> bool:
        ours, theirs = (board.pieces(chess.BISHOP, colour) for colour in chess.COLORS)
        if len(ours) != 1 or len(theirs) != 1:
            return False
        light = [bool(chess.BB_SQUARES[next(iter(side))] & chess.BB_LIGHT_SQUARES) for side in (ours, theirs)]
        bare = all(_counts(board, colour)[1:] == (0, 1, 0, 0) for colour in chess.COLORS)
        return (light[0] != light[1]) == opposite and bare

    return holds


def _lasts(boards: Boards) -> bool:
    """White has a rook for a bishop for six plies."""
    run = 0
    for board in boards:
        pairs = zip(_counts(board, chess.WHITE), _counts(board, chess.BLACK), strict=True)
        run = run + 1 if [ours - theirs for ours, theirs in pairs] == [0, 0, -1, 1, 0] else 0
        if run >= 6:
            return True
    return False


def _after(first: Callable[[chess.Board], bool], second: Callable[[chess.Board], bool]) -> Callable[[Boards], bool]:
    def holds(boards: Boards) -> bool:
        before = next((ply for ply, board in enumerate(boards) if first(board)), len(boards))
        return any(map(second, boards[before:]))

    return holds


def _walked(boards: Boards) -> bool:
    """A white knight goes d2-f1-g3."""
    at = None
    for before, after in pairwise(boards):
        move = after.peek()
        if at is not None and move.from_square == at:
            if move.to_square == chess.G3:
                return True
            at = None
        elif at is not None and move.to_square == at:
            at = None
        knight = before.piece_at(move.from_square) == chess.Piece.from_symbol("N")
        if knight and (move.from_square, move.to_square) == (chess.D2, chess.F1):
            at = chess.F1
    return False


def _moves(boards: Boards) -> Iterator[tuple[chess.Board, chess.Move]]:
    return ((before, after.peek()) for before, after in pairwise(boards))


def _castled(boards: Boards) -> bool:
    """White castles short and Black long."""
    short = any(board.turn and board.is_kingside_castling(move) for board, move in _moves(boards))
    return short and any(not board.turn and board.is_queenside_castling(move) for board, move in _moves(boards))


def _promoted(letters: str) -> Callable[[Boards], bool]:
    def holds(boards: Boards) -> bool:
        signs = (chess.Piece(move.promotion, board.turn).symbol() for board, move in _moves(boards) if move.promotion)
        return any(sign in letters for sign in signs)

    return holds


def _queen_on_d8(board: chess.Board) -> bool:
    return board.piece_at(chess.D8) == chess.Piece.from_symbol("Q")


_KRP, _KR = _material("KRP", "KR"), _material("KR", "KRP")
KINDS = (
    Kind("pieces", Query(pieces="Nd5 pe6 -e4"), _one(_pieces)),
    Kind("pieces, colours swapped too", Query(pieces="Nd5 pe6 -e4", mirrored=True), _one(_pieces, mirrored=True)),
    Kind("pieces, Black to move", Query(pieces="Nd5 pe6 -e4", to_move="black"), _one(lambda b: _pieces(b) and not b.turn)),
    Kind("pieces, moves 10 to 20", Query(pieces="Nd5 pe6 -e4", first_move=10, last_move=20), lambda b: _one(_pieces)(b[18:41])),
    Kind("White has the pawn", Query(material="KRPvKR"), _one(_KRP)),
    Kind("Black has the pawn", Query(material="KRvKRP"), _one(_KR)),
    Kind("either has the pawn", Query(material="KRPvKR", mirrored=True), _one(_KRP, mirrored=True)),
    Kind("rook endings", Query(material="KRP*vKRP*"), _one(_rook_ending)),
    Kind("one after the other", Query(material="KRPPvKRP > KRPvKRP"), _after(_material("KRPP", "KRP"), _material("KRP", "KRP"))),
    Kind("difference", Query(difference="RvB:6"), _lasts),
    Kind("opposite bishops", Query(material="KBP*vKBP*", bishops="opposite"), _one(_bishops(True))),
    Kind("bishops of one colour", Query(material="KBP*vKBP*", bishops="same"), _one(_bishops(False))),
    Kind("pawns", Query(structure=CARLSBAD), _one(_pawns(CARLSBAD, 0))),
    Kind("pawns, one differs", Query(structure=CARLSBAD, differ=1), _one(_pawns(CARLSBAD, 1))),
    Kind("pawns, two differ, colours", Query(structure=CARLSBAD, differ=2, mirrored=True),
         _one(_pawns(CARLSBAD, 2), mirrored=True)),
    Kind("pawns, one differs, wings", Query(structure=CARLSBAD, differ=1, wings=True), _one(_either_wing(_pawns(CARLSBAD, 1)))),
    Kind("pawns, one differs, colours and wings", Query(structure=CARLSBAD, differ=1, wings=True, mirrored=True),
         _one(_either_wing(_pawns(CARLSBAD, 1)), mirrored=True)),
    Kind("similar ending", Query(structure=ROOKS, differ=1, same_pieces=True, mirrored=True),
         _one(lambda b: _rook_ending(b) and _pawns(ROOKS, 1)(b), mirrored=True)),
    Kind("manoeuvre", Query(manoeuvre="Nd2-f1-g3"), _walked),
    Kind("opposite castling", Query(castling="Kq"), _castled),
    Kind("promotion to a queen by Black", Query(promotion="q"), _promoted("q")),
    Kind("underpromotion", Query(promotion="NBRnbr"), _promoted("NBRnbr")),
    Kind("mate", Query(ends="mate"), lambda boards: boards[-1].is_checkmate()),
    Kind("mate with a queen on d8", Query(ends="mate", pieces="Qd8"), lambda b: b[-1].is_checkmate() and _one(_queen_on_d8)(b)),
    Kind("stalemate", Query(ends="stalemate"), lambda boards: boards[-1].is_stalemate()),
    Kind("repetition", Query(ends="repetition"), lambda boards: boards[-1].is_repetition(3)),
    Kind("fifty moves", Query(ends="fifty"), lambda boards: boards[-1].halfmove_clock >= 100),
    Kind("no mate possible", Query(ends="dead"), lambda boards: boards[-1].is_insufficient_material()),
    Kind("at most 20 moves", Query(most_moves=20), lambda boards: len(boards) - 1 <= 40),
    Kind("at least 90 moves", Query(least_moves=90), lambda boards: len(boards) - 1 >= 179),
)  # fmt: skip
