"""The endgame trainer: choose an ending and play it on the board; a move that gives the result away is reported at once."""

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import (
    QFormLayout,
    QProgressBar,
    QWidget,
)

from desktop.model.drill import DrillPhase
from desktop.model.endgame import EndgameState, ExerciseGoal, ExerciseRequest, ExerciseTally
from desktop.services.training.endgame_trainer import EndgameTrainer
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button, settled_button
from desktop.views.kit.drill_panel import DrillPanel, set_primary
from desktop.views.kit.fields import ChoiceField, named, number_field
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, Flow, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.tables.lesson_cards import LessonCards
from desktop.views.tables.tablebase_text import moves_text, result_word
from engine.drill.sources.endgames import EndgameStep, ThemeProgress
from engine.game.outcome import Termination
from tablebases.lesson_themes import THEMES
from tablebases.lessons import LESSONS, LessonEnd
from tablebases.trainer import EndgameJudgement
from tablebases.wdl import Wdl

LONGEST_MOVES = 120  # above the longest DTZ of any five-man table


def _tr(text: str) -> str:
    return QCoreApplication.translate("Trainer", text)


def ending_name(signature: str) -> str:
    """An ending's name with its pieces in words: `KQvKR · queen – rook`."""
    words = {"Q": _tr("queen"), "R": _tr("rook"), "B": _tr("bishop"), "N": _tr("knight"), "P": _tr("pawn")}
    first, second = (side[1:] for side in signature.split("v"))
    one = " + ".join(words[letter] for letter in first)
    two = " + ".join(words[letter] for letter in second) or _tr("king")
    return f"{signature} · {one} – {two}"


def task(state: EndgameState) -> str:
    """The heading: the lesson, or the task as `Win: KQvK · queen – king`."""
    if state.wish.lesson >= 0:
        return lesson_name(state.wish.lesson)
    words = _tr("Win: %1") if state.wish.goal is ExerciseGoal.WIN else _tr("Hold the draw: %1")
    return words.replace("%1", ending_name(state.wish.signature))


def _end(state: EndgameState) -> LessonEnd:
    if state.wish.lesson >= 0:
        return LESSONS[state.wish.lesson].end
    return LessonEnd.MATE if state.wish.goal is ExerciseGoal.WIN else LessonEnd.HELD


def _is_through(state: EndgameState) -> bool:
    return state.wish.lesson >= 0 and LESSONS[state.wish.lesson].through


def lesson_name(number: int) -> str:
    """The lesson and its position: `Opposition 3 / 13`."""
    kind = LESSONS[number].theme
    same = [place for place, lesson in enumerate(LESSONS) if lesson.theme == kind]
    return f"{words.text_of(THEMES[kind].name)} {same.index(number) + 1} / {len(same)}"


def method(state: EndgameState) -> str:
    """The method of a lesson, a sentence a line; empty without a lesson."""
    if state.wish.lesson < 0 or state.phase is DrillPhase.OFF or state.searching:
        return ""
    told = THEMES[LESSONS[state.wish.lesson].theme].method
    return "\n".join(f"{number}. {words.text_of(sentence)}" for number, sentence in enumerate(told, 1))


def status(state: EndgameState) -> str:
    """The state of the exercise, and the next step."""
    if state.phase is DrillPhase.OFF:
        return _tr("Choose a lesson. You have White, and the opponent makes it hard for you.")
    if state.searching:
        return _tr("Looking for a position …")
    if state.phase is DrillPhase.JUDGING:
        return _tr("Waiting for the tables …")
    if state.phase is DrillPhase.WRONG:
        return _tr("Go back and find the move, or take the next position.")
    if state.phase is DrillPhase.SOLVED:
        return _tr("The solution is in the moves. Start over and try it yourself.")
    if state.phase is DrillPhase.DONE and state.children:
        return _tr("Well done!") if not state.slips else _tr("Done. Start over, and try it without a mistake.")
    if state.phase is DrillPhase.DONE:
        slips = _tr("Without a slip.") if not state.slips else _tr("Slips: %1.").replace("%1", str(state.slips))
        return _tr("Your moves: %1.").replace("%1", str(state.moves)) + " " + slips
    if state.wish.lesson >= 0:
        lesson = LESSONS[state.wish.lesson]
        return words.text_of(THEMES[lesson.theme].goal(lesson.win))
    if state.wish.goal is ExerciseGoal.DRAW:
        return _tr("White to move. Twenty moves without a slip hold the draw.")
    text = _tr("White to move. At the start perfect play needs %1 to a capture, pawn move or mate.")
    return text.replace("%1", moves_text(state.distance))


