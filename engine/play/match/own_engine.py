"""Ratsu itself in a match, in this process."""

import sys
import time

import chess

from engine.game.limits import Limits
from engine.game.move_choice import GameEnd
from engine.game.outcome import Outcome
from engine.game.python_board import game_position
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.play.external.errors import EngineCrash
from engine.play.match.errors import MatchError
from engine.play.match.match_engine import EngineMove
from engine.play.match.spec import EngineSpec
from engine.play.mover import RatsuMover

# An engine is measured alone: without tables unless its options ask for them (its book is off by default).
_ALONE = (("SyzygyProbeLimit", "0"),)


LEARNING_S = 20.0  # about what the analysis of a lost game of 40 moves takes


class OwnEngine:
    """A RatsuMover with the options of its specification."""

    def __init__(self, spec: EngineSpec) -> None:
        self._mover = RatsuMover()
        try:
            for name, value in (*_ALONE, *spec.options):
                self._mover.set_option(name, value)
        except RatsuError as error:
            raise MatchError("%1: %2", spec.name, error) from error

    def new_game(self, board: chess.Board) -> None:
        """Forgets the game before, and loads what the first move would load on its clock."""
        self._mover.set_option("UCI_Chess960", str(board.chess960).lower())
        self._mover.new_game()
        self._mover.get_ready()

    def think(self, board: chess.Board, limits: Limits, stopper: Stopper) -> EngineMove:
        """The move of the whole chain of book, tablebases and search."""
        position = game_position(board.root().fen(), board)
        started = time.perf_counter()
        try:
            choice = self._mover.choose(position, limits, stopper=stopper)
        except RatsuError as error:
            raise EngineCrash("%1", error) from error
        elapsed_s = time.perf_counter() - started
        for problem in choice.problems:
            print(problem, file=sys.stderr)
        move = board.parse_uci(choice.move)
        result = choice.result
        if result is None or not result.lines:
            return EngineMove(move, elapsed_s)
        return EngineMove(move, elapsed_s, result.lines[0].score, result.lines[0].depth, result.nodes)

    def game_over(self, board: chess.Board, white: chess.Color, outcome: Outcome) -> None:
        """Learns from the game, if it was played from the own book; the analysis of a loss may take LEARNING_S before the
        next game."""
        position = game_position(board.root().fen(), board)
        end = GameEnd(position, outcome.result, outcome.termination.pgn, own_white=white)
        self._mover.game_over(end, LEARNING_S)

    def close(self) -> None:
        self._mover.close()
