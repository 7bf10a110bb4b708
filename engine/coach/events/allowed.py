"""Claims of what the reply to a mistake does if nothing is won at once: the first forcing event within three plies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import chess

from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events.chances import endless_checks
from engine.coach.exchange_values import WORTH, exchange, loose, worth_at
from engine.coach.facts import passed_pawns, pieces_left
from engine.coach.line import FoundMotif, LineStep, MotifLine
from engine.coach.mistake import Mistake
from engine.coach.refutation_motifs import self_pins, still_attacked, traps
from engine.coach.themes.removal import attraction
from engine.coach.winning import claim_of

LATEST = 3  # plies after the played move
LEAST_HIT = 3  # pawns
MOST_FOR_CASTLING = 300  # centipawns
LEAST_FOR_PAWN = 150  # centipawns that the side with an unstoppable pawn has
FAR_RANKS = (5, 6)  # from 0, the side's own
FAR_IN_ENDINGS = (4, *FAR_RANKS)
LATEST_MARCH = 7  # plies within which a king reaches a pawn
_WHOLE = (
    Motif.NO_WAY_OUT,
    Motif.GETS_AWAY,
    Motif.KING_DRIVEN,
    Motif.TRADES,
    Motif.TAKES,
    Motif.HANGING,
    Motif.ATTRACTION,
)


def strong_events(mistake: Mistake) -> Iterator[Claim]:
    """Pins made by the mover, traps and lost pawn races, although the line does not show what is won."""
    yield from endless_checks(mistake, ClaimRole.ALLOWS)
    yield from _races(mistake)
    yield from _unstoppable(mistake)
    for what in (*self_pins(mistake.played), *traps(mistake.played), *still_attacked(mistake.played)):
        yield event(mistake, what)
    yield from _stuck(mistake)


def trapped_at_once(mistake: Mistake) -> Iterator[Claim]:
    """The reply attacks a piece that has no safe square."""
    yield from (event(mistake, what) for what in traps(mistake.played) if what.key == 1)


def _stuck(mistake: Mistake) -> Iterator[Claim]:
    """The moved piece, no pawn or king, is in the other half of the board, and each move of it loses it after the reply."""
    if len(mistake.played.boards) < 3 or mistake.played.boards[2].is_check():
        return
    board, square = mistake.played.boards[2], mistake.played.moves[0].to_square
    kind = board.piece_type_at(square)
    if kind is None or WORTH[kind] < LEAST_HIT or kind == chess.KING or board.color_at(square) is not mistake.white:
        return
    if (chess.square_rank(square) > 3) is not mistake.white:
        return  # in its own half of the board it is at home
    ways = [move for move in board.legal_moves if move.from_square == square]
    if all(exchange(board, move) < 0 for move in ways):
        yield event(mistake, FoundMotif(Motif.NO_SAFE_MOVE, 1, (ClaimPiece(kind, square),)))


def king_driven(mistake: Mistake, role: ClaimRole = ClaimRole.ALLOWS) -> Iterator[Claim]:
    """A check after which the king moves and cannot castle any more."""
    line = mistake.played if role is ClaimRole.ALLOWS else mistake.better
    for step in line.steps:
        answered = line.boards[: step.index + 3][-1]  # the reply may take the last queen
        if step.index <= LATEST and mistake.loss_cp <= MOST_FOR_CASTLING and answered.queens:
            yield from (event(mistake, what, role) for what in _king_driven(step, not line.us))


def plain_events(mistake: Mistake) -> Iterator[Claim]:
    """The first attack, capture or check of the reply's line; says what happens, not what it wins."""
    yield from _drawn_out(mistake)
    yield from _marches(mistake)
    alike = mistake.reply[:1] == mistake.best[1:2]  # the better move allows the reply too
    near = [step for step in mistake.played.steps if step.index <= LATEST and _is_near(mistake.played, step.index)]
    steps = near[1:] if alike else near
    for step in steps:
        if not (step.captured and _is_exchange(mistake, step)):
            least = 1 if step.piece == chess.KING else LEAST_HIT
            yield from (event(mistake, what) for what in _hits(mistake.played, step, least))
        yield from (event(mistake, what) for what in _pawn_steps(step))
        if step.captured and not _is_exchange(mistake, step):
            yield event(mistake, _taking(step))
    yield from gives_up(mistake)
    yield from _trades(mistake, steps)
    yield from exchanges(mistake)
    for step in [] if alike else near[:1]:  # a plain recapture of what is worth more
        if step.captured and not _wins_nothing(mistake, step) and mistake.played.gains[2] > mistake.played.gains[0]:
            yield event(mistake, _taking(step))
    for step in steps:
        yield from (event(mistake, what) for what in _hits(mistake.played, step, 1))


