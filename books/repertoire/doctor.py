"""The book doctor: walks a book, looks for blunders with an engine, for rows no game reaches, for leaves that end
badly and for layers that contradict each other, and proposes flags."""

import heapq
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

import chess

from books.analysis import LONGEST_MATE, MATE_CP, Analyser, Analysis, score_of, value_after
from books.choice.layers import LayeredMove, whose
from books.entry import LOSING_CP, Flag
from books.key import decode, position_key
from books.learning.mistakes import MISTAKE_CP
from engine.game.reason import BoardMove, Kind, Pawns, Reason, listed

BAD_LEAF_CP = -80  # a line that ends here is bad for the side whose move ended it
CLEARLY_BAD_CP = 100  # a move that gives up so much, or leads to a lost position, is `?`; less is `$`

MovesAt = Callable[[int], Sequence[LayeredMove]]


class Problem(Enum):
    """What the doctor finds."""

    BLUNDER = "blunder"
    UNDERRATED = "underrated"
    BAD_LEAF = "bad leaf"
    UNCHECKED = "unchecked"
    CONFLICT = "conflict"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True)
class Finding:
    """One problem. `proposal`: the flag the doctor would give the move, None where it proposes none."""

    problem: Problem
    fen: str
    move: chess.Move
    reason: Reason
    proposal: Flag | None = None
    value: Analysis | None = None


@dataclass(frozen=True)
class Visit:
    """A position of the book on the doctor's walk: its legal moves with their entries, and how many games came here."""

    board: chess.Board
    key: int
    moves: tuple[tuple[chess.Move, LayeredMove], ...]
    games: float


def walk(moves_at: MovesAt, starts: Iterable[chess.Board] = (), most: int | None = None) -> Iterator[Visit]:
    """The positions reachable from the starts (default: the start position) by the book's moves, most played first.

    Each position once, however it is reached; `most` ends the walk after so many.
    """
    order = itertools.count()
    queue = [(0.0, next(order), board.copy(stack=False)) for board in (list(starts) or [chess.Board()])]
    seen = {position_key(board) for _, _, board in queue}
    visited = 0
    while queue and (most is None or visited < most):
        rank, _, board = heapq.heappop(queue)
        entries = moves_at(position_key(board))
        moves = tuple((move, entry) for entry in entries if (move := decode(board, entry.code)))
        if not moves:
            continue
        visited += 1
        yield Visit(board, position_key(board), moves, -rank)
        for move, entry in moves:
            after = board.copy(stack=False)
            after.push(move)
            key = position_key(after)
            if key not in seen:
                seen.add(key)
                games = sum(row.games for _, row in entry.rows)
                heapq.heappush(queue, (-games, next(order), after))


@dataclass(frozen=True)
class Judgement:
    """An engine's word on one book move: its value and the best value, for the side that moves."""

    move: chess.Move
    entry: LayeredMove
    value: Analysis
    best: Analysis

    @property
    def loss(self) -> int:
        """Centipawns given up against the best move."""
        return max(0, self.best.centipawns - self.value.centipawns)

    @property
    def flag(self) -> Flag:
        """The flag that the evaluation alone would give."""
        if self.loss < MISTAKE_CP:
            return Flag.NORMAL
        bad = self.loss >= CLEARLY_BAD_CP or self.value.centipawns <= LOSING_CP
        return Flag.BAD if bad else Flag.DUBIOUS


BookMoves = Sequence[tuple[chess.Move, LayeredMove]]


def judge(visit: Visit, analyse: Analyser, moves: BookMoves | None = None) -> list[Judgement]:
    """Judges moves of a position (default: all that the book has): one search of the position, one after each move.

    The second is shared with the walk's next positions (by a cached analyser). The best is what any of these searches
    found. A move that seems to lose half a pawn by it is searched again by itself, so that nothing is condemned by two
    searches of different depth.
    """
    best = analyse(visit.board)
    chosen = visit.moves if moves is None else moves
    values = [best if move == best.move else _from_child(visit.board, move, analyse) for move, _ in chosen]
    best = max(best, *values, key=lambda value: value.centipawns) if values else best
    found = []
    for (move, entry), value in zip(chosen, values, strict=True):
        if best.centipawns - value.centipawns >= MISTAKE_CP:
            value = value_after(visit.board, move, analyse)
        found.append(Judgement(move, entry, value, best))
    return found


