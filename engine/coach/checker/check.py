"""The entry of the checker: `refusal` returns why a claim is false."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType

import chess

from engine.coach.checker import lasting_changes as lasting
from engine.coach.checker import line_comparison as compared
from engine.coach.checker import mates, tactics, threats
from engine.coach.checker import placement as places
from engine.coach.checker import source_claims as known
from engine.coach.checker import two_move_threats as blows
from engine.coach.checker import why_better as better
from engine.coach.checker.replay import ClaimReplay, Refused, pending, played
from engine.coach.claims import Claim, ClaimRole, Motif
from engine.coach.sources import NO_SOURCES, Sources

LEAST_CHECKS = 3
DRAWN_CP = 30


def refusal(claim: Claim, sources: Sources = NO_SOURCES) -> str:
    """The reason why a claim is not proved by its line or confirmed by its source; "" if it is true."""
    try:
        line = ClaimReplay(claim, sources)
        _check_result(line)
        if not TESTS[claim.motif](line):
            return f"{claim.motif.value}: not shown by the line"
    except Refused as refused:
        return f"{claim.motif.value}: {refused}"
    return ""


def _check_result(line: ClaimReplay) -> None:
    claim = line.claim
    if (claim.role is ClaimRole.PEOPLE) is not (claim.motif in (Motif.FEW_FIND, Motif.MOST_PLAY)):
        raise Refused("the role does not fit the motif")
    if claim.mate:
        _check_mate(line)
    if claim.balance.won or claim.balance.lost:
        found = _changes(line, _begin(line))
        if Counter(claim.balance.won) != found[0] or Counter(claim.balance.lost) != found[1]:
            raise Refused("the pieces won and lost are different")
        if claim.balance.pawns < 1:
            raise Refused("nothing is won")
        end = line.end
        if end.is_check() and not end.is_checkmate():
            raise Refused("the line ends in check")
        if pending(end.copy(stack=False)) >= 1:
            raise Refused("captures are pending")
    if claim.role in (ClaimRole.ALLOWS, ClaimRole.MISSES) and _worth(line, claim) <= 0:
        raise Refused("the scores do not confirm it")


def _worth(line: ClaimReplay, claim: Claim) -> int:
    """The mover's loss by the scores, in centipawns."""
    white = line.boards[0].turn
    return claim.before.worth(white) - claim.after.worth(white)


def _check_mate(line: ClaimReplay) -> None:
    start = 1 if line.claim.role is ClaimRole.ALLOWS else 0
    if not line.end.is_checkmate() or line.end.turn is line.us:
        raise Refused("the line does not end in mate")
    if (len(line.moves) - start + 1) // 2 != line.claim.mate:
        raise Refused("the mate takes another number of moves")
    if line.claim.mate <= mates.MOST_PROVED and not mates.is_forced(
        line.boards[start].copy(stack=False), line.claim.mate
    ):
        raise Refused("there is a defence")


def _begin(line: ClaimReplay) -> chess.Board:
    """The position from which material is counted: the start, or after the first move if the other line captures the same
    piece."""
    claim = line.claim
    if claim.role is not ClaimRole.ALLOWS or not claim.other:
        return line.boards[0]
    _boards, others = played(claim.fen, claim.other[:1], claim.chess960)
    square = others[0].to_square
    taken = line.boards[0].piece_at(square)
    same = line.moves[0].to_square == square and others[0] != line.moves[0]
    if not same or taken is None or taken.color is line.boards[0].turn or claim.key % 2 == 0:
        raise Refused("the other move does not capture the same piece")
    return line.boards[1]


