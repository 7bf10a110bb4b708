"""The position editor. It never changes the shown game: the position is played or analysed in a new tab."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QPointF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop.model.board.position_faults import SetupFault, faults_of, possible_en_passant
from desktop.model.board.position_setup import MOST_HALFMOVES, MOST_NUMBER, RIGHTS, PositionSetup
from desktop.model.game.referee import OVER, is_over
from desktop.views.board.board_geometry import square_name
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, number_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, in_column, in_row, scrolled
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import text_of
from desktop.views.setup.piece_palette import PiecePalette
from desktop.views.setup.setup_board import HAND, SetupBoard
from engine.game.position import Position
from engine.game.tree import Game
from engine.ground.errors import PositionError
from engine.ground.text import Text, fill_template

_SHOWN_FAULTS = 5


class PositionDialog(Dialog):
    """Board and palettes at the left; side to move, castling rights, faults and the FEN at the right."""

    play_wanted = Signal(object)  # Position
    analysis_wanted = Signal(object)  # Game

    def __init__(self, fen: str, chess960: bool, parent: QWidget | None = None) -> None:
        """`fen`: the first position; it may be illegal or unreadable."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Set up a position"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(theme.size(940, 640))
        self.setup = PositionSetup()
        self._undo: list[PositionSetup] = []
        self._redo: list[PositionSetup] = []
        self.fault_rows: list[FaultRow] = []
        self._make_board()
        self._make_fields()
        self._make_buttons()
        self._arrange()
        self.fen.setText(fen)
        self.setup = replace(self.setup, chess960=chess960)
        self._read_fen(fen)
        self.setup = replace(self.setup, chess960_read=self.setup.chess960)
        self._show()
        self._undo.clear()
        self.fen.setCursorPosition(0)
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)

    # Layout

    def _make_board(self) -> None:
        self.board = SetupBoard()
        self.board.put.connect(lambda square, man: self._change(self.setup.put(square, man)))
        self.board.carried.connect(lambda start, end: self._change(self.setup.move(start, end)))
        group = QButtonGroup(self)
        self.palettes = {white: PiecePalette(white, group) for white in (False, True)}
        for palette in self.palettes.values():
            palette.chosen.connect(self._choose_tool)
            self.board.fitted.connect(palette.begin_at)
            palette.dragged.connect(lambda man, place: self.board.show_ghost(man, self._on_board(place)))
            palette.dropped.connect(lambda man, place: self.board.drop_ghost(man, self._on_board(place)))
        self.palettes[True].tools[HAND].setChecked(True)

    def _on_board(self, place: QPointF) -> QPointF:
        return self.board.mapFromGlobal(place)

    def _choose_tool(self, tool: str) -> None:
        self.board.tool = tool

    def _make_fields(self) -> None:
        self.turn = ChoiceField()
        self.turn.addItem(self.tr("White to move"), True)
        self.turn.addItem(self.tr("Black to move"), False)
        self.turn.setAccessibleName(self.tr("Side to move"))
        self.turn.activated.connect(lambda: self._change(self.setup.with_turn(bool(self.turn.currentData()))))
        self.rights: dict[str, QCheckBox] = {}
        for right in RIGHTS:
            side = self.tr("White") if right.isupper() else self.tr("Black")
            box = QCheckBox("O-O" if right in "Kk" else "O-O-O")
            box.setAccessibleName(self.tr("%1 may castle %2").replace("%1", side).replace("%2", box.text()))
            box.clicked.connect(lambda on, wanted=right: self._change(self.setup.with_right(wanted, on)))
            self.rights[right] = box
        self.en_passant = ChoiceField()
        self.en_passant.setAccessibleName(self.tr("En passant"))
        self.en_passant.activated.connect(
            lambda: self._change(self.setup.with_en_passant(str(self.en_passant.currentData())))
        )
        self.chess960 = QCheckBox(self.tr("Chess960"))
        self.chess960.setToolTip(self.tr("King and rooks may castle from any square of the first rank"))
        self.chess960.clicked.connect(lambda on: self._change(self.setup.with_chess960(on)))
        self.halfmoves = number_field(0, 0, MOST_HALFMOVES)
        self.halfmoves.setAccessibleName(self.tr("Moves of either side since the last capture or pawn move"))
        self.halfmoves.setToolTip(ForeignText(self.halfmoves.accessibleName()).tip)
        self.number = number_field(1, 1, MOST_NUMBER)
        self.number.setAccessibleName(self.tr("Number of the next move"))
        for counter in (self.halfmoves, self.number):
            counter.setMinimumWidth(theme.scaled(72))
            counter.valueChanged.connect(self._count)
        self.fen = QLineEdit()
        self.fen.setAccessibleName(self.tr("FEN"))
        self.fen.setPlaceholderText(self.tr("Paste a FEN"))
        self.fen.textEdited.connect(self._fen_edited)
        self.fen_problem = plain_label(look="error", wrap=True)
        self.fen_notes = plain_label(look="quiet", wrap=True)  # what was mended or guessed in a pasted text

    def _count(self) -> None:
        self._change(self.setup.with_counters(self.halfmoves.value(), self.number.value()))

    def _make_buttons(self) -> None:
        self.tools: dict[str, QPushButton] = {}
        for key, text in (
            ("start", self.tr("&Start position")),
            ("clear", self.tr("&Clear")),
            ("mirror", self.tr("&Mirror")),
            ("flip", self.tr("S&wap colours")),
            ("turn", self.tr("Flip the boa&rd")),
            ("undo", self.tr("&Undo")),
        ):
            button = push_button(text, auto_default=False)
            self.tools[key] = button
        self.tools["mirror"].setToolTip(self.tr("Mirrors left and right"))
        self.tools["flip"].setToolTip(self.tr("Swaps the colours of all pieces"))
        self.tools["start"].clicked.connect(lambda: self._change(self.setup.with_pieces_of(PositionSetup.start())))
        self.tools["clear"].clicked.connect(lambda: self._change(self.setup.with_pieces_of(PositionSetup())))
        self.tools["mirror"].clicked.connect(lambda: self._change(self.setup.mirrored()))
        self.tools["flip"].clicked.connect(lambda: self._change(self.setup.flipped()))
        self.tools["turn"].clicked.connect(lambda: self.board.set_flipped(not self.board.flipped))
        self.tools["undo"].clicked.connect(self._step_back)
        QShortcut(QKeySequence.StandardKey.Undo, self, self._step_back)
        QShortcut(QKeySequence.StandardKey.Redo, self, self._step_on)
        QShortcut(QKeySequence.StandardKey.Paste, self.board, self._paste)
        self.play_button = push_button(self.tr("&Play from here"), self._play)
        self.analyse_button = push_button(self.tr("&Analyse"), self._analyse)
        self.analyse_button.setDefault(True)
        self.analyse_button.setMinimumWidth(
            theme.scaled(96)
        )  # the default button is bold, which Qt's size hint ignores
        self.cancel_button = push_button(self.tr("Cancel"), self.discard, auto_default=False)

    def _arrange(self) -> None:
        left = in_column(self.palettes[False], (self.board, 1), self.palettes[True], spacing=2)
        right = in_column(self._state_grid(), spacing=2)
        tools = QGridLayout()
        tools.setSpacing(2 * theme.SPACE)
        for index, button in enumerate(self.tools.values()):
            tools.addWidget(button, index // 2, index % 2)
        right.addLayout(tools)
        page = QWidget()
        self._faults = in_column(STRETCH, inside=page, margins=0, spacing=1)
        faults = scrolled(page)  # several texts are longer than their field
        faults.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        right.addWidget(faults, 1)
        caption = plain_label(self.tr("FEN"), look="caption")
        fen_row = in_row(caption, STRETCH)
        for text, content in (
            (self.tr("Copy FEN"), lambda: self.fen.text()),
            (self.tr("Copy EPD"), lambda: self.setup.epd),
        ):
            button = push_button(
                text, lambda _=False, made=content: QGuiApplication.clipboard().setText(made()), auto_default=False
            )
            fen_row.addWidget(button)
        right.addLayout(fen_row)
        right.addWidget(self.fen)
        right.addWidget(self.fen_problem)
        right.addWidget(self.fen_notes)
        last = in_row(self.cancel_button, STRETCH, self.play_button, self.analyse_button, spacing=2)
        right.addLayout(last)
        in_row((left, 3), (right, 2), inside=self, margins=4, spacing=4)

    def _state_grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(3 * theme.SPACE)
        grid.setVerticalSpacing(theme.SPACE)
        grid.addWidget(self.turn, 0, 0, 1, 2)
        grid.addWidget(self.chess960, 0, 2)
        for row, (text, rights) in enumerate(((self.tr("White castles"), "KQ"), (self.tr("Black castles"), "kq")), 1):
            grid.addWidget(plain_label(text), row, 0)
            for column, right in enumerate(rights, 1):
                grid.addWidget(self.rights[right], row, column)
        grid.addWidget(plain_label(self.tr("En passant")), 3, 0)
        grid.addWidget(self.en_passant, 3, 1, 1, 2)
        counters = in_row(self.number, plain_label(self.tr("Without capture")), self.halfmoves, spacing=2)
        grid.addWidget(plain_label(self.tr("Move number")), 4, 0)
        grid.addLayout(counters, 4, 1, 1, 2)
        grid.setColumnStretch(2, 1)
        return grid

    # Edits

    def _change(self, setup: PositionSetup) -> None:
        """Applies every edit, except for typing in the FEN field."""
        if setup == self.setup:
            return
        self._undo.append(self.setup)
        self._redo.clear()
        self._set(setup)

    def _set(self, setup: PositionSetup) -> None:
        self.setup = setup
        self.fen.setText(setup.fen)
        self.fen.setCursorPosition(0)
        self._tell_of_fen("", ())
        self._show()

    @property
    def unsaved(self) -> bool:
        return bool(self._undo)

    def _step_back(self) -> None:
        if self._undo:
            self._redo.append(self.setup)
            self._set(self._undo.pop())

    def _step_on(self) -> None:
        if self._redo:
            self._undo.append(self.setup)
            self._set(self._redo.pop())

    def _paste(self) -> None:
        self.fen.setText(QGuiApplication.clipboard().text().strip())
        self._fen_edited(self.fen.text())

    def _fen_edited(self, text: str) -> None:
        """Leaves the typed text unchanged, and shows as much of it on the board as can be read."""
        before = self.setup
        self._read_fen(text)
        if self.setup != before:
            self._undo.append(before)
            self._redo.clear()
        self._show()

    def _read_fen(self, text: str) -> None:
        from engine.rules.fen_repair import mended_fields  # imported here, so that the window starts without the core

        notes: list[Text] = []
        try:
            fields = mended_fields(text, notes)
        except PositionError as error:
            self._tell_of_fen(text_of(error.text), ())
        else:
            self.setup = self.setup.read(fields)
            self._tell_of_fen("", notes)

    def _tell_of_fen(self, problem: str, notes: Sequence[Text]) -> None:
        """Shows why a text is not a position, or what was mended and guessed in it."""
        self.fen_problem.setText(problem)
        self.fen_problem.setVisible(bool(problem))
        self.fen_notes.setText(" ".join(map(text_of, notes)))
        self.fen_notes.setVisible(bool(notes))
        self.fen.setProperty("state", "error" if problem else "")
        self.fen.style().polish(self.fen)

    @property
    def _position(self) -> Position:
        from engine.rules.gate import playable  # imported here, so that the window starts without the core

        return Position(playable(self.setup.fields, self.setup.chess960), self.setup.chess960)

    def _play(self) -> None:
        position = self._position
        if is_over(Game.new(position)):  # the dialog remains open, and the position can be analysed
            self._show_faults((SetupFault(OVER.template),), may_analyse=True)
            return
        self.accept()
        self.play_wanted.emit(position)

    def _analyse(self) -> None:
        game = Game.new(self._position)
        self.accept()
        self.analysis_wanted.emit(game)

    # Display

    def _show(self) -> None:
        setup = self.setup
        self.board.show_pieces({square: man for square, man in enumerate(setup.men) if man})
        self.turn.setCurrentIndex(0 if setup.white_to_move else 1)
        for right, box in self.rights.items():
            box.setChecked(setup.has_right(right))
            rook = replace(setup, chess960=True).rook_of(right) if setup.chess960 else None
            words = self.tr("with the rook on %1").replace("%1", square_name(rook)) if rook is not None else ""
            box.setToolTip(ForeignText(words).tip)
        self.chess960.setChecked(setup.chess960)
        for counter, value in ((self.halfmoves, setup.halfmoves), (self.number, setup.number)):
            counter.blockSignals(True)
            counter.setValue(value)
            counter.blockSignals(False)
        self.en_passant.clear()
        self.en_passant.addItem(self.tr("none"), "")
        for square in sorted({*possible_en_passant(setup), *([setup.en_passant] if setup.en_passant else [])}):
            self.en_passant.addItem(square, square)
        self.en_passant.setCurrentIndex(max(0, self.en_passant.findData(setup.en_passant)))
        self.en_passant.setEnabled(self.en_passant.count() > 1)
        self.tools["undo"].setEnabled(bool(self._undo))
        self._show_faults(faults_of(setup))

    def _show_faults(self, faults: tuple[SetupFault, ...], *, may_analyse: bool = False) -> None:
        for row in self.fault_rows:
            row.hide()
            self._faults.removeWidget(row)
            row.deleteLater()  # the button just pressed may belong to this row
        self.fault_rows = [FaultRow(fault, self) for fault in faults[:_SHOWN_FAULTS]]
        for place, row in enumerate(self.fault_rows):
            self._faults.insertWidget(place, row)
        fits = not faults and not self.fen_problem.text()
        self.play_button.setEnabled(fits)
        self.analyse_button.setEnabled(fits or may_analyse)

    def repair(self, setup: PositionSetup) -> None:
        """Applies the repair of a fault."""
        self._change(setup)


class FaultRow(QFrame):
    """A fault in words, with a button that repairs it."""

    def __init__(self, fault: SetupFault, dialog: PositionDialog) -> None:
        super().__init__(dialog)
        self.setProperty("look", "fault")
        picture = plain_label()
        picture.setPixmap(icon("warning", "warning").pixmap(theme.size(20, 20)))
        self.words = plain_label(_filled(fault.words, fault.parts), wrap=True)
        self.setAccessibleName(self.words.text())
        row = in_row(picture, (self.words, 1), inside=self, margins=(2, 1, 1, 1), spacing=2)
        self.button: QPushButton | None = None
        repaired = fault.repaired
        if repaired is not None:
            self.button = push_button(
                _filled(fault.repair, fault.parts), lambda: dialog.repair(repaired), auto_default=False
            )
            row.addWidget(self.button)


def _filled(template: str, parts: tuple[str | int, ...]) -> str:
    return fill_template(QCoreApplication.translate("Position", template), parts, _part)


def _part(part: object) -> str:
    words = str(part)
    for side in ("White", "Black"):
        words = words.replace(side, QCoreApplication.translate("Players", side))
    return words