def _taking(step: LineStep) -> FoundMotif:
    square = step.move.to_square
    if step.board.is_en_passant(step.move):
        square = chess.square(chess.square_file(square), chess.square_rank(step.move.from_square))
    back = any(move.to_square == step.move.to_square for move in step.after.legal_moves)
    motif = Motif.TAKES if back or square != step.move.to_square else Motif.HANGING
    return FoundMotif(motif, step.index, (ClaimPiece(step.captured or 0, square),))


def _is_near(line: MotifLine, index: int) -> bool:
    """True if the move is our first, or only checks, captures and answers to checks of ours come before it."""
    before = (step for step in line.steps if step.index < index)
    return all(step.captured or step.after.is_check() or step.board.is_check() for step in before)


def _trades(mistake: Mistake, steps: list[LineStep]) -> Iterator[Claim]:
    """The reply exchanges a piece that the better move would have moved away without a capture."""
    if len(mistake.better.moves) < 2 or mistake.better.boards[1].is_capture(mistake.better.moves[1]):
        return
    for step in steps[:1]:
        square = step.move.to_square
        away = mistake.better.moves[1].from_square == square
        even = step.captured != chess.PAWN and WORTH[step.piece] == WORTH.get(step.captured or 0)
        if away and even and step.reply and step.reply.to_square == square:
            pieces = ClaimPiece(step.piece, step.move.from_square), ClaimPiece(step.captured or 0, square)
            yield event(mistake, FoundMotif(Motif.TRADES, step.index, pieces))


def gives_up(mistake: Mistake) -> Iterator[Claim]:
    """The played move exchanges a piece evenly, and the better line keeps that piece for as long."""
    if len(mistake.played.boards) < 3 or len(mistake.better.boards) < 3:
        return
    (root, after), (move, answer) = mistake.played.boards[:2], mistake.played.moves[:2]
    kinds = root.piece_type_at(move.from_square), root.piece_type_at(move.to_square)
    if not root.is_capture(move) or None in kinds or not after.is_capture(answer) or answer.to_square != move.to_square:
        return
    ours, theirs = kinds[0] or 0, kinds[1] or 0
    left = [pieces_left(board, mistake.white, (ours,)) for board in mistake.better.boards[1:6:4]]
    if WORTH[ours] == WORTH[theirs] > 1 and len(left) > 1 and left[0] == left[-1]:
        pieces = ClaimPiece(ours, move.from_square), ClaimPiece(theirs, move.to_square)
        claim = event(mistake, FoundMotif(Motif.TRADES, 1, pieces))
        yield replace(claim, line=claim.line[:2], key=0, other=mistake.best[:1])


def exchanges(mistake: Mistake) -> Iterator[Claim]:
    """The reply exchanges a piece evenly, or offers it, and the better line keeps that piece for as long."""
    steps = mistake.played.steps
    if len(steps) < 2 or mistake.reply[:1] == mistake.best[1:2]:
        return
    step, after = steps[0], steps[1]
    square, answer = step.move.to_square, step.reply
    if answer is None or answer.to_square != square or not mistake.played.boards[2].is_capture(answer):
        return
    if step.captured:
        pieces = ClaimPiece(step.piece, step.move.from_square), ClaimPiece(step.captured, square)
    elif after.move.to_square == square:
        taker = mistake.played.boards[2].piece_type_at(answer.from_square) or 0
        pieces = ClaimPiece(step.piece, step.move.from_square), ClaimPiece(taker, answer.from_square)
    else:
        return
    ours, theirs = pieces
    even = WORTH[ours.kind] == WORTH[theirs.kind] > 1
    left = [pieces_left(board, mistake.white, (theirs.kind,)) for board in mistake.better.boards[1:5:3]]
    if even and left[0] == left[-1]:
        yield event(mistake, FoundMotif(Motif.TRADES, 1, pieces))


def _is_exchange(mistake: Mistake, step: LineStep) -> bool:
    """True if the move captures the piece that has just captured, or wins nothing by itself."""
    square, boards = step.move.to_square, mistake.played.boards
    took = any(
        mistake.played.moves[at].to_square == square and boards[at].piece_at(square) is not None
        for at in range(0, step.index, 2)
    )
    dearer = step.captured is not None and WORTH[step.captured] > WORTH[step.piece]
    return took or (not dearer and _wins_nothing(mistake, step))


def _wins_nothing(mistake: Mistake, step: LineStep) -> bool:
    """True if the capture is taken back within two moves, or comes after the better move too."""
    square, better = step.move.to_square, mistake.better
    theirs = [*zip(better.boards, better.moves, strict=False)][2::2]
    anyway = any(move.to_square == square and board.is_capture(move) for board, move in theirs)
    return anyway or square in (move.to_square for move in mistake.played.moves[step.index + 1 : step.index + 4 : 2])