def _changes(line: ClaimReplay, begin: chess.Board) -> tuple[Counter[int], Counter[int]]:
    """The pieces that the line wins and loses, counted by type; a bishop cancels a knight."""
    change = {
        piece: _lead(line.end, line.us, piece) - _lead(begin, line.us, piece)
        for piece in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    }
    while change[chess.KNIGHT] * change[chess.BISHOP] < 0:
        step = 1 if change[chess.KNIGHT] < 0 else -1
        change[chess.KNIGHT] += step
        change[chess.BISHOP] -= step
    won = Counter({piece: number for piece, number in change.items() if number > 0})
    lost = Counter({piece: -number for piece, number in change.items() if number < 0})
    return won, lost


def _lead(board: chess.Board, side: chess.Color, piece: chess.PieceType) -> int:
    return len(board.pieces(piece, side)) - len(board.pieces(piece, not side))


def _stalemate(line: ClaimReplay) -> bool:
    return line.end.is_stalemate() and _is_drawn(line)


def _repetition(line: ClaimReplay) -> bool:
    seen = [board.epd() for board in line.boards]
    return seen[-1] in (*line.sources.earlier, *seen[:-1]) and _is_drawn(line)


def _perpetual(line: ClaimReplay) -> bool:
    first = 1 if line.claim.role is ClaimRole.ALLOWS else 0
    checks = [line.boards[index + 1].is_check() for index in range(first, len(line.moves), 2)]
    return len(checks) >= LEAST_CHECKS and all(checks) and _is_drawn(line)


def _is_drawn(line: ClaimReplay) -> bool:
    score = line.claim.after if line.claim.role is ClaimRole.ALLOWS else line.claim.before
    return abs(score.worth(white=True)) <= DRAWN_CP


def _material(line: ClaimReplay) -> bool:
    return line.claim.balance.pawns >= 1


def _mate(line: ClaimReplay) -> bool:
    return line.claim.mate > 0


def _slips(line: ClaimReplay) -> bool:
    return len(line.claim.other) > 0 and line.claim.other[0] != line.claim.line[0]


def _with_mate(test: Callable[[ClaimReplay], bool]) -> Callable[[ClaimReplay], bool]:
    return lambda line: line.claim.mate > 0 and test(line)


