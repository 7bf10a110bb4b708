"""The start position of a new game: usual, odds, Chess960 by number, the shown position, or a FEN."""

import random
from enum import Enum

from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.model.game.handicap import ODDS, Odds, odds_named, start_with_odds
from desktop.model.game.state import GameState
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import ChoiceField, number_field
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from engine.game.position import START_POSITION, Position
from engine.game.side import Side


class StartKind(Enum):
    """A kind of start position."""

    STANDARD = "standard"
    ODDS = "odds"
    CHESS960 = "chess960"
    SHOWN = "shown"
    FEN = "fen"


class StartField(QWidget):
    """Chooses a start position. An invalid FEN remains in its field, with the fault below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = ChoiceField()
        self.kind.setAccessibleName(self.tr("Start position"))
        for start, text in (
            (StartKind.STANDARD, self.tr("Standard")),
            (StartKind.ODDS, self.tr("Odds: one side starts without a piece")),
            (StartKind.CHESS960, self.tr("Chess960")),
            (StartKind.SHOWN, self.tr("The position on the board")),
            (StartKind.FEN, self.tr("A position as FEN")),
        ):
            self.kind.addItem(text, start)
        self.kind.currentIndexChanged.connect(self._update)
        self._make_odds()
        self._make_chess960()
        self.fen = QLineEdit()
        self.fen.setPlaceholderText("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        self.fen.setAccessibleName(self.tr("FEN"))
        self.fen.setMaxLength(200)
        self.fault = plain_label(look="error", wrap=True)
        in_column(
            self.kind, self._odds_row, self._chess960_row, self.fen, self.fault, inside=self, margins=0, spacing=2
        )
        self._update()

    def _make_odds(self) -> None:
        self.giver = ChoiceField()
        self.giver.setAccessibleName(self.tr("Which side gives odds"))
        self.giver.addItem(self.tr("Opponent gives"), False)
        self.giver.addItem(self.tr("You give"), True)
        self.odds = ChoiceField()
        self.odds.setAccessibleName(self.tr("Missing piece"))
        for odds in ODDS:
            self.odds.addItem(self.tr(odds.words), odds.key)
        self._odds_row = QWidget()
        in_row(self.giver, (self.odds, 1), inside=self._odds_row, margins=0, spacing=2)

    def _make_chess960(self) -> None:
        self.number = number_field(-1, -1, 959)
        self.number.setSpecialValueText(self.tr("drawn by lot"))
        self.number.setAccessibleName(self.tr("Number of the Chess960 position, 0 to 959; 518 is the usual one"))
        self.number.setToolTip(self.tr("0 to 959; 518 is the usual position"))
        self.draw = push_button(
            self.tr("Draw"), lambda: self.number.setValue(random.randrange(960)), auto_default=False, picture="shuffle"
        )
        self._chess960_row = QWidget()
        in_row(
            plain_label(self.tr("Number")), (self.number, 1), self.draw, inside=self._chess960_row, margins=0, spacing=2
        )

    def _update(self) -> None:
        kind = self.kind.currentData()
        self._odds_row.setVisible(kind is StartKind.ODDS)
        self._chess960_row.setVisible(kind is StartKind.CHESS960)
        self.fen.setVisible(kind is StartKind.FEN)
        self.tell_fault("")
        if kind is StartKind.FEN:
            self.fen.setFocus()

    def tell_fault(self, words: str) -> None:
        """Shows the fault of the FEN; empty for a valid one."""
        self.fault.setText(words)
        self.fault.setVisible(bool(words))
        self.fen.setProperty("state", "error" if words else "")
        self.fen.style().polish(self.fen)

    @property
    def from_beginning(self) -> bool:
        """Whether both sides begin with all their pieces."""
        return self.kind.currentData() in (StartKind.STANDARD, StartKind.CHESS960)

    def chosen_odds(self) -> Odds | None:
        """The odds; None for an even game."""
        return odds_named(str(self.odds.currentData())) if self.kind.currentData() is StartKind.ODDS else None

    def side_demanded(self) -> Side | None:
        """The side that the odds prescribe to the user, or None: the giver of pawn and move has Black."""
        odds = self.chosen_odds()
        if odds is None or not odds.moves_second:
            return None
        return Side.BLACK if self.giver.currentData() else Side.WHITE

    def position(self, user: Side, shown: GameState) -> Position:
        """The start position; `user` is the user's side, `shown` the current game.

        :raises PositionError: if the typed FEN is not a valid position.
        """
        kind, odds = self.kind.currentData(), self.chosen_odds()
        if odds is not None:
            return Position.of(start_with_odds(odds, user if self.giver.currentData() else user.other), chess960=False)
        if kind is StartKind.CHESS960:
            import chess

            number = self.number.value() if self.number.value() >= 0 else random.randrange(960)
            return Position.of(chess.Board.from_chess960_pos(number).fen(), True)
        if kind is StartKind.SHOWN:
            return Position.of(shown.fen, shown.game.chess960)
        if kind is StartKind.FEN:
            return Position.of(self.fen.text(), chess960=None)
        return START_POSITION
