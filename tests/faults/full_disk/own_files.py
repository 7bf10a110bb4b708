"""The program's own files: decks, lists, settings, answers, the queue of the night."""

import contextlib
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess

from books.repertoire.check_report import CheckReport, last_report
from desktop.crash import ERROR_LOG, CrashReport
from desktop.model import find_level
from desktop.services.kit.guarded_file import GuardedFile
from engine.console.deck import deck_at
from engine.drill.sources import mistakes
from engine.drill.sources.puzzles import progress_of, with_progress
from engine.ground.log_file import HANDLER, LogOptions, begin
from engine.night.kinds.match import write_output
from engine.night.queue import NightQueue
from engine.night.values import PlannedTask
from engine.play.people.find_level import LevelGame, LevelSearch, RatingLikelihood
from engine.play.review.exercises import MistakeExercise
from engine.play.review.mirror_work import MirrorFile, SideAnalysis
from engine.play.tactics.progress import TacticsProgress
from engine.play.world.services import OnlineSource, ask
from engine.rules.board import CoreBoard
from engine.search.position_learning import LearnedFile, LearnedPosition
from tests.faults.full_disk.writing import LARGE, Writers


def _queue(path: Path, number: int) -> None:
    with NightQueue(path) as queue:
        queue.add("tables", str(number), {}, 1, [PlannedTask("one", {"text": LARGE})])
        queue.begin("engine")
        queue.finish(queue.next_tasks(1, ())[0], "engine", json.dumps({"positions": number, "problem": LARGE}), 1.0, "")


def _queued(path: Path) -> int:
    with NightQueue(path) as queue:
        return sum(job.done for job in queue.jobs())


def _tactics(path: Path, number: int) -> None:
    seen = frozenset(f"{LARGE[:40]}{at}" for at in range(500 * number))
    deck_at(path).change(lambda deck: with_progress(deck, TacticsProgress(seen=seen, solved=number)))


def _tactics_there(path: Path) -> int:
    return progress_of(deck_at(path).value()).solved


def _mirror(path: Path, number: int) -> None:
    MirrorFile(path).add(f"{LARGE}{number}", SideAnalysis(None, ()))


def _mirror_there(path: Path) -> int:
    kept = MirrorFile(path)
    return sum(kept.get(f"{LARGE}{number}") is not None for number in (1, 2))


def _level(path: Path, number: int) -> None:
    evidence = tuple(RatingLikelihood(elo, -1.0) for elo in range(3_000))
    GuardedFile(path).write(find_level.dump(LevelSearch((LevelGame(1500, 1.0, evidence),) * number)))


def _level_there(path: Path) -> int:
    return len(GuardedFile(path).read(find_level.load, LevelSearch()).played)


def _report(path: Path, number: int) -> None:
    CheckReport(1_767_261_600 + number, LARGE, number).save(path)


def _report_there(path: Path) -> int:
    found = last_report(path)
    return found.nodes if found is not None else 0


class _Wire:
    """In place of the network: an answer of some size."""

    host = "site"

    @contextlib.contextmanager
    def open(self, *_: object, **__: object) -> "Iterator[_Wire]":
        yield self

    def blocks(self) -> Iterator[bytes]:
        yield json.dumps({"pvs": [{"moves": "e2e4", "cp": 20}], "depth": 30, "rest": LARGE}).encode()


def _answer(path: Path, number: int) -> None:
    board = chess.Board()
    board.set_castling_fen("KQkq" if number == 1 else "KQ")  # another question
    wire: Any = _Wire()
    ask(wire, OnlineSource.CLOUD, board.fen(), path)
    if _answers_there(path) < number:  # an answer that cannot be kept is shown all the same
        raise OSError("not kept")


def _answers_there(path: Path) -> int:
    return len(list(path.glob("*")))


def _learned(path: Path, number: int) -> None:
    LearnedFile(path).add(LearnedPosition.of(CoreBoard.start(), number, 10, True, LARGE))


def _learned_there(path: Path) -> int:
    return len(LearnedFile(path).read())


def _mistake(path: Path, number: int) -> None:
    """Exercises at each position after a first move of White, or after a reply to 1.e4."""
    board = chess.Board()
    for move in ("e2e4",) * (number - 1):
        board.push_uci(move)
    fens = [_after(board, move) for move in board.legal_moves]
    played, better = ("a7a6", "d7d5") if number == 1 else ("a2a3", "d2d4")
    text = LARGE[:900]
    found = (
        MistakeExercise(fen, (), False, fen, number == 2, played, text, (better,), text, 0.5, text) for fen in fens
    )
    mistakes.add(deck_at(path), found)


def _after(board: chess.Board, move: chess.Move) -> str:
    after = board.copy(stack=False)
    after.push(move)
    return after.fen()


def _mistakes_there(path: Path) -> int:
    number, rest = divmod(len(mistakes.saved(deck_at(path).value())), 20)
    assert not rest
    return number


def _rating(path: Path, number: int) -> None:
    GuardedFile(path).append(f"{LARGE}{number}\n".encode())


def _ratings_there(path: Path) -> int:
    lines = path.read_bytes().split()
    assert lines == [f"{LARGE}{number + 1}".encode() for number in range(len(lines))]
    return len(lines)


def _output(path: Path, number: int) -> None:
    write_output({"output": str(path)}, (LARGE * number).encode())


def _output_there(path: Path) -> int:
    number, rest = divmod(path.stat().st_size, len(LARGE))
    assert not rest
    return number


def _crash(path: Path, number: int) -> None:
    """Where a log cannot be written, the report says so by an empty path."""
    path.mkdir(exist_ok=True)
    if not CrashReport(path)._write(f"{number} {LARGE}"):
        raise OSError("not written")


def _crashes_there(path: Path) -> int:
    lines = (path / ERROR_LOG).read_text().splitlines()
    assert lines == [f"{number + 1} {LARGE}" for number in range(len(lines))]
    return len(lines)


def _log(path: Path, number: int) -> None:
    """A log ends at the first line that cannot be written; the next start continues it."""
    root = logging.getLogger()
    begin(LogOptions(path))
    begun = [one for one in root.handlers if one.name == HANDLER]
    logging.getLogger("tests").info("%d %s.", number, LARGE)
    ended = not any(one.name == HANDLER for one in root.handlers)
    for handler in begun:
        root.removeHandler(handler)
        with contextlib.suppress(OSError):
            handler.close()
    if ended:
        raise OSError("the log has ended")


def _log_there(path: Path) -> int:
    """No line is joined to half a line."""
    lines = path.read_text().splitlines()
    assert all(line.count(" INFO ") <= 1 for line in lines), [line[-200:] for line in lines]
    return sum(line.endswith(f"{LARGE}.") for line in lines)


WRITERS: Writers = {
    "night.db": (_queue, _queued),
    "puzzles.json": (_tactics, _tactics_there),
    "mirror.jsonl": (_mirror, _mirror_there),
    "level search.json": (_level, _level_there),
    "books": (_report, _report_there),
    "answers": (_answer, _answers_there),
    "learned positions": (_learned, _learned_there),
    "deck.json": (_mistake, _mistakes_there),
    "ratings": (_rating, _ratings_there),
    "night output.pgn": (_output, _output_there),
    "errors": (_crash, _crashes_there),
    "ratsu.log": (_log, _log_there),
}
