"""The analysis panel: switch, figures and lines of the engines, and options. The last lines stay until new ones arrive."""

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QAction, QHideEvent
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QToolButton, QWidget

from desktop.model.endgame import TablebaseState, TablesAnswer
from desktop.model.game.analysis import AnalysisLine, AnalysisSetup, AnalysisState
from desktop.model.settings import MONTE_CARLO
from desktop.services.engines.analysis_service import OWN, AnalysisService
from desktop.services.engines.coach_service import CoachService
from desktop.services.engines.likely_moves_service import LikelyMovesService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.tables.tablebase_service import TablebaseService
from desktop.views.analysis.analysis_lines import LinesView
from desktop.views.analysis.coach_card import CoachCard
from desktop.views.analysis.likely_moves_strip import LikelyMovesStrip
from desktop.views.kit import theme, words
from desktop.views.kit.fields import named
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import Flow, in_column, in_row
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.messages import plain_label
from desktop.views.tables.tablebase_text import result_word

MOST_LINES = 5
_SHORT_NAME = 120  # least width of a name in pixels


def speed_text(nodes_per_second: int) -> str:
    """Formats a speed: `1.9 Mn/s`, `420 kn/s`, `850 n/s`; empty for zero."""
    if nodes_per_second >= 1_000_000:
        return f"{words.decimal(nodes_per_second / 1_000_000, 1)} Mn/s"
    if nodes_per_second >= 10_000:
        return f"{nodes_per_second // 1000} kn/s"
    return f"{words.whole(nodes_per_second)} n/s" if nodes_per_second else ""


def nodes_text(nodes: int) -> str:
    """Formats a node count: `45 Mn`, `420 kn`, `850 n`."""
    if nodes >= 10_000_000:
        return f"{nodes // 1_000_000} Mn"
    return f"{words.whole(nodes // 1000)} kn" if nodes >= 10_000 else f"{words.whole(nodes)} n"


