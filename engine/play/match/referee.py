"""Plays one game between two engines; python-chess knows the rules, this file knows time and faults."""

import logging
import sys
from collections.abc import Callable
from dataclasses import field

import chess

from engine.game.clock import Clock
from engine.game.outcome import Outcome, Termination, by_flag, by_rules
from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.game.time_control import TimeControl
from engine.ground.text import Text, plain
from engine.ground.values import dataclass
from engine.play.external.errors import EngineFault, Resignation
from engine.play.match.adjudication import Adjudicator
from engine.play.match.match_engine import EngineMove, MatchEngine


@dataclass(frozen=True)
class MatchMove:
    """A move after the opening, what its engine said, and the clocks after it."""

    move: chess.Move
    thought: EngineMove
    clock: Clock


@dataclass(frozen=True)
class MatchGame:
    """A finished game. `board` has the opening's moves and the engines'; `faulty` is the side whose engine failed and has to
    be started again."""

    board: chess.Board
    control: TimeControl
    moves: tuple[MatchMove, ...]
    outcome: Outcome
    faulty: Side | None = None


OnMove = Callable[[MatchMove], None]
_log = logging.getLogger(__name__)


def play_game(
    players: dict[chess.Color, MatchEngine],
    opening: chess.Board,
    control: TimeControl,
    adjudicator: Adjudicator,
    margin_ms: int = 0,
    on_move: OnMove | None = None,
    stopper: Stopper | None = None,
) -> MatchGame | None:
    """Plays from the end of `opening` to the end. None if `stopper` ended it on the way, in the middle of a move too.

    `margin_ms`: how late a move may be. `on_move` gets every move. Raises MatchError where an engine cannot play such
    a game at all.
    """
    game = _Game(players, opening.copy(), Clock.start(control), adjudicator, margin_ms, stopper or Stopper())
    end = game.begin()
    while end is None:
        reported = len(game.moves)
        end = game.play_move()
        if game.stopper.asked():  # the move was hurried, or did not come: it counts for nothing
            return None
        if on_move is not None and len(game.moves) > reported:
            on_move(game.moves[-1])
    return end


def report_end(players: dict[chess.Color, MatchEngine], game: MatchGame) -> None:
    """Reports to the engines how a game ended; one that learns does so now. For a game that is on the disk: an engine that fails
    at this costs nothing."""
    for white, player in players.items():
        if Side.of(white) is game.faulty:
            continue
        try:
            player.game_over(game.board, white, game.outcome)
        except Exception as error:  # noqa: BLE001 - whatever learning does, the match continues
            _log.exception("%s could not learn from its game", Side.of(white))
            print(f"{Side.of(white)} could not learn from its game: {error!r}. Please report it.", file=sys.stderr)


@dataclass
class _Game:
    """A game on its way."""

    players: dict[chess.Color, MatchEngine]
    board: chess.Board
    clock: Clock
    adjudicator: Adjudicator
    margin_ms: int
    stopper: Stopper
    moves: list[MatchMove] = field(default_factory=list)

    def begin(self) -> MatchGame | None:
        """Reports the engines; the end of the game if one of them fails, or if it is over before its first move."""
        for white in chess.COLORS:
            try:
                self.players[white].new_game(self.board)
            except EngineFault as fault:
                return self._lost(Side.of(white), fault.kind, fault.text, faulty=True)
        return self._ended(by_rules(self.board))

    def play_move(self) -> MatchGame | None:
        """The move of the side whose turn it is; the end of the game if it is the last."""
        white, side = self.board.turn, Side.of(self.board.turn)
        try:
            thought = self.players[white].think(self.board, self.clock.limits(side), self.stopper)
        except EngineFault as fault:
            return self._lost(side, fault.kind, fault.text, faulty=not isinstance(fault, Resignation))
        if thought.move is None:
            claim = Text("it claims a draw, but the position is not drawn")
            return self._lost(side, Termination.ILLEGAL_MOVE, claim, faulty=False)
        self.clock = self.clock.run(side).elapse(round(1000 * thought.elapsed_s))
        if self.clock.flagged(self.margin_ms) is side:
            late_s = -(self.clock.remaining(side) or 0) / 1000
            return self._ended(by_flag(self.board, side, Text("%1 s over the limit", f"{late_s:.3f}")))
        if not self.board.is_legal(thought.move):
            return self._lost(side, Termination.ILLEGAL_MOVE, plain(thought.move.uci()), faulty=True)
        self.board.push(thought.move)
        self.clock = self.clock.press(side)
        self.moves.append(MatchMove(thought.move, thought, self.clock))
        return self._ended(by_rules(self.board) or self.adjudicator.verdict(self.board, white, thought.score))

    def _ended(self, outcome: Outcome | None, faulty: Side | None = None) -> MatchGame | None:
        if outcome is None:
            return None
        return MatchGame(self.board, self.clock.control, tuple(self.moves), outcome, faulty)

    def _lost(self, side: Side, kind: Termination, detail: Text, *, faulty: bool) -> MatchGame | None:
        return self._ended(Outcome(side.other, kind, detail), side if faulty else None)
