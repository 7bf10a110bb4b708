"""A review as text for people and as data for programs."""

from typing import Any

from engine.coach.claim_words import english
from engine.game.position import Position
from engine.play.review.values import GameReview, MoveReview, PositionEvaluation, SideSummary


def review_data(review: GameReview) -> dict[str, Any]:
    """For `--json`: scores in centipawns from White's side, losses in points of winning probability of the mover."""
    return {
        "opening": review.opening,
        "effort": review.effort,
        "players": {"white": _side_data(review.white), "black": _side_data(review.black)},
        "start": _worth_data(review.worths[0]),
        "moves": [_move_data(move) for move in review.moves],
    }


def review_text(review: GameReview) -> str:
    """A table of both players, then the faulted moves with what was better."""
    lines = [f"{review.opening or 'opening without a name'}   ({review.effort})", ""]
    lines += [f"{'':<24}{'White':>10}{'Black':>10}"]
    for name, white, black in zip(_NAMES, _figures(review.white), _figures(review.black), strict=True):
        lines.append(f"{name:<24}{white:>10}{black:>10}")
    faulted = [move for move in review.moves if move.judgement]
    if faulted:
        lines += ["", *map(_fault_text, faulted)]
    return "\n".join(lines)


_NAMES = (
    "accuracy",
    "average centipawn loss",
    "inaccuracies ?!",
    "mistakes ?",
    "blunders ??",
    "moves of the book",
    "moves",
)


def _figures(side: SideSummary) -> tuple[str, ...]:
    accuracy = "-" if side.accuracy is None else f"{side.accuracy:.1f} %"
    counts = (side.average_loss_cp, side.inaccuracies, side.mistakes, side.blunders, side.book_moves, side.moves)
    return (accuracy, *map(str, counts))


def _fault_text(move: MoveReview) -> str:
    assert move.judgement is not None, "only called for faulted moves"
    better = f"better {' '.join(move.better_san[:6])}" if move.better else ""
    worths = f"{move.before.score} -> {move.after.score}"
    why = f"\n    {english(move.claims)}" if move.claims else ""
    return f"{_numbered(move) + move.judgement.value:<14}{worths:<22}{better}".rstrip() + why


def _numbered(move: MoveReview) -> str:
    return f"{Position.of(move.fen, chess960=None).number}{'.' if move.white else '...'}{move.san}"


def _side_data(side: SideSummary) -> dict[str, Any]:
    return {
        "moves": side.moves,
        "accuracy": None if side.accuracy is None else round(side.accuracy, 1),
        "average_centipawn_loss": side.average_loss_cp,
        "inaccuracies": side.inaccuracies,
        "mistakes": side.mistakes,
        "blunders": side.blunders,
        "book_moves": side.book_moves,
        "phases": {phase.value: round(accuracy, 1) for phase, accuracy in side.phases},
    }


def _move_data(move: MoveReview) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "san": move.san,
        "uci": move.uci,
        **_worth_data(move.after),
        "loss": round(move.loss, 1),
        "loss_centipawns": move.loss_cp,
        "accuracy": round(move.accuracy, 1),
        "judgement": move.judgement.value if move.judgement else None,
        "phase": move.phase.value,
        "book": move.book,
        "better": list(move.better),
        "better_san": list(move.better_san),
        "why": english(move.claims),
    }


def _worth_data(worth: PositionEvaluation) -> dict[str, Any]:
    return {
        **worth.score.of_white.data,
        "white_share": round(worth.share, 3),
        "depth": worth.depth,
        "told_by": worth.teller.value,
    }
