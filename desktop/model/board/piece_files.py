"""Piece drawings from the user's files: matches files to pieces, and checks the drawings.

An SVG can load other files, repeat itself a thousand million times or run for minutes, so only plain shapes are
accepted.
"""

import re
from collections.abc import Iterable
from pathlib import PurePath
from xml.parsers import expat

from desktop.model.errors import PieceSetError

MEN = "KQRBNPkqrbnp"
LARGEST_SVG = 256 * 1024  # bytes
MOST_ELEMENTS = 2_000
MOST_COMMANDS = 40_000  # of all paths together
DEEPEST = 64
_SHAPES = ("path", "circle", "ellipse", "rect", "line", "polyline", "polygon")
_ALLOWED = frozenset(
    ("svg", "g", *_SHAPES, "defs", "linearGradient", "radialGradient", "stop", "title", "desc", "metadata")
)
_WORDS = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P"}
_OUTSIDE = re.compile(r"url\(\s*['\"]?\s*(?!#)|@import|expression\(|javascript:|data:", re.IGNORECASE)


def files_of_pieces(names: Iterable[str]) -> dict[str, str]:
    """The file name for each piece: `wK.svg`, `w_k.svg`, `white-king.svg`, `bP.svg`, `black_pawn.svg`.

    :raises PieceSetError: names all pieces without a file.
    """
    found: dict[str, str] = {}
    for name in sorted(names):
        man = _man_of(name)
        if man is not None:
            found.setdefault(man, name)
    missing = [man for man in MEN if man not in found]
    if missing:
        wanted = ", ".join(("w" if man.isupper() else "b") + man.upper() + ".svg" for man in missing)
        raise PieceSetError("The folder lacks drawings of pieces: %1.", wanted)
    return found


def _man_of(name: str) -> str | None:
    path = PurePath(name)
    if path.suffix.lower() != ".svg":
        return None
    stem = re.sub(r"[\s_\-]", "", path.stem.lower())
    colour = next((word for word in ("white", "black", "w", "b") if stem.startswith(word)), "")
    kind = stem[len(colour) :]
    letter = _WORDS.get(kind, kind.upper() if kind in ("k", "q", "r", "b", "n", "p") else "")
    if not colour or not letter:
        return None
    return letter if colour[0] == "w" else letter.lower()


def checked_drawing(content: bytes, name: str) -> bytes:
    """The drawing, if it is small and consists of plain shapes. :raises PieceSetError: names what is not allowed."""
    if len(content) > LARGEST_SVG:
        raise PieceSetError("“%1” is larger than %2 kB.", name, LARGEST_SVG // 1024)
    reader = _Reader(name)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.EntityDeclHandler = reader.entity
    parser.ProcessingInstructionHandler = reader.instruction
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise PieceSetError("“%1” is not an SVG file: %2.", name, error) from error
    if not reader.elements:
        raise PieceSetError("“%1” is empty.", name)
    return content


class _Reader:
    """Walks through the elements and refuses what is not allowed."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.elements = self._commands = self._depth = 0

    def doctype(self, *_: object) -> None:
        self._refuse("a DOCTYPE")

    def entity(self, *_: object) -> None:
        self._refuse("an entity")

    def instruction(self, *_: object) -> None:
        self._refuse("a processing instruction")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, local = tag.rpartition(" ")
        self.elements += 1
        self._depth += 1
        if self.elements == 1 and local != "svg":
            self._refuse(f"<{local[:40]}> instead of <svg>")
        if self.elements > MOST_ELEMENTS or self._depth > DEEPEST:
            self._refuse("too many elements")
        if space in ("", "http://www.w3.org/2000/svg") and local not in _ALLOWED:
            self._refuse(f"<{local[:40]}>")
        for attribute, value in attributes.items():
            self._check(attribute.rpartition(" ")[2], value)

    def end(self, _tag: str) -> None:
        self._depth -= 1

    def _check(self, attribute: str, value: str) -> None:
        if attribute in ("href", "src") and not value.startswith("#"):
            self._refuse("a link to something outside")
        if attribute.lower().startswith("on"):
            self._refuse("a script")
        if attribute != "href" and _OUTSIDE.search(value):
            self._refuse("a link to something outside")
        if attribute in ("d", "points"):
            self._commands += len(value) // 4
            if self._commands > MOST_COMMANDS:
                self._refuse("too many lines")

    def _refuse(self, what: str) -> None:
        raise PieceSetError("“%1” holds %2; a drawing of a piece may be made of plain shapes only.", self._name, what)
