"""`ratsu tactics`: puzzles in the terminal."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import chess

from engine.coach.look import look_for
from engine.coach.puzzles import shipped_puzzles
from engine.console.ending_training import ask_move
from engine.drill.deck import Deck, DeckStore
from engine.drill.sources.puzzles import SOURCE, Course, Wish, progress_of, repeated
from engine.play.tactics.attempt import Attempt
from engine.play.tactics.progress import rating_change

HELP = "Moves as Nf3 or g1f3; 'hint' (the puzzle then counts as failed), 'quit'."


def train(
    kept: DeckStore,
    wish: Wish,
    chance: random.Random,
    ask: Callable[[str], str],
    tell: Callable[[str], object],
    anew: bool = False,
) -> None:
    """Asks puzzles until the user leaves, none is left, or a streak ends; each answer is kept at once. `anew`: first the cycle
    gets other puzzles. Raises RatsuError."""
    puzzles = shipped_puzzles()
    if anew:
        kept.change(lambda before: wish.renewed(puzzles, before, chance))
    tell(HELP)
    while (puzzle := wish.drawn(puzzles, kept, datetime.now(UTC), chance)) is not None:
        before = progress_of(kept.value()).glicko.rating
        verdict = _Verdict(kept, partial(wish.answered, puzzle=puzzle))
        solved = _solved(Attempt(puzzle), partial(verdict.give, False), ask, tell)
        if solved is not None:
            verdict.give(solved)
        if verdict.right is None:
            return
        progress = progress_of(kept.value())
        told = f"{'Right' if verdict.right else 'Wrong'}. Puzzle {puzzle.name}, {puzzle.rating}."
        if wish.course is Course.RATED:
            told += f" Your rating: {rating_change(before, progress.glicko.rating)}."
        tell(told)
        if solved is None:
            return
        if wish.course is Course.STREAK and not verdict.right:
            tell(f"The streak is over. Best: {progress.best}")
            return
    tell("No puzzle is left.")


class _Verdict:
    """On one puzzle. The first one counts, and is kept at once: a hint, and after it whatever comes, is a failure."""

    def __init__(self, kept: DeckStore, answered: Callable[..., Deck]) -> None:
        self._kept, self._answered = kept, answered
        self.right: bool | None = None  # None: there is none yet

    def give(self, right: bool) -> None:
        """Keeps it, if it is the first."""
        if self.right is None:
            self.right = right
            self._kept.change(partial(self._answered, right=right, now=datetime.now(UTC)))


def _solved(
    attempt: Attempt, helps: Callable[[], object], ask: Callable[[str], str], tell: Callable[[str], object]
) -> bool | None:
    """Whether the first try at every move was right; None if the user leaves. `helps` is called before each hint."""
    while attempt.rest:
        board = attempt.board
        tell(f"\n{board}\n{'White' if board.turn else 'Black'} to move. {board.fen()}")

        def hint(attempt: Attempt = attempt) -> str:
            helps()
            return look_for(attempt.board.fen(), attempt.rest, chess960=False).value

        move = ask_move(board, hint, ask, tell)
        if move is None:
            return None
        following = attempt.after(board.uci(move))
        if following is None:
            tell(f"{board.san(move)} is not it. {board.variation_san(map(chess.Move.from_uci, attempt.rest))}")
            return False
        attempt = following
    return True


def progress_text(deck: Deck) -> str:
    """Where the user is."""
    progress = progress_of(deck)
    lines = [
        f"rating   {progress.glicko.rating:.0f} ± {2 * progress.glicko.deviation:.0f}",
        f"solved   {progress.solved} of {progress.solved + progress.failed} at the first try",
        f"due      {len(repeated(deck, datetime.now(UTC)))} of {len(deck.of(SOURCE))} failed ones",
        f"streak   {progress.best} at best",
    ]
    for theme, cycle in sorted(progress.cycles.items()):
        rounds = ", ".join(f"{seconds:.0f} s" for seconds in cycle.rounds) or "none done"
        named = f"{theme}: " if theme else ""
        lines.append(f"cycle    {named}puzzle {cycle.at + 1} of {len(cycle.puzzles)}; rounds: {rounds}")
    return "\n".join(lines)


def progress_data(deck: Deck) -> dict[str, Any]:
    """The same for `--json`; rounds in seconds."""
    progress = progress_of(deck)
    return {
        "rating": round(progress.glicko.rating),
        "deviation": round(progress.glicko.deviation),
        "solved": progress.solved,
        "failed": progress.failed,
        "due": len(repeated(deck, datetime.now(UTC))),
        "repeated": len(deck.of(SOURCE)),
        "best_streak": progress.best,
        "cycles": {
            theme: {"puzzle": cycle.at + 1, "of": len(cycle.puzzles), "rounds": list(cycle.rounds)}
            for theme, cycle in sorted(progress.cycles.items())
        },
    }
