"""Endgame lessons: positions by theme, easier ones first. The learner is White, to move, and wins or holds the draw.

`tablebases.lesson_themes` says what the themes teach. All positions come from random ones with the theme's pattern, solved
by Ratsu's own tables of three and four pieces, or parts of those of five. Only one move keeps the result, except in the
mates and in Lucena's and Philidor's positions. In the first tactics only one move gives mate, or wins the piece by the next
one; all others need nine plies or more. A triangulation is won only through the same position with Black to move.
`tests/tablebases/test_lessons.py` and `test_promotion_tables.py` prove each.
"""

from enum import Enum
from typing import NamedTuple

from engine.rules.fen import read_fields
from tablebases.signature import normalise


class LessonEnd(Enum):
    """The event that completes a lesson."""

    MATE_AT_ONCE = "mate at once"  # any other move is wrong
    CAPTURE = "capture"  # of a piece, by the shortest way; any other move is wrong
    MATE = "mate"
    PROMOTION = "promotion"  # the game of `tablebases.promotion_tables`
    HELD = "held"  # for twenty moves


_TACTICS = ("fork", "pin", "skewer", "discovered check")


class EndgameLesson(NamedTuple):
    """A position of a theme; `win`: the task is to win, otherwise to hold the draw."""

    theme: str
    fen: str
    win: bool

    @property
    def signature(self) -> str:
        """Its material signature, such as `KBPvK`."""
        white, black = ("".join(filter(test, read_fields(self.fen).pieces)) for test in (str.isupper, str.islower))
        return normalise(white, black.upper())

    @property
    def through(self) -> bool:
        """Whether the task is to bring the pawn through, or to stop it: the game of `tablebases.promotion_tables`."""
        return len(self.signature) > 5

    @property
    def end(self) -> LessonEnd:
        if self.theme == "mate in one":
            return LessonEnd.MATE_AT_ONCE
        if self.theme in _TACTICS:
            return LessonEnd.CAPTURE
        if not self.win:
            return LessonEnd.HELD
        return LessonEnd.PROMOTION if self.through else LessonEnd.MATE


