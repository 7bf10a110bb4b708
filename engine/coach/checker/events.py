"""Tests of what a mistake lets happen: pins made by the mover, traps, tied guards, attacks that were there before."""

from __future__ import annotations

import chess

from engine.coach.checker.lasting_changes import is_passed
from engine.coach.checker.registry import proves
from engine.coach.checker.replay import VALUES, ClaimReplay, Refused, is_there, passing, played, swap
from engine.coach.checker.tactics import is_lost_everywhere, swap_value
from engine.coach.checker.threats import goes_away, queens_safely, wins
from engine.coach.claims import ClaimPiece, ClaimRole, Motif

LATEST_TRAP = 3  # moves of the side that profits
LEAST_TRAPPED = 3  # pawns
LONGEST_AFTER = 2  # plies
OPENING_MOVES = 12


@proves(Motif.STILL_ATTACKED)
def still_attacked(line: ClaimReplay) -> bool:
    """The reply captures the piece, and could have captured it with profit on the same square before the played move."""
    piece, root = line.piece(0), line.boards[0]
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key != 1 or line.move.to_square != piece.square:
        return False
    there = is_there(root, piece, not line.us) and is_there(line.before, piece, not line.us)
    passed = passing(root)
    return there and passed.is_legal(line.move) and swap(passed, piece.square) > 0


@proves(Motif.SELF_PIN)
def self_pin(line: ClaimReplay) -> bool:
    """The played move pins an own piece to the king or to a piece that would be won; the key move captures it, or attacks it so
    that it could be won."""
    pinned, behind = line.piece(0), line.piece(1)
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key not in (1, 3) or pinned.kind == chess.PAWN:
        return False
    first, start = line.moves[0], line.moves[0].from_square
    there = all(
        is_there(board, piece, not line.us)
        for board in line.boards[1 : line.claim.key + 1]
        for piece in (pinned, behind)
    )
    if not there or not all(_is_pinned(board, line.us, pinned, behind) for board in (line.boards[1], line.before)):
        return False
    before = ClaimPiece(pinned.kind, start if first.to_square == pinned.square else pinned.square)
    shielded = ClaimPiece(behind.kind, start if first.to_square == behind.square else behind.square)
    if _is_pinned(line.boards[0], line.us, before, shielded):
        return False
    if line.move.to_square == pinned.square:
        return line.claim.key > 1  # a piece that is captured at once is lost without a pin
    return pinned.square in line.after.attacks(line.move.to_square) and swap(passing(line.after), pinned.square) > 0


def _is_pinned(board: chess.Board, us: chess.Color, pinned: ClaimPiece, behind: ClaimPiece) -> bool:
    """True if a piece of ours attacks `behind`, the king or a more valuable piece that would be won, only without `pinned`."""
    if not (is_there(board, pinned, not us) and is_there(board, behind, not us)):
        return False
    without = board.copy(stack=False)
    without.remove_piece_at(pinned.square)
    if not set(without.attackers(us, behind.square)) - set(board.attackers(us, behind.square)):
        return False
    without.turn, without.ep_square = us, None
    return behind.kind == chess.KING or (VALUES[behind.kind] > VALUES[pinned.kind] and swap(without, behind.square) > 0)


@proves(Motif.NO_WAY_OUT)
def no_way_out(line: ClaimReplay) -> bool:
    """Within three moves the piece could be won where it is and wherever it goes; it falls later, or the line ends soon."""
    piece = line.piece(0)
    number = line.claim.key // 2 + 1
    if number > LATEST_TRAP or VALUES[piece.kind] < LEAST_TRAPPED or not is_there(line.after, piece, not line.us):
        return False
    if not is_lost_everywhere(line.after, piece.square):
        return False
    at = piece.square
    for index in range(line.claim.key + 1, len(line.moves)):
        ours = line.boards[index].turn is line.us
        if ours and line.moves[index].to_square == at:
            return True
        if not ours and line.moves[index].from_square == at:
            at = line.moves[index].to_square
    return len(line.moves) - line.claim.key - 1 <= LONGEST_AFTER


