"""The trainer of openings: choose a repertoire, answer on the board, hear what was right and when it comes again."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop.model.training import RepertoireRow, TrainingPhase, TrainingState
from desktop.services.all_services import Services
from desktop.views.kit import theme, words
from desktop.views.kit.icons import icon
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import percent
from engine.rules.fen import START_FEN

_SESSION = (TrainingPhase.ASKING, TrainingPhase.JUDGING, TrainingPhase.RIGHT, TrainingPhase.WRONG)


class OpeningTrainerView(QWidget):
    """Shows one `TrainingState`."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._trainer = services.openings
        self._shown: tuple[RepertoireRow, ...] | None = None
        self.heading = plain_label()
        self.heading.setProperty("look", "heading")
        self.status = plain_label()
        self.status.setWordWrap(True)
        self.status.setProperty("look", "quiet")
        self.feedback = plain_label()
        self.feedback.setWordWrap(True)
        self.feedback.setMinimumHeight(10 * theme.SPACE)  # two lines, so that the buttons below do not jump
        self.feedback.setAccessibleName(self.tr("Grade of the answer"))
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * theme.SPACE, 2 * theme.SPACE, 3 * theme.SPACE, 2 * theme.SPACE)
        column.setSpacing(2 * theme.SPACE)
        for part in (self.heading, self.status, self.feedback):
            column.addWidget(part)
        self._choice, self._buttons = self._make_choice(), self._make_buttons()
        column.addWidget(self._choice)
        column.addWidget(self._buttons)
        self._trainer.changed.connect(self._update_training)
        self._update_training(self._trainer.state)
        self._trainer.count()

    # Putting together

    def _make_choice(self) -> QWidget:
        choice = QWidget()
        column = QVBoxLayout(choice)
        column.setContentsMargins(0, 0, 0, 0)
        self._list = QVBoxLayout()
        self._list.setSpacing(theme.SPACE)
        column.addLayout(self._list)
        caption = plain_label(self.tr("Add a repertoire"))
        caption.setProperty("look", "caption")
        column.addWidget(caption)
        grid = QGridLayout()
        grid.setSpacing(2 * theme.SPACE)
        texts = (
            (self.tr("White, all openings"), True, False),
            (self.tr("Black, all openings"), False, False),
            (self.tr("White from here"), True, True),
            (self.tr("Black from here"), False, True),
        )
        for place, (text, white, here) in enumerate(texts):
            add = _button(text, lambda white=white, here=here: self._add(white, here))  # type: ignore[misc]
            grid.addWidget(add, place // 2, place % 2)
        column.addLayout(grid)
        return choice

    def _make_buttons(self) -> QWidget:
        trainer = self._trainer
        self.hint = _button(self.tr("H&int"), trainer.show_hint)
        self.next = _button(self.tr("Ne&xt"), trainer.next)
        self.end = _button(self.tr("En&d"), trainer.end)
        self.retry = _button(self.tr("&Retry wrong"), lambda: self._again(True))
        self.again = _button(self.tr("C&ontinue"), lambda: self._again(False))
        self.choose = _button(self.tr("Bac&k"), trainer.choose)
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * theme.SPACE)
        for button in (self.hint, self.next, self.end, self.retry, self.again, self.choose):
            row.addWidget(button)
        row.addStretch(1)
        return bar

    def _make_row(self, repertoire: RepertoireRow) -> QFrame:
        frame = QFrame()
        frame.setProperty("look", "card")
        name = plain_label(repertoire.name)
        waiting = plain_label(
            self.tr("%1 due, %2 new").replace("%1", str(repertoire.due)).replace("%2", str(repertoire.new))
        )
        waiting.setProperty("look", "quiet")
        train = _button(self.tr("Train"), lambda: self._trainer.begin(repertoire))
        train.setEnabled(bool(repertoire.due + repertoire.new))
        train.setAccessibleName(self.tr("Train %1").replace("%1", repertoire.name))
        remove = QToolButton()
        remove.setIcon(icon("x"))
        remove.setToolTip(self.tr("Remove this repertoire; your progress with its positions is kept"))
        remove.setAccessibleName(self.tr("Forget %1").replace("%1", repertoire.name))
        remove.clicked.connect(lambda: self._trainer.remove(repertoire.id))
        name.setFont(theme.font(theme.BODY, bold=True))
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE)
        name.setWordWrap(True)
        row.addWidget(name, 1)
        row.addWidget(train)
        if repertoire.gap_fen:
            gap = QToolButton()
            gap.setIcon(icon("eye"))
            gap.setToolTip(self.tr("Shows your biggest gap on the board"))
            gap.setAccessibleName(self.tr("Show the biggest gap of %1").replace("%1", repertoire.name))
            gap.clicked.connect(lambda: self._services.files.set_position(repertoire.gap_fen))
            row.addWidget(gap)
        row.addWidget(remove)
        column = QVBoxLayout(frame)
        column.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
        column.setSpacing(0)
        column.addLayout(row)
        for line in (waiting, *self._prospect(repertoire)):
            column.addWidget(line)
        return frame

    def _prospect(self, repertoire: RepertoireRow) -> list[QWidget]:
        """How far the repertoire reaches, and its biggest gap."""
        texts = [self.tr("Your move 5 is in the book in %1 of the games").replace("%1", percent(repertoire.answered))]
        if repertoire.gap_move:
            text = self.tr("No answer to %1, met in %2 of the games").replace("%1", repertoire.gap_move)
            texts.append(text.replace("%2", _share(repertoire.gap_share)))
        labels: list[QWidget] = []
        for text in texts:
            label = plain_label(text)
            label.setProperty("look", "quiet")
            label.setWordWrap(True)
            labels.append(label)
        return labels

    # Gestures

    def _add(self, white: bool, here: bool) -> None:
        side = self.tr("White") if white else self.tr("Black")
        opening = self._services.book.state.opening if here else ""
        name = f"{side}: {opening}" if opening else side
        self._trainer.add(name, white, self._services.game.state.fen if here else START_FEN)

    def _again(self, failed_only: bool) -> None:
        chosen = self._trainer.state.chosen
        if chosen is not None:
            self._trainer.begin(chosen, failed_only)

    # What the trainer says

    @Slot(object)
    def _update_training(self, state: TrainingState) -> None:
        phase = state.phase
        choosing = phase is TrainingPhase.CHOOSING
        self._choice.setVisible(choosing)
        self._buttons.setVisible(not choosing)
        self.feedback.setVisible(not choosing)
        self.heading.setText(self.tr("Train your openings") if choosing or not state.chosen else state.chosen.name)
        self.status.setText(words.said(state.problem) or self._status(state))
        self.feedback.setText(self._feedback(state))
        self.hint.setVisible(phase in _SESSION and phase is not TrainingPhase.WRONG)
        self.hint.setEnabled(phase is TrainingPhase.ASKING and not state.hint)
        self.next.setVisible(phase is TrainingPhase.WRONG)
        self.end.setVisible(phase in _SESSION)
        for button in (self.again, self.choose):
            button.setVisible(phase is TrainingPhase.DONE)
        self.retry.setVisible(phase is TrainingPhase.DONE and state.failed > 0)
        if state.repertoires != self._shown:
            self._show_repertoires(state.repertoires or ())
            self._shown = state.repertoires

    def _show_repertoires(self, rows: tuple[RepertoireRow, ...]) -> None:
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row in rows:
            self._list.addWidget(self._make_row(row))

    def _status(self, state: TrainingState) -> str:
        if state.phase is TrainingPhase.CHOOSING:
            if state.repertoires is None:
                return self.tr("Counting due positions …")
            if not state.repertoires:
                return self.tr(
                    "Mark a side of your book as a repertoire. Positions come back just before you would forget them."
                )
            return self.tr("Positions due: %1").replace("%1", str(state.due))
        if state.phase is TrainingPhase.DONE:
            return self.tr("%1 of %2 right").replace("%1", str(state.right)).replace("%2", str(state.asked))
        left = state.question.left if state.question is not None else 0
        done = self.tr("%1 left · %2 of %3 right").replace("%1", str(left))
        return done.replace("%2", str(state.right)).replace("%3", str(state.asked))

    def _feedback(self, state: TrainingState) -> str:
        question, judged = state.question, state.judged
        if state.phase is TrainingPhase.DONE:
            words = self._grade_words()
            return ", ".join(f"{words[grade]}: {count}" for grade, count in state.grades)
        if question is None or state.phase is TrainingPhase.CHOOSING:
            return ""
        if state.phase is TrainingPhase.ASKING:
            side = self.tr("White") if question.white else self.tr("Black")
            asked = self.tr("New: what does %1 play?") if question.new else self.tr("What does %1 play?")
            return asked.replace("%1", side)
        if judged is None:
            return ""
        if not judged.right:
            right = ", ".join(san for _, san in question.answers)
            text = self.tr("%1 is not your move here. The book plays %2. It will be asked again in this session.")
            return text.replace("%1", state.played).replace("%2", right)
        text = self.tr("Right: %1 (%2). Next time in %3.").replace("%1", state.played)
        return text.replace("%2", self._grade_words()[judged.grade]).replace("%3", self._span(judged.days))

    def _grade_words(self) -> dict[str, str]:
        return {
            "again": self.tr("wrong"),
            "hard": self.tr("hard"),
            "good": self.tr("good"),
            "easy": self.tr("easy"),
        }

    def _span(self, days: float) -> str:
        if days < 1 / 24:
            return self.tr("%1 minutes").replace("%1", str(max(1, round(days * 1440))))
        if days < 1:
            return self.tr("%1 hours").replace("%1", str(round(days * 24)))
        return self.tr("%1 days").replace("%1", str(round(days)))


def _share(share: float) -> str:
    return percent(share, 0 if share >= 0.095 else 1)


def _button(text: str, clicked: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.clicked.connect(lambda _checked=False: clicked())
    return button
