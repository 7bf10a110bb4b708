"""The positions that later searches know: proofs, saved analyses, and lessons from games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop.model.game.remembered_positions import RememberedPositions
from desktop.model.job import JobState
from desktop.services.engines.deep_look_service import DeepLookService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.game.position import Position
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.evaluations.store import EvaluationStore
    from books.evaluations.values import EngineIdentity
    from engine.game.info import Info
    from engine.game.limits import GamePosition
    from engine.search.position_learning import LearnedFile, LearnedPosition, Proven

Read = tuple[tuple["LearnedPosition", ...], dict[int, "Proven"]]


class RememberedService(StateService[RememberedPositions]):
    """The user's file of remembered positions, read and changed on its own thread; proofs are looked up in memory."""

    def __init__(self, store: Path | None, evaluations: Callable[[], EvaluationStore] | None = None) -> None:
        """`store`: the file; None: nothing can be saved. `evaluations` opens the evaluation store."""
        super().__init__(RememberedPositions())
        self._store = store
        self._evaluations = evaluations if store is not None else None
        self._proven: dict[int, Proven] = {}
        self._worker = Worker("ratsu-remembered", self, finish=True)

    def follow(self, look: DeepLookService) -> None:
        """Follows the deep look, whose proofs it reads."""
        look.changed.connect(self._look)

    def window_shown(self) -> None:
        """Reads the file, if it exists."""
        if self._store is not None and self._store.exists():
            self.refresh()

    def proven(self, fen: str, chess960: bool) -> Proven | None:
        """The proved result of a position, or None."""
        if not self._proven:
            return None
        from engine.rules.board import CoreBoard

        return self._proven.get(CoreBoard.from_fen(fen, chess960).key)

    @Slot()
    def refresh(self) -> None:
        """Reads the file again: other programs write to it too."""
        self._change(lambda _file: None)

    def remember(self, position: GamePosition, line: Info) -> None:
        """Stores an analysis for later searches."""
        self._change(partial(_remember, position, line))

    def forget(self, entry: LearnedPosition) -> None:
        """Removes a position."""
        self._change(lambda file: file.change(entry, None))

    def note(self, entry: LearnedPosition, text: str) -> None:
        """Sets the note of a position."""
        self._change(lambda file: file.change(entry, replace(entry, note=text)))

    def recall(
        self,
        position: GamePosition,
        engine: Callable[[], EngineIdentity],
        lines: int,
        found: Callable[[tuple[Info, ...]], object],
    ) -> None:
        """Asks the evaluation store for the lines of a position; `found` gets them, in the GUI thread."""
        if self._evaluations is not None:
            self._worker.submit(partial(_recalled, self._evaluations, position, engine, lines), found, self._fail)

    def keep(
        self, position: GamePosition, engine: Callable[[], EngineIdentity], nodes: int, lines: tuple[Info, ...]
    ) -> None:
        """Stores the lines of an analysis."""
        if self._evaluations is not None:
            job = partial(_kept, self._evaluations, position, engine, nodes, lines)
            self._worker.submit(job, lambda _: None, self._fail)

    def _change(self, change: Callable[[LearnedFile], object]) -> None:
        if self._store is not None:
            self._worker.submit(partial(_changed, self._store, change), self._done, self._fail)

    @Slot(object)
    def _look(self, state: JobState[object, object]) -> None:
        if not state.running and state.rows:
            self.refresh()

    def _done(self, read: Read) -> None:
        rows, self._proven = read
        self._set(RememberedPositions(rows))

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, problem=problem))


def _recalled(
    store: Callable[[], EvaluationStore], position: GamePosition, engine: Callable[[], EngineIdentity], lines: int
) -> tuple[Info, ...]:
    known = store().best(position_of(position), engine())
    return known.infos(lines) if known is not None else ()


def _kept(
    store: Callable[[], EvaluationStore],
    position: GamePosition,
    engine: Callable[[], EngineIdentity],
    nodes: int,
    lines: tuple[Info, ...],
) -> None:
    from books.evaluations.values import KeptEvaluation, KeptLine

    store().keep(KeptEvaluation(position_of(position), engine(), nodes, tuple(KeptLine.of(line) for line in lines)))


def position_of(position: GamePosition) -> Position:
    """The position after the moves."""
    return Position.of(position.board().fen(), position.chess960)


def _changed(store: Path, change: Callable[[LearnedFile], object]) -> Read:
    from engine.search.position_learning import LearnedFile, proven_of

    file = LearnedFile(store)
    change(file)
    rows = file.read()
    return tuple(reversed(rows)), proven_of(rows)


def _remember(position: GamePosition, line: Info, file: LearnedFile) -> None:
    from engine.play.sources.learned_positions import analysed

    file.add(analysed(position, line))