class EngineBlock(QWidget):
    """One engine: its figures and lines, or the reason why it has none."""

    def __init__(self, games: GameService, analysis: AnalysisService, match: MatchService) -> None:
        super().__init__()
        self._games, self._analysis, self._match = games, analysis, match
        self.state = AnalysisState()
        self.figures = plain_label(look="quiet")
        # A long engine name must not widen the panel.
        self.figures.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.lines = LinesView()
        self.problem = plain_label(look="error", wrap=True)
        in_column(self.figures, self.lines, self.problem, inside=self, margins=0, spacing=1)
        self.lines.line_chosen.connect(lambda row: self._play(self.state, self.lines.lines[row]))
        self.lines.line_wanted.connect(self._insert_row)
        self.lines.move_wanted.connect(self._insert_row)
        self.lines.menu_wanted.connect(self._show_menu)

    def show_state(self, state: AnalysisState, named: bool) -> None:
        """Shows an engine's analysis; `named`: with the engine's name, if several engines run. Lines of another position are
        shown only until a running engine has some of this one."""
        game = self._games.state
        old = bool(state.lines) and state.game_fen != game.fen and self._analysis.setup.locked is None
        if old and not state.running:
            state = AnalysisState(source=state.source, wanted_lines=state.wanted_lines)
        self.state = state
        self.lines.show_lines(state.lines, state.wanted_lines, old or not state.running, state.fen, game.game.chess960)
        self.lines.setVisible(state.running or bool(state.lines))
        self.problem.setText(words.sentence(state.problem))
        self.problem.setVisible(bool(state.problem))
        self.figures.setText(self._figures(state, named))
        self.figures.setToolTip(ForeignText(state.source).tip if named else "")
        self.figures.setVisible(bool(self.figures.text()))

    def _figures(self, state: AnalysisState, named: bool) -> str:
        parts = [self._short(state.source)] if named else []
        if state.lines:
            best = state.lines[0]
            parts += [self.tr("drawn, proved") if state.proof == "draw" else self.tr("proved")] if state.proof else []
            depth = f"{best.depth}/{best.selective_depth}" if best.selective_depth > best.depth else str(best.depth)
            parts.append(self.tr("depth %1").replace("%1", depth))
            parts.append(speed_text(state.nodes_per_second))
            if not named and state.nodes:
                parts.append(nodes_text(state.nodes))
            if not named and state.hash_permille >= 10:
                parts.append(self.tr("hash %1 %").replace("%1", str(state.hash_permille // 10)))
            if best.wdl is not None:
                white, draw, black = (str(round(share / 10)) for share in best.wdl)
                parts.append(words.filled(self.tr("W %1 D %2 L %3"), white, draw, black))
        elif state.running and not state.problem:
            parts.append(self.tr("starting …"))
        if state.running and not named and self._analysis.saving:
            parts.append(self.tr("on battery: 1 thread"))
        return "  ".join(part for part in parts if part)

    def _short(self, name: str) -> str:
        """Shortens an engine's name to half of the row, so that the figures after it stay visible."""
        return self.figures.fontMetrics().elidedText(
            name, Qt.TextElideMode.ElideRight, max(self.width() // 2, _SHORT_NAME)
        )

    # Actions

    def _play(self, state: AnalysisState, line: AnalysisLine) -> None:
        if line.moves and state.fen == self._games.state.fen:
            self._match.user_move(line.moves[0])

    def _insert_row(self, row: int, move: int | None = None) -> None:
        if row < len(self.lines.lines):
            self._insert(self.state, self.lines.lines[row], move)

    def _insert(self, state: AnalysisState, line: AnalysisLine, move: int | None = None) -> None:
        """Inserts a line into the notation of the shown game, whole or up to `move`, which is then shown."""
        game, shown = self._games, self._games.state
        if state.threat or shown.playing or state.tab != shown.tab:
            return
        if state.node not in shown.game or shown.game.fen(state.node) != state.game_fen:
            return
        moves = line.moves if move is None else line.moves[: move + 1]
        game.insert_line(state.node, moves[: len(line.sans)])
        if move is not None:
            at = state.node
            for uci in moves:
                child = game.state.game.child_with(at, uci)
                at = child.id if child is not None else at
            game.go_to(at)

    def _show_menu(self, row: int, place: QPoint) -> None:
        state, line = self.state, self.lines.lines[row]  # fixed now: the search continues while the menu is open
        if not line.sans or state.threat:
            return
        analysis, setup = self._analysis, self._analysis.setup
        first, san = line.moves[0], words.moves(line.sans[0])
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        play = self.tr("Play %1").replace("%1", san)
        menu.addAction(play, lambda: self._match.user_move(first, state.fen))
        menu.addAction(self.tr("Insert the line into the notation"), lambda: self._insert(state, line))
        menu.addSeparator()
        only = self.tr("Analyse only %1").replace("%1", san)
        menu.addAction(only, lambda: analysis.restrict(only=(first,), fen=state.game_fen))
        without = self.tr("Leave %1 out").replace("%1", san)
        excluded = (*setup.excluded, first)
        menu.addAction(without, lambda: analysis.restrict(setup.only, excluded, state.game_fen))
        if setup.only or setup.excluded:
            menu.addAction(self.tr("All moves"), analysis.restrict)
        menu.popup(place)


class AnalysisPanel(QFrame):
    """Switch, figures and lines of the analysis by one engine or several."""

    def __init__(
        self,
        settings: SettingsStore,
        games: GameService,
        coach: CoachService,
        tablebases: TablebaseService,
        people: LikelyMovesService,
        analysis: AnalysisService,
        match: MatchService,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._games, self._coach, self._analysis, self._match = settings, games, coach, analysis, match
        self._actions = actions
        self.setProperty("look", "card")
        self.switch = self._button("power", self.tr("Analysis on or off (A)"))
        self.switch.setCheckable(True)
        self.switch.toggled.connect(analysis.switch)
        self.main = EngineBlock(games, analysis, match)
        self._others: list[EngineBlock] = []
        self._flipped = False
        self._title = plain_label(look="heading")
        self._note = plain_label(look="notice-text", wrap=True)
        self._lift = self._button("x", self.tr("Follow the game again, with all moves"))
        self._lift.clicked.connect(self._lift_note)
        self._note_bar = QFrame()
        self._note_bar.setProperty("look", "fault")
        self._empty = plain_label(
            self.tr("Switch the analysis on to see what the engine thinks of this position."), look="quiet", wrap=True
        )
        self.people = LikelyMovesStrip("analysis", settings, games, people, match, actions, self)
        self._arrange()
        analysis.changed.connect(self._update_analysis)
        analysis.others_changed.connect(self._update_others)
        analysis.setup_changed.connect(self._update_setup)
        tablebases.changed.connect(self._update_tables)
        games.state_changed.connect(self._update_game)
        settings.changed.connect(self._update_game)
        self._update_setup(analysis.setup)
        self._update_analysis(analysis.state)
        self._update_others(analysis.others)
        self._update_tables(tablebases.state)

    @property
    def lines(self) -> LinesView:
        return self.main.lines

    @property
    def others(self) -> list[EngineBlock]:
        return [block for block in self._others if not block.isHidden()]

    @property
    def note(self) -> str:
        """The restriction of the analysis; empty if it follows the game with all moves."""
        return self._note.text()

    # Layout

    def _arrange(self) -> None:
        self._fewer = self._step_button("minus", self.tr("One line less"), -1)
        self._more = self._step_button("plus", self.tr("One line more"), 1)
        tools = [self._fewer, self._more]
        for key in ("threat", "lock"):
            button = named(QToolButton(), self._actions[key].toolTip())
            button.setDefaultAction(self._actions[key])
            button.setIconSize(theme.size(20, 20))
            tools.append(button)
        menu = self._button("dots-three", self.tr("More of the analysis"))
        menu.clicked.connect(lambda: self._show_menu(menu))
        head = Flow(self.switch, self._title, *tools, menu, apart=len(tools) + 1)
        head.setSpacing(theme.SPACE)
        in_row((self._note, 1), self._lift, inside=self._note_bar, margins=(2, 1, 1, 1))
        self._column = in_column(
            head,
            self._note_bar,
            self._empty,
            self.main,
            CoachCard(self._coach),
            self.people,
            inside=self,
            margins=(3, 1, 3, 2),
            spacing=1,
        )

    def _button(self, picture: str, tip: str) -> QToolButton:
        button = named(QToolButton(), tip)
        button.setIcon(icon(picture))
        button.setIconSize(theme.size(20, 20))
        button.setToolTip(ForeignText(tip).tip)
        return button

    def _step_button(self, picture: str, tip: str, step: int) -> QToolButton:
        button = self._button(picture, tip)
        button.clicked.connect(lambda: self._step_lines(step))
        return button

    def _step_lines(self, step: int) -> None:
        wanted = self._analysis.state.wanted_lines + step
        if 1 <= wanted <= MOST_LINES:
            self._settings.set("analysis_lines", wanted)

    def _show_menu(self, button: QToolButton) -> None:
        """Opens the menu: the engines to use, and other options."""
        analysis = self._analysis
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key in ("people_moves", "engine_move", "insert_evaluation", "restrict_moves", "monte_carlo"):
            menu.addAction(self._actions[key])
        menu.addSection(self.tr("Engines side by side"))
        for source in analysis.setup.sources:
            choice = menu.addAction(ForeignText(source.name).caption)
            choice.setCheckable(True)
            choice.setChecked(source.key in analysis.setup.chosen)
            choice.toggled.connect(lambda on, key=source.key: self._choose(key, on))
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def _choose(self, key: str, on: bool) -> None:
        chosen = self._analysis.setup.chosen
        self._analysis.choose((*chosen, key) if on else [other for other in chosen if other != key])

    def _lift_note(self) -> None:
        self._analysis.lock(False)
        self._analysis.restrict()

    def hideEvent(self, event: QHideEvent) -> None:
        """Ends the threat mode, which belongs to one position."""
        if is_alive(self._analysis):
            self._analysis.set_threat(False)

    # Reactions to the services

    @Slot(object)
    def _update_analysis(self, state: AnalysisState) -> None:
        self.switch.blockSignals(True)
        self.switch.setChecked(state.running)
        self.switch.blockSignals(False)
        self._fewer.setEnabled(state.wanted_lines > 1)
        self._more.setEnabled(state.wanted_lines < MOST_LINES)
        self._title.setText(self.tr("Threat") if state.threat else self._analysis_title())
        self.main.show_state(state, named=len(self._analysis.setup.chosen) > 1)
        self._empty.setVisible(not state.running and not self.main.state.lines)

    def _analysis_title(self) -> str:
        own = self._analysis.setup.chosen[0] == OWN
        monte_carlo = own and self._settings.settings.text("search") == MONTE_CARLO
        return self.tr("Monte Carlo") if monte_carlo else self.tr("Analysis")

    @Slot(object)
    def _update_others(self, states: tuple[AnalysisState, ...]) -> None:
        while len(self._others) < len(states):
            block = EngineBlock(self._games, self._analysis, self._match)
            block.lines.flipped = self._flipped
            self._others.append(block)
            self._column.insertWidget(self._column.indexOf(self.people), block)
        for place, block in enumerate(self._others):
            block.setVisible(place < len(states))
            if place < len(states):
                block.show_state(states[place], named=True)

    @Slot(object)
    def _update_setup(self, setup: AnalysisSetup) -> None:
        said = []
        if setup.locked is not None:
            said.append(self.tr("Stays at the position %1.").replace("%1", words.moves(setup.locked.words)))
        if setup.only:
            said.append(self.tr("Only: %1.").replace("%1", self._names(setup.only)))
        if setup.excluded:
            said.append(self.tr("Without: %1.").replace("%1", self._names(setup.excluded)))
        if setup.threat:
            said.append(self.tr("What the other side threatens."))
        self._note.setText(" ".join(said))
        self._note_bar.setVisible(bool(said))
        self._lift.setVisible(setup.locked is not None or bool(setup.only) or bool(setup.excluded))

    @Slot(object)
    def _update_game(self, _changed: object) -> None:
        """Fades the lines of the previous position at once, and updates the title."""
        self._update_analysis(self._analysis.state)
        self._update_others(self._analysis.others)

    @Slot(object)
    def _update_tables(self, state: TablebaseState) -> None:
        known = state.answer is TablesAnswer.KNOWN and state.fen == self._games.state.fen
        notes = {row.uci: f"{result_word(row.verdict)}, DTZ {row.dtz}" for row in state.rows} if known else {}
        notes = {uci: note.removesuffix(", DTZ None") for uci, note in notes.items()}
        if notes != self.main.lines.notes:
            self.main.lines.notes = notes
            self._update_analysis(self._analysis.state)

    def _names(self, moves: tuple[str, ...]) -> str:
        from desktop.model.game import rules

        place = self._analysis.place or self._games.state
        sans = (rules.line_sans(place.fen, (move,), place.game.chess960) for move in moves)
        return words.moves(", ".join(found[0] for found in sans if found))

    def set_flipped(self, flipped: bool) -> None:
        """Sets the orientation of the preview boards."""
        self._flipped = flipped
        for block in (self.main, *self._others):
            block.lines.flipped = flipped
