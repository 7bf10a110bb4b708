"""The pawn placements in the parts of tables for lessons (`tablebases/promotion_tables.py`)."""

import chess

from tablebases.generate.pawns import canonical

_Placement = tuple[int, ...]


def _passed(pawn: int, blocked: int) -> set[_Placement]:
    """Returns White's passed pawn on its square and all squares ahead, with a white pawn blocked by a black one."""
    return {canonical((blocked, square, blocked + 8), 2)[0] for square in range(pawn, 56, 8)}


PLACEMENTS: dict[str, frozenset[_Placement]] = {  # of the pawns in each part, up to mirroring
    "KRPvKR": frozenset((square,) for square in (chess.A6, chess.A7, chess.D5, chess.D6, chess.D7)),
    "KPPvKP": frozenset(
        _passed(chess.A4, chess.C6)
        | _passed(chess.C3, chess.A4)
        | _passed(chess.C4, chess.A5)
        | _passed(chess.E4, chess.A3)
        | _passed(chess.F3, chess.D4)
    ),
}
