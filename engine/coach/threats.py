"""Threats: a piece that could be captured next, a promotion, or mate."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import ClaimPiece, Motif
from engine.coach.exchange_values import exchange, worth_at
from engine.coach.line import FoundMotif, LineStep, MotifLine
from engine.coach.pins import pinned_pieces
from engine.coach.themes.attacks import is_trapped

OPENING_MOVES = 12
FORCED = 2  # our forcing moves before the first quiet one
FORCING = (
    Motif.THREATENS_MATE,
    Motif.THREATENS_PROMOTION,
    Motif.THREATENS_TRAPPED,
    Motif.MUST_STAY,
    Motif.THREATENS_BOTH,
    Motif.THREATENS_TOO,
    Motif.DRIVES_OFF,
    Motif.THREATENS,
)


def forcing(line: MotifLine) -> Iterator[FoundMotif]:
    """The threats of our first quiet move through which the line wins: the reply meets one threat and the line carries out
    another. A pawn counts only if it is captured in the line."""
    for number in quiet_steps(line):
        if number + 1 < len(line.steps):
            yield from _forcing(line, number)


def _forcing(line: MotifLine, number: int) -> Iterator[FoundMotif]:
    taken = {later.move.to_square for later in line.steps[number + 1 :] if later.captured}
    for what in threats(line, number):
        pawns = [piece for piece in what.pieces if piece.kind == chess.PAWN]
        if what.motif is Motif.THREATENS_PROMOTION:
            pawns = []
        if what.motif in FORCING and all(pawn.square in taken for pawn in pawns):
            yield what


def quiet_steps(line: MotifLine) -> list[int]:
    """The index of our first move that is neither a capture nor a check, with only captures, checks and answers to checks
    before it. If it moves the king out of check, the next such move too."""
    found = []
    for number, step in enumerate(line.steps[: FORCED + 1]):
        if step.captured or step.move.promotion or step.after.is_check():
            continue
        found.append(number)
        if not _is_escape(step):
            break
    return found


def _is_escape(step: LineStep) -> bool:
    """True if our king moves out of check."""
    return step.board.is_check() and step.piece == chess.KING


def threats(line: MotifLine, number: int = 0) -> Iterator[FoundMotif]:
    """The new threats of one of our moves (by default the first): mate, promotion, then pieces, the most valuable first."""
    step = line.steps[number]
    reply = step.reply
    back = reply is not None and reply.to_square == step.move.to_square
    replaced = back and _is_replaced(line, number)
    if step.after.is_check():
        return
    if back and not replaced:
        yield from _uncovered(line, step)  # a piece that is captured at once threatens nothing itself
        return
    after, checked = _passed(step.after), step.board.is_check()
    if not checked and mates_at_once(after) and not mates_at_once(step.board):
        yield FoundMotif(Motif.THREATENS_MATE, step.index)
    if not checked and not _promoting(step.board):
        for square in sorted(_promoting(after)):
            if step.after.color_at(square) is line.us:
                yield FoundMotif(Motif.THREATENS_PROMOTION, step.index, (ClaimPiece(chess.PAWN, square),))
    if not checked:
        yield from _pins(step, line.us, True)
    # A side in check cannot carry out a threat, so each would look new: the piece must not have been attacked before.
    before = _attacked(step.board) if checked else _won(step.board)
    won = _won(after)
    if back:  # what is also attacked after the exchange; the capturing piece is gone then
        won &= _won(_passed(line.steps[number + 1].after))
    found = [square for square in _dearest_first(after, won - before) if _is_threat(step.after, after, square)]
    others = [square for square in _dearest_first(after, won) if _is_threat(step.after, after, square)]
    for square in found:
        if step.captured and step.after.piece_type_at(square) == chess.PAWN:
            continue  # the capture is the point, not the pawn that could be next
        again = line.follows(square) and number == 0
        goes_on = number + 1 < len(line.steps)
        both = [[other for other in squares if other != square] for squares in (found, others)]
        yield from _of_piece(step, square, both, again, goes_on)
    if not checked:
        yield from _pins(step, line.us, False)


def _uncovered(line: MotifLine, step: LineStep) -> Iterator[FoundMotif]:
    """Threats to pieces that the move uncovers, which are left when the moved piece is captured without a check."""
    later = line.boards[step.index + 2 : step.index + 3]
    if step.board.is_check() or step.captured or not later or later[0].is_check():
        return
    won = (_won(_passed(step.after)) & _won(later[0])) - _won(step.board)
    for square in _dearest_first(step.after, won):
        kind = step.after.piece_type_at(square)
        by_itself = square in step.after.attacks(step.move.to_square)
        if kind != chess.PAWN and not by_itself and later[0].piece_at(square) == step.after.piece_at(square):
            yield FoundMotif(Motif.THREATENS, step.index, (ClaimPiece(kind or 0, square),))


def _is_replaced(line: MotifLine, number: int) -> bool:
    """True if a pawn is exchanged for a pawn on its square, so that another pawn attacks from there; no check is given."""
    step, later = line.steps[number], line.steps[number + 1 : number + 2]
    pawns = step.piece == chess.PAWN and all(one.piece == chess.PAWN for one in later)
    back = later and later[0].move.to_square == step.move.to_square and not later[0].after.is_check()
    return pawns and bool(back)


def _pins(step: LineStep, us: chess.Color, was: bool) -> Iterator[FoundMotif]:
    """Knights, bishops and rooks already pinned (`was`) that the move attacks again, or minor pieces that it newly pins."""
    before = step.board.copy(stack=False)
    before.turn, before.ep_square = not us, None
    old = set(pinned_pieces(before, us))
    fresh = step.after.attacks(step.move.to_square) & ~int(step.board.attacks(step.move.from_square))
    kinds = (chess.KNIGHT, chess.BISHOP, chess.ROOK) if was else (chess.KNIGHT, chess.BISHOP)
    for pair in pinned_pieces(step.after, us):
        if step.after.piece_type_at(pair[0]) not in kinds or (pair in old) is not was or pair[0] not in fresh:
            continue  # the moved piece itself attacks it
        if not was and not chess.between(step.move.to_square, pair[1]) & chess.BB_SQUARES[pair[0]]:
            continue
        pieces = tuple(ClaimPiece(step.after.piece_type_at(square) or 0, square) for square in pair)
        yield FoundMotif(Motif.PRESSES_PIN if was else Motif.PINS, step.index, pieces)


def _dearest_first(board: chess.Board, squares: set[chess.Square]) -> list[chess.Square]:
    return sorted(squares, key=lambda square: (-worth_at(board, square), square))


def _is_threat(board: chess.Board, passed: chess.Board, square: chess.Square) -> bool:
    """True if the piece itself would be won, and the move does not just offer an exchange."""
    piece = passed.piece_type_at(square)
    return piece is not None and board.piece_type_at(square) == piece and not _is_offer(board, square, piece)


def _of_piece(
    step: LineStep, square: chess.Square, both: list[list[chess.Square]], again: bool, goes_on: bool
) -> Iterator[FoundMotif]:
    """The motifs of a threatened piece, the most informative first: why the threat cannot be met, or what it gains.

    `both`: the other pieces newly threatened, and all of them. `again`: the piece has just moved there. `goes_on`: our next move
    is in the line.
    """
    board = step.after
    named = ClaimPiece(board.piece_type_at(square) or 0, square)
    if named.kind != chess.PAWN and is_trapped(board, square):
        yield FoundMotif(Motif.THREATENS_TRAPPED, step.index, (named,))
    elif named.kind != chess.PAWN and _must_stay(board, square):
        yield FoundMotif(Motif.MUST_STAY, step.index, (named,))
    for motif, others in zip((Motif.THREATENS_BOTH, Motif.THREATENS_TOO), both, strict=True):
        other = next(
            (one for one in others if board.piece_type_at(one) != chess.PAWN or named.kind == chess.PAWN), None
        )
        other = other if other is not None else next(iter(others), None)
        if other is not None:
            yield FoundMotif(motif, step.index, (named, ClaimPiece(board.piece_type_at(other) or 0, other)))
            break
    for guarded in _tied_to(board, square) if named.kind != chess.PAWN else ():
        pieces = named, ClaimPiece(board.piece_type_at(guarded) or 0, guarded)
        yield FoundMotif(Motif.DRIVES_OFF, step.index, pieces)
    reply = step.reply
    if reply is not None and reply.from_square == square and not board.is_capture(reply):
        if _develops(step) and square in board.attacks(step.move.to_square):
            yield FoundMotif(Motif.DEVELOPS_TEMPO, step.index, (named,))
        if named.kind != chess.PAWN and _goes_back(board, reply):
            yield FoundMotif(Motif.DRIVES_BACK, step.index, (named, ClaimPiece(0, reply.to_square)))
        if again:
            yield FoundMotif(Motif.MOVES_AGAIN, step.index, (named,))
        if goes_on and named.kind != chess.PAWN:
            yield FoundMotif(Motif.TEMPO, step.index, (named,))
    yield FoundMotif(Motif.THREATENS, step.index, (named,))


def _tied_to(board: chess.Board, guard: chess.Square) -> Iterator[chess.Square]:
    """The pieces, no pawns, that fall wherever their attacked guard goes, unless it falls itself there."""
    passed = _passed(board)
    ways = [*board.generate_legal_moves(from_mask=chess.BB_SQUARES[guard])]
    for guarded in board.attacks(guard) & board.occupied_co[board.turn] & ~(board.kings | board.pawns):
        attacked = board.is_attacked_by(not board.turn, guarded)
        if attacked and ways and not _falls_on(passed, guarded) and all(_is_torn(board, way, guarded) for way in ways):
            yield guarded


def _falls_on(board: chess.Board, square: chess.Square, taken: int = 0) -> bool:
    """True if a capture on the square wins more than was taken before."""
    captures = board.generate_legal_moves(to_mask=chess.BB_SQUARES[square])
    return any(board.is_capture(move) and exchange(board, move) > taken for move in captures)


def _is_torn(board: chess.Board, move: chess.Move, guarded: chess.Square) -> bool:
    """True if after the guard's move it falls, or what it guarded, for more than it takes; a check holds both for a while."""
    taken = worth_at(board, move.to_square)
    after = board.copy(stack=False)
    after.push(move)
    return not after.is_check() and any(_falls_on(after, square, taken) for square in (guarded, move.to_square))


