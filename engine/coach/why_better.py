"""Why the better move works: how it meets what the played move allowed."""

from __future__ import annotations

from dataclasses import replace

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.exchange_values import WORTH, after_captures, exchange, worth_at
from engine.coach.line_comparison import fallen
from engine.coach.mistake import Mistake, same_reply

ATTACKS = (
    *(Motif.ATTACKS, Motif.HITS, Motif.THREATENS, Motif.TEMPO, Motif.DRIVES_BACK, Motif.DEVELOPS_TEMPO),
    *(Motif.THREATENS_TRAPPED, Motif.MUST_STAY, Motif.MOVES_AGAIN),
)
"""Attacks on one piece, which the claim names first."""
_ALIKE = {chess.KNIGHT: (chess.BISHOP,), chess.BISHOP: (chess.KNIGHT,)}
LEAST_WORSE = 3  # pawns that an answer must lose elsewhere in the played line, if it is possible there
LATEST_TRAP = 3  # plies
SAFE = 6  # plies of the better line in which the moved piece is not captured
FARTHEST = 8  # plies of the better line in which the piece must not fall


def why_better(mistake: Mistake, allowed: Claim) -> Claim | None:
    """The claim that says how the better move avoids the loss; None if no simple reason is found."""
    if not mistake.best or not mistake.reply or len(allowed.line) < 2:
        return None
    root, after = mistake.better.boards[1], mistake.better.boards[2]
    move = mistake.better.moves[1]
    answer = chess.Move.from_uci(allowed.line[1])
    found = _meets(mistake, allowed, root, after, move, answer)
    if found is None:
        return _flight(mistake, allowed)
    motif, pieces = found
    return Claim(
        ClaimRole.WORKS,
        motif,
        mistake.fen,
        mistake.best[: 1 + (motif is Motif.SAVES)],  # the reply could capture the saved piece
        0,
        mistake.before,
        mistake.after,
        pieces,
        other=allowed.line,
        chess960=mistake.chess960,
    )


def prevents(mistake: Mistake) -> Claim | None:
    """The claim that the better move makes the reply illegal or a loss, though it captures neither piece; None if it does not.

    For a loss it names the capture that only the better line allows: that says why.
    """
    if len(mistake.better.moves) < 2 or len(mistake.played.moves) < 2:
        return None
    root, after, played = mistake.played.boards[0], mistake.better.boards[2], mistake.played.boards[1]
    (first, answer), move = mistake.played.moves[:2], mistake.better.moves[1]
    hit = played.piece_type_at(answer.to_square)
    if root.is_check() or after.is_check() or played.is_check() or answer.to_square == first.to_square:
        return None
    if move.to_square == answer.from_square or hit != after.piece_type_at(answer.to_square):
        return None
    if played.is_en_passant(answer) or mistake.reply[:1] == mistake.best[1:2]:
        return None  # that is an answer to the better move too
    loses = not after.is_legal(answer) or exchange(after, answer) < 0
    if not loses or exchange(played, answer) < 0:
        return None
    if after.is_legal(answer) and not _is_punished(after, answer):
        return None
    back = _captured_back(mistake, after, answer)
    if back is not None:
        return _met(mistake, (after.uci(answer), after.uci(back)))
    before = _passed(root)  # else the played move has made the reply possible
    return _works(mistake, Motif.PREVENTS) if before.is_legal(answer) and exchange(before, answer) >= 0 else None


def _is_punished(board: chess.Board, move: chess.Move) -> bool:
    """True if a capture of the moved piece wins more than the other side can then win by captures anywhere."""
    then = board.copy(stack=False)
    then.push(move)
    return any(after_captures(then, back) > 0 for back in cheapest_first(then, move.to_square))


def _captured_back(mistake: Mistake, after: chess.Board, answer: chess.Move) -> chess.Move | None:
    """The cheapest capture of the piece that has made the reply after the better move, if it is not there in the played line."""
    if not after.is_legal(answer) or len(mistake.played.boards) < 3:
        return None
    then = after.copy(stack=False)
    then.push(answer)
    for back in cheapest_first(then, answer.to_square):
        if not _is_there_too(mistake, then, back) and after_captures(then, back) > 0:
            return back
    return None