TESTS: Mapping[Motif, Callable[[ClaimReplay], bool]] = MappingProxyType(
    {
        Motif.HANGING: tactics.hanging,
        Motif.FORK: tactics.fork,
        Motif.PIN: tactics.pin,
        Motif.RELATIVE_PIN: tactics.relative_pin,
        Motif.PINNED_GUARD: tactics.pinned_guard,
        Motif.SKEWER: tactics.skewer,
        Motif.DISCOVERED_ATTACK: tactics.discovered_attack,
        Motif.DISCOVERED_CHECK: tactics.discovered_check,
        Motif.DOUBLE_CHECK: tactics.double_check,
        Motif.TRAPPED: tactics.trapped,
        Motif.DEFENDER_CAPTURED: tactics.defender_captured,
        Motif.DEFLECTION: tactics.deflection,
        Motif.OVERLOADED: tactics.overloaded,
        Motif.ATTRACTION: tactics.attraction,
        Motif.INTERFERENCE: tactics.interference,
        Motif.INTERMEZZO: tactics.intermezzo,
        Motif.X_RAY: tactics.x_ray,
        Motif.DESPERADO: tactics.desperado,
        Motif.ATTACKS: tactics.attacks,
        Motif.SACRIFICE: tactics.sacrifice,
        Motif.QUIET: tactics.quiet,
        Motif.EXPOSED_KING: tactics.exposed_king,
        Motif.THREATENS: threats.threatens,
        Motif.THREATENS_BOTH: threats.threatens_both,
        Motif.THREATENS_TRAPPED: threats.threatens_trapped,
        Motif.NO_DEFENCE: threats.no_defence,
        Motif.TEMPO: threats.tempo,
        Motif.MOVES_AGAIN: threats.moves_again,
        Motif.THREATENS_MATE: threats.threatens_mate,
        Motif.THREATENS_MATE_IN_TWO: blows.mate_in_two,
        Motif.THREATENS_FORK: blows.fork,
        Motif.THREATENS_BLOW: blows.blow,
        Motif.THREATENS_PROMOTION: threats.threatens_promotion,
        Motif.PINS: tactics.pins,
        Motif.PRESSES_PIN: tactics.presses_pin,
        Motif.ZUGZWANG: threats.zugzwang,
        Motif.MATE: _mate,
        Motif.BACK_RANK_MATE: _with_mate(mates.back_rank),
        Motif.SMOTHERED_MATE: _with_mate(mates.smothered),
        Motif.ANASTASIA_MATE: _with_mate(mates.anastasia),
        Motif.ARABIAN_MATE: _with_mate(mates.arabian),
        Motif.HOOK_MATE: _with_mate(mates.hook),
        Motif.BODEN_MATE: _with_mate(mates.boden),
        Motif.DOUBLE_BISHOP_MATE: _with_mate(mates.double_bishop),
        Motif.DOVETAIL_MATE: _with_mate(mates.dovetail),
        Motif.EPAULETTE_MATE: _with_mate(mates.epaulette),
        Motif.PROMOTION: tactics.promotion,
        Motif.STALEMATE: _stalemate,
        Motif.REPETITION: _repetition,
        Motif.PERPETUAL: _perpetual,
        Motif.MATERIAL: _material,
        Motif.REGAINS: tactics.regains,
        Motif.SAVES: better.saves,
        Motif.GUARDS: better.guards,
        Motif.REMOVES: better.removes,
        Motif.PREVENTS: better.prevents,
        Motif.KEEPS_MORE: compared.keeps_more,
        Motif.COSTS_MORE: compared.keeps_more,
        Motif.TOO_LATE: compared.too_late,
        Motif.LEAVES: compared.leaves,
        Motif.EXCHANGES: compared.exchanges,
        Motif.CHASED: compared.chased,
        Motif.SHELTER: lasting.shelter,
        Motif.CASTLING: lasting.castling,
        Motif.CASTLES: lasting.castles,
        Motif.PASSED_PAWN: lasting.passed_pawn,
        Motif.PAWN_RUNS: lasting.pawn_runs,
        Motif.KING_COMES: lasting.king_comes,
        Motif.QUEENS_OFF: lasting.queens_off,
        Motif.ROOKS_OFF: lasting.rooks_off,
        Motif.MINORS_OFF: lasting.minors_off,
        Motif.PAWN_ENDING: lasting.pawn_ending,
        Motif.STOPS_PAWN: lasting.stops_pawn,
        Motif.ISOLATED_PAWN: lasting.isolated_pawn,
        Motif.DOUBLED_PAWNS: lasting.doubled_pawns,
        Motif.BACKWARD_PAWN: lasting.backward_pawn,
        Motif.BAD_BISHOP: lasting.bad_bishop,
        Motif.BISHOP_PAIR: lasting.bishop_pair,
        Motif.OUTPOST: lasting.outpost,
        Motif.OPEN_FILE: lasting.open_file,
        Motif.INVADES: places.invades,
        Motif.KING_ATTACK: lasting.king_attack,
        Motif.DEVELOPMENT: lasting.development,
        Motif.ACTIVITY: lasting.activity,
        Motif.ACTIVE_PIECE: lasting.active_piece,
        Motif.CENTRE: places.centre,
        Motif.SPACE: lasting.space,
        Motif.TABLE_WIN: known.table_win,
        Motif.TABLE_DRAW: known.table_draw,
        Motif.TABLE_ZUGZWANG: known.table_zugzwang,
        Motif.FIFTY_MOVES: known.fifty_moves,
        Motif.BOOK_REFUTES: known.book_refutes,
        Motif.BOOK_PLAYS: known.book_plays,
        Motif.FEW_FIND: known.few_find,
        Motif.MOST_PLAY: known.most_play,
        Motif.SLIPS: _slips,
    }
)
