"""What to look for in a position: the first step of a hint, which names no move and no piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType

from engine.coach.claims import Motif
from engine.coach.force import in_danger
from engine.coach.line import Line
from engine.coach.settle import settled
from engine.coach.tactics import shown


class Look(Enum):
    """Where to look; `value` is the sentence in English."""

    MATE = "Look for a mate."
    FORK = "Look for a fork."
    PIN = "Look for a pin."
    SKEWER = "Look for a skewer."
    DISCOVERED = "Look for a discovered attack or check."
    TRAPPED = "Look for a piece without a safe square."
    DEFENDER = "Look at what guards the opponent’s pieces."
    HANGING = "Look for a piece that is not guarded."
    PROMOTION = "Look at the pawn that can promote."
    MATERIAL = "Look for a way to win material."
    CHECK = "Look at the checks."
    CAPTURE = "Look at the captures."
    DANGER = "Look at what the opponent attacks."
    QUIET = "Look for a quiet move: no capture, no check."


_OF_MOTIF: Mapping[Motif, Look] = MappingProxyType(
    {
        Motif.FORK: Look.FORK,
        Motif.PIN: Look.PIN,
        Motif.SKEWER: Look.SKEWER,
        Motif.DISCOVERED_ATTACK: Look.DISCOVERED,
        Motif.DISCOVERED_CHECK: Look.DISCOVERED,
        Motif.DOUBLE_CHECK: Look.DISCOVERED,
        Motif.TRAPPED: Look.TRAPPED,
        Motif.DEFENDER_CAPTURED: Look.DEFENDER,
        Motif.DEFLECTION: Look.DEFENDER,
        Motif.OVERLOADED: Look.DEFENDER,
        Motif.ATTRACTION: Look.DEFENDER,
        Motif.INTERFERENCE: Look.DEFENDER,
        Motif.HANGING: Look.HANGING,
        Motif.PROMOTION: Look.PROMOTION,
    }
)


def look_for(fen: str, line: Sequence[str], chess960: bool) -> Look:
    """What the best line from a position (coordinates, not empty) is about.

    :raises MoveError: a move is not legal.
    """
    moves = Line.from_here(fen, line, chess960)
    if moves.end.is_checkmate() and moves.end.turn is not moves.us:
        return Look.MATE
    won = settled(moves)
    if won is not None:
        return _OF_MOTIF.get(next((what.motif for what in shown(won)), Motif.MATERIAL), Look.MATERIAL)
    first = moves.steps[0]
    if first.after.is_check():
        return Look.CHECK
    if first.captured:
        return Look.CAPTURE
    return Look.DANGER if in_danger(first.board, first.move.from_square) else Look.QUIET