def _must_stay(board: chess.Board, square: chess.Square) -> bool:
    """True if the piece is lost or allows mate in one wherever it goes, and mate at least once."""
    mated = 0
    for move in board.generate_legal_moves(from_mask=chess.BB_SQUARES[square]):
        after = board.copy(stack=False)
        after.push(move)
        mates = mates_at_once(after)
        mated += mates
        if not mates and exchange(board, move) >= 0:
            return False
    return mated > 0


def _develops(step: LineStep) -> bool:
    """True if a knight or bishop leaves its first rank in the opening."""
    home = 0 if step.board.turn else 7
    early = step.board.fullmove_number <= OPENING_MOVES and chess.square_rank(step.move.from_square) == home
    return early and step.piece in (chess.KNIGHT, chess.BISHOP)


def _goes_back(board: chess.Board, reply: chess.Move) -> bool:
    """True if the piece goes nearer to its own side, without a check or an attack on a piece that could be won."""
    forward = 1 if board.turn else -1
    if forward * (chess.square_rank(reply.to_square) - chess.square_rank(reply.from_square)) >= 0:
        return False
    after = board.copy(stack=False)
    after.push(reply)
    if after.is_check():
        return False
    hit = after.attacks(reply.to_square) & after.occupied_co[after.turn] & ~after.pawns
    return not any(square in _won(_passed(after)) for square in hit)


