"""The board as text, for consoles and for UCI's `d`."""

from engine.rules.fen import read_fields

_FILES = "abcdefgh"


def draw_board(fen: str, flipped: bool = False) -> str:
    """Returns eight ranks with coordinates; White's pieces are capitals, empty squares dots. `flipped` puts Black at
    the bottom. `fen` must be valid; only its pieces are drawn."""
    pieces = "".join(piece or "." for piece in read_fields(fen).pieces)
    ranks = [pieces[8 * rank : 8 * rank + 8] for rank in range(7, -1, -1)]
    numbered = [f" {8 - index}  " + " ".join(_turn(rank, flipped)) for index, rank in enumerate(ranks)]
    lines = list(reversed(numbered)) if flipped else numbered
    return "\n".join([*lines, "", "    " + " ".join(_turn(_FILES, flipped))])


def _turn(text: str, flipped: bool) -> str:
    return text[::-1] if flipped else text
