"""The rows for the positions that a mistake reached: their values, and which of them are lost."""

import time
from collections.abc import Sequence

import chess

from books.analysis import LONGEST_MATE, MATE_CP, Analysis
from books.entry import PositionRow, PositionVerdict
from books.key import position_key
from books.learning.collapses import HOPELESS_CP
from books.learning.mistakes import DecisiveMistake
from books.learning.played import WINDOW_OWN_MOVES, LearnedGame, Ply, evaluations_by_ply

CERTAIN_NODES = 2_000_000
"""The nodes needed to confirm a bad move. Of 23 learned `?` that another engine checked, three lost less than 0.20."""


def reached_by(board: chess.Board, move: chess.Move) -> int:
    after = board.copy(stack=False)
    after.push(move)
    return position_key(after)


def valued(key: int, analysis: Analysis) -> PositionRow:
    """Returns a position's row with the value of the move that reaches it."""
    return PositionRow(
        key,
        value=-analysis.centipawns,
        depth=analysis.depth or None,
        nodes=analysis.nodes or None,
        engine=analysis.engine or None,
        evaluated=int(time.time()),
    )


def condemned(key: int, analysis: Analysis, game: int) -> PositionRow:
    """Returns the row of a position that is lost for the side that moved there; confirmed only by a long search or a
    mate."""
    certain = analysis.nodes >= CERTAIN_NODES or analysis.centipawns <= LONGEST_MATE - MATE_CP
    verdict = PositionVerdict.CONFIRMED if certain else PositionVerdict.SUSPECTED
    return valued(key, analysis)._replace(verdict=verdict, lost=1, game=game)


def lost_after(number: int, game: LearnedGame, walked: Sequence[Ply], mistake: DecisiveMistake) -> list[PositionRow]:
    """Returns the lost positions after the mistake, as far as the opening window reaches, so that no other move order
    repeats them: those in which no move holds, and those that our moves reached. In the hopeless part the engine's own
    evaluations decide."""
    # Ten own moves, as everywhere in learning: the opening ends there.
    end = mistake.index + 2 * WINDOW_OWN_MOVES
    found = {lost.index: (lost.value, lost.played) for lost in mistake.lost if lost.index <= end}
    for index, value in evaluations_by_ply(game, list(walked)).items():
        if mistake.index < index <= end and value <= HOPELESS_CP:
            found.setdefault(index, 2 * (Analysis(walked[index].move, value, 0, 0, ""),))
    rows: list[PositionRow] = []
    for index, (best, played) in sorted(found.items()):
        before = condemned(walked[index].key, best._replace(centipawns=-best.centipawns), number)
        rows += [before._replace(lost=-1), condemned(walked[index].reached, played, number)]
    return rows
