"""The mover's current game, as learning needs it: its choices and evaluations.

A protocol reports the end of a game (XBoard `result`, the console, a match) or only the start of the next (UCI): then the moves
and the last evaluation show the result.
"""

import time
from dataclasses import field
from statistics import median_low

import chess

from books.learning.played import LearnedGame, fen_of
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, GameEnd, MoveChoice
from engine.game.outcome import by_rules
from engine.game.python_board import board_of
from engine.ground.values import dataclass

DECIDED_CP = 300  # a game broken off at this score counts as won or lost
LEAST_OWN_MOVES = 3
NO_LIMITS = Limits()


@dataclass
class GameMemory:
    """The choices of the current game; a position of another game starts a new one."""

    _last: GamePosition | None = None
    _own: dict[int, MoveChoice] = field(default_factory=dict)  # by ply
    _left_s: float | None = None  # on our clock before our last move

    def note(self, position: GamePosition, choice: MoveChoice, limits: Limits = NO_LIMITS) -> None:
        """Adds our move in a position, chosen within `limits`. Moves taken back since are removed."""
        if self._last is None or not self._continues(position):
            self._own.clear()
        self._own = {ply: known for ply, known in self._own.items() if ply < len(position.moves)}
        self._own[len(position.moves)] = choice
        self._last = GamePosition(position.fen, (*position.moves, choice.move), chess960=position.chess960)
        left_ms = limits.white_time_ms if position.white_to_move else limits.black_time_ms
        self._left_s = None if left_ms is None else left_ms / 1000

    def take(self, end: GameEnd) -> LearnedGame | None:
        """The finished game, which is removed here; None if it is too short, or if both sides were chosen for."""
        last, own = self._last, self._own
        self._last, self._own = None, {}
        if last is None:
            return None
        at = end.position or last
        sides = {GamePosition(last.fen, last.moves[:ply], chess960=last.chess960).white_to_move for ply in own}
        white = end.own_white if end.own_white is not None else next(iter(sides), True)
        if end.own_white is None and len(sides) != 1:
            return None
        first = 0 if GamePosition(last.fen, chess960=last.chess960).white_to_move == white else 1
        mine = {ply: own[ply] for ply in own if ply % 2 == first and at.moves[ply : ply + 1] == (own[ply].move,)}
        if len(mine) < LEAST_OWN_MOVES:
            return None
        plies = range(first, len(at.moves), 2)
        evaluations = tuple(_value(mine.get(ply)) for ply in plies)
        result, termination = _end(
            at, end, white, next((value for value in reversed(evaluations) if value is not None), 0)
        )
        return LearnedGame(
            moves=at.moves,
            own_white=white,
            result=result,
            termination=termination,
            book_plies=_book_plies(mine),
            evaluations=evaluations,
            fen=fen_of(chess.Board(at.fen, chess960=at.chess960)),
            opponent=end.opponent,
            own="Ratsu",
            date=time.strftime("%Y.%m.%d"),
            time_left_s=self._left_s,
            nodes=_usual_nodes(mine),
        )

    def _continues(self, position: GamePosition) -> bool:
        last = self._last
        if last is None or (position.fen, position.chess960) != (last.fen, last.chess960):
            return False
        asked = last.moves[:-1]  # the game may have another move than ours: ours was a hint
        common = min(len(position.moves), len(asked))
        return position.moves[:common] == asked[:common]


def _book_plies(mine: dict[int, MoveChoice]) -> int:
    """The plies up to and including our last book move before the first other one."""
    last = 0
    for ply, choice in sorted(mine.items()):
        if choice.source is not ChoiceSource.BOOK:
            break
        last = ply + 1
    return last


def _usual_nodes(mine: dict[int, MoveChoice]) -> int | None:
    """The median of the nodes of our searches; None without a search."""
    searched = [
        choice.result.nodes
        for choice in mine.values()
        if choice.source is ChoiceSource.SEARCH and choice.result is not None
    ]
    return median_low(searched) if searched else None


def _value(choice: MoveChoice | None) -> int | None:
    if choice is None or choice.result is None or not choice.result.lines:
        return None
    return choice.result.lines[0].score.number


def _end(position: GamePosition, end: GameEnd, white: bool, value: int) -> tuple[str, str]:
    """Result and termination as in PGN: by the rules, else as reported, else by our evaluation."""
    outcome = by_rules(board_of(position), automatic_draws=False)
    if outcome is not None:
        return outcome.result, outcome.termination.pgn
    if end.result != "*" or abs(value) < DECIDED_CP:
        return end.result, end.termination
    return "1-0" if (value > 0) == white else "0-1", end.termination
