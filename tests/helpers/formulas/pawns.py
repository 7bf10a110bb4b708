"""Pawn structure by the scales of A. Kotok (1962) and D. Levy (1984)."""

import chess

# Points and scales as the two texts give them.
KOTOK = {"isolated": -1.0, "backward": -5.0, "doubled": -3.0, "passed": 10.0}
KOTOK_SCALE = 0.05
LEVY = {"isolated": -4.0, "backward": -1.0, "doubled": -3.0, "passed": 0.0}
LEVY_SCALE = 0.025


def pawn_features(board: chess.Board, colour: chess.Color) -> dict[str, int]:
    """How many pawns of one side are isolated, backward, doubled (every pawn of the file counts) and passed."""
    own = board.pieces(chess.PAWN, colour)
    enemy = board.pieces(chess.PAWN, not colour)
    counts = dict.fromkeys(KOTOK, 0)
    for square in own:
        file, rank = chess.square_file(square), chess.square_rank(square)
        beside = [other for other in own if abs(chess.square_file(other) - file) == 1]
        counts["doubled"] += any(chess.square_file(other) == file and other != square for other in own)
        counts["passed"] += not any(
            abs(chess.square_file(other) - file) <= 1 and _ahead(chess.square_rank(other), rank, colour)
            for other in enemy
        )
        if not beside:
            counts["isolated"] += 1
        elif all(_ahead(chess.square_rank(other), rank, colour) for other in beside):
            stop = square + (8 if colour else -8)
            guards = chess.SquareSet(chess.BB_PAWN_ATTACKS[colour][stop]) & enemy if 0 <= stop < 64 else ()
            counts["backward"] += bool(guards)
    return counts


def _ahead(rank: int, of: int, colour: chess.Color) -> bool:
    return rank > of if colour else rank < of


def kotok(board: chess.Board, colour: chess.Color) -> float:
    """Kotok's sum in pawns."""
    return KOTOK_SCALE * sum(KOTOK[name] * count for name, count in pawn_features(board, colour).items())


def levy(board: chess.Board, colour: chess.Color) -> float:
    """Levy's sum in pawns."""
    return LEVY_SCALE * sum(LEVY[name] * count for name, count in pawn_features(board, colour).items())
