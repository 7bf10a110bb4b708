"""Tests of what the better move does at once: a free piece, checks without end, the right piece, king and rook in endings."""

from __future__ import annotations

import chess

from engine.coach.checker.lasting_changes import is_passed
from engine.coach.checker.registry import proves
from engine.coach.checker.replay import VALUES, ClaimReplay, Refused, is_there, passing, pending, played, swap
from engine.coach.claims import ClaimRole, Motif

LEAST_FREE = 3  # pawns
MOST_BESIDE = 1  # pawn that another capture may win back
FREE_CP = 150  # centipawns of loss
DRAWN_CP, LOSING_CP = 30, 150
MOST_CHECKED = 2_000  # positions looked at for a perpetual check
MOST_CHECKS = 60  # in a row: each is two calls deep, and Python allows 1,000
OPENING_MOVES = 10
CLOSE = 2  # king moves from a pawn
MOST_PIECES = 2  # of each side in an ending


@proves(Motif.FREE_PIECE)
def free_piece(line: ClaimReplay) -> bool:
    """The move captures a piece whose recapture loses as much as it wins, and no other capture wins more than a pawn back; the
    scores show it."""
    piece = line.piece(0)
    if line.claim.role is not ClaimRole.MISSES or line.claim.key or line.move.to_square != piece.square:
        return False
    whole = is_there(line.before, piece, not line.us) and VALUES[piece.kind] >= LEAST_FREE
    lost = line.claim.before.worth(line.us) - line.claim.after.worth(line.us)
    after, mover = line.after, VALUES[line.before.piece_type_at(line.move.from_square) or chess.KING]
    cheapest = swap(line.before.copy(stack=False), piece.square) == VALUES[piece.kind]
    if pending(after.copy(stack=False)) > MOST_BESIDE:
        return False
    return whole and lost >= FREE_CP and cheapest and (mover == 0 or not swap(after.copy(stack=False), piece.square))


@proves(Motif.SECOND_MOVE)
def second_move(line: ClaimReplay) -> bool:
    """In the first ten moves: the better move develops a knight or bishop; the other one moves a piece that is out already and
    could not be captured with profit, without a capture or check."""
    piece, root, home = line.piece(0), line.boards[0], 0 if line.us else 7
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    minors = (chess.KNIGHT, chess.BISHOP)
    if line.claim.role is not ClaimRole.WORKS or root.is_check() or root.fullmove_number > OPENING_MOVES or not moves:
        return False
    develops = root.piece_type_at(line.move.from_square) in minors and chess.square_rank(line.move.from_square) == home
    out = is_there(root, piece, line.us) and chess.square_rank(piece.square) != home
    calm = moves[0].from_square == piece.square and not root.is_capture(moves[0]) and not boards[1].is_check()
    kind = piece.kind in (*minors, chess.QUEEN)
    return (
        develops and not root.is_capture(line.move) and out and calm and kind and not swap(passing(root), piece.square)
    )


@proves(Motif.DEVELOPS)
def develops(line: ClaimReplay) -> bool:
    """In the opening a knight or bishop leaves its first rank without a capture, and the other move does not do that."""
    piece, other = line.piece(0), _played(line)
    home = chess.BB_RANK_1 if line.us else chess.BB_RANK_8
    if line.claim.role is not ClaimRole.WORKS or line.move.from_square != piece.square or line.before.is_check():
        return False
    left = line.before.pieces_mask(chess.KNIGHT, line.us) | line.before.pieces_mask(chess.BISHOP, line.us)
    ours = bool(left & home & chess.BB_SQUARES[piece.square]) and is_there(line.before, piece, line.us)
    captures = line.before.is_capture(line.move)
    also = left & home & chess.BB_SQUARES[other.from_square] and not line.before.is_capture(other)
    return ours and not (captures or also) and line.before.fullmove_number <= OPENING_MOVES


@proves(Motif.PERPETUAL_HELD)
def perpetual_held(line: ClaimReplay) -> bool:
    """The key move is a check, and every later position allows another one, whatever the replies, until a position repeats."""
    us, scores = line.us, (line.claim.before, line.claim.after)
    score, worse = (one.worth(us) for one in (scores if line.claim.role is ClaimRole.MISSES else reversed(scores)))
    if line.claim.role is ClaimRole.WORKS or abs(score) > DRAWN_CP or worse > -LOSING_CP:
        return False
    budget = [MOST_CHECKED]
    return line.after.is_check() and _answers_checked(line.after.copy(stack=False), [line.before.epd()], budget)


def _checks_on(board: chess.Board, path: list[str], budget: list[int]) -> bool:
    """True if the side to move can give check for ever: each reply leads to another check or to a position of the path."""
    name = board.epd()
    if name in path:
        return True
    if budget[0] <= 0 or len(path) > MOST_CHECKS:
        return False
    for move in [move for move in board.legal_moves if board.gives_check(move)]:
        board.push(move)
        goes_on = _answers_checked(board, [*path, name], budget)
        board.pop()
        if goes_on:
            return True
    return False