def cheapest_first(board: chess.Board, square: chess.Square) -> list[chess.Move]:
    """The legal captures on a square that lose nothing, by the cheapest piece first, by the king last."""
    moves = board.generate_legal_captures(to_mask=chess.BB_SQUARES[square])
    paying = (move for move in moves if exchange(board, move) > 0)
    return sorted(paying, key=lambda move: (worth_at(board, move.from_square), move.from_square))


def keeps(mistake: Mistake) -> Claim | None:
    """The claim that the better move guards a piece or pawn which the opponent captures in the played line alone."""
    line, better = mistake.played, mistake.better
    if len(better.boards) < 3:
        return None
    after, move, root = better.boards[2], better.moves[1], line.boards[0]
    falls = fallen(better.boards[1 : FARTHEST + 2], better.moves[1 : FARTHEST + 1])
    for square, at in fallen(line.boards, line.moves).items():
        there = root.color_at(square) is mistake.white and line.moves[at].to_square == square and square not in falls
        guards = square in after.attacks(move.to_square) and square not in root.attacks(move.from_square)
        won = there and exchange(line.boards[at], line.moves[at]) > 0
        if won and guards and move.from_square != square and not _is_lost(after, square):
            piece = (ClaimPiece(root.piece_type_at(square) or 0, square),)
            other = (mistake.move, *mistake.reply)[: at + 1]
            return replace(_works(mistake, Motif.GUARDS), pieces=piece, other=other)
    return None


def safe_there(mistake: Mistake, allowed: Claim) -> Claim | None:
    """The claim that the moved piece is safe on the square of the better move; after the played one it falls, or is attacked."""
    line, better = mistake.played, mistake.better
    if len(better.moves) <= SAFE or len(line.boards) < 3:
        return None
    (first, square), move = (line.moves[0], line.moves[0].from_square), better.moves[1]
    kind = line.boards[0].piece_type_at(square) or chess.KING
    calm = move.from_square == square and not any(line.boards[0].is_capture(one) for one in (first, move))
    if not calm or kind in (chess.PAWN, chess.KING) or _is_lost(better.boards[2], move.to_square):
        return None
    at = fallen(line.boards, line.moves).get(square)
    falls = at is not None and at < len(allowed.line) and exchange(line.boards[at], line.moves[at]) > 0
    falls = falls and (at == 1 or bool({kind, *_ALIKE.get(kind, ())} & {*allowed.balance.won}))
    named = [piece.square for piece in allowed.pieces[:1] if allowed.motif in ATTACKS and allowed.key == 1]
    hit = named == [first.to_square] and not line.boards[2].is_check() and _is_lost(_passed(line.boards[2]), named[0])
    if not (falls or hit) or square in fallen(better.boards[1 : SAFE + 2], better.moves[1 : SAFE + 1]):
        return None
    other = (mistake.move, *mistake.reply)[: (at or 1) + 1 if falls else 2]
    claim = _works(mistake, Motif.SAFE_THERE)
    return replace(claim, line=mistake.best[:SAFE], pieces=(ClaimPiece(kind, move.to_square),), other=other)


def meets_reply(mistake: Mistake) -> Claim | None:
    """The claim that the better move can answer the same reply by a move that is illegal or a loss after the played one."""
    if len(mistake.played.boards) < 3:
        return None
    if mistake.reply[:1] != mistake.best[1:2]:
        return _meets_instead(mistake)
    if len(mistake.best) < 3:
        return None
    answer = mistake.better.moves[3]
    if answer == mistake.played.moves[0]:
        return None  # only the order of the moves is different
    if mistake.better.boards[3].is_check() and not _only_king_moves(mistake, answer):
        return None
    if _is_there_too(mistake, mistake.better.boards[3], answer):
        return None
    return _met(mistake, mistake.best[1:3])