LESSONS = (
    EndgameLesson("mate in one", "5k2/1R6/R7/8/2K5/8/8/8 w - - 0 1", True),
    EndgameLesson("mate in one", "8/8/5K2/8/3R4/8/5R2/7k w - - 0 1", True),
    EndgameLesson("mate in one", "1k6/8/1K6/8/8/8/4Q3/8 w - - 0 1", True),
    EndgameLesson("mate in one", "8/8/8/8/8/5K2/4Q3/7k w - - 0 1", True),
    EndgameLesson("mate in one", "4k3/8/4K3/8/8/8/7R/8 w - - 0 1", True),
    EndgameLesson("mate in one", "8/8/4R3/8/8/1K6/8/1k6 w - - 0 1", True),
    EndgameLesson("mate in one", "7k/8/5RQ1/3K4/8/8/8/8 w - - 0 1", True),
    EndgameLesson("mate in one", "k7/2B5/1K6/8/2B5/8/8/8 w - - 0 1", True),
    EndgameLesson("queen mate", "8/8/4K3/8/1k6/8/8/6Q1 w - - 0 1", True),
    EndgameLesson("queen mate", "6k1/8/5Q2/8/8/8/1K6/8 w - - 0 1", True),
    EndgameLesson("queen mate", "5K2/8/8/8/5Q2/8/6k1/8 w - - 0 1", True),
    EndgameLesson("queen mate", "8/8/8/5k2/7Q/8/2K5/8 w - - 0 1", True),
    EndgameLesson("rook mate", "4k3/8/8/8/4K3/8/8/1R6 w - - 0 1", True),
    EndgameLesson("rook mate", "8/8/3R4/8/1k2K3/8/8/8 w - - 0 1", True),
    EndgameLesson("rook mate", "5K2/8/8/8/5R2/8/6k1/8 w - - 0 1", True),
    EndgameLesson("rook mate", "6k1/8/5R2/8/8/8/1K6/8 w - - 0 1", True),
    EndgameLesson("rook mate", "8/8/8/5k2/7R/8/2K5/8 w - - 0 1", True),
    EndgameLesson("two bishops mate", "8/7k/8/6BB/8/8/K7/8 w - - 0 1", True),
    EndgameLesson("two bishops mate", "8/8/8/8/K2B4/8/6B1/4k3 w - - 0 1", True),
    EndgameLesson("two bishops mate", "8/8/8/5B2/7B/8/2K1k3/8 w - - 0 1", True),
    EndgameLesson("two bishops mate", "3k4/8/8/8/8/BB6/8/1K6 w - - 0 1", True),
    EndgameLesson("bishop and knight mate", "8/8/3B4/8/1N2K3/8/8/4k3 w - - 0 1", True),
    EndgameLesson("bishop and knight mate", "8/8/k7/3B4/8/8/8/3K3N w - - 0 1", True),
    EndgameLesson("bishop and knight mate", "8/7k/8/6BN/8/8/K7/8 w - - 0 1", True),
    EndgameLesson("bishop and knight mate", "8/8/K7/8/B3N3/8/8/1k6 w - - 0 1", True),
    EndgameLesson("bishop and knight mate", "3k4/8/8/8/8/BN6/8/1K6 w - - 0 1", True),
    EndgameLesson("opposition", "8/8/8/8/8/5P2/K1k5/8 w - - 0 1", True),
    EndgameLesson("opposition", "8/1K6/8/1kP5/8/8/8/8 w - - 0 1", True),
    EndgameLesson("opposition", "8/8/2P4K/4k3/8/8/8/8 w - - 0 1", True),
    EndgameLesson("opposition", "8/8/2k2P2/8/2K5/8/8/8 w - - 0 1", True),
    EndgameLesson("opposition", "8/8/8/8/8/6P1/2K1k3/8 w - - 0 1", True),
    EndgameLesson("opposition", "8/8/8/4P3/2k5/8/5K2/8 w - - 0 1", True),
    EndgameLesson("opposition", "8/8/4k3/2K5/3P4/8/8/8 w - - 0 1", True),
    EndgameLesson("opposition", "8/8/8/k7/8/2K5/1P6/8 w - - 0 1", True),
    EndgameLesson("opposition", "8/8/8/4k3/2Kp4/8/8/8 w - - 0 1", False),
    EndgameLesson("opposition", "8/k1K5/2p5/8/8/8/8/8 w - - 0 1", False),
    EndgameLesson("opposition", "8/1p6/8/8/8/4K3/2k5/8 w - - 0 1", False),
    EndgameLesson("opposition", "8/8/5k2/8/4p2K/8/8/8 w - - 0 1", False),
    EndgameLesson("opposition", "8/8/8/3p4/4k3/8/8/5K2 w - - 0 1", False),
    EndgameLesson("square of the pawn", "8/4K3/8/8/8/8/2Pk4/8 w - - 0 1", True),
    EndgameLesson("square of the pawn", "8/8/7K/8/8/8/1P1k4/8 w - - 0 1", True),
    EndgameLesson("square of the pawn", "1K6/2p5/8/8/8/8/8/4k3 w - - 0 1", False),
    EndgameLesson("square of the pawn", "7K/6p1/8/8/1k6/8/8/8 w - - 0 1", False),
    EndgameLesson("square of the pawn", "8/k7/8/8/3K4/p7/8/8 w - - 0 1", False),
    EndgameLesson("rook pawn", "8/8/8/8/7k/5K1p/8/8 w - - 0 1", False),
    EndgameLesson("rook pawn", "8/8/5K2/p7/8/8/5k2/8 w - - 0 1", False),
    EndgameLesson("wrong bishop", "8/8/4B2P/7k/8/8/K7/8 w - - 0 1", True),
    EndgameLesson("wrong bishop", "8/8/8/8/6K1/P7/1k1B4/8 w - - 0 1", True),
    EndgameLesson("wrong bishop", "8/8/8/7K/3B4/P7/2k5/8 w - - 0 1", True),
    EndgameLesson("wrong bishop", "8/8/2k5/p3Kb2/8/8/8/8 w - - 0 1", False),
    EndgameLesson("wrong bishop", "7b/8/8/2K4p/8/8/8/2k5 w - - 0 1", False),
    EndgameLesson("wrong bishop", "8/1k6/7p/8/8/4b3/8/1K6 w - - 0 1", False),
    EndgameLesson("wrong bishop", "8/4k3/8/p3K3/2b5/8/8/8 w - - 0 1", False),
    EndgameLesson("queen against pawn", "8/Q7/5K2/8/8/8/4p3/5k2 w - - 0 1", True),
    EndgameLesson("queen against pawn", "7Q/7K/8/8/8/8/1pk5/8 w - - 0 1", True),
    EndgameLesson("queen against pawn", "8/5P2/8/8/k7/8/7K/1q6 w - - 0 1", False),
    EndgameLesson("queen against pawn", "2k5/4q2P/8/8/8/6K1/8/8 w - - 0 1", False),
    EndgameLesson("queen against pawn", "5k2/P7/5q2/3K4/8/8/8/8 w - - 0 1", False),
    EndgameLesson("queen against pawn", "8/5P2/8/8/1K2k3/8/8/7q w - - 0 1", False),
    EndgameLesson("rook against pawn", "5R2/8/8/8/8/8/p2k1K2/8 w - - 0 1", True),
    EndgameLesson("rook against pawn", "8/8/8/2k5/8/5RK1/2p5/8 w - - 0 1", True),
    EndgameLesson("rook against pawn", "8/8/8/k5K1/3R4/8/2p5/8 w - - 0 1", True),
    EndgameLesson("rook against pawn", "5R1K/8/k7/8/p7/8/8/8 w - - 0 1", True),
    EndgameLesson("rook against pawn", "8/8/8/1Pr3k1/K7/8/8/8 w - - 0 1", False),
    EndgameLesson("rook against pawn", "8/8/3r4/2P2k2/8/8/K7/8 w - - 0 1", False),
    EndgameLesson("rook against pawn", "8/8/4P3/6r1/2K5/8/7k/8 w - - 0 1", False),
    EndgameLesson("rook against pawn", "8/6K1/8/2k4P/4r3/8/8/8 w - - 0 1", False),
    EndgameLesson("pawn race", "K7/8/8/8/3p4/4P3/6k1/8 w - - 0 1", True),
    EndgameLesson("pawn race", "8/8/8/3p4/8/7P/1K6/7k w - - 0 1", True),
    EndgameLesson("pawn race", "8/8/2K5/Pp6/2k5/8/8/8 w - - 0 1", True),
    EndgameLesson("pawn race", "8/3K2P1/8/k7/8/8/p7/8 w - - 0 1", True),
    EndgameLesson("pawn race", "6K1/8/8/7p/8/1P6/4k3/8 w - - 0 1", False),
    EndgameLesson("pawn race", "8/8/8/8/5PK1/2p5/8/2k5 w - - 0 1", False),
    EndgameLesson("pawn race", "8/5P1k/8/8/8/8/K3p3/8 w - - 0 1", False),
    EndgameLesson("pawn race", "2K5/8/8/3p4/8/8/1P6/6k1 w - - 0 1", False),
    EndgameLesson("rook against minor piece", "8/K7/6k1/8/8/8/N7/1r6 w - - 0 1", False),
    EndgameLesson("rook against minor piece", "8/7N/8/8/3rk3/8/8/6K1 w - - 0 1", False),
    EndgameLesson("rook against minor piece", "K7/8/2r5/1N6/1k6/8/8/8 w - - 0 1", False),
    EndgameLesson("rook against minor piece", "8/8/8/3K4/k7/8/B7/r7 w - - 0 1", False),
    EndgameLesson("rook against minor piece", "B7/8/8/8/8/k7/4r3/K7 w - - 0 1", False),
    EndgameLesson("rook against minor piece", "8/8/8/8/5k1K/2r5/6B1/8 w - - 0 1", False),
    EndgameLesson("triangulation", "8/8/8/7p/5k1P/5P2/5K2/8 w - - 0 1", True),
    EndgameLesson("triangulation", "8/8/8/3p4/3P1k2/5P2/5K2/8 w - - 0 1", True),
    EndgameLesson("triangulation", "8/8/8/8/p1k1P3/P3K3/8/8 w - - 0 1", True),
    EndgameLesson("triangulation", "8/8/p7/P7/1KPk4/8/8/8 w - - 0 1", True),
    EndgameLesson("triangulation", "8/8/8/4p3/4P3/1kPK4/8/8 w - - 0 1", True),
    EndgameLesson("triangulation", "8/k1p5/2P5/1K6/P7/8/8/8 w - - 0 1", True),
    EndgameLesson("lucena", "3K4/3P2k1/8/8/8/8/2r5/5R2 w - - 0 1", True),
    EndgameLesson("lucena", "4K3/2k1P3/8/8/8/8/5r2/3R4 w - - 0 1", True),
    EndgameLesson("lucena", "8/4K1k1/4P3/8/8/8/r7/4R3 w - - 0 1", True),
    EndgameLesson("lucena", "8/1k1K4/3P4/8/7r/3R4/8/8 w - - 0 1", True),
    EndgameLesson("lucena", "4K3/6k1/4P3/8/r7/7R/8/8 w - - 0 1", True),
    EndgameLesson("lucena", "2RK4/1k1P3r/8/8/8/8/8/8 w - - 0 1", True),
    EndgameLesson("philidor", "8/8/8/7r/3kp3/8/8/R2K4 w - - 0 1", False),
    EndgameLesson("philidor", "8/8/8/8/2kp3r/4R3/8/3K4 w - - 0 1", False),
    EndgameLesson("philidor", "8/8/8/8/4pk2/3R4/r7/4K3 w - - 0 1", False),
    EndgameLesson("philidor", "8/8/1r6/8/5k2/4p3/4K1R1/8 w - - 0 1", False),
    EndgameLesson("philidor", "8/6r1/8/8/3k4/3p4/8/2K1R3 w - - 0 1", False),
    EndgameLesson("philidor", "8/7r/8/4R3/3p4/2k5/8/3K4 w - - 0 1", False),
    EndgameLesson("vancura", "8/8/1k6/8/6R1/p7/6K1/r7 w - - 0 1", False),
    EndgameLesson("vancura", "8/6R1/8/8/4k3/7p/K7/7r w - - 0 1", False),
    EndgameLesson("vancura", "8/8/5R2/4k3/8/7p/1K6/7r w - - 0 1", False),
    EndgameLesson("vancura", "7R/8/1k6/8/8/p7/6K1/r7 w - - 0 1", False),
    EndgameLesson("vancura", "3k4/8/8/8/1R6/7p/2K5/7r w - - 0 1", False),
    EndgameLesson("fork", "8/6K1/8/4Q3/8/8/8/2r2k2 w - - 0 1", True),
    EndgameLesson("fork", "6Q1/8/2k2K2/8/8/3r4/8/8 w - - 0 1", True),
    EndgameLesson("fork", "8/8/8/8/1k5b/3R4/6K1/8 w - - 0 1", True),
    EndgameLesson("fork", "8/8/5r2/2k5/4Q3/8/7K/8 w - - 0 1", True),
    EndgameLesson("fork", "8/2K5/6k1/8/5R2/8/6n1/8 w - - 0 1", True),
    EndgameLesson("fork", "8/3K4/8/4k3/7n/8/8/1Q6 w - - 0 1", True),
    EndgameLesson("fork", "2R5/8/8/6K1/8/8/b4k2/8 w - - 0 1", True),
    EndgameLesson("fork", "8/8/8/1k5n/8/8/6R1/4K3 w - - 0 1", True),
    EndgameLesson("pin", "5K2/7R/8/8/3b4/8/8/3k4 w - - 0 1", True),
    EndgameLesson("pin", "8/4k3/K7/8/4n3/8/8/6R1 w - - 0 1", True),
    EndgameLesson("pin", "8/8/3R4/n4K2/8/8/8/k7 w - - 0 1", True),
    EndgameLesson("pin", "8/7R/8/8/6K1/8/8/3k2b1 w - - 0 1", True),
    EndgameLesson("skewer", "1R6/8/8/8/5k2/3K4/8/5r2 w - - 0 1", True),
    EndgameLesson("skewer", "1r6/8/7K/1k6/8/5R2/8/8 w - - 0 1", True),
    EndgameLesson("skewer", "1R6/8/2K4k/8/8/8/8/7r w - - 0 1", True),
    EndgameLesson("skewer", "2K5/4k2q/8/8/8/6Q1/8/8 w - - 0 1", True),
    EndgameLesson("skewer", "q7/8/5Q2/3k4/8/8/3K4/8 w - - 0 1", True),
    EndgameLesson("skewer", "6Q1/r7/8/8/k7/8/8/1K6 w - - 0 1", True),
    EndgameLesson("skewer", "8/8/3q4/8/8/3k4/8/Q6K w - - 0 1", True),
    EndgameLesson("skewer", "b7/8/8/8/4k3/2Q5/6K1/8 w - - 0 1", True),
    EndgameLesson("discovered check", "8/2R5/4r3/8/2K5/8/8/2k5 w - - 0 1", True),
    EndgameLesson("discovered check", "8/4R3/8/8/6r1/4K3/8/4k3 w - - 0 1", True),
    EndgameLesson("discovered check", "1r6/8/R1K4k/8/8/8/8/8 w - - 0 1", True),
    EndgameLesson("discovered check", "8/3k4/8/8/4b3/8/3K4/3R4 w - - 0 1", True),
    EndgameLesson("discovered check", "3R4/8/5n2/8/3K4/8/8/3k4 w - - 0 1", True),
    EndgameLesson("discovered check", "8/5k2/8/8/8/5K2/5R2/3r4 w - - 0 1", True),
)
