"""Searching games by what stood on the board, compared with python-chess playing each game over."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import chess
import pytest

from books.collection.game_collection import Collection
from books.collection.imports import import_pgn
from books.collection.patterns import QueryError
from books.collection.query import Query
from books.collection.search import search
from engine.pgn.reader import read_main_lines
from tests.helpers.shared import shared_file

GAMES = 200
CARLSBAD = "8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8 w - - 0 1"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    folder = tmp_path_factory.mktemp("patterns")
    texts = shared_file("data/games/sample_2000.pgn").read_text(encoding="utf-8").split("\n[Event ")[:GAMES]
    (folder / "games.pgn").write_text("\n[Event ".join(texts), encoding="utf-8")
    with Collection(folder / "all", create=True) as opened:
        assert import_pgn(opened, folder / "games.pgn").added == GAMES
        yield opened


@pytest.fixture(scope="module")
def lines(games: Collection) -> list[list[chess.Board]]:
    """Every position of every game."""
    found = []
    for line in read_main_lines(next(Path(games.path).parent.glob("*.pgn"))):
        board, boards = chess.Board(), []
        for move in (*line.moves, 0):
            boards.append(board.copy(stack=1))
            if move:
                uci = chess.Move(move & 63, move >> 6 & 63, (move >> 12 & 3) + 2 if move >> 14 == 1 else None)
                if move >> 14 == 3:  # king takes rook
                    target = (move & 56) + (6 if (move >> 6 & 63) > (move & 63) else 2)
                    uci = chess.Move(move & 63, target)
                board.push(uci)
        found.append(boards)
    return found


def found(games: Collection, **query: object) -> list[int]:
    return [game.id for game in search(games, Query(**query), -1)]  # type: ignore[arg-type]


def expected(lines: list[list[chess.Board]], holds: Callable[[chess.Board], bool]) -> list[int]:
    return [number for number, boards in enumerate(lines, 1) if any(map(holds, boards))]


def test_pieces_on_squares(games: Collection, lines: list[list[chess.Board]]) -> None:
    def holds(board: chess.Board) -> bool:
        return (
            board.piece_at(chess.D5) == chess.Piece.from_symbol("N")
            and board.piece_at(chess.E6) == chess.Piece.from_symbol("p")
            and board.piece_at(chess.E4) is None
        )

    mine = found(games, pieces="Nd5 pe6 -e4")
    assert mine == expected(lines, holds) and mine
    both = expected(lines, lambda board: holds(board) or holds(board.mirror()))
    assert found(games, pieces="Nd5, pe6 -e4", mirrored=True) == both and len(both) > len(mine)


def test_pawn_structure(games: Collection, lines: list[list[chess.Board]]) -> None:
    pawns = chess.Board(CARLSBAD)

    def holds(board: chess.Board) -> bool:
        return all(board.pieces(1, colour) == pawns.pieces(1, colour) for colour in chess.COLORS)

    mine = found(games, structure=CARLSBAD, mirrored=True)
    assert mine == expected(lines, lambda board: holds(board) or holds(board.mirror())) and mine


def _counts(board: chess.Board, colour: bool) -> tuple[int, ...]:
    return tuple(len(board.pieces(kind, colour)) for kind in range(1, 6))


def test_material_one_after_the_other(games: Collection, lines: list[list[chess.Board]]) -> None:
    def at(boards: list[chess.Board], first: tuple[int, ...], second: tuple[int, ...]) -> list[int]:
        pairs = ((first, second), (second, first))
        return [index for index, board in enumerate(boards) if (_counts(board, True), _counts(board, False)) in pairs]

    rooks, pawns = (2, 0, 0, 1, 0), (1, 0, 0, 1, 0)
    mine = found(games, material="KRPPvKRP > KRPvKRP")
    theirs = []
    for number, boards in enumerate(lines, 1):
        before, after = at(boards, rooks, pawns), at(boards, pawns, pawns)
        if before and after and before[0] < after[-1]:
            theirs.append(number)
    assert mine == theirs and mine


def test_difference_that_lasts(games: Collection, lines: list[list[chess.Board]]) -> None:
    def lasts(boards: list[chess.Board], sign: int) -> bool:
        run = 0
        for board in boards:
            white, black = _counts(board, True), _counts(board, False)
            unequal = tuple(sign * (ours - theirs) for ours, theirs in zip(white, black, strict=True))
            run = run + 1 if unequal == (0, 0, -1, 1, 0) else 0
            if run >= 6:
                return True
        return False

    mine = found(games, difference="RvB:6")
    assert mine == [n for n, boards in enumerate(lines, 1) if lasts(boards, 1) or lasts(boards, -1)] and mine


def test_manoeuvre_of_one_piece(games: Collection, lines: list[list[chess.Board]]) -> None:
    def walked(boards: list[chess.Board]) -> bool:
        at = None
        for before, after in pairwise(boards):
            move = after.peek()
            if at is not None and move.from_square == at:
                if (at, move.to_square) == (chess.F1, chess.G3):
                    return True
                at = None
            elif at is not None and move.to_square == at:
                at = None
            knight = before.piece_at(move.from_square) == chess.Piece.from_symbol("N")
            if knight and (move.from_square, move.to_square) == (chess.D2, chess.F1):
                at = chess.F1
        return False

    mine = found(games, manoeuvre="Nd2-f1-g3")
    assert mine == [number for number, boards in enumerate(lines, 1) if walked(boards)] and mine


def test_all_of_it_together_with_headers(games: Collection) -> None:
    alone = found(games, manoeuvre="Nd2-f1-g3")
    white = found(games, manoeuvre="Nd2-f1-g3", result="1-0", pieces="Ng3")
    assert set(white) < set(alone) and white
    assert all(game.result == "1-0" for game in games.games(white))


def test_a_search_can_be_stopped(games: Collection) -> None:
    assert search(games, Query(pieces="Ka1"), -1, lambda _done, _all: False) == []


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (Query(pieces="Nd9"), "Nd5"),
        (Query(material="KRvKR > rooks"), "KRPvKR"),
        (Query(difference="R"), "RvB"),
        (Query(manoeuvre="Nd2"), "Nd2-f1-g3"),
        (Query(structure="no/board"), "is not a position"),
        (Query(date_from="abc"), "1985.07.15"),
        (Query(date_to="01.01.2013"), "1985.07.15"),
        (Query(date_from="19"), "1985.07.15"),
    ],
)
def test_what_cannot_be_understood_is_told_with_an_example(games: Collection, query: Query, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        search(games, query)
