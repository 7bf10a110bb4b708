"""Trapped pieces, one trap a line."""

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop.services.engines.style_service import StyleService
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import text_of
from engine.evaluation.texts.charts import TRAPS
from engine.evaluation.texts.style import checked
from engine.ground.errors import OptionError


class TrapsPage(QWidget):
    """A text of traps. It counts as soon as every line is a trap; a wrong line is named below."""

    def __init__(self, styles: StyleService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._styles = styles
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(self.tr("Traps"))
        self.text.setTabChangesFocus(True)
        self.text.setFont(theme.font(theme.BODY, monospaced_digits=True))
        self.fault = plain_label(wrap=True)
        hint = plain_label(
            self.tr(
                "One trap a line: the trapped piece, then what traps it, as in “Ba7 pb6”. Small letters are the enemy's "
                "pieces. They count by the weight of “trapped pieces”; Black's are the mirror."
            ),
            look="quiet",
            wrap=True,
        )
        usual = push_button(self.tr("The usual ones"), self._take_usual, auto_default=False)
        in_column(hint, (self.text, 1), in_row((self.fault, 1), usual, spacing=2), inside=self, margins=2, spacing=2)
        self.text.textChanged.connect(self._take)
        styles.changed.connect(self._update)
        self._update()

    @property
    def traps(self) -> tuple[str, ...]:
        """Those of the text."""
        return tuple(line for line in map(str.strip, self.text.toPlainText().splitlines()) if line)

    @Slot()
    def _take(self) -> None:
        try:
            style = checked(replace(self._styles.style, traps=self.traps))
        except OptionError as error:
            self.fault.setText(text_of(error.text))
        else:
            self.fault.clear()
            self._styles.change(style)

    @Slot()
    def _take_usual(self) -> None:
        self.text.setPlainText("\n".join(TRAPS))

    @Slot()
    def _update(self) -> None:
        traps = self._styles.style.traps
        if self.fault.text() and self.text.hasFocus():
            return  # the user is still writing
        if self.traps != traps:
            self.text.blockSignals(True)  # a change by the style is not a gesture
            self.text.setPlainText("\n".join(traps))
            self.text.blockSignals(False)
            self.fault.clear()
