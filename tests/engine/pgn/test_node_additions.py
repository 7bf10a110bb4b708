"""What is repeated more often than a real game does stands in its place and order, and is written as it was read."""

import pytest

from engine.game.node import Node
from engine.pgn.reader import games_of
from engine.pgn.tree import TreeReader
from engine.pgn.values import PgnGame, ProblemKind
from engine.pgn.writer import written_game

COUNT = 2000
NUMBERS = [str(number) for number in range(COUNT)]


def read(text: str) -> PgnGame:
    (game,) = games_of(text)
    (again,) = games_of(written_game(game))
    assert written_game(again) == written_game(game)
    return game


def first(game: PgnGame, ply: int = 1) -> Node:
    return game.main_line()[ply - 1]


def test_nags_keep_their_order() -> None:
    nags = tuple(number % 256 for number in range(COUNT))
    assert first(read("1. e4 " + " ".join(f"${nag}" for nag in nags) + " e5 *")).nags == nags


def test_nags_before_a_move_keep_their_order() -> None:
    nags = tuple(number % 256 for number in range(COUNT))
    game = read("1. e4 (" + " ".join(f"${nag}" for nag in nags) + " 1. d4) *")
    assert game.children()[1].nags == nags


@pytest.mark.parametrize("opening", ["{%s}", ";%s\n"])
def test_comments_keep_their_order(opening: str) -> None:
    text = "1. e4\n" + "".join(opening % number for number in NUMBERS) + "\n*"
    assert list(first(read(text)).comments) == NUMBERS


def test_comments_before_a_move_keep_their_order() -> None:
    comments = " ".join(f"{{{number}}}" for number in NUMBERS)
    assert list(first(read(f"1. e4 (1. d4) {comments} e5 *"), 2).before) == NUMBERS


def test_variations_keep_their_order_and_the_main_line_comes_first() -> None:
    moves = [f"{file}{rank}" for rank in (3, 4) for file in "abcdefgh"] * 100
    variations = " ".join(f"(1. {move} {{{number}}})" for number, move in enumerate(moves))
    game = read(f"1. Nf3 {variations} Nf6 *")
    assert [child.san for child in game.children()] == ["Nf3", *moves]
    assert [child.comments for child in game.children()[1:]] == [(str(number),) for number in range(len(moves))]
    assert first(game, 2).san == "Nf6"


def test_variations_before_the_first_move_stand_behind_it() -> None:
    game = read(" ".join(["(1. d4)"] * 100) + " 1. e4 (1. c4) *")
    assert [child.san for child in game.children()] == ["e4", *["d4"] * 100, "c4"]


def test_text_that_is_not_read_keeps_its_order() -> None:
    words = [f"&{number}" for number in NUMBERS]
    game = read("1. e4 " + " ".join(words) + " e5 *")
    assert first(game).unread.split() == words
    assert first(game, 2).san == "e5"


def test_comments_of_a_game_that_cannot_be_set_up_stand_among_its_text() -> None:
    text = "%\n".join(NUMBERS)
    assert read(f'[FEN "no board"]\n\n{{a}} {{b}} e4 {text} *').root.unread.startswith("{a} {b} e4 0%\n1")


def test_a_reader_forgets_a_game_before_the_next() -> None:
    games = games_of("1. e4 " + "$1 " * 100 + "*\n\n1. e4 " + "$2 " * 20 + "*")
    assert [first(game).nags for game in games] == [(1,) * 100, (2,) * 20]


@pytest.mark.parametrize("size", [1000, 60_000, 100_000])
def test_a_large_game_in_blocks_is_the_same_and_so_are_the_games_around_it(size: int) -> None:
    large = '[Event "large"]\n\n1. e4 ' + "{a comment} $1 (1. d4 d5) & " * (1_000_000 // 28) + "e5 1-0\n\n"
    content = ("1. c4 *\n\n" + large + "1. d4 *\n\n1. c4 zz *").encode()
    reader, games = TreeReader("text"), []
    for start in range(0, len(content), size):
        games += reader.feed(content[start : start + size])
    games += reader.feed(b"", True)
    whole = TreeReader("text").feed(content, True)
    assert [written_game(game) for game in games] == [written_game(game) for game in whole]
    assert [game.problems for game in games] == [game.problems for game in whole]
    assert [(game.offset, game.length, game.number) for game in games] == [
        (game.offset, game.length, game.number) for game in whole
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_lines_of_many_problems_are_right(end: str) -> None:
    text = end.join(["1. c4 *", "", "1. e4", *["& {a", "}"] * 10, ") e5 1-0 {b}", "*"])
    _, game = games_of(text)
    assert [problem.line for problem in game.problems] == [*range(4, 24, 2), 24, 24]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_comment_wrapped_by_any_line_end_is_one_paragraph(end: str) -> None:
    lines = ["one", "  two \t", "three", "", " \t ", "four", "five"]
    game = read(f"1. e4 {{{end.join(lines)}}} *")
    assert first(game).comments == ("one two three\n\nfour five",)


def test_results_that_the_game_goes_on_behind_are_comments() -> None:
    game = read("1. e4 e5 " + "1-0 {a} 0-1 " * 100 + "2. d4 *")
    *_, second, third = game.main_line()
    assert second.comments == ("a", "1-0", "0-1") * 100
    assert third.san == "d4"
    assert {problem.kind for problem in game.problems} == {ProblemKind.RESULT_IN_MIDDLE}


def test_brackets_on_lines_of_their_own_are_a_game_only_where_a_move_follows() -> None:
    assert [len(list(game.main_line())) for game in games_of("(\n(\n &\n\n(\n(\n1. e4)) *")] == [1]
    assert games_of("(\n" * 1000) == []
    assert games_of('((\n(\n\n[Event "x"]\n\n1. e4 *')[0].headers == {"Event": "x"}
