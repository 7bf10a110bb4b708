"""Keys of the positions that a diagram may show: it shows neither castling rights nor en passant, and may not say whose turn
it is."""

from collections.abc import Iterator
from itertools import product

from engine.ground.errors import PositionError
from engine.rules.board import CoreBoard
from engine.rules.fen import FILES, FenFields, read_fields, write_fields
from engine.rules.position_text import written_fen

_HOMES = (("K", "K", 4, "R", 7), ("Q", "K", 4, "R", 0), ("k", "k", 60, "r", 63), ("q", "k", 60, "r", 56))


def diagram_keys(text: str, chess960: bool) -> tuple[int, ...]:
    """Returns the keys of all positions with the pieces of a FEN and its side to move (both, if it has none), whatever their
    castling rights and en passant square. `chess960`: its own rights count as possible, on whatever files.
    :raises PositionError: the pieces cannot be set up."""
    written = written_fen(text)
    fields = read_fields(written, [])
    sides = (True, False) if len(written.split()) == 1 else (fields.white_to_move,)
    keys: dict[int, None] = {}
    problem: PositionError | None = None
    for white in sides:
        given = fields._replace(white_to_move=white, castling="", en_passant="")
        for castling, square in product(_rights(fields, chess960), ("", *_captured_squares(given))):
            try:
                board = CoreBoard.from_fen(write_fields(given._replace(castling=castling, en_passant=square)), chess960)
            except PositionError as error:
                problem = error
            else:
                keys[board.key] = None
    if problem is not None and not keys:
        raise problem
    return tuple(keys)


def _rights(fields: FenFields, chess960: bool) -> Iterator[str]:
    """Yields each set of the castling rights that kings and rooks may have."""
    possible = [
        right for right, king, at, rook, corner in _HOMES if fields.pieces[at] == king and fields.pieces[corner] == rook
    ]
    if chess960:
        possible = list(fields.castling) if fields.names_rooks else [*dict.fromkeys((*fields.castling, *possible))]
    for chosen in product((False, True), repeat=len(possible)):
        yield "".join(right for right, is_chosen in zip(possible, chosen, strict=True) if is_chosen)


def _captured_squares(fields: FenFields) -> Iterator[str]:
    """Yields the squares that a pawn of the side that is not to move may have passed with the last move."""
    start, passed, here, pawn = (6, 5, 4, "p") if fields.white_to_move else (1, 2, 3, "P")
    for file in range(8):
        column = [fields.pieces[8 * rank + file] for rank in (start, passed, here)]
        if column == ["", "", pawn]:
            yield f"{FILES[8 + file]}{passed + 1}"