def feedback(state: EndgameState) -> str:
    """The effect of the last move; empty before the first."""
    step = state.step
    if state.phase is DrillPhase.OFF:
        return words.sentence(state.problem)
    if not state.tried or step is None or step.judgement is None or state.phase is DrillPhase.JUDGING:
        return ""
    tried, judged = words.moves(state.tried), step.judgement
    best = words.moves(judged.best)
    if state.phase is DrillPhase.WRONG:
        return _slip(state, step, judged, tried)
    if state.phase is DrillPhase.DONE:
        if step.outcome is not None and step.outcome.termination is Termination.CHECKMATE:
            return _tr("%1 is mate. Won!").replace("%1", tried.rstrip("#"))
        if _end(state) is LessonEnd.CAPTURE:
            return _tr("%1 wins the piece.").replace("%1", tried)
        if state.wish.goal is ExerciseGoal.WIN:
            return _tr("The pawn is through. Won!")
        return _tr("The draw is held.") if not _is_through(state) else _tr("The pawn is stopped.")
    if judged.lost and state.children:
        return words.filled(_tr("%1 still wins; %2 was quicker."), tried, best)
    if judged.lost:
        text = words.filled(_tr("%1 still wins; %2 was quicker by %3."), tried, best)
        return text.replace("%3", moves_text(judged.lost))
    if step.few:
        return _tr("%1 is best.").replace("%1", tried) if judged.after == Wdl.WIN else _tr("The draw still holds.")
    if judged.after == Wdl.WIN:
        return _tr("%1: the pawn still gets through.").replace("%1", tried)
    return _tr("%1: the pawn is still stopped.").replace("%1", tried)


def _slip(state: EndgameState, step: EndgameStep, judged: EndgameJudgement, tried: str) -> str:
    """The effect of a wrong move. The right one is not named: the user goes back to find it, or asks for the solution."""
    if step.missed and not judged.slipped:
        at_once = _end(state) is LessonEnd.MATE_AT_ONCE
        text = _tr("%1 is not mate. There is a mate in one.") if at_once else _tr("%1 does not win the piece at once.")
        return text.replace("%1", tried)
    if judged.after == Wdl.WIN:
        return _tr("The win slips: the game is drawn by the rules. Find a shorter way.")
    wins = judged.before == Wdl.WIN
    if not step.few:
        text = _tr("After %1 Black stops the pawn.") if wins else _tr("After %1 the pawn gets through.")
    elif judged.after == Wdl.CURSED_WIN:
        text = _tr("The win slips: after %1 it takes too long for the fifty-move rule.")
    else:
        text = _tr("The win slips: after %1 it is a %2.") if wins else _tr("The draw slips: after %1 it is a %2.")
    return words.filled(text, tried, result_word(judged.after.words))


def tally_text(tally: ExerciseTally) -> str:
    """The tally of the session: `3 of 4 without a slip · 27 moves · 1 slip`."""
    text = _tr("Session: %1 finished, %2 without a slip · moves: %3, slips: %4")
    numbers = (tally.finished, tally.clean, tally.moves, tally.slips)
    return words.filled(text, *numbers)


