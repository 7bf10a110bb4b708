"""Comments and annotation signs of one move on one page. All changes are one undo step."""

from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QGridLayout, QLabel, QPlainTextEdit, QPushButton, QWidget

from desktop.services.game.game_service import GameService
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import named
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import moves
from engine.game.annotations import MOVE_NAGS, with_words, words_of
from engine.publishing.signs import MARKS, nag_at

_COLUMNS = 8
NAG_NAMES = {
    1: "good move", 2: "mistake", 3: "brilliant move", 4: "blunder", 5: "interesting move", 6: "dubious move",
    7: "only move", 146: "novelty", 10: "equal", 13: "unclear", 14: "White is slightly better", 15: "Black is slightly better",
    16: "White is better", 17: "Black is better", 18: "White is winning", 19: "Black is winning", 22: "zugzwang",
    32: "lead in development", 36: "initiative", 40: "attack", 44: "compensation for the material", 132: "counterplay",
    138: "time trouble", 140: "with the idea",
}  # fmt: skip


class AnnotateDialog(Dialog):
    """Annotates the shown move. Enter on a sign's button sets it, Ctrl+Enter accepts."""

    def __init__(self, games: GameService, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Comment and signs"), (560, 480))
        self._games = games
        state = games.state
        self._tab, self._node = state.tab, state.node
        node = state.node
        heading = plain_label(
            f"{node.number_text} {moves(node.san)}" if node.id else self.tr("Before the first move"), look="title"
        )
        self.comment = self._text(words_of(node.comment), self.tr("Comment after the move"))
        self.before = self._text(words_of(node.comment_before), self.tr("Comment before the move"))
        self.signs: dict[int, QPushButton] = {}
        column = in_column(heading, inside=self, margins=4, spacing=2)
        if node.id:
            column.addLayout(self._palette())
        column.addWidget(self._caption(self.comment))
        column.addWidget(self.comment)
        if node.id:
            column.addWidget(self._caption(self.before))
            column.addWidget(self.before)
        buttons = self.button_box()
        column.addWidget(buttons)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, self.accept)
        self.comment.setFocus()

    def _text(self, words: str, name: str) -> QPlainTextEdit:
        field = named(QPlainTextEdit(), name)
        field.setPlainText(words)
        field.moveCursor(QTextCursor.MoveOperation.End)  # typing continues after the existing text
        field.setTabChangesFocus(True)
        field.setMinimumHeight(theme.scaled(84))
        return field

    def _caption(self, field: QPlainTextEdit) -> QLabel:
        caption = plain_label(field.accessibleName(), look="caption")
        caption.setBuddy(field)
        return caption

    def _palette(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(theme.SPACE)
        row = column = 0
        for sign, name in NAG_NAMES.items():
            if sign == 10:  # the signs for the position begin their own row
                row, column = row + 2, 0
            nag = nag_at(self._node, sign)
            button = push_button(
                MARKS[nag],
                lambda _checked=False, chosen=nag: self._chosen(chosen),
                tip=self.tr(name),
                name=self.tr(name),
                auto_default=False,
                checkable=True,
            )
            button.setChecked(nag in self._node.nags)
            self.signs[nag] = button
            grid.addWidget(button, row + column // _COLUMNS, column % _COLUMNS)
            column += 1
        return grid

    def _chosen(self, nag: int) -> None:
        """Unchecks the other judgements of the move, of which only one is allowed."""
        for other, button in self.signs.items():
            if other != nag and other in MOVE_NAGS and nag in MOVE_NAGS:
                button.setChecked(False)

    def accept(self) -> None:
        """Applies the user's changes as one edit: a review may have written into the game meanwhile."""
        state, old = self._games.state_of(self._tab), self._node
        now = state.game.node(old.id) if state is not None and old.id in state.game else old
        added = {nag for nag, button in self.signs.items() if button.isChecked() and nag not in old.nags}
        taken = {nag for nag, button in self.signs.items() if not button.isChecked() and nag in old.nags}
        if added & set(MOVE_NAGS):
            taken |= set(MOVE_NAGS)
        self._games.annotate(
            self._tab,
            old.id,
            _written(now.comment, old.comment, self.comment.toPlainText()),
            _written(now.comment_before, old.comment_before, self.before.toPlainText()),
            tuple(sorted(set(now.nags) - taken | added)),
        )
        super().accept()


def _written(now: str, old: str, words: str) -> str:
    """Returns the comment with the dialog's words, if they changed since it was opened."""
    return now if words == words_of(old) else with_words(now, words)
