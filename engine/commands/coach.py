"""`ratsu coach`: explains why a move is a mistake, and names the themes of puzzles."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from pathlib import Path
from typing import Any

import chess

from engine.coach.claim_words import english
from engine.coach.claims import Claim
from engine.coach.puzzles import Agreement, agreement, read_puzzles
from engine.console.limit_arguments import add_limit_arguments, limits_of
from engine.console.pgn.common import add_json
from engine.console.position_argument import position_of
from engine.console.typed_move import parse_move
from engine.game.limits import Limits
from engine.game.python_board import board_of, variation
from engine.ground.errors import RatsuError
from engine.play.review.coaching import MoveExplanation, explain_move
from engine.play.review.coaching_words import comment_text
from engine.play.review.own_judge import own_judge
from tablebases.tables import Tablebases

HELP = "says why a move is a mistake, and names the themes of puzzles"
DEFAULT_NODES = 300_000  # a position, as in a review
THEME_NODES = 10_000  # for a zugzwang, with and without the duty to move


def move_text(board: chess.Board, move: chess.Move, found: MoveExplanation, spoken: bool) -> str:
    """The move with its sign and scores, and the explanation below."""
    sign = found.judgement.value if found.judgement else ""
    scores = f"{found.before} -> {found.after}"
    heading = f"{variation(board, [board.uci(move)])}{sign}   {scores}"
    return f"{heading}\n{comment_text(found, spoken=spoken)}"


def move_data(board: chess.Board, move: chess.Move, found: MoveExplanation) -> dict[str, Any]:
    """The move for `--json`: scores in centipawns from White's point of view, the loss in points of winning probability."""
    return {
        "fen": board.fen(),
        "move": board.uci(move),
        "sign": found.judgement.value if found.judgement else None,
        "loss": round(found.loss, 1),
        "best": list(found.best),
        "before": found.before.of_white.data,
        "after": found.after.of_white.data,
        "text": comment_text(found),
        "spoken": comment_text(found, spoken=True),
        "claims": [_claim_data(claim) for claim in found.claims],
    }


def _claim_data(claim: Claim) -> dict[str, Any]:
    return {
        "role": claim.role.value,
        "motif": claim.motif.value,
        "line": list(claim.line),
        "key": claim.key,
        "pieces": [
            {"piece": chess.piece_name(piece.kind) if piece.kind else None, "square": chess.square_name(piece.square)}
            for piece in claim.pieces
        ],
        "won": [chess.piece_name(piece) for piece in claim.balance.won],
        "lost": [chess.piece_name(piece) for piece in claim.balance.lost],
        "mate": claim.mate or None,
        "text": english((claim,), addressed=True),
    }


def agreement_rows(path: Path) -> dict[str, Agreement]:
    """Ratsu's themes compared with those of a file, by theme, with the total last.
    :raises RatsuError: the file cannot be read."""
    table, whole = agreement(read_puzzles(path), _worth)
    rows = {name: row for name, row in table.items() if row.count or row.wrong}
    return {**dict(sorted(rows.items(), key=lambda item: item[1].f1)), "all": whole}


def agreement_text(rows: dict[str, Agreement]) -> str:
    """The comparison as a table, the worst theme first."""
    lines = [f"{'theme':<18}{'precision':>10}{'recall':>8}{'F1':>8}{'count':>8}"]
    lines += [
        f"{name:<18}{row.precision:>10.3f}{row.recall:>8.3f}{row.f1:>8.3f}{row.count:>8}" for name, row in rows.items()
    ]
    return "\n".join(lines)


def agreement_data(rows: dict[str, Agreement]) -> dict[str, dict[str, float]]:
    """The comparison for `--json`."""
    return {
        name: {"precision": row.precision, "recall": row.recall, "f1": row.f1, "count": row.count}
        for name, row in rows.items()
    }


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fen", nargs="?", help="the position as FEN in quotes, or startpos; with --move")
    parser.add_argument("--move", metavar="MOVE", help="the move to explain: e4, Nf3, e2e4")
    parser.add_argument("--spoken", action="store_true", help="moves in words, to be read aloud")
    parser.add_argument("--elo", type=int, default=0, metavar="N", help="say too what people of this rating play")
    parser.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    parser.add_argument("--no-tables", action="store_true", help="do not ask endgame tables")
    add_limit_arguments(parser)
    parser.add_argument("--puzzles", type=Path, metavar="FILE", help="name the themes of each puzzle of a CSV file")
    parser.add_argument(
        "--check", type=Path, metavar="FILE", help="compare our themes with the column Themes of a CSV file"
    )
    add_json(parser)
    parser.epilog = (
        "examples:\n  ratsu coach 'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2' --move g4\n"
        "  ratsu coach --puzzles puzzles.csv --json\n  ratsu coach --check puzzles.csv"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the explanation or the themes. Raises RatsuError."""
    if arguments.puzzles is not None:
        return _puzzles(arguments.puzzles, arguments.json)
    if arguments.check is not None:
        rows = agreement_rows(arguments.check)
        print(json.dumps(agreement_data(rows)) if arguments.json else agreement_text(rows))
        return 0
    if arguments.fen is None or arguments.move is None:
        raise RatsuError("give a position and --move, or --puzzles FILE, or --check FILE")
    return _explain(arguments)


def _puzzles(path: Path, as_json: bool) -> int:
    found = {puzzle.name: puzzle.found(_worth) for puzzle in read_puzzles(path)}
    print(json.dumps(found) if as_json else "\n".join(f"{name}  {' '.join(told)}" for name, told in found.items()))
    return 0


def _worth(board: chess.Board) -> float | None:
    """By a new search each time, so that a puzzle's themes do not depend on the puzzles before it."""
    return own_judge(Limits(nodes=THEME_NODES), None).share_of(board)


def _explain(arguments: argparse.Namespace) -> int:
    board = board_of(position_of(arguments.fen, chess960=arguments.chess960))
    move = parse_move(board, arguments.move)
    with contextlib.ExitStack() as stack:
        tables = None if arguments.no_tables else stack.enter_context(Tablebases(()))
        judge = own_judge(limits_of(arguments) or Limits(nodes=DEFAULT_NODES), tables)
        found = explain_move(judge, board, move, elo=arguments.elo)
        for problem in tables.problems if tables else ():
            print(f"ratsu coach: {problem}", file=sys.stderr)
    if found is None:
        return 1
    if arguments.json:
        print(json.dumps(move_data(board, move, found), ensure_ascii=False))
    else:
        print(move_text(board, move, found, arguments.spoken))
    return 0
