"""The trainer of openings: asks positions of a repertoire in a tab of its own, judges the move, plays the opponent's replies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from desktop.model.game.state import MoveMade
from desktop.model.training import Asked, Judged, RepertoireRow, TrainingPhase, TrainingState
from desktop.services.game.game_service import GameService
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.game.tree import Game
from engine.text import NOTHING, Text

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.repertoire.lines import Repertoire, Spot
    from books.repertoire.trainer import Session, Trainer
    from desktop.services.all_services import Services


NEXT_MS = 700  # a right move is seen before the next question comes


_DAY_S = 86_400


class OpeningWork:
    """Used by one thread only. Every method may raise RatsuError."""

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open = open_library
        self._made: Trainer | None = None
        self._session: Session | None = None
        self._spots: dict[int, Spot] = {}
        self._white = True
        self._fen = ""

    def repertoires(self) -> tuple[RepertoireRow, ...]:
        """All repertoires with what is due now."""
        trainer = self._trainer()
        rows = []
        for found in trainer.repertoires():
            due = trainer.due(found)
            ahead = trainer.prospect(found)
            gap = ahead.gap.fen() if ahead.gap is not None else ""
            rows.append(
                RepertoireRow(
                    found.id, found.name, found.white, found.fen, due.due, due.new,
                    ahead.answered[5], ahead.gap_move, ahead.gap_share, gap,
                )
            )  # fmt: skip
        return tuple(rows)

    def add(self, name: str, white: bool, fen: str) -> tuple[RepertoireRow, ...]:
        """Marks a repertoire. Returns all."""
        import chess

        self._trainer().add_repertoire(name, white, chess.Board(fen))
        return self.repertoires()

    def remove(self, number: int) -> tuple[RepertoireRow, ...]:
        """Forgets a repertoire. Returns the others."""
        trainer = self._trainer()
        for found in trainer.repertoires():
            if found.id == number:
                trainer.remove_repertoire(found)
        return self.repertoires()

    def begin(self, row: RepertoireRow, failed_only: bool) -> Asked | None:
        """Begins a session and asks its first position; None where nothing waits."""
        from books.key import position_key
        from books.repertoire.trainer import NEW_CARDS_A_SESSION

        failed = self._session.summary.failed if failed_only and self._session is not None else []
        repertoire = self._repertoire(row)
        trainer = self._trainer()
        self._white, self._fen = row.white, row.fen
        self._spots = trainer.spots(repertoire)
        again = tuple(dict.fromkeys(map(position_key, failed)))
        self._session = trainer.session(repertoire, 0 if failed_only else NEW_CARDS_A_SESSION, again)
        return self.ask()

    def ask(self) -> Asked | None:
        """The next position; None at the session's end."""
        from books.key import position_key

        question = self._session.question() if self._session is not None else None
        if question is None or self._session is None:
            return None
        answers = self._spots[position_key(question.board)].answers
        return Asked(
            self._fen,
            tuple(move.uci() for move in question.path),
            self._white,
            question.new,
            self._session.left,
            tuple((move.uci(), question.board.san(move)) for move in answers),
        )

    def answer(self, uci: str, took_ms: int, hint: bool) -> Judged:
        """Judges and stores an answer."""
        import chess

        if self._session is None:
            raise ValueError("no session has begun")
        answer = self._session.answer(chess.Move.from_uci(uci), took_ms, hint)
        days = (answer.due - datetime.now(UTC)).total_seconds() / _DAY_S
        return Judged(answer.right, answer.grade.name.lower(), max(0.0, days))

    def _trainer(self) -> Trainer:
        if self._made is None:
            from books.repertoire.trainer import Trainer

            self._made = Trainer(self._open())
        return self._made

    @staticmethod
    def _repertoire(row: RepertoireRow) -> Repertoire:
        from books.repertoire.lines import Repertoire

        return Repertoire(row.id, row.name, row.white, row.fen)


