"""Statistics as labelled figures: each a number with its name below."""

from PySide6.QtWidgets import QWidget

from desktop.views.kit.layouts import Flow, in_column
from desktop.views.kit.messages import plain_label

Figure = tuple[str, str]  # the number, and its name


class Figures(QWidget):
    """A row of figures, which breaks where it is narrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = Flow(inside=self)
        self._shown: tuple[Figure, ...] = ()
        self.hide()

    @property
    def text(self) -> str:
        """All figures as a sentence, as a screen reader says them."""
        return ", ".join(f"{name}: {number}" for number, name in self._shown)

    def show_figures(self, *figures: Figure) -> None:
        """Shows these figures; none hides the row."""
        self.setVisible(bool(figures))
        if figures == self._shown:
            return
        self._shown = figures
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number, name in figures:
            card = QWidget()
            parts = (plain_label(number, look="figure"), plain_label(name, look="quiet"))
            in_column(*parts, inside=card, margins=(0, 0, 3, 0), spacing=0)
            self._flow.addWidget(card)
            card.show()  # a layout counts only what is shown
        self.setAccessibleName(self.text)
