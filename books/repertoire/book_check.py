"""Checks a book or a repertoire with an engine and proposes flags.

Finds flags that the engine contradicts, replies without an answer, lines that end badly, rows that no line reaches, and
layers that contradict each other.
"""

import heapq
import itertools
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from enum import Enum
from typing import Annotated

import chess

from books.analysis import LONGEST_MATE, MATE_CP, MOVE, Analyser, Analysis, score_of, value_after
from books.choice.layers import LayeredMove, whose
from books.entry import LOSING_CP, Flag
from books.graph import children
from books.key import position_key
from books.learning.mistakes import MISTAKE_CP
from books.repertoire.lines import GAP_PLIES, MovesOn, RepertoirePosition, Spots
from engine.game.reason import BoardMove, PawnLoss, Reason, ReasonKind, Share, listed
from engine.game.reason_file import as_json, of_json
from engine.ground.codec import FieldCodec, Within
from engine.ground.values import dataclass

BAD_LEAF_CP = -80  # a line that ends at or below this value is bad for the side whose move ended it
CLEARLY_BAD_CP = 100  # a move that gives up this much, or leads to a lost position, is `?`; below it, `$`
# `!` is for a nearly best move: the shipped book gives it within 32 centipawns of the best (book-shipped.md).
SURPASSED_CP = 35


class BookProblem(Enum):
    """A kind of problem that the check finds."""

    BLUNDER = "blunder"
    SURPASSED = "surpassed"
    UNDERRATED = "underrated"
    GAP = "gap"
    SUSPECTED = "suspected"
    BAD_LEAF = "bad leaf"
    UNCHECKED = "unchecked"
    CONFLICT = "conflict"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True)
class BookFinding:
    """One problem. `proposal`: the flag proposed for the move, None without a proposal. `value` is the move's and
    `best` the best one's. `lesson`: the number of the lesson in the learned book that made the change, None without
    one. `chosen`: the user chose the present flag, which no lesson changes. `undone`: it was undone; `repaired`: the
    flag was written into the user's book. These two are not stored in reports."""

    problem: BookProblem
    fen: str
    move: Annotated[chess.Move, MOVE]
    reason: Annotated[Reason, FieldCodec(lambda found: of_json(found.text()), as_json)]
    proposal: Flag | None = None
    value: Analysis | None = None
    best: Analysis | None = None
    lesson: Annotated[int, Within(0, 2**62)] | None = None
    chosen: bool = False
    undone: bool = False
    repaired: bool = False

    @property
    def open(self) -> bool:
        return self.proposal is not None and not self.repaired and self.lesson is None


@dataclass(frozen=True)
class Visit:
    """A position of the walk. `moves`: the legal moves to judge, with their entries; `chance` (0-1): how likely a game
    comes here. `gap`: the opponent's move that leads here, if it has no answer."""

    board: chess.Board
    key: int
    moves: tuple[tuple[chess.Move, LayeredMove], ...]
    chance: float
    gap: BoardMove | None = None


def walk(
    moves_on: MovesOn,
    starts: Iterable[chess.Board] = (),
    most: int | None = None,
    follow: Callable[[LayeredMove], bool] = lambda _entry: True,
    known: Container[int] | None = None,
) -> Iterator[Visit]:
    """Yields the positions reachable from the starts (default: the start position) by the book's moves, most likely
    first. A move's probability is its share of games, or of weight without games.

    Each position comes once, by its likeliest path; `most` limits their number. `follow` selects the moves to follow.
    `known`: the keys of all positions with moves; the others are not looked up.
    """
    order = itertools.count()
    queue: list[tuple[float, int, chess.Board, chess.Move | None]] = [
        (-1.0, next(order), board.copy(stack=False), None) for board in (list(starts) or [chess.Board()])
    ]
    seen: set[int] = set()
    while queue and (most is None or len(seen) < most):
        rank, _, board, last = heapq.heappop(queue)
        if last is not None:
            board = board.copy(stack=False)
            board.push(last)
        key = position_key(board)
        if key in seen:
            continue
        moves = tuple(moves_on(board))
        if not moves:
            continue
        seen.add(key)
        yield Visit(board, key, tuple(pair for pair in moves if not pair[1].off), -rank)
        presence = [sum(row.games for _, row in entry.rows) + entry.weight / 1000 for _, entry in moves]
        total, reached = sum(presence) or 1.0, children(board, {entry.code for _, entry in moves})
        for (move, entry), games in zip(moves, presence, strict=True):
            after = reached.get(entry.code)  # None: castling in its other spelling
            if follow(entry) and (after is None or (after not in seen and (known is None or after in known))):
                heapq.heappush(queue, (rank * games / total, next(order), board, move))


