"""The movers of the window, and the book and tablebases that they share with its panels. Each is made on first use by
the thread that needs it, none at start-up, so that the window opens first.
"""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

import engine
from desktop.model.engine_options import analysis_options, playing_options
from desktop.model.game.match import Contestant
from desktop.model.settings import MONTE_CARLO, Settings, Value
from desktop.services.book.book_choice import choice_settings
from desktop.services.engines.analysis_source import AnalysisSource
from engine.game.limits import Limits
from engine.game.position import Position
from engine.ground.errors import OptionError, RatsuError
from engine.ground.machine import on_battery
from engine.ground.text import Text, joined
from engine.ground.user_files import EVALUATIONS
from engine.play.people.persons import person_named
from engine.play.sources.faults import SourceFaults
from engine.play.sources.shared_sources import SharedSources

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.evaluations.store import EvaluationStore
    from books.evaluations.values import EngineIdentity
    from desktop.services.kit.move_chooser import MoveChooser
    from engine.play.mover import RatsuMover
    from engine.play.review.judge import PositionJudge
    from engine.play.sources.sparring import SparringBook
    from tablebases.tables import Tablebases

CLASSICAL = "classical"
SHIPPED_NETWORK = (
    Path(engine.__file__).parent / "data" / "ratsu.nnue"
)  # as engine.evaluation.network, which is not imported at the start


class SparringPartner:
    """Holds one opponent at a time. Use it under its owner's lock."""

    def __init__(self, faults: SourceFaults) -> None:
        """`faults` collects files that cannot be read."""
        self._faults = faults
        self._path = ""
        self._book: SparringBook | None = None
        self._mover: RatsuMover | None = None

    def mover(self, path: str) -> RatsuMover:
        """The mover for a file of openings. :raises BookError: it cannot be read."""
        from engine.play.mover import RatsuMover
        from engine.play.sources.sparring import SparringBook

        if self._mover is None or path != self._path:
            book = SparringBook(Path(path))
            self.close()
            self._path, self._book = path, book
            self._mover = RatsuMover(shared=book.sources, faults=self._faults)
        return self._mover

    @property
    def held(self) -> RatsuMover | None:
        """The mover of the current opponent, if there is one."""
        return self._mover

    def close(self) -> None:
        if self._book is not None:
            self._book.close()
        self._book = self._mover = None


