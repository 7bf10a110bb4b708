"""`ratsu tactics`: puzzles in the terminal."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import chess

from engine.coach.puzzles import Puzzle, shipped_puzzles
from engine.console.run_drill import Show, read_move, run_drill
from engine.drill.deck import Deck, DeckStore
from engine.drill.session import Session
from engine.drill.sources.puzzles import SOURCE, PuzzleMode, PuzzleSelection, PuzzleSource, due_puzzles, progress_of
from engine.drill.verdict import AnswerVerdict
from engine.play.tactics.attempt import Attempt
from engine.play.tactics.progress import rating_change

HELP = "Moves as Nf3 or g1f3; 'hint' (the puzzle then counts as failed), 'quit'."


def train(
    file: DeckStore,
    wish: PuzzleSelection,
    chance: random.Random,
    ask: Callable[[str], str],
    tell: Callable[[str], object],
    anew: bool = False,
    puzzles: Sequence[Puzzle] = (),
) -> None:
    """Asks puzzles until the user leaves, none is left, or a streak ends; each answer is saved at once. `anew`: first chooses
    new puzzles for the cycle. `puzzles`: to choose from; empty: those of the program.
    :raises RatsuError: a puzzle cannot be read, or an answer saved."""
    if anew:
        file.change(lambda before: wish.renewed(puzzles or shipped_puzzles(), before, chance))
    tell(HELP)
    source = PuzzleSource(file, wish, chance, lambda: datetime.now(UTC), puzzles=puzzles)
    session = Session(source)
    show = _PuzzleShow(session, source, ask, tell)
    left = not run_drill(session, show)
    if left and session.graded is not None:
        show.rated()
    elif source.over:
        tell(f"The streak is over. Best: {progress_of(file.value()).best}")
    elif not left:
        tell("No puzzle is left.")


class _PuzzleShow(Show[Attempt]):
    """The printed session."""

    def __init__(
        self, session: Session[Attempt], source: PuzzleSource, ask: Callable[[str], str], tell: Callable[[str], object]
    ) -> None:
        super().__init__(ask, tell)
        self._session, self._source = session, source
        self._asked: Attempt | None = None
        self._before = 0.0  # the rating

    def ask_move(self, question: Attempt) -> str | None:
        if question.first:
            self._asked, self._before = question, progress_of(self._source.file.value()).glicko.rating
        board = question.board
        self.tell(f"\n{board}\n{'White' if board.turn else 'Black'} to move. {board.fen()}")
        return read_move(board, self, lambda: self._hint(question))

    def _hint(self, question: Attempt) -> str:
        self._session.hint()
        return question.look.value

    def show_verdict(self, question: Attempt, uci: str, verdict: AnswerVerdict[Attempt]) -> None:
        """Prints the solution after a wrong move, and the result at the end of the puzzle."""
        board = question.board
        if not verdict.right:
            line = board.variation_san(map(chess.Move.from_uci, question.rest))
            self.tell(f"{board.san(chess.Move.from_uci(uci))} is not it. {line}")
        if verdict.then is None:
            self.rated()

    def rated(self) -> None:
        assert self._asked is not None, "what is rated was asked"
        puzzle = self._asked.puzzle
        rating = f", {puzzle.rating}" if puzzle.rating else ""
        text = f"{'Right' if self._session.right else 'Wrong'}. Puzzle {puzzle.name}{rating}."
        if self._source.wish.course is PuzzleMode.RATED and puzzle.rating:
            after = progress_of(self._source.file.value()).glicko.rating
            text += f" Your rating: {rating_change(self._before, after)}."
        self.tell(text)


def progress_text(deck: Deck) -> str:
    progress = progress_of(deck)
    lines = [
        f"rating   {progress.glicko.rating:.0f} ± {2 * progress.glicko.deviation:.0f}",
        f"solved   {progress.solved} of {progress.solved + progress.failed} at the first try",
        f"due      {len(due_puzzles(deck, datetime.now(UTC)))} of {len(deck.of(SOURCE))} failed ones",
        f"streak   {progress.best} at best",
    ]
    for theme, cycle in sorted(progress.cycles.items()):
        rounds = ", ".join(f"{seconds:.0f} s" for seconds in cycle.rounds) or "none done"
        named = f"{theme}: " if theme else ""
        lines.append(f"cycle    {named}puzzle {cycle.at + 1} of {len(cycle.puzzles)}; rounds: {rounds}")
    return "\n".join(lines)


def progress_data(deck: Deck) -> dict[str, Any]:
    """The progress for `--json`; rounds in seconds."""
    progress = progress_of(deck)
    return {
        "rating": round(progress.glicko.rating),
        "deviation": round(progress.glicko.deviation),
        "solved": progress.solved,
        "failed": progress.failed,
        "due": len(due_puzzles(deck, datetime.now(UTC))),
        "repeated": len(deck.of(SOURCE)),
        "best_streak": progress.best,
        "cycles": {
            theme: {"puzzle": cycle.at + 1, "of": len(cycle.puzzles), "rounds": list(cycle.rounds)}
            for theme, cycle in sorted(progress.cycles.items())
        },
    }
