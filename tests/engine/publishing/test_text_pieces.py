"""The one walk through a game: every sign has a text, nothing is left out, brackets close, python-chess agrees."""

import io
from pathlib import Path

import chess
import chess.pgn
import pytest

from engine.game.tree import ROOT, Game
from engine.pgn.reader import first_game, games_in
from engine.publishing.signs import MARKS, WORDS, marks_of, words_of_nags
from engine.publishing.text_pieces import TextKind, pieces
from tests.helpers.large_games import attach

FILES = sorted((Path(__file__).resolve().parents[3] / "data/pgn").glob("*.pgn"))
UNNAMED = {0, *range(147, 220), *range(222, 238)}


def test_every_named_glyph_has_a_sign_or_words() -> None:
    named = {value for name, value in vars(chess.pgn).items() if name.startswith("NAG_") and value > 0}
    assert named <= set(MARKS) | set(WORDS)
    assert set(range(256)) - UNNAMED == set(MARKS) | set(WORDS)
    assert not set(MARKS) & set(WORDS)
    said = [marks_of([nag]) + "".join(words for words, _ in words_of_nags([nag])) for nag in set(MARKS) | set(WORDS)]
    assert not any("$" in text for text in said)


def test_signs_stand_in_the_order_of_books_and_words_name_their_side() -> None:
    assert marks_of((16, 1)) == "!\u00a0±"
    assert marks_of((36,)) == "\u00a0↑"
    assert marks_of((40,)) == "\u00a0→"
    assert words_of_nags((71, 9, 220)) == [("worst move", ""), ("%1: poorly protected king", "Black")]
    assert words_of_nags((200,)) == [("$200", "")]


def told(text: str) -> list[tuple[str, str]]:
    return [(piece.kind.name, piece.text) for piece in pieces(first_game(text))]


def test_comments_stand_everywhere_and_variations_in_brackets() -> None:
    assert told("{head} 1. e4 {a} (1. d4 {in} d5 (1... Nf6)) {back} e5! $16 $71 {[%clk 0:01:00] end} 1-0") == [
        ("COMMENT", "head"), ("NUMBER", "1."), ("MOVE", "e4"), ("COMMENT", "a"), ("OPEN", ""), ("NUMBER", "1."),
        ("MOVE", "d4"), ("COMMENT", "in"), ("NUMBER", "1..."), ("MOVE", "d5"), ("OPEN", ""), ("NUMBER", "1..."),
        ("MOVE", "Nf6"), ("CLOSE", ""), ("CLOSE", ""), ("COMMENT", "back"), ("NUMBER", "1..."), ("MOVE", "e5"),
        ("MARKS", "!\u00a0±"), ("DETAIL", "1:00"), ("REMARK", "%1: poorly protected king"), ("COMMENT", "end"),
        ("RESULT", "1-0"),
    ]  # fmt: skip


def test_the_time_behind_a_move_is_what_the_clock_beside_the_board_shows() -> None:
    for left_ms, shown in (
        (605_600, "10:06"),
        (605_000, "10:05"),
        (10_001, "0:11"),
        (3_600_001, "1:00:01"),
        (0, "0:00"),
    ):
        clock = f"{left_ms // 3_600_000}:{left_ms // 60_000 % 60:02}:{left_ms % 60_000 / 1000:06.3f}"
        assert ("DETAIL", shown) in told(f"1. e4 {{[%clk {clock}]}} *")


def test_diagrams_stand_where_they_are_wished_with_what_is_drawn_on_them() -> None:
    assert told("1. e4 {one [#] two [%cal Ge2e4]} e5 $220 2. Nf3 $221 *") == [
        ("NUMBER", "1."), ("MOVE", "e4"), ("COMMENT", "one"), ("DIAGRAM", "Ge2e4"), ("COMMENT", "two"),
        ("NUMBER", "1..."), ("MOVE", "e5"), ("DIAGRAM", ""), ("NUMBER", "2."), ("MOVE", "Nf3"), ("DIAGRAM_TURNED", ""),
    ]  # fmt: skip


def test_text_that_is_no_move_is_told() -> None:
    assert told("1. e4 Ke3 {and more} *")[-1] == ("UNREAD", "Ke3 {and more}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_moves_and_brackets_of_odd_files_are_those_of_the_tree(path: Path) -> None:
    for game in games_in(path.read_bytes().decode("utf-8", "replace")):
        found = list(pieces(game))
        assert {piece.node for piece in found if piece.kind is TextKind.MOVE} == {
            node.id for node in game.table if node.id
        }
        depth = 0
        for piece in found:
            depth += (piece.kind is TextKind.OPEN) - (piece.kind is TextKind.CLOSE)
            assert piece.depth == depth + (piece.kind is TextKind.CLOSE)
        assert depth == 0


def test_python_chess_reads_the_pieces_back_as_the_same_game() -> None:
    text = "1. e4 {x} (1. d4 d5 (1... Nf6 2. c4 {y}) 2. c4) 1... e5 2. Nf3 (2. f4) (2. Nc3) 2... Nc6 *"
    brackets = {TextKind.OPEN: "(", TextKind.CLOSE: ")"}
    written = [
        brackets.get(piece.kind) or (f"{{{piece.text}}}" if piece.kind is TextKind.COMMENT else piece.text)
        for piece in pieces(first_game(text))
    ]
    ours, theirs = (chess.pgn.read_game(io.StringIO(each)) for each in (" ".join(written) + " *", text))
    assert str(ours) == str(theirs)


def test_five_thousand_nested_variations_are_walked_without_recursion() -> None:
    game, at = Game.new(), ROOT
    for _ in range(5_000):
        game, _ = attach(game, at, "g1f3", "Nf3")
        game, at = attach(game, at, "b1c3", "Nc3")
    assert sum(piece.kind is TextKind.MOVE for piece in pieces(game)) == 10_000
    assert sum(piece.kind is TextKind.DEEPER for piece in pieces(game, deepest=200)) == 1


def test_a_long_comment_is_cut_only_where_that_is_asked_for() -> None:
    game, node = Game.new().add_move(ROOT, "e2e4")
    game = game.with_node(game.node(node).changed(comment="x" * 100))
    assert [piece.text for piece in pieces(game, longest=10)][-1] == "x" * 10 + " …"
    assert [piece.text for piece in pieces(game)][-1] == "x" * 100
