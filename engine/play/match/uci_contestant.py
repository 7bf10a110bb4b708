"""An engine that speaks UCI, driven by python-chess's client with a deadline on every wait."""

import asyncio
import contextlib
import os
import signal
import subprocess
import time

import chess
import chess.engine

from engine.info import Score
from engine.play.match.contestant import START_S, Thought, deadline_s
from engine.play.match.errors import EngineCrash, EngineStall, IllegalMove, MatchError
from engine.play.match.spec import EngineSpec
from engine.play.match.time_control import Clocks

_HANDLED = ("ponder", "uci_chess960", "multipv", "uci_analysemode", "uci_variant")  # python-chess sets these itself


class UciContestant:
    """A child process in a process group of its own."""

    def __init__(self, spec: EngineSpec) -> None:
        self._name = spec.name
        self._game: object = object()
        try:
            self._engine = chess.engine.SimpleEngine.popen_uci(
                list(spec.command),
                timeout=START_S,
                cwd=spec.folder or None,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except FileNotFoundError as error:
            raise MatchError(f"{spec.name}: there is no program {spec.command[0]}") from error
        except OSError as error:
            raise MatchError(f"{spec.name}: {spec.command[0]} cannot be started ({error.strerror})") from error
        except TimeoutError as error:
            raise EngineStall(f"{spec.name} did not answer uci within {START_S:g} s") from error
        except chess.engine.EngineError as error:
            raise EngineCrash(f"{spec.name} failed at its start: {error}") from error
        try:
            self._configure(spec)
        except BaseException:
            self.close()
            raise

    def _configure(self, spec: EngineSpec) -> None:
        known = {name.lower(): name for name in self._engine.options}
        options: dict[str, str | int | bool | None] = {}
        for name, value in spec.options:
            if name.lower() not in known:
                raise MatchError(f"{spec.name} has no option {name}; it has: {', '.join(known.values())}")
            if name.lower() not in _HANDLED:
                options[known[name.lower()]] = value
        try:
            self._engine.configure(options)
            self._engine.ping()
        except TimeoutError as error:
            raise EngineStall(f"{spec.name} did not answer isready within {START_S:g} s") from error
        except chess.engine.EngineError as error:
            raise MatchError(f"{spec.name}: {error}") from error

    def new_game(self, board: chess.Board) -> None:
        """The next `think` belongs to another game; the client sends ucinewgame."""
        self._game = object()

    def think(self, board: chess.Board, clocks: Clocks) -> Thought:
        """Asks for a move and measures the wait."""
        wait_s = deadline_s(clocks, board.turn)
        self._engine.timeout = wait_s
        started = time.perf_counter()
        try:
            info = chess.engine.INFO_BASIC | chess.engine.INFO_SCORE
            result = self._engine.play(board, _limit(clocks, board.turn), game=self._game, info=info)
        except TimeoutError as error:
            raise EngineStall(f"{self._name} gave no move within {wait_s:.1f} s") from error
        except chess.engine.EngineTerminatedError as error:
            raise EngineCrash(f"{self._name} died: {error}") from error
        except chess.engine.EngineError as error:
            raise IllegalMove(f"{self._name}: {error}") from error
        elapsed_s = time.perf_counter() - started
        if result.move is None:
            raise IllegalMove(f"{self._name} gave no move in {board.fen()}")
        return Thought(
            result.move,
            elapsed_s,
            _score(result.info.get("score"), board.turn),
            result.info.get("depth"),
            result.info.get("nodes"),
        )

    def close(self) -> None:
        """Asks the engine to quit, then ends its whole process group."""
        process_id = self._engine.transport.get_pid()
        self._engine.timeout = 1.0
        with contextlib.suppress(chess.engine.EngineError, TimeoutError, asyncio.TimeoutError, OSError):
            self._engine.quit()
        self._engine.close()
        if process_id is not None:
            with contextlib.suppress(OSError):
                os.killpg(process_id, signal.SIGKILL)


def _limit(clocks: Clocks, side: chess.Color) -> chess.engine.Limit:
    control = clocks.control
    if not clocks.running:
        return chess.engine.Limit(time=control.move_time_s, nodes=control.nodes, depth=control.depth)
    return chess.engine.Limit(
        white_clock=max(clocks.left_s[chess.WHITE], 0.001),
        black_clock=max(clocks.left_s[chess.BLACK], 0.001),
        white_inc=control.increment_s,
        black_inc=control.increment_s,
        remaining_moves=clocks.moves_to_go(side),
    )


def _score(score: chess.engine.PovScore | None, side: chess.Color) -> Score | None:
    if score is None:
        return None
    seen = score.pov(side)
    mate = seen.mate()
    return Score(mate=mate) if mate is not None else Score(centipawns=seen.score())