def _answers_checked(board: chess.Board, path: list[str], budget: list[int]) -> bool:
    """True if each legal reply to a check allows another one."""
    for answer in list(board.legal_moves):
        budget[0] -= 1
        board.push(answer)
        goes_on = _checks_on(board, path, budget)
        board.pop()
        if not goes_on:
            return False
    return True


@proves(Motif.RIGHT_CAPTURE, Motif.RIGHT_PIECE)
def right_piece(line: ClaimReplay) -> bool:
    """Both moves go to one square, with the two pieces named; for the claim of a capture both capture."""
    piece, other = line.piece(0), line.piece(1)
    move, boards, played_move = line.move, line.boards, _played(line)
    if line.claim.key or move.to_square != played_move.to_square or piece.square == other.square:
        return False
    named = all(is_there(boards[0], one, line.us) for one in (piece, other))
    captures = boards[0].is_capture(move) and boards[0].is_capture(played_move)
    sources = (move.from_square, played_move.from_square) == (piece.square, other.square)
    return named and sources and captures is (line.claim.motif is Motif.RIGHT_CAPTURE)


@proves(Motif.KING_FIRST)
def king_first(line: ClaimReplay) -> bool:
    """In an ending the king goes ahead of the passed pawn that the other move pushes, or beside it."""
    king, pawn, played_move = line.piece(0), line.piece(1), _played(line)
    named = is_there(line.before, king, line.us) and king.kind == chess.KING and line.move.from_square == king.square
    pushed = played_move.from_square == pawn.square and is_passed(line.before, pawn.square, line.us)
    ahead = [chess.square_rank(square) for square in (line.move.to_square, king.square, pawn.square)]
    new, old, rank = ahead if line.us else [7 - one for one in ahead]
    beside = abs(chess.square_file(line.move.to_square) - chess.square_file(pawn.square)) <= 1
    leads = beside and new > old and new >= rank
    return named and pushed and leads and _is_ending(line.before) and not line.before.is_check()


@proves(Motif.KING_ACTIVE)
def king_active(line: ClaimReplay) -> bool:
    """In an ending without rooks the king moves nearer to the named pawn, which it gets close to by the end of the line, and to
    the pawns on average; the other move is not the king's."""
    king, pawn, other = line.piece(0), line.piece(1), _played(line)
    if king.kind != chess.KING or line.move.to_square != king.square or not is_there(line.after, king, line.us):
        return False
    pieces = line.before.queens | line.before.rooks
    if pieces or not _is_ending(line.before) or line.before.piece_type_at(other.from_square) == chess.KING:
        return False
    pawns = [square for side in chess.COLORS for square in line.after.pieces(chess.PAWN, side)]
    here, there = line.move.to_square, line.move.from_square
    steps = [chess.square_distance(there, pawn) - chess.square_distance(here, pawn) for pawn in pawns]
    end = line.end.king(line.us)
    stays = pawn.kind == chess.PAWN and line.before.piece_at(pawn.square) == line.end.piece_at(pawn.square) is not None
    if not stays or end is None or pawn.square not in pawns or chess.square_distance(end, pawn.square) > CLOSE:
        return False
    nearer = chess.square_distance(here, pawn.square) < chess.square_distance(there, pawn.square)
    return sum(steps) > 0 and nearer and not line.before.is_check()


@proves(Motif.ROOK_BEHIND)
def rook_behind(line: ClaimReplay) -> bool:
    """The rook's move takes it behind a passed pawn, on its file with nothing between."""
    rook, pawn = line.piece(0), line.piece(1)
    after = line.after
    side = after.color_at(pawn.square)
    if (
        rook.kind != chess.ROOK
        or line.move.to_square != rook.square
        or not is_there(after, rook, line.us)
        or side is None
    ):
        return False
    if chess.square_file(rook.square) != chess.square_file(pawn.square) or not is_passed(after, pawn.square, side):
        return False
    below = chess.square_rank(rook.square) < chess.square_rank(pawn.square)
    clear = not any(after.piece_at(square) for square in chess.SquareSet(chess.between(rook.square, pawn.square)))
    new = chess.square_file(line.move.from_square) != chess.square_file(rook.square)
    return below is side and clear and (new or not _was_behind(line))


def _was_behind(line: ClaimReplay) -> bool:
    start, pawn = line.move.from_square, line.piece(1).square
    side = line.after.color_at(pawn)
    below = chess.square_rank(start) < chess.square_rank(pawn)
    return below is side and not any(
        line.before.piece_at(square) for square in chess.SquareSet(chess.between(start, pawn))
    )


def _played(line: ClaimReplay) -> chess.Move:
    """The played move. :raises Refused: the claim does not hold it."""
    _boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if not moves:
        raise Refused("the played move is missing")
    return moves[0]


def _is_ending(board: chess.Board) -> bool:
    """True if there are no queens, and each side has at most two pieces besides king and pawns."""
    kinds = (chess.KNIGHT, chess.BISHOP, chess.ROOK)
    few = all(sum(len(board.pieces(kind, side)) for kind in kinds) <= MOST_PIECES for side in chess.COLORS)
    return few and not any(board.pieces(chess.QUEEN, side) for side in chess.COLORS)
