"""Result learning and evaluation learning: the evidence of one finished game about its opening, before any analysis.

Results decay and are weighted by the opponent's strength. Evaluation learning follows Crafty (R. Hyatt): the
evaluations of the first ten own moves out of book rate the exit; the credit goes from the last branching point back up,
divided by the number of branching points passed.
"""

import math
from collections.abc import Sequence

from books.entry import MoveRow
from books.learning.evidence_weight import trust
from books.learning.played import WINDOW_OWN_MOVES, LearnedGame, Ply, evaluations_by_ply
from engine.ground.rating import expected_score

# Old results fade: the half-life is 34 games through the move, so that a book move is judged by recent play.
DECAY = 0.98  # factor of the older results, at each new game through the move
EARLY_LOSS_CP = -150  # an own evaluation this low within ten moves of the book's end: the opening counts as lost
# Without gifts and the usual edge left out, 30 games that an opponent threw away moved 1.e4 by 5 points, not by 3.
GIFT_CP = 100  # a rise of this size from one own move to the next is an opponent's mistake
USUAL_CP = 50  # the usual advantage after an opening; no credit within it
# Evaluation credit, as in Crafty (R. Hyatt, ICCA Journal 22/1, 1999). One exit moves the last branching point by at most a half,
# the one before it by a quarter; a tenth of the old credit fades, so two like exits nearly decide (0.95).
_CREDIT_SHARE = 0.5
_CREDIT_MEMORY = 0.9
_FULL_CREDIT_CP = 150  # scale of tanh: a pawn and a half beyond the usual edge counts as 0.76


def window_end(game: LearnedGame, walked: Sequence[Ply]) -> int:
    """Returns the number of plies from the start that count for the opening: up to ten own moves after the book's end."""
    return min(len(walked), game.book_plies + 2 * WINDOW_OWN_MOVES)


def with_game(row: MoveRow, game: LearnedGame) -> MoveRow:
    """Returns the row after one more game through its move, whatever the result."""
    return row._replace(times_played=row.times_played + 1, last_played=game.played or None)


def with_result(row: MoveRow, game: LearnedGame, own: bool) -> MoveRow:
    """Returns the row with one more result that counts (books.learning.evidence)."""
    points = game.points
    if points is None:
        return row
    score = points if own else 1 - points
    weight = trust(game) * _surprise(game, own, score)
    return row._replace(
        wins=row.wins * DECAY + weight * (score == 1),
        draws=row.draws * DECAY + weight * (score == 0.5),
        losses=row.losses * DECAY + weight * (score == 0),
    )


def with_credit(row: MoveRow, value: float, branching: int) -> MoveRow:
    """Returns the row with an exit's value (-1 to 1) credited. `branching`: the number of branching points from the
    exit up to here (1: the last)."""
    credit = row.credit * _CREDIT_MEMORY + _CREDIT_SHARE * value / branching
    return row._replace(credit=max(-1.0, min(1.0, credit)))


def exit_evaluation(game: LearnedGame, walked: Sequence[Ply]) -> int | None:
    """Returns the quality of the exit from the book (centipawns, own side), from the evaluations of the first ten own
    moves out of book; None without evaluations.

    A steady climb or fall counts by its end; otherwise the mean counts, so that one wild evaluation decides nothing.
    Evaluations after an opponent's mistake (a rise of GIFT_CP from one own move to the next, or from level) do not
    count for the opening.
    """
    known = evaluations_by_ply(game, list(walked))
    values: list[int] = []
    for index in sorted(known):
        if not game.book_plies <= index < window_end(game, walked):
            continue
        if known[index] >= (values[-1] if values else 0) + GIFT_CP:
            break
        values.append(known[index])
    if not values:
        return None
    first, last = values[0], values[-1]
    if last == max(values) or last == min(values):
        return last
    # The end counts against the mean only if it moved far beyond the start: otherwise the line is judged as a whole.
    return round(sum(values) / len(values)) if abs(last) < 3 * abs(first) + 100 else last


def exit_value(game: LearnedGame, walked: Sequence[Ply]) -> float | None:
    """Returns the exit as a credit from -1 to 1, scaled by `trust`. None without evaluations: a result alone says
    nothing about the opening."""
    evaluation = exit_evaluation(game, walked)
    if evaluation is None:
        return None
    beyond = max(0, abs(evaluation) - USUAL_CP)
    return trust(game) * math.copysign(math.tanh(beyond / _FULL_CREDIT_CP), evaluation)


def lost_early(game: LearnedGame, walked: Sequence[Ply]) -> bool:
    """Whether the game was lost within ten own moves of the book's end: it ended there, or the engine's evaluation was
    lost by then."""
    if not game.lost:
        return False
    end = window_end(game, walked)
    known = evaluations_by_ply(game, list(walked))
    return len(walked) <= end or any(value <= EARLY_LOSS_CP for index, value in known.items() if index < end)


def credits(value: float | None, branches: Sequence[int]) -> list[tuple[int, float, int]]:
    """Returns (ply index, value, branching) for each own book move that shares the credit of the exit's `value`;
    `branches` are the plies of own book moves with a choice."""
    if value is None:
        return []
    return [(index, value, number) for number, index in enumerate(sorted(branches, reverse=True), 1)]


def _surprise(game: LearnedGame, own: bool, score: float) -> float:
    """Returns the weight of a result by the Elo formula: 1 between equals, up to 2 for an unexpected result."""
    if game.own_elo is None or game.opponent_elo is None or score == 0.5:
        return 1.0
    # Beating a stronger opponent says more about the opening than beating a weaker one.
    lead = (game.own_elo - game.opponent_elo) * (1 if own else -1)
    expected = expected_score(lead)
    return 2 * (1 - expected) if score == 1 else 2 * expected
