"""The engine, the book and the tablebases, each made when it is first needed, by whichever thread needs it.

Start-up makes none of them: the window is there first.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication

import engine
from desktop.model.settings import MONTE_CARLO, Settings
from desktop.services.book.book_choice import choice_settings
from desktop.services.engines.analysis_source import AnalysisSource
from engine.game.limits import Limits
from engine.game.move_choice import Source

if TYPE_CHECKING:
    import chess

    from books.choice.library import Library
    from desktop.services.kit.thinker import Chooser
    from engine.play.chain import MoveChain
    from engine.play.faults import SourceFaults
    from engine.play.review.judge import PositionJudge
    from engine.player import Player
    from tablebases.probe.rank import RootRanking
    from tablebases.tables import Tablebases

CLASSICAL = "classical"
SHIPPED_NETWORK = (
    Path(engine.__file__).parent / "data" / "ratsu.nnue"
)  # as engine.evaluation.network, which is not imported at the start


class RoomDoors(Protocol):
    """What the services need of the three rooms. Called from any thread."""

    def configure(self, settings: Settings) -> None:
        """Other settings, used from the next move on."""

    def library(self) -> Library:
        """The book."""

    def tables(self) -> Tablebases:
        """The tablebases."""

    def chain(self, elo: int | None, seed: int, style: str = "normal") -> Chooser:
        """What chooses the engine's next move; `elo` None is full strength, `seed` is the game's, `style` is one of
        `engine.evaluation.styles`."""

    def analyser(self, lines: int) -> Chooser:
        """What analyses with that many lines."""

    def other_analysers(self) -> tuple[AnalysisSource, ...]:
        """Ratsu's other kinds, which may analyse beside it."""

    def judge(self, nodes: int) -> PositionJudge:
        """What judges the positions of a review, each with so many nodes."""

    def problems(self) -> tuple[str, ...]:
        """What went wrong with the book or the tables while a move was chosen, each told once."""

    def close(self) -> None:
        """Closes the files; no thread uses them any more."""


class TablebaseRanking:
    """The tablebases as the move source chain asks for them."""

    def __init__(self, tables: Tablebases) -> None:
        self._tables = tables

    def rank(self, board: chess.Board) -> RootRanking | None:
        """The ranking of the root moves, None where the tables do not cover the position."""
        from tablebases.probe.rank import rank_root_moves

        return rank_root_moves(board, self._tables)

    @property
    def problems(self) -> Sequence[object]:
        """Each folder or file that was left out so far, in words."""
        return self._tables.problems


