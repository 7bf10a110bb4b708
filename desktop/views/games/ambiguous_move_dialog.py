"""Asks which move is meant if a move of a text or a file is illegal or ambiguous."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialogButtonBox, QListWidget, QWidget

from desktop.model.game import rules
from desktop.views.kit import words
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.fields import named
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from engine.pgn.values import Doubt


class AmbiguousMoveDialog(Dialog):
    """The candidate moves, likeliest first. `answered` is emitted once: with a move in UCI notation, or empty to leave the
    game as it was read."""

    answered = Signal(str)

    def __init__(self, doubt: Doubt, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Which move?"), (420, 300))
        self._moves = doubt.candidates
        question = (
            self.tr("“%1” can be more than one move. Which one is meant?")
            if doubt.is_ambiguous
            else self.tr("“%1” cannot be played here. Which move is meant?")
        )
        self.list = named(QListWidget(), self.tr("Possible moves"))
        self.list.addItems([words.moves(rules.line_sans(doubt.fen, (move,), False)[0]) for move in self._moves])
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(self.accept)
        buttons = self.button_box(StandardButton.NoButton)
        buttons.addButton(self.tr("&Read on"), QDialogButtonBox.ButtonRole.AcceptRole)
        refusal = self.tr("&Keep the first") if doubt.is_guessed else self.tr("&Leave the rest as text")
        buttons.addButton(refusal, QDialogButtonBox.ButtonRole.RejectRole)
        asked = plain_label(question.replace("%1", doubt.written), wrap=True)
        in_column(asked, (self.list, 1), buttons, inside=self, spacing=2)
        self.accepted.connect(lambda: self.answered.emit(self._moves[max(0, self.list.currentRow())]))
        self.rejected.connect(lambda: self.answered.emit(""))
