"""Printed boards and lists of pieces are read as positions, at every door that reads a FEN."""

import random

import chess
import pytest

from engine.game.position import Position
from engine.pgn.reader import games_in
from engine.rules.drawn_position import drawn_fen
from engine.rules.fen import START_FEN
from engine.rules.position_text import written_fen

ENDING = "8/8/8/3K4/8/8/1R6/k7 w - - 0 1"
PRINTED = """
    +---+---+---+---+---+---+---+---+
  8 | r | n | b | q | k | b | n | r |
    +---+---+---+---+---+---+---+---+
  7 | p | p | p | p | p | p | p | p |
    +---+---+---+---+---+---+---+---+
  6 |   |   |   |   |   |   |   |   |
  5 |   |   |   |   |   |   |   |   |
  4 |   |   |   |   |   |   |   |   |
  3 |   |   |   |   |   |   |   |   |
  2 | P | P | P | P | P | P | P | P |
  1 | R | N | B | Q | K | B | N | R |
      a   b   c   d   e   f   g   h
"""


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        (PRINTED, START_FEN),
        ("White: Kd5, Rb2. Black: Ka1.", ENDING),
        ("Valkea: Kd5 Tb2; Musta: Ka1", ENDING),
        ("Weiß: Kd5, Tb2\nSchwarz: Ka1", ENDING),
        ("Valkea: Kd5, Tb2. Musta: Ka1. Mustan vuoro.", ENDING.replace(" w ", " b ")),
        ("White: Ke1, Ra1, a2, b2. Black: Ke8, Nf6, f7.", "4k3/5p2/5n2/8/8/8/PP6/R3K3 w Q - 0 1"),
    ],
)
def test_what_books_and_consoles_print(text: str, fen: str) -> None:
    assert fen.startswith(written_fen(text))
    assert Position.repaired(text, None)[0].fen == fen


@pytest.mark.parametrize("unicode", [False, True])
@pytest.mark.parametrize("from_below", [False, True])
def test_any_position_printed_by_python_chess_is_read(unicode: bool, from_below: bool) -> None:
    chosen = random.Random(4)
    for _ in range(40):
        board = chess.Board()
        for _ in range(chosen.randrange(60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chosen.choice(moves))
        rows = (board.unicode(empty_square=".") if unicode else str(board)).splitlines()
        numbered = [f"{8 - at} {row}" for at, row in enumerate(rows)]
        text = "\n".join(reversed(numbered) if from_below else numbered)
        text += "\n  a b c d e f g h\n" + ("White to move" if board.turn else "Black to move")
        read = chess.Board(Position.repaired(text, None)[0].fen)
        assert (read.board_fen(), read.turn) == (board.board_fen(), board.turn)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "White: Anna\nBlack: Bert",
        "1. e4 e5 White: Kd5 Black: Ka1",
        '[White "Kd5"]\n[Black "Ka1"]\n\n1. e4 *',
        "White: Xd5. Black: Ka1.",
        "a b c d e f g h\n" * 9,
        "r n b q k b n r\np p p p p p p p",
        START_FEN,
    ],
)
def test_other_texts_are_left_alone(text: str) -> None:
    assert drawn_fen(text) == ""
    assert written_fen(text) == text


def test_a_game_with_tags_stays_a_game() -> None:
    [game] = games_in('[White "A"]\n[Black "B"]\n\n1. e4 {White: Kd5} e5 *')
    assert len(game.main_line()) == 2


@pytest.mark.parametrize(
    ("letters", "rows"),
    [
        ("Finnish", "t.lk...t ssssrs.s ..r....l ...R.d.. ..L..s.. ...S.... SSSLD.SS ....TTK."),
        ("German", "t.lk...t bbbbsb.b ..s....l ...S.d.. ..L..b.. ...B.... BBBLD.BB ....TTK."),
    ],
)
def test_boards_are_read_in_finnish_and_german_letters(letters: str, rows: str) -> None:
    text = f"Kuva 3. Muzio-gambiitti ({letters})\n\n" + "\n".join(" ".join(row) for row in rows.split())
    fen = "r1bk3r/ppppnp1p/2n4b/3N1q2/2B2p2/3P4/PPPBQ1PP/4RRK1 w - - 0 1"
    assert drawn_fen(text) == fen.split()[0]
    assert drawn_fen(text + "\n\nMusta siirtää.") == f"{fen.split()[0]} b"


def test_a_board_of_no_language_is_no_position() -> None:
    assert drawn_fen("\n".join(["t r l d k q b n"] * 8)) == ""