@proves(Motif.NO_SAFE_MOVE)
def no_safe_move(line: ClaimReplay) -> bool:
    """The piece that the played move has moved into the other half is lost by each move that it has after the reply."""
    piece, after = line.piece(0), line.boards[-1]
    there = line.moves[0].to_square == piece.square and is_there(after, piece, not line.us)
    if line.claim.role is not ClaimRole.ALLOWS or len(line.moves) != 2 or not there or after.is_check():
        return False
    if (chess.square_rank(piece.square) > 3) is line.us:
        return False
    for move in [move for move in after.legal_moves if move.from_square == piece.square]:
        moved = after.copy(stack=False)
        moved.push(move)
        if swap(moved, move.to_square) <= swap_value(after, move):
            return False
    return VALUES[piece.kind] >= LEAST_TRAPPED


@proves(Motif.GETS_AWAY)
def gets_away(line: ClaimReplay) -> bool:
    """The other line captures the piece on its square, or would after a pass; here it moves, and is not captured."""
    piece, later = line.piece(0), [move.to_square for move in line.moves[line.claim.key + 1 :: 2]]
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    moved = line.move.from_square == piece.square and line.move.to_square not in later
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key > 3 or not (moved and moves):
        return False
    if not all(is_there(board, piece, line.us) for board in (*line.boards[: line.claim.key + 1], boards[0])):
        return False
    return _falls(line, piece)


@proves(Motif.NOW_GUARDED)
def now_guarded(line: ClaimReplay) -> bool:
    """The reply newly guards the piece, which the other line captures on its square, or could after a pass."""
    piece, target = line.piece(0), line.move.to_square
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key != 1 or not line.claim.other:
        return False
    there = all(is_there(one, piece, line.us) for one in (line.boards[0], line.before, line.after))
    guards = piece.square in line.after.attacks(target) and piece.square not in line.before.attacks(
        line.move.from_square
    )
    if line.before.is_castling(line.move):
        counts = [len(board.attackers(line.us, piece.square)) for board in (line.before, line.after)]
        guards = counts[0] < counts[1]
    return there and guards and _falls(line, piece, at_once=True)


def _falls(line: ClaimReplay, piece: ClaimPiece, at_once: bool = False) -> bool:
    """True if the other line captures our piece on its square, or would after a pass; `at_once`: or after its first move."""
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    taken = [board for board, move in zip(boards, moves, strict=False) if move.to_square == piece.square]
    captured = any(is_there(board, piece, line.us) and board.turn is not line.us for board in taken)
    ends = [*boards[-1:][: len(moves) % 2], *boards[1 : 1 + at_once]]
    calm = [board for board in ends if not board.is_check() and is_there(board, piece, line.us)]
    return captured or any(swap(passing(board), piece.square) > 0 for board in calm)


@proves(Motif.TIED)
def tied(line: ClaimReplay) -> bool:
    """Only the guard could recapture; if it does, a capture on the other square, which it guarded, wins more than we gave."""
    guard, guarded = line.piece(0), line.piece(1)
    back = _only_recapture(line, guard)
    taken = line.after.copy(stack=False)
    if guarded.square not in taken.attacks(guard.square) or guarded.square == line.move.to_square:
        return False
    taken.push(back)
    if not is_there(taken, guarded, not line.us):
        return False
    given = VALUES[line.after.piece_type_at(line.move.to_square) or chess.PAWN] - swap_value(line.before, line.move)
    return swap(taken, guarded.square) > max(given, 1)


@proves(Motif.BACK_RANK)
def back_rank(line: ClaimReplay) -> bool:
    """Only the guard could recapture; if it does, a rook or queen mates on the first rank."""
    back = _only_recapture(line, line.piece(0))
    taken = line.after.copy(stack=False)
    taken.push(back)
    home = 7 if line.us else 0
    for move in list(taken.legal_moves):
        if (
            taken.piece_type_at(move.from_square) in (chess.ROOK, chess.QUEEN)
            and chess.square_rank(move.to_square) == home
        ):
            taken.push(move)
            king = taken.king(not line.us)
            mated = taken.is_checkmate() and king is not None and chess.square_rank(king) == home
            taken.pop()
            if mated:
                return True
    return False


