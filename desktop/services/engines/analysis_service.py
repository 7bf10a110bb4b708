"""Analysis of the shown position: up to ten lines, by one engine or several side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer, Signal, Slot

from desktop.model.engine_options import analysis_kind
from desktop.model.engines import EngineEntry, EngineUse
from desktop.model.game.analysis import AnalysisSetup, AnalysisState, LockedPosition, SourceTitle
from desktop.model.game.state import GameState
from desktop.model.settings import MONTE_CARLO, Settings
from desktop.services.engines.analysis_source import AnalysisSource
from desktop.services.engines.engine_analysis import EngineAnalysis
from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.move_chooser import MoveChooser
from desktop.services.kit.settings_store import SettingsStore
from engine.game.limits import GamePosition, Limits
from engine.game.tree import ROOT
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from books.evaluations.values import EngineIdentity
    from desktop.services.engines.engine_list import EngineList
    from desktop.services.engines.external_engines import ExternalEngines
    from desktop.services.engines.remembered_service import RememberedService
    from desktop.services.game.game_service import GameService
    from engine.play.review.values import PositionEvaluation

SETTLE_MS = 60  # so that the mouse wheel does not start a search at every position
POWER_MS = 30_000  # between two looks at the battery
UNSEEN_MS = 10_000  # the user may come back at once
MOST_LINES = 10
MOST_SOURCES = 4  # engines analysing at once
OWN = "ratsu"


class AnalysisService(ShownPositionService):
    """Follows the shown position while analysis is on.

    Old lines of the same game remain until new ones arrive, so that the display never flickers; another game's lines
    are removed. Each engine reports at most 20 times a second. The first chosen engine supplies the lines for the board
    and the evaluation bar.
    """

    changed = Signal(object)  # AnalysisState of the main engine
    others_changed = Signal(object)  # tuple[AnalysisState, ...] of the others, in the order of the setup
    setup_changed = Signal(object)  # AnalysisSetup

    def __init__(
        self,
        make_analyser: Callable[[int], MoveChooser],
        others: Iterable[AnalysisSource] = (),
        engine: Callable[[], EngineIdentity] | None = None,
        release: Callable[[], None] | None = None,
        saves_power: Callable[[], bool] = lambda: False,
    ) -> None:
        """`make_analyser(lines)` is called on the analysis thread before every search; `others` are further engines to
        choose from; `engine`: the identity of Ratsu in the evaluation store; `release`: see `AnalysisSource`;
        `saves_power`: whether Ratsu's searches have one thread now.
        """
        super().__init__()
        self._own = {OWN: AnalysisSource(OWN, "Ratsu", make_analyser, engine, release)}
        self._own |= {source.key: source for source in others}
        self._sources = dict(self._own)
        self._analyst: Callable[[str, int], MoveChooser] | None = None
        self._entries: dict[str, EngineEntry] = {}  # the user's engines that can analyse
        self._kept: SettingsStore | None = None
        self._help: RatedGameGuard | None = None
        self._remembered: RememberedService | None = None
        self._resumes = False  # once no rated game is shown any more
        self._benches: dict[str, EngineAnalysis] = {}
        self._setup = AnalysisSetup(self._titles(), (OWN,))
        self._shown: GameState | None = None
        self._task: AnalysisState | None = None  # what is analysed, or will be when it is switched on
        self._running, self._wanted, self._lines, self._search = False, True, 1, ""
        self._hidden_by = frozenset[str]()
        self._unseen = QTimer(self, singleShot=True, interval=UNSEEN_MS)  # while the analysis is hidden
        self._unseen.timeout.connect(self._pause)
        self._paused = False
        self._saves_power, self._saving = saves_power, False
        self._power = QTimer(self, interval=POWER_MS)  # while the analysis runs
        self._power.timeout.connect(self._look_at_power)
        self._plain = True
        self._position: GamePosition | None = None
        self._place: GameState | None = None
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._restart)
        self._bench(OWN)

    @property
    def state(self) -> AnalysisState:
        """The analysis of the main engine."""
        state = self._bench(self._setup.chosen[0]).state
        if self._remembered is None or self._position is None or state.threat or not state.fen:
            return state
        chess960 = self._position.chess960
        proven = self._remembered.proven(state.fen, chess960)
        if proven is None:
            return state
        from desktop.model.analysis_lines import with_proof

        return with_proof(state, proven, chess960)

    @property
    def others(self) -> tuple[AnalysisState, ...]:
        return tuple(self._bench(key).state for key in self._setup.chosen[1:])

    @property
    def setup(self) -> AnalysisSetup:
        return self._setup

    @property
    def saving(self) -> bool:
        """Whether Ratsu's analysis has one thread, because the machine runs on battery."""
        return self._saving and self._setup.chosen[0] in self._own

    @property
    def place(self) -> GameState | None:
        """The game at the analysed position: the shown one unless the analysis is locked."""
        return self._place

    def configure(self, settings: Settings) -> None:
        self._plain = settings.text("search") != MONTE_CARLO  # whose scores are on another scale
        self.set_lines(settings.number("analysis_lines"))
        self.set_search(analysis_kind(settings))

    def follow(
        self,
        games: GameService,
        help_gate: RatedGameGuard,
        engines: EngineList,
        externals: ExternalEngines,
        settings: SettingsStore,
        remembered: RememberedService,
    ) -> None:
        """Offers external engines too, restores the chosen ones from the settings, and uses remembered proofs."""
        self.use_store(remembered)
        remembered.changed.connect(self._learn)
        self._analyst, self._kept, self._help = externals.analyst, settings, help_gate
        externals.stop_first(partial(self.set_running, False))
        games.tab_closed.connect(self.forget_tab)
        engines.changed.connect(self._offer)
        self._offer(engines.entries)
        self.choose(settings.settings.text("analysis_engines").splitlines())
        self.setup_changed.connect(self._keep)

    def use_store(self, remembered: RememberedService) -> None:
        """Reads the stored evaluation of each position first, and stores what is found."""
        self._remembered = remembered
        for bench in self._benches.values():
            bench.remembered = remembered

    # The switches

    @property
    def wanted(self) -> bool:
        """Whether the user wants analysis on pages that show it."""
        return self._wanted

    def switch(self, on: bool) -> None:
        self._wanted = on
        self.set_running(on)

    def set_running(self, running: bool) -> None:
        """Starts or stops, as the shown page requires; stays off in a rated game."""
        helps = self._helps()
        self._resumes, running = running and helps, running and not helps
        if running == self._running:
            return
        self._running = running
        if running:
            self._restart()
            self._power.start()
        else:
            self._settle.stop()
            self._power.stop()
            for bench in self._benches.values():
                bench.rest()

    def set_minimised(self, minimised: bool) -> None:
        """Pauses the analysis while the window is minimised."""
        self._hide("window", minimised)

    def set_covered(self, covered: bool) -> None:
        """Pauses the analysis while a page covers the board."""
        self._hide("page", covered)

    def _hide(self, cause: str, hidden: bool) -> None:
        """Pauses the analysis while it is hidden by anything, from 10 s on, and continues it afterwards."""
        self._hidden_by = self._hidden_by | {cause} if hidden else self._hidden_by - {cause}
        if self._hidden_by:
            if not self._unseen.isActive() and not self._paused:
                self._unseen.start()
            return
        self._unseen.stop()
        if self._paused:
            self._paused = False
            if self._running:
                self._restart()

    @Slot()
    def _look_at_power(self) -> None:
        """Searches with other threads once the machine is plugged in, or runs on battery. Other engines keep theirs."""
        own = not self._own.keys().isdisjoint(self._setup.chosen)
        if own and not self._paused and self._saves_power() is not self._saving:
            self._restart()

    @Slot()
    def _pause(self) -> None:
        self._paused = True
        self._settle.stop()
        for bench in self._benches.values():
            bench.rest()

    def set_lines(self, lines: int) -> None:
        """Sets the number of lines, 1 to 10."""
        wanted = max(1, min(MOST_LINES, lines))
        if wanted != self._lines:
            self._lines = wanted
            self._again()

    def set_search(self, kind: str) -> None:
        """Sets Ratsu's search and restarts the analysis; see `engine_options.analysis_kind`."""
        if kind == self._search:
            return
        self._search = kind
        self._bench(OWN).forget()
        if self._running:
            self._restart()

    def set_threat(self, threat: bool) -> None:
        """Analyses the threat: the position with the opponent to move."""
        self._set(replace(self._setup, threat=threat))

    def lock(self, locked: bool) -> None:
        """True: stays at the shown position while the user browses; False: follows again."""
        shown = self._shown
        if not locked or shown is None:
            self._set(replace(self._setup, locked=None))
            return
        node = shown.node
        tr = QCoreApplication.translate
        words = tr("Analysis", "after %1").replace("%1", f"{node.number_text}{node.san}")
        if shown.current == ROOT:
            words = tr("Analysis", "before the first move")
        self._set(replace(self._setup, locked=LockedPosition(shown.tab, shown.current, words)))

    def restrict(self, only: Iterable[str] = (), excluded: Iterable[str] = (), fen: str = "") -> None:
        """Restricts the search to some moves, or excludes some; without arguments all moves are searched.

        `fen`: the position that the user chose the moves in. If another one is analysed by now, reports that and does
        nothing.
        """
        if fen and (self._place is None or fen != self._place.fen):
            text = Text("The position has changed, so the moves to analyse were not changed.")
            self._inform(text)
            return
        self._set(replace(self._setup, only=tuple(only), excluded=tuple(excluded)))

    def choose(self, keys: Iterable[str]) -> None:
        """Chooses the engines, the main one first. Unknown ones are skipped; at least one remains."""
        known = tuple(key for key in dict.fromkeys(keys) if key in self._sources)[:MOST_SOURCES]
        for key in set(self._setup.chosen) - set(known):
            if key in self._benches:
                self._benches[key].rest()
        for key in set(known) - set(self._setup.chosen):
            self._turn(key)
        self._set(replace(self._setup, chosen=known or (OWN,)))
        self.changed.emit(self.state)
        self.others_changed.emit(self.others)

    def set_sources(self, sources: Iterable[AnalysisSource]) -> None:
        """Replaces the engines that are offered besides Ratsu's own searches."""
        fresh = self._own | {source.key: source for source in sources}
        same = {key for key, source in self._sources.items() if key in fresh and fresh[key].name == source.name}
        for key in [key for key in self._benches if key not in same]:
            bench = self._benches.pop(key)
            bench.close()
            bench.deleteLater()
        self._sources = fresh
        self._setup = replace(self._setup, sources=self._titles())
        self.choose(self._setup.chosen)
        self.setup_changed.emit(self._setup)

    # What is shown

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        self._shown = state
        if self._running:
            self.set_running(True)  # remains off if it would help in a rated game
        if self._setup.locked is None:
            self._analyse(state)
        elif self._setup.locked.tab != state.tab:
            self.lock(False)
        if self._resumes:
            self.set_running(True)

    @Slot(int)
    def forget_tab(self, tab: int) -> None:
        """Removes the lock on a closed tab."""
        if self._setup.locked is not None and self._setup.locked.tab == tab:
            self.lock(False)

    def close(self) -> bool:
        self.set_running(False)
        return super().close()

    def _analyse(self, state: GameState) -> None:
        position = GamePosition(state.game.start_fen, state.moves, chess960=state.game.chess960)
        other_game = self._task is not None and self._task.tab != state.tab
        same, self._position, self._place = position == self._position, position, state
        self._task = AnalysisState(fen=state.fen, shown_fen=state.fen, tab=state.tab, node=state.current)
        if other_game:
            for key in self._setup.chosen:
                self._turn(key)
        if same and not other_game:
            return
        if self._setup.only or self._setup.excluded:
            self._setup = replace(self._setup, only=(), excluded=())
            self.setup_changed.emit(self._setup)
        if self._running:
            for key in self._setup.chosen:
                self._bench(key).cancel()
                if not self._setup.threat:
                    self._bench(key).recall(replace(self._task, wanted_lines=self._lines), self._position)
            self._settle.start()

    def found(self, fen: str) -> tuple[int, PositionEvaluation] | None:
        """Returns the nodes and the evaluation of a position by Ratsu's own search of all moves; None if it was not searched."""
        return self._bench(OWN).found(fen) if self._plain else None

    def _helps(self) -> bool:
        """Whether analysis is forbidden now, because a rated game is shown."""
        return self._help is not None and self._help.helped() is not None

    @Slot()
    def _learn(self) -> None:
        """Searches again after the remembered positions changed."""
        for bench in self._benches.values():
            bench.forget()
        if self._running:
            self._restart()
        self.changed.emit(self.state)

    def _turn(self, key: str) -> None:
        """Shows what an engine knows of this game, in place of another game's lines."""
        if self._task is not None and self._position is not None:
            task = replace(self._task, threat=self._setup.threat, wanted_lines=self._lines)
            self._bench(key).turn_to(task, self._position, known=not self._helps())

    @Slot(object)
    def _keep(self, setup: AnalysisSetup) -> None:
        if self._kept is not None:
            self._kept.keep("analysis_engines", "\n".join(setup.chosen))

    @Slot(object)
    def _offer(self, entries: tuple[EngineEntry, ...]) -> None:
        """Offers the user's engines that can analyse besides Ratsu's own searches."""
        assert self._analyst is not None
        able = [entry for entry in entries if entry.analyses and entry.use is not EngineUse.PLAY]
        before, self._entries = self._entries, {entry.key: entry for entry in able}
        self.set_sources(
            AnalysisSource(entry.key, entry.name, partial(self._analyst, entry.key), partial(identity_of, entry))
            for entry in able
        )
        others = {entry.key for entry in able if _works_otherwise(entry, before.get(entry.key, entry))}
        for key in others & set(self._benches):
            self._benches[key].forget()
        if self._running and others & set(self._setup.chosen):
            self._restart()  # the process with the old options ends once its search is stopped

    def _set(self, setup: AnalysisSetup) -> None:
        if setup == self._setup:
            return
        unlocked = self._setup.locked is not None and setup.locked is None
        self._setup = setup
        self.setup_changed.emit(setup)
        if unlocked and self._shown is not None:
            self._analyse(self._shown)
        self._again()

    def _again(self) -> None:
        if self._running:
            self._restart()
        else:
            bench = self._bench(self._setup.chosen[0])
            bench.state = replace(bench.state, wanted_lines=self._lines, lines=bench.state.lines[: self._lines])
            self.changed.emit(self.state)

    @Slot()
    def _restart(self) -> None:
        self._settle.stop()
        if not self._running or self._paused:
            return
        self._saving = self._saves_power()
        if self._task is None or self._position is None:
            self._refuse(AnalysisState(wanted_lines=self._lines), NOTHING)
            return
        from desktop.model.game import rules  # python-chess, once something is analysed

        task, position = replace(self._task, wanted_lines=self._lines), self._position
        legal = rules.legal_moves(task.fen, position.chess960)
        limits = Limits(infinite=True, search_moves=self._looked_at(legal))
        if not legal:
            over = replace(task, result=rules.result(task.fen, position.chess960))
            self._refuse(over, Text("The game is over in this position: there is nothing to analyse."))
            return
        if self._setup.threat:
            if rules.in_check(task.fen, position.chess960):
                self._refuse(
                    replace(task, threat=True), Text("The side to move is in check, so there is no threat to show.")
                )
                return
            fen = rules.passed(task.fen, position.chess960)
            task, position = replace(task, fen=fen, threat=True), GamePosition(fen, (), chess960=position.chess960)
            limits = Limits(infinite=True)
        for key in self._setup.chosen:
            self._bench(key).analyse(position, limits, task)

    def _looked_at(self, legal: tuple[str, ...]) -> tuple[str, ...]:
        """The moves that the search is restricted to; empty: all moves. External engines cannot exclude moves."""
        only, excluded = self._setup.only, self._setup.excluded
        looked = tuple(move for move in only or legal if move not in excluded)
        return looked if only or excluded else ()

    def _refuse(self, task: AnalysisState, problem: Text) -> None:
        for key in self._setup.chosen:
            self._bench(key).refuse(task, problem)

    def _titles(self) -> tuple[SourceTitle, ...]:
        return tuple(SourceTitle(source.key, source.name) for source in self._sources.values())

    def _bench(self, key: str) -> EngineAnalysis:
        if key not in self._benches:
            bench = self._benches[key] = EngineAnalysis(self._sources[key], self)
            bench.remembered = self._remembered
            bench.changed.connect(lambda _state, key=key: self._tell(key))
        return self._benches[key]

    def _tell(self, key: str) -> None:
        if key == self._setup.chosen[0]:
            self.changed.emit(self.state)
        elif key in self._setup.chosen:
            self.others_changed.emit(self.others)


def identity_of(entry: EngineEntry) -> EngineIdentity:
    """The identity of an external engine in the evaluation store."""
    from engine.play.identity import external_identity

    return external_identity(entry.own_name or entry.name, entry.values)


def _works_otherwise(one: EngineEntry, other: EngineEntry) -> bool:
    """Whether a change of an engine's entry makes its running search outdated."""
    return (one.name, one.launch, one.sent_values) != (other.name, other.launch, other.sent_values)
