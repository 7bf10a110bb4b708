"""The motifs of a line that win: the theme detectors' findings, as far as the line wins through them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import chess

from engine.coach.claims import ClaimPiece, Motif
from engine.coach.exchange_values import WORTH, exchange, in_danger, noisy, worth_at
from engine.coach.line import FoundMotif, LineStep, MotifLine, MotifMatch, is_near
from engine.coach.pins import pins
from engine.coach.quiet_cut import balance_of
from engine.coach.refutation_motifs import free_piece, self_pins, still_attacked, tied_guards, traps
from engine.coach.themes import attacks, mates, removal

LEAST_GIVEN = 2  # pawns given up in a sacrifice
_BEFORE, _AFTER, _ANSWERED = 0, 1, 2
"""The position from which the pieces of a motif are read: before the key move, after it, or after the reply."""


_PATTERNS: Mapping[str, Motif] = MappingProxyType(
    {
        "backRankMate": Motif.BACK_RANK_MATE,
        "smotheredMate": Motif.SMOTHERED_MATE,
        "anastasiaMate": Motif.ANASTASIA_MATE,
        "arabianMate": Motif.ARABIAN_MATE,
        "hookMate": Motif.HOOK_MATE,
        "bodenMate": Motif.BODEN_MATE,
        "doubleBishopMate": Motif.DOUBLE_BISHOP_MATE,
        "dovetailMate": Motif.DOVETAIL_MATE,
        "epauletteMate": Motif.EPAULETTE_MATE,
    }
)

_DETECTORS: tuple[tuple[Motif, Callable[[MotifLine], MotifMatch | None], int], ...] = (
    (Motif.DOUBLE_CHECK, attacks.double_check, _AFTER),
    (Motif.DISCOVERED_CHECK, attacks.discovered_check, _AFTER),
    (Motif.SKEWER, attacks.skewer, _AFTER),
    (Motif.FORK, attacks.fork, _AFTER),
    (Motif.TRAPPED, attacks.trapped, _AFTER),
    (Motif.INTERFERENCE, removal.interference, _BEFORE),
    (Motif.ATTRACTION, removal.attraction, _ANSWERED),
    (Motif.DEFENDER_CAPTURED, removal.capturing_defender, _BEFORE),
    (Motif.DEFLECTION, removal.deflection, _AFTER),
    (Motif.X_RAY, attacks.x_ray, _BEFORE),
    (Motif.DISCOVERED_ATTACK, attacks.discovered, _AFTER),
    (Motif.INTERMEZZO, removal.intermezzo, _BEFORE),
    (Motif.PIN, attacks.pin, _AFTER),
    (Motif.HANGING, attacks.hanging, _BEFORE),
)


def mates_shown(line: MotifLine) -> Iterator[FoundMotif]:
    """The motifs of a mating line: the pattern of the mate, a sacrifice or quiet move on the way, mate alone."""
    last = len(line.moves) - 1
    yield from (FoundMotif(_PATTERNS[name], last) for name in mates.patterns(line) if name in _PATTERNS)
    if last > 1:
        yield from (FoundMotif(what.motif, last, what.pieces) for what in (*_sacrifices(line), *_quiet_moves(line)))
    yield FoundMotif(Motif.MATE, last)


def shown(line: MotifLine) -> Iterator[FoundMotif]:
    """The motifs through which a line wins material, the most informative first; material alone comes last."""
    yield from (what for what in still_attacked(line) if balance_of(line).pawns <= WORTH[what.pieces[0].kind])
    yield from free_piece(line)
    yield from self_pins(line)
    for motif, detector, when in _DETECTORS:
        finding = detector(line)
        if finding is not None and is_near(line, finding.index) and _pays(line, motif, finding):
            yield _as_shown(line, motif, finding, when)
    yield from pins(line)
    yield from tied_guards(line)
    yield from traps(line, whole=False)
    yield from _zugzwangs(line)
    yield from _promotions(line)
    yield from _desperados(line)
    yield from _attacks(line)
    yield from _exposed_kings(line)
    yield from (FoundMotif(Motif.MATERIAL, step.index) for step in _winning_steps(line))


def _winning_steps(line: MotifLine) -> list[LineStep]:
    """Our captures and promotions, first one that captures what the line wins; plain exchanges and distant moves come last."""
    won = {_alike(piece) for piece in balance_of(line).won}
    taking = [step for step in line.steps if step.captured or step.move.promotion]

    def order(step: LineStep) -> tuple[bool, bool, bool]:
        taken = step.captured is not None and _alike(step.captured) in won
        exchanged = exchange(step.board, step.move) < 1 or _captures_back(line, step)
        given_back = min(line.gains[step.index + 1 :]) <= line.gains[step.index]
        return not (taken or step.move.promotion), exchanged, given_back

    near = sorted((step for step in taking if is_near(line, step.index)), key=order)
    if near and any(order(near[0])):  # the near captures do not win it, or not for good
        far = [step for step in taking if step not in near and not any(order(step)[:2])]
        return [*far, *near]
    return near


def slow_captures(line: MotifLine) -> Iterator[FoundMotif]:
    """The captures of what a line wins after quiet moves, without a motif that shows it."""
    won = {_alike(piece) for piece in balance_of(line).won}
    for step in line.steps:
        taken = step.captured is not None and _alike(step.captured) in won
        if taken and exchange(step.board, step.move) > 0 and not _captures_back(line, step):
            yield FoundMotif(Motif.MATERIAL, step.index)


def _captures_back(line: MotifLine, step: LineStep) -> bool:
    """True if a capture only takes back what has just captured at least as much on the square."""
    back = step.previous is not None and bool(step.previous) and step.previous.to_square == step.move.to_square
    before, now = line.gains[step.index - 1], line.gains[step.index]
    return back and step.captured is not None and before - now >= WORTH[step.captured]


def _alike(piece: chess.PieceType) -> chess.PieceType:
    return chess.KNIGHT if piece == chess.BISHOP else piece


def _as_shown(line: MotifLine, motif: Motif, finding: MotifMatch, when: int) -> FoundMotif:
    board = line.boards[finding.index + when]
    pieces = tuple(ClaimPiece(board.piece_type_at(square) or 0, square) for square in finding.squares)
    if motif is Motif.DEFLECTION and line.boards[finding.index].is_capture(line.moves[finding.index]):
        first = line.moves[finding.index].to_square
        taken = line.boards[finding.index].piece_type_at(first)
        if taken and line.moves[finding.index + 1].to_square == first:
            return FoundMotif(Motif.OVERLOADED, finding.index, (pieces[0], ClaimPiece(taken, first), pieces[1]))
    return FoundMotif(motif, finding.index, pieces)


def _pays(line: MotifLine, motif: Motif, finding: MotifMatch) -> bool:
    """True if the subject of the motif is captured later, or its check forces the win."""
    later = [step for step in line.steps if step.index > finding.index]
    taken = {step.move.to_square for step in later if step.captured}
    match motif:
        case Motif.SKEWER:
            return _is_skewer(line, finding)
        case Motif.FORK:
            return bool(taken & set(finding.squares)) or _sells_itself(line, finding)
        case Motif.PIN:
            pinner, reply = line.moves[finding.index].to_square, line.moves[finding.index + 1 : finding.index + 2]
            takes = any((move.from_square, move.to_square) == (finding.squares[0], pinner) for move in reply)
            return (pinner if takes else finding.squares[0]) in taken
        case Motif.DISCOVERED_CHECK | Motif.DOUBLE_CHECK:
            step = next(step for step in line.steps if step.index == finding.index)
            return bool(step.captured) or bool(
                later and later[0].captured and later[0].move.from_square == step.move.to_square
            )
        case Motif.DISCOVERED_ATTACK:
            return len(finding.squares) == 2
        case Motif.ATTRACTION:
            return bool(taken) and finding.index + 2 < len(line.moves)
        case Motif.INTERMEZZO:  # the point is the later capture, not the first
            first = WORTH.get(line.boards[finding.index].piece_type_at(line.moves[finding.index].to_square) or 0, 0)
            return first <= worth_at(line.boards[finding.index], finding.squares[0])
        case Motif.X_RAY:
            return True
    return True


def _sells_itself(line: MotifLine, finding: MotifMatch) -> bool:
    """True if a forked piece captures a pawn and is captured there at once."""
    at = finding.index + 1
    moves = line.moves[at : at + 2]
    if len(moves) < 2 or moves[0].from_square not in finding.squares or moves[1].to_square != moves[0].to_square:
        return False
    board = line.boards[at]
    taken = board.is_capture(moves[0]) and worth_at(board, moves[0].to_square) <= WORTH[chess.PAWN]
    return taken and worth_at(board, moves[0].from_square) not in (WORTH[chess.PAWN], WORTH[chess.KING])


def _is_skewer(line: MotifLine, finding: MotifMatch) -> bool:
    """True if the key move attacks the front piece so that it must move, it captures nothing, and the rear piece is then won
    wherever it goes: it may guard that piece from its new square."""
    front, rear = finding.squares
    at, square = finding.index, line.moves[finding.index].to_square
    later = next(step for step in line.steps if step.index == at + 2)
    if later.move.from_square != square or line.boards[at + 1].is_capture(line.moves[at + 1]):
        return False
    after = line.boards[at + 1]
    forced = after.is_check() or exchange(_passed(after), chess.Move(square, front)) > 0
    forced = forced and _falls_behind(after, square, front, rear)
    return forced and later.move.to_square == rear and exchange(later.board, later.move) > 0


def _falls_behind(board: chess.Board, slider: chess.Square, front: chess.Square, rear: chess.Square) -> bool:
    """True if after every move of the front piece that captures nothing the slider wins the rear piece."""
    for move in board.generate_legal_moves(from_mask=chess.BB_SQUARES[front]):
        after = board.copy(stack=False)
        after.push(move)
        blow = chess.Move(slider, rear)
        if not board.is_capture(move) and not (after.is_legal(blow) and exchange(after, blow) > 0):
            return False
    return True


def _zugzwangs(line: MotifLine) -> Iterator[FoundMotif]:
    """A quiet move, which pins nothing, after which every legal reply loses what the line wins; a pass would lose nothing."""
    for step in line.steps:
        if step.captured or step.after.is_check() or not is_near(line, step.index) or step.move.promotion:
            continue
        theirs = chess.SquareSet(step.after.occupied_co[not line.us])
        if step.index + 1 >= len(line.moves) or any(step.after.is_pinned(not line.us, square) for square in theirs):
            continue
        if _gain(_passed(step.after)) < 1 and all_lose(step.after, balance_of(line).pawns):
            yield FoundMotif(Motif.ZUGZWANG, step.index)


def _passed(board: chess.Board) -> chess.Board:
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


def _gain(board: chess.Board) -> int:
    """The most that the side to move wins by one capture or promotion with the exchanges on that square, in pawns."""
    return max((exchange(board, move) for move in noisy(board)), default=0)


def all_lose(board: chess.Board, least: int = 1) -> bool:
    """True if every legal reply loses `least` pawns or more to a capture."""
    for move in board.legal_moves:
        taken = WORTH.get(board.piece_type_at(move.to_square) or 0, 0) + (8 if move.promotion else 0)
        after = board.copy(stack=False)
        after.push(move)
        if after.is_check() or _gain(after) - taken < max(1, least):
            return False
    return any(board.legal_moves)


def _promotions(line: MotifLine) -> Iterator[FoundMotif]:
    """A pawn that promotes; the new piece survives the line."""
    for step in line.steps:
        theirs = any(move.promotion for move in line.moves[step.index + 1 :: 2])
        if step.move.promotion and not theirs and line.end.color_at(step.move.to_square) is line.us:
            yield FoundMotif(Motif.PROMOTION, step.index, (ClaimPiece(chess.PAWN, step.move.from_square),))


def _attacks(line: MotifLine) -> Iterator[FoundMotif]:
    """A move that attacks a piece captured later."""
    for step in line.steps[:-1]:
        if step.captured or not is_near(line, step.index):
            continue
        for later in line.steps:
            square = later.move.to_square
            if later.index <= step.index or not later.captured or later.captured == chess.PAWN:
                continue
            if square in step.after.attacks(step.move.to_square) and step.after.color_at(square) is not line.us:
                piece = ClaimPiece(step.after.piece_type_at(square) or 0, square)
                if line.boards[later.index].piece_type_at(square) == piece.kind:
                    yield FoundMotif(Motif.ATTACKS, step.index, (piece,))


def _desperados(line: MotifLine) -> Iterator[FoundMotif]:
    """Our piece that would be lost captures something before it is captured."""
    for step in line.steps:
        square = step.move.from_square
        if not step.captured or step.reply is None or step.reply.to_square != step.move.to_square:
            continue
        if step.piece in (chess.PAWN, chess.KING) or not in_danger(step.board, square):
            continue
        if any(later.index == step.index + 2 and later.move.to_square == step.move.to_square for later in line.steps):
            continue  # recaptured: an exchange
        if worth_at(step.board, square) > worth_at(step.board, step.move.to_square):
            yield FoundMotif(Motif.DESPERADO, step.index, (ClaimPiece(step.piece, square),))


def _sacrifices(line: MotifLine) -> Iterator[FoundMotif]:
    """A piece that we let the opponent capture at once for less than its value."""
    for step in line.steps:
        later = step.index + 3  # after our next move: an immediate recapture makes it an exchange
        if step.reply is None or step.reply.to_square != step.move.to_square or later >= len(line.boards):
            continue
        if step.move.promotion or not is_near(line, step.index):
            continue
        if line.gains[step.index] - line.gains[later] >= LEAST_GIVEN:
            yield FoundMotif(Motif.SACRIFICE, step.index, (ClaimPiece(step.piece, step.move.to_square),))


def _quiet_moves(line: MotifLine) -> Iterator[FoundMotif]:
    """Our first move, if it is not a capture, check or promotion."""
    step = line.steps[0]
    if not (step.captured or step.after.is_check() or step.move.promotion):
        yield FoundMotif(Motif.QUIET, step.index)


def _exposed_kings(line: MotifLine) -> Iterator[FoundMotif]:
    """The first of several checks to a king without own pawns next to it, if we have a queen."""
    checks = [step for step in line.steps if step.after.is_check()]
    for step in checks[:-1]:
        king, board = step.after.king(not line.us), step.after
        if king is None or not is_near(line, step.index) or not board.pieces_mask(chess.QUEEN, line.us):
            continue
        if not chess.BB_KING_ATTACKS[king] & board.pieces_mask(chess.PAWN, not line.us):
            yield FoundMotif(Motif.EXPOSED_KING, step.index, (ClaimPiece(chess.KING, king),))
