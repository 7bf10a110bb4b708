"""The moves that show the point of a claim, what its key move takes, the owners of its pieces, its outcome; moves as spoken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType

import chess

from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.facts import has_pieces, passed_pawns

_ATTACKS = (
    *(Motif.ATTACKS, Motif.HITS, Motif.THREATENS, Motif.THREATENS_BOTH, Motif.THREATENS_TOO, Motif.THREATENS_TRAPPED),
    *(
        Motif.TEMPO,
        Motif.DRIVES_BACK,
        Motif.MOVES_AGAIN,
        Motif.DRIVES_OFF,
        Motif.PRESSES_PIN,
        Motif.PINS,
        Motif.LEFT_LOOSE,
    ),
)
OF_CAPTURES = (Motif.HANGING, Motif.STILL_ATTACKED, Motif.FREE_PIECE)
_TIME = (Motif.TEMPO, Motif.DRIVES_BACK, Motif.MOVES_AGAIN, Motif.DEVELOPS_TEMPO)
_WEAKNESSES = (Motif.ISOLATED_PAWN, Motif.DOUBLED_PAWNS, Motif.BACKWARD_PAWN, Motif.BAD_BISHOP)
OF_ENDINGS = (Motif.OPPOSITION, Motif.OUTSIDE_SQUARE, Motif.KEY_SQUARE, Motif.SKEWERS_OFF)
"""Motifs that decide an ending: its outcome is named with them."""
DECIDED_CP, DRAWN_CP = 300, 30  # from which on, and up to which, an ending is called decided or drawn
SPOKEN_PIECES: Mapping[int, str] = MappingProxyType(
    {piece: chess.piece_name(piece) for piece in range(chess.PAWN, chess.KING + 1)}
)
SPOKEN: Mapping[str, str] = MappingProxyType(
    {
        "move": "%1 to %2",
        "takes": "%1 takes %2",
        "short": "castles kingside",
        "long": "castles queenside",
        "promotes": "%1, becomes %2",
        "check": "%1, check",
        "mate": "%1, mate",
    }
)
SOON = 6  # plies after the key move, within which a reader follows how something is won
SOON_OF_THREAT = 4  # the same if the other side passes
PUZZLING = 4  # pawns
SLOW = 3  # moves shown of a lasting change, at least


def moves_in_sentence(claim: Claim) -> int:
    """The moves up to the key move; for a lasting change the first moves, up to the arrival of the named piece, or to the move
    after which the named pawn stays."""
    slow = claim.key == 0 and claim.other and not claim.motif.facts.at_once
    slow = slow and (claim.role is not ClaimRole.WORKS or len(claim.line) > SLOW)
    return max(SLOW, _arrival(claim), _settled(claim)) if slow else claim.key + 1


def moves_after(claim: Claim) -> int:
    """The moves up to what an attack leads to: the gain, or our next move if it only gains time; 0 if there is nothing to add."""
    if claim.motif is Motif.PREPARES:
        return len(claim.line) if len(claim.line) > SLOW else 0
    alone = claim.motif in _TIME and not (claim.balance.won or claim.threat)
    if alone and len(claim.line) > claim.key + 2 and not (claim.motif is Motif.TEMPO and follow_matters(claim)):
        return claim.key + 3
    return _moves_to_capture(claim) if claim.motif in _ATTACKS and not claim.balance.won else _moves_to_gain(claim)


def _moves_to_capture(claim: Claim) -> int:
    """The moves up to our next one, if it captures a piece that the claim says is attacked; else 0."""
    at = claim.key + 2
    if claim.threat or at >= len(claim.line):
        return 0
    target = claim.line[at][2:4]
    named = target in [chess.square_name(piece.square) for piece in claim.pieces]
    stays = all(text[:2] != target for text in claim.line[claim.key + 1 : at])
    return at + 1 if named and stays else 0


def _moves_to_gain(claim: Claim) -> int:
    """The moves up to the one that wins what the claim says is won, if that comes soon after the key move; 0 if the key move
    wins it."""
    if claim.mate or not claim.balance.won or claim.motif is Motif.PROMOTION:
        return 0
    boards = boards_of(claim, claim.whole)
    us = boards[claim.key].turn
    leads = [_lead(board, us) for board in boards]
    end = min(len(claim.whole), claim.key + 1 + (SOON_OF_THREAT if claim.threat else SOON))
    found = next((at for at in range(claim.key + 1, end + 1) if min(leads[at : at + 2]) >= leads[-1]), 0)
    return found if found > claim.key + 1 and boards[found].turn is not us else 0


def _lead(board: chess.Board, side: chess.Color) -> int:
    return sum(
        Balance.WORTH[kind] * (len(board.pieces(kind, side)) - len(board.pieces(kind, not side)))
        for kind in range(chess.PAWN, chess.KING)
    )


def _arrival(claim: Claim) -> int:
    """The number of moves until the named piece reaches its square; 0 if it does not move there."""
    if not claim.motif.facts.arrives:
        return 0
    first = 1 if claim.role is ClaimRole.ALLOWS else 0
    name = chess.square_name(claim.pieces[0].square)
    return max((at + 1 for at in range(first, len(claim.line), 2) if claim.line[at][2:4] == name), default=0)


def _settled(claim: Claim) -> int:
    """The number of moves after which a weak or passed pawn is on its square for good; 0 of another claim."""
    if claim.motif not in (*_WEAKNESSES, Motif.PASSED_PAWN) or claim.pieces[0].kind != chess.PAWN:
        return 0
    pawn = chess.Piece(chess.PAWN, bool(owner(claim, claim.pieces[0])))
    boards = boards_of(claim, claim.line)
    square, passed = claim.pieces[0].square, claim.motif is Motif.PASSED_PAWN
    there = [
        board.piece_at(square) == pawn and not (passed and square not in passed_pawns(board, pawn.color))
        for board in boards
    ]
    return next((at + 1 for at in range(len(there) - 1, -1, -1) if not there[at]), 0) if there[-1] else 0


def owner(claim: Claim, piece: ClaimPiece) -> chess.Color | None:
    """The side of a piece that a claim names: on the board after the key move (before it, for a captured piece), or on the
    nearest other one of its lines. A sacrificed piece is no longer there, and a pawn may have captured one of the other side
    on its square: the first and a passed pawn are of the side that profits, weak pawns of the other."""
    if claim.motif in (Motif.SACRIFICE, Motif.PASSED_PAWN):
        return (" w " in claim.fen) is not (claim.role is ClaimRole.ALLOWS)
    if claim.motif in _WEAKNESSES:
        return (" w " in claim.fen) is (claim.role is ClaimRole.ALLOWS)
    boards = [*boards_of(claim, claim.whole), *boards_of(claim, claim.other)]
    at = min(claim.key + (0 if claim.motif.facts.before else 1), len(claim.whole))
    for board in (boards[at], *reversed(boards[:at]), *boards[at + 1 :]):
        found = board.piece_at(piece.square)
        if found is not None and found.piece_type == piece.kind:
            return found.color
    return None


def at_beginning(claim: Claim, piece: ClaimPiece) -> ClaimPiece:
    """A piece at the beginning of a claim's line, on its square before the key move."""
    at = chess.square_name(piece.square)
    for text in claim.line[: claim.key]:
        if text[2:4] == at:
            break  # it is captured
        at = text[2:4] if text[:2] == at else at
    return ClaimPiece(piece.kind, chess.parse_square(at))


