"""Ranks the moves of a position by the tables, under the fifty-move rule with the present counter.

Table values assume a fifty-move counter of 0. Here the counter and the game's repetitions are added: a win that comes
too late is a cursed win, a third repetition is a draw.
"""

from typing import Protocol

import chess

from engine.game.info import Score, TableResult
from engine.game.reason import Reason, ReasonKind, listed, together
from engine.ground.values import dataclass
from tablebases.wdl import Wdl, zeroing_distance

CERTAIN = 1 << 18  # rank of every certain win; certain losses have its negative
FIFTY_MOVES = 100  # in plies


class Probes(Protocol):
    """The part of `tablebases.tables.Tablebases` that ranking needs."""

    def probe_wdl(self, board: chess.Board) -> Wdl | None:
        """Probes as `tablebases.tables.Tablebases.probe_wdl`."""

    def probe_dtz(self, board: chess.Board) -> int | None:
        """Probes as `tablebases.tables.Tablebases.probe_dtz`."""


@dataclass(frozen=True)
class RankedMove:
    """A root move and its value for the side that plays it.

    `wdl` includes the counter and repetitions. `dtz`: plies to the next capture, pawn move or mate, this move included;
    negative in a loss, 0 in a draw, `None` without a DTZ table. `rank`: larger is better; moves of equal rank are
    equally good.
    """

    move: chess.Move
    wdl: Wdl
    dtz: int | None
    rank: int
    zeroing: bool
    mate: bool
    next_dtz: int = 0

    @property
    def score(self) -> Score:
        return Score(mate=1) if self.mate else Score(table=TableResult(self.wdl, abs(self.dtz or 0)))


@dataclass(frozen=True)
class RootRanking:
    """All legal moves, best first. `best`: those of the highest rank; `reason` explains them."""

    moves: tuple[RankedMove, ...]
    best: tuple[chess.Move, ...]
    wdl: Wdl
    dtz: int | None
    reason: Reason

    @property
    def top(self) -> RankedMove:
        return self.moves[0]


def rank_root_moves(board: chess.Board, tables: Probes, *, fifty_move_rule: bool = True) -> RootRanking | None:
    """Ranks every legal move; None if the tables do not have the position, if it has castling rights, or if the game is over.

    Certain wins rank equal (the search may choose among them) until a position has repeated. From then on, and near the
    fifty-move limit, a shorter way to the next capture or pawn move ranks higher. If that way can end only in mate,
    only the shortest moves are the best. `fifty_move_rule` False counts cursed wins as wins (the engine's
    Syzygy50MoveRule).
    """
    if board.castling_rights or tables.probe_wdl(board) is None:
        return None
    board = board.copy()
    repeated = _has_repeated(board)
    moves: list[RankedMove] = []
    for move in list(board.legal_moves):
        ranked = _rank_move(board, move, tables, repeated)
        if ranked is None:
            return _rank_by_result(board, tables, fifty_move_rule)
        moves.append(ranked)
    if not moves:
        return None
    if not fifty_move_rule:
        moves = [_without_fifty_moves(ranked, repeated) for ranked in moves]
    return _ranking(board, moves)


def _rank_move(board: chess.Board, move: chess.Move, tables: Probes, repeated: bool) -> RankedMove | None:
    """Returns the move's value from DTZ tables; None if one is missing."""
    clock = board.halfmove_clock
    zeroing = board.is_zeroing(move)
    board.push(move)
    try:
        mate = board.is_checkmate()
        result, after = tables.probe_wdl(board), tables.probe_dtz(board)
        third = board.is_repetition(3)
    finally:
        board.pop()
    if result is None or after is None:
        return None
    wdl = Wdl(-result)
    if wdl == Wdl.DRAW or third:
        return RankedMove(move, Wdl.DRAW, 0, 0, zeroing, mate=False)
    if mate or zeroing:
        dtz = 1 if mate else zeroing_distance(wdl)
    else:
        dtz = 1 - after if wdl > 0 else -1 - after
        wdl = _with_clock(dtz, clock)
    rank = _rank(wdl, dtz, clock, zeroing or mate, repeated)
    return RankedMove(move, wdl, dtz, rank, zeroing, mate, abs(after))


def _with_clock(dtz: int, clock: int) -> Wdl:
    """Returns the result of a quiet move with `clock` plies of the hundred used."""
    in_time = abs(dtz) + clock <= FIFTY_MOVES
    if dtz > 0:
        return Wdl.WIN if in_time else Wdl.CURSED_WIN
    return Wdl.LOSS if in_time else Wdl.BLESSED_LOSS


