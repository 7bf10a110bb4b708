"""The whole engine behind its options: search, own book, tablebases and levels, as the protocols and commands drive it.

Book and tablebases are opened when they are first needed, so that an engine that uses neither starts fast.
"""

import contextlib
import os
import random
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.evaluation.explain import Explanation
from engine.evaluation.styles import style_weights
from engine.game.info import Progress, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice, OnInfo, Source
from engine.options import OPTIONS, Value, find_option, usable_threads
from engine.play.chain import MoveChain, board_of
from engine.play.explanation import explanation_table
from engine.play.faults import SourceFaults
from engine.play.learned_positions import GameLearner, learned_path, remember
from engine.play.root_tables import RootTables
from engine.player import Handicap, Player
from engine.protocols.uci_text import option_line
from engine.search.bench import run_bench
from engine.search.linear import verify_line
from engine.search.position_learning import LearnedError, LearnedFile, table_of

if TYPE_CHECKING:
    from engine.play.book.own_book import OwnBook

_TABLE_OPTIONS = ("SyzygyPath", "SyzygyProbeLimit", "Syzygy50MoveRule")
VERIFY_SHARE = 60  # percent of a fixed time that the search gets where its line is verified afterwards
_LEARNING_OPTIONS = ("Position Learning", "Learning File")
_LEVEL_OPTIONS = ("UCI_LimitStrength", "UCI_Elo")


class PlayerLike(Protocol):
    """What is needed of `engine.player.Player`; a double in tests."""

    def option(self, name: str) -> Value:
        """The value of an option."""

    def set_option(self, name: str, value: Value | None) -> None:
        """Sets an option."""

    def set_weights(self, weights: list[tuple[int, int]]) -> None:
        """Evaluation weights of a style."""

    def set_handicap(self, handicap: Handicap | None) -> None:
        """Plays below full strength."""

    def set_learned(self, positions: list[tuple[int, int, int, bool]]) -> None:
        """Positions that every search consults."""

    def search(self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None) -> SearchResult:
        """Searches and blocks."""

    def stop(self) -> None:
        """Ends a search soon."""

    def ponder_hit(self) -> None:
        """The expected move was played."""

    def progress(self) -> Progress | None:
        """What the running search is doing."""

    def new_game(self) -> None:
        """Forgets everything."""

    def set_tablebase_probe(self, capsule: object | None, men: int = 0) -> None:
        """Hands in a tablebase prober for the tree, or takes it away."""

    def evaluate(self, position: GamePosition) -> Explanation:
        """The static evaluation."""


