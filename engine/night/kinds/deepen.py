"""Long searches of the positions of a file, one per task."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.game.info import PovScore
from engine.game.limits import GamePosition, Limits
from engine.ground.text import Text
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import PlannedTask, Table, TaskAnswer
from engine.play.match.openings import read_openings
from engine.player import Player


def tasks(files: Sequence[Path]) -> Iterator[PlannedTask]:
    """A task for each position of FEN and EPD files, and for the end of each game of PGN files. :raises RatsuError: a file
    cannot be read."""
    for path in files:
        for board in read_openings(path):
            yield PlannedTask(board.fen(), {"fen": board.fen(), "chess960": board.chess960})


def answer(payload: Table, nodes: int) -> Table:
    """Searches a position: score from White's point of view, depth and line. :raises RatsuError: it is not playable."""
    position = GamePosition(payload["fen"], chess960=payload["chess960"])
    result = Player().search(position, Limits(nodes=nodes))
    if not result.lines:
        return {"move": None}
    line = result.lines[0]
    score = PovScore(line.score, position.white_to_move).of_white
    return {"move": result.best_move, "depth": line.depth, "nodes": result.nodes, "line": list(line.pv), **score.data}


def lines(answers: Iterable[TaskAnswer]) -> list[ReportLine]:
    """Every position with its best move."""
    rows = tuple(
        ReportRow(
            one.task,
            Text("%1: %2 at depth %3", one.name, one.value["move"] or "-", one.value.get("depth", 0)),
            one.name,
        )
        for one in answers
    )
    return [ReportLine(Text("Positions searched: %1", len(rows)), rows)]
