"""Learning the weights of a style by self-play."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QFormLayout, QWidget

from desktop.model.job import JobState
from desktop.services.engines.style_service import StyleService
from desktop.services.kit.job_service import JobService
from desktop.views.kit import words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import ChoiceField, NumberField, caption, number_field
from desktop.views.kit.layouts import STRETCH, in_column, in_row, scrolled
from desktop.views.kit.messages import plain_label
from desktop.views.kit.work_parts import show_status, thin_bar, wrapped
from engine.evaluation.texts.style import PHASES, TERM_NAMES, Style
from engine.jobs.style_learning import StyleLearningRequest


class LearningPage(QWidget):
    """The method, its games, what has changed so far, and a button that takes the weights over."""

    def __init__(
        self,
        styles: StyleService,
        learning: JobService[StyleLearningRequest, Style],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._styles, self._learning = styles, learning
        self.method = ChoiceField()
        for text, key in (
            (self.tr("Series: two versions play, the loser's weight moves by 10 %"), "series"),
            (self.tr("A. Samuel 1959: towards a search two plies deeper"), "samuel"),
            (self.tr("TD(lambda), as KnightCap: towards the next values and the result"), "td"),
        ):
            self.method.addItem(text, key)
        self.games = number_field(20, 2, 100_000)
        self.nodes = number_field(1_000, 100, 1_000_000)
        form = QFormLayout()
        self._add(form, self.tr("Method"), self.method)
        self._add(form, self.tr("Games (of each series)"), self.games)
        self._add(form, self.tr("Nodes a move"), self.nodes)
        self.start = push_button(self.tr("S&tart"), self._start, auto_default=False)
        self.stop = push_button(self.tr("Stop"), learning.stop, auto_default=False)
        self.take = push_button(self.tr("&Use these weights"), self._take, auto_default=False)
        self.bar, self.status, self.changes = thin_bar(), wrapped(), plain_label(wrap=True)
        self.changes.setAlignment(Qt.AlignmentFlag.AlignTop)
        hint = plain_label(
            self.tr(
                "The style plays against itself. Terms of weight 0 stay at 0. Nothing changes until you use the weights."
            ),
            look="quiet",
            wrap=True,
        )
        in_column(
            form,
            in_row(self.start, self.stop, self.take, STRETCH, spacing=2),
            self.bar,
            self.status,
            (scrolled(self.changes), 1),
            hint,
            inside=self,
            margins=2,
            spacing=2,
        )
        learning.changed.connect(self._update)
        self._update(learning.state)

    def _add(self, form: QFormLayout, text: str, field: NumberField | ChoiceField) -> None:
        field.setAccessibleName(text)
        form.addRow(caption(text, field), field)

    @Slot()
    def _start(self) -> None:
        method = str(self.method.currentData())
        self._learning.begin(StyleLearningRequest(self._styles.style, method, self.games.value(), self.nodes.value()))

    @Slot()
    def _take(self) -> None:
        found = self._learning.state.last
        if found is not None:
            self._styles.change(replace(self._styles.style, weights=found.weights))

    @Slot(object)
    def _update(self, state: JobState[StyleLearningRequest, Style]) -> None:
        self.start.setEnabled(not state.running)
        self.stop.setEnabled(state.running)
        self.take.setEnabled(state.last is not None and not state.running)
        self.bar.setVisible(state.running)
        self.bar.setRange(0, 1000 if state.total else 0)
        self.bar.setValue(state.per_mille)
        rows = []
        if state.request is not None and state.last is not None:
            before, after = state.request.style, state.last
            rows = [row for name in TERM_NAMES if (row := _row(name, before.weight(name), after.weight(name)))]
        counted = self.tr("Weights changed: %1").replace("%1", str(len(rows))) if state.last is not None else ""
        show_status(self.status, state.problem, counted)
        self.changes.setText("\n".join(rows))


def _row(name: str, before: tuple[float, ...], after: tuple[float, ...]) -> str:
    """A term and its weights, phase by phase if they differ; empty if no shown figure has changed."""
    pairs = [(f"{old:.3g}", f"{new:.3g}") for old, new in zip(before, after, strict=True)]
    texts = [f"{words.figures(old)} → {words.figures(new)}" if old != new else "" for old, new in pairs]
    phases = [QCoreApplication.translate("Styles", phase) for phase in PHASES]
    shown = [f"{phase} {text}" for phase, text in zip(phases, texts, strict=True) if text]
    if not shown:
        return ""
    return f"{QCoreApplication.translate('Styles', name)}: {texts[0] if len({*texts}) == 1 else ', '.join(shown)}"
