"""Book learning after games, in the background: at low priority, stopped when the user plays, resumed later.

learning = BackgroundLearning(library, on_lessons=show) learning.record(game)      # after a game: stored at once, on the
calling thread learning.start()           # idle: analyses the waiting games learning.stop()            # the user plays:
returns within 50 ms of the engine's stop learning.close()
"""

import threading
from collections.abc import Callable, Sequence

from books.choice.choose import ChoiceSettings
from books.choice.library import Library
from books.errors import BookError, CancelledError
from books.learning.learn import Learner
from books.learning.lessons import Lesson
from books.learning.played import LearnedGame
from books.learning.recording import Recorded
from books.store.backup import back_up
from engine.game.stopper import Stopper
from engine.ground.machine import lower_priority
from engine.ground.text import Text
from engine.play.book.analyser import CHECK_NODES, EngineAnalyser

RECHECK_AFTER_S = 86_400  # a move flagged as bad is checked again a day later
LOW_PRIORITY = 15  # a `nice` value: the window, games and the user's analysis have priority

OnLessons = Callable[[Sequence[Lesson]], None]
OnProblem = Callable[[Text], None]


class BackgroundLearning:
    """Analyses games on at most one thread. All methods are thread-safe; callbacks run on the learning thread."""

    def __init__(
        self,
        library: Library,
        settings: ChoiceSettings | None = None,
        nodes: int = CHECK_NODES,
        on_lessons: OnLessons | None = None,
        on_problem: OnProblem | None = None,
    ) -> None:
        self._learner = Learner(library, settings)
        self._nodes = nodes
        self._on_lessons = on_lessons
        self._on_problem = on_problem
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stopper = Stopper()  # of the running analysis
        self._progress = (0, 0)

    @property
    def progress(self) -> tuple[int, int]:
        """The own moves analysed in the current game, and their total (0, 0 before the start)."""
        return self._progress

    @property
    def learner(self) -> Learner:
        """The learner, for its log and its waiting games."""
        return self._learner

    @property
    def running(self) -> bool:
        with self._guard:
            return self._thread is not None and self._thread.is_alive()

    def record(self, game: LearnedGame) -> int:
        """Stores a finished game once (milliseconds). Returns its number. :raises BookError: it cannot be stored."""
        return self._learner.record(game)

    def record_all(self, games: Sequence[LearnedGame]) -> Recorded:
        """Stores finished games. Returns which were new and which were known. :raises BookError: they cannot be stored."""
        return self._learner.record_all(games)

    def start(self, recheck: int = 0) -> bool:
        """Starts to analyse the waiting games, then checks the `recheck` learned `?` moves with the oldest analysis. Returns
        whether it runs; False if nothing waits.

        :raises BookError: the book cannot be read.
        """
        with self._guard:
            if self._thread is not None and self._thread.is_alive():
                return True
            old = recheck and self._learner.condemned(recheck, RECHECK_AFTER_S)
            if not old and not self._learner.pending():
                return False
            self._stopper = Stopper()
            analyser = EngineAnalyser(self._nodes, self._stopper)
            self._thread = threading.Thread(
                target=self._run, args=(analyser, recheck), name="ratsu-learning", daemon=True
            )
            self._thread.start()
            return True

    def stop(self, wait_s: float = 2.0) -> bool:
        """Stops at once; unfinished work is repeated at the next start. Returns whether the thread has ended."""
        with self._guard:
            thread, stopper = self._thread, self._stopper
        stopper.stop()
        if thread and thread is not threading.current_thread():
            thread.join(wait_s)
        return thread is None or not thread.is_alive()

    def wait(self, timeout_s: float) -> bool:
        """Lets the analysis run for a while. Returns whether it has ended."""
        with self._guard:
            thread = self._thread
        if thread is not None:
            thread.join(timeout_s)
        return not self.running

    def close(self) -> bool:
        """Stops the analysis, before the library is closed."""
        return self.stop()

    def _run(self, analyser: EngineAnalyser, recheck: int) -> None:
        lower_priority(LOW_PRIORITY)
        self._progress = (0, 0)
        try:
            back_up(self._learner.book)
            for game in self._learner.pending():
                found = self._learner.analyse(game, analyser, self._note)
                self._tell(found)
            if recheck:
                self._tell(self._learner.recheck(analyser, recheck, self._note, RECHECK_AFTER_S))
        except CancelledError:
            return  # the user plays; the rest waits
        except BookError as error:
            if self._on_problem:
                self._on_problem(error.text)

    def _note(self, done: int, total: int) -> bool:
        self._progress = (done, total)
        return True

    def _tell(self, found: Sequence[Lesson]) -> None:
        if found and self._on_lessons:
            self._on_lessons(found)