class Rooms:
    """Every method may be called from any thread; what is made is made once and shared."""

    def __init__(self, data: Path, settings: Settings, told: bool = False) -> None:
        """`data`: where the folder of the user's books lies. `told`: the user knows that it cannot be written."""
        self._data = data
        self._told = told
        self._settings = settings
        self._lock = threading.RLock()
        self._library: Library | None = None
        self._tables: Tablebases | None = None
        self._player: Player | None = None
        self._seed = -1
        self._analysts: dict[str, Player] = {}
        self._style = "normal"  # of the player's weights
        self._faults: SourceFaults | None = None

    def configure(self, settings: Settings) -> None:
        """Other settings, used from the next move on."""
        with self._lock:
            if settings.text("tablebase_folders") != self._settings.text("tablebase_folders") and self._tables:
                self._tables.close()
                self._tables = None
                if self._faults is not None:
                    self._faults.forgive(Source.TABLEBASES)
            self._settings = settings

    def library(self) -> Library:
        """The book. What could not be opened is in its `problems`."""
        from books.choice.library import library_in

        with self._lock:
            if self._library is None:
                self._library = library_in(self._data / "books", self._told)  # the command line's folder
            return self._library

    def tables(self) -> Tablebases:
        """The tablebases of the folders in the settings. Damaged files are in its `problems`."""
        from tablebases.tables import Tablebases

        with self._lock:
            if self._tables is None:
                folders = [Path(line) for line in self._settings.text("tablebase_folders").splitlines() if line.strip()]
                self._tables = Tablebases(folders)
            return self._tables

    def chain(self, elo: int | None, seed: int, style: str = "normal") -> MoveChain:
        """Book, tablebases and search for the engine's next move; `elo` None is full strength.

        `seed` belongs to the game: another one makes the engine forget the game before.
        """
        from engine.evaluation.styles import style_weights
        from engine.play.chain import MoveChain
        from engine.player import Player

        with self._lock:
            if self._player is None:
                self._player = Player()
            player, settings = self._player, self._settings
        self._set_hash(player, settings)
        self._set_search(player, settings.text("search") == MONTE_CARLO)
        if seed != self._seed:
            self._seed = seed
            player.new_game()
        if style != self._style:
            self._style = style
            player.set_weights(style_weights(style))
        faults, book, tables = self._session_faults(), None, None
        if settings.flag("use_book"):
            book = faults.ask(Source.BOOK, lambda: self.library().chooser(choice_settings(settings)))
        if settings.flag("use_tablebases"):
            tables = faults.ask(Source.TABLEBASES, lambda: TablebaseRanking(self.tables()))
        chain = MoveChain(book, tables, player, faults)
        chain.set_level(elo, seed)
        return chain

    def problems(self) -> tuple[str, ...]:
        """What went wrong with the book or the tables while a move was chosen, each told once."""
        return self._faults.take() if self._faults is not None else ()

    def _session_faults(self) -> SourceFaults:
        from engine.play.faults import SourceFaults

        with self._lock:
            self._faults = self._faults or SourceFaults()
            return self._faults

    def analyser(self, lines: int) -> MoveChain:
        """The search alone, at full strength, with its own table."""
        return self._analyser("", lines)

    def other_analysers(self) -> tuple[AnalysisSource, ...]:
        """The other search, the evaluation without the network (where there is one), and two styles of it."""
        tr = QCoreApplication.translate
        kinds = [(MONTE_CARLO, tr("Analysis", "Ratsu, Monte Carlo tree search"))]
        if SHIPPED_NETWORK.exists():
            kinds.append((CLASSICAL, tr("Analysis", "Ratsu, classical evaluation")))
        kinds += [("aggressive", tr("Analysis", "Ratsu, aggressive")), ("solid", tr("Analysis", "Ratsu, solid"))]
        return tuple(AnalysisSource(f"ratsu-{kind}", name, partial(self._analyser, kind)) for kind, name in kinds)

    def judge(self, nodes: int) -> PositionJudge:
        """A search of its own, and the tables where they are used."""
        from engine.play.review.judge import PositionJudge
        from engine.player import Player

        with self._lock:
            settings = self._settings
        tables = self.tables() if settings.flag("use_tablebases") else None
        return PositionJudge(Player(), Limits(nodes=nodes), tables)

    def _analyser(self, kind: str, lines: int) -> MoveChain:
        from engine.evaluation.styles import style_weights
        from engine.play.chain import MoveChain
        from engine.player import Player

        with self._lock:
            analyst = self._analysts.get(kind)
            if analyst is None:
                analyst = Player()
                analyst.set_option("UCI_ShowWDL", True)
                if kind == CLASSICAL:
                    analyst.set_option("Use NNUE", False)
                elif kind not in ("", MONTE_CARLO):
                    analyst.set_weights(style_weights(kind))
                self._analysts[kind] = analyst
        self._set_hash(analyst, self._settings)
        chosen = not kind and self._settings.text("search") == MONTE_CARLO
        self._set_search(analyst, chosen or kind == MONTE_CARLO)
        analyst.set_option("MultiPV", lines)
        return MoveChain(None, None, analyst)

    @staticmethod
    def _set_hash(player: Player, settings: Settings) -> None:
        """Only where it differs: setting it empties the table."""
        if player.option("Hash") != settings.number("hash_mb"):
            player.set_option("Hash", settings.number("hash_mb"))

    @staticmethod
    def _set_search(player: Player, monte_carlo: bool) -> None:
        """Only where it differs: each search has the memory for itself."""
        if player.option("Use MCTS") is not monte_carlo:
            player.set_option("Use MCTS", monte_carlo)

    def close(self) -> None:
        """Closes book and tables; call when no thread uses them any more."""
        with self._lock:
            if self._library is not None:
                self._library.close()
            if self._tables is not None:
                self._tables.close()
