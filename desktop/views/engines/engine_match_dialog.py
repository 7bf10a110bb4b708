"""Matches and tournaments between engines: setup at the left, live games at the right. A match continues if this closes."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSplitter, QVBoxLayout, QWidget

from desktop.model.game.match import MatchPlayer, pairing
from desktop.model.game.results import printed_result
from desktop.model.tournament import EngineStanding, LiveGame, TournamentState
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.style_service import StyleService
from desktop.services.engines.tournament_service import TournamentService
from desktop.views.board.board_canvas import BoardCanvas
from desktop.views.board.board_geometry import Coordinates
from desktop.views.board.board_scene import BoardScene
from desktop.views.board.position_scene import last_ends_of
from desktop.views.engines.match_setup import MatchSetup
from desktop.views.game.player_bar import clock_text
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, ask_path
from desktop.views.kit.fields import ChoiceField, named
from desktop.views.kit.layouts import in_column, in_row, scrolled
from desktop.views.kit.messages import plain_label
from desktop.views.kit.read_table import Cell, ReadTable
from desktop.views.kit.words import decimal, outcome, player, score, sentence, text_of, whole
from desktop.views.kit.work_parts import thin_bar
from engine.game.position import Position
from engine.ground.text import Text
from engine.play.match.schedule import GameResult

_WHO, _WHY = 2, 3  # columns of the list of games
_ROOMY = 1300  # width of the dialog in pixels


class MatchBoard(QWidget):
    """Shows one running game; when it ends, the next. The user may choose the game."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self.games = named(ChoiceField(), self.tr("Which game is shown"))
        self.games.activated.connect(self._choose)
        self.above, self.below = plain_label(), plain_label()
        self.board = BoardCanvas()
        self.board.animation_ms = 0
        self.board.set_coordinates(Coordinates.OFF)  # on squares this small the pieces would cover them
        self.board.setMinimumSize(QSize(200, 200))
        self.words = plain_label(look="quiet")
        in_column(self.games, self.above, (self.board, 1), self.below, self.words, inside=self, margins=3, spacing=1)

    def show_state(self, state: TournamentState) -> None:
        numbers = [game.number for game in state.live]
        if [self.games.itemData(row) for row in range(self.games.count())] != numbers:
            self.games.clear()
            for game in state.live:
                text = self.tr("Game %1: %2").replace("%1", str(game.number))
                self.games.addItem(text.replace("%2", text_of(pairing(game.white, game.black))), game.number)
        if self._number not in numbers and numbers:
            self._number = numbers[0]
        self.games.setCurrentIndex(numbers.index(self._number) if self._number in numbers else -1)
        self.games.setVisible(len(numbers) > 1)
        shown = next((game for game in state.live if game.number == self._number), None)
        if shown is not None:
            self._show(shown)
        else:
            self.words.setText(self.tr("The current game will appear here.") if not state.finished else "")
            if not state.finished:
                self._clear()

    def _show(self, game: LiveGame) -> None:
        position = Position.of(game.fen, chess960=None)
        self.board.scene = BoardScene(
            pieces=position.pieces,
            turn_white=position.white_to_move,
            last_move=last_ends_of(game.last_move, position.pieces),
            description=self.tr("Position of game %1").replace("%1", str(game.number)),
        )
        self.board.setAccessibleDescription(self.board.scene.description)
        self.board.update()
        clocks = ("", "") if game.left_s is None else tuple(clock_text(round(1000 * left)) for left in game.left_s)
        self.above.setText(f"{player(game.black)}   {clocks[1]}")
        self.below.setText(f"{player(game.white)}   {clocks[0]}")
        text = self.tr("Move %1").replace("%1", str(game.plies // 2 + 1))
        if game.evaluation is not None:
            depth = f" / {game.evaluation.depth}" if game.evaluation.depth else ""
            text += f"   {score(game.evaluation.score)}{depth}"
        self.words.setText(text)

    def _clear(self) -> None:
        self.board.scene = BoardScene()
        self.board.setAccessibleDescription("")
        self.board.update()
        self.above.clear()
        self.below.clear()

    def _choose(self, row: int) -> None:
        self._number = int(self.games.itemData(row))


class EngineMatchDialog(Dialog):
    """The dialog of matches; `pgn_wanted` asks for the games of the match."""

    pgn_wanted = Signal(str)

    def __init__(
        self,
        engines: EngineList,
        tournaments: TournamentService,
        styles: StyleService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, self.tr("Match between engines"), (1120, 660))
        self._tournaments = tournaments
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint, True)
        self.setup = MatchSetup(engines, styles)
        if self._tournaments.state.plan is not None:
            self.setup.show_plan(self._tournaments.state.plan)
        heads = (self.tr("Engine"), self.tr("Points"), self.tr("Games"), self.tr("Results"), self.tr("Elo"))
        self.table = ReadTable(self.tr("Standings"), heads, numbers=(1, 2, 4), widths=(180, 64, 64, 132))
        games = (self.tr("Game"), self.tr("Result"), self.tr("White – Black"), self.tr("Why"))
        self.list = ReadTable(self.tr("Games"), games, numbers=(0,))
        self.list.show_whole()
        self.board = MatchBoard()
        self._make_head()
        self._arrange()
        self._tournaments.changed.connect(self._update)
        self._update(self._tournaments.state)

    # Layout

    def _make_head(self) -> None:
        self.start_button = push_button(self.tr("&Start"), self._start, look="primary")
        self.stop_button = push_button(
            self.tr("S&top"),
            self._tournaments.stop,
            tip=self.tr("Finished games are saved; the match can be resumed later"),
        )
        self.go_on_button = push_button(self.tr("&Continue"), self._tournaments.go_on)
        self.pgn_button = push_button(
            self.tr("Show the &games"),
            self._show_games,
            tip=self.tr("Opens the PGN file of this match, which grows with every game"),
        )
        self.table_button = push_button(
            self.tr("Save the ta&ble …"),
            self._ask_table,
            tip=self.tr("Standings and results as a web page (HTML) or for a spreadsheet (CSV)"),
        )
        for button in (self.start_button, self.stop_button, self.go_on_button, self.pgn_button, self.table_button):
            button.setAutoDefault(False)
        self.progress = named(thin_bar(), self.tr("How many games are finished"))
        self.words = plain_label(wrap=True)
        self.fault = plain_label(look="error", wrap=True)

    def _arrange(self) -> None:
        area = scrolled(self.setup)
        left = QWidget()
        buttons = in_row(*((one, 1) for one in (self.start_button, self.stop_button, self.go_on_button)), spacing=2)
        in_column((area, 1), self.fault, buttons, inside=left, margins=0, spacing=2)
        left.setFixedWidth(theme.scaled(400))
        self.table.setMinimumHeight(theme.scaled(120))
        lower = QSplitter(Qt.Orientation.Horizontal)
        lower.addWidget(self.list)
        lower.addWidget(_card(self.board))
        lower.setStretchFactor(0, 1)
        lower.setStretchFactor(1, 1)
        lower.setChildrenCollapsible(False)
        lower.setSizes([theme.scaled(430), theme.scaled(230)])
        right = QSplitter(Qt.Orientation.Vertical)
        right.addWidget(self.table)
        right.addWidget(lower)
        right.setStretchFactor(0, 2)
        right.setStretchFactor(1, 5)
        right.setChildrenCollapsible(False)
        right.setSizes([190, 390])
        foot = in_row((self.words, 1), self.table_button, self.pgn_button)
        side = in_column((right, 1), self.progress, foot, spacing=2)
        in_row(left, (side, 1), inside=self, margins=4, spacing=4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hides the reasons in a narrow dialog; they are in the tool tips too."""
        super().resizeEvent(event)
        self.list.setColumnHidden(_WHY, event.size().width() < theme.scaled(_ROOMY))

    # Display

    @Slot(object)
    def _update(self, state: TournamentState) -> None:
        self.setup.setEnabled(not state.running)
        self.start_button.setEnabled(not state.running)
        self.stop_button.setEnabled(state.running and not state.stopping)
        self.go_on_button.setEnabled(state.may_go_on)
        self.pgn_button.setEnabled(bool(state.finished))
        self.table_button.setEnabled(bool(state.finished))
        self.progress.setRange(0, max(1, state.total))
        self.progress.setValue(len(state.finished))
        self.words.setText(self._sentence(state))
        self.fault.setText(sentence(state.problem))
        self.fault.setVisible(bool(state.problem))
        self.table.fill([self._row(row) for row in state.standings])
        self._fill_list(state.finished, () if state.plan is None else state.plan.players)
        self.board.show_state(state)

    def _sentence(self, state: TournamentState) -> str:
        if state.plan is None:
            return self.tr("Choose the participants, and start.")
        done = text_of(Text("%1 of %2 {game|games}", len(state.finished), state.total))
        if state.stopping:
            done += " · " + self.tr("stopping …")
        elif state.running and not state.finished and not state.live:
            done += " · " + self.tr("starting the engines …")
        elif state.may_go_on:
            done += " · " + self.tr("stopped")
        if state.sprt:
            done += f" · {text_of(state.sprt)}"
        if state.repeats_after:
            again = self.tr(
                "After %1 games of each pairing the openings begin again: without a clock engines may repeat their games."
            )
            done += "\n" + again.replace("%1", whole(state.repeats_after))
        return done

    @staticmethod
    def _row(row: EngineStanding) -> list[Cell]:
        results = (row.wins, row.draws, row.losses)
        return [player(row.player), decimal(row.points, 1), whole(row.games), results, _elo(row)]

    def _fill_list(self, games: tuple[GameResult, ...], players: tuple[MatchPlayer, ...]) -> None:
        """Adds only new games, because a match may have thousands."""
        if self.list.rowCount() > len(games):
            self.list.setRowCount(0)
        for game in games[self.list.rowCount() :]:
            played = game.encounter
            who = text_of(pairing(players[played.white], players[played.black]))
            why = outcome(game.outcome)
            self.list.append((whole(played.number), printed_result(game.result), who, why), f"{who}: {why}")
            self.list.scrollToBottom()

    # Actions

    def _start(self) -> None:
        fault = self.setup.fault()
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))
        if not fault:
            self._tournaments.start(self.setup.plan())

    def _ask_table(self) -> None:
        kinds = self.tr("Tables (*.html *.csv)")
        save = self._tournaments.write_table
        ask_path(self, self.tr("Save the table"), lambda name: save(Path(name)), "", kinds, save="html")

    def _show_games(self) -> None:
        plan = self._tournaments.state.plan
        if plan is not None:
            self.pgn_wanted.emit(plan.pgn)


def _card(inside: QWidget) -> QFrame:
    frame = QFrame()
    frame.setProperty("look", "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(1, 1, 1, 1)
    column.addWidget(inside)
    return frame


def _elo(row: EngineStanding) -> str:
    """Returns `+35 ± 60`, or the bound that is known; empty before the first game. The minus sign is that of the results."""
    if not row.games:
        return ""
    elo, low, high, _ = row.rating
    if elo is None or low is None or high is None:
        text = f"{'-∞' if low is None else f'{low:+z.0f}'} … {'+∞' if high is None else f'{high:+z.0f}'}"
    else:
        text = f"{elo:+z.0f} ± {(high - low) / 2:.0f}"
    return text.replace("-", "\N{MINUS SIGN}")
