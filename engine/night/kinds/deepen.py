"""Long searches of the positions of a file, one per task."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from books.evaluations.values import LEAST_NODES, KeptEvaluation, KeptLine
from engine.game.info import PovScore, Score, TableResult
from engine.game.limits import GamePosition, Limits
from engine.game.position import Position
from engine.ground.text import Text
from engine.night import evaluations
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import PlannedTask, Table, TaskAnswer
from engine.play.identity import own_identity
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
    found = {"move": result.best_move, "depth": line.depth, "nodes": result.nodes, "line": list(line.pv), **score.data}
    return {**found, "chess960": position.chess960}


def keep(answers: Iterable[TaskAnswer], _options: Table) -> list[ReportLine]:
    """Writes the results of a finished job into the evaluation store. :raises StoreError: it cannot be written."""
    found = [one for one in map(_evaluation, answers) if one is not None and one.nodes >= LEAST_NODES]
    evaluations.store().keep(*found)
    return [ReportLine(Text("Evaluations stored: %1", len(found)))]


def _evaluation(answer: TaskAnswer) -> KeptEvaluation | None:
    value = answer.value
    if value["move"] is None or "chess960" not in value:
        return None
    position = Position.of(answer.name, value["chess960"])
    table = value["table"]
    score = Score(None if table or value["mate"] is not None else value["centipawns"], value["mate"])
    if table:
        score = Score(table=TableResult(table["wdl"], table["plies"]))
    line = KeptLine(score if position.white_to_move else -score, value["depth"], tuple(value["line"]))
    return KeptEvaluation(position, own_identity(), value["nodes"], (line,))


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
