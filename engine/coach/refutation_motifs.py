"""Motifs of a line that wins, which compare it with the position before the played move or with a capture refused."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import Balance, ClaimPiece, Motif
from engine.coach.exchange_values import WORTH, exchange, loose, noisy, worth_at
from engine.coach.line import FoundMotif, LineStep, MotifLine, is_near
from engine.coach.pins import pinned_pieces
from engine.coach.quiet_cut import balance_of
from engine.coach.themes.attacks import is_trapped

LATEST_PIN = 3  # plies after the played move within which the pinned piece is attacked
LATEST_TRAP = 5  # plies: three moves
LEAST_TRAPPED = 3  # pawns
MOST_BLOWS = 3  # that punish a recapture: the checker may refuse the first ones
_DEAREST = 3  # pieces attacked by one move, the most valuable first
LONGEST_AFTER = 2  # plies of the line after a trap, if it does not show the capture


def still_attacked(line: MotifLine) -> Iterator[FoundMotif]:
    """Our first move captures a piece that it could already have captured with profit before the played move."""
    if not line.moves[0] or not line.steps:
        return
    step, root = line.steps[0], line.boards[0]
    if step.captured in (None, chess.PAWN) or root.is_check():
        return
    square = step.move.to_square
    if step.board.is_en_passant(step.move) or line.follows(square):
        return
    passed = _passed(root)
    if passed.is_legal(step.move) and exchange(passed, step.move) > 0 and exchange(step.board, step.move) > 0:
        yield FoundMotif(Motif.STILL_ATTACKED, step.index, (_named(step.board, square),))


def free_piece(line: MotifLine) -> Iterator[FoundMotif]:
    """The better move captures a piece, and no recapture wins anything back."""
    if line.moves[0] or not line.steps:
        return
    step = line.steps[0]
    if step.captured is None or WORTH[step.captured] < LEAST_TRAPPED:
        return
    alone = balance_of(line) == Balance((step.captured,))
    if alone and exchange(step.board, step.move) == WORTH[step.captured]:
        yield FoundMotif(Motif.FREE_PIECE, step.index, (_named(step.board, step.move.to_square),))


def self_pins(line: MotifLine) -> Iterator[FoundMotif]:
    """The played move pins one of the mover's own pieces, and we attack or capture it there."""
    if not line.moves[0] or line.boards[1].is_check():
        return
    played = line.moves[0]
    turned = line.boards[1].copy(stack=False)
    turned.turn, turned.ep_square = not line.us, None
    old = set(pinned_pieces(line.boards[0], line.us))
    for pinned, behind in pinned_pieces(turned, line.us):
        if worth_at(turned, pinned) < LEAST_TRAPPED or (pinned, behind) in old:
            continue
        if pinned == played.to_square and (played.from_square, behind) in old:
            continue  # it was pinned on its old square too
        for step in line.steps:
            there = step.board.piece_at(pinned) == turned.piece_at(pinned)
            if step.index > LATEST_PIN or not there or step.board.king(not line.us) is None:
                break
            if step.board.piece_at(behind) != turned.piece_at(behind):
                break
            falls = step.captured and step.move.to_square == pinned and step.index > 1
            if falls or _newly_hits(step, pinned):
                yield FoundMotif(Motif.SELF_PIN, step.index, (_named(turned, pinned), _named(turned, behind)))
                break


def _newly_hits(step: LineStep, square: chess.Square) -> bool:
    """True if the moved piece attacks the square from its new place only, and the piece there could then be won."""
    board = step.after
    if square not in board.attacks(step.move.to_square) or square in step.board.attacks(step.move.from_square):
        return False
    if board.is_check() or (step.reply is not None and step.reply.to_square == step.move.to_square):
        return False
    passed = _passed(board)
    return any(move.to_square == square and exchange(passed, move) > 0 for move in passed.generate_legal_captures())


def traps(line: MotifLine, whole: bool = True) -> Iterator[FoundMotif]:
    """Within three moves a piece is attacked and has no safe square, and falls; a `whole` line may end before that."""
    for step in line.steps:
        if step.index > LATEST_TRAP or step.after.is_check():
            continue
        before = step.board.copy(stack=False)
        before.turn, before.ep_square = not line.us, None
        for square in chess.SquareSet(step.after.occupied_co[not line.us]):
            if worth_at(step.after, square) < LEAST_TRAPPED or not is_trapped(step.after, square):
                continue
            if step.board.piece_at(square) == step.after.piece_at(square) and is_trapped(before, square):
                continue
            if _falls(line, step, square, whole):
                yield FoundMotif(Motif.NO_WAY_OUT, step.index, (_named(step.after, square),))


