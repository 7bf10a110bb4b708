"""The book report over many games: a PGN file compared with the book in the background, for one player."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.book.habits import HabitRow, HabitsState
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.ground.errors import RatsuError
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.repertoire.many_reports import ReportedGame
    from engine.pgn.mainlines import MainLine

TICK_MS = 150
MOST_GAMES = 5_000
_MOST_ROWS = 60


class HabitsService(StateService[HabitsState]):
    """One file at a time; asking for another one stops the one before."""

    book_changed = Signal()  # a move was added to the user's book

    def __init__(self, open_library: Callable[[], Library], parent: QObject | None = None) -> None:
        """`open_library` is called on the service's thread."""
        super().__init__(HabitsState(), parent)
        self._open = open_library
        self._stopped = threading.Event()
        self._done = 0
        self._comparing = 0  # ticket
        self._worker = Worker("ratsu-habits", self, close_ms=2_000, finish=True)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._look)

    def compare(self, path: Path, player: str) -> None:
        """Compares the games in which a player has White or Black."""
        self._stopped.set()
        self._stopped = threading.Event()
        self._done = 0
        self._set(HabitsState(True, path, player))
        self._worker.drop(self._comparing)  # it alone: moves that were added are in the book
        job = partial(self._compare, path, player, self._stopped)
        self._comparing = self._worker.submit(job, self._compared, self._fail)
        self._tick.start()

    @Slot()
    def stop(self) -> None:
        """Stops comparing."""
        self._stopped.set()

    def add(self, number: int) -> None:
        """Adds a move with which the book was left to the user's book."""
        row = self._state.rows[number]
        self._worker.submit(partial(self._add, row), partial(self._added, number), self._fail)

    def close(self) -> bool:
        """Stops, and ends the thread. Returns whether it ended in time."""
        self._stopped.set()
        return super().close()

    # -- inside

    @Slot()
    def _look(self) -> None:
        self._set(replace(self._state, games=self._done))

    def _compared(self, state: HabitsState) -> None:
        self._tick.stop()
        self._set(state)

    def _added(self, number: int, _nothing: None) -> None:
        rows = tuple(replace(row, added=row.added or row.number == number) for row in self._state.rows)
        self._set(replace(self._state, rows=rows))
        self.book_changed.emit()

    def _fail(self, problem: Text) -> None:
        self._tick.stop()
        self._set(replace(self._state, running=False, problem=problem))

    # -- on the service's thread

    def _compare(self, path: Path, player: str, stopped: threading.Event) -> HabitsState:
        from books.repertoire.many_reports import report_games

        def progress(done: int, _total: int) -> bool:
            self._done = done
            return not stopped.is_set()

        found = report_games(self._open(), itertools.islice(_games(path, player), MOST_GAMES), progress)
        if not found.games:
            raise RatsuError("%1 holds no game of “%2”. Write the surname as the games have it.", path.name, player)
        rows = tuple(
            HabitRow(
                number,
                habit.reason,
                habit.own,
                habit.games,
                habit.board.fen(),
                habit.board.uci(habit.move),
                not habit.known,
            )
            for number, habit in enumerate(found.habits[:_MOST_ROWS])
        )
        return HabitsState(False, path, player, found.games, found.plies, rows)

    def _add(self, row: HabitRow) -> None:
        import chess

        board = chess.Board(row.fen, chess960=False)
        self._open().add_move(board, board.parse_uci(row.uci))


def _collected(path: Path, player: str) -> Iterator[MainLine]:
    from books.collection.export import text_of
    from books.collection.game_collection import Collection
    from books.collection.query import Query
    from books.collection.search import search
    from engine.pgn.mainlines import MainLineReader

    with Collection(path) as collection:
        for found in search(collection, Query(player=player), -1):
            yield from MainLineReader("", keys=False, language="en").feed(text_of(collection, found).encode(), True)


def _games(path: Path, player: str) -> Iterator[ReportedGame]:
    import chess

    from books.collection.game_collection import is_collection
    from books.repertoire.many_reports import ReportedGame
    from engine.game.player_names import side_of
    from engine.pgn.reader import read_main_lines
    from engine.play.book.own_games import played_game

    half_points = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
    for game in _collected(path, player) if is_collection(path) else read_main_lines(path, keys=False):
        own_white = side_of(player, game.headers.get("White", ""), game.headers.get("Black", ""))
        if own_white is None:
            continue
        played = played_game(game, own_white)
        start = chess.Board(played.fen, chess960=game.chess960)
        moves = [chess.Move.from_uci(move) for move in played.moves[:60]]
        yield ReportedGame(moves, own_white, half_points.get(game.result), start)
