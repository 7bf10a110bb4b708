"""The rule that an illegal move breaks, in a sentence for the user: on the board, in the move line or at the console.

Callers ask only after the rules have refused a move.
"""

import re

import chess

from engine.ground.text import Text

_SHAPES = {
    chess.PAWN: Text("A pawn moves one square straight ahead, or two from its first square, and captures diagonally."),
    chess.KNIGHT: Text("A knight moves two squares straight and one to the side."),
    chess.BISHOP: Text("A bishop moves diagonally."),
    chess.ROOK: Text("A rook moves along ranks and files."),
    chess.QUEEN: Text("A queen moves along ranks, files and diagonals."),
    chess.KING: Text("A king moves one square in any direction."),
}
_COORDINATES = re.compile(r"([a-h][1-8])-?x?([a-h][1-8])=?[qrbn]?", re.IGNORECASE)
_SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])(=?[QRBNqrbn])?[+#]?")
_CASTLING = re.compile(r"([O0o])-?\1(-?\1)?[+#]?")


def why_illegal(board: chess.Board, start: int, end: int) -> Text:
    """The first rule that a move from `start` to `end` (squares, a1 = 0) breaks. The board is not changed."""
    piece, name = board.piece_at(start), chess.square_name(start)
    if piece is None:
        return Text("There is no piece on %1.", name)
    if piece.color != board.turn:
        return Text("The piece on %1 is not yours.", name)
    if piece.piece_type == chess.KING and _castles(board, start, end):
        return _why_no_castling(board, start, end)
    if board.color_at(end) == piece.color:
        return Text("Your own piece is on %1.", chess.square_name(end))
    return _way(board, piece, start, end) or _check(board, start, end)


def why_typed(board: chess.Board, text: str) -> Text | None:
    """The same for a move in English SAN or in coordinates. None: the text names no move, or no piece to move."""
    castling = _CASTLING.fullmatch(text)
    if castling:
        king = board.king(board.turn)
        return None if king is None else _why_no_castling(board, king, king - 2 if castling[2] else king + 2)
    coordinates = _COORDINATES.fullmatch(text)
    if coordinates:
        start, end = (chess.parse_square(name.lower()) for name in coordinates.groups())
        return why_illegal(board, start, end)
    san = _SAN.fullmatch(text)
    if san is None:
        return None
    kind = chess.PIECE_SYMBOLS.index(san[1].lower() or "p")
    end = chess.parse_square(san[4])
    asked = [square for square in board.pieces(kind, board.turn) if _fits(square, kind, san, end)]
    if not asked:
        return None
    # Of several pieces, the one that could move like that is meant.
    reasons = [why_illegal(board, square, end) for square in asked]
    return next((reason for reason in reasons if reason not in _SHAPES.values()), reasons[0])


def _fits(square: int, kind: int, san: re.Match[str], end: int) -> bool:
    """Whether the piece on `square` is one that the notation can mean; a pawn that captures is named by its file."""
    file, rank = chess.FILE_NAMES[chess.square_file(square)], chess.RANK_NAMES[chess.square_rank(square)]
    wanted = san[2] or (chess.FILE_NAMES[chess.square_file(end)] if kind == chess.PAWN else "")
    return wanted in ("", file) and san[3] in ("", rank)


def _way(board: chess.Board, piece: chess.Piece, start: int, end: int) -> Text | None:
    """The reason, checks left aside: the way of moving, or a piece in between. None: nothing keeps it from `end`."""
    if piece.piece_type == chess.PAWN:
        return _pawn_way(board, piece.color, start, end)
    empty = chess.Board(None)
    empty.set_piece_at(start, piece)
    if end not in empty.attacks(start):
        return _SHAPES[piece.piece_type]
    return _in_the_way(board, start, end)


def _in_the_way(board: chess.Board, start: int, end: int) -> Text | None:
    blocking = chess.SquareSet(chess.between(start, end)) & board.occupied
    return Text("The piece on %1 is in the way.", chess.square_name(next(iter(blocking)))) if blocking else None


def _pawn_way(board: chess.Board, white: chess.Color, start: int, end: int) -> Text | None:
    ahead = 8 if white else -8
    if end in chess.SquareSet(chess.BB_PAWN_ATTACKS[white][start]):
        if board.piece_at(end) is None and end != board.ep_square:
            return Text("A pawn moves diagonally only to capture, and %1 is empty.", chess.square_name(end))
        return None
    first = chess.square_rank(start) == (1 if white else 6)
    if end - start == 2 * ahead and not first:
        return Text("Only from its first square may a pawn move two squares.")
    if end - start not in (ahead, 2 * ahead):
        return _SHAPES[chess.PAWN]
    if board.piece_at(end) is not None and end - start == ahead:
        return Text("The piece on %1 is in the way: a pawn captures only diagonally.", chess.square_name(end))
    through = start + ahead
    blocked = next((square for square in (through, end) if board.piece_at(square) is not None), None)
    return None if blocked is None else Text("The piece on %1 is in the way.", chess.square_name(blocked))


def _check(board: chess.Board, start: int, end: int) -> Text:
    """The check that the move allows or leaves."""
    after = board.copy(stack=False)
    promotes = board.piece_type_at(start) == chess.PAWN and chess.square_rank(end) in (0, 7)
    after.push(chess.Move(start, end, chess.QUEEN if promotes else None))
    attackers = _king_attackers(after, board.turn)
    if not attackers:
        return Text("It is not legal here.")
    attacker = chess.square_name(next(iter(attackers)))
    if board.is_check() and board.piece_type_at(start) != chess.KING:
        return Text("Your king is in check from %1, and this move does not stop it.", attacker)
    return Text("Your king would be in check from %1.", attacker)


def _king_attackers(board: chess.Board, white: chess.Color) -> chess.SquareSet:
    king = board.king(white)
    return chess.SquareSet() if king is None else board.attackers(not white, king)


def _castles(board: chess.Board, start: int, end: int) -> bool:
    """Whether a king's move is meant as castling: two squares sideways from its place, or in Chess960 onto its own rook."""
    if board.chess960:
        return board.piece_at(end) == chess.Piece(chess.ROOK, board.turn)
    return start in (chess.E1, chess.E8) and start == (chess.E1 if board.turn else chess.E8) and abs(end - start) == 2


def _why_no_castling(board: chess.Board, king: int, end: int) -> Text:
    rights = chess.SquareSet(board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(king)])
    rook = next((square for square in rights if (square > king) == (end > king)), None)
    if rook is None:
        return Text("Castling on this side is no longer possible: the king or the rook has moved, or the rook is gone.")
    if board.is_check():
        return Text("A king in check may not castle.")
    rank = chess.square_rank(king)
    goal, landing = (chess.square(file, rank) for file in ((6, 5) if end > king else (2, 3)))
    ways = chess.SquareSet(chess.between(king, goal) | chess.between(rook, landing)) | {goal, landing}
    blocking = (ways & board.occupied) - {king, rook}
    if blocking:
        return Text("The piece on %1 is in the way.", chess.square_name(next(iter(blocking))))
    crossed = chess.SquareSet(chess.between(king, goal)) | {goal}
    without = board.copy(stack=False)
    without.remove_piece_at(king)
    attacked = next((square for square in crossed if without.attackers(not board.turn, square)), None)
    if attacked is None:
        return Text("It is not legal here.")
    return Text("Castling would take your king over %1, which is attacked.", chess.square_name(attacked))
