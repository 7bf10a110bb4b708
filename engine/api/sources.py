"""The sources of a move besides the search, as a library: the opening book, the endgame tables, and people's moves."""

import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from books.choice.library import SHIPPED_BOOK, Library
from books.entry import BookMove, Flag
from books.errors import BookError
from engine.api.positions import PositionLike, board_of, position_of
from engine.ground.errors import MoveError
from engine.human.predicted_player import PredictedPlayer, seconds_of, site_of_control
from engine.human.predictor import Predictor
from engine.play.people.shallow_scores import ShallowScores
from tablebases.tables import Tablebases
from tablebases.wdl import Wdl


class Book:
    """An opening book. A context manager, or call `close`. Any thread may look up; one at a time may change."""

    def __init__(self, path: Path | str | None = None) -> None:
        """Opens the book at `path`, which is made if missing; None: the shipped book, which cannot be changed.

        :raises BookError: it is not a book, is damaged, or cannot be read.
        """
        own = None if path is None else Path(path)
        self.library = Library(own, None, SHIPPED_BOOK if own is None else None)
        if self.library.problems:
            self.close()
            raise self.library.problems[0]

    def moves(self, position: PositionLike) -> tuple[BookMove, ...]:
        """Returns the moves that the book knows in a position, best flag first. :raises PositionError: it is not playable."""
        return self.library.look_up(board_of(position))

    def set_flag(self, position: PositionLike, move: str, flag: Flag) -> None:
        """Gives a move its flag; a move that the book does not know is added.

        :raises MoveError: the move is not legal. :raises BookError: the book cannot be changed.
        """
        board = board_of(position)
        try:
            found = board.parse_uci(move)
        except ValueError as error:
            raise MoveError("%1 is not a legal move in %2", move, board.fen()) from error
        if self.library.user is None:
            raise BookError("the shipped book cannot be changed; open a book of your own with a path")
        self.library.add_move(board, found, flag)
        self.library.set_flag(board, found, flag)

    def close(self) -> None:
        """Closes the file. Idempotent."""
        self.library.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Tables:
    """Syzygy endgame tables: the built-in ones and those in folders. A context manager, or call `close`. Any thread may ask."""

    def __init__(self, folders: Iterable[Path | str] = ()) -> None:
        """Finds the tables in `folders`; a damaged one is left out when it is first read."""
        self.tablebases = Tablebases([Path(folder) for folder in folders])

    @property
    def most_pieces(self) -> int:
        """The number of pieces of the largest table."""
        return self.tablebases.max_pieces

    def result(self, position: PositionLike) -> Wdl | None:
        """Returns win, draw or loss for the side to move, with a fifty-move counter of 0; None if no table knows."""
        return self.tablebases.probe_wdl(board_of(position))

    def distance(self, position: PositionLike) -> int | None:
        """Returns the plies to the next capture, pawn move or mate that keeps the result, negative for the losing side; None
        if no table knows."""
        return self.tablebases.probe_dtz(board_of(position))

    def close(self) -> None:
        """Closes the files. Idempotent."""
        self.tablebases.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class HumanPredictor:
    """Predicts the moves of people. Any thread may ask."""

    def __init__(self, *, search: bool = True) -> None:
        """`search`: whether a shallow search improves the predictions (some ten times slower). :raises PredictorError: the
        shipped predictor cannot be read."""
        self._predictor = Predictor(ShallowScores() if search else None)
        self._free = threading.Lock()

    def chances(
        self, position: PositionLike, elo: int, *, opponent: int | None = None, time_control: str = ""
    ) -> dict[str, float]:
        """Returns the probability of each legal move, most likely first, for a player rated `elo` against `opponent` (None: the
        same rating). `time_control` as in PGN, such as `300+3`. Ratings beyond the data, 800 to 2200, count as its nearest end.

        :raises PositionError: the position is not playable.
        """
        control = seconds_of(time_control)
        player = PredictedPlayer(elo, opponent or elo, *control, site_of_control(time_control))
        with self._free:
            return self._predictor.predict(position_of(position), player)
