"""Tactics training in a separate tab: asks puzzles, answers the user's moves, and records the results."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Slot

from desktop.model.drill import DrillPhase, TacticsState
from desktop.model.game.match import your_game
from desktop.model.game.referee import PUZZLE_EVENT, PUZZLE_TAG
from desktop.services.game.game_service import GameService
from desktop.services.kit.language import own_name
from desktop.services.training.deck_service import DeckService, SessionDeck
from desktop.services.training.drill_service import DrillService
from engine.drill.session import Session
from engine.drill.sources.puzzles import PuzzleSource, due_puzzles, progress_of
from engine.game.position import Position
from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from engine.coach.puzzles import Puzzle
    from engine.drill.deck import Deck
    from engine.drill.deck_file import DeckFile
    from engine.drill.sources.puzzles import PuzzleSelection
    from engine.play.review.judge import PositionJudge
    from engine.play.tactics.attempt import Attempt


def files_of(folder: Path | None) -> tuple[str, ...]:
    """The names of the added files, on the deck's thread."""
    from engine.play.tactics.puzzle_files import files_in

    return files_in(folder)


def puzzles_for(wish: PuzzleSelection, folder: Path | None) -> tuple[Puzzle, ...]:
    """The puzzles to choose from, on the deck's thread: of one file, or the program's and all added ones.
    :raises RatsuError: a file cannot be read."""
    from engine.coach.puzzles import shipped_puzzles
    from engine.play.tactics.puzzle_files import added_puzzles

    added = added_puzzles(folder, wish.file)
    return added if wish.file else (*shipped_puzzles(), *added)


class TacticsTrainer(DrillService[TacticsState]):
    """Asks puzzles. A hint counts as a failure."""

    asks_whole_line: ClassVar[bool] = True

    def __init__(
        self,
        games: GameService,
        decks: DeckService,
        chance: random.Random | None = None,
        make_judge: Callable[[int], PositionJudge] | None = None,
        folder: Path | None = None,
    ) -> None:
        """`decks` stores the user's progress, including that from the command line. `make_judge`: see the base. `folder`: of
        the user's own puzzle files; None: none can be added."""
        super().__init__(games, TacticsState(), make_judge)
        self._decks, self._chance, self._folder = decks, chance or random.Random(), folder
        self._drawing = 0  # ticket of the puzzle that is drawn
        self._file: SessionDeck | None = None

    # Gestures

    def count(self) -> None:
        self._decks.submit(lambda file: (file.value(), files_of(self._folder)), self._counted, self._fail)

    def add_file(self, path: Path) -> None:
        """Adds a file of puzzles (CSV, PGN or EPD); a message gives their number."""

        def added(_file: DeckFile) -> tuple[int, tuple[str, ...]]:
            from engine.play.tactics.puzzle_files import add_file

            if self._folder is None:
                raise RatsuError("No file can be added, because Ratsu's folder cannot be written.")
            return add_file(self._folder, path), files_of(self._folder)

        def done(found: tuple[int, tuple[str, ...]]) -> None:
            self._set(replace(self._state, files=found[1]))
            self._inform(Text("%1: puzzles added: %2", path.name, found[0]))

        self._decks.submit(added, done, self._warn)

    def remove_file(self, name: str) -> None:
        """Removes an added file; what was answered stays."""

        def removed(_file: DeckFile) -> tuple[str, ...]:
            from engine.play.tactics.puzzle_files import remove_file

            if self._folder is not None:
                remove_file(self._folder, name)
            return files_of(self._folder)

        self._decks.submit(removed, lambda files: self._set(replace(self._state, files=files)), self._warn)

    def begin(self, wish: PuzzleSelection) -> None:
        self._remember_home()
        self._draw(replace(wish, children=self._state.children))

    @Slot()
    def next(self) -> None:
        """Shows the next puzzle; an unanswered one stays new."""
        if self._state.wish is not None:
            self._draw(self._state.wish)

    def end(self) -> None:
        self._go_home()

    # What happens

    def _draw(self, wish: PuzzleSelection) -> None:
        def drawn(file: DeckFile) -> tuple[PuzzleSource, Session[Attempt], Deck]:
            source = PuzzleSource(file, wish, self._chance, self._decks.now, last, puzzles_for(wish, self._folder))
            session = Session(source)
            session.next()
            return source, session, file.value()

        last = self._state.question.puzzle.name if self._state.question is not None else ""
        self._drop()
        self._drawing = self._decks.submit(drawn, lambda found: self._drawn(wish, *found), self._fail)

    def _drawn(self, wish: PuzzleSelection, source: PuzzleSource, session: Session[Attempt], deck: Deck) -> None:
        source.file = self._file = SessionDeck(self._decks, deck, self._warn)  # from now on it is asked in this thread
        self._session = session
        if session.question is not None:
            self._ask(session.question, wish=wish, deck=deck, change=0)
        else:
            self._update(phase=DrillPhase.EMPTY, question=None, wish=wish, deck=deck, change=0, problem=NOTHING)

    def _game(self, question: Attempt) -> tuple[Game, int]:
        game = your_game(
            Position.of(question.puzzle.fen, chess960=False), PUZZLE_EVENT, bool(question.board.turn), own_name()
        )
        game, at = game.with_header(PUZZLE_TAG, question.puzzle.name), 0
        for uci in question.played:
            game, at = game.add_move(at, uci)
        return game, at

    def _line(self, question: Attempt) -> tuple[str, ...]:
        return question.rest

    def _explain_solution(self, question: Attempt, line: tuple[str, ...]) -> None:
        """Searches why the whole solution works, whichever of its moves was found last."""
        if not question.first:
            self._wrong = ""  # it answered a later position
        first = replace(question, at=question.puzzle.lead)
        super()._explain_solution(first, first.rest)

    def _update(self, **changes: Any) -> None:
        """Updates rating and due puzzles after the first try."""
        before, session = self._state, self._session
        if before.graded is None and before.deck is not None and session is not None and session.graded is not None:
            assert self._file is not None, "what is answered was drawn"
            deck = self._file.value()
            change = round(progress_of(deck).glicko.rating) - round(progress_of(before.deck).glicko.rating)
            changes |= {"deck": deck, "change": change, "due": len(due_puzzles(deck, self._decks.now()))}
        super()._update(**changes)

    def _counted(self, found: tuple[Deck, tuple[str, ...]]) -> None:
        deck, files = found
        self._set(replace(self._state, deck=deck, due=len(due_puzzles(deck, self._decks.now())), files=files))

    def _drop(self) -> None:
        self._decks.drop(self._drawing)