@proves(Motif.POISONED)
def poisoned(line: ClaimReplay) -> bool:
    """Only the guard could recapture; then the named move mates, or wins more than was given against every reply."""
    guard, ours, there = line.piece(0), line.piece(1), line.piece(2)
    back = _only_recapture(line, guard)
    taken = line.after.copy(stack=False)
    given = VALUES[line.after.piece_type_at(line.move.to_square) or chess.PAWN] - swap_value(line.before, line.move)
    taken.push(back)
    move = chess.Move(ours.square, there.square)
    if not is_there(taken, ours, line.us) or taken.piece_type_at(there.square) != (there.kind or None):
        return False
    if not taken.is_legal(move):
        return False
    after = taken.copy(stack=False)
    after.push(move)
    return after.is_checkmate() or wins(taken, move, max(given, 0) + 1)


def _only_recapture(line: ClaimReplay, guard: ClaimPiece) -> chess.Move:
    """The guard's recapture. :raises Refused: it is not the only one, or the line plays one."""
    target = line.move.to_square
    if not line.before.is_capture(line.move) or not is_there(line.after, guard, not line.us):
        raise Refused("there is no guard")
    if line.claim.key + 1 < len(line.moves) and line.answer().to_square == target:
        raise Refused("it is recaptured")
    backs = [move for move in line.after.legal_moves if move.to_square == target]
    if [move.from_square for move in backs] != [guard.square]:
        raise Refused("another piece could recapture")
    return backs[0]


@proves(Motif.DEVELOPS_TEMPO)
def develops_tempo(line: ClaimReplay) -> bool:
    """In the opening a knight or bishop leaves its first rank and threatens the piece, which moves away."""
    home = 0 if line.us else 7
    minor = line.before.piece_type_at(line.move.from_square) in (chess.KNIGHT, chess.BISHOP)
    early = line.before.fullmove_number <= OPENING_MOVES and chess.square_rank(line.move.from_square) == home
    return minor and early and line.piece(0).square in line.after.attacks(line.move.to_square) and goes_away(line)


@proves(Motif.GETS_SAFE)
def gets_safe(line: ClaimReplay) -> bool:
    """The piece could be captured with profit before the played move; after the reply it cannot, on its square or a new one."""
    piece, root, after = line.piece(0), line.boards[0], line.boards[-1]
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key != 1 or len(line.moves) != 2 or after.is_check():
        return False
    if line.boards[1].is_check() or not swap(passing(line.boards[1]), piece.square):
        return False  # the played move itself is the reason
    at = line.move.to_square if line.move.from_square == piece.square else piece.square
    named = is_there(root, piece, line.us) and is_there(after, ClaimPiece(piece.kind, at), line.us)
    return named and swap(root.copy(stack=False), piece.square) > 0 and not swap(after.copy(stack=False), at)


@proves(Motif.KING_DRIVEN)
def king_driven(line: ClaimReplay) -> bool:
    """A check; the king, which could still castle, moves, and queens are left."""
    king, side = line.piece(0), not line.us
    named = king.kind == chess.KING and is_there(line.after, king, side)
    return (
        named
        and line.after.is_check()
        and bool(line.boards[line.claim.key + 2 :][:1] and line.boards[line.claim.key + 2].queens)
        and line.after.has_castling_rights(side)
        and line.answer().from_square == king.square
        and all(move.from_square == king.square for move in line.after.legal_moves)
    )


@proves(Motif.HITS)
def hits(line: ClaimReplay) -> bool:
    """The moved piece newly attacks the piece, which is worth more or unprotected, and is not captured at once."""
    piece, target = line.piece(0), line.move.to_square
    if not is_there(line.after, piece, not line.us) or piece.kind == chess.KING:
        return False
    fresh = piece.square in line.after.attacks(target) and piece.square not in line.before.attacks(
        line.move.from_square
    )
    mover = line.after.piece_type_at(target) or chess.KING
    dearer = mover != chess.KING and VALUES[piece.kind] > VALUES[mover]
    return fresh and (dearer or not line.after.attackers(not line.us, piece.square))


