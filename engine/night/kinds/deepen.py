"""Long searches of the positions of a file, one per task. The moves that an EPD file asks for (`bm`, `am`) are compared with
those that were found, so that a file of test positions is a test of the engine."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from books.evaluations.values import LEAST_NODES, KeptEvaluation, KeptLine
from engine.game.info import PovScore, Score, TableResult
from engine.game.limits import GamePosition, Limits
from engine.game.position import Position
from engine.game.python_board import board_at, board_of, legal_line
from engine.game.reason import BoardMove
from engine.game.reason_file import move_of
from engine.ground.text import NOTHING, Text, joined
from engine.night import evaluations
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import NightError, PlannedTask, Table, TaskAnswer
from engine.pgn.reader import read_games
from engine.play.epd import EpdLine, epd_lines
from engine.play.identity import own_identity
from engine.play.match.openings import HARMLESS, is_pgn
from engine.player import Player

_SHOWN = 8  # half-moves of a line in the report


def tasks(files: Sequence[Path]) -> Iterator[PlannedTask]:
    """A task for each position of FEN and EPD files, and for the end of each game of PGN files. What cannot be read or searched
    is a task that names its place and the reason. :raises RatsuError: a file cannot be read, or no position of it."""
    for path in files:
        first, good = NOTHING, False
        for found in _of_games(path) if is_pgn(path) else _of_lines(path):
            if isinstance(found, Text):
                first = first or found
                yield PlannedTask(path.name, {}, fault=found)
            else:
                good = True
                yield _task(found)
        if not good:
            raise NightError("%1 has no position that can be searched: %2", path, first or Text("it is empty"))


def _of_lines(path: Path) -> Iterator[EpdLine | Text]:
    for number, found in epd_lines(path):
        fault = found if isinstance(found, Text) else _unplayable(found)
        yield Text("line %1: %2", number, fault) if fault else found


def _of_games(path: Path) -> Iterator[EpdLine | Text]:
    for game in read_games(path):
        broken = [problem.text for problem in game.problems if problem.kind not in HARMLESS]
        found = EpdLine(Position.of(board_at(game, game.end()).fen(), game.chess960))
        fault = broken[0] if broken else _unplayable(found)
        yield Text("game %1: %2", game.number, fault) if fault else found


def _unplayable(line: EpdLine) -> Text:
    position = GamePosition(line.position.fen, chess960=line.position.chess960)
    return NOTHING if any(board_of(position).legal_moves) else Text("the game is over")


def _task(line: EpdLine) -> PlannedTask:
    position = line.position
    payload: Table = {"fen": position.fen, "chess960": position.chess960}
    asked: Table = {"id": line.name, "best": list(line.best), "avoided": list(line.avoided)}
    return PlannedTask(position.fen, {**payload, **{name: value for name, value in asked.items() if value}})


def answer(payload: Table, nodes: int) -> Table:
    """Searches a position: score from White's point of view, depth and line. :raises RatsuError: it is not playable."""
    position = GamePosition(payload["fen"], chess960=payload["chess960"])
    asked: Table = {name: payload[name] for name in ("id", "best", "avoided") if name in payload}
    result = Player().search(position, Limits(nodes=nodes))
    if not result.lines:
        return {"move": None, **asked}
    line = result.lines[0]
    score = PovScore(line.score, position.white_to_move).of_white
    found = {"move": result.best_move, "depth": line.depth, "nodes": result.nodes, "line": list(line.pv), **score.data}
    return {**found, **asked, "chess960": position.chess960}


def keep(answers: Iterable[TaskAnswer], _options: Table) -> list[ReportLine]:
    """Writes the results of a finished job into the evaluation store. :raises StoreError: it cannot be written."""
    every = list(answers)
    found = [one for one in map(_evaluation, every) if one is not None and one.nodes >= LEAST_NODES]
    evaluations.store().keep(*found)
    if len(found) == len(every):
        return [ReportLine(Text("Evaluations stored: %1", len(found)))]
    short = Text(
        "Evaluations stored: %1 of %2; the others took fewer than %3 nodes", len(found), len(every), LEAST_NODES
    )
    return [ReportLine(short)]


def _evaluation(answer: TaskAnswer) -> KeptEvaluation | None:
    value = answer.value
    if value["move"] is None or "chess960" not in value:
        return None
    position = Position.of(answer.name, value["chess960"])
    score = _score(value)
    line = KeptLine(score if position.white_to_move else -score, value["depth"], tuple(value["line"]))
    return KeptEvaluation(position, own_identity(), value["nodes"], (line,))


def _score(value: Table) -> Score:
    """The score of an answer, from White's point of view."""
    if table := value.get("table"):
        return Score(table=TableResult(table["wdl"], table["plies"]))
    return Score(None if value["mate"] is not None else value["centipawns"], value["mate"])


def lines(answers: Iterable[TaskAnswer]) -> list[ReportLine]:
    """Every position with its best move, value and line; of test positions, how many were solved and which were not."""
    rows, unsolved, tests = [], [], 0
    for one in answers:
        row = ReportRow(one.task, _row(one), one.name)
        rows.append(row)
        test = _test(one)
        tests += test.is_test
        if test.is_test and not test.solved_by(one.value["move"]):
            unsolved.append(row)
    told = [ReportLine(Text("Positions searched: %1", len(rows)), tuple(rows))]
    if tests:
        failed = [ReportLine(Text("Not solved: %1", len(unsolved)), tuple(unsolved))] if unsolved else []
        told = [ReportLine(Text("Solved: %1 of %2", tests - len(unsolved), tests)), *failed, *told]
    return told


def _test(answer: TaskAnswer) -> EpdLine:
    value, asked = answer.value, ("best", "avoided")
    return EpdLine(Position.of(answer.name, value.get("chess960")), "", *(tuple(value.get(one, ())) for one in asked))


def _row(answer: TaskAnswer) -> Text:
    """`WAC.001: Qg6, solved (#3): 1.Qg6 fxg6 2.Rxg6`; without a test `Qg6 (+0.31, depth 23): …`. A proved value has no depth:
    the search of a mate ends at the greatest one."""
    value, test = answer.value, _test(answer)
    name = value.get("id") or answer.name
    if value["move"] is None:
        return Text("%1: -", name)
    fen, chess960 = answer.name, test.position.chess960

    def move(uci: str) -> BoardMove:
        return move_of(uci, fen, chess960, numbered=False)

    score = _score(value)
    shown: PovScore | Text = PovScore(score, white=True)
    if score.mate is None and score.table is None:
        shown = Text("%1, depth %2", shown, value["depth"])
    line = _line(fen, chess960, value["line"])
    if not test.is_test:
        return Text("%1: %2 (%3): %4", name, move(value["move"]), shown, line)
    if test.solved_by(value["move"]):
        return Text("%1: %2, solved (%3): %4", name, move(value["move"]), shown, line)
    if test.best:
        asked = joined(*map(move, test.best), by=" / ")
        return Text("%1: %2, not solved, asked for %5 (%3): %4", name, move(value["move"]), shown, line, asked)
    return Text("%1: %2, not solved, to be avoided (%3): %4", name, move(value["move"]), shown, line)


def _line(fen: str, chess960: bool, moves: Sequence[str]) -> Text:
    board = board_of(GamePosition(fen, chess960=chess960))
    told: list[BoardMove] = []
    for move in islice(legal_line(board, moves), _SHOWN):
        told.append(BoardMove.of(board, move, numbered=board.turn or not told))
        board.push(move)
    return joined(*told, by=" ")
