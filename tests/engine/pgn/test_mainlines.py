"""Main lines against python-chess on real games, and the losses of other readers read right."""

import io
from itertools import islice

import chess
import chess.pgn
import chess.polyglot
import pytest

from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.reader import read_main_lines
from engine.pgn.values import ProblemKind
from tests.helpers.shared import shared_file


def read(text: str | bytes, language: str = "en") -> list[MainLine]:
    content = text.encode("utf-8") if isinstance(text, str) else text
    return MainLineReader("test.pgn", language=language).feed(content, True)


def to_chess(move: int) -> chess.Move:
    """A core move in python-chess's terms (normal chess)."""
    if move == 0:
        return chess.Move.null()
    source, target, kind = move & 63, (move >> 6) & 63, move >> 14
    if kind == 3:
        target = (source & 56) | (6 if target > source else 2)
    return chess.Move(source, target, ((move >> 12) & 3) + 2 if kind == 1 else None)


def ucis(game: MainLine) -> str:
    return " ".join(to_chess(move).uci() for move in game.moves)


def test_moves_results_and_keys_equal_those_of_python_chess() -> None:
    path = shared_file("data/games/sample_2000.pgn")
    compared = 0
    with path.open(encoding="utf-8") as reference:
        for game in read_main_lines(path):
            if game.number % 4:
                chess.pgn.skip_game(reference)
                continue
            expected = chess.pgn.read_game(reference)
            assert expected is not None
            assert [to_chess(move) for move in game.moves] == list(expected.mainline_moves())
            assert game.headers == dict(expected.headers)
            assert game.result == expected.headers["Result"]
            assert game.keys is not None
            assert game.keys[-1] == chess.polyglot.zobrist_hash(expected.end().board())
            assert not game.problems
            compared += 1
    assert compared == 500


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_blocks_of_any_size_give_the_same_games(size: int) -> None:
    path = shared_file("data/games/sample_2000.pgn")
    content = path.read_bytes()[:20_000]
    whole = MainLineReader("whole").feed(content, True)
    reader = MainLineReader("parts")
    parts = [game for at in range(0, len(content), size) for game in reader.feed(content[at : at + size])]
    parts += reader.feed(b"", True)
    assert [(g.moves, g.headers, g.offset, g.length) for g in parts] == [
        (g.moves, g.headers, g.offset, g.length) for g in whole
    ]


def test_figurines_and_lower_case_pieces_are_pieces() -> None:
    # python-chess plays both as pawn moves (checked against 1.11.2).
    assert ucis(read("1. ♘f3 nf6 2. ♘c3 ♞c6 *")[0]) == "g1f3 g8f6 b1c3 b8c6"


def test_a_blank_line_in_the_movetext_ends_nothing() -> None:
    text = '[Event "a"]\n\n1. e4 e5\n\n2. Nf3 Nc6\n\n3. Bb5 1-0\n'
    games = read(text)
    assert [ucis(game) for game in games] == ["e2e4 e7e5 g1f3 b8c6 f1b5"]
    first = chess.pgn.read_game(io.StringIO(text))
    assert first is not None and len(list(first.mainline_moves())) == 2  # the loss that we avoid


def test_an_unclosed_comment_does_not_swallow_the_next_game() -> None:
    games = read('[Event "a"]\n\n1. e4 {open e5 1-0\n\n[Event "b"]\n\n1. d4 {closed} d5 0-1\n')
    assert [game.headers["Event"] for game in games] == ["a", "b"]
    assert [ucis(game) for game in games] == ["e2e4", "d2d4 d7d5"]
    assert [problem.kind for problem in games[0].problems] == [ProblemKind.UNCLOSED_COMMENT]


def test_an_illegal_move_ends_its_game_only_and_is_told_with_file_game_line_and_token() -> None:
    games = read('[Event "a"]\n\n1. e4 e5 1-0\n\n[Event "b"]\n\n1. e4 e5\n2. Ke3 Nc6 1-0\n\n[Event "c"]\n\n1. c4 *\n')
    assert [ucis(game) for game in games] == ["e2e4 e7e5", "e2e4 e7e5", "c2c4"]
    (problem,) = games[1].problems
    assert str(problem) == "test.pgn, game 2, line 8: illegal move: Ke3"
    assert games[1].result == "1-0"


@pytest.mark.parametrize("plies", [0, 1, 3, 40, 10_000])
def test_a_reader_of_few_plies_reads_the_same_beginnings_and_results(plies: int) -> None:
    path = shared_file("data/games/sample_2000.pgn")
    whole = islice(read_main_lines(path), 200)
    for first, game in zip(islice(read_main_lines(path, plies=plies), 200), whole, strict=True):
        assert list(first.moves) == list(game.moves)[:plies]
        assert first.keys is not None and game.keys is not None
        assert list(first.keys) == list(game.keys)[: plies + 1]
        assert (first.result, first.headers, first.offset) == (game.result, game.headers, game.offset)