def _drawn_out(mistake: Mistake) -> Iterator[Claim]:
    """The reply is captured by the mover's king, which is then checked there, although the line does not show what is won."""
    found = attraction(mistake.played)
    if found is None or found.index > 1:
        return
    square = found.squares[0]
    if mistake.played.boards[3].piece_type_at(square) == chess.KING and not mistake.played.moves[1].promotion:
        yield event(mistake, FoundMotif(Motif.ATTRACTION, 1, (ClaimPiece(chess.KING, square),)))


def _marches(mistake: Mistake) -> Iterator[Claim]:
    """In an ending without rooks the opponent's king goes straight to an unprotected pawn, which after the better move it does
    not reach in as many moves."""
    line, better = mistake.played, mistake.better
    if line.boards[0].queens | line.boards[0].rooks or line.boards[0].is_check():
        return
    reached = {target for step in better.steps_of(line.us) for target in _near_pawns(step, line.us)}
    for step in line.steps:
        if step.piece != chess.KING or step.captured or step.index > LATEST_MARCH or step.board.is_check():
            return
        for pawn in _near_pawns(step, line.us):
            if pawn not in reached and pawn in line.boards[0].pieces(chess.PAWN, mistake.white):
                yield event(mistake, FoundMotif(Motif.HITS, step.index, (ClaimPiece(chess.PAWN, pawn),)))


def _near_pawns(step: LineStep, us: chess.Color) -> list[chess.Square]:
    """The opponent's unprotected pawns beside our king that has just come there."""
    king, start = step.move.to_square, step.move.from_square
    if step.piece != chess.KING:
        return []
    near = step.after.attacks(king) & step.after.pieces(chess.PAWN, not us) & ~int(step.board.attacks(start))
    return [pawn for pawn in near if loose(step.after, pawn)]


def _pawn_steps(step: LineStep) -> Iterator[FoundMotif]:
    """A passed pawn that advances and then needs at most two moves, in an ending three."""
    square, side = step.move.to_square, step.board.turn
    rank = chess.square_rank(square) if side else 7 - chess.square_rank(square)
    stays = step.reply is None or step.reply.to_square != square
    far = FAR_RANKS if step.board.queens else FAR_IN_ENDINGS
    if step.piece == chess.PAWN and rank in far and stays and square in passed_pawns(step.after, side):
        yield FoundMotif(Motif.PAWN_STEPS, step.index, (ClaimPiece(chess.PAWN, square),))


def _king_driven(step: LineStep, side: chess.Color) -> Iterator[FoundMotif]:
    king = step.after.king(side)
    if not step.after.is_check() or king is None or step.reply is None or not step.after.has_castling_rights(side):
        return
    if all(move.from_square == king for move in step.after.legal_moves):
        yield FoundMotif(Motif.KING_DRIVEN, step.index, (ClaimPiece(chess.KING, king),))


def _hits(line: MotifLine, step: LineStep, least: int) -> Iterator[FoundMotif]:
    """A piece that the moved one newly attacks, if it is worth more than the attacker or unprotected."""
    square, board = step.move.to_square, step.after
    if step.reply is not None and step.reply.to_square == square:
        return
    if step.piece == chess.KING and step.index > 1:
        return
    fresh = board.attacks(square) & ~int(step.board.attacks(step.move.from_square))
    for target in sorted(fresh & board.occupied_co[not line.us], key=lambda one: -worth_at(board, one)):
        kind = board.piece_type_at(target)
        if kind is None or kind == chess.KING or WORTH[kind] < least or line.has_walked_in(step.index, target):
            continue
        if board.is_check() and not any(
            later.move.to_square == target for later in line.steps if later.index > step.index
        ):
            continue  # a check is answered first: the attack matters if it is carried out
        if worth_at(board, target) > worth_at(board, square) or loose(board, target):
            yield FoundMotif(Motif.HITS, step.index, (ClaimPiece(kind, target),))


def _races(mistake: Mistake) -> Iterator[Claim]:
    """Only kings and pawns are left, and the opponent's passed pawn promotes before the mover's; after the better move not."""
    if len(mistake.played.moves) < 2 or len(mistake.better.boards) < 3:
        return
    board, better = mistake.played.boards[1], mistake.better.boards[2]
    if board.occupied & ~(board.pawns | board.kings) or mistake.played.boards[0].is_check():
        return
    won, other = race(board, not mistake.white), race(better, not mistake.white)
    if won is not None and other is None:
        pieces = tuple(ClaimPiece(chess.PAWN, square) for square in won)
        yield event(mistake, FoundMotif(Motif.PAWN_RACE, 1, pieces))


