"""`ratsu coach`: an explained move, or the themes of puzzles, as text or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chess

from engine.coach.claim_words import english
from engine.coach.claims import Claim
from engine.coach.puzzles import Agreement, agreement, read_puzzles
from engine.game.python_board import variation
from engine.play.review.coaching import MoveExplanation
from engine.play.review.coaching_words import comment_text


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
    table, whole = agreement(read_puzzles(path))
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
