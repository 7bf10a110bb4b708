"""Whether what a claim says happens in the other line as well: then it is not what the move allows, or misses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import chess

from engine.coach.claims import NULL_MOVE, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.exchange_values import WORTH, exchange
from engine.coach.line import MotifLine
from engine.coach.line_comparison import fallen
from engine.coach.mistake import Mistake, same_reply

FARTHEST = 8  # plies of the other line, as many as a reader follows
WAIT = 1  # moves between a capture and its recapture
NEXT = 3  # plies up to the mover's next move
Boards = tuple[chess.Board, ...]
Moves = tuple[chess.Move, ...]
PIECE = 3  # pawns
LEAST_THREAT = 2  # pawns
_PINS = (Motif.PINS, Motif.PRESSES_PIN, Motif.PIN, Motif.RELATIVE_PIN)
_ATTACKS = (
    *(Motif.THREATENS, Motif.THREATENS_BOTH, Motif.TEMPO, Motif.DRIVES_BACK, Motif.DEVELOPS_TEMPO, Motif.MOVES_AGAIN),
    Motif.HITS,
)
_COMPARED = (
    *(Motif.FALLS, Motif.LEAVES, Motif.CHASED, Motif.PAWN_RACE, Motif.UNSTOPPABLE, Motif.KING_IN, Motif.ROOK_BEHIND),
    *(Motif.GETS_SAFE, Motif.GETS_AWAY, Motif.NOW_GUARDED, Motif.REGAINS, Motif.SLIPS),
    *(Motif.REPETITION, Motif.PERPETUAL, Motif.PERPETUAL_HELD, Motif.STALEMATE),
)
"""Motifs that name the other line, or that differ by the scores alone."""


def happens_anyway(mistake: Mistake, claim: Claim) -> bool:
    """True if the other line has the same event: the same attack by the same move, or the fall of the same pieces for as much.
    What a side gets in both lines is not the difference. Lasting changes compare the lines themselves."""
    told = claim.role in (ClaimRole.ALLOWS, ClaimRole.MISSES)
    if not told or claim.mate or claim.motif in _COMPARED or claim.motif.facts.looked_up or claim.other:
        return False
    other = _other(mistake, claim.role)
    boards, moves = _replayed(claim)
    side = boards[claim.key].turn
    if claim.motif is Motif.KING_DRIVEN:
        return _king_moves(other, not side)
    if claim.threat and claim.role is ClaimRole.MISSES:
        return any(board.turn is side and board.uci(move) == claim.line[-1] for board, move in [*_moves(other)][:NEXT])
    if claim.threat:
        return mistake.reply[:1] == mistake.best[1:2] or _threatens_too(mistake, claim)
    captures = boards[claim.key].is_capture(moves[claim.key])
    if claim.balance.won:
        falls = _falls_alike(claim, other, boards, moves) and not _is_paid_for(claim, other, side)
        return falls or (not captures and _attacks_alike(claim, other, boards, moves, 2))
    if captures:
        return _falls_alike(claim, other, boards, moves)
    farthest = FARTHEST if claim.role is ClaimRole.ALLOWS else NEXT  # a chance that comes back later was missed now
    return _attacks_alike(claim, other, boards, moves, farthest) or _is_lost_anyway(claim, other, boards, moves)


def _threatens_too(mistake: Mistake, claim: Claim) -> bool:
    """True if after the better move and the same reply the same capture would win as much, and the mover has nothing better to do
    than to meet it."""
    there = same_reply(mistake) if len(claim.line) == 2 else None
    if there is None or there.is_check() or any(exchange(there, move) > 0 for move in there.generate_legal_captures()):
        return False
    played = mistake.played.boards[2].copy(stack=False)
    capture = chess.Move.from_uci(claim.threat[0])
    if played.is_check():
        return False
    for board in (there, played):
        board.push(chess.Move.null())
    same = all(there.piece_at(end) == played.piece_at(end) for end in (capture.from_square, capture.to_square))
    won = exchange(played, capture) if played.is_capture(capture) else 0
    return same and won >= LEAST_THREAT and there.is_legal(capture) and exchange(there, capture) >= won


def is_common(mistake: Mistake, claim: Claim) -> bool:
    """True if the first move of a line attacks what the other move attacks as well, or what the same reply would attack after
    the better move: a claim of that comes last."""
    if claim.motif not in _ATTACKS or claim.balance.won or claim.threat or claim.mate:
        return False
    if claim.role is ClaimRole.MISSES:
        return claim.key == 0 and is_threatened_too(mistake, claim.pieces)
    return claim.key == 1 and _is_allowed_too(mistake, claim)


def _is_allowed_too(mistake: Mistake, claim: Claim) -> bool:
    """True if after the better move the same reply loses nothing, and it could then capture the named pieces with profit."""
    if len(mistake.better.boards) < 3:
        return False
    after, reply, played = mistake.better.boards[2], mistake.played.moves[1], mistake.played.boards[1]
    same = after.piece_at(reply.from_square) == played.piece_at(reply.from_square)
    same = same and after.piece_at(reply.to_square) == played.piece_at(reply.to_square)
    root = mistake.played.boards[0]
    there = all(after.piece_at(piece.square) == root.piece_at(piece.square) for piece in claim.pieces)
    if not (same and there and after.is_legal(reply)) or exchange(after, reply) < 0:
        return False
    then = after.copy(stack=False)
    then.push(reply)
    if then.is_check() or any(exchange(then, move) > 0 for move in then.generate_legal_captures()):
        return False  # the better move has a threat of its own
    then.push(chess.Move.null())
    captures = {move.to_square for move in then.generate_legal_captures() if exchange(then, move) > 0}
    named = {piece.square for piece in claim.pieces if then.color_at(piece.square) is mistake.white}
    return bool(named) and named <= captures


def is_threatened_too(mistake: Mistake, pieces: tuple[ClaimPiece, ...]) -> bool:
    """True if the mover could capture the named pieces of the other side with profit also after the played move and a pass."""
    after = mistake.played.boards[1]
    named = [piece.square for piece in pieces if after.color_at(piece.square) is not mistake.white]
    if after.is_check() or not named:
        return False
    passed = after.copy(stack=False)
    passed.push(chess.Move.null())
    captures = {move.to_square for move in passed.generate_legal_captures() if exchange(passed, move) > 0}
    return captures.issuperset(named)


def _is_paid_for(claim: Claim, other: MotifLine, side: chess.Color) -> bool:
    """True if the side profits by a piece less in the other line, when that is at rest for the last time: there the opponent
    takes one first."""
    rests = [board for board, calm in zip(other.boards, other.quiet, strict=True) if calm]
    return bool(rests) and claim.balance.pawns - _lead(rests[-1], side) + _lead(other.boards[0], side) >= PIECE


def _other(mistake: Mistake, role: ClaimRole) -> MotifLine:
    """The line that a claim of this role is compared with, from the position of the mistake on."""
    line = mistake.better if role is ClaimRole.ALLOWS else mistake.played
    skipped = int(role is ClaimRole.ALLOWS)  # the better line begins with a null move
    end = skipped + FARTHEST
    return MotifLine(line.boards[skipped : end + 1], line.moves[skipped:end])


def _moves(line: MotifLine) -> Iterator[tuple[chess.Board, chess.Move]]:
    yield from zip(line.boards, line.moves, strict=False)


def _attacks_alike(claim: Claim, other: MotifLine, boards: Boards, moves: Moves, farthest: int) -> bool:
    """True if the key move is played within the first plies of the other line too, and hits there what the claim names."""
    key, before = moves[claim.key], boards[claim.key]
    kind, taken = before.piece_type_at(key.from_square), before.piece_type_at(key.to_square)
    pinned = (
        replace(claim, pieces=claim.pieces[:1]) if claim.motif in _PINS else claim
    )  # the attack is on the first piece
    named = _named(pinned, boards, moves)
    for at, (board, move) in enumerate([*_moves(other)][:farthest]):
        alike = move == key and board.turn is before.turn and board.piece_type_at(move.from_square) == kind
        met = other.moves[at + 1 : at + 2] and other.moves[at + 1].to_square == key.to_square  # it is captured at once
        if alike and not met and board.piece_type_at(move.to_square) == taken:
            now = _origins(other.boards, other.moves, at + 1)
            after, there = other.boards[at + 1], [square for square, origin in now.items() if origin in named]
            if len(there) == len(named) > 0 and all(after.is_attacked_by(before.turn, square) for square in there):
                return True
    return False


def _named(claim: Claim, boards: Boards, moves: Moves) -> set[chess.Square]:
    """The squares at the beginning of the pieces of the other side that a claim names."""
    at, side = claim.key + int(not claim.motif.facts.before), boards[claim.key].turn
    begin = _origins(boards, moves, at)
    there = [piece for piece in claim.pieces if boards[at].piece_at(piece.square) == _piece(piece, not side)]
    return {begin[piece.square] for piece in there if piece.square in begin}


def _piece(piece: ClaimPiece, side: chess.Color) -> chess.Piece | None:
    return chess.Piece(piece.kind, side) if piece.kind else None


def _replayed(claim: Claim) -> tuple[Boards, Moves]:
    board = chess.Board(claim.fen, chess960=claim.chess960)
    boards, moves = [board.copy(stack=False)], []
    for text in claim.whole:
        moves.append(chess.Move.null() if text == NULL_MOVE else board.parse_uci(text))
        board.push(moves[-1])
        boards.append(board.copy(stack=False))
    return tuple(boards), tuple(moves)


def _falls_alike(claim: Claim, other: MotifLine, boards: Boards, moves: Moves) -> bool:
    """True if all that a line wins falls in the other line too, each piece for as much on its square."""
    won, side = fallen(boards, moves), boards[claim.key].turn
    kinds = {_alike(kind) for kind in claim.balance.won}
    named = [
        (square, at)
        for square, at in won.items()
        if boards[0].color_at(square) is not side and (not kinds or _alike(_kind(boards[0], square)) in kinds)
    ]
    if not kinds:
        named = [(square, at) for square, at in named if at == claim.key]
    there = fallen(other.boards, other.moves)
    least = claim.balance.pawns if kinds and len(named) == 1 else -FARTHEST  # also what is won on other squares
    return bool(named) and all(
        square in there
        and _net(other.boards, other.moves, there[square], side, WAIT) >= max(least, _net(boards, moves, at, side))
        for square, at in named
    )


def _net(boards: Boards, moves: Moves, at: int, side: chess.Color, wait: int = 0) -> int:
    """A side's gain in pawns by a capture, those directly before it on its square, and those that follow there; also what is
    taken back there up to `wait` moves later."""
    begin, end, square = at, at + 1, moves[at].to_square
    while begin and moves[begin - 1].to_square == square and _changes(boards[begin - 1], moves[begin - 1]):
        begin -= 1
    while end < len(moves) and moves[end].to_square == square:
        end += 1
    later = range(end + 2, min(end + 2 * wait + 1, len(moves)), 2)
    late = next((one for one in later if moves[one].to_square == square), None)
    back = 0
    if end == at + 1 and late is not None and boards[late].is_capture(moves[late]) and boards[late].turn is not side:
        back = _lead(boards[late], side) - _lead(boards[late + 1], side)
    if end == len(moves) and boards[end].turn is not side:  # the line ends before the piece is taken back
        captures = boards[end].generate_legal_captures(to_mask=chess.BB_SQUARES[square])
        back = max((exchange(boards[end], move) for move in captures), default=0)
    return _lead(boards[end], side) - _lead(boards[begin], side) - max(0, back)


def _changes(board: chess.Board, move: chess.Move) -> bool:
    return board.is_capture(move) or bool(move.promotion)


def _lead(board: chess.Board, side: chess.Color) -> int:
    return sum(
        WORTH[kind] * (board.pieces_mask(kind, side).bit_count() - board.pieces_mask(kind, not side).bit_count())
        for kind in range(chess.PAWN, chess.KING)
    )


def _is_lost_anyway(claim: Claim, other: MotifLine, boards: Boards, moves: Moves) -> bool:
    """True if the attacked pieces fall in the other line, for all that they are worth."""
    side, there, named = boards[claim.key].turn, fallen(other.boards, other.moves), _named(claim, boards, moves)
    return bool(named) and all(
        square in there and _net(other.boards, other.moves, there[square], side) >= WORTH[_kind(boards[0], square)]
        for square in named
    )


def _origins(boards: Boards, moves: Moves, end: int) -> dict[int, int]:
    """The squares of pieces after `end` moves, each with the square at which the piece began."""
    origin = {square: square for square in boards[0].piece_map()}
    for move in moves[:end]:
        if move and move.from_square in origin:
            origin[move.to_square] = origin.pop(move.from_square)
    return origin


def _king_moves(line: MotifLine, side: chess.Color) -> bool:
    """True if a king moves in the line without castling."""
    return any(
        board.turn is side and board.piece_type_at(move.from_square) == chess.KING and not board.is_castling(move)
        for board, move in _moves(line)
    )


def _kind(board: chess.Board, square: chess.Square) -> int:
    return board.piece_type_at(square) or 0


def _alike(kind: int) -> int:
    return chess.KNIGHT if kind == chess.BISHOP else kind
