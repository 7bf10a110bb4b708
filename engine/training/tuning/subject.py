"""The subjects of tuning: the weights of the classical evaluation, or a style of the source texts.

A subject knows how its weights are used in a search, written to a state file and changed by learning. Learning works on rows of
numbers: centipawns (middlegame, endgame) for the classical evaluation, percent of a term's weight in each phase for a style.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from engine.evaluation.charted import ChartedEvaluation
from engine.evaluation.classical import coefficients, default_weights
from engine.evaluation.terms import linear_count, term_offsets, weight_count
from engine.evaluation.texts.style import TERM_NAMES, Style, checked
from engine.ground.codec import as_json, of_json
from engine.ground.errors import RatsuError
from engine.ground.json_text import JsonValue
from engine.rules.board import CoreBoard
from engine.search.plain import PlainSearcher
from engine.search.searcher import Searcher

T = TypeVar("T")
Weights = Sequence[tuple[int, int]]
Rows = list[list[float]]
Uses = tuple[tuple[tuple[int, int], float], ...]  # by (row, column): centipawns for White for each unit of the number


class Subject(Protocol[T]):
    """Weights that can be tuned, see the module."""

    start: T
    terms: tuple[str, ...]

    def searcher(self, hash_mb: int) -> Searcher | PlainSearcher:
        """Returns a search that uses this subject."""

    def use(self, searcher: Any, weights: T) -> None:
        """Sets the weights of a search."""

    def scaled(self, weights: T, term: str, percent: int) -> T:
        """Returns the weights with one term multiplied by `percent` / 100.

        :raises RatsuError: if the term is unknown.
        """

    def kept(self, weights: T) -> Any:
        """Returns the weights as JSON."""

    def read(self, kept: Any) -> T:
        """Returns the weights from JSON.

        :raises RatsuError: if they are not valid.
        """

    def rows(self) -> Rows:
        """Returns the first numbers of learning."""

    def learned(self, rows: Rows) -> T:
        """Returns the weights for the numbers of learning."""

    def uses(self, board: CoreBoard) -> Uses:
        """Returns the derivatives of the position's score by the numbers."""


class ClassicalSubject:
    """The weights of the classical evaluation; learning moves the linear ones."""

    def __init__(self, start: Weights | None = None) -> None:
        self.start: list[tuple[int, int]] = list(start or default_weights())
        self.terms = tuple(term_offsets())

    def searcher(self, hash_mb: int) -> Searcher:
        """See `Subject`."""
        searcher = Searcher()
        searcher.set_hash(hash_mb)
        return searcher

    def use(self, searcher: Searcher, weights: Weights) -> None:
        """See `Subject`."""
        searcher.set_weights(weights)

    def scaled(self, weights: Weights, term: str, percent: int) -> list[tuple[int, int]]:
        """See `Subject`."""
        offsets = term_offsets()
        if term not in offsets:
            raise RatsuError("there is no term '%1'; there are: %2", term, ", ".join(offsets))
        first = offsets[term]
        last = min((start for start in offsets.values() if start > first), default=weight_count())
        return [
            (round(mg * percent / 100), round(eg * percent / 100)) if first <= at < last else (mg, eg)
            for at, (mg, eg) in enumerate(weights)
        ]

    def kept(self, weights: Weights) -> Any:
        """See `Subject`."""
        return weights

    def read(self, kept: Any) -> list[tuple[int, int]]:
        """See `Subject`."""
        return [(mg, eg) for mg, eg in kept]

    def rows(self) -> Rows:
        """See `Subject`."""
        return [[float(mg), float(eg)] for mg, eg in self.start]

    def learned(self, rows: Rows) -> list[tuple[int, int]]:
        """See `Subject`."""
        return [(round(mg), round(eg)) for mg, eg in rows]

    def uses(self, board: CoreBoard) -> Uses:
        """See `Subject`."""
        white, black, phase, _ = coefficients(board)
        last = linear_count()
        counts = [(at, w - b) for at, (w, b) in enumerate(zip(white[:last], black[:last], strict=True)) if w != b]
        shares = ((0, phase / 24), (1, 1 - phase / 24))
        return tuple(((at, half), count * share) for half, share in shares if share for at, count in counts)


class StyleSubject:
    """A style of the source texts; terms with weight 0 are not tuned."""

    def __init__(self, start: Style) -> None:
        self.start = start
        self.terms = tuple(name for name in TERM_NAMES if any(start.weight(name)))

    def searcher(self, hash_mb: int) -> PlainSearcher:
        """See `Subject`."""
        searcher = PlainSearcher(self.start)
        searcher.set_hash(hash_mb)
        searcher.seed(1)
        return searcher

    def use(self, searcher: PlainSearcher, weights: Style) -> None:
        """See `Subject`."""
        searcher.set_style(weights)

    def scaled(self, weights: Style, term: str, percent: int) -> Style:
        """See `Subject`."""
        if term not in self.terms:
            raise RatsuError("there is no term '%1'; there are: %2", term, ", ".join(self.terms))
        return weights.scaled(term, percent)

    def kept(self, weights: Style) -> Any:
        """See `Subject`."""
        return as_json(weights)

    def read(self, kept: Any) -> Style:
        """See `Subject`."""
        return checked(of_json(Style, JsonValue(kept)))

    def rows(self) -> Rows:
        """See `Subject`."""
        return [[100.0] * 3 for _ in TERM_NAMES]

    def learned(self, rows: Rows) -> Style:
        """See `Subject`."""
        style = self.start
        for name, percents in zip(TERM_NAMES, rows, strict=True):
            if name in self.terms:
                first, second, third = (
                    weight * percent / 100 for weight, percent in zip(self.start.weight(name), percents, strict=True)
                )
                style = style.with_weight(name, (first, second, third))
        return style

    def uses(self, board: CoreBoard) -> Uses:
        """See `Subject`."""
        points, phase, _ = ChartedEvaluation(self.start).points(board)
        found = []
        for at, (name, sides) in enumerate(zip(TERM_NAMES, points, strict=True)):
            weight = self.start.weight(name)[phase]
            if sides is not None and weight and sides[0] != sides[1]:
                found.append(((at, phase), weight * (sides[0] - sides[1])))
        return tuple(found)
