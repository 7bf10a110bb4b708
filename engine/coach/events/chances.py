"""Claims of what the better move does if it wins nothing at once: a free piece, endless checks, the right piece, king or rook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import chess

from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.exchange_values import WORTH, after_captures, exchange, in_danger
from engine.coach.facts import king_to_pawns, passed_pawns, pieces_left
from engine.coach.line import FoundMotif
from engine.coach.mistake import Mistake
from engine.coach.refutation_motifs import traps
from engine.coach.winning import claim_of

LEAST_FREE = 3  # pawns
MOST_BESIDE = 1  # pawn that another capture may win back
FREE_CP = 150  # centipawns that the scores must show
LATEST_TRAP = 3  # plies, with the null move before
LATEST_CHECK = 5  # plies within which the checks begin, with the null move before
DRAWN_CP, LOSING_CP = 30, 150
MOST_PIECES = 2  # of each side in an ending
OPENING_MOVES = 10
MOST_FOR_MINOR = 15.0  # points of winning chances
RIGHT = (Motif.RIGHT_CAPTURE, Motif.RIGHT_PIECE)
LONGEST_MARCH = 7  # plies of the better line
CLOSE = 2  # king moves from a pawn
LEAST_NEARER = 0.5  # moves, on average over all pawns


def missed(mistake: Mistake) -> Iterator[Claim]:
    """A piece that could be taken for nothing, a perpetual check, a piece that could be trapped within three moves."""
    if len(mistake.better.moves) < 2:
        return
    root, move = mistake.better.boards[1], mistake.better.moves[1]
    taken = root.piece_type_at(move.to_square)
    if taken is not None and root.is_capture(move) and not root.is_en_passant(move):
        free = exchange(root, move) == WORTH[taken] >= LEAST_FREE
        free = free and after_captures(root, move) >= WORTH[taken] - MOST_BESIDE  # else it is an exchange
        if free and mistake.loss_cp >= FREE_CP and mistake.played.moves[0].to_square != move.to_square:
            yield _claim(mistake, ClaimRole.MISSES, Motif.FREE_PIECE, (ClaimPiece(taken, move.to_square),))
    yield from endless_checks(mistake, ClaimRole.MISSES)
    for what in traps(mistake.better):
        if what.key > LATEST_TRAP or not all(root.piece_at(one.square) for one in what.pieces):
            continue  # a piece that goes into the trap is not missed
        yield replace(claim_of(mistake, ClaimRole.MISSES, mistake.better, what, 1), balance=Balance(), mate=0)


def endless_checks(mistake: Mistake, role: ClaimRole) -> Iterator[Claim]:
    """Checks without end that hold the draw for the side that profits, which else is lost."""
    allows = role is ClaimRole.ALLOWS
    line, (held, other) = mistake.better, (mistake.before, mistake.after)
    if allows:
        line, held, other = mistake.played, other, held
    if abs(held.worth(True)) > DRAWN_CP or other.worth(line.us) > -LOSING_CP:
        return
    for step in line.steps:
        if step.after.is_check() and step.index <= LATEST_CHECK:
            what = FoundMotif(Motif.PERPETUAL_HELD, step.index)
            claim = claim_of(mistake, role, line, what, int(not allows))
            yield replace(claim, line=claim.line[: claim.key + 1], balance=Balance(), mate=0)


def trades(mistake: Mistake) -> Iterator[Claim]:
    """The better move exchanges a piece evenly, or takes one that is worth more than what it costs."""
    if len(mistake.better.moves) < 3 or mistake.better.moves[1].to_square == mistake.played.moves[0].to_square:
        return
    root, move, back = mistake.better.boards[1], mistake.better.moves[1], mistake.better.moves[2]
    ours, theirs = root.piece_type_at(move.from_square), root.piece_type_at(move.to_square)
    if ours is None or theirs in (None, chess.PAWN) or not root.is_capture(move) or back.to_square != move.to_square:
        return
    cost, gain = WORTH[ours], WORTH[theirs or 0]
    ours_and_theirs = ClaimPiece(ours, move.from_square), ClaimPiece(theirs or 0, move.to_square)
    if cost <= gain:
        motif, pieces = (Motif.TRADES, ours_and_theirs) if cost == gain else (Motif.TAKES, ours_and_theirs[1:])
        yield replace(_claim(mistake, ClaimRole.MISSES, motif, pieces), line=mistake.best[: 1 + (cost == gain)])


def works(mistake: Mistake, allowed: Claim | None) -> Iterator[Claim]:
    """Why the better move is better, by the piece that moves: which one captures, the king before the pawn, an active rook."""
    if len(mistake.better.boards) < 3:
        return
    root, after = mistake.better.boards[1], mistake.better.boards[2]
    move, played = mistake.better.moves[1], mistake.played.moves[0]
    kind, other = root.piece_type_at(move.from_square), root.piece_type_at(played.from_square)
    if kind is None or other is None:
        return
    if move.to_square == played.to_square and move.from_square != played.from_square:
        pieces = ClaimPiece(kind, move.from_square), ClaimPiece(other, played.from_square)
        capture = root.is_capture(move) and root.is_capture(played)
        if capture or kind == other:
            yield _claim(mistake, ClaimRole.WORKS, Motif.RIGHT_CAPTURE if capture else Motif.RIGHT_PIECE, pieces)
    if _moves_again(mistake) and _develops(root, move):
        yield _claim(mistake, ClaimRole.WORKS, Motif.SECOND_MOVE, (ClaimPiece(other, played.from_square),))
    nothing = allowed is None or not (allowed.balance.won or allowed.mate)  # is lost: then a general reason may do
    small = mistake.loss_points < MOST_FOR_MINOR and _is_early(root)
    if nothing and small and _develops(root, move) and not _develops(root, played):
        yield _claim(mistake, ClaimRole.WORKS, Motif.DEVELOPS, (ClaimPiece(kind, move.from_square),))
    if not _is_ending(root) or root.is_check() or (allowed is not None and allowed.balance.pawns > 1):
        return  # nothing general explains the loss of a piece
    if kind == chess.KING and not root.is_castling(move) and not root.is_capture(move):
        if other == chess.PAWN and _leads(root, move, played.from_square):
            pieces = ClaimPiece(kind, move.from_square), ClaimPiece(other, played.from_square)
            yield _claim(mistake, ClaimRole.WORKS, Motif.KING_FIRST, pieces)
        nearer = king_to_pawns(root, root.turn) - king_to_pawns(after, root.turn)
        reached = _reached(mistake) if nearer >= LEAST_NEARER and other != chess.KING and not root.rooks else None
        if reached is not None:
            pieces = ClaimPiece(kind, move.to_square), ClaimPiece(chess.PAWN, reached)
            claim = _claim(mistake, ClaimRole.WORKS, Motif.KING_ACTIVE, pieces)
            yield replace(claim, line=mistake.best[:LONGEST_MARCH])
    if kind == chess.ROOK:
        for pawn in passed_ahead(after, move.to_square):
            if pawn not in passed_ahead(root, move.from_square):
                pieces = ClaimPiece(kind, move.to_square), ClaimPiece(chess.PAWN, pawn)
                yield _claim(mistake, ClaimRole.WORKS, Motif.ROOK_BEHIND, pieces)


def _reached(mistake: Mistake) -> chess.Square | None:
    """The pawn that the king gets closest to in the better line, and that its first move comes nearer to; None if it gets to
    none."""
    line, move = mistake.better, mistake.better.moves[1]
    root, end = line.boards[1], line.boards[: LONGEST_MARCH + 2][-1]
    king = end.king(mistake.white)
    if king is None or len(line.moves) <= LONGEST_MARCH:
        return None
    there = [pawn for pawn in chess.SquareSet(root.pawns & end.pawns) if root.piece_at(pawn) == end.piece_at(pawn)]
    nearer = [
        pawn
        for pawn in there
        if chess.square_distance(move.to_square, pawn) < chess.square_distance(move.from_square, pawn)
        and chess.square_distance(king, pawn) <= CLOSE < chess.square_distance(move.from_square, pawn)
    ]
    return min(nearer, key=lambda pawn: (chess.square_distance(king, pawn), pawn), default=None)


def _moves_again(mistake: Mistake) -> bool:
    """True if in the opening a knight, bishop or queen that is already out and not in danger makes a quiet move."""
    root, after, move = mistake.played.boards[0], mistake.played.boards[1], mistake.played.moves[0]
    out = chess.square_rank(move.from_square) != (0 if root.turn else 7)
    piece = root.piece_type_at(move.from_square) in (chess.KNIGHT, chess.BISHOP, chess.QUEEN)
    quiet = not root.is_capture(move) and not root.is_check() and not after.is_check()
    early = root.fullmove_number <= OPENING_MOVES
    return early and out and piece and quiet and not in_danger(root, move.from_square)


def _is_early(board: chess.Board) -> bool:
    return board.fullmove_number <= OPENING_MOVES and not board.is_check()


def _develops(board: chess.Board, move: chess.Move) -> bool:
    """True if a knight or bishop leaves its first rank without a capture."""
    home = chess.square_rank(move.from_square) == (0 if board.turn else 7)
    return home and board.piece_type_at(move.from_square) in (chess.KNIGHT, chess.BISHOP) and not board.is_capture(move)


def _leads(board: chess.Board, move: chess.Move, pawn: chess.Square) -> bool:
    """True if the king advances to the rank of a passed pawn or beyond it, on its file or beside it."""
    forward = 1 if board.turn else -1
    start, end, rank = (forward * chess.square_rank(square) for square in (move.from_square, move.to_square, pawn))
    beside = abs(chess.square_file(move.to_square) - chess.square_file(pawn)) <= 1
    return pawn in passed_pawns(board, board.turn) and beside and end > start and end >= rank


def passed_ahead(board: chess.Board, rook: chess.Square) -> list[chess.Square]:
    """The passed pawns of either side that the rook attacks or supports along their file from the rear."""
    found = []
    for side in chess.COLORS:
        for pawn in passed_pawns(board, side):
            behind = (chess.square_rank(pawn) - chess.square_rank(rook)) * (1 if side else -1) > 0
            same = chess.square_file(pawn) == chess.square_file(rook)
            if same and behind and not chess.between(pawn, rook) & board.occupied:
                found.append(pawn)
    return found


def _is_ending(board: chess.Board) -> bool:
    pieces = (chess.KNIGHT, chess.BISHOP, chess.ROOK)
    return not board.queens and all(pieces_left(board, side, pieces) <= MOST_PIECES for side in chess.COLORS)


def _claim(mistake: Mistake, role: ClaimRole, motif: Motif, pieces: tuple[ClaimPiece, ...] = (), key: int = 0) -> Claim:
    return Claim(
        role,
        motif,
        mistake.fen,
        mistake.best[: key + 1],
        key,
        mistake.before,
        mistake.after,
        pieces,
        other=(mistake.move, *mistake.reply[:1]),
        chess960=mistake.chess960,
    )
