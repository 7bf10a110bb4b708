"""Doubles of the engine for tests of what drives it: they move legally by python-chess and think about nothing."""

import random
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, cast

import chess

from engine.game.info import Info, Score, SearchProgress, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import DrawAnswer, GameEnd, MoveChoice, OnInfo
from engine.game.python_board import board_of
from engine.game.stopper import Stopper
from engine.ground.errors import OptionError
from engine.ground.text import Text
from engine.levels import Handicap
from engine.play.mover import RatsuMover
from engine.play.sources.faults import SourceFaults
from engine.play.sources.root_tables import RootTables
from engine.player import Player


class RandomPlayer:
    """The interface of `engine.player.Player`; plays a random legal move of a seeded source.

    Infinite and pondering searches last until they are stopped (or until the ponder hit); `searches` records what was asked.
    """

    def __init__(self, seed: int = 1, think_s: float = 0.0) -> None:
        self._random = random.Random(seed)
        self._think_s = think_s
        self.searches: list[tuple[GamePosition, Limits]] = []
        self.options: dict[str, str] = {}
        self.games = 0
        self.handicap: Handicap | None = None

    def set_option(self, name: str, value: str | int | bool) -> None:
        if name == "Refused":
            raise OptionError(f"Refused cannot be {value}")
        self.options[name] = str(value)

    def option(self, name: str) -> str | bool:
        return False

    def search(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> SearchResult:
        self.searches.append((position, limits))
        board = board_of(position)
        moves = [move.uci() for move in board.legal_moves]
        asked = [move for move in moves if move in limits.search_moves] or moves
        kept = [move for move in asked if move not in limits.exclude_moves] or asked
        if not kept:
            return SearchResult(None, None)
        move = self._random.choice(kept)
        info = Info(1, 1, 1, Score(centipawns=0), 20, 1, (move,))
        if on_info is not None:
            on_info(info)
        ended, stopper = threading.Event(), stopper or Stopper()
        with stopper.reaching(ended.set, ended.set if limits.ponder else lambda: None):
            if limits.infinite or limits.ponder:
                ended.wait(300)
            elif self._think_s:
                ended.wait(self._think_s)
        return SearchResult(move, None, (info,), 20, 1)

    def new_game(self) -> None:
        self.games += 1

    def progress(self) -> SearchProgress | None:
        """A double says nothing."""
        return None

    def set_learned(self, positions: list[tuple[int, int, int, bool]]) -> None:
        """Nothing is learned."""

    def set_handicap(self, handicap: Handicap | None) -> None:
        self.handicap = handicap


class NoTables:
    """In place of the tablebases: they know nothing."""

    problems = ()

    def rank(self, board: chess.Board) -> None:
        return None


class SettledBook:
    """A book of the test's own that has learned all there is."""

    def __init__(self, book: Any) -> None:
        self._book = book

    def settle(self) -> None:
        pass

    def chooser(self) -> Any:
        return self._book

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)


class ScriptedMover(RatsuMover):
    """The mover over a book, tables and a player of the test's own."""

    def __init__(
        self, book: Any = None, tables: Any = None, player: Any = None, faults: SourceFaults | None = None
    ) -> None:
        super().__init__(faults=faults)
        self._book = cast(Any, book and SettledBook(book))
        self._tables = cast(RootTables, tables or NoTables())
        self._player = cast(Player, player or RandomPlayer())


class RandomMover:
    """The interface of `engine.game.move_choice.Mover` around a RandomPlayer, without book and tablebases."""

    def __init__(self, player: RandomPlayer | None = None) -> None:
        self.player = player or RandomPlayer()
        self._chain = ScriptedMover(player=self.player)

    def option_lines(self) -> Iterable[str]:
        return ("option name Hash type spin default 16 min 1 max 1024", "option name Clear Hash type button")

    def set_option(self, name: str, value: str) -> tuple[Text, ...]:
        self.player.set_option(name, value)
        return ()

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        return self._chain.choose(position, limits, on_info, stopper)

    def progress(self) -> SearchProgress | None:
        return self.player.progress()

    def new_game(self) -> None:
        self.player.new_game()

    def game_over(self, end: GameEnd) -> None:
        """A double learns nothing."""

    def get_ready(self) -> None:
        pass

    def draw_answer(self, board: chess.Board, last: MoveChoice | None) -> DrawAnswer:
        return self._chain.draw_answer(board, last)

    def offers_draw(self, board: chess.Board, numbers: Iterable[int | None]) -> bool:
        return self._chain.offers_draw(board, numbers)

    def book_lines(self, position: GamePosition) -> list[str]:
        return ["e4  good  52 %  1000 games"] if not position.moves else []

    def explain(self, position: GamePosition) -> str:
        return f"evaluation of {chess.Board(position.fen).fen()}"

    def bench(self, depth: int | None, on_line: Callable[[str], None], stopper: Stopper) -> None:
        while not stopper.asked() and depth is None:
            time.sleep(0.01)
        on_line("bench 1")
