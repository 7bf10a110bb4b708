"""Scores and traps against people of a rating: from the explorer's games, and by the predictor."""

from collections.abc import Mapping, Sequence

import chess

from books.preparation.expected_scores import ByRating, ExpectedScore, expected_scores
from books.preparation.traps import Trap
from engine.ground.values import dataclass
from engine.play.people.human_replies import HumanReplies


@dataclass(frozen=True)
class MoveForPeople:
    """A move against people of a rating: its expected score, and its trap (None: not computed)."""

    move: chess.Move
    expected: ExpectedScore
    trap: Trap | None = None


def for_people(
    board: chess.Board,
    moves: Sequence[chess.Move],
    people: HumanReplies,
    games: Mapping[chess.Move, ByRating],
    traps: bool = False,
) -> tuple[MoveForPeople, ...]:
    """The expected score of each move. With `traps` also the traps, half a second a move."""
    scores = expected_scores(board, moves, people.elo, games, people.predicted)
    return tuple(MoveForPeople(move, scores[move], people.trap(board, move) if traps else None) for move in moves)