def of_repertoire(spots: Spots, moves_on: MovesOn) -> Iterator[Visit]:
    """Yields the positions of a repertoire, most likely first: its own moves are judged, the opponent's positions only
    valued."""
    for spot in spots.values():
        asked = spot.answers if spot.own else ()
        moves = tuple((move, entry) for move, entry in moves_on(spot.board) if move in asked) if asked else ()
        yield Visit(spot.board, spot.key, moves, spot.chance, None if spot.answers else _gap(spot))


def _gap(spot: RepertoirePosition) -> BoardMove | None:
    if not spot.own or not spot.path or len(spot.path) > GAP_PLIES:
        return None
    before = chess.Board(spot.root, chess960=False)
    for move in spot.path[:-1]:
        before.push(move)
    return BoardMove.of(before, spot.path[-1])


@dataclass(frozen=True)
class BookJudgement:
    """An engine's judgement of one book move: its value and the best value, for the side that moves."""

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


def judge(visit: Visit, analyse: Analyser, moves: BookMoves | None = None) -> list[BookJudgement]:
    """Judges moves of a position (default: all in the book): one search of the position, one after each move.

    A cached analyser shares the latter with the walk's next positions. The best value is the highest of all these
    searches. A move that seems to lose half a pawn is searched again by itself, because the two searches may differ in
    depth.
    """
    best = analyse(visit.board)
    chosen = visit.moves if moves is None else moves
    values = [best if move == best.move else _from_child(visit.board, move, analyse) for move, _ in chosen]
    best = max(best, *values, key=lambda value: value.centipawns) if values else best
    found = []
    for (move, entry), value in zip(chosen, values, strict=True):
        if best.centipawns - value.centipawns >= MISTAKE_CP:
            value = value_after(visit.board, move, analyse)
        found.append(BookJudgement(move, entry, value, best))
    return found


def blunders(visit: Visit, analyse: Analyser, sure: Analyser | None = None) -> list[BookFinding]:
    """Returns the moves of a position whose flag the engine contradicts. With `sure`, a longer search must confirm each
    doubt; only for unchecked moves, which are never played, `analyse` is enough."""
    doubted = [judged for judged in judge(visit, analyse) if _contradicted(judged) is not None]
    if sure is not None:
        flagged = [(judged.move, judged.entry) for judged in doubted if judged.entry.flag is not Flag.UNCHECKED]
        doubted = [judged for judged in doubted if judged.entry.flag is Flag.UNCHECKED]
        doubted += judge(visit, sure, flagged) if flagged else []
    findings = []
    for judged in doubted:
        found = _contradicted(judged)
        if found is None:
            continue
        problem, kind, proposal = found
        reason = _judgement(visit.board, judged, kind, judged.entry.flag)
        fen = visit.board.fen()
        findings.append(BookFinding(problem, fen, judged.move, reason, proposal, judged.value, judged.best))
    return findings


def _contradicted(judged: BookJudgement) -> tuple[BookProblem, ReasonKind, Flag] | None:
    """Returns the problem with a move's flag, its wording and the right flag; None without a problem."""
    flag = judged.entry.flag
    if judged.entry.locked:
        return None
    if flag is Flag.UNCHECKED:
        kind = ReasonKind.PLAYABLE if judged.flag.playable else _loss(judged)
        return BookProblem.UNCHECKED, kind, max(Flag.DUBIOUS, judged.flag)  # a `?` needs a longer search
    if flag.playable and not judged.flag.playable:
        return BookProblem.BLUNDER, _loss(judged), judged.flag
    if flag is Flag.STRONG and judged.loss >= SURPASSED_CP:
        return BookProblem.SURPASSED, ReasonKind.SURPASSED, Flag.NORMAL
    if not flag.playable and judged.loss < MISTAKE_CP // 2:
        return BookProblem.UNDERRATED, ReasonKind.PLAYABLE, judged.flag
    return None