@proves(Motif.PAWN_STEPS)
def pawn_steps(line: ClaimReplay) -> bool:
    """A passed pawn moves to the fifth rank or further, or to the fourth if only kings and pawns are left."""
    pawn = line.piece(0)
    rank = chess.square_rank(pawn.square) if line.us else 7 - chess.square_rank(pawn.square)
    moved = line.move.to_square == pawn.square and not line.move.promotion
    least = 4 - (line.before.occupied == line.before.kings | line.before.pawns)
    return moved and rank >= least and is_passed(line.after, pawn.square, line.us)


@proves(Motif.UNSTOPPABLE)
def unstoppable(line: ClaimReplay) -> bool:
    """At the end of the line the pawn becomes a queen after every reply and is not lost; at the end of the other none does."""
    pawn = line.piece(0)
    boards, _moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    sure = line.move.to_square == pawn.square and is_there(line.end, pawn, line.us) and pawn.kind == chess.PAWN
    others = boards[-1].pieces(chess.PAWN, line.us)
    return (
        sure
        and _queens(line.end, pawn.square, line.us)
        and not any(_queens(boards[-1], one, line.us) for one in others)
    )


def _queens(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    if board.turn is side:
        return queens_safely(board, square)
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        if not queens_safely(after, square):
            return False
    return any(board.legal_moves)


@proves(Motif.TAKES)
def takes(line: ClaimReplay) -> bool:
    """The move captures the piece, a pawn perhaps in passing, and is not recaptured evenly."""
    piece = line.piece(0)
    passing_by = line.before.is_en_passant(line.move)
    gone = line.after.piece_at(piece.square) != line.before.piece_at(piece.square)
    taken = gone if passing_by else line.move.to_square == piece.square
    return taken and is_there(line.before, piece, not line.us) and not line.is_even()


@proves(Motif.TRADES)
def trades(line: ClaimReplay) -> bool:
    """The move captures the second piece with the first, and is recaptured; or the second captures the first, and is."""
    ours, theirs, move = line.piece(0), line.piece(1), line.move
    named = is_there(line.before, ours, line.us) and is_there(line.before, theirs, not line.us)
    answer, target = line.answer(), move.to_square
    if not line.before.is_capture(move):
        offered = (move.from_square, answer.from_square) == (ours.square, theirs.square)
        return named and offered and answer.to_square == target == line.later(2).to_square
    return named and (move.from_square, target, answer.to_square) == (
        ours.square,
        theirs.square,
        theirs.square,
    )


@proves(Motif.PAWN_RACE)
def pawn_race(line: ClaimReplay) -> bool:
    """Only kings and pawns: our passed pawn cannot be caught and promotes first; after the other move that is not so."""
    ours, theirs = line.piece(0), line.piece(1)
    board = line.boards[1]
    boards, _moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.ALLOWS or len(boards) < 2:
        return False
    if any(piece.piece_type not in (chess.PAWN, chess.KING) for piece in board.piece_map().values()):
        return False
    return _wins_race(board, line.us, ours.square, theirs.square) and not any(
        _wins_race(boards[1], line.us, one, other)
        for one in boards[1].pieces(chess.PAWN, line.us)
        for other in boards[1].pieces(chess.PAWN, not line.us)
    )


def _wins_race(board: chess.Board, us: chess.Color, ours: chess.Square, theirs: chess.Square) -> bool:
    """True if our pawn, we being to move, cannot be caught by the king and needs no more moves than the other pawn."""
    mine, other = _moves_to_promote(board, ours, us), _moves_to_promote(board, theirs, not us)
    if board.turn is not us or mine is None or other is None:
        return False
    goal = chess.square(chess.square_file(ours), 7 if us else 0)
    return mine <= other and chess.square_distance(board.king(not us) or 0, goal) > mine


def _moves_to_promote(board: chess.Board, pawn: chess.Square, side: chess.Color) -> int | None:
    """The moves of a passed pawn with nothing in its way; None for any other pawn."""
    rank, file = chess.square_rank(pawn), chess.square_file(pawn)
    ahead = range(rank + 1, 8) if side else range(rank - 1, -1, -1)
    if not is_passed(board, pawn, side) or any(board.piece_at(chess.square(file, one)) for one in ahead):
        return None
    return len(ahead) - (rank == (1 if side else 6))
