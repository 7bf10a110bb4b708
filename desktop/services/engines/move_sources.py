"""The movers of the window, and the book and the tablebases that they share with its panels: each is made when it is first
needed, by whichever thread needs it. Start-up makes none of them: the window is there first.
"""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

import engine
from desktop.model.engine_options import analysis_options, playing_options
from desktop.model.game.match import MY_STYLE, TEXT_STYLES, Contestant
from desktop.model.game.match import STYLES as NAMED_STYLES
from desktop.model.settings import MONTE_CARLO, Settings, Value
from desktop.services.book.book_choice import choice_settings
from desktop.services.engines.analysis_source import AnalysisSource
from desktop.services.engines.sparring_partner import SparringPartner
from engine.game.limits import Limits
from engine.ground.errors import OptionError, RatsuError
from engine.ground.text import Text, joined
from engine.play.people.persons import person_named
from engine.play.sources.faults import SourceFaults
from engine.play.sources.shared_sources import SharedSources
from engine.play.user_files import MY_STYLE as MY_STYLE_FILE
from engine.play.user_files import STYLES

if TYPE_CHECKING:
    from books.choice.library import Library
    from engine.play.mover import RatsuMover
    from engine.play.review.judge import PositionJudge
    from tablebases.tables import Tablebases

CLASSICAL = "classical"
SHIPPED_NETWORK = (
    Path(engine.__file__).parent / "data" / "ratsu.nnue"
)  # as engine.evaluation.network, which is not imported at the start


class MoveSources:
    """One mover that plays, one for each kind of analysis, all over one library and the same tables.

    Every method may be called from any thread; what is made is made once and shared.
    """

    def __init__(self, data: Path, settings: Settings, told: bool = False) -> None:
        """`data`: where the folder of the user's books lies. `told`: the user knows that it cannot be written."""
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

    def configure(self, settings: Settings) -> None:
        """Other settings, used from the next move on."""
        with self._lock:
            if settings.text("tablebase_folders") != self._settings.text("tablebase_folders"):
                self.reopen_tables()
            self._settings = settings

    def library(self) -> Library:
        """The book. What could not be opened is in its `problems`."""
        from books.choice.open_library import library_in

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

    def reopen_tables(self) -> None:
        """Forgets which files of tables there are: others have come."""
        with self._lock:
            if self._tables is not None:
                self._tables.close()
                self._tables = None

    def mover(self, one: Contestant, seed: int) -> RatsuMover:
        """The mover that plays as a contestant, with its level, style and sources.

        `seed` belongs to the game: another one makes the engine forget the game before. A contestant's own book is played instead
        of the user's books; if it cannot be read, those are played, and a problem says so.
        """
        with self._lock:
            mover, options = self._player(one.book), playing_options(self._settings)
        elo = one.level.elo
        options |= {
            "Style": self._style_of(one),
            "UCI_LimitStrength": elo is not None,
            "Opening Taste": "",
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

    def _style_of(self, one: Contestant) -> str:
        """A style by name, the user's by their files; before there is one, what it begins with."""
        if one.style not in NAMED_STYLES:
            return str(self._data / STYLES / f"{one.style}.json")
        mine = self._data / STYLES / MY_STYLE_FILE
        if one.style != MY_STYLE:
            return one.style
        return str(mine) if mine.exists() else TEXT_STYLES[0]

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
        """What went wrong with the book or the tables while a move was chosen, each reported once."""
        return self._faults.take()

    def analyser(self, lines: int) -> RatsuMover:
        """The search at full strength, tables inside it, with its own table."""
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
        """A search of its own, and the tables."""
        from engine.play.review.own_judge import own_judge

        return own_judge(Limits(nodes=nodes), self.tables())

    def _analyser(self, kind: str, lines: int) -> RatsuMover:
        """:raises OptionError: a setting is refused, such as a file that is no network; said once."""
        from engine.play.mover import RatsuMover

        with self._lock:
            if kind not in self._analysts:
                self._analysts[kind] = RatsuMover(shared=self._shared, faults=self._faults, narrows_root=False)
            mover, options = self._analysts[kind], analysis_options(self._settings)
        refusals = mover.set_options({**options, **_options_of(kind), "MultiPV": lines})
        if refusals:
            raise OptionError(joined(*refusals, by=" "))  # is in the panel; the next position is analysed without them
        return mover

    def close(self) -> None:
        """Closes book and tables; call when no thread uses them any more."""
        with self._lock:
            self._partner.close()
            if self._library is not None:
                self._library.close()
            if self._tables is not None:
                self._tables.close()


def _options_of(kind: str) -> dict[str, Value]:
    """What a kind beside the main analysis is set to whatever the settings say; the main one is the empty kind."""
    if not kind:
        return {}
    if kind == CLASSICAL:
        return {"Use MCTS": False, "Use NNUE": False}
    return {"Use MCTS": True} if kind == MONTE_CARLO else {"Use MCTS": False, "Style": kind}