def taken_first(claim: Claim) -> ClaimPiece | None:
    """The piece that the key move of an attack captures, unless it takes back; None if it captures nothing."""
    if claim.motif not in _ATTACKS or claim.threat or claim.mate:
        return None
    boards, moves = boards_of(claim, claim.line), [chess.Move.from_uci(text) for text in claim.line]
    board, move, at = boards[claim.key], moves[claim.key], max(0, claim.key - 1)
    back = claim.key > at and moves[at].to_square == move.to_square and boards[at].is_capture(moves[at])
    kind, own = board.piece_type_at(move.to_square), board.color_at(move.to_square) is board.turn
    return None if kind is None or own or back else ClaimPiece(kind, move.to_square)


def cut_off(claim: Claim) -> list[ClaimPiece]:
    """The slider whose move the other side blocks, and what it goes to; empty if that prevents the move otherwise. The better
    move blocks the reply, or the reply the better move."""
    forbids = int(claim.motif is Motif.FORBIDS)
    board = boards_of(claim, claim.line)[1 + forbids]
    move, answer = map(chess.Move.from_uci, (claim.line[forbids], claim.other[1 - forbids]))
    blocks = chess.between(answer.from_square, answer.to_square) & chess.BB_SQUARES[move.to_square]
    slides = board.piece_type_at(answer.from_square) in (chess.BISHOP, chess.ROOK, chess.QUEEN)
    ends = answer.from_square, answer.to_square
    return [ClaimPiece(board.piece_type_at(square) or 0, square) for square in ends] if blocks and slides else []


def pinned_off(claim: Claim) -> list[ClaimPiece]:
    """The piece that the other side newly pins to its king, and that king, if that prevents its move; else empty."""
    forbids = int(claim.motif is Motif.FORBIDS)
    before, board = boards_of(claim, claim.line)[forbids : forbids + 2]
    start, side = chess.Move.from_uci(claim.other[1 - forbids]).from_square, board.turn
    king, kind = board.king(side), board.piece_type_at(start)
    if king is None or kind is None or not board.is_pinned(side, start) or before.is_pinned(side, start):
        return []
    return [ClaimPiece(kind, start), ClaimPiece(chess.KING, king)]


def follow_matters(claim: Claim) -> bool:
    """True if the move after a gained tempo is a check, a promotion, or a capture but not an exchange."""
    at = claim.key + 2
    boards, moves = boards_of(claim, claim.line), [chess.Move.from_uci(text) for text in claim.line]
    board, move = boards[at], moves[at]
    back = moves[at + 1 : at + 2] and moves[at + 1].to_square == move.to_square
    taken, given = (board.piece_type_at(square) or chess.PAWN for square in (move.to_square, move.from_square))
    worth = (*Balance.WORTH, 0)
    exchanged = bool(back) and worth[taken] <= worth[given]
    return (board.is_capture(move) and not exchanged) or board.gives_check(move) or bool(move.promotion)


