"""How the engine plays: its level in words and Elo, its style, and bounds of its own."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider, QSpinBox, QWidget

from desktop.model.game.match import LEVELS, STYLES, Level, budget_of
from desktop.model.settings import Settings
from desktop.views.kit import theme
from desktop.views.kit.boxes import Gap, in_column, in_row
from desktop.views.kit.fields import ChoiceField, number_field
from desktop.views.kit.messages import plain_label
from engine.game.time_control import Budget

BOUNDS = ("clock", "time", "depth", "nodes")
_HIGHEST = {"time": 3_600, "depth": 100, "nodes": 1_000_000}
_AMOUNT_WIDTH = 140  # what Qt asks for the largest figure would leave the words beside it no room
_USUAL = {"time": 5, "depth": 8, "nodes": 100}


class LevelField(QWidget):
    """A slider over the levels; style and bounds under it."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(LEVELS) - 1)
        self.slider.setPageStep(1)
        self.slider.setAccessibleName(self.tr("Level"))
        keys = [level.key for level in LEVELS]
        wanted = settings.text("level")
        self.slider.setValue(keys.index(wanted) if wanted in keys else len(keys) - 1)
        self._name = plain_label()
        self._name.setFont(theme.font(theme.BODY, bold=True))
        self._words = plain_label(look="quiet", wrap=True)
        self._words.setMinimumHeight(theme.scaled(32))
        self._make_style(settings)
        self._make_bounds(settings)
        column = in_column(
            self._name, self.slider, self._words, self.style_box, Gap(1), inside=self, margins=0, spacing=1
        )
        row = in_row((self.bound, 1), self.amount, spacing=2)
        self.amount.setFixedWidth(theme.scaled(_AMOUNT_WIDTH))
        column.addLayout(row)
        self.slider.valueChanged.connect(self._update_level)
        self._update_level(self.slider.value())

    def _make_style(self, settings: Settings) -> None:
        texts = {
            "normal": self.tr("Plays the move it thinks best"),
            "aggressive": self.tr("Attacks the king"),
            "solid": self.tr("Protects its pieces and pawns"),
            "defensive": self.tr("Takes material and defends"),
        }
        self.style_box = ChoiceField()
        self.style_box.setAccessibleName(self.tr("Style"))
        for style in STYLES:
            self.style_box.addItem(texts[style], style)
        self.style_box.setCurrentIndex(max(0, self.style_box.findData(settings.text("style"))))

    def _make_bounds(self, settings: Settings) -> None:
        texts = {
            "clock": self.tr("By the clock"),
            "time": self.tr("Fixed time per move"),
            "depth": self.tr("Fixed depth"),
            "nodes": self.tr("Fixed number of nodes"),
        }
        self.bound = ChoiceField()
        self.bound.setAccessibleName(self.tr("Thinking time"))
        for key in BOUNDS:
            self.bound.addItem(texts[key], key)
        self.amount: QSpinBox = number_field(1, 1, 1)
        self.bound.currentIndexChanged.connect(self._update_bound)
        self.bound.setCurrentIndex(max(0, self.bound.findData(settings.text("engine_bound"))))
        self._update_bound()
        if settings.number("engine_amount"):
            self.amount.setValue(settings.number("engine_amount"))

    def _update_bound(self) -> None:
        key = str(self.bound.currentData())
        self.amount.setVisible(key != "clock")
        self.amount.setAccessibleName(self.bound.currentText())
        if key == "clock":
            return
        self.amount.setRange(1, _HIGHEST[key])
        self.amount.setValue(_USUAL[key])
        suffix = {"time": self.tr(" s a move"), "depth": self.tr(" half moves"), "nodes": self.tr(" thousand")}
        self.amount.setSuffix(suffix[key])

    def _update_level(self, index: int) -> None:
        level = LEVELS[index]
        name = self.tr(level.name)
        self._name.setText(f"{name}  ≈ {level.elo} Elo" if level.elo is not None else name)
        self._words.setText(self.tr(level.sentence))

    @property
    def level(self) -> Level:
        """The chosen level."""
        return LEVELS[self.slider.value()]

    @property
    def style_key(self) -> str:
        """The chosen style."""
        return str(self.style_box.currentData())

    @property
    def bound_key(self) -> str:
        """What bounds the engine."""
        return str(self.bound.currentData())

    @property
    def amount_kept(self) -> int:
        """The bound's figure, 0 where only the clock bounds."""
        return self.amount.value() if self.bound_key != "clock" else 0

    def budget(self) -> Budget:
        """The bounds."""
        return budget_of(self.bound_key, self.amount_kept)
