"""A lower-case b is a pawn; it is a bishop only in a game whose other pieces are in lower case too, and that is reported."""

import pytest

from engine.pgn.mainlines import MainLineReader
from engine.pgn.reader import games_of
from engine.pgn.values import ProblemKind

GAMES = (
    ("1. e4 d5 2. bxd5 Qxd5 *", "e4 d5", ProblemKind.ILLEGAL_MOVE),  # no pawn can capture; nor is it a bishop's move
    ("1. e4 e5 2. Nf3 Nc6 3. bb5 a6 *", "e4 e5 Nf3 Nc6", ProblemKind.ILLEGAL_MOVE),
    ("1. e4 e5 2. bc4 bc5 *", "e4 e5", ProblemKind.ILLEGAL_MOVE),  # nothing says that small letters are pieces
    ("1. e4 e5 2. bc4 bc5 3. qh5 nf6 4. qxf7# *", "e4 e5 Bc4 Bc5 Qh5 Nf6 Qxf7#", ProblemKind.SMALL_BISHOP),
    ("1. e4 e5 2. bc4 {Nf3 (!)} bc5 3. qh5 (3. nf3) nf6 *", "e4 e5 Bc4 Bc5 Qh5 Nf6", ProblemKind.SMALL_BISHOP),
    ("1. e4 e5 2. nf3 nc6 3. bb5 a6 4. Ba4 *", "e4 e5 Nf3 Nc6", ProblemKind.ILLEGAL_MOVE),  # both ways
    ("1. b4 a5 2. bxa5 Rxa5 *", "b4 a5 bxa5 Rxa5", None),
    ("1. b4 c5 2. bxc5 nc6 3. bb2 *", "b4 c5 bxc5 Nc6 Bb2", ProblemKind.SMALL_BISHOP),
)


@pytest.mark.parametrize(("moves", "read", "kind"), GAMES)
def test_a_small_b_is_a_bishop_only_among_small_pieces(moves: str, read: str, kind: ProblemKind | None) -> None:
    (game,) = games_of(f'[Event "x"]\n\n{moves}\n')
    assert " ".join(node.san for node in game.main_line()) == read
    assert [problem.kind for problem in game.problems][:1] == ([kind] if kind else [])
    (line,) = MainLineReader().feed(moves.encode(), True)
    assert len(line.moves) == len(read.split())
    assert [problem.kind for problem in line.problems][:1] == ([kind] if kind else [])


def test_what_cannot_be_read_stays_as_text() -> None:
    (game,) = games_of("1. e4 d5 2. bxd5 Qxd5 *")
    assert list(game.main_line())[-1].unread == "2. bxd5 Qxd5"