def _falls(line: MotifLine, step: LineStep, square: chess.Square, whole: bool) -> bool:
    """True if the piece is captured later, on its square or after it moved, or a whole line ends too early to show it."""
    at = square
    for index in range(step.index + 1, len(line.moves)):
        move = line.moves[index]
        if line.boards[index].turn is line.us and move.to_square == at:
            return True
        if line.boards[index].turn is not line.us and move.from_square == at:
            at = move.to_square
    return whole and len(line.moves) - step.index - 1 <= LONGEST_AFTER


def tied_guards(line: MotifLine) -> Iterator[FoundMotif]:
    """A capture that only one piece could take back, which must guard something else or the back rank."""
    for step in line.steps:
        if step.captured is None or step.move.promotion or not is_near(line, step.index):
            continue
        square = step.move.to_square
        if step.reply is not None and step.reply.to_square == square:
            continue
        backs = [move for move in step.after.legal_moves if move.to_square == square]
        if len(backs) != 1:
            continue
        stake = worth_at(step.after, square) - WORTH[step.captured]
        if exchange(step.board, step.move) > 0:
            continue  # it pays in any case
        guard = _named(step.after, backs[0].from_square)
        taken = step.after.copy(stack=False)
        taken.push(backs[0])
        free = guard.kind != chess.KING and not step.after.is_check()
        if free and mates_on_back_rank(taken):
            yield FoundMotif(Motif.BACK_RANK, step.index, (guard,))
            continue
        for move in sorted(noisy(taken) if free else (), key=lambda move: -exchange(taken, move)):
            guarded = move.to_square in step.after.attacks(guard.square)
            if guarded and not move.promotion and move.to_square != square and exchange(taken, move) > max(stake, 1):
                yield FoundMotif(Motif.TIED, step.index, (guard, _named(taken, move.to_square)))
                break
        for blow in [move for move in taken.legal_moves if _punishes(step, taken, move)][:MOST_BLOWS]:
            pieces = guard, _named(taken, blow.from_square), _named(taken, blow.to_square)
            yield FoundMotif(Motif.POISONED, step.index, pieces)


def _punishes(step: LineStep, taken: chess.Board, move: chess.Move) -> bool:
    """True for a check or fork after the recapture that mates, or wins more than was given, against every reply."""
    if move.promotion or not (taken.gives_check(move) or len(hit(taken, move)) > 1):
        return False
    after = taken.copy(stack=False)
    after.push(move)
    given = worth_at(step.after, step.move.to_square) - WORTH[step.captured or chess.PAWN]
    return after.is_checkmate() or wins(taken, move, given + 1)


def wins(board: chess.Board, move: chess.Move, least: int) -> bool:
    """True if a move wins at least `least` pawns against each legal reply, by captures."""
    taken = _taken(board, move)
    after = board.copy(stack=False)
    after.push(move)
    for answer in after.legal_moves:
        given = _taken(after, answer) + (8 if answer.promotion else 0)
        answered = after.copy(stack=False)
        answered.push(answer)
        if answered.is_check():
            return False
        needed = least - taken + given
        if needed > 0 and not any(exchange(answered, capture) >= needed for capture in noisy(answered)):
            return False
    return any(after.legal_moves)


def _taken(board: chess.Board, move: chess.Move) -> int:
    if board.is_en_passant(move):
        return 1
    return 0 if board.color_at(move.to_square) is board.turn else worth_at(board, move.to_square)


def hit(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """The pieces attacked by a move that are worth more than the attacker or are undefended, most valuable first."""
    after = board.copy(stack=False)
    after.push(move)
    mine = worth_at(after, move.to_square)
    found = [
        square
        for square in after.attacks(move.to_square) & after.occupied_co[after.turn]
        if worth_at(after, square) > mine or (after.piece_type_at(square) != chess.PAWN and loose(after, square))
    ]
    return sorted(found, key=lambda square: (-worth_at(after, square), square))[:_DEAREST]


def mates_on_back_rank(board: chess.Board) -> bool:
    """True if a rook or queen of the side to move mates on the other side's first rank."""
    king = board.king(not board.turn)
    home = 7 if board.turn else 0
    if king is None or chess.square_rank(king) != home:
        return False
    for move in board.legal_moves:
        heavy = board.piece_type_at(move.from_square) in (chess.ROOK, chess.QUEEN)
        if heavy and chess.square_rank(move.to_square) == home and board.gives_check(move):
            after = board.copy(stack=False)
            after.push(move)
            if after.is_checkmate():
                return True
    return False


def _named(board: chess.Board, square: chess.Square) -> ClaimPiece:
    return ClaimPiece(board.piece_type_at(square) or 0, square)


def _passed(board: chess.Board) -> chess.Board:
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after
