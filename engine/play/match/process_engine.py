"""An engine of its own process in a match, UCI or XBoard; the client itself is the window's too."""

import chess

from engine.game.limits import Limits
from engine.game.outcome import Outcome
from engine.game.stopper import Stopper
from engine.ground.text import why
from engine.play.external.client import Client
from engine.play.external.errors import EngineUnusable
from engine.play.external.launch import Launch
from engine.play.external.uci_client import UciClient
from engine.play.external.xboard_client import XBoardClient
from engine.play.match import match_engine
from engine.play.match.errors import MatchError
from engine.play.match.match_engine import EngineMove
from engine.play.match.spec import EngineSpec, Protocol


class ProcessEngine:
    """A child process that is ended with everything it has started."""

    def __init__(self, spec: EngineSpec) -> None:
        """:raises MatchError: it cannot be used at all. :raises EngineFault: it failed at the start."""
        launch = Launch(spec.name, spec.command, spec.folder)
        self._client: Client | None = None
        try:
            kind = UciClient if spec.protocol is Protocol.UCI else XBoardClient
            self._client = client = kind(launch, match_engine.DEADLINES)
            for name, value in spec.options:
                client.set_option(name, value)
            client.wait_until_ready()
        except EngineUnusable as error:
            self.close()
            raise MatchError(why(error)) from error
        except BaseException:
            self.close()
            raise

    def new_game(self, board: chess.Board) -> None:
        """Reports the engine, and waits until it is ready. Raises MatchError where it cannot play such a game."""
        assert self._client is not None
        try:
            self._client.new_game(board)
        except EngineUnusable as error:
            raise MatchError(why(error)) from error

    def think(self, board: chess.Board, limits: Limits, stopper: Stopper) -> EngineMove:
        """Asks for a move and measures the wait."""
        assert self._client is not None
        try:
            reply = self._client.go(board, limits, stopper=stopper)
        except EngineUnusable as error:
            raise MatchError(why(error)) from error
        if not reply.lines:
            return EngineMove(reply.move, reply.elapsed_s, claims_draw=reply.claims_draw)
        best = reply.lines[0]
        return EngineMove(reply.move, reply.elapsed_s, best.score, best.depth, best.nodes, reply.claims_draw)

    def game_over(self, board: chess.Board, white: chess.Color, outcome: Outcome) -> None:
        """An engine in a process hears of it by the next game."""

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