class OpeningTrainer(Service):
    """One session at a time. A right answer continues by itself, a wrong one waits for `next` or for the right move."""

    changed = Signal(object)  # TrainingState

    def __init__(self, games: GameService, open_library: Callable[[], Library], parent: QObject | None = None) -> None:
        """`open_library` is called on the trainer's thread."""
        super().__init__(parent)
        self._games = games
        self._work = OpeningWork(open_library)
        self._state = TrainingState()
        self._node = 0  # where the question is
        self._clock = QElapsedTimer()
        self._worker = Worker("ratsu-openings", self)
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.setInterval(NEXT_MS)
        self._next.timeout.connect(self.next)
        games.move_made.connect(self._moved)
        games.tab_closed.connect(self._closed)

    def window_shown(self, services: Services) -> None:
        """Counts what is due."""
        self.count()

    @property
    def state(self) -> TrainingState:
        """What is shown now."""
        return self._state

    @Slot()
    def count(self) -> None:
        """Counts what is due."""
        self._worker.submit(self._work.repertoires, self._counted, self._fail)

    def add(self, name: str, white: bool, fen: str) -> None:
        """Marks a side and a start position as a repertoire."""
        self._worker.submit(partial(self._work.add, name, white, fen), self._counted, self._fail)

    def remove(self, repertoire: int) -> None:
        """Forgets a repertoire; what was learned of its positions stays."""
        self._worker.submit(partial(self._work.remove, repertoire), self._counted, self._fail)

    def begin(self, row: RepertoireRow, failed_only: bool = False) -> None:
        """Begins a session; `failed_only`: over what the session before got wrong."""
        self._set(TrainingState(TrainingPhase.JUDGING, self._state.repertoires, row, self._state.tab))
        self._worker.submit_latest(partial(self._work.begin, row, failed_only), self._ask, self._fail)

    def show_hint(self) -> None:
        """Shows which piece moves; the answer counts as hard."""
        if self._state.phase is TrainingPhase.ASKING:
            self._set(replace(self._state, hint=True))

    @Slot()
    def next(self) -> None:
        """The next question, or the summary."""
        self._next.stop()
        if self._state.phase in (TrainingPhase.RIGHT, TrainingPhase.WRONG):
            self._worker.submit(self._work.ask, self._ask, self._fail)

    def end(self) -> None:
        """Ends the session: the summary, or the choice where nothing was answered."""
        self._next.stop()
        self._worker.drop_all()
        phase = TrainingPhase.DONE if self._state.asked else TrainingPhase.CHOOSING
        self._set(replace(self._state, phase=phase, question=None))
        self.count()

    def choose(self) -> None:
        """Back to the choice."""
        self._set(replace(self._state, phase=TrainingPhase.CHOOSING, problem=NOTHING))
        self.count()

    # What happens

    def _counted(self, rows: tuple[RepertoireRow, ...]) -> None:
        self._set(replace(self._state, repertoires=rows, problem=NOTHING))

    def _ask(self, question: Asked | None) -> None:
        if question is None:
            self.end()
            return
        game = Game.new(question.fen)
        chosen = self._state.chosen
        game = game.with_header("Event", chosen.name if chosen else "")
        for name, user in (("White", question.white), ("Black", not question.white)):
            game = game.with_header(name, "You" if user else "Book")
        at = 0
        for uci in question.moves:
            game, at = game.add_move(at, uci)
        self._node = at
        tab = self._state.tab
        if self._games.state_of(tab) is None:
            tab = self._games.open_tab(game, current=at)
        else:
            self._games.select_tab(tab)
            self._games.replace_game(tab, game, at)
            self._games.go_to(at)
        self._clock.restart()
        self._set(
            replace(
                self._state, phase=TrainingPhase.ASKING, tab=tab, question=question, judged=None, played="", hint=False
            )
        )

    @Slot(object)
    def _moved(self, made: MoveMade) -> None:
        state = self._state
        if made.tab != state.tab or made.node.parent != self._node or state.question is None:
            return
        if state.phase is TrainingPhase.WRONG and made.node.uci in dict(state.question.answers):
            self.next()
        elif state.phase is TrainingPhase.ASKING:
            took_ms = self._clock.elapsed()
            self._set(replace(state, phase=TrainingPhase.JUDGING, played=made.node.san))
            job = partial(self._work.answer, made.node.uci, took_ms, state.hint)
            self._worker.submit(job, self._judged, self._fail)

    def _judged(self, judged: Judged) -> None:
        state = self._state
        grades = dict(state.grades)
        grades[judged.grade] = grades.get(judged.grade, 0) + 1
        if not judged.right and self._games.state.tab == state.tab:
            self._games.go_to(self._node)
        phase = TrainingPhase.RIGHT if judged.right else TrainingPhase.WRONG
        failed = state.failed + (not judged.right)
        self._set(replace(state, phase=phase, judged=judged, grades=tuple(grades.items()), failed=failed))
        if judged.right:
            self._next.start()

    @Slot(int)
    def _closed(self, tab: int) -> None:
        if tab == self._state.tab:
            self._next.stop()
            self._worker.drop_all()
            self._set(replace(self._state, phase=TrainingPhase.CHOOSING, tab=-1, question=None))
            self.count()

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, phase=TrainingPhase.CHOOSING, problem=problem))

    def _set(self, state: TrainingState) -> None:
        self._state = state
        self.changed.emit(state)