def blunders(visit: Visit, analyse: Analyser) -> list[Finding]:
    """The moves of a position whose flag an engine contradicts."""
    findings = []
    for judged in judge(visit, analyse):
        flag = judged.entry.flag
        if judged.entry.locked:
            continue
        if flag is Flag.UNCHECKED:
            problem, kind = Problem.UNCHECKED, Kind.PLAYABLE if judged.flag.playable else _loss(judged)
        elif flag.playable and not judged.flag.playable:
            problem, kind = Problem.BLUNDER, _loss(judged)
        elif not flag.playable and judged.loss < MISTAKE_CP // 2:
            problem, kind = Problem.UNDERRATED, Kind.PLAYABLE
        else:
            continue
        reason = _judgement(visit.board, judged, kind, flag)
        findings.append(Finding(problem, visit.board.fen(), judged.move, reason, judged.flag, judged.value))
    return findings


def _judgement(board: chess.Board, judged: Judgement, kind: Kind, flag: Flag) -> Reason:
    """What a flagged move is worth, and the best move where that is another."""
    white = bool(board.turn)
    better = None
    if judged.best.move != judged.move:
        best = BoardMove.of(board, judged.best.move)
        better = Reason(Kind.MOVE_SCORE, (best, score_of(judged.best.centipawns, white)))
    values = listed(Reason(Kind.SCORE, (score_of(judged.value.centipawns, white),)), better)
    loss = (Pawns(judged.loss),) if kind is Kind.GIVES_UP else ()
    return Reason(kind, (BoardMove.of(board, judged.move), flag.mark, *loss, values))


def _loss(judged: Judgement) -> Kind:
    """What a move costs: mates are no pawns."""
    mate = MATE_CP - LONGEST_MATE
    if judged.value.centipawns <= -mate:
        return Kind.LOSES
    return Kind.MISSES_MATE if judged.best.centipawns >= mate else Kind.GIVES_UP


def bad_leaves(visit: Visit, moves_at: MovesAt, analyse: Analyser) -> list[Finding]:
    """The recommended moves after which the book ends in a position that is bad for the side that played them."""
    findings = []
    for move, entry in visit.moves:
        if not entry.flag.playable:
            continue
        after = visit.board.copy(stack=False)
        after.push(move)
        if moves_at(position_key(after)):
            continue
        value = value_after(visit.board, move, analyse)
        if value.centipawns <= BAD_LEAF_CP:
            end = BoardMove.of(visit.board, move), score_of(value.centipawns, bool(visit.board.turn))
            reason = Reason(Kind.ENDS_BOOK, end)
            findings.append(Finding(Problem.BAD_LEAF, visit.board.fen(), move, reason, Flag.DUBIOUS, value))
    return findings


def conflicts(visit: Visit) -> list[Finding]:
    """The moves that one layer recommends and another warns of."""
    findings = []
    for move, entry in visit.moves:
        flags = {layer: row.flag for layer, row in entry.rows if row.flag is not Flag.UNCHECKED}
        if len({flag.playable for flag in flags.values()}) == 2:
            said = (Reason(Kind.LAYER_SAYS, (whose(layer), flag.mark)) for layer, flag in flags.items())
            decided = whose(entry.decision.layer), entry.decision.reason(bool(visit.board.turn))
            reason = Reason(Kind.CONFLICT, (BoardMove.of(visit.board, move), listed(*said), *decided))
            findings.append(Finding(Problem.CONFLICT, visit.board.fen(), move, reason))
    return findings


def unreachable(keys: Iterable[int], reached: set[int]) -> list[int]:
    """The keys that the walk never met: rows left over from deleted lines, or of games that began elsewhere."""
    return sorted(set(keys) - reached)


def _from_child(board: chess.Board, move: chess.Move, analyse: Analyser) -> Analysis:
    after = board.copy(stack=False)
    after.push(move)
    if after.is_game_over():
        return value_after(board, move, analyse)
    reply = analyse(after)
    return Analysis(move, -reply.centipawns, reply.depth, reply.nodes, reply.engine)
