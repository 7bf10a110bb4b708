"""The game room: opponent, clock and start of a new game on one page, as the user left them; a click on a side starts."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QCheckBox, QPushButton, QStackedWidget, QWidget

from desktop.model.engines import EngineEntry
from desktop.model.game.match import MY_STYLE, STYLES, NewGame
from desktop.model.game.referee import OVER, is_over
from desktop.model.home import FinishedGames, opponents
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.style_service import StyleService
from desktop.services.game.game_service import GameService
from desktop.services.home_service import HomeService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.board.board_style import board_style
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import caption
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, Flow, in_column, in_row, scrolled
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import text_of
from desktop.views.setup.game_defaults import control_of, person_of, remember_control, side_of
from desktop.views.setup.level_field import LevelField
from desktop.views.setup.opponent_field import OpponentField, Other, PersonDetails
from desktop.views.setup.start_field import StartField
from desktop.views.setup.strength_field import StrengthField
from desktop.views.setup.time_field import TimeField
from engine.game.position import Position
from engine.game.side import Side
from engine.game.tree import Game
from engine.ground.errors import PositionError
from engine.ground.text import Text
from engine.play.people.persons import Person

_ENGINE_STEP = 10  # Elo
_CAPTION = 56  # pixels
_ROUND_TEXT = 36  # pixels: the padding of a button and the gap after its picture
_SIDES = ("white", "random", "black")


class EngineDetails(QWidget):
    """The strength of an external engine, if it can play weaker (UCI_Elo)."""

    def __init__(self, parent: QWidget | None = None, *, children: bool = False) -> None:
        super().__init__(parent)
        self._entry: EngineEntry | None = None
        self._name = plain_label(look="heading")
        self.strength = StrengthField(_ENGINE_STEP, children=children)
        self._words = plain_label(self.tr("The engine plays at its own strength"), wrap=True)
        in_column(self._name, self.strength, self._words, STRETCH, inside=self, margins=0, spacing=2)

    def show_entry(self, entry: EngineEntry) -> None:
        """Shows an engine."""
        self._entry, option = entry, entry.strength
        self._name.setText(entry.name)
        self.strength.setVisible(option is not None)
        self._words.setVisible(option is None)
        if option is not None:
            self.strength.show_range(option.low, option.high, entry.limit or None)

    def entry(self) -> EngineEntry | None:
        """The engine with the chosen strength; None before `show_entry`."""
        if self._entry is None or self._entry.strength is None:
            return self._entry
        elo = self.strength.elo or 0
        return self._entry if elo == self._entry.limit else replace(self._entry, play_elo=elo)


class GameRoom(Dialog):
    """Asks for a game, emitted by `accepted_game`. Escape cancels."""

    accepted_game = Signal(object)  # NewGame

    def __init__(
        self,
        store: SettingsStore,
        games: GameService,
        engines: EngineList,
        styles: StyleService,
        home: HomeService,
        start: Position | None = None,
        side: Side | None = None,
        parent: QWidget | None = None,
        *,
        rated: bool = False,
    ) -> None:
        """`start`: a fixed start position; None lets the user choose. `side`: proposed to the user instead of the last one.
        `rated`: a rated game is proposed, against a person if the last game could not have been rated."""
        super().__init__(parent)
        self._store, self._engines, self._fixed = store, engines, start
        settings = store.settings
        self.setWindowTitle(self.tr("New game"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._children = settings.flag("children")  # no clock and no numbers
        playing = (entry for entry in engines.entries if entry.may_play)
        self.opponents = OpponentField(playing, children=self._children)
        self.person = PersonDetails(home, children=self._children)
        self.level = LevelField(settings, styles.saved())
        self.engine = EngineDetails(children=self._children)
        self._people = plain_label(
            self.tr("Two people take turns at this board. Each side has its own clock."), wrap=True
        )
        self._people.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._details = QStackedWidget()  # all share one place, so that nothing jumps
        for details in (self.person, self.level, self.engine, self._people):
            self._details.addWidget(details)
        self.time = TimeField(control_of(settings), settings.flag("play_on"))
        self.start = StartField(settings.text("start"), games.state, self, whole=rated)
        self.start.setVisible(start is None)
        self.rated = QCheckBox(self.tr("Counts for my Elo"))
        self.rated.setToolTip(self.tr("A rated game against a level: takeback and hints are off"))
        self.rated.setChecked(rated or settings.flag("rated"))
        self.fault = plain_label(look="error", wrap=True)
        self._make_buttons(side.value if side is not None else settings.text("side"))
        self._arrange()
        person = person_of(settings)
        self.opponents.choose(settings.text("opponent") or (person.key if person is not None else ""))
        if rated and not self._may_be_rated():
            self.opponents.choose(opponents(FinishedGames(), home.state.my_elo)[0][0].key)
        self.opponents.opponent_changed.connect(self._update)
        self.opponents.itemDoubleClicked.connect(self._play_default)
        self.level.changed.connect(self._update_end)
        self.start.changed.connect(self._update_end)
        self.start.fen.textEdited.connect(self._update_end)
        self._update()
        self.opponents.setFocus()

    # Layout

    def _make_buttons(self, side: str) -> None:
        """A button for each side, and one for games without the user; the proposed side is the default."""
        pictures = (_king("K", self), icon("shuffle"), _king("k", self))
        texts = (self.tr("Play White"), self.tr("Random side"), self.tr("Play Black"))
        self.sides: dict[str, QPushButton] = {}
        for name, text, picture in zip(_SIDES, texts, pictures, strict=True):
            self.sides[name] = push_button(text, lambda _=False, one=name: self._accept(one), auto_default=False)
            self.sides[name].setIcon(picture)
            self.sides[name].setIconSize(theme.size(24, 24))
        self.play = push_button(self.tr("Play"), lambda: self._accept(self._side), auto_default=False)
        usual, bold = (QFontMetrics(theme.font(theme.BODY, bold=heavy)) for heavy in (False, True))
        for button in (*self.sides.values(), self.play):
            text = button.text()  # the default button's is bold: Qt gives and centres the width of the usual one
            width = 2 * bold.horizontalAdvance(text) - usual.horizontalAdvance(text) + button.iconSize().width()
            button.setMinimumSize(width + theme.scaled(_ROUND_TEXT), theme.scaled(40))
        self._side = side

    def _arrange(self) -> None:
        rows: list[tuple[str, QWidget]] = []
        if self._children:
            self.time.setParent(self)
            self.time.hide()
        else:
            rows.append((self.tr("Clock"), self.time))
        if self._fixed is None:
            rows.append((self.tr("Start"), self.start))
        lines = []
        for name, field in rows:
            label = caption(name)
            label.setMinimumWidth(theme.scaled(_CAPTION))
            lines.append(in_row(label, (field, 1), spacing=2))
        page = QWidget()
        in_column((self.opponents, 1), self._details, *lines, inside=page, margins=(4, 2, 4, 0), spacing=2)
        cancel = push_button(self.tr("Cancel"), self.reject, auto_default=False)
        cancel.setMinimumHeight(theme.scaled(40))
        buttons = (cancel, *self.sides.values(), self.play)
        line = QWidget()
        Flow(self.rated, *buttons, inside=line, apart=len(buttons))  # large text needs two rows
        foot = in_column(self.fault, line, margins=(4, 0, 4, 0), spacing=0)
        self.fault.hide()
        area = scrolled(page)
        in_column((area, 1), foot, inside=self, margins=(0, 0, 0, 2), spacing=2)
        area.setMinimumWidth(page.minimumSizeHint().width())
        usual, one_row = theme.size(980, 560), line.sizeHint().width() + theme.scaled(8 * theme.SPACE)
        self.resize(max(usual.width(), one_row), usual.height())  # a dialog is made no larger than the screen

    # Dependent fields

    def _update(self) -> None:
        opponent = self.opponents.opponent
        details: QWidget = self._people
        if isinstance(opponent, Person):
            self.person.show_person(opponent)
            details = self.person
        elif isinstance(opponent, EngineEntry):
            self.engine.show_entry(self._engines.entry(opponent.key) or opponent)
            details = self.engine
        elif opponent is not Other.PEOPLE:
            details = self.level
        self._details.setCurrentWidget(details)
        self._update_end()

    def _update_end(self) -> None:
        """Shows the buttons that start a game, and whether it can be rated."""
        alone = self.opponents.opponent not in (Other.PEOPLE, Other.ITSELF)
        demanded = self.start.side_demanded() if self._fixed is None else None
        offered = [demanded.value] if demanded is not None else list(_SIDES)
        for name, button in self.sides.items():
            button.setVisible(alone and name in offered)
        self.play.setVisible(not alone)
        default = self.play
        if alone:
            default = self.sides[self._side if self._side in offered else offered[0]]
        default.setDefault(True)
        self.rated.setVisible(self._may_be_rated())
        self._tell_fault("")

    def _may_be_rated(self) -> bool:
        """Whether the game can count for the user's Elo: a measured strength, from the usual start position."""
        opponent, level = self.opponents.opponent, self.level
        known = level.level.elo is not None and level.calibrated and not level.budget().bounded
        measured = isinstance(opponent, Person) or (opponent is Other.RATSU and known)
        return measured and not self._children and self._fixed is None and self.start.from_beginning

    # Result

    def wanted(self, side: str | None = None) -> NewGame:
        """The game described by the fields, with a side of the user's: by default the proposed one.

        :raises PositionError: the typed FEN cannot be set up, or the game is over there.
        """
        opponent, level = self.opponents.opponent, self.level
        alone = opponent not in (Other.PEOPLE, Other.ITSELF)
        demanded = self.start.side_demanded() if self._fixed is None else None
        user = (demanded or side_of(side or self._side)) if alone else Side.WHITE
        control = self.time.control
        game = NewGame(
            human=user if alone else None,
            level=level.level,
            control=control if user is Side.WHITE else control.mirrored(),
            start=self._start_for(user),
            engines=opponent is Other.ITSELF,
            human_name=self._store.settings.text("player_name"),
            play_on=self.time.play_on,
            rated=self.rated.isChecked() and self._may_be_rated(),
        )
        if isinstance(opponent, Person):
            return replace(game, person=opponent)
        if isinstance(opponent, EngineEntry):
            return replace(game, engine=opponent.key, engine_name=opponent.name)
        if opponent is Other.PEOPLE:
            return game
        return replace(game, style=level.style_key, budget=level.budget(), chain=level.chain)

    def _start_for(self, user: Side) -> Position:
        start = self._fixed or self.start.position(user)
        if is_over(Game.new(start)):
            raise PositionError(OVER)
        return start

    def _play_default(self) -> None:
        self._accept(self._side)

    def _accept(self, side: str) -> None:
        try:
            game = self.wanted(side)
        except PositionError as error:
            self._tell_fault(text_of(error.text))
            return
        engine = self.engine.entry() if game.engine else None
        if engine is not None and game.start.chess960 and not engine.chess960:
            said = text_of(Text("%1 does not play Chess960", engine.name))
            self.fault.setText(f"{said}. {self.tr('Choose another opponent or start.')}")
            self.fault.show()
            return
        self._side = side
        self._remember(game)
        if engine is not None:
            self._engines.replace(engine)
        self.accept()
        self.accepted_game.emit(game)

    def _tell_fault(self, words: str) -> None:
        """Shows the fault of the FEN; empty for a valid one."""
        self.fault.setText(words)
        self.fault.setVisible(bool(words))
        self.start.fen.setProperty("state", "error" if words else "")
        self.start.fen.style().polish(self.start.fen)

    def _remember(self, game: NewGame) -> None:
        """Remembers all of it, but no side that the start position prescribes."""
        store, opponent, level = self._store, self.opponents.opponent, self.level
        if self._fixed is None:
            store.set("start", self.start.text)
            if self.start.side_demanded() is None:
                store.set("side", self._side)
        other = opponent.value if isinstance(opponent, Other) else ""
        store.set("opponent", opponent.key if isinstance(opponent, EngineEntry) else other)
        store.set("person", game.person.key if game.person is not None else "")
        store.set("level", level.level.key)
        style = level.style_key
        store.set("style", style if style in STYLES else MY_STYLE)
        store.set("saved_style", "" if style in STYLES else style)
        for key, box in (("use_book", level.book), ("use_tablebases", level.tables), ("human_like", level.people)):
            store.set(key, box.isChecked())
        store.set("book_sound", level.variety.value())
        store.set("engine_bound", level.bound_key)
        store.set("engine_amount", level.amount_kept)
        store.set("play_on", game.play_on)
        store.set("rated", self.rated.isChecked())
        remember_control(store, self.time.control)


def _king(letter: str, widget: QWidget) -> QIcon:
    """The icon of a king on a square of the board: a black king alone would be invisible on a dark button."""
    side, ratio = theme.scaled(24), widget.devicePixelRatioF()
    square = QPixmap(round(side * ratio), round(side * ratio))
    square.setDevicePixelRatio(ratio)
    square.fill(QColor(board_style().theme.dark))
    with QPainter(square) as painter:
        painter.drawPixmap(0, 0, board_style().pieces.picture(letter, side, ratio))
    return QIcon(square)
