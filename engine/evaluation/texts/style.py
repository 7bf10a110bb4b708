"""A style: the terms of an evaluation with their weights, charts and tables, and how its search works. It is all data, which the
compiled evaluation (`engine/evaluation/charted.py`) reads at run time.

Piece-square tables are seen from White's side, a1 first; Black reads them mirrored. Missing charts have their default, missing
terms count nothing.
"""

import math
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Annotated

from engine.evaluation.texts.charts import CHARTS, TABLES, TRAPS
from engine.ground.codec import Longest, OneOf, Within
from engine.ground.errors import OptionError
from engine.ground.values import dataclass

PHASES = ("opening", "middlegame", "ending")
ORDERINGS = ("none", "captures", "best first")
LARGEST = 10_000.0  # of any number in a style
_KINDS = "PNBRQK"


@dataclass(frozen=True)
class Term:
    """A term, its source, and its weight in pawns for a point (the source's, or Ratsu's own: see docs/texts.md)."""

    name: str
    source: str
    weight: float


# In the order of the terms in engine/evaluation/charted_view.pxd.
TERMS = (
    Term("material", "Shannon 1950, S04 3.1.1", 1.0),
    Term("trade-down", "CHESS 4.5, Frey 1978, S04 3.1.2", 1.0),
    Term("legal mobility", "S04 3.2", 0.03),
    Term("mobility", "S04 3.2", 0.03),
    Term("developed pieces", "S04 3.3.1", 1.0),
    Term("development", "Levy 1984, S04 3.3.2", 0.6),
    Term("castling lost", "S04 3.3.2", 0.5),
    Term("king attack", "Levy 1984, S04 3.4", 0.01),
    Term("pawn structure", "Kotok 1962, Levy 1984, S04 3.5", 1.0),
    Term("centre control", "S04 3.6", 0.02),
    Term("king safety", "Levy 1984, S04 3.7", 0.01),
    Term("pawns before the king", "S04 3.7", 0.1),
    Term("enemy pawn before the king", "S04 3.7", 0.1),
    Term("luft", "S04 3.7", 0.2),
    Term("attacks", "Levy 1984, S04 3.8", 0.02),
    Term("captures", "Levy 1984, S04 3.8", 0.02),
    Term("protection", "Levy 1984, S04 3.8", 0.02),
    Term("control board", "JS18 7.3.2", 1.0),
    Term("pawn advance", "JS18 7.3.2", 0.05),
    Term("squares", "M11 4.6", 1.0),
    Term("pawns on the bishop's colour", "M11 2.7", -0.05),
    Term("knights on a full board", "M11 2.7", 0.2),
    Term("rook on the seventh", "S04 3.10", 0.3),
    Term("rook on an open file", "S04 3.10", 0.2),
    Term("bishop pair", "S04 3.10", 0.3),
    Term("pins", "S04 3.10", 0.2),
    Term("lasting pins", "S04 3.10", 0.3),
    Term("queen and knight", "S04 3.10", 0.2),
    Term("trapped pieces", "S04 3.10", -1.0),
    Term("opposite bishops", "S04 3.10", 0.3),
    Term("tempo", "S04 3.10", 0.1),
    Term("passed pawns", "S04 3.9.1", 1.0),
    Term("distant passed pawns", "S04 3.10", 0.3),
    Term("rook behind the passed pawn", "S04 3.9.1", 0.2),
    Term("own piece before the passed pawn", "S04 3.9.1", -0.2),
    Term("square rule", "S04 3.9.1", 8.0),
    Term("mop-up", "Gillogly 1972, S04 3.9.2", 0.01),
    Term("right corner", "S04 3.9.2", 0.5),
)
TERM_NAMES = tuple(term.name for term in TERMS)

Number = Annotated[float, Within(-LARGEST, LARGEST)]
Triple = tuple[Number, Number, Number]


@dataclass(frozen=True)
class StyleSearch:
    """The search of a style: alpha-beta to `depth` plies (0: as time allows), then captures for at most `quiescence` plies.

    `ordering`: see ORDERINGS. `table`: use a transposition table. `equals`: choose at random among equally good moves. `hurry`:
    centipawns that an advantage loses with each ply. `windows`: aspiration windows.
    """

    depth: Annotated[int, Within(0, 60)] = 4
    quiescence: Annotated[int, Within(0, 60)] = 0
    ordering: Annotated[str, OneOf(ORDERINGS)] = "captures"
    table: bool = False
    equals: bool = False
    hurry: Annotated[int, Within(0, 100)] = 0
    pruning: bool = True
    null_move: bool = False
    windows: bool = False


