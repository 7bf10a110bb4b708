"""Tactics training in a separate tab: asks puzzles, answers the user's moves, and records the results."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from desktop.model.drill import DrillPhase, TacticsState
from desktop.model.game.match import your_game
from desktop.model.game.referee import PUZZLE_EVENT, PUZZLE_TAG
from desktop.services.game.game_service import GameService
from desktop.services.training.deck_service import DeckService, SessionDeck
from desktop.services.training.drill_service import DrillService
from engine.drill.session import Session
from engine.drill.sources.puzzles import PuzzleSource, due_puzzles, progress_of
from engine.game.position import Position
from engine.game.tree import Game
from engine.ground.text import NOTHING

if TYPE_CHECKING:
    from engine.drill.deck import Deck
    from engine.drill.deck_file import DeckFile
    from engine.drill.sources.puzzles import PuzzleSelection
    from engine.play.review.judge import PositionJudge
    from engine.play.tactics.attempt import Attempt


class TacticsTrainer(DrillService[TacticsState]):
    """Asks puzzles. A hint counts as a failure."""

    def __init__(
        self,
        games: GameService,
        decks: DeckService,
        parent: QObject | None = None,
        chance: random.Random | None = None,
        make_judge: Callable[[int], PositionJudge] | None = None,
    ) -> None:
        """`decks` stores the user's progress, including that from the command line. `make_judge`: see the base."""
        super().__init__(games, TacticsState(), parent, make_judge)
        self._decks, self._chance = decks, chance or random.Random()
        self._drawing = 0  # ticket of the puzzle that is drawn
        self._file: SessionDeck | None = None

    # Gestures

    def count(self) -> None:
        """Reads the user's progress."""
        self._decks.submit(lambda file: file.value(), self._counted, self._fail)

    def begin(self, wish: PuzzleSelection) -> None:
        """Asks puzzles, one after another."""
        self._remember_home()
        self._draw(wish)

    @Slot()
    def next(self) -> None:
        """Shows the next puzzle; an unanswered one stays new."""
        if self._state.wish is not None:
            self._draw(self._state.wish)

    def end(self) -> None:
        """Returns to the game that was shown before."""
        self._go_home()

    # What happens

    def _draw(self, wish: PuzzleSelection) -> None:
        def drawn(file: DeckFile) -> tuple[PuzzleSource, Session[Attempt], Deck]:
            source = PuzzleSource(file, wish, self._chance, self._decks.now, last)
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
        game = your_game(Position.of(question.puzzle.fen, chess960=False), PUZZLE_EVENT, bool(question.board.turn))
        return game.with_header(PUZZLE_TAG, question.puzzle.name).add_move(0, question.puzzle.moves[0])

    def _line(self, question: Attempt) -> tuple[str, ...]:
        return question.rest

    def _explain_solution(self, question: Attempt, line: tuple[str, ...]) -> None:
        """Searches why the whole solution works, whichever of its moves was found last."""
        if question.at != 1:
            self._wrong = ""  # it answered a later position
        first = replace(question, at=1)
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

    def _counted(self, deck: Deck) -> None:
        self._set(replace(self._state, deck=deck, due=len(due_puzzles(deck, self._decks.now()))))

    def _drop(self) -> None:
        self._decks.drop(self._drawing)
