"""Drills: guess the moves of a game, questions without a board, and moves that took too long or too short."""

from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.model.drill import DrillPhase, PracticeKind, PracticeState
from desktop.model.errors import EditError
from desktop.model.game import rules
from desktop.services.training.practice_trainer import PracticeTrainer
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button, settled_button
from desktop.views.kit.drill_panel import DrillPanel, rating_figures, set_primary
from desktop.views.kit.fields import ChoiceField, named
from desktop.views.kit.figures import Figure
from desktop.views.kit.layouts import STRETCH, Flow, in_column, in_row
from desktop.views.kit.messages import plain_label
from engine.drill.sources.clock import ClockAnswer
from engine.drill.sources.guess import MOST_POINTS, GuessGame, GuessWorth, note_of, shipped_games
from engine.drill.sources.visualise import DARK, LIGHT, VisualKind, VisualTask, progress_of
from engine.play.people.thinking import ClockExercise
from engine.play.tactics.progress import rating_change

_SHOWN = "shown"  # in place of a game


class PracticePage(DrillPanel):
    """Shows one `PracticeState`: a choice of three kinds, then the questions of one."""

    def __init__(self, practice: PracticeTrainer, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(practice, parent)
        self._practice = practice
        self._listed: object = None
        self.kind = named(ChoiceField(), self.tr("What to practise"))
        self.kind.addItem(self.tr("Guess the move"), PracticeKind.GUESS)
        self.kind.addItem(self.tr("Visualise"), PracticeKind.VISUALISE)
        self.kind.addItem(self.tr("Clock lessons"), PracticeKind.CLOCK)
        self.game = named(ChoiceField(), self.tr("Game"))
        self.kinds = named(ChoiceField(), self.tr("Kind of question"))
        for text, kinds in (
            (self.tr("All kinds"), tuple(VisualKind)),
            (self.tr("Colours of squares"), (VisualKind.COLOUR,)),
            (self.tr("Paths of the knight"), (VisualKind.KNIGHT,)),
            (self.tr("Moves without a board"), (VisualKind.BLINDFOLD,)),
        ):
            self.kinds.addItem(text, kinds)
        self.about = plain_label(look="quiet", wrap=True)
        self.train = push_button(self.tr("&Train"), self._begin, look="primary")
        self.mirror = push_button(self.tr("Mirror of my games"), actions["mirror"].trigger)
        self.light = settled_button(self.tr("&Light"), lambda: practice.answer(LIGHT))
        self.dark = settled_button(self.tr("Dar&k"), lambda: practice.answer(DARK))
        self.entry = named(QLineEdit(), self.tr("Answer"))
        self.entry.returnPressed.connect(self._answer)
        self.renewed = [self.next, self.light, self.dark]
        for button in self.renewed:
            button.setAutoDefault(True)  # Enter presses it too: the answers before it are typed
        self.about.setMinimumHeight(theme.scaled(9 * theme.SPACE))  # two lines
        self._arrange()
        self.kind.currentIndexChanged.connect(lambda _: self._show_choice(self._practice.state))
        self._follow()

    def _arrange(self) -> None:
        self._choice = QWidget()
        fields = (self.kind, self.about, self.figures, self.game, self.kinds)
        in_column(*fields, in_row(self.train, self.mirror, STRETCH), inside=self._choice, margins=0, spacing=2)
        answers = in_row(self.light, self.dark, (self.entry, 1), spacing=2)
        buttons = Flow(self.hint, self.solution, self.next, self.end, self.to_question)
        parts = (self.heading, buttons, self.status, self._choice, answers, self.feedback, self.because, (STRETCH, 1))
        in_column(*parts, inside=self, margins=(3, 2, 3, 2), spacing=2)

    # Gestures

    @Slot()
    def _begin(self) -> None:
        kind = self.kind.currentData()
        if kind is PracticeKind.CLOCK:
            self._practice.train_clock()
        elif kind is PracticeKind.VISUALISE:
            self._practice.visualise(self.kinds.currentData())
        elif self.game.currentData() == _SHOWN:
            self._practice.guess_shown()
        else:
            self._practice.guess(self.game.currentData())

    @Slot()
    def _answer(self) -> None:
        """Hands the typed answer over; an illegal move is reported and not counted."""
        task, text = self._practice.state.question, self.entry.text().strip()
        if not isinstance(task, VisualTask) or not text:
            return
        if task.kind is VisualKind.BLINDFOLD:
            fen = task.board.fen()
            try:
                text = rules.parse_move(fen, words.typed_move(text, fen, chess960=False), chess960=False)
            except EditError as refused:
                self.feedback.setText(words.sentence(refused.text))
                return
        self._practice.answer(text)

    # Texts

    def _heading(self, state: PracticeState) -> str:
        if state.phase is DrillPhase.OFF or state.question is None:
            return self.tr("Drills")
        if state.kind is PracticeKind.VISUALISE:
            return self._question(state.question)
        if state.kind is PracticeKind.CLOCK:
            return self.tr("White to move") if state.white else self.tr("Black to move")
        return self.tr("Guess White’s move") if state.white else self.tr("Guess Black’s move")

    def _question(self, task: VisualTask) -> str:
        if task.kind is VisualKind.COLOUR:
            return self.tr("Which colour is %1?").replace("%1", task.start)
        if task.kind is VisualKind.KNIGHT:
            text = self.tr("Bring a knight from %1 to %2 by the shortest way.")
            return words.filled(text, task.start, task.goal)
        return self.tr("%1 And now?").replace("%1", words.moves(task.told_text))

    def _status(self, state: PracticeState) -> str:
        if state.phase is DrillPhase.OFF or state.question is None:
            return ""
        if state.kind is PracticeKind.GUESS and state.game is not None and state.deck is not None:
            note, asked = note_of(state.deck, state.game), len(state.game.asked)
            text = self.tr("%1. Move %2 of %3, points: %4.").replace("%1", _title(state.game))
            done = min(asked, state.question.number + 1)
            return text.replace("%2", str(done)).replace("%3", str(asked)).replace("%4", str(note.points))
        if state.kind is PracticeKind.CLOCK:
            return self._clock_status(state.question)
        return ""

    def _clock_status(self, asked: ClockExercise) -> str:
        text = (
            self.tr("You thought %1 s here; people take about %2 s. Find a good move within %3 s.")
            if asked.long
            else self.tr("You played after %1 s; people take about %2 s. Find a better move than then.")
        )
        for place, seconds in enumerate((asked.took_s, asked.usual_s, asked.limit_s), 1):
            text = text.replace(f"%{place}", words.decimal(seconds, 0 if seconds >= 10 else 1))
        return text

    def _figures(self, state: PracticeState) -> tuple[Figure, ...]:
        visual = self.kind.currentData() is PracticeKind.VISUALISE and not state.children
        return rating_figures(progress_of(state.deck)) if state.deck is not None and visual else ()

    def _feedback(self, state: PracticeState) -> str:
        if state.problem:
            return words.sentence(state.problem)
        if state.phase is DrillPhase.EMPTY:
            return self.tr("Nothing is due. The mirror of your games saves new clock lessons.")
        if state.phase is DrillPhase.DONE:
            return self._summary(state)
        if state.phase is DrillPhase.JUDGING:
            return self.tr("The engine compares …")
        if state.question is None or state.phase is DrillPhase.OFF:
            return ""
        if state.kind is PracticeKind.VISUALISE:
            return self._visual_feedback(state)
        if state.phase is DrillPhase.SOLVED:
            return self.tr("The answer is on the board.")
        if state.phase is DrillPhase.ASKING:
            return self._hint(state) or self.tr("Play it on the board.")
        told = self._guessed(state) if state.kind is PracticeKind.GUESS else self._timed(state)
        return f"{told}\n{self._hint(state)}".strip()

    def _guessed(self, state: PracticeState) -> str:
        worth = state.why if isinstance(state.why, GuessWorth) else GuessWorth()
        points = words.filled(self.tr("Points: %1 of %2."), worth.points, MOST_POINTS)
        played = words.moves(state.tried)
        if worth.exact:
            return self.tr("%1 was played.").replace("%1", played) + " " + points
        question: Any = state.question
        board = question.board
        text = self.tr("%1 is as good as %2, which was played.") if state.phase is DrillPhase.RIGHT else ""
        text = text or self.tr("%1 is weaker than the move that was played.")
        san = board.san(board.parse_uci(question.played))
        return words.filled(text, played, words.moves(san)) + " " + points

    def _timed(self, state: PracticeState) -> str:
        why = state.why if isinstance(state.why, ClockAnswer) else ClockAnswer()
        took = words.decimal(why.took_s, 0 if why.took_s >= 10 else 1)
        if state.phase is DrillPhase.RIGHT:
            text = self.tr("%1 is good, after %2 s.") + " " + self._again(state)
        elif why.late and why.lost <= MOST_POINTS / 2:
            text = self.tr("%1 is good, but it took you %2 s.") + " " + self._again(state)
        else:
            text = self.tr("%1 is not good enough. Try again, or look at the solution.")
        return words.filled(text, words.moves(state.tried), took).strip()

    def _visual_feedback(self, state: PracticeState) -> str:
        task, before = state.question, self._changed(state)
        assert isinstance(task, VisualTask), "such questions only"
        if state.phase is DrillPhase.RIGHT:
            return f"{self.tr('Right.')} {before}".strip()
        if state.phase is DrillPhase.SOLVED:
            return f"{self.tr('The answer: %1.').replace('%1', self._solution(task))} {before}".strip()
        if state.phase is DrillPhase.WRONG:
            wrong = self.tr("That is not it. Try again, or look at the solution.")
            return f"{wrong} {before}".strip()
        if task.kind is VisualKind.COLOUR:
            return ""
        if task.kind is VisualKind.KNIGHT:
            return self.tr("Type the squares, as d2 e4, and press Enter.")
        return self.tr("These moves are not on the board. Type the next one, and press Enter.")

    def _solution(self, task: VisualTask) -> str:
        if task.kind is VisualKind.COLOUR:
            return self.tr("light") if task.solution == LIGHT else self.tr("dark")
        return words.moves(task.solution) if task.kind is VisualKind.BLINDFOLD else task.solution

    def _changed(self, state: PracticeState) -> str:
        if state.deck is None or not state.change:
            return ""
        now = round(progress_of(state.deck).glicko.rating)
        change = rating_change(now - state.change, now).replace("->", "→").replace("(-", "(−")
        return self.tr("Your rating: %1.").replace("%1", change)

    def _summary(self, state: PracticeState) -> str:
        if state.kind is PracticeKind.GUESS and state.game is not None and state.deck is not None:
            text = self.tr("The game is over. Your best result in it: %1.")
            return text.replace("%1", words.percent(note_of(state.deck, state.game).best / 100))
        text = self.tr("Right at the first try: %1 of %2.")
        return words.filled(text, state.right, state.asked)

    # Parts

    def _show(self, state: PracticeState) -> None:
        off = state.phase in (DrillPhase.OFF, DrillPhase.EMPTY, DrillPhase.DONE)
        if off:
            self._fill(state)
        visual = state.question if state.kind is PracticeKind.VISUALISE and not off else None
        colour = visual is not None and visual.kind is VisualKind.COLOUR
        self._choice.setVisible(off)
        self.status.setVisible(bool(self.status.text()))
        for button in (self.light, self.dark):
            button.setVisible(colour)
            button.setEnabled(state.phase.open)
        self.entry.setVisible(visual is not None and not colour)
        self.entry.setEnabled(state.phase.open)
        if state.phase is DrillPhase.ASKING and visual is not None and not state.tried:
            self.entry.clear()
            (self.light if colour else self.entry).setFocus()
        self.hint.setVisible(not off and state.kind is PracticeKind.GUESS)
        for button in (self.solution, self.next):
            button.setVisible(not off)
        self.feedback.setVisible(bool(self.feedback.text()) or not off)
        self.end.setVisible(state.phase is not DrillPhase.OFF)
        self.next.setEnabled(state.graded is not None)
        done = state.phase in (DrillPhase.RIGHT, DrillPhase.SOLVED)
        set_primary(self.next, done)
        if done and visual is not None:
            self.next.setFocus()

    def _show_choice(self, state: PracticeState) -> None:
        """Shows what belongs to the chosen kind."""
        kind = self.kind.currentData()
        self.game.setVisible(kind is PracticeKind.GUESS)
        self.kinds.setVisible(kind is PracticeKind.VISUALISE)
        self.train.setVisible(kind is not PracticeKind.CLOCK or bool(state.due))
        self.mirror.setVisible(self.train.isHidden())
        self.figures.show_figures(*self._figures(state))
        self.about.setText(self._about(state))

    def _about(self, state: PracticeState) -> str:
        kind = self.kind.currentData()
        if kind is PracticeKind.GUESS:
            return self.tr("Find the moves of a master. Good moves of your own score too.")
        if kind is PracticeKind.VISUALISE:
            return self.tr("Answer without looking at the board: colours of squares, paths of the knight, whole lines.")
        if state.due:
            text = self.tr("Moves on which you thought far longer or shorter than people do. Due: %1.")
            return text.replace("%1", str(state.due))
        return self.tr(
            "Moves on which you thought far longer or shorter than people do. “Mirror of my games” finds them."
        )

    def _fill(self, state: PracticeState) -> None:
        """Lists the games with the user's results, and what the chosen kind offers."""
        self._show_choice(state)
        if state.deck is None or state.deck is self._listed:
            return
        self._listed, chosen = state.deck, self.game.currentIndex()
        self.game.clear()
        self.game.addItem(self.tr("The next game"), None)
        self.game.addItem(self.tr("The game on the board"), _SHOWN)
        for game in shipped_games():
            note = note_of(state.deck, game)
            best = f" · {words.percent(note.best / 100)}" if note.rounds else ""
            self.game.addItem(_title(game) + best, game)
        self.game.setCurrentIndex(max(0, chosen))


def _title(game: GuessGame) -> str:
    """`Morphy – Anderssen, 1858`."""
    players = " – ".join(name.partition(",")[0] for name in (game.white_player, game.black_player))
    return f"{players}, {game.year}" if game.year else players
