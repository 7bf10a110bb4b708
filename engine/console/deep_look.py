"""The results of `ratsu look`, as text and as JSON."""

from typing import Any

import chess

from engine.game.info import PovScore
from engine.game.python_board import variation
from engine.ground.text import counted
from engine.jobs.look import FortressFinding, LookFinding, MateFinding, VerifiedLine
from engine.search.fortress import FortressCheck, FortressVerdict
from engine.search.linear import DRAWS, ProbedLine

SHOWN_PLIES = 16


def report(board: chess.Board, found: LookFinding) -> str:
    """A finding as text, scores from White's point of view."""
    if isinstance(found, FortressFinding):
        return fortress_report(board, found.white_defends, found.check)
    if isinstance(found, MateFinding):
        return _mate_report(board, found)
    return _verified_report(board, found) if isinstance(found, VerifiedLine) else line_report(board, found)


def data(board: chess.Board, found: LookFinding) -> dict[str, Any]:
    if isinstance(found, FortressFinding):
        return fortress_json(found.white_defends, found.check)
    if isinstance(found, MateFinding):
        mate = (len(found.line) + 1) // 2 or None
        moves = {"pv": list(found.line), "pv_san": variation(board, found.line)}
        return {"mate": mate, "moves": found.moves, "ruled_out": found.ruled_out, "nodes": found.nodes, **moves}
    if isinstance(found, VerifiedLine):
        hoped = {"hoped": found.hoped.data, "holds": found.holds, "better": found.better or None}
        return {**hoped, **line_json(board, found.line)}
    return line_json(board, found)


def _mate_report(board: chess.Board, found: MateFinding) -> str:
    nodes = counted(found.nodes, "position")
    if found.line:
        return f"mate in {(len(found.line) + 1) // 2}, proved ({nodes}): {variation(board, found.line)}"
    verdict = "proved" if found.ruled_out else "not decided"
    return f"no mate in {found.moves} found: {verdict} ({nodes})"


def _verified_report(board: chess.Board, found: VerifiedLine) -> str:
    hoped = PovScore(found.hoped, bool(board.turn))
    verdict = "holds" if found.holds else "turns bad"
    better = f"; better is {board.san(board.parse_uci(found.better))}" if found.better else ""
    return f"the line {verdict} ({hoped} expected{better}): {line_report(board, found.line)}"


def line_report(board: chess.Board, line: ProbedLine) -> str:
    """A probed line as text, the score from White's point of view."""
    first = board.san(board.parse_uci(line.moves[0]))
    worth = "draw" if line.end in DRAWS else str(PovScore(line.score, bool(board.turn)))
    text = f"{first:<8} {worth:>8}  {line.end.value} after {counted(len(line.moves), 'ply', 'plies')}"
    return f"{text}: {variation(board, line.moves[:SHOWN_PLIES])}{' ...' if len(line.moves) > SHOWN_PLIES else ''}"


def line_json(board: chess.Board, line: ProbedLine) -> dict[str, Any]:
    return {
        "move": line.moves[0],
        **line.score.data,
        "end": line.end.name.lower(),
        "plies": len(line.moves),
        "nodes": line.nodes,
        "pv": list(line.moves),
        "pv_san": variation(board, line.moves),
    }


def fortress_report(board: chess.Board, white_defends: bool, check: FortressCheck) -> str:
    side = "White" if white_defends else "Black"
    judged = f"{counted(check.positions, 'position')}, {counted(check.captures, 'capture')} judged"
    text = f"{side} defends: {check.verdict.value} ({judged})"
    if check.verdict is FortressVerdict.HOLDS and check.move is not None:
        text += f"; {board.san(board.parse_uci(check.move))} holds"
    return text


def fortress_json(white_defends: bool, check: FortressCheck) -> dict[str, Any]:
    return {
        "defender": "white" if white_defends else "black",
        "verdict": check.verdict.name.lower(),
        "move": check.move,
        "positions": check.positions,
        "captures": check.captures,
    }
