"""PGN's numbered glyphs (`$1` to `$255`): the sign printed in chess books, or words for those without a sign.

Sources: PGN standard of 1994, section 10 ($0-$139); the signs of the Informant; $140-$146, $220-$221 and $238-$255 as
the common PGN programs write them. All signs are in usual text fonts: `+=` and `=+` replace U+2A72 and U+2A71, which
few fonts have.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.game.node import Node
from engine.game.side import Side

DIAGRAM, DIAGRAM_TURNED = 220, 221
DIAGRAM_SIGN = "▦"  # for a requested diagram that is not drawn
_NULL = 0  # null annotation, by the standard
_BY_THE_MOVE = 9  # glyphs below assess the move and directly follow it, others the position


def _marks() -> dict[int, str]:
    single = {
        1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 8: "□", 10: "=", 11: "=", 13: "∞", 14: "+=", 15: "=+",
        16: "±", 17: "∓", 18: "+−", 19: "−+", 20: "+−−", 21: "−−+", 140: "∆", 141: "∇", 146: "N",
        DIAGRAM: DIAGRAM_SIGN, DIAGRAM_TURNED: DIAGRAM_SIGN,
        238: "○", 239: "⇔", 240: "⇗", 241: "⊞", 242: "»", 243: "«", 244: "×", 245: "⊥",
    }  # fmt: skip
    # Glyphs for each side and degree that share one sign in books.
    runs = (
        ("⨀", 22, 23), ("○", 24, 29), ("⟳", 30, 35), ("↑", 36, 39), ("→", 40, 41), ("=/∞", 44, 47), ("⊞", 48, 53),
        ("»", 54, 59), ("«", 60, 65), ("⇆", 130, 135), ("⊕", 136, 139),
    )  # fmt: skip
    return single | {nag: mark for mark, first, last in runs for nag in range(first, last + 1)}


MARKS: Mapping[int, str] = MappingProxyType(_marks())
_OF_A_SIDE = range(22, 140)  # White's have even numbers, Black's are one higher
_ZUGZWANG = 22
# From 66 on the standard lists each glyph for White, then for Black. `%1` is the side.
_OF_BOTH = (
    "%1: vulnerable first rank", "%1: well-protected first rank", "%1: poorly protected king", "%1: well-protected king",
    "%1: poorly placed king", "%1: well-placed king", "%1: very weak pawn structure",
    "%1: moderately weak pawn structure", "%1: moderately strong pawn structure", "%1: very strong pawn structure",
    "%1: poor knight placement", "%1: good knight placement", "%1: poor bishop placement", "%1: good bishop placement",
    "%1: poor rook placement", "%1: good rook placement", "%1: poor queen placement", "%1: good queen placement",
    "%1: poor piece coordination", "%1: good piece coordination", "%1: opening played very poorly",
    "%1: opening played poorly", "%1: opening played well", "%1: opening played very well",
    "%1: middlegame played very poorly", "%1: middlegame played poorly", "%1: middlegame played well",
    "%1: middlegame played very well", "%1: ending played very poorly", "%1: ending played poorly",
    "%1: ending played well", "%1: ending played very well",
)  # fmt: skip
_FIRST_OF_BOTH = 66
WORDS: Mapping[int, str] = MappingProxyType(
    {
        9: "worst move", 12: "equal chances, active position", 42: "%1: not enough compensation",
        43: "%1: not enough compensation", 142: "better is", 143: "worse is", 144: "equivalent is",
        145: "editorial comment", 246: "pair of bishops", 247: "bishops of opposite colours",
        248: "bishops of the same colour", 249: "connected pawns", 250: "isolated pawns", 251: "doubled pawns",
        252: "passed pawn", 253: "pawn majority", 254: "with", 255: "without",
    }
    | {_FIRST_OF_BOTH + 2 * at + side: words for at, words in enumerate(_OF_BOTH) for side in (0, 1)}
)  # fmt: skip


def nag_at(node: Node, nag: int) -> int:
    """Returns the glyph that a palette sets or clears after a move. `nag` is White's of the two.

    An existing one of either side is preferred. Otherwise it is that of the side that moved; for zugzwang, of the side
    to move.
    """
    if nag not in _OF_A_SIDE:
        return nag
    if nag in node.nags or nag + 1 in node.nags:
        return nag if nag in node.nags else nag + 1
    mover_is_black = node.side_to_move is Side.WHITE
    return nag + (mover_is_black != (nag == _ZUGZWANG))


def marks_of(nags: Iterable[int]) -> str:
    """Returns the signs after a move: `!?` for 5, `! ±` for 1 and 16, with no-break spaces. Diagrams are left to the
    caller."""
    text = ""
    for nag in sorted(set(nags)):
        mark = MARKS.get(nag, "")
        if mark and nag not in (DIAGRAM, DIAGRAM_TURNED):
            text += mark if nag < _BY_THE_MOVE else f"\u00a0{mark}"
    return text


def words_of_nags(nags: Iterable[int]) -> list[tuple[str, str]]:
    """Returns the glyphs without a sign in words: a phrase, and its side, `White`, `Black` or empty. An unknown number
    is returned itself."""
    found = []
    for nag in sorted(set(nags)):
        if nag in WORDS:
            side = ("White", "Black")[nag % 2] if "%1" in WORDS[nag] else ""
            found.append((WORDS[nag], side))
        elif nag != _NULL and nag not in MARKS:
            found.append((f"${nag}", ""))
    return found
