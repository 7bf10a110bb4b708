"""Comments, signs, coloured squares and arrows of ChessBase. Of a comment in several languages, one is taken: the
language-free one, English, or the first."""

from collections.abc import Iterator

import chess
import chess.pgn

from books.collection.chessbase.errors import ChessBaseError
from engine.ground.values import dataclass

_AFTER, _SIGNS, _SQUARES, _ARROWS, _BEFORE = 0x02, 0x03, 0x04, 0x05, 0x82
_ANY, _ENGLISH = 0, 0x2A
_COLOURS = {2: "G", 3: "Y", 4: "R"}
CONTROLS = dict.fromkeys((*range(32), 127), " ")  # a line break in a name would end its PGN tag
# Pieces in the fonts of ChessBase, and its diagram sign.
_PIECES = {"¢": "K", "£": "Q", "¤": "N", "¥": "B", "¦": "R", "§": "P"}
_LETTERS = CONTROLS | str.maketrans({**_PIECES, "{": "(", "}": ")"})
_DIAGRAM = 0x9E


@dataclass(frozen=True)
class Note:
    """An annotation. `place`: the move's index in the order of the file, -1 for the whole game."""

    place: int
    kind: int
    data: bytes


def read_notes(data: bytes) -> Iterator[Note]:
    """Yields all annotations of a game, including unknown kinds. :raises ChessBaseError: they are cut off."""
    at = 0
    while at + 6 <= len(data):
        place = int.from_bytes(data[at : at + 3], "big", signed=True)
        size = int.from_bytes(data[at + 4 : at + 6], "big")
        if size < 6 or at + size > len(data):
            raise ChessBaseError("its comments are cut off")
        yield Note(place, data[at + 3], data[at + 6 : at + size])
        at += size


def add_note(node: chess.pgn.GameNode, note: Note) -> None:
    """Adds an annotation to a PGN node; kinds that PGN lacks are left out."""
    if note.kind in (_AFTER, _BEFORE) and len(note.data) > 2:
        _add_text(node, note)
    elif note.kind == _SIGNS and isinstance(node, chess.pgn.ChildNode):
        node.nags.update(sign for sign in note.data[:3] if 0 < sign <= 255)
    elif note.kind in (_SQUARES, _ARROWS):
        node.comment = f"{_drawn(note)} {node.comment}".strip()


def _add_text(node: chess.pgn.GameNode, note: Note) -> None:
    if note.data[1] not in (_ANY, _ENGLISH) and node.comment:
        return
    raw = bytes(byte for byte in note.data[2:] if byte != _DIAGRAM)
    text = " ".join(raw.decode("cp1252", "replace").translate(_LETTERS).split())
    if note.kind == _BEFORE and isinstance(node, chess.pgn.ChildNode):
        node.starting_comment = f"{node.starting_comment} {text}".strip()
    else:
        node.comment = f"{node.comment} {text}".strip()


def _drawn(note: Note) -> str:
    """Returns coloured squares or arrows as PGN commands (`%csl`, `%cal`)."""
    step, name = (2, "csl") if note.kind == _SQUARES else (3, "cal")
    marks = []
    for at in range(0, len(note.data) - step + 1, step):
        colour, *squares = note.data[at : at + step]
        if colour in _COLOURS and all(1 <= square <= 64 for square in squares):
            names = "".join(chess.square_name(chess.square((one - 1) // 8, (one - 1) % 8)) for one in squares)
            marks.append(f"{_COLOURS[colour]}{names}")
    return f"[%{name} {','.join(marks)}]" if marks else ""