class Movers:
    """One mover that plays, and one for each kind of analysis, sharing one library and the same tables.

    Every method may be called from any thread; each object is made once and shared.
    """

    def __init__(self, data: Path, settings: Settings, told: bool = False) -> None:
        """`data`: the folder with the user's books. `told`: the user already knows that it is not writable."""
        self._data = data
        self._told = told
        self._settings = settings
        self._lock = threading.RLock()
        self._library: Library | None = None
        self._tables: Tablebases | None = None
        self._faults = SourceFaults()
        self._shared = SharedSources(self.library, self.tables, lambda: choice_settings(self._settings))
        self._playing: RatsuMover | None = None
        self._partner = SparringPartner(self._faults)
        self._game: tuple[int, str] | None = None
        self._analysts: dict[str, RatsuMover] = {}
        self._evaluations: EvaluationStore | None = None

    def configure(self, settings: Settings) -> None:
        """Sets the settings from the next move on."""
        with self._lock:
            if settings.text("tablebase_folders") != self._settings.text("tablebase_folders"):
                self.reopen_tables()
            self._settings = settings

    def library(self) -> Library:
        """The book. Its `problems` name the files that could not be opened."""
        from books.choice.open_library import library_in

        with self._lock:
            if self._library is None:
                self._library = library_in(self._data / "books", self._told)  # the command line's folder
            return self._library

    def tables(self) -> Tablebases:
        """The tablebases of the folders in the settings. Their `problems` name damaged files."""
        from tablebases.tables import Tablebases

        with self._lock:
            if self._tables is None:
                folders = [Path(line) for line in self._settings.text("tablebase_folders").splitlines() if line.strip()]
                self._tables = Tablebases(folders)
            return self._tables

    def open_evaluations(self) -> EvaluationStore:
        """Opens the evaluation store once more. :raises StoreError: the file cannot be opened."""
        from books.evaluations.store import EvaluationStore

        return EvaluationStore(self._data / EVALUATIONS, self._settings.number("evaluations_mb"))

    def evaluations(self) -> EvaluationStore:
        """The evaluation store. :raises StoreError: the file cannot be opened."""
        with self._lock:
            if self._evaluations is None:
                self._evaluations = self.open_evaluations()
            self._evaluations.limit_mb = self._settings.number("evaluations_mb")
            return self._evaluations

    def saves_power(self) -> bool:
        """Whether analysis has one thread now, because the machine runs on battery."""
        settings = self._settings
        return settings.number("threads") > 1 and not settings.flag("night_battery") and on_battery()

    def identity(self, kind: str = "") -> EngineIdentity:
        """The identity of a kind of analysis in the evaluation store (empty: the main one)."""
        from engine.play.identity import own_identity

        with self._lock:
            return own_identity({**analysis_options(self._settings), **_options_of(kind)})

    def table_value(self, position: Position) -> int | None:
        """The value of a position for the side to move: 1 win, 0 draw, -1 loss; None if the tables do not know it."""
        import chess

        wdl = self.tables().probe_wdl(chess.Board(position.fen, chess960=position.chess960))
        return None if wdl is None else (wdl > 1) - (wdl < -1)

    def reopen_tables(self) -> None:
        """Searches the table folders again after new files arrived."""
        with self._lock:
            if self._tables is not None:
                self._tables.close()
                self._tables = None

    def mover(self, one: Contestant, seed: int) -> RatsuMover:
        """The mover that plays as a contestant, with its level, style and sources.

        `seed` identifies the game: with a new one the engine forgets the game before. A contestant's own book replaces
        the user's books, unless it cannot be read, which is reported as a problem.
        """
        with self._lock:
            mover, options = self._player(one.book), playing_options(self._settings)
        elo = one.level.elo
        options |= {
            "Style": one.style,
            "UCI_LimitStrength": elo is not None,
            "Opening Taste": "",
            "Resigns": "",
            **one.chain.options,
        }
        if one.book:
            options["OwnBook"] = True
        if elo is not None:
            options["UCI_Elo"] = elo
        who = person_named(one.person)
        if who is not None:
            options |= who.options
        for refusal in mover.set_options(options):
            self._faults.tell(refusal)
        if (seed, one.book) != self._game:
            self._game = seed, one.book
            mover.new_game(seed)
        return mover

    def opponent(self, one: Contestant, seed: int) -> MoveChooser:
        """The mover that plays as a contestant; at full strength its long searches are stored."""
        mover = self.mover(one, seed)
        if one.level.elo is not None or one.person:
            return mover
        from engine.play.identity import own_identity
        from engine.play.sources.stored_search import KeptMoves

        return KeptMoves(mover, self.evaluations, own_identity({**playing_options(self._settings), "Style": one.style}))

    def _player(self, book: str) -> RatsuMover:
        from engine.play.mover import RatsuMover

        if book:
            try:
                return self._partner.mover(book)
            except RatsuError as error:
                self._faults.tell(error.text)
        if self._playing is None:
            self._playing = RatsuMover(shared=self._shared, faults=self._faults)
        return self._playing

    def problems(self) -> tuple[Text, ...]:
        """Problems with the book or the tables while choosing moves, each reported once."""
        return self._faults.take()

    def analyser(self, lines: int) -> RatsuMover:
        """The mover for full-strength analysis, with tablebases in the search and its own transposition table."""
        return self._analyser("", lines)

    def continued(self, lines: int) -> MoveChooser:
        """The same, continued from the stored evaluations."""
        return self._continued("", lines)

    def other_analysers(self) -> tuple[AnalysisSource, ...]:
        """Further analysers: Monte Carlo search, the classical evaluation (if there is a network), and two styles of it."""
        tr = QCoreApplication.translate
        kinds = [(MONTE_CARLO, tr("Analysis", "Ratsu, Monte Carlo tree search"))]
        if SHIPPED_NETWORK.exists():
            kinds.append((CLASSICAL, tr("Analysis", "Ratsu, classical evaluation")))
        kinds += [("aggressive", tr("Analysis", "Ratsu, aggressive")), ("solid", tr("Analysis", "Ratsu, solid"))]
        return tuple(
            AnalysisSource(
                f"ratsu-{kind}",
                name,
                partial(self._continued, kind),
                partial(self.identity, kind),
                partial(self.release, kind),
            )
            for kind, name in kinds
        )

    def forget_game(self) -> None:
        """Forgets what was searched for the moves of a game, and gives the memory back. Waits for a running search."""
        with self._lock:
            movers, self._game = (self._playing, self._partner.held), None
        for mover in movers:
            if mover is not None:
                mover.new_game()

    def release(self, kind: str = "") -> None:
        """Forgets what a kind of analysis has searched, and gives its memory back. Waits for a running search."""
        with self._lock:
            mover = self._analysts.get(kind)
        if mover is not None:
            mover.new_game()

    def judge(self, nodes: int) -> PositionJudge:
        """A judge with its own search and the shared tables."""
        from engine.play.review.own_judge import own_judge

        return own_judge(Limits(nodes=nodes), self.tables(), self.evaluations)

    def _continued(self, kind: str, lines: int) -> MoveChooser:
        """An analysis that continues from what is stored. :raises OptionError: as `_analyser`."""
        from engine.play.sources.stored_search import ContinuedAnalysis

        return ContinuedAnalysis(self._analyser(kind, lines), self.evaluations, partial(self.identity, kind))

    def _analyser(self, kind: str, lines: int) -> RatsuMover:
        """The mover for a kind of analysis. :raises OptionError: a setting is refused, such as an invalid network file;
        raised once.
        """
        from engine.play.mover import RatsuMover

        with self._lock:
            if kind not in self._analysts:
                self._analysts[kind] = RatsuMover(shared=self._shared, faults=self._faults, narrows_root=False)
            mover, options = self._analysts[kind], analysis_options(self._settings)
        if self.saves_power():
            options["Threads"] = 1
        refusals = mover.set_options({**options, **_options_of(kind), "MultiPV": lines})
        if refusals:
            raise OptionError(joined(*refusals, by=" "))  # is in the panel; the next position is analysed without them
        return mover

    def close(self) -> None:
        """Closes book and tables once no thread uses them."""
        with self._lock:
            self._partner.close()
            if self._library is not None:
                self._library.close()
            if self._tables is not None:
                self._tables.close()
            if self._evaluations is not None:
                self._evaluations.close()


def _options_of(kind: str) -> dict[str, Value]:
    """The options that define a kind of analysis, over the settings; none for the main analysis (empty kind)."""
    if not kind:
        return {}
    if kind == CLASSICAL:
        return {"Use MCTS": False, "Use NNUE": False}
    return {"Use MCTS": True} if kind == MONTE_CARLO else {"Use MCTS": False, "Style": kind}
