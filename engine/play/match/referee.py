"""Plays one game between two contestants; python-chess knows the rules, this file knows time and faults."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import chess

from engine.game.outcome import game_end
from engine.play.external.errors import EngineFault, Resignation
from engine.play.match.adjudication import Adjudicator
from engine.play.match.contestant import Contestant, Thought
from engine.play.match.time_control import Clocks, TimeControl


@dataclass(frozen=True)
class PlayedMove:
    """A move after the opening, what its engine said, and the seconds left on its clock (None without clocks)."""

    move: chess.Move
    thought: Thought
    left_s: float | None


@dataclass(frozen=True)
class PlayedGame:
    """A finished game. `board` has the opening's moves and the engines'; `termination` is one or two words for PGN;
    `faulty` is the side whose engine failed and has to be started again."""

    board: chess.Board
    moves: tuple[PlayedMove, ...]
    result: str
    termination: str
    reason: str
    faulty: chess.Color | None = None


OnMove = Callable[[PlayedMove, Mapping[chess.Color, float]], None]


def play_game(
    players: dict[chess.Color, Contestant],
    opening: chess.Board,
    control: TimeControl,
    adjudicator: Adjudicator,
    wanted: Callable[[], bool] = lambda: True,
    margin_s: float = 0.0,
    on_move: OnMove | None = None,
    black_control: TimeControl | None = None,
) -> PlayedGame | None:
    """Plays from the end of `opening` to the end. None if `wanted` became false on the way.

    `margin_s`: how late a move may be. `on_move` is told of every move, with the seconds left on both clocks. `black_control`:
    Black's where it is not `control`. Raises MatchError where an engine cannot play such a game at all.
    """
    board = opening.copy()
    clocks = Clocks(control, margin_s, black_control)
    moves: list[PlayedMove] = []
    told = 0
    for side in chess.COLORS:
        try:
            players[side].new_game(board)
        except EngineFault as fault:
            return _lost(board, moves, side, fault.kind, str(fault), faulty=True)
    while True:
        end = game_end(board)
        if end is not None:
            return PlayedGame(board, tuple(moves), end[0], "normal", end[1])
        if not wanted():
            return None
        ended = _play_move(players, board, clocks, moves, adjudicator)
        if on_move is not None and len(moves) > told:
            told = len(moves)
            on_move(moves[-1], clocks.left_s)
        if ended is not None:
            return ended


def _play_move(
    players: dict[chess.Color, Contestant],
    board: chess.Board,
    clocks: Clocks,
    moves: list[PlayedMove],
    adjudicator: Adjudicator,
) -> PlayedGame | None:
    side = board.turn
    try:
        thought = players[side].think(board, clocks)
    except Resignation as end:
        return _lost(board, moves, side, end.kind, str(end), faulty=False)
    except EngineFault as fault:
        return _lost(board, moves, side, fault.kind, str(fault), faulty=True)
    move = thought.move
    if move is None:
        reason = "claims a draw that is none"
        return _lost(board, moves, side, "illegal move", f"{_word(side)} {reason}", faulty=False)
    if not clocks.spend(side, thought.elapsed_s):
        return _out_of_time(board, moves, side, -clocks.left_s[side])
    if not board.is_legal(move):
        return _lost(board, moves, side, "illegal move", f"{_word(side)} played {move.uci()}", faulty=True)
    board.push(move)
    moves.append(PlayedMove(move, thought, clocks.left_s[side] if clocks.running else None))
    if game_end(board) is None:
        verdict = adjudicator.verdict(board, side, thought.score)
        if verdict is not None:
            return PlayedGame(board, tuple(moves), verdict[0], "adjudication", verdict[1])
    return None


def _out_of_time(board: chess.Board, moves: list[PlayedMove], side: chess.Color, late_s: float) -> PlayedGame:
    """Lost, unless the other side has nothing to mate with."""
    reason = f"{_word(side)} exceeded its time by {late_s:.3f} s"
    if board.has_insufficient_material(not side):
        return PlayedGame(board, tuple(moves), "1/2-1/2", "time forfeit", f"{reason}; the other cannot mate")
    return _lost(board, moves, side, "time forfeit", reason, faulty=False)


def _lost(
    board: chess.Board, moves: list[PlayedMove], side: chess.Color, termination: str, reason: str, *, faulty: bool
) -> PlayedGame:
    result = "0-1" if side == chess.WHITE else "1-0"
    return PlayedGame(board, tuple(moves), result, termination, reason, side if faulty else None)


def _word(side: chess.Color) -> str:
    return "White" if side else "Black"
