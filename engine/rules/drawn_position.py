"""Positions as people print them: a board of characters, or the pieces of each side in a list. `drawn_fen` reads both."""

import re

_EMPTY = ".-_*·+:#"
_FIGURINES = "♔♕♖♗♘♙♚♛♜♝♞♟"
_LETTERS = ("KQRBNP", "KDTLRS", "KDTLSB")  # of printed boards in English, Finnish and German; the first that fits
_ALL_PIECES = {*_FIGURINES}.union(*(letters + letters.lower() for letters in _LETTERS))
_LABEL = re.compile(r"^\s*([1-8])\s*(?=[^\d])|(?<=[^\d])\s*[1-8]\s*$")
_FRAME = re.compile(r"[|│║]")
_BLACK_MOVES = re.compile(
    r"\bblack (?:to|moves|begins|plays)|\bmustan? (?:siir|vuor|aloit)|\bschwarz (?:am|zieht)", re.IGNORECASE
)
MOVE = re.compile(r"(?:^|[\s(])\d{1,3}\.\s?(?:\.\.)?\s?(?:[A-Z]?[a-h]?[1-8]?x?[a-h][1-8]|[O0]-[O0])")  # of a game
_LISTED = re.compile(r"([A-Z]?)([a-h][1-8])\b")
_LONGEST = 4_000  # characters
# The words for the sides, and the letters of the pieces beside them (king, queen, rook, bishop, knight, pawn).
_SIDES = (
    (re.compile(r"\bwhite\s*:(.*?)\bblack\s*:(.*)", re.IGNORECASE | re.DOTALL), "KQRBNP"),
    (re.compile(r"\bvalk(?:ea|oinen)\s*:(.*?)\bmusta\s*:(.*)", re.IGNORECASE | re.DOTALL), "KDTLRP"),
    (re.compile(r"\bwei(?:ß|ss)\s*:(.*?)\bschwarz\s*:(.*)", re.IGNORECASE | re.DOTALL), "KDTLSB"),
)


def drawn_fen(text: str) -> str:
    """Returns the board, or the lists of pieces, in a text as the first field of a FEN, with the side to move if the text
    says that it is Black; empty if it has neither."""
    if len(text) > _LONGEST or MOVE.search(text):
        return ""
    squares = _board(text) or _lists(text)
    if not squares:
        return ""
    rows = ("".join(squares.get((file, rank), " ") for file in range(8)) for rank in range(7, -1, -1))
    board = "/".join(re.sub(" +", lambda gap: str(len(gap[0])), row) for row in rows)
    return f"{board} b" if _BLACK_MOVES.search(text) else board


def _board(text: str) -> dict[tuple[int, int], str]:
    """The pieces of eight lines of eight squares, by file and rank from 0."""
    rows: list[str] = []
    first_label = ""
    for line in text.splitlines():
        row, label = _row(line)
        if row:
            first_label = first_label or label
            rows.append(row)
        elif len(rows) < 8 and line.strip(" +-=|─━┼├┤┌┐└┘abcdefghABCDEFGH\t"):
            rows, first_label = [], ""
        if len(rows) == 8:
            break
    if len(rows) < 8 or sum(map(len, (row.strip() for row in rows))) == 0:
        return {}
    ranks = range(8) if first_label == "1" else range(7, -1, -1)
    used = {*"".join(rows).upper()} - {" ", *_FIGURINES}
    letters = next((letters for letters in _LETTERS if used <= {*letters}), "")
    if used and not letters:
        return {}
    pieces = dict(zip(_FIGURINES + letters + letters.lower(), "KQRBNPkqrbnp" * 2, strict=False))
    return {
        (file, rank): pieces[piece]
        for rank, row in zip(ranks, rows, strict=True)
        for file, piece in enumerate(row)
        if piece != " "
    }


def _row(line: str) -> tuple[str, str]:
    """Eight squares and the number of their rank; both empty if the line is not a rank of a board."""
    found = _LABEL.search(line)
    bare = _LABEL.sub("", _LABEL.sub("", line))
    cells = [cell.strip() for cell in _FRAME.split(bare)]
    if len(cells) in (9, 10) and not cells[0] and not cells[-1]:
        cells = cells[1:-1]
    if len(cells) != 8:
        cells = list("".join(_FRAME.sub(" ", bare).split()))
    if len(cells) != 8 or any(cell and cell not in _ALL_PIECES and cell not in _EMPTY for cell in cells):
        return "", ""
    return "".join(cell if cell in _ALL_PIECES else " " for cell in cells), found[1] or "" if found else ""


def _lists(text: str) -> dict[tuple[int, int], str]:
    """The pieces after the words for White and Black; a square without a letter is a pawn's."""
    for sides, letters in _SIDES:
        if (found := sides.search(text)) is None:
            continue
        squares = {}
        for pieces, change in zip(found.groups(), (str.upper, str.lower), strict=True):
            for letter, square in _LISTED.findall(pieces):
                at = letters.find(letter or letters[-1])
                if at < 0:
                    return {}
                squares["abcdefgh".index(square[0]), int(square[1]) - 1] = change("KQRBNP"[at])
        return squares
    return {}
