"""New game: side, opponent, level, time, start position. Everything is on one page and keeps the last choice."""

import random
from enum import Enum

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.model.clock import Side
from desktop.model.errors import PositionInputError
from desktop.model.match import LEVELS, NewGame
from desktop.model.settings import Settings
from desktop.services.bundle import Services
from desktop.views import theme
from desktop.views.board_pieces import PieceSet
from desktop.views.fields import number_field
from desktop.views.game_defaults import side_of, time_control
from desktop.views.icons import icon
from desktop.views.messages import plain_label

_PRESETS = ((1, 0), (3, 2), (5, 3), (10, 5), (15, 10), (30, 20), (0, 0))


class Start(Enum):
    """Where the game begins."""

    STANDARD = "standard"
    CHESS960 = "chess960"
    SHOWN = "shown"
    FEN = "fen"


class NewGameDialog(QDialog):
    """Asks for a game; `accepted_game` carries it. Escape closes without one."""

    accepted_game = Signal(object)  # NewGame

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        settings = services.settings.settings
        self.setWindowTitle(self.tr("New game"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(440)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(4 * theme.SPACE)
        self._grid.setVerticalSpacing(4 * theme.SPACE)
        self._grid.setColumnStretch(1, 1)
        self._add_opponent()
        self._add_side(settings)
        self._add_level(settings)
        self._add_time(settings)
        self._add_start()
        self._buttons = QDialogButtonBox()
        self._play = self._buttons.addButton(self.tr("Play"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._play.setDefault(True)
        self._buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(5 * theme.SPACE, 5 * theme.SPACE, 5 * theme.SPACE, 4 * theme.SPACE)
        column.setSpacing(5 * theme.SPACE)
        column.addLayout(self._grid)
        column.addStretch(1)
        column.addWidget(self._buttons)
        self._update_opponent()

    # The rows

    def _add_row(self, caption: str, field: QWidget | QHBoxLayout | QVBoxLayout) -> QLabel:
        row = self._grid.rowCount()
        label = plain_label(caption)
        label.setProperty("look", "caption")
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        label.setMinimumHeight(32)
        if isinstance(field, QWidget):
            self._grid.addWidget(field, row, 1)
            label.setBuddy(field)
        else:
            self._grid.addLayout(field, row, 1)
        return label

    def _add_opponent(self) -> None:
        self.opponent = QComboBox()
        self.opponent.setAccessibleName(self.tr("Who plays"))
        self.opponent.addItem(self.tr("You against Ratsu"), "engine")
        self.opponent.addItem(self.tr("Two people at this board"), "people")
        self.opponent.addItem(self.tr("Ratsu against itself"), "engines")
        self.opponent.currentIndexChanged.connect(self._update_opponent)
        self._add_row(self.tr("Who plays"), self.opponent)

    def _add_side(self, settings: Settings) -> None:
        pieces = PieceSet()
        row = QHBoxLayout()
        row.setSpacing(2 * theme.SPACE)
        self.sides = QButtonGroup(self)
        ratio = self.devicePixelRatioF()
        for name, text, picture in (
            ("white", self.tr("White"), _king(pieces, "K", ratio)),
            ("random", self.tr("Either"), icon("shuffle")),
            ("black", self.tr("Black"), _king(pieces, "k", ratio)),
        ):
            button = QPushButton(picture, text)
            button.setIconSize(QSize(28, 28))
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setMinimumHeight(44)
            button.setProperty("side", name)
            button.setChecked(settings.text("side") == name)
            self.sides.addButton(button)
            row.addWidget(button, 1)
        self._side_caption = self._add_row(self.tr("You play"), row)

    def _add_level(self, settings: Settings) -> None:
        self.level = QSlider(Qt.Orientation.Horizontal)
        self.level.setRange(0, len(LEVELS) - 1)
        self.level.setPageStep(1)
        self.level.setAccessibleName(self.tr("Level"))
        keys = [level.key for level in LEVELS]
        wanted = settings.text("level")
        self.level.setValue(keys.index(wanted) if wanted in keys else len(keys) - 1)
        self._level_name = plain_label()
        self._level_name.setFont(theme.font(theme.BODY, bold=True))
        self.level.valueChanged.connect(self._update_level)
        column = QVBoxLayout()
        column.setSpacing(theme.SPACE)
        self._level_words = plain_label()
        self._level_words.setProperty("look", "quiet")
        self._level_words.setWordWrap(True)
        self._level_words.setMinimumHeight(32)
        column.addWidget(self._level_name)
        column.addWidget(self.level)
        column.addWidget(self._level_words)
        self._level_caption = self._add_row(self.tr("Level"), column)
        self._update_level(self.level.value())

    def _add_time(self, settings: Settings) -> None:
        chips = QGridLayout()
        chips.setSpacing(2 * theme.SPACE)
        self.times = QButtonGroup(self)
        self.times.setExclusive(False)
        for index, (minutes, increment) in enumerate(_PRESETS):
            button = QPushButton(f"{minutes} + {increment}" if minutes else self.tr("No clock"))
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, m=minutes, i=increment: self._choose_time(m, i))
            self.times.addButton(button, index)
            chips.addWidget(button, index // 4, index % 4)
        self.minutes = self._number(settings.number("base_minutes"), 600, self.tr(" min"))
        self.minutes.setAccessibleName(self.tr("Minutes for each side"))
        self.increment = self._number(settings.number("increment_seconds"), 600, self.tr(" s a move"))
        self.increment.setAccessibleName(self.tr("Seconds added after every move"))
        own = QHBoxLayout()
        own.setSpacing(2 * theme.SPACE)
        own.addWidget(self.minutes, 1)
        own.addWidget(QLabel("+"))
        own.addWidget(self.increment, 1)
        column = QVBoxLayout()
        column.setSpacing(2 * theme.SPACE)
        column.addLayout(chips)
        column.addLayout(own)
        self._add_row(self.tr("Time"), column)
        self._update_time()

    def _number(self, value: int, highest: int, suffix: str) -> QSpinBox:
        box = number_field(value, 0, highest, suffix)
        box.valueChanged.connect(self._update_time)
        return box

    def _add_start(self) -> None:
        self.start = QComboBox()
        self.start.setAccessibleName(self.tr("Start position"))
        self.start.addItem(self.tr("Standard"), Start.STANDARD)
        self.start.addItem(self.tr("Chess960, drawn by lot"), Start.CHESS960)
        self.start.addItem(self.tr("The position on the board"), Start.SHOWN)
        self.start.addItem(self.tr("A position as FEN"), Start.FEN)
        self.start.currentIndexChanged.connect(self._update_start)
        self.fen = QLineEdit()
        self.fen.setPlaceholderText("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        self.fen.setAccessibleName(self.tr("FEN"))
        self.fen.setMaxLength(200)
        self.fen.hide()
        self.fault = plain_label()
        self.fault.setProperty("look", "error")
        self.fault.setWordWrap(True)
        self.fault.hide()
        column = QVBoxLayout()
        column.setSpacing(theme.SPACE)
        column.addWidget(self.start)
        column.addWidget(self.fen)
        column.addWidget(self.fault)
        self._add_row(self.tr("Start"), column)

    # What depends on what

    def _update_opponent(self) -> None:
        who = self.opponent.currentData()
        for button in self.sides.buttons():
            button.setEnabled(who == "engine")
        self.level.setEnabled(who != "people")

    def _update_level(self, index: int) -> None:
        level = LEVELS[index]
        self._level_name.setText(level.name + (f"  ≈ {level.elo} Elo" if level.elo is not None else ""))
        self._level_words.setText(level.sentence)

    def _choose_time(self, minutes: int, increment: int) -> None:
        self.minutes.setValue(minutes)
        self.increment.setValue(increment)
        self._update_time()

    def _update_time(self) -> None:
        now = (self.minutes.value(), self.increment.value())
        for index, preset in enumerate(_PRESETS):
            self.times.button(index).setChecked(preset == now or (preset[0] == 0 and now[0] == 0))

    def _update_start(self) -> None:
        typed = self.start.currentData() is Start.FEN
        self.fen.setVisible(typed)
        self.fault.hide()
        if typed:
            self.fen.setFocus()

    # The answer

    def wanted(self) -> NewGame:
        """The game as asked for.

        :raises PositionInputError: the typed FEN cannot be set up.
        """
        from desktop.model import rules

        who = self.opponent.currentData()
        start, fen, chess960 = self.start.currentData(), None, False
        if start is Start.FEN:
            fen = rules.checked_fen(self.fen.text())
        elif start is Start.SHOWN:
            fen, chess960 = self._services.game.state.fen, self._services.game.state.game.chess960
        elif start is Start.CHESS960:
            import chess

            fen, chess960 = chess.Board.from_chess960_pos(random.randrange(960)).fen(), True
        return NewGame(
            human=self._side() if who == "engine" else None,
            level=LEVELS[self.level.value()],
            control=time_control(self.minutes.value(), self.increment.value()),
            start_fen=fen,
            chess960=chess960,
            engines=who == "engines",
            human_name=self._services.settings.settings.text("player_name"),
        )

    def _side(self) -> Side:
        return side_of(self._side_name())

    def _side_name(self) -> str:
        chosen = self.sides.checkedButton()
        return str(chosen.property("side")) if chosen is not None else "white"

    def _accept(self) -> None:
        try:
            game = self.wanted()
        except PositionInputError as error:
            self.fault.setText(str(error))
            self.fault.show()
            self.fen.setProperty("state", "error")
            self.fen.style().polish(self.fen)
            return
        store = self._services.settings
        store.set("side", self._side_name())
        store.set("level", game.level.key)
        store.set("base_minutes", self.minutes.value())
        store.set("increment_seconds", self.increment.value())
        self.accept()
        self.accepted_game.emit(game)


def _king(pieces: PieceSet, letter: str, ratio: float) -> QIcon:
    """A king on a square of the board: a black one alone could not be seen on a dark button."""
    square = QPixmap(round(28 * ratio), round(28 * ratio))
    square.setDevicePixelRatio(ratio)
    square.fill(QColor(theme.colours().square_dark))
    painter = QPainter(square)
    painter.drawPixmap(0, 0, pieces.picture(letter, 28, ratio))
    painter.end()
    return QIcon(square)
