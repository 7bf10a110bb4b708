"""Odds: one side starts without a piece, to even out players of different strength."""

from engine.game.side import Side
from engine.ground.values import dataclass

_ROWS = {Side.WHITE: "RNBQKBNR", Side.BLACK: "rnbqkbnr"}


@dataclass(frozen=True)
class Odds:
    """`file` of the missing piece (0 = a), `pawn` or a piece of the back rank; `moves_second`: the giver of the odds
    has Black.
    """

    key: str
    words: str
    file: int
    pawn: bool = False
    moves_second: bool = False


ODDS: tuple[Odds, ...] = (
    Odds("pawn", "a pawn", 5, pawn=True),
    Odds("pawn and move", "pawn and move", 5, pawn=True, moves_second=True),
    Odds("knight", "a knight", 1),
    Odds("bishop", "a bishop", 2),
    Odds("rook", "a rook", 0),
    Odds("queen", "the queen", 3),
)


def odds_named(key: str) -> Odds:
    """The odds with that key. :raises KeyError: the key is unknown."""
    for odds in ODDS:
        if odds.key == key:
            return odds
    raise KeyError(key)


def start_with_odds(odds: Odds, giver: Side) -> str:
    """The start position without the piece, as FEN; a missing rook cannot castle."""
    rows = dict(_ROWS)
    pawns = {Side.WHITE: "P" * 8, Side.BLACK: "p" * 8}
    (pawns if odds.pawn else rows)[giver] = _without((pawns if odds.pawn else rows)[giver], odds.file)
    castling = "KQkq"
    if not odds.pawn and odds.file == 0:
        castling = castling.replace("Q" if giver is Side.WHITE else "q", "")
    placement = [rows[Side.BLACK], pawns[Side.BLACK], "8", "8", "8", "8", pawns[Side.WHITE], rows[Side.WHITE]]
    return f"{'/'.join(placement)} w {castling} - 0 1"


def _without(row: str, file: int) -> str:
    return f"{row[:file]}1{row[file + 1 :]}"
