"""The one composition of book, tablebases and search: the window, the console, UCI, XBoard and matches all play through it.

    mover = RatsuMover()
    mover.set_option("OwnBook", True)
    choice = mover.choose(GamePosition(fen, moves), Limits(move_time_ms=1000))

Options are those of `engine.options`. Book and tablebases are opened when they are first needed, so that an engine that uses
neither starts fast; or their owner hands them in (`SharedSources`), as the window does, whose panels read the same files.
"""

import logging
import os
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import OptionError
from engine.evaluation.explain import Explanation
from engine.evaluation.styles import style_weights
from engine.game.history import board_of
from engine.game.info import Progress, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice, OnInfo, Source
from engine.game.stopper import Stopper
from engine.options import OPTIONS, Value, find_option, usable_threads
from engine.play.chain import MOST_TABLEBASE_MEN, MoveChain, turned_bad
from engine.play.explanation import explanation_table
from engine.play.faults import SourceFaults
from engine.play.game_follower import GameFollower
from engine.play.learned_positions import PositionLearning
from engine.play.root_tables import RootTables
from engine.play.shared_sources import SharedSources
from engine.player import Player
from engine.protocols.uci_text import option_line
from engine.search.bench import run_bench
from engine.search.linear import verify_line
from engine.text import Text

if TYPE_CHECKING:
    from engine.play.book.own_book import OwnBook

_TABLE_OPTIONS = ("SyzygyPath", "SyzygyProbeLimit", "Syzygy50MoveRule")
VERIFY_SHARE = 60  # percent of a fixed time that the search gets where its line is verified afterwards
_LEARNING_OPTIONS = ("Position Learning", "Learning File")
_LEVEL_OPTIONS = ("UCI_LimitStrength", "UCI_Elo")
_log = logging.getLogger(__name__)


