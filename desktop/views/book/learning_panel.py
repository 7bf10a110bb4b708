"""The learning log: lessons by game, with their reasons and changes; each can be accepted or undone."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from desktop.model.book.learning import LearningState, LessonDecision, LessonRow
from desktop.services.book.learning_service import LearningService
from desktop.services.files.file_service import FileService
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, Flow, in_column, in_row
from desktop.views.kit.messages import ask, plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.work_parts import panel_head, show_status
from engine.game.reason import Reason, ReasonKind

_MOST_GAMES = 20  # shown at first, and added each time the user asks for more


class LearningPanel(QFrame):
    """Games, newest first, each with its lessons in the order they were learned."""

    def __init__(
        self,
        files: FileService,
        learning: LearningService,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._files, self._learning = files, learning
        self._rows: tuple[LessonRow, ...] = ()
        self._shown = _MOST_GAMES
        self.setProperty("look", "card")
        self.status = plain_label(wrap=True)
        self._scroll = _LogScroll()
        self.empty = placeholder_card(
            self.tr(
                "Nothing yet. When the engine loses a game at full strength, it finds its first mistake, avoids it from "
                "then on, and reports it here. Levels remember their own games. You can undo every lesson."
            ),
            push_button(self.tr("New game …"), actions["new_game"].trigger, look="primary"),
            picture="brain",
        )
        filler = (STRETCH, 0)  # while games wait, and nothing is learned yet
        parts = (self._make_head(), self.status, (self.empty, 1), (self._scroll, 1), filler)
        in_column(*parts, inside=self, margins=(3, 2, 3, 2), spacing=1)
        learning.changed.connect(self._update_log)
        self._update_log(learning.state)
        learning.refresh()

    def _make_head(self) -> Flow:
        """Makes the buttons for all games together."""
        learning = self._learning
        self.accept_everything = self._tool("checks", self.tr("Accept everything"), learning.accept_everything)
        self.undo_everything = self._tool(
            "arrow-counter-clockwise", self.tr("Undo everything …"), self._ask_undo_everything
        )
        return panel_head(self.tr("Learned from games"), self.accept_everything, self.undo_everything)

    def _ask_undo_everything(self) -> None:
        question = self.tr(
            "Undo everything that was ever learned from games? Lessons can be learned again one by one, results cannot."
        )
        ask(self.window(), question, self.tr("Take it back"), self._learning.undo_everything)

    @Slot(object)
    def _update_log(self, state: LearningState) -> None:
        show_status(self.status, state.problem, self._status_text(state), "quiet")
        self.empty.setVisible(not (state.rows or state.running or state.waiting or state.problem))
        self.status.setVisible(self.empty.isHidden())
        self._scroll.setVisible(bool(state.rows))
        self.accept_everything.setVisible(state.new > 1)
        self.undo_everything.setVisible(any(row.state is not LessonDecision.REJECTED for row in state.rows))
        if state.rows and state.rows != self._rows:
            self._show_log(state)
        self._rows = state.rows

    def _show_log(self, state: LearningState) -> None:
        held, bar = self._held(), self._scroll.verticalScrollBar()
        at, log = bar.value(), self._make_log(state)
        self._scroll.setWidget(log)
        self._scroll.updateGeometry()
        log.adjustSize()  # so that positions in it are known now
        bar.setValue(at)
        self._hold(held)

    def _show_older(self) -> None:
        """Shows more games; the keyboard focus goes to the first of them."""
        self._shown += _MOST_GAMES
        self._show_log(self._learning.state)

    def _held(self) -> tuple[int, object] | None:
        """Returns the log's button that has the keyboard focus: its index, and its lesson or game."""
        for place, button in enumerate(self._log_buttons()):
            if button.hasFocus():
                return place, button.property("about")
        return None

    def _hold(self, held: tuple[int, object] | None) -> None:
        """Returns the keyboard focus to the same lesson after a rebuild of the log, or to the button now at its index."""
        buttons = self._log_buttons()
        if held is None or not buttons:
            return
        place, about = held
        same = [button for button in buttons if about is not None and button.property("about") == about]
        chosen = same[0] if same else buttons[min(place, len(buttons) - 1)]
        chosen.setFocus()
        self._scroll.ensureWidgetVisible(chosen)

    def _log_buttons(self) -> list[QAbstractButton]:
        log = self._scroll.widget()
        return log.findChildren(QAbstractButton) if log is not None else []

    def _status_text(self, state: LearningState) -> str:
        if state.running and state.moves:
            text = self.tr("Looking for mistakes: move %1 of %2, from the end. It stops as soon as you play.")
            return words.filled(text, state.looked_at + 1, state.moves)
        if state.running:
            return self.tr("Looking for mistakes, game by game. It stops as soon as you play.")
        if state.waiting:
            return self.tr("Games waiting for analysis: %1. It continues when no game is being played.").replace(
                "%1", str(state.waiting)
            )
        return self.tr("All games are analysed.")

    def _make_log(self, state: LearningState) -> QWidget:
        log = QWidget()
        column = in_column(inside=log, margins=(0, 0, 2, 0), spacing=2)
        games = state.games
        for game in games[: self._shown]:
            lessons = state.of_game(game)
            column.addLayout(self._make_game(game, lessons))
            for lesson in lessons:
                column.addWidget(self._make_lesson(lesson))
        if len(games) > self._shown:
            text = self.tr("Show older games (%1)").replace("%1", str(len(games) - self._shown))
            column.addWidget(self._button(text, self._show_older), 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        return log

    def _make_game(self, game: int, lessons: tuple[LessonRow, ...]) -> QHBoxLayout:
        learning = self._learning
        caption = plain_label(
            self.tr("Game %1").replace("%1", str(game))
            if game > 0  # negative numbers are the times of the book's health checks
            else self.tr("Check of %1").replace("%1", words.second(-game))
        )
        caption.setProperty("look", "caption")
        row = QHBoxLayout()
        row.addWidget(caption, 1)
        new = [lesson.id for lesson in lessons if lesson.state is LessonDecision.NEW]
        if len(new) > 1:
            row.addWidget(self._button(self.tr("Accept all"), lambda: learning.accept(*new), f"game {game}"))
        if any(lesson.state is not LessonDecision.REJECTED for lesson in lessons):
            name = self.tr("Undo game") if game > 0 else self.tr("Undo check")
            button = self._button(name, lambda: learning.undo_game(game), f"game {game}")
            button.setToolTip(
                self.tr("Undoes everything that this game taught: lessons, results and credit")
                if game > 0
                else self.tr("Undoes everything that this check changed: lessons and values")
            )
            row.addWidget(button)
        return row

    def _make_lesson(self, lesson: LessonRow) -> QFrame:
        frame = QFrame()
        frame.setProperty("look", "card")
        text = plain_label(words.reason(_without_game(lesson.reason)), wrap=True)
        change = plain_label(self._change_text(lesson), look="quiet", wrap=True)
        show = self._tool("eye", self.tr("Show the position"), lambda: self._files.set_position(lesson.fen))
        buttons = in_row((change, 1), show, spacing=0)
        self._add_verdicts(buttons, lesson)
        in_column(text, buttons, inside=frame, margins=(2, 1, 2, 2), spacing=1)
        return frame

    def _add_verdicts(self, buttons: QHBoxLayout, lesson: LessonRow) -> None:
        learning, id = self._learning, lesson.id
        if lesson.state is LessonDecision.NEW:
            buttons.addWidget(self._tool("check", self.tr("Accept"), lambda: learning.accept(id), id))
        if lesson.state is LessonDecision.REJECTED:
            buttons.addWidget(self._tool("arrow-clockwise", self.tr("Learn again"), lambda: learning.accept(id), id))
        else:
            new = lesson.state is LessonDecision.NEW
            name, picture = (self.tr("Reject"), "x") if new else (self.tr("Undo"), "arrow-counter-clockwise")
            buttons.addWidget(self._tool(picture, name, lambda: learning.reject(id), id))

    def _change_text(self, lesson: LessonRow) -> str:
        before, after = (self._flag_word(flag) for flag in (lesson.flag_before, lesson.flag_after))
        flags = f"{before} → {after}" if before != after else after
        changed = abs(lesson.chance_before - lesson.chance_after) >= 0.005
        chance = self.tr("played %1 → %2") if changed else ""
        chance = words.filled(chance, words.percent(lesson.chance_before), words.percent(lesson.chance_after))
        states = {
            LessonDecision.NEW: "",
            LessonDecision.ACCEPTED: self.tr("accepted"),
            LessonDecision.REJECTED: self.tr("undone"),
        }
        return " · ".join(part for part in (flags, chance, states[lesson.state]) if part)

    def _flag_word(self, flag: str | None) -> str:
        said = {None: self.tr("not in book"), "": self.tr("normal"), ".": self.tr("unchecked")}
        return said.get(flag, str(flag))

    @staticmethod
    def _tool(picture: str, text: str, clicked: Callable[[], object], about: int | None = None) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon(picture))
        button.setIconSize(theme.size(18, 18))
        button.setFixedSize(theme.scaled(30), theme.scaled(28))
        button.setToolTip(ForeignText(text).tip)
        button.setAccessibleName(text)
        button.setProperty("about", about)
        button.clicked.connect(lambda _checked=False: clicked())
        return button

    @staticmethod
    def _button(text: str, clicked: Callable[[], object], about: str | None = None) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("about", about)
        button.clicked.connect(lambda _checked=False: clicked())
        return button


def _without_game(reason: Reason) -> Reason:
    """Returns the lesson without its game number or day of the check, which the heading shows."""
    lesson = reason.values[-1] if reason.kind in (ReasonKind.AFTER_GAME, ReasonKind.AFTER_CHECK) else reason
    return lesson if isinstance(lesson, Reason) else reason


class _LogScroll(QScrollArea):
    """The scrolling log, about four lessons high."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setMinimumHeight(theme.scaled(120))

    def sizeHint(self) -> QSize:
        """The height of the log, up to 400 pixels."""
        widget = self.widget()
        return QSize(
            theme.scaled(300), min(theme.scaled(400), widget.sizeHint().height() if widget else theme.scaled(120))
        )
