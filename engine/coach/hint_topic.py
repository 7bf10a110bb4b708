"""The first step of a hint: what to look for, without naming a move or piece."""

from __future__ import annotations

from collections.abc import Sequence

from engine.coach.claims import HintTopic, Motif
from engine.coach.exchange_values import in_danger
from engine.coach.line import MotifLine
from engine.coach.quiet_cut import settled
from engine.coach.tactics import shown


def look_for(fen: str, line: Sequence[str], chess960: bool) -> HintTopic:
    """The subject of the best line (UCI, not empty) from a position. :raises MoveError: a move is not legal."""
    moves = MotifLine.from_here(fen, line, chess960)
    if moves.end.is_checkmate() and moves.end.turn is not moves.us:
        return HintTopic.MATE
    won = settled(moves)
    if won is not None:
        return next((what.motif for what in shown(won)), Motif.MATERIAL).facts.hint or HintTopic.MATERIAL
    first = moves.steps[0]
    if first.after.is_check():
        return HintTopic.CHECK
    if first.captured:
        return HintTopic.CAPTURE
    return HintTopic.DANGER if in_danger(first.board, first.move.from_square) else HintTopic.QUIET