def _unstoppable(mistake: Mistake) -> Iterator[Claim]:
    """By the end of a line of one side a pawn promotes whatever is played; by the end of the other line none does."""
    ends = mistake.played.end, mistake.better.end
    for role, line, other in (
        (ClaimRole.ALLOWS, mistake.played, mistake.best),
        (ClaimRole.MISSES, mistake.better, (mistake.move, *mistake.reply)),
    ):
        score = mistake.after if role is ClaimRole.ALLOWS else mistake.before
        if score.worth(line.us) < LEAST_FOR_PAWN or any(
            _sure_pawns(end, line.us) for end in ends if end is not line.end
        ):
            continue
        for square in _sure_pawns(line.end, line.us):
            key = next((step.index for step in reversed(line.steps) if step.move.to_square == square), None)
            if key is not None:
                what = FoundMotif(Motif.UNSTOPPABLE, key, (ClaimPiece(chess.PAWN, square),))
                claim = claim_of(mistake, role, line, what, int(role is ClaimRole.MISSES))
                yield replace(claim, balance=Balance(), mate=0, other=other)


def late_promotions(mistake: Mistake) -> Iterator[Claim]:
    """A pawn promotes in a line of one side, and no pawn of that side in the other line."""
    for role, line, other, score in (
        (ClaimRole.ALLOWS, mistake.played, mistake.better, mistake.after),
        (ClaimRole.MISSES, mistake.better, mistake.played, mistake.before),
    ):
        if score.worth(line.us) < LEAST_FOR_PAWN or any(step.move.promotion for step in other.steps_of(line.us)):
            continue
        step = next((step for step in line.steps if step.move.promotion == chess.QUEEN), None)
        if step is not None and not any(one.move.promotion for one in line.steps_of(not line.us)):
            pawn = (ClaimPiece(chess.PAWN, step.move.from_square),)
            yield event(mistake, FoundMotif(Motif.PROMOTION, step.index, pawn), role)


def _sure_pawns(board: chess.Board, side: chess.Color) -> list[chess.Square]:
    """The side's pawns on the last rank but one that become a queen after every reply, and are not lost then."""
    rank = chess.BB_RANK_7 if side else chess.BB_RANK_2
    found = []
    for square in chess.SquareSet(board.pieces_mask(chess.PAWN, side) & rank):
        boards = [board]
        if board.turn is not side:
            boards = []
            for move in board.legal_moves:
                boards.append(board.copy(stack=False))
                boards[-1].push(move)
        if boards and all(_promotes(one, square) for one in boards):
            found.append(square)
    return found


def _promotes(board: chess.Board, square: chess.Square) -> bool:
    moves = [move for move in board.legal_moves if move.from_square == square and move.promotion == chess.QUEEN]
    return any(exchange(board, move) > 0 for move in moves)


def race(board: chess.Board, side: chess.Color) -> tuple[chess.Square, chess.Square] | None:
    """The side's passed pawn that promotes first and cannot be caught, and the other side's fastest; the side is to move."""
    own, theirs = _runner(board, side, board.turn is side), _runner(board, not side, board.turn is not side, False)
    if own is None or theirs is None or own[0] > theirs[0] or (own[0] == theirs[0] and board.turn is not side):
        return None
    return own[1], theirs[1]


def _runner(
    board: chess.Board, side: chess.Color, to_move: bool, uncaught: bool = True
) -> tuple[int, chess.Square] | None:
    """The moves that the side's fastest passed pawn with a free way needs, and its square."""
    found = []
    for square in passed_pawns(board, side):
        file, rank = chess.square_file(square), chess.square_rank(square)
        last = 7 if side else 0
        way = [chess.square(file, one) for one in (range(rank + 1, 8) if side else range(rank - 1, -1, -1))]
        if any(board.piece_at(one) for one in way):
            continue
        moves = abs(last - rank) - (1 if rank == (1 if side else 6) else 0)
        king = board.king(not side)
        distance = chess.square_distance(king or 0, way[-1])
        if not uncaught or distance > moves + (0 if to_move else 1):
            found.append((moves, square))
    return min(found, default=None)


def event(mistake: Mistake, what: FoundMotif, role: ClaimRole = ClaimRole.ALLOWS) -> Claim:
    """The claim of an event in the line of a role up to its key move, without material."""
    allows = role is ClaimRole.ALLOWS
    claim = claim_of(mistake, role, mistake.played if allows else mistake.better, what, int(not allows))
    whole = what.motif in _WHOLE
    line = claim.line if whole else claim.line[: claim.key + 1]
    other = mistake.best[:1] if what.motif is Motif.PAWN_RACE else ()
    return replace(claim, line=line, balance=Balance(), mate=0, other=other)