def _judgement(board: chess.Board, judged: BookJudgement, kind: ReasonKind, flag: Flag) -> Reason:
    """Returns the value of a flagged move, and the best move if it is another."""
    white = bool(board.turn)
    better = None
    if judged.best.move != judged.move:
        best = BoardMove.of(board, judged.best.move)
        better = Reason(ReasonKind.MOVE_SCORE, (best, score_of(judged.best.centipawns, white)))
    values = listed(Reason(ReasonKind.SCORE, (score_of(judged.value.centipawns, white),)), better)
    loss = (PawnLoss(judged.loss),) if kind in (ReasonKind.GIVES_UP, ReasonKind.SURPASSED) else ()
    return Reason(kind, (BoardMove.of(board, judged.move), flag.mark, *loss, values))


def _loss(judged: BookJudgement) -> ReasonKind:
    """Returns the wording of a loss: mates are not counted in pawns."""
    mate = MATE_CP - LONGEST_MATE
    if judged.value.centipawns <= -mate:
        return ReasonKind.LOSES
    return ReasonKind.MISSES_MATE if judged.best.centipawns >= mate else ReasonKind.GIVES_UP


def bad_leaves(visit: Visit, moves_on: MovesOn, analyse: Analyser, sure: Analyser | None = None) -> list[BookFinding]:
    """Returns the recommended moves after which the book ends in a bad position for the side that played them; `sure`
    as in `blunders`."""
    findings = []
    for move, entry in visit.moves:
        if not entry.flag.playable:
            continue
        after = visit.board.copy(stack=False)
        after.push(move)
        if moves_on(after):
            continue
        value = value_after(visit.board, move, analyse)
        if sure is not None and value.centipawns <= BAD_LEAF_CP:
            value = value_after(visit.board, move, sure)
        if value.centipawns <= BAD_LEAF_CP:
            end = BoardMove.of(visit.board, move), score_of(value.centipawns, bool(visit.board.turn))
            reason = Reason(ReasonKind.ENDS_BOOK, end)
            findings.append(BookFinding(BookProblem.BAD_LEAF, visit.board.fen(), move, reason, Flag.DUBIOUS, value))
    return findings


def gaps(visit: Visit, analyse: Analyser) -> list[BookFinding]:
    """Returns the reply without an answer, with the engine's answer."""
    if visit.gap is None or visit.board.is_game_over():
        return []
    best = analyse(visit.board)
    answer = BoardMove.of(visit.board, best.move), score_of(best.centipawns, bool(visit.board.turn))
    reason = Reason(
        ReasonKind.NO_ANSWER, (visit.gap, Share(min(1.0, visit.chance)), Reason(ReasonKind.MOVE_SCORE, answer))
    )
    return [BookFinding(BookProblem.GAP, visit.board.fen(), chess.Move.null(), reason, value=best, best=best)]


def conflicts(visit: Visit) -> list[BookFinding]:
    """Returns the moves that one layer recommends and another warns of."""
    findings = []
    for move, entry in visit.moves:
        if len(entry.rows) == 1:  # one layer does not contradict itself
            continue
        flags = {layer: row.flag for layer, row in entry.rows if row.flag is not Flag.UNCHECKED}
        if len({flag.playable for flag in flags.values()}) == 2:
            said = (Reason(ReasonKind.LAYER_SAYS, (whose(layer), flag.mark)) for layer, flag in flags.items())
            decided = whose(entry.decision.layer), entry.decision.reason(bool(visit.board.turn))
            reason = Reason(ReasonKind.CONFLICT, (BoardMove.of(visit.board, move), listed(*said), *decided))
            findings.append(BookFinding(BookProblem.CONFLICT, visit.board.fen(), move, reason))
    return findings


def unreachable(keys: Iterable[int], reached: set[int]) -> list[int]:
    """Returns the keys that the walk did not reach: rows left over from deleted lines, or of games from other start
    positions."""
    return sorted(set(keys) - reached)


def _from_child(board: chess.Board, move: chess.Move, analyse: Analyser) -> Analysis:
    after = board.copy(stack=False)
    after.push(move)
    if after.is_game_over():
        return value_after(board, move, analyse)
    reply = analyse(after)
    return Analysis(move, -reply.centipawns, reply.depth, reply.nodes, reply.engine)