def boards_of(claim: Claim, line: Sequence[str]) -> list[chess.Board]:
    """All positions of a line of the claim."""
    board = chess.Board(claim.fen, chess960=claim.chess960)
    boards = [board.copy(stack=False)]
    for text in line:
        board.push_uci(text)
        boards.append(board.copy(stack=False))
    return boards


def is_lost_whole(claim: Claim) -> bool:
    """True if a captured piece is worth so much more than what is won by the end that this would puzzle a reader."""
    return is_other_gain(claim) and Balance.WORTH[claim.pieces[0].kind] >= claim.balance.pawns + PUZZLING


def is_other_gain(claim: Claim) -> bool:
    """True if an unprotected piece is captured, but by the end of the line something else is won."""
    if claim.motif not in OF_CAPTURES:
        return False
    kind = chess.KNIGHT if claim.pieces[0].kind == chess.BISHOP else claim.pieces[0].kind
    return kind not in [chess.KNIGHT if piece == chess.BISHOP else piece for piece in claim.balance.won]


def promoted(claim: Claim) -> int | None:
    """The type of piece that the pawn of the key move becomes; None if it does not promote."""
    return chess.Move.from_uci(claim.whole[claim.key]).promotion


def profit(claim: Claim) -> int:
    """The score in centipawns after the line's first move, of the side that profits by it."""
    allows = claim.role is ClaimRole.ALLOWS
    return (claim.after if allows else claim.before).worth((" w " in claim.fen) is not allows)


def without_promotion(claim: Claim) -> Balance:
    """The gain without the queen that a pawn becomes: the other side does not lose that one."""
    balance = claim.balance
    boards = boards_of(claim, claim.whole)
    begin, us = boards[len(claim.line) + 1 if claim.threat else 0], boards[claim.key].turn
    queens = len(begin.pieces(chess.QUEEN, not us)) - len(boards[-1].pieces(chess.QUEEN, not us))
    promotes = any(len(text) > 4 for text in claim.whole[claim.key % 2 :: 2])
    if not promotes or chess.QUEEN not in balance.won or chess.PAWN not in balance.lost or queens > 0:
        return balance
    won, lost = [*balance.won], [*balance.lost]
    won.remove(chess.QUEEN)
    lost.remove(chess.PAWN)
    return Balance(tuple(won), tuple(lost))


class EndingOutcome(Enum):
    """The outcome of an ending for the player of the move; OPEN if the scores do not decide it."""

    LOST = "lost"
    WON = "won"
    DRAWN = "drawn"
    OPEN = "open"


def outcome(claim: Claim) -> EndingOutcome:
    """The outcome of a claim's line, by the score of a search or of tables."""
    score = claim.after if claim.role is ClaimRole.ALLOWS else claim.before
    worth = score.worth(" w " in claim.fen)
    if abs(worth) >= DECIDED_CP:
        return EndingOutcome.WON if worth > 0 else EndingOutcome.LOST
    return EndingOutcome.DRAWN if abs(worth) <= DRAWN_CP else EndingOutcome.OPEN


def pawn_ending(claim: Claim) -> EndingOutcome | None:
    """The outcome of the pawn ending that a claim of such, or of tables, comes to; None if it is open, or no pawn ending."""
    tables = claim.motif in (Motif.TABLE_WIN, Motif.TABLE_DRAW)
    if tables:
        boards = boards_of(claim, claim.line)
        tables = has_pieces(boards[0]) and not has_pieces(boards[-1])
    found = outcome(claim) if tables or claim.motif is Motif.PAWN_ENDING else EndingOutcome.OPEN
    return found if found is not EndingOutcome.OPEN else None


def spoken_moves(board: chess.Board, moves: Sequence[str], fill: Callable[..., str]) -> str:
    """Legal UCI moves in words, played on the board; `fill` fills a template in the language."""
    text = ""
    for uci in moves:
        move = board.parse_uci(uci)
        part = _spoken_move(board, move, fill)
        text = fill("%1, %2", text, part) if text else part
        board.push(move)
    return text


def _spoken_move(board: chess.Board, move: chess.Move, fill: Callable[..., str]) -> str:
    if board.is_castling(move):
        text = fill(SPOKEN["short" if board.is_kingside_castling(move) else "long"])
    else:
        piece = fill(SPOKEN_PIECES[board.piece_type_at(move.from_square) or chess.PAWN])
        how = "takes" if board.is_capture(move) else "move"
        text = fill(SPOKEN[how], piece, chess.square_name(move.to_square))
    if move.promotion:
        text = fill(SPOKEN["promotes"], text, fill(SPOKEN_PIECES[move.promotion]))
    after = board.copy(stack=False)
    after.push(move)
    if after.is_check():
        text = fill(SPOKEN["mate" if after.is_checkmate() else "check"], text)
    return text