def _rank(wdl: Wdl, dtz: int, clock: int, exact: bool, repeated: bool) -> int:
    """Returns the rank. Tables from other generators may be one ply short, so a win on the hundredth ply ranks below
    every safe one."""
    plies = 1 if exact and abs(wdl) == Wdl.WIN else abs(dtz) + clock
    if wdl == Wdl.WIN:
        certain = plies < FIFTY_MOVES
        return CERTAIN - (plies if repeated or not certain else 0)
    if wdl == Wdl.LOSS:
        hopeless = (
            2 * abs(dtz) + clock < FIFTY_MOVES
        )  # no draw by the fifty-move rule: the search chooses the best resistance
        return -CERTAIN + (0 if hopeless else plies)
    return (CERTAIN // 2 - plies) if wdl == Wdl.CURSED_WIN else (-CERTAIN // 2 + plies)


def _without_fifty_moves(ranked: RankedMove, repeated: bool) -> RankedMove:
    if ranked.dtz is None or ranked.wdl == Wdl.DRAW:
        return ranked
    wdl = Wdl.WIN if ranked.wdl > 0 else Wdl.LOSS
    rank = CERTAIN - (ranked.dtz if repeated else 0) if ranked.wdl > 0 else -CERTAIN
    return RankedMove(ranked.move, wdl, ranked.dtz, rank, ranked.zeroing, ranked.mate, ranked.next_dtz)


def _rank_by_result(board: chess.Board, tables: Probes, fifty_move_rule: bool) -> RootRanking | None:
    """Ranks by result alone, without DTZ files."""
    moves = []
    for move in list(board.legal_moves):
        zeroing = board.is_zeroing(move)
        board.push(move)
        try:
            mate, result, third = board.is_checkmate(), tables.probe_wdl(board), board.is_repetition(3)
        finally:
            board.pop()
        if result is None:
            return None
        wdl = Wdl.DRAW if third else Wdl(-result)
        if not fifty_move_rule and wdl != Wdl.DRAW:
            wdl = Wdl.WIN if wdl > 0 else Wdl.LOSS
        rank = {Wdl.WIN: CERTAIN, Wdl.CURSED_WIN: CERTAIN // 2, Wdl.DRAW: 0}.get(wdl, wdl * CERTAIN // 2)
        moves.append(RankedMove(move, wdl, None, rank, zeroing, mate))
    return _ranking(board, moves)


def _ranking(board: chess.Board, moves: list[RankedMove]) -> RootRanking:
    moves.sort(key=_preference)
    top = moves[0]
    alike = [ranked for ranked in moves if ranked.rank == top.rank]
    if top.wdl == Wdl.WIN and _to_mate(board):
        alike = [ranked for ranked in alike if ranked.dtz == top.dtz]
    best = tuple(ranked.move for ranked in alike)
    return RootRanking(tuple(moves), best, top.wdl, top.dtz, _reason(board, top, len(best)))


def _preference(ranked: RankedMove) -> tuple[int, int, int, int]:
    """The sort key, best first: rank, then mate, then the shorter win or longer loss, then the distance after it."""
    dtz = ranked.dtz or 0
    return (-ranked.rank, 0 if ranked.mate else 1, dtz, ranked.next_dtz if ranked.wdl > 0 else -ranked.next_dtz)


def _has_repeated(board: chess.Board) -> bool:
    """Whether any position since the last capture or pawn move has occurred twice, the present one included."""
    probe = board.copy()
    for _ in range(min(board.halfmove_clock, len(board.move_stack)) + 1):
        if probe.is_repetition(2):
            return True
        if not probe.move_stack:
            break
        probe.pop()
    return False


_RESULTS = {
    Wdl.WIN: ReasonKind.WIN,
    Wdl.CURSED_WIN: ReasonKind.CURSED_WIN,
    Wdl.DRAW: ReasonKind.DRAW,
    Wdl.BLESSED_LOSS: ReasonKind.BLESSED_LOSS,
    Wdl.LOSS: ReasonKind.LOSS,
}


def _reason(board: chess.Board, top: RankedMove, alike: int) -> Reason:
    if top.mate:
        return Reason(ReasonKind.MATE)
    decided = top.wdl != Wdl.DRAW and top.dtz is not None
    moves = (abs(top.dtz or 0) + 1) // 2
    clock = Reason(ReasonKind.CLOCK, (board.halfmove_clock,)) if decided and board.halfmove_clock else None
    others = Reason(ReasonKind.AS_GOOD, (alike,)) if alike > 1 else None
    if decided and abs(top.wdl) == Wdl.WIN and _to_mate(board):
        return together(Reason(ReasonKind.MATE_IN if top.wdl > 0 else ReasonKind.MATED_IN, (moves,)), others)
    distance = Reason(ReasonKind.WITHIN, (moves,)) if decided else None
    return together(listed(Reason(_RESULTS[top.wdl]), distance, clock), others)


def _to_mate(board: chess.Board) -> bool:
    """Whether a win's distance is that to mate: against a bare king, without pawns and without spare pieces."""
    if all(board.occupied_co[side] & ~board.kings for side in chess.COLORS):
        return False
    men = sorted(piece.piece_type for piece in board.piece_map().values() if piece.piece_type != chess.KING)
    return men in ([chess.QUEEN], [chess.ROOK], [chess.KNIGHT, chess.BISHOP], [chess.BISHOP, chess.BISHOP])
