"""The tactics page: choice of training, the current puzzle, and progress."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import QWidget

from desktop.model.drill import DrillPhase, TacticsState
from desktop.services.training.tactics_trainer import TacticsTrainer
from desktop.views.kit import words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import ask_path
from desktop.views.kit.drill_panel import DrillPanel, rating_figures, set_primary
from desktop.views.kit.fields import ChoiceField, named
from desktop.views.kit.figures import Figure
from desktop.views.kit.layouts import STRETCH, Flow, in_column
from desktop.views.kit.puzzle_themes import THEMES
from engine.drill.sources.puzzles import PuzzleMode, PuzzleSelection
from engine.play.tactics.progress import TacticsProgress, rating_change


class TacticsPage(DrillPanel):
    """Shows one puzzle after another. The user answers on the board."""

    def __init__(self, tactics: TacticsTrainer, parent: QWidget | None = None) -> None:
        super().__init__(tactics, parent)
        self._trainer = tactics
        self.course, self.theme = ChoiceField(), ChoiceField()
        self.course.setAccessibleName(self.tr("How to train"))
        self.theme.setAccessibleName(self.tr("Theme"))
        for course, name in (
            (PuzzleMode.RATED, self.tr("At your rating")),
            (PuzzleMode.STREAK, self.tr("Streak: harder and harder")),
            (PuzzleMode.CYCLE, self.tr("Cycle: the same 40 again, faster")),
        ):
            self.course.addItem(name, course)
        for theme, name in THEMES:
            self.theme.addItem(QCoreApplication.translate("Themes", name), theme)
        self.file = named(ChoiceField(), self.tr("Puzzles"))
        self.file.currentIndexChanged.connect(self._update_remove)
        self.train = push_button(self.tr("&Train"), self._begin, look="primary")
        self.add = push_button(
            self.tr("Add &puzzles …"), self._ask_file, tip=self.tr("Puzzles of a CSV, PGN or EPD file")
        )
        self.remove = push_button(self.tr("Re&move"), self._remove, tip=self.tr("Removes this file of puzzles"))
        in_column(
            self.heading,
            Flow(self.hint, self.solution, self.next, self.end, self.to_question),  # above all that grows
            self.status,
            self.figures,
            self.course,
            self.theme,
            self.file,
            Flow(self.train, self.add, self.remove),
            self.feedback,
            self.because,
            STRETCH,
            inside=self,
            margins=(3, 2, 3, 2),
            spacing=2,
        )
        self._follow()

    @Slot()
    def _begin(self) -> None:
        file = self.file.currentData() or ""
        self._trainer.begin(PuzzleSelection(self.course.currentData(), self.theme.currentData(), file))

    @Slot()
    def _ask_file(self) -> None:
        kinds = self.tr("Puzzles") + " (*.csv *.pgn *.epd)"
        ask_path(self, self.tr("Add puzzles"), lambda name: self._trainer.add_file(Path(name)), "", kinds)

    @Slot()
    def _remove(self) -> None:
        self._trainer.remove_file(self.file.currentData())

    @Slot()
    def _update_remove(self) -> None:
        self.remove.setEnabled(bool(self.file.currentData()))

    def _list_files(self, files: tuple[str, ...]) -> None:
        """Lists the added files; a new one is chosen."""
        listed = [self.file.itemData(row) for row in range(1, self.file.count())]
        if self.file.count() and listed == list(files):
            return
        chosen = next(
            (name for name in files if self.file.count() and name not in listed), self.file.currentData() or ""
        )
        self.file.clear()
        self.file.addItem(self.tr("All puzzles"), "")
        for name in files:
            self.file.addItem(name, name)
        self.file.setCurrentIndex(max(0, self.file.findData(chosen)))
        self._update_remove()

    def _show(self, state: TacticsState) -> None:
        training = state.phase is not DrillPhase.OFF
        self._list_files(state.files)
        self.status.setVisible(bool(self.status.text()))
        for part in (self.course, self.theme, self.train, self.add):
            part.setVisible(not training)
        for part in (self.file, self.remove):
            part.setVisible(not training and bool(state.files))
        for shown in (self.feedback, self.hint, self.solution, self.next, self.end):
            shown.setVisible(training)
        self.next.setEnabled(state.graded is not None)
        set_primary(self.next, state.phase in (DrillPhase.RIGHT, DrillPhase.SOLVED))

    def _heading(self, state: TacticsState) -> str:
        if state.question is None or state.phase is DrillPhase.OFF:
            return self.tr("Tactics")
        return (
            self.tr("White to move: find the best move")
            if state.white
            else self.tr("Black to move: find the best move")
        )

    def _status(self, state: TacticsState) -> str:
        progress = state.progress
        if progress is None:
            return self.tr("Reading your training …")
        if state.wish is not None and state.phase is not DrillPhase.OFF and state.wish.course is not PuzzleMode.RATED:
            return self._course_status(state, state.wish, progress)
        return ""

    def _figures(self, state: TacticsState) -> tuple[Figure, ...]:
        if state.progress is None or state.children or self._status(state):
            return ()
        return *rating_figures(state.progress), (str(state.due or 0), self.tr("to be repeated"))

    def _course_status(self, state: TacticsState, wish: PuzzleSelection, progress: TacticsProgress) -> str:
        if wish.course is PuzzleMode.STREAK:
            text = self.tr("Streak: %1. Your longest: %2.")
            return words.filled(text, progress.streak, progress.best)
        cycle = wish.cycle(progress)
        name = state.question.puzzle.name if state.question is not None else ""
        at = cycle.puzzles.index(name) if name in cycle.puzzles else cycle.at
        now = len(cycle.rounds) + (at <= cycle.at)  # after its last puzzle, which is still shown, comes the next round
        text = self.tr("Puzzle %1 of %2, round %3.").replace("%1", str(at + 1))
        text = text.replace("%2", str(len(cycle.puzzles))).replace("%3", str(now))
        if cycle.rounds:
            text += " " + self.tr("The last round took %1 minutes.").replace(
                "%1", words.decimal(cycle.rounds[-1] / 60, 1)
            )
        return text

    def _feedback(self, state: TacticsState) -> str:
        if state.problem:
            return words.sentence(state.problem)
        if state.phase is DrillPhase.EMPTY:
            return self.tr("No puzzle of this theme is left.")
        if state.phase is DrillPhase.RIGHT:
            return f"{self.tr('Solved.')} {self._rated(state)}".strip()
        if state.phase is DrillPhase.SOLVED:
            return f"{self.tr('The solution is on the board.')} {self._rated(state)}".strip()
        hint = self._hint(state)
        if state.phase is DrillPhase.WRONG:
            wrong = f"{self.tr('That is not it. Try again, or look at the solution.')} {self._rated(state)}".strip()
            return f"{wrong}\n{hint}".strip()
        return hint or self.tr("Play it on the board.")

    def _themes(self, state: TacticsState) -> Iterable[str]:
        return state.question.puzzle.themes if state.question is not None else ()

    def _rated(self, state: TacticsState) -> str:
        if state.question is None or state.progress is None or state.children:
            return ""
        if state.wish is None or state.wish.course is not PuzzleMode.RATED or not state.question.puzzle.rating:
            return ""
        text, rating = self.tr("Puzzle: %1. Your rating: %2."), round(state.progress.glicko.rating)
        change = rating_change(rating - state.change, rating).replace("->", "→").replace("(-", "(−")
        return words.filled(text, state.question.puzzle.rating, change)
