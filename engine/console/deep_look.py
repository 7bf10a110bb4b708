"""`ratsu analyse --linear` and `--fortress`: where lines lead in the end, and whether the worse side can hold for ever."""

from typing import Any

import chess

from engine.game.info import PovScore
from engine.game.limits import GamePosition, Limits
from engine.game.python_board import board_of, variation
from engine.ground.text import counted
from engine.player import Player
from engine.search.fortress import FortressCheck, SearchJudge, Verdict, check_fortress
from engine.search.linear import DRAWS, ProbedLine, compare_moves

GLANCE = Limits(nodes=20_000)  # to see which side is worse
SHOWN_PLIES = 16


def probe_moves(position: GamePosition, moves: tuple[str, ...], say: bool) -> list[ProbedLine]:
    """Probes the line after each move (all legal ones if none is named), best end first; prints each as it is found."""
    board = board_of(position)
    player = Player()
    # Hundreds of plies beyond what the network was taught, its defender leaves the wall of figure 18; the rules' defender stays.
    player.set_option("Use NNUE", False)
    candidates = moves or tuple(board.uci(move) for move in board.legal_moves)

    def show(line: ProbedLine) -> None:
        if say:
            print(line_report(board, line), flush=True)

    return compare_moves(player.search, position, candidates, show, forget=player.new_game)


def line_report(board: chess.Board, line: ProbedLine) -> str:
    """A probed line in words, the score from White's point of view."""
    first = board.san(board.parse_uci(line.moves[0]))
    worth = "draw" if line.end in DRAWS else str(PovScore(line.score, bool(board.turn)))
    text = f"{first:<8} {worth:>8}  {line.end.value} after {counted(len(line.moves), 'ply', 'plies')}"
    return f"{text}: {variation(board, line.moves[:SHOWN_PLIES])}{' ...' if len(line.moves) > SHOWN_PLIES else ''}"


def line_json(board: chess.Board, line: ProbedLine) -> dict[str, Any]:
    """A probed line for programs."""
    return {
        "move": line.moves[0],
        **line.score.data,
        "end": line.end.name.lower(),
        "plies": len(line.moves),
        "nodes": line.nodes,
        "pv": list(line.moves),
        "pv_san": variation(board, line.moves),
    }


def fortress_of(position: GamePosition) -> tuple[bool, FortressCheck]:
    """Whether White is the side that is worse, and whether that side holds. Raises PositionError or MoveError."""
    player = Player()
    board = position.board()
    glance = player.search(position, GLANCE)
    white_worse = (glance.lines[0].score.number < 0) == board.white_to_move

    return white_worse, check_fortress(board, white_worse, SearchJudge(white_worse))


def fortress_report(board: chess.Board, white_defends: bool, check: FortressCheck) -> str:
    """The verdict in words."""
    side = "White" if white_defends else "Black"
    judged = f"{counted(check.positions, 'position')}, {counted(check.captures, 'capture')} judged"
    text = f"{side} defends: {check.verdict.value} ({judged})"
    if check.verdict is Verdict.HOLDS and check.move is not None:
        text += f"; {board.san(board.parse_uci(check.move))} holds"
    return text


def fortress_json(white_defends: bool, check: FortressCheck) -> dict[str, Any]:
    """The verdict for programs."""
    return {
        "defender": "white" if white_defends else "black",
        "verdict": check.verdict.name.lower(),
        "move": check.move,
        "positions": check.positions,
        "captures": check.captures,
    }
