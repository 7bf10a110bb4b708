"""Practical endings with one right move, selected from test positions by a deep search; engines solve them at equal nodes.

A line of the file: FEN; the only move that preserves the win or the draw; the judge's scores of it and of the second-best move.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

import chess
import chess.engine

from engine.game.limits import GamePosition, Limits
from engine.ground.files import append_durably
from engine.ground.values import dataclass
from engine.player import Player
from engine.training.evaluation_set import EvaluationSetError, LabelledPosition
from engine.training.teacher import MATE_CENTIPAWNS, TeacherError, teacher_path

FEWEST, MOST = 6, 12  # pieces, kings included
WON, LEVEL = 150, 50  # judge's centipawns: won from WON on, drawn up to LEVEL; scores between are left out
NEAR = 300  # centipawns: beyond this the result is not in doubt
GLANCE = 20  # a first search with a twentieth of the nodes ...
GLANCE_APART = 100  # ... drops endings whose two best moves are closer than this, in centipawns


@dataclass(frozen=True)
class Ending:
    """A position and its only right move, in coordinate notation."""

    fen: str
    move: str


def make(
    output: Path,
    positions: Iterable[LabelledPosition],
    most: int,
    command: str,
    nodes: int,
    progress: Callable[[int, int], None],
) -> int:
    """Appends endings until the file has `most` different ones; returns their number. `progress(examined, in the file)`.

    :raises TeacherError: if the judge is missing or ends. :raises EvaluationSetError: if the file cannot be read.
    """
    held = {ending.fen for ending in read(output)} if output.exists() else set()
    wanted = [
        position for position in positions if FEWEST <= position.pieces <= MOST and abs(position.searched) <= NEAR
    ]
    with _engine(command) as judge:
        for number, position in enumerate(wanted, 1):
            if len(held) >= most:
                break
            lines = [] if position.fen in held else _two_lines(judge, position.fen, nodes // GLANCE)
            if len(lines) == 2 and lines[0][1] - lines[1][1] >= GLANCE_APART:
                lines = _two_lines(judge, position.fen, nodes)
            if len(lines) == 2 and _differ(lines[0][1], lines[1][1]):
                held.add(position.fen)
                row = f"{position.fen};{lines[0][0]};{lines[0][1]};{lines[1][1]}\n"
                append_durably(output, row.encode())
            progress(number, len(held))
    return len(held)


def _engine(command: str) -> chess.engine.SimpleEngine:
    try:
        return chess.engine.SimpleEngine.popen_uci(teacher_path(command))
    except (OSError, chess.engine.EngineError) as error:
        raise TeacherError("the teacher %1 does not start: %2", repr(command), error) from error


def _two_lines(judge: chess.engine.SimpleEngine, fen: str, nodes: int) -> list[tuple[str, int]]:
    found = []
    for info in judge.analyse(
        chess.Board(fen, chess960=False), chess.engine.Limit(nodes=nodes), multipv=2, game=object()
    ):
        if "pv" in info and "score" in info:
            found.append((info["pv"][0].uci(), info["score"].relative.score(mate_score=MATE_CENTIPAWNS)))
    return found


def _differ(best: int, second: int) -> bool:
    """Returns whether only the best move wins, or only it draws."""
    return (best >= WON and second <= LEVEL) or (abs(best) <= LEVEL and second <= -WON)


def read(path: Path) -> list[Ending]:
    """Returns the endings in a file.

    :raises EvaluationSetError: if it cannot be read or has other lines.
    """
    try:
        rows = [line.split(";") for line in path.read_text(encoding="utf-8").splitlines()]
        return [Ending(fen, move) for fen, move, _, _ in rows]
    except (OSError, ValueError) as error:
        raise EvaluationSetError("%1 is not a file of endings: %2", path, error) from error


def own_score(endings: Iterable[Ending], nodes: int) -> int:
    """Returns how many endings Ratsu solves with `nodes` for each, with a cleared hash table."""
    player = Player()
    solved = 0
    for ending in endings:
        player.new_game()
        solved += player.search(GamePosition(ending.fen, chess960=False), Limits(nodes=nodes)).best_move == ending.move
    return solved


def score_of(command: str, endings: Iterable[Ending], nodes: int) -> int:
    """Returns how many endings another engine solves with `nodes` for each.

    :raises TeacherError: if it is missing.
    """
    solved = 0
    with _engine(command) as engine:
        for ending in endings:
            played = engine.play(
                chess.Board(ending.fen, chess960=False), chess.engine.Limit(nodes=nodes), game=object()
            )
            solved += played.move is not None and played.move.uci() == ending.move
    return solved