@dataclass(frozen=True)
class Style:
    """A program of the texts, or a user's variant of it.

    `weights`: pawns for a point in the opening, middlegame and ending. The opening lasts `opening_moves` moves, the ending begins
    with fewer than `ending_pieces` pieces and pawns on the board. `traps`: a trapped piece and the pieces that trap it, as in
    `Ba7 pb6` (small letters: the enemy's). `rounding`: centipawns. `x_rays`: attacks pass through own rooks and queens.
    """

    name: Annotated[str, Longest(60)]
    weights: Mapping[str, Triple]
    charts: Mapping[str, tuple[Number, ...]] = field(default_factory=dict)
    tables: Mapping[str, tuple[Number, ...]] = field(default_factory=dict)
    traps: tuple[Annotated[str, Longest(40)], ...] = TRAPS
    search: StyleSearch = StyleSearch()
    opening_moves: Annotated[int, Within(0, 500)] = 8
    ending_pieces: Annotated[int, Within(0, 33)] = 15
    rounding: Annotated[int, Within(1, 100)] = 1
    x_rays: bool = True

    def weight(self, term: str) -> Triple:
        """Returns the weights of a term, zeros if the style does not have it."""
        return self.weights.get(term, (0.0, 0.0, 0.0))

    def chart(self, name: str) -> tuple[float, ...]:
        return self.charts.get(name, CHARTS[name])

    def table(self, name: str) -> tuple[float, ...]:
        """Returns the 64 numbers of a piece-square table, a1 first."""
        return self.tables.get(name, TABLES[name])

    def with_weight(self, term: str, weight: Triple) -> "Style":
        return replace(self, weights={**self.weights, term: weight})

    def with_chart(self, name: str, numbers: tuple[float, ...]) -> "Style":
        """Returns the style with another chart or piece-square table."""
        if name in TABLES:
            return replace(self, tables={**self.tables, name: numbers})
        return replace(self, charts={**self.charts, name: numbers})

    def scaled(self, term: str, percent: float) -> "Style":
        """Returns the style with the weights of a term multiplied by `percent` / 100."""
        first, second, third = (weight * percent / 100 for weight in self.weight(term))
        return self.with_weight(term, (first, second, third))

    # For the compiled evaluation, which copies these rows.

    def weight_rows(self) -> list[Triple]:
        """Returns the weights of all terms in the order of TERMS."""
        return [self.weight(name) for name in TERM_NAMES]

    def chart_rows(self) -> dict[str, tuple[float, ...]]:
        return {name: self.chart(name) for name in CHARTS}

    def table_rows(self) -> list[tuple[float, ...]]:
        """Returns all piece-square tables in the order of TABLES."""
        return [self.table(name) for name in TABLES]

    def trap_rows(self) -> list[list[tuple[int, int, int]]]:
        """Returns the traps as (side, piece type, square), the trapped piece first; side 1 is the enemy."""
        return [[_piece(word) for word in trap.split()] for trap in self.traps]


def checked(style: Style) -> Style:
    """Returns the style if it is valid.

    :raises OptionError: if a term or chart is unknown, or a chart or trap is wrong.
    """
    for name in style.weights:
        if name not in TERM_NAMES:
            raise OptionError("there is no term '%1'; there are: %2", name[:40], ", ".join(TERM_NAMES))
    for given, known in ((style.charts, CHARTS), (style.tables, TABLES)):
        for name, numbers in given.items():
            if name not in known:
                raise OptionError("there is no chart '%1'; there are: %2", name[:40], ", ".join(known))
            if len(numbers) != len(known[name]):
                raise OptionError("the chart '%1' needs %2 numbers, not %3", name, len(known[name]), len(numbers))
            if not all(map(math.isfinite, numbers)):
                raise OptionError("a number of the chart '%1' is not finite", name)
    if min(style.chart("values")) <= 0:
        raise OptionError("the values of pieces must be above 0: others are divided by them")
    if len(style.traps) > _MOST_TRAPS:
        raise OptionError("a style has at most %1 traps", _MOST_TRAPS)
    for trap in style.traps:
        words = trap.split()
        if not 2 <= len(words) <= 5 or not all(map(_is_piece, words)) or words[0][0].islower():
            raise OptionError("'%1' is not a trap: write a piece and what traps it, such as Ba7 pb6", trap)
    return style


_MOST_TRAPS = 64


def _is_piece(word: str) -> bool:
    return len(word) == 3 and word[0].upper() in _KINDS and word[1] in "abcdefgh" and word[2] in "12345678"


def _piece(word: str) -> tuple[int, int, int]:
    return int(word[0].islower()), _KINDS.index(word[0].upper()), "abcdefgh".index(word[1]) + 8 * (int(word[2]) - 1)
