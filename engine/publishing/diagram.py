"""A position as an SVG diagram in the style of chess books: hatched squares, coordinates, the side to move.

The pieces (python-chess') are defined once in a page, by `symbols`; each diagram refers to them.
"""

from collections.abc import Iterator

from engine.game.position import Position
from engine.publishing.document import Diagram

_SIDE, _EDGE = 45, 22  # units of a square in the drawing of the pieces, and of the margin for coordinates
_COLOURS = {"G": "#15781b", "R": "#b3261e", "B": "#1d4f91", "Y": "#b57900"}


def symbols() -> str:
    """Returns the shared, invisible definitions of a page's diagrams."""
    import chess.svg

    pieces = "".join(
        f'<symbol id="piece-{"w" if letter.isupper() else "b"}{letter.lower()}" viewBox="0 0 45 45">{drawing}</symbol>'
        for letter, drawing in sorted(chess.svg.PIECES.items())
    )
    hatch = (
        '<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="5" height="5" fill="#fff"/><path d="M0 0V5" stroke="#555" stroke-width="1.2"/></pattern>'
    )
    return f'<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>{hatch}{pieces}</defs></svg>'


def svg(diagram: Diagram, name: str) -> str:
    """Returns one diagram; `name` is its label for screen readers."""
    position = Position.of(diagram.fen, chess960=None)
    board = 8 * _SIDE
    width, height = board + 2 * _EDGE, board + _EDGE
    parts = [f'<svg class="diagram" role="img" aria-label="{name}" viewBox="0 0 {width} {height}">']
    parts += [
        f'<rect x="{left}" y="{top}" width="{_SIDE}" height="{_SIDE}" fill="url(#hatch)"/>'
        for square in range(64)
        if ((square & 7) + (square >> 3)) % 2 == 0
        for left, top in [_corner(square, diagram.turned)]
    ]
    parts += [
        f'<use href="#piece-{"w" if letter.isupper() else "b"}{letter.lower()}" x="{left}" y="{top}" '
        f'width="{_SIDE}" height="{_SIDE}"/>'
        for square, letter in sorted(position.pieces.items())
        for left, top in [_corner(square, diagram.turned)]
    ]
    parts.append(
        f'<rect x="{_EDGE}" y="1" width="{board}" height="{board}" fill="none" stroke="#000" stroke-width="2"/>'
    )
    parts += _beside(diagram.turned)
    foot = position.white_to_move is not diagram.turned
    fill = "#fff" if position.white_to_move else "#000"
    parts.append(
        f'<rect x="{_EDGE + board + 6}" y="{board - 14 if foot else 3}" width="11" height="11" fill="{fill}" stroke="#000"/>'
    )
    parts += [_drawn(code, diagram.turned) for code in diagram.drawings]
    return "".join(parts) + "</svg>"


def _corner(square: int, turned: bool) -> tuple[int, int]:
    column, rank = square & 7, square >> 3
    return _EDGE + _SIDE * (7 - column if turned else column), 1 + _SIDE * (rank if turned else 7 - rank)


def _beside(turned: bool) -> Iterator[str]:
    for at in range(8):
        letter, number = "abcdefgh"[7 - at if turned else at], at + 1 if turned else 8 - at
        middle = _SIDE * at + _SIDE // 2
        yield f'<text x="{_EDGE + middle}" y="{8 * _SIDE + 18}" text-anchor="middle" font-size="16">{letter}</text>'
        yield f'<text x="{_EDGE // 2}" y="{middle + 6}" text-anchor="middle" font-size="16">{number}</text>'


def _drawn(code: str, turned: bool) -> str:
    """Returns an arrow `Gd2d4` or a circle `Rd4`."""
    colour = _COLOURS[code[0]]
    ends = [_middle(code[at : at + 2], turned) for at in range(1, len(code), 2)]
    (x, y), (to_x, to_y) = ends[0], ends[-1]
    if len(ends) == 1 or ends[0] == ends[1]:
        return f'<circle cx="{x}" cy="{y}" r="20" fill="none" stroke="{colour}" stroke-width="3"/>'
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    along, across = (to_x - x) / length, (to_y - y) / length
    neck_x, neck_y = to_x - 16 * along, to_y - 16 * across
    head = f"{to_x},{to_y} {neck_x - 9 * across:.1f},{neck_y + 9 * along:.1f} {neck_x + 9 * across:.1f},{neck_y - 9 * along:.1f}"
    return (
        f'<g opacity="0.85" fill="{colour}"><path d="M{x} {y}L{neck_x:.1f} {neck_y:.1f}" stroke="{colour}" '
        f'stroke-width="6"/><polygon points="{head}"/></g>'
    )


def _middle(name: str, turned: bool) -> tuple[float, float]:
    left, top = _corner("abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1), turned)
    return left + _SIDE / 2, top + _SIDE / 2
