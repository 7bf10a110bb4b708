"""Centre control: every attack on a square scores the square's value; and JS18's control boards."""

import chess

Quarter = tuple[tuple[int, int, int, int], ...]

# A quarter of each board, a1 corner first; the other three are its mirrors.
LEVY: Quarter = ((1, 2, 3, 4), (2, 5, 6, 7), (3, 6, 8, 9), (4, 7, 9, 10))  # T4, Levy 1984, p. 19
SHARP: Quarter = ((2, 3, 4, 5), (3, 6, 8, 10), (4, 8, 18, 20), (5, 10, 20, 40))  # T5, S04's own
CONTROL_WEIGHTS = {
    chess.PAWN: 9,
    chess.KNIGHT: 7,
    chess.BISHOP: 7,
    chess.ROOK: 5,
    chess.QUEEN: 1,
    chess.KING: 6,
}  # JS18


def quarter_value(quarter: Quarter, square: chess.Square) -> int:
    """The value of a square in a table that is the same in all four corners."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return quarter[min(rank, 7 - rank)][min(file, 7 - file)]


def centre_control(board: chess.Board, colour: chess.Color, quarter: Quarter = SHARP) -> float:
    """Sum of the values of all squares that the pieces of one side attack, as often as they do."""
    return float(
        sum(
            quarter_value(quarter, target)
            for square in chess.SquareSet(board.occupied_co[colour])
            for target in board.attacks(square)
        )
    )


def control_board(board: chess.Board, colour: chess.Color) -> float:
    """JS18: attacks weighted by the attacker, the square's value (outer product of 1 2 3 4 4 3 2 1 with itself) and its
    nearness to the enemy king (16, 14 ... 2), over 10,000; and a twentieth for each rank that a pawn has gone."""
    king = board.king(not colour)
    total = 0
    for square in chess.SquareSet(board.occupied_co[colour]):
        kind = board.piece_type_at(square)
        if kind is None or king is None:
            continue
        for target in board.attacks(square):
            value = (1 + _edge_distance(chess.square_file(target))) * (1 + _edge_distance(chess.square_rank(target)))
            total += CONTROL_WEIGHTS[kind] * value * (16 - 2 * chess.square_distance(target, king))
    pawns = board.pieces(chess.PAWN, colour)
    advance = sum((chess.square_rank(pawn) - 1) if colour else (6 - chess.square_rank(pawn)) for pawn in pawns)
    return total / 10_000 + advance / 20


def _edge_distance(line: int) -> int:
    return min(line, 7 - line)