def _meets_instead(mistake: Mistake) -> Claim | None:
    """The same of the reply that is best only after the played move: the answer captures the piece that made it, or parries its
    check."""
    there = same_reply(mistake) if mistake.instead else None
    if there is None:
        return None
    answer = chess.Move.from_uci(mistake.instead[0])
    takes = answer.to_square == mistake.played.moves[1].to_square
    if answer == mistake.played.moves[0] or not (takes or there.is_check()) or _is_there_too(mistake, there, answer):
        return None
    if after_captures(there, answer) < 0:
        return None
    return _met(mistake, (mistake.reply[0], mistake.instead[0]))


def _only_king_moves(mistake: Mistake, answer: chess.Move) -> bool:
    """True if the reply is a check that only the king can leave after the played move, and another piece answers."""
    here, there = mistake.played.boards[2], mistake.better.boards[3]
    king = here.king(mistake.white)
    alone = here.is_check() and all(move.from_square == king for move in here.legal_moves)
    return alone and there.piece_type_at(answer.from_square) != chess.KING


def _is_there_too(mistake: Mistake, board: chess.Board, answer: chess.Move) -> bool:
    """True if the answer to the reply in a position after the better move is possible without loss in the played line too."""
    played, first = mistake.played.boards[2], mistake.better.moves[1]
    start = first.from_square if answer.from_square == first.to_square else answer.from_square
    there = chess.Move(start, answer.to_square, answer.promotion)
    same = played.piece_at(start) == board.piece_at(answer.from_square)
    if not same or not played.is_legal(there) or exchange(played, there) < 0:
        return False
    return after_captures(played, there) > after_captures(board, answer) - LEAST_WORSE


def _met(mistake: Mistake, rest: tuple[str, ...]) -> Claim:
    """The claim that the reply is met: `rest` has the reply and the answer to it after the better move."""
    return replace(_works(mistake, Motif.MEETS), line=(*mistake.best[:1], *rest))


def _works(mistake: Mistake, motif: Motif) -> Claim:
    """A claim without pieces about the better move, beside the played one and its reply."""
    line, other = mistake.best[:1], (mistake.move, *mistake.reply[:1])
    scores = mistake.before, mistake.after
    return Claim(ClaimRole.WORKS, motif, mistake.fen, line, 0, *scores, other=other, chess960=mistake.chess960)


def _meets(
    mistake: Mistake, allowed: Claim, root: chess.Board, after: chess.Board, move: chess.Move, answer: chess.Move
) -> tuple[Motif, tuple[ClaimPiece, ...]] | None:
    attacker = root.piece_at(move.to_square)
    replies = answer.from_square == move.to_square or exchange(root, move) != 0  # an even exchange is named as such
    theirs = attacker is not None and attacker.color is not root.turn
    if attacker is not None and theirs and replies and _takes_part(mistake, allowed, move.to_square):
        return Motif.REMOVES, (ClaimPiece(attacker.piece_type, move.to_square),)
    square = answer.to_square
    taken = mistake.better.moves[3:4]
    alike = (
        mistake.better.moves[2:3] == (answer,)
        and taken
        and (taken[0].from_square, taken[0].to_square) == (move.to_square, square)
    )
    if alike and root.piece_at(square) is None and after.piece_at(square) is None:
        return Motif.GUARDS, (ClaimPiece(0, square),)
    victim, attacked = _victim(mistake, allowed), attacked_first(mistake, allowed)
    if victim is None and attacked is not None:  # it is attacked, and goes away in the line
        piece = ClaimPiece(root.piece_type_at(attacked) or 0, attacked)
        calm = not root.is_capture(move) and not root.is_castling(move) and piece.kind != chess.PAWN
        return (
            (Motif.SAVES, (piece,))
            if move.from_square == attacked and calm and not _is_lost(after, move.to_square)
            else None
        )
    # A saved pawn does not explain a lost queen; a pawn may fall beside a piece.
    lost = allowed.balance.pawns
    if victim is not None and worth_at(root, victim) >= (lost if lost <= WORTH[chess.KNIGHT] else lost - 1):
        piece = ClaimPiece(root.piece_type_at(victim) or 0, victim)
        if (
            move.from_square == victim
            and (piece.kind != chess.PAWN or lost <= WORTH[chess.PAWN])
            and not root.is_capture(move)
            and not _is_lost(after, move.to_square)
        ):
            return Motif.SAVES, (piece,)
        guards = (
            move.from_square != victim
            and move.to_square in after.attackers(root.turn, victim)
            and move.from_square not in root.attackers(root.turn, victim)
        )
        if guards and not _is_lost(after, victim):
            return Motif.GUARDS, (piece,)
    return None


