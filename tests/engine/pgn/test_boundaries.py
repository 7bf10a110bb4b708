"""Between games: whose comment it is, and games without tags and results one after the other."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pgn.listing import ListReader
from engine.pgn.mainlines import MainLineReader
from engine.pgn.reader import games_of
from engine.pgn.tree import TreeReader
from engine.pgn.values import ProblemKind
from engine.pgn.writer import written_game

ONE, TWO = '[Event "One"]\n\n1. e4 e5 1-0', '[Event "Two"]\n\n1. d4 d5 0-1\n'
LABELS = (
    *("\n\n; label two\n\n", "\n\n{label two}\n\n", "\r\n\r\n{label two}\r\n\r\n", "\n\n\n;; a\n;; label two\n"),
    *(
        "\n{label two}\n",
        "\n; label two\n",
        "\n\n{a} {label two}\n\n",
        "\n\n% escape\n\n{label two}\n\n",
        "\n\nlabel two\n\n",
    ),
)
OWN = (" {its own}\n\n", " {its own}\n", "\n{its own}\n\n", " ; its own\n\n", " {a}\n{its own}\n\n")


def comments_of(text: str) -> list[tuple[str, ...]]:
    """All comments of each game."""
    return [
        tuple(c for node in game.main_line() for c in node.comments) + game.root.comments for game in games_of(text)
    ]


@pytest.mark.parametrize("label", LABELS)
def test_a_comment_after_an_empty_line_or_before_tags_belongs_to_the_next_game(label: str) -> None:
    one, two = games_of(ONE + label + TWO)
    assert "label two" in two.prelude
    assert comments_of(ONE + label + TWO) == [(), ()]
    written = "\n".join(written_game(game, game.prelude) for game in (one, two))
    assert written.index("1-0\n") < written.index("label two") < written.index('"Two"')


@pytest.mark.parametrize("comment", OWN)
def test_a_comment_directly_after_a_result_belongs_to_its_game(comment: str) -> None:
    one, two = games_of(ONE + comment + TWO)
    assert "its own" in " ".join(comments_of(ONE + comment + TWO)[0]) and two.prelude == ""
    assert one.result == "1-0"


def test_a_label_is_found_without_a_result_too() -> None:
    one, two = games_of('[Event "One"]\n\n1. e4 e5\n\n{label two}\n\n' + TWO)
    assert two.prelude == "{label two}" and len(one.main_line()) == 2


def test_the_text_of_a_chapter_without_moves_stays_there() -> None:
    text = '[Event "Study: One"]\n\n{all of it}\n\n' + TWO
    assert comments_of(text) == [("all of it",), ()]


def test_a_last_comment_belongs_to_the_last_game() -> None:
    assert comments_of(ONE + "\n\n{the end}\n") == [("the end",)]


def test_a_comment_before_a_second_result_is_within_the_game() -> None:
    assert [game.result for game in games_of("1. e4 e5 1-0\n\n{c}\n\n1-0\n\n" + TWO)] == ["1-0", "0-1"]


HEADLESS = (
    ("1. e4 e5 2. Nf3\n\n1. d4 d5 2. c4\n\n1. c4 e5\n", [3, 3, 2]),
    ("1.e4 e5\n\n1.d4\n", [2, 1]),
    ("1. e4 e5\r\n\r\n1. d4 d5\r\n", [2, 2]),
    ("1. e4 e5\n \t\n1. d4\n", [2, 1]),
    ("1. e4 {a\n\n1. d4} e5\n\n1. d4\n", [2, 1]),
    ("1. e4 e5\n\n{second}\n1. d4 d5\n", [2, 2]),
    ("1. e4 e5\n\n{second} 1. d4 d5\n", [2, 2]),
    ("1. e4 (1. d4 d5\n\n1. c4) e5 2. Nf3\n", [3]),
    ("1. e4 e5\n1. d4 d5\n", [4]),  # no empty line
    ("1. e4\n\n1... e5 2. Nf3\n", [3]),
    ("1. e4 e5\n\n2. Nf3 Nc6\n\n3. Bb5\n", [5]),
    ("{intro}\n\n1. e4 e5\n", [2]),
    ('[Event "x"]\n\n{intro}\n\n1. e4 e5\n', [2]),
    ('[Event "x"]\n\n1. e4 e5\n\n1. d4 d5\n', [2, 2]),
    ('[FEN "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"]\n\n1. Qg7#\n\n1. Kf7 Kh7\n', [1]),  # another try of one study
)


@pytest.mark.parametrize(("text", "plies"), HEADLESS)
def test_a_first_move_after_an_empty_line_begins_a_game(text: str, plies: list[int]) -> None:
    content = text.encode()
    assert [len(game.main_line()) for game in TreeReader("").feed(content, True)] == plies
    assert [len(line.moves) for line in MainLineReader().feed(content, True)] == plies
    lister = ListReader(("Event",))
    lister.feed(content, True)
    assert len(lister.starts) == len(plies)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from((*LABELS, *OWN, ONE, TWO, "1. e4 e5\n\n", "1. d4 d5", " 1:0\n", "\n\n", "1. ", "0.5-0.5 "))
    ),
    st.integers(1, 40),
)
def test_blocks_of_any_size_give_the_same_games(parts: list[str], size: int) -> None:
    content = "".join(parts).encode()
    whole = [(game.offset, game.length, game.result) for game in TreeReader("").feed(content, True)]
    reader = TreeReader("")
    pieces = [content[start : start + size] for start in range(0, len(content), size)]
    games = [game for piece in pieces for game in reader.feed(piece, False)] + reader.feed(b"", True)
    assert [(game.offset, game.length, game.result) for game in games] == whole


OLDMOVES = """Move  A                B
----  ---------------  ---------------
  1.  d4      (0:06)     Nf6     (0:03)
  2.  Nf3     (1:02)     g6      (75:06.5)
  3.  Bg5     (1:00:01)  Bg7 (3... d5 (0:02))
      {White resigns} 0-1
"""


def test_times_in_brackets_are_times_of_moves_as_fics_writes_them() -> None:
    (game,) = games_of(OLDMOVES)
    times = [node.spent_ms for node in game.main_line()]
    assert times == [6_000, 3_000, 62_000, 4_506_500, 3_601_000, None]
    assert [problem.kind for problem in game.problems] == [ProblemKind.JUNK] and game.result == "0-1"
    assert written_game(games_of(written_game(game))[0]) == written_game(game)