class RatsuMover:
    """A Mover (see `engine.game.move_choice`) over a Player, the user's books and the tablebases."""

    def __init__(
        self,
        seed: int | None = None,
        shared: SharedSources | None = None,
        faults: SourceFaults | None = None,
        narrows_root: bool = True,
    ) -> None:
        """`seed` repeats the choices of book and levels. `shared`: book and tables that somebody else opens and closes.

        `faults`: where problems are noted; whoever hands it in reports them, and no choice carries them. `narrows_root` False:
        tables help inside the search, but every root move stays in it, as an analysis of several lines needs.
        """
        self._player = Player()
        self._random = random.Random(seed)
        self._game_seed = self._random.getrandbits(32)
        self._shared = shared or SharedSources()
        self._tables = RootTables(self._player.set_tablebase_probe, self._shared.tables, narrows_root)
        self._book: OwnBook | None = None
        self._learning = PositionLearning(self._player.set_learned)
        self._tells_problems = faults is None
        self._faults = faults or SourceFaults()
        self._follower = GameFollower()
        self._refused: dict[str, Value] = {}
        self._chain = MoveChain(None, self._tables, self._player, self._faults)

    # --- Options ---

    def option_lines(self) -> Iterable[str]:
        """The options as UCI declares them."""
        return [option_line(option) for option in OPTIONS]

    def set_option(self, name: str, value: Value) -> tuple[Text, ...]:
        """Sets an option. Returns remarks for the user: tables found, books that cannot be opened. Raises OptionError."""
        known = find_option(name).name
        weights = style_weights(str(value)) if known == "Style" else None  # read first: a bad file changes nothing
        self._player.set_option(name, value)
        _log.info("option %s = %s", known, value)
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

    def set_options(self, values: Mapping[str, Value]) -> tuple[Text, ...]:
        """Sets the options whose values differ from the present ones: setting some of them empties the hash table.

        Raises nothing. Returns what is refused, each value once; such an option keeps its value.
        """
        refusals = []
        for name, value in values.items():
            if value in (self._player.option(name), self._refused.get(name)):
                continue
            try:
                self.set_option(name, value)
            except OptionError as error:
                self._refused[name] = value
                refusals.append(error.text)
        return tuple(refusals)

    # --- Choosing a move ---

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        """The chain's move (see `engine.play.chain`), its line verified if the option says so."""
        limited = bool(self._player.option("UCI_LimitStrength"))
        if limits.search_moves and not limited and self._follower.men(position) <= MOST_TABLEBASE_MEN:
            self._ready_tables(position)  # the chain does not ask them where the moves to choose from are named
        verify = bool(self._player.option("Verify Line")) and not limited
        if not verify or limits.infinite or limits.ponder or limits.mate is not None:
            choice = self._chain.choose(position, limits, on_info, stopper)
        else:
            stopper = stopper or Stopper()
            if limits.move_time_ms is not None:
                limits = replace(limits, move_time_ms=max(1, limits.move_time_ms * VERIFY_SHARE // 100))
            choice = self._verified(position, self._chain.choose(position, limits, on_info, stopper), stopper)
        _log.info("move %s from %s", choice.move, choice)
        if not limited and not limits.infinite and self._player.option("Position Learning"):
            self._learning.learn(position, choice, str(self._player.option("Learning File")))
        return replace(choice, problems=self._faults.take() if self._tells_problems else ())

    def _verified(self, position: GamePosition, choice: MoveChoice, stopper: Stopper) -> MoveChoice:
        if choice.result is None or choice.source is not Source.SEARCH:
            return choice
        search = partial(self._player.search, stopper=stopper)
        believed, line = verify_line(search, position, choice.result, stopper.asked)
        if line is None or believed.best_move is None:
            return choice
        reason = turned_bad(position, choice.move, believed.best_move, line.value)
        return MoveChoice(believed.best_move, Source.SEARCH, reason, believed, believed.ponder_move)

    def progress(self) -> Progress | None:
        """What the running search is doing; None where it does not say."""
        return self._player.progress()

    def new_game(self, seed: int | None = None) -> None:
        """Forgets the game before; a level errs differently in the next, by `seed` where one is given. What the game before
        taught is used from now on."""
        self._player.new_game()
        if self._player.option("Position Learning"):
            self._use_learned()
        self._game_seed = self._random.getrandbits(32) if seed is None else seed
        self._set_level()

    # --- The search alone ---

    def search(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> SearchResult:
        """The search without book and chain, the tables inside it; blocks, `stopper` ends it. Raises PositionError, MoveError."""
        self._ready_tables(position)
        return self._player.search(position, limits, on_info, stopper)

    def _ready_tables(self, position: GamePosition) -> None:
        """Hands the tables to the search, or takes them away where the root is one that they rank by distance."""
        board = board_of(position)
        self._faults.ask(Source.TABLEBASES, lambda: self._tables.rank(board))
        self._faults.note(Source.TABLEBASES, self._tables)

    # --- What else the protocols and commands ask ---

    def book_lines(self, position: GamePosition) -> list[str]:
        """What the user's books say of a position, a move a line, whether or not they are played from."""
        board = board_of(position)
        book = self._book or self._open_book()
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

    def bench(self, depth: int | None, on_line: Callable[[str], None], stopper: Stopper) -> None:
        """Runs the bench at full strength and reports its lines."""
        self._player.set_handicap(None)
        run_bench(self._player, depth, on_line, stopper)
        self._set_level()

    def close(self) -> None:
        """Closes book and tablebases, unless they are shared. Idempotent."""
        self._tables.close()
        if self._book is not None:
            self._book.close()

    # --- Composing ---

    def _set_level(self) -> None:
        limited = bool(self._player.option("UCI_LimitStrength"))
        if limited:
            self._player.set_tablebase_probe(None)
        self._chain.set_level(int(self._player.option("UCI_Elo")) if limited else None, self._game_seed)

    def _use_book(self, use: bool) -> tuple[Text, ...]:
        if self._book is not None:
            self._book.close()
        self._book = None
        self._faults.forgive(Source.BOOK)
        if use:
            self._book = self._faults.ask(Source.BOOK, self._open_book)
        self._chain = MoveChain(self._book, self._tables, self._player, self._faults)
        self._set_level()
        self._faults.note(Source.BOOK, self._book)
        return self._remarks()

    def _open_book(self) -> "OwnBook":
        from engine.play.book.own_book import OwnBook  # here, not above: SQLite only where a book is wanted

        return OwnBook(self._random, self._shared)

    def _use_tables(self, tell: bool) -> tuple[Text, ...]:
        path = str(self._player.option("SyzygyPath"))
        folders = tuple(Path(folder) for folder in path.split(os.pathsep) if folder)
        fifty = bool(self._player.option("Syzygy50MoveRule"))
        self._tables.configure(folders, int(self._player.option("SyzygyProbeLimit")), fifty)
        self._faults.forgive(Source.TABLEBASES)
        if not tell or self._shared.tables is not None:
            return ()
        found = self._faults.ask(Source.TABLEBASES, self._tables.found)
        _log.info("%s", found)
        self._faults.note(Source.TABLEBASES, self._tables)
        return (*((found,) if found else ()), *self._remarks())

    def _use_learned(self) -> tuple[Text, ...]:
        on, file = bool(self._player.option("Position Learning")), str(self._player.option("Learning File"))
        remark, problem = self._learning.use(on, file)
        _log.info("%s", remark or "no learned positions")
        if problem:
            _log.warning("%s", problem)
            self._faults.tell(problem)
        return (*((remark,) if remark else ()), *self._remarks())

    def _remarks(self) -> tuple[Text, ...]:
        return self._faults.take() if self._tells_problems else ()


def _told_threads(wanted: int) -> tuple[Text, ...]:
    """What is said where fewer threads search than were asked for."""
    used = usable_threads(wanted)
    return (Text("%1 threads search, not %2: four for each processor", used, wanted),) if used < wanted else ()