class FullMover:
    """A Mover (see `engine.game.move_choice`) over a Player, the user's books and the tablebases."""

    def __init__(self, player: PlayerLike | None = None, seed: int | None = None) -> None:
        self._player: PlayerLike = player or Player()
        self._random = random.Random(seed)
        self._game_seed = self._random.getrandbits(32)
        self._tables = RootTables(self._player.set_tablebase_probe)
        self._book: OwnBook | None = None
        self._learner = GameLearner()
        self._stopped = threading.Event()  # ends a verification, which searches several times
        self._faults = SourceFaults()
        self._chain = MoveChain(None, self._tables, self._player, self._faults)

    def option_lines(self) -> Iterable[str]:
        """The options as UCI declares them."""
        return [option_line(option) for option in OPTIONS]

    def set_option(self, name: str, value: Value) -> tuple[str, ...]:
        """Sets an option. Returns remarks for the user: tables found, books that cannot be opened. Raises OptionError."""
        known = find_option(name).name
        weights = style_weights(str(value)) if known == "Style" else None  # read first: a bad file changes nothing
        self._player.set_option(name, value)
        if known == "Threads":
            return _told_threads(int(self._player.option("Threads")))
        if known == "OwnBook":
            return self._use_book(bool(self._player.option("OwnBook")))
        if known in _LEARNING_OPTIONS:
            return self._use_learned()
        if known in _TABLE_OPTIONS:
            return self._use_tables(tell=known == "SyzygyPath")
        if known in _LEVEL_OPTIONS:
            self._set_level()
        if weights is not None:
            self._player.set_weights(weights)
        return ()

    def choose(self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None) -> MoveChoice:
        """The chain's move (see `engine.play.chain`), its line verified if the option says so."""
        limited = bool(self._player.option("UCI_LimitStrength"))
        verify = bool(self._player.option("Verify Line")) and not limited
        if not verify or limits.infinite or limits.ponder or limits.mate is not None:
            choice = self._chain.choose(position, limits, on_info)
        else:
            self._stopped.clear()
            if limits.move_time_ms is not None:
                limits = replace(limits, move_time_ms=max(1, limits.move_time_ms * VERIFY_SHARE // 100))
            choice = self._verified(position, self._chain.choose(position, limits, on_info))
        if not limited and not limits.infinite and self._player.option("Position Learning"):
            self._learn(position, choice)
        return replace(choice, problems=self._faults.take())

    def _verified(self, position: GamePosition, choice: MoveChoice) -> MoveChoice:
        if choice.result is None or choice.source is not Source.SEARCH:
            return choice
        believed, line = verify_line(self._player.search, position, choice.result, self._stopped.is_set)
        if line is None or believed.best_move is None:
            return choice
        reason = (
            f"{choice.move} turned bad along its line; {believed.best_move} stands at {line.value / 100:+.2f} there"
        )
        return MoveChoice(believed.best_move, Source.SEARCH, reason, believed, believed.ponder_move)

    def _use_learned(self) -> tuple[str, ...]:
        """Hands the search what was learned. A file that cannot be used is a remark: the engine goes on without."""
        self._learner.new_game()
        if not self._player.option("Position Learning"):
            self._player.set_learned([])
            return ()
        path = learned_path(str(self._player.option("Learning File")))
        try:
            positions = LearnedFile(path).read()
        except LearnedError as error:
            self._player.set_learned([])
            return (str(error),)
        self._player.set_learned(table_of(positions))
        return (f"{len(positions)} learned positions in {path}",)

    def _learn(self, position: GamePosition, choice: MoveChoice) -> None:
        """Looks back after a search; the search itself consults a lesson from the next game on."""
        if choice.result is None or choice.source is not Source.SEARCH or not choice.result.lines:
            self._learner.new_game()
            return
        lesson = self._learner.lesson(position, choice.move, choice.result.lines[0])
        if lesson is not None:
            with contextlib.suppress(LearnedError):  # a full or read-only disk must not cost the game
                remember(learned_path(str(self._player.option("Learning File"))), lesson)

    def stop(self) -> None:
        """Ends a running `choose` soon."""
        self._stopped.set()
        self._chain.stop()

    def ponder_hit(self) -> None:
        """The move pondered on was played."""
        self._player.ponder_hit()

    def progress(self) -> Progress | None:
        """What the running search is doing; None where it does not say."""
        return self._player.progress()

    def new_game(self) -> None:
        """Forgets the game before; a level errs differently in the next. What the game before taught is used from now on."""
        self._player.new_game()
        if self._player.option("Position Learning"):
            self._use_learned()
        self._game_seed = self._random.getrandbits(32)
        self._set_level()

    def book_lines(self, position: GamePosition) -> list[str]:
        """What the user's books say of a position, a move a line, whether or not they are played from."""
        from engine.play.book.own_book import OwnBook

        board = board_of(position)
        book = self._book or OwnBook(self._random)
        try:
            return self._faults.ask(Source.BOOK, lambda: book.lines(board)) or []
        finally:
            self._faults.note(Source.BOOK, book)
            if book is not self._book:
                book.close()

    def explain(self, position: GamePosition) -> str:
        """The static evaluation as a table for people. Raises PositionError or MoveError."""
        return explanation_table(self.explain_terms(position))

    def explain_terms(self, position: GamePosition) -> Explanation:
        """The static evaluation with its terms. Raises PositionError or MoveError."""
        return self._player.evaluate(position)

    def bench(self, depth: int | None, on_line: Callable[[str], None], stopped: Callable[[], bool]) -> None:
        """Runs the bench at full strength and reports its lines."""
        self._player.set_handicap(None)
        run_bench(self._player, depth, on_line, stopped)
        self._set_level()

    def close(self) -> None:
        """Closes book and tablebases. Idempotent."""
        self._tables.close()
        if self._book is not None:
            self._book.close()

    def _set_level(self) -> None:
        limited = bool(self._player.option("UCI_LimitStrength"))
        if limited:
            self._player.set_tablebase_probe(None)
        self._chain.set_level(int(self._player.option("UCI_Elo")) if limited else None, self._game_seed)

    def _use_book(self, use: bool) -> tuple[str, ...]:
        if self._book is not None:
            self._book.close()
        self._book = None
        self._faults.forgive(Source.BOOK)
        if use:
            from engine.play.book.own_book import OwnBook  # here, not above: SQLite only where a book is wanted

            self._book = self._faults.ask(Source.BOOK, lambda: OwnBook(self._random))
        self._chain = MoveChain(self._book, self._tables, self._player, self._faults)
        self._set_level()
        self._faults.note(Source.BOOK, self._book)
        return self._faults.take()

    def _use_tables(self, tell: bool) -> tuple[str, ...]:
        path = str(self._player.option("SyzygyPath"))
        folders = tuple(Path(folder) for folder in path.split(os.pathsep) if folder)
        fifty = bool(self._player.option("Syzygy50MoveRule"))
        self._tables.configure(folders, int(self._player.option("SyzygyProbeLimit")), fifty)
        self._faults.forgive(Source.TABLEBASES)
        if not tell:
            return ()
        found = self._faults.ask(Source.TABLEBASES, self._tables.found)
        self._faults.note(Source.TABLEBASES, self._tables)
        return (*((found,) if found else ()), *self._faults.take())


def _told_threads(wanted: int) -> tuple[str, ...]:
    """What is said where fewer threads search than were asked for."""
    used = usable_threads(wanted)
    return (f"{used} threads search, not {wanted}: four for each processor",) if used < wanted else ()
