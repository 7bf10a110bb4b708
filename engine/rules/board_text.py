"""The board as text, for consoles and for UCI's `d`."""

_FILES = "abcdefgh"


def draw_board(fen: str, flipped: bool = False) -> str:
    """Eight ranks with coordinates; White's men are capitals, empty squares dots. `flipped` shows Black's side below.

    `fen` must be a valid FEN; only its first field is read.
    """
    ranks = [_spread(rank) for rank in fen.split()[0].split("/")]
    numbered = [f" {8 - index}  " + " ".join(_turn(rank, flipped)) for index, rank in enumerate(ranks)]
    lines = list(reversed(numbered)) if flipped else numbered
    return "\n".join([*lines, "", "    " + " ".join(_turn(_FILES, flipped))])


def _spread(rank: str) -> str:
    return "".join("." * int(symbol) if symbol.isdigit() else symbol for symbol in rank)


def _turn(text: str, flipped: bool) -> str:
    return text[::-1] if flipped else text