def _takes_part(mistake: Mistake, allowed: Claim, square: chess.Square) -> bool:
    """True if the opponent's piece on a square makes one of the moves up to the key move of a claim, or up to the mate."""
    last = len(allowed.line) if allowed.mate else allowed.key + 1
    moves = mistake.played.moves[: min(last, len(allowed.line))]
    gone = next((at for at, move in enumerate(moves) if move.to_square == square), len(moves))
    return any(move.from_square == square for move in moves[1 : gone + 1 : 2])


def attacked_first(mistake: Mistake, allowed: Claim) -> chess.Square | None:
    """The square of the mover's piece, unmoved so far, that an attack of the reply names first and could win; None if there is
    none."""
    if allowed.motif not in ATTACKS or allowed.key != 1 or allowed.threat or not allowed.pieces:
        return None
    piece, line = allowed.pieces[0], mistake.played
    owned = chess.Piece(piece.kind, mistake.white)
    if piece.kind == chess.KING or any(board.piece_at(piece.square) != owned for board in line.boards[:3]):
        return None
    if line.boards[2].is_check():
        return None
    return piece.square if _is_lost(_passed(line.boards[2]), piece.square) else None


def _passed(board: chess.Board) -> chess.Board:
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


def _flight(mistake: Mistake, allowed: Claim) -> Claim | None:
    """The claim that the attacked piece has a square to go to after the same reply, which it has not after the played move."""
    square = attacked_first(mistake, allowed)
    line, better = mistake.played, mistake.better
    if square is None and allowed.motif in (Motif.NO_WAY_OUT, Motif.TRAPPED) and allowed.key <= LATEST_TRAP:
        piece = allowed.pieces[0]
        unmoved = line.boards[2].piece_at(piece.square) == chess.Piece(piece.kind, mistake.white)
        square = piece.square if unmoved else None
    if square is None or better.boards[2].is_check() or not better.boards[2].is_legal(line.moves[1]):
        return None
    here, there = line.boards[2], better.boards[2].copy(stack=False)
    there.push(line.moves[1])
    if there.piece_at(square) != here.piece_at(square) or there.is_check():
        return None
    for move in there.generate_legal_moves(from_mask=chess.BB_SQUARES[square]):
        new = not here.is_legal(move) or exchange(here, move) < 0
        if new and not there.is_capture(move) and after_captures(there, move) >= 0:
            return _met(mistake, (mistake.reply[0], there.uci(move)))
    return None


def _victim(mistake: Mistake, allowed: Claim) -> chess.Square | None:
    """The square of the first piece (a pawn only if nothing more) that the opponent captures on its original square."""
    line = mistake.played
    moved = {line.moves[0].from_square}
    for index, (board, move) in enumerate(zip(line.boards, line.moves, strict=False)):
        if index >= len(allowed.line):
            break
        told = allowed.balance.won or allowed.mate or index <= allowed.key
        if not (told or move.to_square in [piece.square for piece in allowed.pieces]):
            continue  # nothing is said of what falls later
        taken = index % 2 and board.is_capture(move)
        if taken and board.piece_type_at(move.to_square) == chess.PAWN:
            taken = exchange(board, move) > 0  # a pawn that is won back is not lost
        if taken and move.to_square not in moved:
            target = line.boards[0].piece_at(move.to_square)
            if target is not None and target.color is line.boards[0].turn:
                return move.to_square
        moved.add(move.to_square)
    return None


def _is_lost(board: chess.Board, square: chess.Square) -> bool:
    """True if the side to move wins material by capturing on the square."""
    return any(exchange(board, move) > 0 for move in board.legal_moves if move.to_square == square)
