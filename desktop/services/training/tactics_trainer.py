"""Training with puzzles in a tab of its own: asks, answers the user's moves, and keeps how it went."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop.model.drill import HINTS, DrillPhase, TacticsState
from desktop.model.game.match import your_game
from desktop.model.game.referee import PUZZLE_EVENT, PUZZLE_TAG
from desktop.model.game.state import MoveMade
from desktop.services.game.game_service import GameService
from desktop.services.training.decks import Decks
from desktop.services.training.drill_service import DrillService
from engine.drill.sources.puzzles import progress_of, repeated
from engine.game.position import Position
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from engine.coach.puzzles import Puzzle
    from engine.drill.deck import Deck
    from engine.drill.deck_file import DeckFile
    from engine.drill.sources.puzzles import Wish
    from engine.play.tactics.attempt import Attempt


class TacticsTrainer(DrillService[TacticsState]):
    """One session at a time."""

    def __init__(
        self,
        games: GameService,
        decks: Decks,
        parent: QObject | None = None,
        chance: random.Random | None = None,
    ) -> None:
        """`decks` has what the user has trained, on the command line too."""
        super().__init__(games, TacticsState(), parent)
        self._decks, self._chance = decks, chance or random.Random()
        self._drawing = 0  # ticket of the puzzle that is drawn

    # Gestures

    def count(self) -> None:
        """Reads where the user is."""
        self._decks.submit(lambda file: file.value(), self._counted, self._fail)

    def begin(self, wish: Wish) -> None:
        """Asks puzzles, one after another."""
        self._remember_home()
        self._draw(wish)

    @Slot()
    def next(self) -> None:
        """The next puzzle; one that was not answered stays new."""
        if self._state.wish is not None:
            self._draw(self._state.wish)

    def show_hint(self) -> None:
        """Says what to look for, then which piece moves; the puzzle then counts as failed."""
        if self._state.phase.open and self._state.hint < HINTS:
            self._grade(right=False)
            self._set(replace(self._state, hint=self._state.hint + 1))

    def solve(self) -> None:
        """Plays the solution on the board."""
        state = self._state
        if not state.phase.open or state.attempt is None:
            return
        self._grade(right=False)
        self._games.select_tab(state.tab)
        self._games.insert_line(state.node, state.attempt.rest)
        self._set(replace(self._state, phase=DrillPhase.SOLVED))

    def end(self) -> None:
        """Back to the game that was shown before."""
        self._decks.drop(self._drawing)
        self._go_home(replace(self._state, phase=DrillPhase.OFF, tab=-1, attempt=None))

    # What happens

    def _draw(self, wish: Wish) -> None:
        def drawn(file: DeckFile) -> tuple[Puzzle | None, Deck]:
            from engine.coach.puzzles import shipped_puzzles

            puzzle = wish.drawn(shipped_puzzles(), file, now, self._chance)
            return puzzle, file.value()

        now = self._decks.now()
        self._decks.drop(self._drawing)
        self._drawing = self._decks.submit(drawn, lambda drawn: self._ask(wish, *drawn), self._fail)

    def _ask(self, wish: Wish, puzzle: Puzzle | None, deck: Deck) -> None:
        state = replace(self._state, wish=wish, deck=deck, hint=0, graded=False, change=0, problem=NOTHING)
        if puzzle is None:
            self._set(replace(state, phase=DrillPhase.EMPTY, attempt=None))
            return
        from engine.play.tactics.attempt import Attempt

        attempt = Attempt(puzzle)
        white = attempt.board.turn
        game = your_game(Position.of(puzzle.fen, chess960=False), PUZZLE_EVENT, white).with_header(
            PUZZLE_TAG, puzzle.name
        )
        game, at = game.add_move(0, puzzle.moves[0])
        tab = self._games.show_in(state.tab, game, at)
        self._set(replace(state, phase=DrillPhase.ASKING, tab=tab, node=at, white=white, attempt=attempt))

    def _played(self, made: MoveMade) -> None:
        state = self._state
        if made.node.parent != state.node or not state.phase.open or state.attempt is None:
            return
        following = state.attempt.after(made.node.uci)
        if following is None:
            self._grade(right=False)
            self._set(replace(self._state, phase=DrillPhase.WRONG))
            self._games.go_to(state.node)
        else:
            self._go_on(made, state.attempt, following)

    def _go_on(self, made: MoveMade, before: Attempt, following: Attempt) -> None:
        """The opponent answers, or the puzzle is solved."""
        if not following.rest:
            self._grade(right=True)
            self._set(replace(self._state, phase=DrillPhase.RIGHT, attempt=following))
            return
        reply = before.rest[1]
        self._set(replace(self._state, node=-1))  # the answer is no move of the user's
        self._games.answer(made.tab, made.node.id, reply)
        state = self._games.state_of(made.tab)
        child = state.game.child_with(made.node.id, reply) if state is not None else None
        if child is not None:
            self._set(replace(self._state, phase=DrillPhase.ASKING, node=child.id, attempt=following, hint=0))

    def _grade(self, *, right: bool) -> None:
        """The first try counts."""
        state = self._state
        if state.graded or state.attempt is None or state.deck is None or state.wish is None:
            return
        now = self._decks.now()
        answered = partial(state.wish.answered, puzzle=state.attempt.puzzle, right=right, now=now)
        after = answered(state.deck)
        change = round(progress_of(after).glicko.rating) - round(progress_of(state.deck).glicko.rating)
        self._set(replace(state, graded=True, deck=after, change=change, due=len(repeated(after, now))))
        self._decks.submit(lambda file: file.change(answered), lambda _: None, self._not_kept)

    def _counted(self, deck: Deck) -> None:
        self._set(replace(self._state, deck=deck, due=len(repeated(deck, self._decks.now()))))

    def _ended(self) -> None:
        self._decks.drop(self._drawing)
        self._set(replace(self._state, phase=DrillPhase.OFF, tab=-1, attempt=None))

    def _not_kept(self, problem: Text) -> None:
        if self._decks.on_disk:
            self._fail(problem)

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, problem=problem))
        self._warn(problem)
