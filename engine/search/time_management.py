"""Time management: a soft budget for the move, which the search may stretch or cut, and a hard limit."""

from engine.game.limits import Limits
from engine.ground.values import dataclass

# All numbers in this file are hand-set. 22 moves ahead instead of 32 scored +2 =25 -37 in 64 games at 10+0.1 against Stockfish
# 15.1 (32: +0 =35 -29), because the time was missing in the endgames; self-play: +13 Elo [-22, +49], 105 games (ccf29b46).
MOVES_AHEAD = 32  # moves that the remaining time should last for, if the time control names no number
STABLE_ENOUGH = 8  # iterations with the same best move that count as fully stable


@dataclass(frozen=True)
class TimeBudget:
    """Milliseconds from the start of the search: `soft_ms` is the target, `hard_ms` the limit."""

    soft_ms: float
    hard_ms: float


def clock_budget(limits: Limits, white_to_move: bool, overhead_ms: int) -> TimeBudget | None:
    """The budget for a move on the clock; None if the side to move has no clock."""
    time_ms = limits.white_time_ms if white_to_move else limits.black_time_ms
    if time_ms is None:
        return None
    increment_ms = limits.white_increment_ms if white_to_move else limits.black_increment_ms
    left_ms = max(1.0, time_ms - overhead_ms)
    moves = limits.moves_to_go if limits.moves_to_go else MOVES_AHEAD
    moves = max(1, min(moves, MOVES_AHEAD + 8))
    # The overhead is reserved for every move ahead. With at most half of the time left as reserve, 24 of 129 games at 0.5+0.005
    # were lost on time, as a move takes 7 to 23 ms besides its search; with the whole reserve none of 153 (7b57a040).
    usable_ms = max(1.0, left_ms + increment_ms * (moves - 1) - overhead_ms * (moves - 1))
    soft_ms = min(usable_ms / moves, left_ms * 0.75)
    # One move takes at most 40 % of the clock; with the time control one or two moves away 80 %.
    hard_ms = min(soft_ms * 5.0, left_ms * (0.4 if moves > 2 else 0.8))
    return TimeBudget(max(1.0, min(soft_ms, hard_ms)), max(1.0, hard_ms))


class TimeKeeper:
    """Decides after each iteration whether to start another: less time if the best move is stable and takes most nodes, more if
    it changes or the score falls."""

    def __init__(self, budget: TimeBudget, forced: bool) -> None:
        self._budget = budget
        self._forced = forced
        self._best_move = 0
        self._stability = 0
        self._scores: list[int] = []

    def wants_more(self, elapsed_ms: float, best_move: int, score: int, best_share: int) -> bool:
        """True if another iteration is worth its time. `best_share`: permille of nodes spent on the best move."""
        self._stability = min(self._stability + 1, STABLE_ENOUGH) if best_move == self._best_move else 0
        self._best_move = best_move
        self._scores.append(score)
        # A forced move needs no decision, only a score: a twentieth of the budget.
        if self._forced:
            return elapsed_ms < self._budget.soft_ms * 0.05
        return elapsed_ms < self.aim_ms(best_share)

    def aim_ms(self, best_share: int) -> float:
        """The soft budget in milliseconds, scaled by stability, node share and a falling score; at most the hard limit."""
        # A best move that stays the same (factor 1.3 down to 0.82) and takes most nodes (1.9 down to 0.5) needs less time. A
        # score that fell by 72 centipawns in three iterations stretches it most, by 1.6: the move needs a better alternative.
        stability = 1.3 - 0.06 * self._stability
        share = 1.9 - 1.4 * best_share / 1000
        fall = self._scores[-4] - self._scores[-1] if len(self._scores) >= 4 else 0
        trouble = min(max(1.0 + fall / 120, 0.85), 1.6)
        return min(self._budget.soft_ms * stability * share * trouble, self._budget.hard_ms)
