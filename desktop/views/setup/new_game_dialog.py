"""New game: opponent, side, level, time and start position on one page, preset to the last choice."""

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from desktop.model.engines import EngineEntry
from desktop.model.game.match import MY_STYLE, STYLES, NewGame
from desktop.model.game.referee import OVER, is_over
from desktop.model.settings import Settings
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.level_service import LevelService
from desktop.services.engines.style_service import StyleService
from desktop.services.game.game_service import GameService
from desktop.services.home_service import HomeService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.board.board_pieces import PieceSet
from desktop.views.board.board_style import board_style
from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import in_column, in_row, scrolled
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import text_of
from desktop.views.setup.engine_strength import EngineStrength
from desktop.views.setup.game_defaults import control_of, remember_control, side_of
from desktop.views.setup.level_field import LevelField
from desktop.views.setup.person_field import PersonField
from desktop.views.setup.start_field import StartField
from desktop.views.setup.time_field import TimeField
from engine.game.position import Position
from engine.game.side import Side
from engine.game.tree import Game
from engine.ground.errors import PositionError
from engine.play.people.persons import person_named

_LAST_ROW = 9  # takes the remaining height


class NewGameDialog(Dialog):
    """Asks for a game, emitted by `accepted_game`. Escape cancels."""

    accepted_game = Signal(object)  # NewGame

    def __init__(
        self,
        store: SettingsStore,
        games: GameService,
        engines: EngineList,
        level: LevelService,
        styles: StyleService,
        home: HomeService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._store, self._games, self._engines = store, games, engines
        settings = store.settings
        self.setWindowTitle(self.tr("New game"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._add_opponent()
        self._add_side(settings)
        self.rated = QCheckBox(self.tr("Counts for my Elo"))
        self.rated.setToolTip(self.tr("A rated game against a level: takeback and hints are off"))
        self.rated.setChecked(settings.flag("rated"))
        self.level = LevelField(settings, styles.saved())
        self.person = PersonField(person_named(settings.text("person")) or level.proposed, home)
        self.strength = EngineStrength()
        self._manner = QStackedWidget()  # all share one place, so that nothing jumps
        for manner in (self.level, self.person, self.strength):
            self._manner.addWidget(manner)
        self.time = TimeField(control_of(settings), settings.flag("play_on"))
        self.start = StartField()
        self.opponent.currentIndexChanged.connect(self._update_sides)
        for part in (self.start.kind, self.start.odds, self.start.giver):
            part.currentIndexChanged.connect(self._update_sides)
        self.start.kind.currentIndexChanged.connect(self._show_start_soon)
        self.person.currentItemChanged.connect(self._update_rated)
        for changed in (
            self.level.slider.valueChanged,
            self.level.bound.currentIndexChanged,
            self.level.style_box.currentIndexChanged,
        ):
            changed.connect(self._update_rated)
        self._arrange()
        self._update_sides()
        self.opponent.setFocus()

    # Layout

    def _arrange(self) -> None:
        left, right = self._grid(), self._grid()
        self._add_row(left, self.tr("Who plays"), self.opponent)
        self._add_row(left, self.tr("You play"), self._sides_row)
        self._add_row(left, self.tr("Level"), self._manner)
        self._add_row(left, "", self.rated)
        self._add_row(left, self.tr("Start"), self.start)
        self._add_row(right, self.tr("Time"), self.time)
        page = QWidget()
        in_row((left, 8), (right, 7), inside=page, margins=(5, 5, 5, 1), spacing=8)
        area = self._area = scrolled(page)
        buttons = QDialogButtonBox()
        play = buttons.addButton(self.tr("Play"), QDialogButtonBox.ButtonRole.AcceptRole)
        play.setDefault(True)
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        foot = in_row(buttons, margins=(5, 0, 5, 0))
        in_column((area, 1), foot, inside=self, margins=(0, 0, 0, 4), spacing=3)
        area.setMinimumWidth(page.minimumSizeHint().width())
        self.resize(theme.size(1000, 580))

    @staticmethod
    def _grid() -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(4 * theme.SPACE)
        grid.setVerticalSpacing(4 * theme.SPACE)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(_LAST_ROW, 1)
        return grid

    @staticmethod
    def _add_row(grid: QGridLayout, caption: str, field: QWidget) -> None:
        row = grid.count() // 2
        label = plain_label(caption, look="caption")
        label.setMinimumHeight(theme.scaled(32))
        label.setBuddy(field)
        grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(field, row, 1, Qt.AlignmentFlag.AlignTop)

    def _add_opponent(self) -> None:
        self.opponent = ChoiceField()
        self.opponent.setAccessibleName(self.tr("Who plays"))
        self.opponent.addItem(self.tr("You against Ratsu"), "engine")
        self.opponent.addItem(self.tr("You against a person"), "person")
        self.opponent.addItem(self.tr("Two people at this board"), "people")
        self.opponent.addItem(self.tr("Ratsu against itself"), "engines")
        for entry in self._engines.entries:
            if entry.may_play:
                self.opponent.addItem(self.tr("You against %1").replace("%1", entry.name), entry)
        if self._store.settings.text("person"):
            self.opponent.setCurrentIndex(self.opponent.findData("person"))

    def _add_side(self, settings: Settings) -> None:
        pieces = board_style().pieces
        self._sides_row = QWidget()
        row = QHBoxLayout(self._sides_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * theme.SPACE)
        self.sides = QButtonGroup(self)
        ratio = self.devicePixelRatioF()
        for name, text, picture in (
            ("white", self.tr("White"), _king(pieces, "K", ratio)),
            ("random", self.tr("Either"), icon("shuffle")),
            ("black", self.tr("Black"), _king(pieces, "k", ratio)),
        ):
            button = QPushButton(picture, text)
            button.setIconSize(theme.size(28, 28))
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setMinimumHeight(theme.scaled(44))
            button.setProperty("side", name)
            button.setChecked(settings.text("side") == name)
            self.sides.addButton(button)
            row.addWidget(button, 1)

    # Dependent fields

    def _update_sides(self) -> None:
        who = self.opponent.currentData()
        demanded = self.start.side_demanded()
        for button in self.sides.buttons():
            fits = demanded is None or button.property("side") == demanded.value
            button.setEnabled(who not in ("people", "engines") and fits)
            if demanded is not None and fits:
                button.setChecked(True)
        manner: QWidget = self.person if who == "person" else self.level
        if isinstance(who, EngineEntry):
            self.strength.show_entry(self._engines.entry(who.key) or who)
            manner = self.strength
        self._manner.setCurrentWidget(manner)
        self.level.setEnabled(who in ("engine", "engines"))
        self._update_rated()

    def _show_start_soon(self) -> None:
        """Scrolls fields that have just appeared at the foot into view, once the layout is done."""
        QTimer.singleShot(0, self, self._show_start)

    @Slot()
    def _show_start(self) -> None:
        self._area.ensureWidgetVisible(self.start, 0, theme.SPACE)

    def _update_rated(self) -> None:
        self.rated.setEnabled(self._may_be_rated())

    def _may_be_rated(self) -> bool:
        """Whether the game can count for the user's Elo: an unchanged level of known Elo, from the usual start position."""
        who = self.opponent.currentData()
        known = self.level.level.elo is not None and self.level.calibrated and not self.level.budget().bounded
        return (who == "person" or (who == "engine" and known)) and self.start.from_beginning

    # Result

    def wanted(self) -> NewGame:
        """The game described by the fields.

        :raises PositionError: the typed FEN cannot be set up, or the game is over there.
        """
        who = self.opponent.currentData()
        alone = who not in ("people", "engines")
        user = side_of(self._side_name()) if alone else Side.WHITE
        control = self.time.control()
        game = NewGame(
            human=user if alone else None,
            level=self.level.level,
            control=control if user is Side.WHITE else control.mirrored(),
            start=self._start_for(user),
            engines=who == "engines",
            human_name=self._store.settings.text("player_name"),
            play_on=self.time.play_on.isChecked(),
            rated=self.rated.isChecked() and self._may_be_rated(),
        )
        if who == "person":
            return replace(game, person=self.person.person)
        if isinstance(who, EngineEntry):
            return replace(game, engine=who.key, engine_name=who.name)
        if who == "people":
            return game
        level = self.level
        return replace(game, style=level.style_key, budget=level.budget(), chain=level.chain)

    def _start_for(self, user: Side) -> Position:
        start = self.start.position(user, self._games.state)
        if is_over(Game.new(start)):
            raise PositionError(OVER)
        return start

    def _side_name(self) -> str:
        chosen = self.sides.checkedButton()
        return str(chosen.property("side")) if chosen is not None else "white"

    def _accept(self) -> None:
        try:
            game = self.wanted()
        except PositionError as error:
            self.start.tell_fault(text_of(error.text))
            self._show_start_soon()
            return
        self._remember(game)
        engine = self.strength.entry() if game.engine else None
        if engine is not None:
            self._engines.replace(engine)
        self.accept()
        self.accepted_game.emit(game)

    def _remember(self, game: NewGame) -> None:
        store = self._store
        if self.start.side_demanded() is None:
            store.set("side", self._side_name())
        store.set("person", game.person.key if game.person is not None else "")
        store.set("level", self.level.level.key)
        style = self.level.style_key
        store.set("style", style if style in STYLES else MY_STYLE)
        store.set("saved_style", "" if style in STYLES else style)
        for key, box in (
            ("use_book", self.level.book),
            ("use_tablebases", self.level.tables),
            ("human_like", self.level.people),
        ):
            store.set(key, box.isChecked())
        store.set("book_sound", self.level.variety.value())
        store.set("engine_bound", self.level.bound_key)
        store.set("engine_amount", self.level.amount_kept)
        store.set("play_on", game.play_on)
        store.set("rated", self.rated.isChecked())
        remember_control(store, self.time.control())


def _king(pieces: PieceSet, letter: str, ratio: float) -> QIcon:
    """The icon of a king on a square of the board: a black king alone would be invisible on a dark button."""
    side = theme.scaled(28)
    square = QPixmap(round(side * ratio), round(side * ratio))
    square.setDevicePixelRatio(ratio)
    square.fill(QColor(board_style().theme.dark))
    with QPainter(square) as painter:
        painter.drawPixmap(0, 0, pieces.picture(letter, side, ratio))
    return QIcon(square)
