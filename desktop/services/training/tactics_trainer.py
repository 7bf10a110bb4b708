"""Training with puzzles in a tab of its own: asks, answers the user's moves, and keeps how it went."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.errors import FileError, Message, Severity
from desktop.model.game.match import your_game
from desktop.model.game.referee import PUZZLE_EVENT, PUZZLE_TAG
from desktop.model.game.state import MoveMade
from desktop.model.mistakes import RETRY_HINTS
from desktop.model.tactics import TacticsPhase, TacticsState
from desktop.services.game.game_service import GameService
from desktop.services.kit.kept_file import KeptFile
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.game.position import Position
from engine.ground.saved_file import SavedFile
from engine.ground.text import NOTHING, Text
from engine.play.tactics.progress import MOST_BYTES, Progress, as_file, of_file

if TYPE_CHECKING:
    from engine.coach.puzzles import Puzzle
    from engine.play.tactics.attempt import Attempt
    from engine.play.tactics.choosing import Wish


class TacticsTrainer(Service):
    """One session at a time."""

    changed = Signal(object)  # TacticsState
    message = Signal(object)  # Message

    def __init__(
        self,
        games: GameService,
        path: Path | None,
        parent: QObject | None = None,
        chance: random.Random | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """`path`: the file of the user's training, the command line's too; None: nothing is kept."""
        super().__init__(parent)
        self._games, self._clock, self._chance = games, clock, chance or random.Random()
        self._work = _Work(path)
        self._drawing = 0  # ticket of the puzzle that is drawn
        self._home = -1  # the tab that was shown when the session began
        self._state = TacticsState()
        self._worker = Worker("ratsu-tactics", self, finish=True)  # every answer is kept
        games.move_made.connect(self._moved)
        games.tab_closed.connect(self._closed)

    @property
    def state(self) -> TacticsState:
        """What is shown now."""
        return self._state

    # Gestures

    def count(self) -> None:
        """Reads where the user is."""
        self._worker.submit(self._work.progress, self._counted, self._fail)

    def begin(self, wish: Wish) -> None:
        """Asks puzzles, one after another."""
        if self._games.state.tab != self._state.tab:
            self._home = self._games.state.tab
        self._draw(wish)

    @Slot()
    def next(self) -> None:
        """The next puzzle; one that was not answered stays new."""
        if self._state.wish is not None:
            self._draw(self._state.wish)

    def show_hint(self) -> None:
        """Says what to look for, then which piece moves; the puzzle then counts as failed."""
        if self._state.open and self._state.hint < RETRY_HINTS:
            self._grade(right=False)
            self._set(replace(self._state, hint=self._state.hint + 1))

    def solve(self) -> None:
        """Plays the solution on the board."""
        state = self._state
        if not state.open or state.attempt is None:
            return
        self._grade(right=False)
        self._games.select_tab(state.tab)
        self._games.insert_line(state.node, state.attempt.rest)
        self._set(replace(self._state, phase=TacticsPhase.SOLVED))

    def end(self) -> None:
        """Back to the game that was shown before."""
        self._worker.drop(self._drawing)
        state = self._state
        self._set(replace(state, phase=TacticsPhase.OFF, tab=-1, attempt=None))
        self._games.leave(state.tab, self._home)

    # What happens

    def _draw(self, wish: Wish) -> None:
        now = self._clock()
        self._worker.drop(self._drawing)
        self._drawing = self._worker.submit(
            lambda: self._work.drawn(wish, now, self._chance), lambda drawn: self._ask(wish, *drawn), self._fail
        )

    def _ask(self, wish: Wish, puzzle: Puzzle | None, progress: Progress) -> None:
        state = replace(self._state, wish=wish, progress=progress, hint=0, graded=False, change=0, problem=NOTHING)
        if puzzle is None:
            self._set(replace(state, phase=TacticsPhase.EMPTY, attempt=None))
            return
        from engine.play.tactics.attempt import Attempt

        attempt = Attempt(puzzle)
        white = attempt.board.turn
        game = your_game(Position.of(puzzle.fen, chess960=False), PUZZLE_EVENT, white).with_header(
            PUZZLE_TAG, puzzle.name
        )
        game, at = game.add_move(0, puzzle.moves[0])
        tab = self._games.show_in(state.tab, game, at)
        self._set(replace(state, phase=TacticsPhase.ASKING, tab=tab, node=at, white=white, attempt=attempt))

    @Slot(object)
    def _moved(self, made: MoveMade) -> None:
        state = self._state
        if made.tab != state.tab or made.node.parent != state.node or not state.open or state.attempt is None:
            return
        following = state.attempt.after(made.node.uci)
        if following is None:
            self._grade(right=False)
            self._set(replace(self._state, phase=TacticsPhase.WRONG))
            self._games.go_to(state.node)
        else:
            self._go_on(made, state.attempt, following)

    def _go_on(self, made: MoveMade, before: Attempt, following: Attempt) -> None:
        """The opponent answers, or the puzzle is solved."""
        if not following.rest:
            self._grade(right=True)
            self._set(replace(self._state, phase=TacticsPhase.RIGHT, attempt=following))
            return
        reply = before.rest[1]
        self._set(replace(self._state, node=-1))  # the answer is no move of the user's
        self._games.answer(made.tab, made.node.id, reply)
        state = self._games.state_of(made.tab)
        child = state.game.child_with(made.node.id, reply) if state is not None else None
        if child is not None:
            self._set(replace(self._state, phase=TacticsPhase.ASKING, node=child.id, attempt=following, hint=0))

    def _grade(self, *, right: bool) -> None:
        """The first try counts."""
        state = self._state
        if state.graded or state.attempt is None or state.progress is None or state.wish is None:
            return
        now = self._clock()
        after = state.wish.answered(state.progress, state.attempt.puzzle, right, now)
        change = round(after.glicko.rating) - round(state.progress.glicko.rating)
        self._set(replace(state, graded=True, progress=after, change=change, due=len(after.due(now))))
        answered = partial(state.wish.answered, puzzle=state.attempt.puzzle, right=right, now=now)
        self._worker.submit(lambda: self._work.keep(answered), lambda _: None, self._fail)

    def _counted(self, progress: Progress) -> None:
        problem = self._work.take_problem()
        if problem:
            self.message.emit(Message(Severity.WARNING, problem))
        self._set(replace(self._state, progress=progress, due=len(progress.due(self._clock()))))

    @Slot(int)
    def _closed(self, tab: int) -> None:
        if tab == self._state.tab:
            self._worker.drop(self._drawing)
            self._set(replace(self._state, phase=TacticsPhase.OFF, tab=-1, attempt=None))

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, problem=problem))
        self.message.emit(Message(Severity.WARNING, problem))

    def _set(self, state: TacticsState) -> None:
        self._state = state
        self.changed.emit(state)


class _Work:
    """What the trainer's thread does. While the disk takes nothing, the answers are kept in memory."""

    def __init__(self, path: Path | None) -> None:
        self._file = KeptFile(path, MOST_BYTES)
        self._failure: FileError | None = None
        self._saved = SavedFile(
            path, lambda: self._file.read(of_file, Progress()), lambda progress: self._write(as_file(progress))
        )

    def progress(self) -> Progress:
        """Where the user is."""
        return self._saved.value()

    def take_problem(self) -> Text:
        """What the user should know about the file, once; from any thread."""
        return self._file.take_problem()

    def drawn(self, wish: Wish, now: datetime, chance: random.Random) -> tuple[Puzzle | None, Progress]:
        """The next puzzle, and where the user is."""
        from engine.coach.puzzles import shipped_puzzles

        puzzle = wish.drawn(shipped_puzzles(), self._saved, now, chance)
        return puzzle, self._saved.value()

    def keep(self, answered: Callable[[Progress], Progress]) -> None:
        """Keeps an answer. Raises FileError."""
        self._failure = None
        self._saved.change(answered)
        if self._failure is not None:
            raise self._failure

    def _write(self, content: bytes) -> None:
        try:
            if self._file.path is not None:
                self._file.write(content)
        except FileError as error:
            self._failure = error
