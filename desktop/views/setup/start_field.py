"""The start position of a new game: standard, Chess960 by number, odds, or any position."""

import random
from enum import Enum

from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.model.game.handicap import ODDS, Odds, odds_named, start_with_odds
from desktop.model.game.state import GameState
from desktop.views.kit.buttons import icon_button
from desktop.views.kit.fields import ChoiceField, number_field
from desktop.views.kit.layouts import STRETCH, in_row
from desktop.views.setup.chips import Chips
from engine.game.position import START_POSITION, Position
from engine.game.side import Side


class StartKind(Enum):
    """A kind of start position."""

    STANDARD = "standard"
    CHESS960 = "chess960"
    ODDS = "odds"
    POSITION = "position"


class StartField(QWidget):
    """Chooses a start position, remembered as text. An invalid FEN remains in its field."""

    def __init__(self, kept: str, shown: GameState, parent: QWidget | None = None, *, whole: bool = False) -> None:
        """`kept`: the last choice, as `text`. `shown`: the current game, whose position is proposed. `whole`: both sides
        begin with all their pieces, whatever was chosen last."""
        super().__init__(parent)
        self._shown = shown
        self.kind = Chips(
            self.tr("Start position"),
            (
                (self.tr("Standard"), StartKind.STANDARD),
                (self.tr("Chess960"), StartKind.CHESS960),
                (self.tr("Odds"), StartKind.ODDS),
                (self.tr("Position"), StartKind.POSITION),
            ),
        )
        self.changed = self.kind.chosen
        self._make_odds()
        self._make_chess960()
        self.fen = QLineEdit()
        self.fen.setPlaceholderText("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        self.fen.setAccessibleName(self.tr("FEN"))
        self.fen.setMaxLength(200)
        if shown.fen != START_POSITION.fen and not shown.counts:  # an adjourned rated game is hidden
            self.fen.setText(shown.fen)
        in_row(
            self.kind,
            self._chess960_row,
            self._odds_row,
            (self.fen, 4),
            (STRETCH, 0),
            inside=self,
            margins=0,
            spacing=2,
        )
        self._show(kept)
        if whole and not self.from_beginning:
            self.kind.choose(StartKind.STANDARD)
        self._update()
        self.kind.chosen.connect(self._update)
        for part in (self.giver, self.odds):
            part.currentIndexChanged.connect(lambda: self.changed.emit(StartKind.ODDS))

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
        in_row(self.giver, self.odds, inside=self._odds_row, margins=0, spacing=2)

    def _make_chess960(self) -> None:
        self.number = number_field(-1, -1, 959)
        self.number.setSpecialValueText(self.tr("drawn by lot"))
        self.number.setAccessibleName(self.tr("Number of the Chess960 position, 0 to 959; 518 is the usual one"))
        self.number.setToolTip(self.tr("0 to 959; 518 is the usual position"))
        self.draw = icon_button(
            "shuffle", self.tr("Draw a number"), lambda: self.number.setValue(random.randrange(960))
        )
        self._chess960_row = QWidget()
        in_row(self.number, self.draw, inside=self._chess960_row, margins=0, spacing=2)

    def _update(self) -> None:
        kind = self.kind.value
        self._odds_row.setVisible(kind is StartKind.ODDS)
        self._chess960_row.setVisible(kind is StartKind.CHESS960)
        self.fen.setVisible(kind is StartKind.POSITION)
        if kind is StartKind.POSITION and self.isVisible():
            self.fen.setFocus()

    # Memory

    @property
    def text(self) -> str:
        """The choice, to be remembered: `standard`, `chess960 518`, `odds knight opponent`, `position FEN`."""
        kind = self.kind.value
        details = {
            StartKind.CHESS960: str(self.number.value()),
            StartKind.ODDS: f"{'you' if self.giver.currentData() else 'opponent'} {self.odds.currentData()}",
            StartKind.POSITION: self.fen.text(),
        }
        assert isinstance(kind, StartKind)
        return f"{kind.value} {details.get(kind, '')}".strip()

    def _show(self, kept: str) -> None:
        """Chooses what `text` gave; the standard start if it is not valid."""
        word, _, detail = kept.partition(" ")
        kind = next((kind for kind in StartKind if kind.value == word), StartKind.STANDARD)
        self.kind.choose(kind)
        if kind is StartKind.CHESS960 and detail.isdecimal() and len(detail) <= 3:
            self.number.setValue(int(detail))
        elif kind is StartKind.ODDS:
            giver, _, piece = detail.partition(" ")
            self.giver.setCurrentIndex(int(giver == "you"))
            self.odds.setCurrentIndex(max(0, self.odds.findData(piece)))
        elif kind is StartKind.POSITION:
            self.fen.setText(detail)

    # Result

    @property
    def from_beginning(self) -> bool:
        """Whether both sides begin with all their pieces."""
        return self.kind.value in (StartKind.STANDARD, StartKind.CHESS960)

    def chosen_odds(self) -> Odds | None:
        """The odds; None for an even game."""
        return odds_named(str(self.odds.currentData())) if self.kind.value is StartKind.ODDS else None

    def side_demanded(self) -> Side | None:
        """The side that the odds prescribe to the user, or None: the giver of pawn and move has Black."""
        odds = self.chosen_odds()
        if odds is None or not odds.moves_second:
            return None
        return Side.BLACK if self.giver.currentData() else Side.WHITE

    def position(self, user: Side) -> Position:
        """The start position; `user` is the user's side.

        :raises PositionError: if the typed FEN is not a valid position.
        """
        kind, odds = self.kind.value, self.chosen_odds()
        if odds is not None:
            return Position.of(start_with_odds(odds, user if self.giver.currentData() else user.other), chess960=False)
        if kind is StartKind.CHESS960:
            import chess

            number = self.number.value() if self.number.value() >= 0 else random.randrange(960)
            return Position.of(chess.Board.from_chess960_pos(number).fen(), True)
        if kind is StartKind.POSITION:
            text = self.fen.text()
            return Position.of(text, self._shown.game.chess960 if text == self._shown.fen else None)
        return START_POSITION