def _is_offer(board: chess.Board, square: chess.Square, piece: chess.PieceType) -> bool:
    """True if only guarded queens attack a queen, or guarded rooks a rook: an offer to exchange, not a threat."""
    side = not board.turn
    return piece in (chess.ROOK, chess.QUEEN) and all(
        board.piece_type_at(attacker) == piece and bool(board.attackers_mask(side, attacker))
        for attacker in board.attackers(side, square)
    )


def _passed(board: chess.Board) -> chess.Board:
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


def _won(board: chess.Board) -> set[chess.Square]:
    """The squares on which the side to move wins material by capturing."""
    return {move.to_square for move in board.generate_legal_captures() if exchange(board, move) > 0}


def _attacked(board: chess.Board) -> set[chess.Square]:
    """The squares of the opponent's pieces that the side to move attacks, including illegal captures."""
    enemies = chess.SquareSet(board.occupied_co[not board.turn])
    return {square for square in enemies if board.is_attacked_by(board.turn, square)}


def _promoting(board: chess.Board) -> set[chess.Square]:
    """The pawns of the side to move that can become a queen without losing it."""
    moves = (move for move in board.legal_moves if move.promotion == chess.QUEEN)
    return {move.from_square for move in moves if exchange(board, move) > 0}


def mates_at_once(board: chess.Board) -> bool:
    """True if the side to move has a mate in one."""
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return True
    return False


def is_forced(board: chess.Board) -> bool:
    """True if the side to move is in check, has one legal move, or would by a pass lose something to a capture, a promotion or
    mate in one."""
    if board.is_check() or board.legal_moves.count() < 2:
        return True
    passed = _passed(board)
    return bool(_won(passed) or _promoting(passed)) or mates_at_once(passed)
