"""Finds the own move that threw a game away, or its advantage, by analysing backwards.

Values are carried back: the value of the next own position bounds the move before it, so that a mistake that shows only
ten plies later is found at its place.
"""

from collections.abc import Callable, Sequence, Set
from typing import NamedTuple

import chess

from books.analysis import Analyser, Analysis, value_after
from books.entry import LOSING_CP
from books.learning.played import Ply
from books.progress import Progress, report, silent
from engine.ground.values import dataclass

# Half a pawn: searches of different length often differ by less.
MISTAKE_CP = 50  # a move that gives up this much against the best is a mistake
CLEARLY_BEST_CP = 50  # a better move that leads the third-best by this much becomes `!`
DEEPER = 8  # times the usual effort, for the guilty move and its replacement


@dataclass(frozen=True)
class LostPosition:
    """A position of the game, before the ply of this index, in which we were to move and every move lost. `value` is
    the best move's, `played` that of the move in the game."""

    index: int
    ply: Ply
    value: Analysis
    played: Analysis


@dataclass(frozen=True)
class DecisiveMistake:
    """The move that lost the game. `value` is its value, `better` the best move instead, both for the side that moves.
    `steady`: no single move lost half a pawn, and this one gave up most. `lost`: the later positions in which we were
    to move and every move lost."""

    index: int
    ply: Ply
    value: Analysis
    better: Analysis | None
    better_is_clear: bool
    steady: bool = False
    lost: "tuple[LostPosition, ...]" = ()

    @property
    def loss(self) -> int:
        """Centipawns given up."""
        return self.better.centipawns - self.value.centipawns if self.better else 0


class Stretch(NamedTuple):
    """The range of the search for the mistake: from ply `last` back to ply `first`, both with their own moves. `held`
    (centipawns): positions above this value were still what we want to keep, playable or better."""

    last: int
    first: int = 0
    held: int = LOSING_CP

    @property
    def safe(self) -> int:
        """The value (centipawns) after a move from which on no earlier move can be guilty."""
        return self.held + MISTAKE_CP

    @property
    def better(self) -> bool:
        """Whether an advantage is at stake, not only a playable game."""
        return self.held > LOSING_CP


@dataclass(frozen=True)
class _Judged:
    played: Analysis
    best: Analysis
    held: int

    @property
    def loss(self) -> int:
        """Centipawns given up."""
        return self.best.centipawns - self.played.centipawns

    @property
    def found_guilty(self) -> bool:
        """Whether the move threw away what was still held."""
        return self.best.centipawns > self.held and self.loss >= MISTAKE_CP


@dataclass(frozen=True)
class _Bound:
    """The value of a later position (`value`) under the moves searched there."""

    value: int
    ply: Ply
    choices: tuple[chess.Move, ...]

    def looked_at_deeper(self, analyse: Analyser) -> "_Bound":
        """Returns the same position, searched longer: one short search must not condemn an earlier move."""
        return _Bound(analyse(self.ply.board, self.choices, DEEPER).centipawns, self.ply, self.choices)


Avoided = Callable[[Ply], Set[chess.Move]]
"""Returns the moves known as bad at a ply: they are not proposed as the better move."""


