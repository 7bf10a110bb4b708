"""A book of many moves: every legal move of the positions nearest to the start, with results."""

import itertools
import random
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import chess

from books.building.build import BuildOptions, MoveCounter, flagged
from books.building.imports import new_book
from books.choice.library import Library
from books.entry import Flag
from books.formats.games import GameLine
from books.key import from_core, signed
from engine.jobs.health import HealthJob, HealthRequest
from engine.jobs.job import Context, findings
from engine.play.book.book_export import write_book
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN
from tests.bench.growth.measuring import Meter

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
LOOK_UPS = 500
_PROMOTION = 1


def measure(moves: int, folder: Path, meter: Meter) -> None:
    """What is done with a user's book of so many moves; without the shipped one, whose cost would hide the growth."""
    path = folder / "user.ratsubook"
    meter.time("build", lambda: build(path, moves))
    library = Library(path, folder / "learned.ratsubook", None)
    try:
        assert library.user is not None
        meter.facts["moves"] = library.user.count()
        meter.facts["bytes/move"] = path.stat().st_size / meter.facts["moves"]
        chance = random.Random(1)
        boards = [_random_board(chance) for _ in range(LOOK_UPS)]
        meter.time("look-up", lambda: [library.look_up(board) for board in boards], LOOK_UPS)
        start, move = chess.Board(), chess.Move.from_uci("a2a3")
        meter.time("edit", lambda: library.set_flag(start, move, Flag.BAD))
        meter.time("undo", library.undo)
        meter.time("joined rows", lambda: deque(library.all_rows(), maxlen=0))
        for kind in ("bin", "ratsubook", "pgn"):
            export = folder / f"export.{kind}"
            meter.time(f"export as {kind}", lambda export=export: write_book(export, library, lambda *_: True))  # type: ignore[misc]
            export.unlink()
        wish = HealthRequest(book="user", engine=False)
        meter.time(
            "health without engine", lambda: deque(findings(HealthJob(lambda: library), wish, Context()), maxlen=0)
        )
    finally:
        library.close()
    joined = Library(path, None)
    try:
        meter.time("joined rows with the shipped book", lambda: deque(joined.all_rows(), maxlen=0))
    finally:
        joined.close()


def build(path: Path, moves: int) -> None:
    """Counts and writes a book, as one of games."""
    options = BuildOptions(max_ply=256, min_games=1)
    with MoveCounter(options) as counter, new_book(path, "growth") as book:
        for line in lines(moves):
            counter.add(line)
        book.put_counted(flagged(counter.counts(), options))


def lines(moves: int) -> Iterator[GameLine]:
    """The moves of each position, nearest to the start first, with the same results in every run."""
    seen, waiting = set[int](), deque([START_FEN])  # texts: a board has room for a whole game
    left = moves
    for number in itertools.count():
        if left <= 0 or not waiting:
            return
        board = CoreBoard.from_fen(waiting.popleft(), False)
        key = board.key
        if key in seen:
            continue
        seen.add(key)
        legal = board.legal_moves()[:left]
        left -= len(legal)
        codes = [move & 0xFFF if move >> 14 != _PROMOTION else from_core(move) for move in legal]
        white = board.white_to_move
        for shift in range(1 + number % 3):
            yield GameLine([signed(key)] * len(codes), codes, (number + shift) % 3, "", "", white)
        if len(waiting) * 20 < left:
            for move in legal:
                after = board.copy()
                after.push(move)
                waiting.append(after.fen())


def _random_board(chance: random.Random) -> chess.Board:
    board = chess.Board()
    for _ in range(chance.randint(0, 4)):
        board.push(chance.choice(list(board.legal_moves)))
    return board