class EndgameTrainerView(DrillPanel):
    """Shows one `EndgameState`; holds no state beyond its fields."""

    def __init__(self, endgames: EndgameTrainer, parent: QWidget | None = None) -> None:
        super().__init__(endgames, parent)
        self._trainer = endgames
        self._free = False  # any position of an ending is chosen, not a lesson
        self.cards = LessonCards()
        self.cards.setMinimumHeight(self.cards.row_size().height())
        self.cards.chosen.connect(self._begin_lesson)
        self.method = plain_label(wrap=True, name=self.tr("Method"))
        self.feedback.setAccessibleName(self.tr("Effect of the last move"))
        self._picture = plain_label()
        self._picture.setFixedSize(theme.size(20, 20))
        self.tally = plain_label(look="quiet")
        self._busy = named(QProgressBar(), self.tr("Looking for a position"))
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._make_form(self._trainer.state.wish)
        self._make_buttons()
        self._arrange()
        self._follow()
        self._trainer.list_signatures()

    def _make_form(self, wish: ExerciseRequest) -> None:
        self.signature = named(ChoiceField(), self.tr("Ending"))
        self.goal = named(ChoiceField(), self.tr("Task"))
        self.goal.addItem(self.tr("win it"), ExerciseGoal.WIN)
        self.goal.addItem(self.tr("hold the draw"), ExerciseGoal.DRAW)
        self.goal.currentIndexChanged.connect(self._update_goal)
        self.shortest = number_field(wish.shortest, 1, LONGEST_MOVES)
        self.longest = number_field(wish.longest, 1, LONGEST_MOVES)
        self.shortest.setAccessibleName(self.tr("Least moves to the next capture, pawn move or mate"))
        self.longest.setAccessibleName(self.tr("Most moves to the next capture, pawn move or mate"))
        self.shortest.valueChanged.connect(lambda value: self.longest.setMinimum(value))
        self._range = QWidget()
        in_row(
            (self.shortest, 1), plain_label(self.tr("to")), (self.longest, 1), inside=self._range, margins=0, spacing=2
        )
        self.form = QWidget()
        self._rows = QFormLayout(self.form)
        self._rows.setContentsMargins(0, theme.SPACE, 0, 0)
        self._rows.setVerticalSpacing(theme.SPACE)
        self._rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._rows.addRow(self.tr("En&ding"), self.signature)
        self._rows.addRow(self.tr("Tas&k"), self.goal)
        self._rows.addRow(self.tr("Moves (DTZ)"), self._range)

    def _make_buttons(self) -> None:
        self.begin_button = push_button(self.tr("Beg&in"), self._begin, look="primary")
        self.due_button = settled_button(
            "", self._trainer.begin_due, self.tr("The lessons that you might soon forget, then new ones")
        )
        self.free_button = settled_button(
            self.tr("An&y ending …"),
            self._choose_freely,
            self.tr("Play any position of an ending against perfect defence"),
        )
        self.lessons_button = settled_button(self.tr("&Lessons"), self._choose_lesson)
        self.cancel_button = settled_button(self.tr("&Cancel"), self._trainer.choose)
        self.retry_button = settled_button(self.tr("T&ry again"), self._trainer.retry)
        self.retry_button.setProperty("look", "primary")
        self.restart_button = settled_button(self.tr("Star&t over"), self._trainer.restart)
        self.choose_button = settled_button(
            self.tr("&Choose …"), self._trainer.choose, self.tr("Another lesson or ending")
        )

    def _arrange(self) -> None:
        said = in_row(self._picture, (self.feedback, 1), spacing=2)
        head = in_row((self.heading, 1), self.begin_button, spacing=2)  # a low panel would cut it off below the form
        chosen = Flow(self.due_button, self.free_button, self.lessons_button, self.cancel_button)
        helps = (self.hint, self.solution, self.retry_button, self.restart_button)
        playing = Flow(*helps, self.next, self.choose_button, self.to_question)
        says = (self.status, self.method, said, self.because, self.tally, (STRETCH, 0))
        parts = (chosen, playing, self.form, self._busy, *says[:1], (self.cards, 1), *says[1:])
        in_column(head, *parts, inside=self, margins=(3, 2, 3, 2), spacing=1)
        QWidget.setTabOrder(self.longest, self.begin_button)

    def _update_goal(self) -> None:
        self._rows.setRowVisible(self._range, self.goal.currentData() is ExerciseGoal.WIN)

    def _choose_freely(self) -> None:
        self._free = True
        self._update_drill(self._trainer.state)

    def _choose_lesson(self) -> None:
        self._free = False
        self._update_drill(self._trainer.state)

    @Slot(object)
    def _begin_lesson(self, theme: ThemeProgress) -> None:
        self._trainer.begin_lesson(theme.next)

    def _begin(self) -> None:
        self._trainer.begin(
            ExerciseRequest(
                str(self.signature.currentData()),
                ExerciseGoal(self.goal.currentData()),
                self.shortest.value(),
                self.longest.value(),
            )
        )

    def _heading(self, state: EndgameState) -> str:
        if state.phase is not DrillPhase.OFF and not state.searching:
            return task(state)
        return self.tr("Any ending") if self._free else self.tr("Lessons")

    def _status(self, state: EndgameState) -> str:
        if state.phase is DrillPhase.OFF and self._free:
            return self.tr("Play an ending against perfect defence. You have White.")
        again = self._again(state) if state.phase is DrillPhase.DONE and not state.children else ""
        return f"{status(state)} {again}".strip()

    def _feedback(self, state: EndgameState) -> str:
        hint = self._hint(state)
        return hint if hint and state.phase is DrillPhase.ASKING else feedback(state)

    def _show(self, state: EndgameState) -> None:
        if [self.signature.itemData(i) for i in range(self.signature.count())] != list(state.signatures):
            self._fill_signatures(state)
        phase = state.phase
        choosing, searching = phase is DrillPhase.OFF, state.searching
        playing = not choosing and not searching
        if playing:
            self._free = state.wish.lesson < 0
        self.cards.set_rows(state.themes or (), self.cards.currentIndex().row())
        self.cards.setVisible(choosing and not self._free)
        self.form.setVisible(choosing and self._free)
        self.begin_button.setVisible(choosing and self._free)
        self.begin_button.setEnabled(self.signature.count() > 0)
        self.due_button.setText(
            self.tr("&Repeat (%1)").replace("%1", str(state.due)) if state.due else self.tr("Sta&rt")
        )
        self.due_button.setVisible(choosing and not self._free)
        set_primary(self.due_button, True)
        self.free_button.setVisible(choosing and not self._free)
        self.lessons_button.setVisible(choosing and self._free)
        self._busy.setVisible(searching)
        self.cancel_button.setVisible(searching)
        wrong = phase is DrillPhase.WRONG
        self.retry_button.setVisible(wrong)
        for button in (self.next, self.choose_button, self.solution, self.hint):
            button.setVisible(playing)
        self.restart_button.setVisible(playing and not wrong)  # after a slip the move itself is retried
        clean = phase is DrillPhase.DONE and not state.slips
        set_primary(self.next, clean)
        set_primary(self.restart_button, phase is DrillPhase.SOLVED or (phase is DrillPhase.DONE and not clean))
        self.method.setText(method(state))
        self.method.setVisible(bool(self.method.text()))
        self._show_feedback(state)
        self.tally.setText(tally_text(state.tally))
        self.tally.setVisible(state.tally.moves > 0 and not state.children and (choosing or state.wish.lesson < 0))

    def _fill_signatures(self, state: EndgameState) -> None:
        self.signature.clear()
        for name in state.signatures:
            self.signature.addItem(ending_name(name), name)
        self.signature.setCurrentIndex(max(0, self.signature.findData(state.wish.signature)))

    def _show_feedback(self, state: EndgameState) -> None:
        text = self.feedback.text()
        for widget in (self.feedback, self._picture):
            widget.setVisible(bool(text) or not (state.searching or state.phase is DrillPhase.OFF))
        self._picture.clear()
        if text:
            bad = state.phase in (DrillPhase.WRONG, DrillPhase.OFF)
            picture = "warning" if bad else "trophy" if state.phase is DrillPhase.DONE else "check"
            if state.phase is DrillPhase.ASKING and state.hint:
                picture = "lightbulb"
            self._picture.setPixmap(icon(picture, "bad" if bad else "accent").pixmap(theme.size(20, 20)))