def find_mistake(
    walked: Sequence[Ply],
    stretch: Stretch,
    analyse: Analyser,
    avoided: Avoided,
    must_find: bool,
    progress: Progress = silent,
) -> DecisiveMistake | None:
    """Goes back through the stretch to the own move after which the game was no longer held. Returns None if no move is
    to blame.

    `must_find` (after a loss, or a win that was let slip): if no move lost half a pawn, the one that gave up most is
    named, so that a deterministic engine does not repeat the loss.
    :raises CancelledError: the user stopped it.
    """
    last = min(stretch.last, len(walked) - 1)
    own = [index for index in range(last, stretch.first - 1, -1) if walked[index].own]
    later: _Bound | None = None
    steepest: tuple[int, int, list[chess.Move], _Judged] | None = None
    lost: list[LostPosition] = []
    # Backwards, because the end of a lost game is certain and its beginning is not: each position's value bounds the move before.
    for number, index in enumerate(own):
        report(progress, number, len(own))
        ply = walked[index]
        known_bad = avoided(ply)
        # A move that is known as bad is not an improvement; the move that was played is judged even so.
        choices = [move for move in ply.board.legal_moves if move == ply.move or move not in known_bad]
        if len(choices) == 1:
            if ply.move in known_bad or (later and later.value <= stretch.held):  # every continuation is lost
                only = Analysis(ply.move, later.value if later else stretch.held, 0, 0, "")
                lost.append(LostPosition(index, ply, only, only))
            continue
        judged = _judge(ply, choices, later.value if later else None, analyse, stretch.held)
        if judged.found_guilty:  # one short search must not condemn or recommend a move
            later = later.looked_at_deeper(analyse) if later else None
            judged = _judge(ply, choices, later.value if later else None, analyse, stretch.held, DEEPER)
        if judged.found_guilty:
            return _mistake(index, ply, choices, judged, analyse, lost)
        if later is None or judged.best.move != ply.move or judged.best.centipawns != later.value:
            later = _Bound(judged.best.centipawns, ply, tuple(choices))
        if judged.best.centipawns > stretch.held:
            if judged.played.centipawns > stretch.safe:
                break  # the game was still held after this move: no earlier one is to blame
            if judged.loss > 0 and (steepest is None or judged.loss > steepest[0]):
                steepest = (judged.loss, index, choices, judged)
        else:
            lost.append(LostPosition(index, ply, judged.best, judged.played))
    if must_find and steepest:
        _, index, choices, judged = steepest
        deeper = _judge(walked[index], choices, None, analyse, stretch.held, DEEPER)
        judged = deeper if deeper.loss > 0 else judged
        return _mistake(index, walked[index], choices, judged, analyse, lost, steady=True)
    return None


def _judge(
    ply: Ply, choices: Sequence[chess.Move], later: int | None, analyse: Analyser, held: int, times: int = 1
) -> _Judged:
    """Returns the values of the played move and of the best of `choices`. `later`: the value of the next own position."""
    best = analyse(ply.board, choices, times)
    if best.move == ply.move:
        played = best
    else:
        played = value_after(ply.board, ply.move, analyse, times)
    if later is not None and later < played.centipawns:
        played = played._replace(centipawns=later)  # the deeper position gives the better value
    if best.move == ply.move:
        # The search likes the move that lost. If the later position refutes it, the best of the others takes its place.
        others = [move for move in choices if move != ply.move]
        doubtful = played.centipawns <= best.centipawns - MISTAKE_CP
        alternative = analyse(ply.board, others, times) if doubtful else played
        best = alternative if alternative.centipawns > played.centipawns else played
    return _Judged(played, best, held)


def _mistake(
    index: int,
    ply: Ply,
    choices: Sequence[chess.Move],
    judged: _Judged,
    analyse: Analyser,
    lost: Sequence[LostPosition],
    steady: bool = False,
) -> DecisiveMistake:
    better = judged.best if judged.best.move != ply.move else None
    clear = False
    if better and not steady:
        # `!` only if it is the one good move; among equals the flag would make the book play one of them alone.
        others = [move for move in choices if move not in (ply.move, better.move)]
        third = analyse(ply.board, others, DEEPER) if others else None
        clear = third is None or third.centipawns <= better.centipawns - CLEARLY_BEST_CP
    after = tuple(position for position in lost if position.index > index)
    return DecisiveMistake(index, ply, judged.played, better, clear, steady, after)


def numbered_san(board: chess.Board, move: chess.Move) -> str:
    """Returns the move with its number: `6.Nf3` or `6...Bg4`."""
    dots = "." if board.turn == chess.WHITE else "..."
    return f"{board.fullmove_number}{dots}{board.san(move)}"
