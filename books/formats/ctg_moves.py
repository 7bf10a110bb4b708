"""ChessBase's move bytes: each names a piece (the n-th of its kind, counted file by file from a1 upwards) and its step.

A token is the byte in hexadecimal, the piece, its number, and the step in files and ranks (modulo 8), seen from the
side to move.

Source: ChessBase has published nothing. The values are facts about its files, written down in our own notation from the
way an open reader (Texel's, by P. Österlund, GPL) decodes them; none of its code is used. They could not be checked
against a genuine .ctg file. Every move of the usual pieces has its byte (tests/books/test_formats.py), except a second
queen's step of six files; 0x1a and 0xf9 both mean six ranks up for it, in that reader too, so one of them is probably
the missing move. A book lacks that move then; illegal moves are left out.
"""

from typing import NamedTuple

import chess


class CtgStep(NamedTuple):
    """The meaning of a move byte."""

    piece: int
    number: int
    files: int
    ranks: int


_TOKENS = """
00P4+1+1 01N1-2-1 03Q1+2+0 04P1+0+1 05Q0+0+1 06P3-1+1 08Q1+4+0 09B1+6+6 0aK0+0-1 0cP0-1+1 0dB0+3+3 0eR1+3+0 0fN0-2-1
12B0+7+7 13K0+0+1 14P7+1+1 15B0+5+5 18P6+0+1 1aQ1+0+6 1bB0-1+1 1dB1+7+7 21R1+7+0 22B1-2+2 23Q1+6+6 24P7-1+1 26B0-7+7
27P2-1+1 28Q0+5+5 29Q0+6+0 2aN1+1-2 2dP5+1+1 2eB0+1+1 2fQ0+1+0 30N1-1-2 31Q0+3+0 32B1+5+5 34N0+1+2 36N0+2+1 37Q0+0+4
38Q1-4+4 39Q0+5+0 3aB0+6+6 3bQ1-5+5 3cB0-5+5 41Q1+5+5 42Q0-7+7 44K0+1-1 45Q0+3+3 4aP7+0+2 4bQ0-5+5 4cN1+1+2 4dQ1+0+1
50R0+0+6 52R0+6+0 54B1-1+1 55P2+0+1 5cP6+1+1 5fP4+0+2 61Q0+6+6 62P1+0+2 63Q1-7+7 66B0-3+3 67K0+1+1 69R1+0+7 6aB0+4+4
6bK0+2+0 6eR0+5+0 6fQ1+7+7 72B1-7+7 74Q0+2+0 79B1-6+6 7aR0+0+3 7bR1+0+6 7cP2+1+1 7dR1+0+1 7eQ0-3+3 7fR0+1+0 80Q0-6+6
81R0+0+1 82P5-1+1 85N0-1+2 86R0+7+0 87R0+0+5 8aN0+1-2 8bP0+1+1 8cK0-1-1 8eQ1-2+2 8fQ0+7+0 92Q1+1+1 94Q0+0+3 96P1+1+1
97K0-1+0 98R0+3+0 99R0+0+4 9aQ0+0+6 9bP2+0+2 9dQ0+0+2 9fB1-4+4 a0Q1+0+3 a2Q0+2+2 a3P7+0+1 a5R1+0+5 a9R1+2+0 abQ1-6+6
adR1+4+0 aeQ1+3+3 b0Q1+0+4 b1P5+0+2 b2B0-6+6 b5R1+5+0 b7Q0+0+5 b9B1+3+3 bbP4+0+1 bcQ1+5+0 bdQ1+0+2 beK0+1+0 c1B0+2+2
c2B1+2+2 c3B0-2+2 c4R1+1+0 c5R1+0+4 c6Q1+0+5 c7P6-1+1 c8P6+0+2 c9Q1+0+7 caB1-3+3 cbP5+0+1 ccB1-5+5 cdR0+2+0 cfP3+0+1
d1P1-1+1 d2N1+2+1 d3N1-2+1 d7Q0-1+1 d8R1+6+0 d9Q0-2+2 daN0-1-2 dbP0+0+2 deP4-1+1 dfK0-1+1 e0N1+2-1 e1R0+0+7 e3R1+0+3
e5Q0+4+0 e6P3+0+2 e7Q0+4+4 e8R0+0+2 e9N0+2-1 ebP3+1+1 ecP0+0+1 edQ0+7+7 eeQ1-1+1 efR0+4+0 f0Q1+7+0 f1Q0+1+1 f3N1-1+2
f4R1+0+2 f5B1+1+1 f6K0-2+0 f7N0-2+1 f8Q1+1+0 f9Q1+0+6 faQ1+3+0 fbQ1+2+2 fdQ0+0+7 feQ1-3+3
"""

STEPS: dict[int, CtgStep] = {
    int(token[:2], 16): CtgStep(
        chess.PIECE_SYMBOLS.index(token[2].lower()), int(token[3]), int(token[4:6]), int(token[6:8])
    )
    for token in _TOKENS.split()
}
