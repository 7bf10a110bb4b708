"""Ratsu's playing strength: level in words and Elo, move sources, style, and search limits."""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QSpinBox, QWidget

from desktop.model.game.match import (
    FULL_STRENGTH,
    STYLE_ELO,
    STYLES,
    TEXT_STYLES,
    PlayingLevel,
    budget_of,
    class_level,
    level_at,
    level_of,
)
from desktop.model.settings import TABLE, Settings
from desktop.views.kit import theme, words
from desktop.views.kit.fields import ChoiceField, caption, number_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.setup.game_defaults import chain_of, style_of
from desktop.views.setup.strength_field import StrengthField
from engine.game.time_control import FixedLimits
from engine.levels import HUMAN_FROM, HUMAN_TO, MAX_ELO, MIN_ELO, SEARCHES_FROM, OpponentSources, human_share

BOUNDS = ("clock", "time", "depth", "nodes")
_HIGHEST = {"time": 3_600, "depth": 100, "nodes": 1_000_000}
_AMOUNT_WIDTH = 140  # Qt's width for the largest figure would squeeze the label beside it
_USUAL = {"time": 5, "depth": 8, "nodes": 100}


_STEP = 50  # Elo
_TWO_LINES = 34  # pixels


class LevelField(QWidget):
    """The strength, and below it move sources, style and limits. Only what applies to the chosen strength and style is shown."""

    changed = Signal()

    def __init__(self, settings: Settings, saved: tuple[str, ...] = (), parent: QWidget | None = None) -> None:
        """`saved`: the names of the user's styles. For children the fields with numbers are hidden."""
        super().__init__(parent)
        self._children = settings.flag("children")
        self.strength = StrengthField(_STEP, children=self._children)
        self.strength.show_range(MIN_ELO, MAX_ELO, level_of(settings.text("level")).elo)
        self._make_sources(chain_of(settings))
        self.variety = self._make_variety(settings)
        self._words = plain_label(wrap=True, name=self.tr("Level"))
        self._words.setMinimumHeight(theme.scaled(_TWO_LINES))
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._make_style(settings, saved)
        self._make_bounds(settings)
        self.amount.setFixedWidth(theme.scaled(_AMOUNT_WIDTH))
        for box in (self.style_box, self.bound):  # each as its words need; a stretch would make them equal
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        in_column(
            self.strength,
            self._words,
            in_row(self.book, self.variety, self.tables, self.people, STRETCH, spacing=3),
            in_row(
                caption(self.tr("Style"), self.style_box),
                self.style_box,
                caption(self.tr("Thinks"), self.bound),
                self.bound,
                self.amount,
                spacing=2,
            ),
            STRETCH,
            inside=self,
            margins=0,
            spacing=1,
        )
        self.strength.changed.connect(self._update_level)
        self.style_box.currentIndexChanged.connect(self._update_level)
        self.style_box.activated.connect(self._choose_style)
        self.bound.currentIndexChanged.connect(self._update_bound)
        self.book.toggled.connect(self._update_variety)
        self._update_variety()
        self._update_bound()
        self.amount.setValue(settings.number("engine_amount") or self.amount.value())
        self._update_level()

    def _make_sources(self, chain: OpponentSources) -> None:
        self.book, self.tables = QCheckBox(self.tr("Opening book")), QCheckBox(self.tr("Endgame tables"))
        self.people = QCheckBox(self.tr("Plays like people"))
        self.book.setToolTip(self.tr("Plays from the opening book while it knows the position"))
        self.tables.setToolTip(self.tr("Plays perfectly once so few pieces are left that the tables know the position"))
        tip = self.tr(
            "Plays the moves that people of this rating play, instead of a search (%1 to %2; fewer and fewer up to %3)"
        )
        self.people.setToolTip(ForeignText(words.filled(tip, HUMAN_FROM, HUMAN_TO, SEARCHES_FROM)).tip)
        for box, on in ((self.book, chain.book), (self.tables, chain.tables), (self.people, chain.people)):
            box.setChecked(on)

    def _make_variety(self, settings: Settings) -> QSpinBox:
        setting = TABLE["book_sound"]
        field = number_field(settings.number(setting.key), setting.lowest, setting.highest, " %")
        field.setPrefix(self.tr("variety "))
        field.setAccessibleName(self.tr("Variety of the opening book in percent"))
        field.setToolTip(
            self.tr("How often the book plays a sound move without ! that people play, beside its first choice")
        )
        return field

    def _make_style(self, settings: Settings, saved: tuple[str, ...]) -> None:
        texts = {
            "normal": self.tr("Plays the move it thinks best"),
            "aggressive": self.tr("Attacks the king"),
            "solid": self.tr("Protects its pieces and pawns"),
            "defensive": self.tr("Takes material and defends"),
            **{name: QCoreApplication.translate("Styles", name) for name in TEXT_STYLES},
        }
        self.style_box = ChoiceField()
        self.style_box.setAccessibleName(self.tr("Style"))
        for style in STYLES:
            self.style_box.addItem(texts[style], style)
        for name in saved:
            self.style_box.addItem(ForeignText(name).caption, name)
        self.style_box.setCurrentIndex(max(0, self.style_box.findData(style_of(settings))))

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
        self.bound.setCurrentIndex(max(0, self.bound.findData(settings.text("engine_bound"))))

    def _update_variety(self) -> None:
        self.variety.setVisible(self.book.isChecked() and not self._children)

    def _update_bound(self) -> None:
        key = str(self.bound.currentData())
        self.amount.setVisible(key != "clock" and not self._children)
        self.amount.setAccessibleName(self.bound.currentText())
        if key != "clock":
            suffix = {"time": self.tr(" s a move"), "depth": self.tr(" half moves"), "nodes": self.tr(" thousand")}
            self.amount.setSuffix(suffix[key])
            self.amount.setRange(1, _HIGHEST[key])
            self.amount.setValue(_USUAL[key])
        self.changed.emit()

    def _choose_style(self) -> None:
        """Sets full strength for a style with its own search."""
        if not self.calibrated:
            self.strength.set_elo(None)

    def _update_level(self) -> None:
        level = self.level
        name = self.tr(level.name if level.elo is None else class_level(level.elo).name)
        sentence = self.tr(level.sentence)
        if self._children and level.elo is not None:
            sentence = ""
        elif not self.calibrated and level.elo is not None:
            name = self.tr("Limited as at %1").replace("%1", str(level.elo))
            sentence = self.tr(
                "less depth, fewer positions, errors in the values; the Elo of this style is not measured"
            )
        elif not self.calibrated:
            sentence = self.tr("its own evaluation and search")
            known = STYLE_ELO.get(self.style_key)
            name = f"{name} ≈ {known} Elo" if known and not self._children else name
        self._words.setText(f"{name}: {sentence}" if sentence and (level.elo or not self.calibrated) else name)
        self.people.setVisible(self.plays_as_people)
        self.changed.emit()

    @property
    def plays_as_people(self) -> bool:
        """Whether the chosen strength and style can play as people do."""
        elo = self.strength.elo
        return self.calibrated and elo is not None and human_share(elo) > 0

    @property
    def calibrated(self) -> bool:
        """Whether the levels were measured with the chosen style: not with one that brings its own evaluation and search."""
        return self.style_key in STYLES and self.style_key not in TEXT_STYLES

    @property
    def level(self) -> PlayingLevel:
        """The chosen level."""
        elo = self.strength.elo
        return FULL_STRENGTH if elo is None else level_at(elo)

    @property
    def chain(self) -> OpponentSources:
        """The move sources that are switched on."""
        people = self.plays_as_people and self.people.isChecked()
        return OpponentSources(self.book.isChecked(), self.tables.isChecked(), people)

    @property
    def style_key(self) -> str:
        """The key of the chosen style."""
        return str(self.style_box.currentData())

    @property
    def bound_key(self) -> str:
        """The key of the chosen search limit."""
        return str(self.bound.currentData())

    @property
    def amount_kept(self) -> int:
        """The value of the limit; 0 if only the clock limits the search."""
        return self.amount.value() if self.bound_key != "clock" else 0

    def budget(self) -> FixedLimits:
        """The search limits."""
        return budget_of(self.bound_key, self.amount_kept)
