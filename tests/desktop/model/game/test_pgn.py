"""What is written is read back; what is not understood is kept (points of the PGN standard of 1994)."""

import io
from itertools import islice

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.evaluation import Evaluation
from engine.game.info import PovScore, Score
from engine.game.move_notes import MoveSource
from engine.game.position import Position
from engine.game.reason import BoardMove, Provenance, Reason, ReasonKind, SourceLayer, text_reason
from engine.game.tree import ROOT, Game
from engine.ground.errors import MoveError
from engine.pgn.errors import PgnError
from engine.pgn.reader import first_game, games_in
from engine.pgn.writer import written_game
from engine.rules.fen import START_FEN
from tests.engine.game.test_tree import random_tree
from tests.helpers.shared import shared_file

words = st.text(
    alphabet=st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"], blacklist_characters="{}"), max_size=60
)


def same_tree(one: Game, other: Game) -> bool:
    """Equal moves, order, comments, glyphs and annotations; ids may differ."""
    stack = [(ROOT, ROOT)]
    while stack:
        at, there = stack.pop()
        left, right = one.node(at), other.node(there)
        if one.fen(at) != other.fen(there):
            return False
        facts = ("uci", "comment", "comment_before", "nags", "origin", "clock_ms", "evaluation")
        if any(getattr(left, fact) != getattr(right, fact) for fact in facts) or len(left.children) != len(
            right.children
        ):
            return False
        stack.extend(zip(left.children, right.children, strict=True))
    return sorted(one.headers) == sorted(other.headers)


@given(seed=st.integers(0, 10_000), size=st.integers(0, 60), comments=st.lists(words, max_size=12), data=st.data())
def test_writing_and_reading_is_a_fixed_point(seed: int, size: int, comments: list[str], data: st.DataObject) -> None:
    game = random_tree(seed, size)
    for comment in comments:
        node = game.node(data.draw(st.sampled_from([node.id for node in game.table])))
        nags = tuple(sorted(set(data.draw(st.lists(st.integers(0, 255), max_size=3)))))
        game = game.with_node(node.changed(comment=comment.strip(), nags=nags if node.id else ()))
    text = written_game(game)
    found = first_game(text) if game.table.size > 1 or game.root.comment else None
    if found is not None:
        assert found.problems == ()
        assert written_game(found) == text
        assert {node.comment for node in found.table} == {node.comment for node in game.table}


@given(seed=st.integers(0, 10_000), size=st.integers(1, 60))
def test_python_chess_reads_the_same_tree(seed: int, size: int) -> None:
    game = random_tree(seed, size)
    parsed = chess.pgn.read_game(io.StringIO(written_game(game)))
    assert parsed is not None
    assert not parsed.errors
    stack: list[tuple[chess.pgn.GameNode, int]] = [(parsed, ROOT)]
    while stack:
        node, at = stack.pop()
        children = game.node(at).children
        assert [child.uci() for child in node.variations] == [game.node(child).uci for child in children]
        stack.extend(zip(node.variations, children, strict=True))


def test_source_clock_and_evaluation_survive_a_file() -> None:
    game, node_id = Game.new().add_move(ROOT, "e2e4")
    node = game.node(node_id).changed(
        clock_ms=299_300,
        evaluation=Evaluation(PovScore(Score(centipawns=31), True), 18),
        origin=MoveSource("book", text_reason("shipped book: 12 games [sound]")),
        comment="played at once",
    )
    found = first_game(written_game(game.with_node(node), sources=True)).node(1)
    assert (found.clock_ms, found.evaluation) == (299_300, Evaluation(PovScore(Score(centipawns=31), True), 18))
    assert found.origin == MoveSource("book", text_reason("shipped book: 12 games [sound]"))
    assert found.comment == "[%clk 0:04:59.3] [%eval 0.31,18] played at once"


def test_a_reason_is_kept_as_words_and_as_a_value() -> None:
    says = Reason(ReasonKind.SAYS, (Provenance(SourceLayer.BOOK, "a [b] {c}, d"), Reason(ReasonKind.GAMES, (12,))))
    bad = (
        BoardMove("e2e4", START_FEN, chess960=False),
        BoardMove("d2d4", START_FEN, chess960=False),
        PovScore(Score(centipawns=12), True),
    )
    for reason, words in (
        (says, "book a (b) (c), d: 12 games"),
        (Reason(ReasonKind.TURNED_BAD, bad), "1.e4 turned bad along its line"),
        (text_reason("a sentence"), "a sentence"),
    ):
        game, node_id = Game.new().add_move(ROOT, "e2e4")
        node = game.node(node_id).changed(origin=MoveSource("search", reason))
        text = written_game(game.with_node(node), sources=True)
        assert max(map(len, text.splitlines())) <= 255, "the most that PGN allows in a line"
        assert f"[%source search: {words}" in text.replace("\n", " ")
        found = first_game(text).node(1)
        assert (found.origin, found.comment) == (MoveSource("search", reason), "")


def test_a_file_does_not_say_where_engine_moves_came_from_unless_that_is_asked_for() -> None:
    game, node_id = Game.new().add_move(ROOT, "e2e4")
    node = game.node(node_id).changed(origin=MoveSource("book", Reason(ReasonKind.GAMES, (12,))), clock_ms=60_000)
    written = written_game(game.with_node(node))
    assert "{[%clk 0:01:00]}" in written and "%source" not in written and "%why" not in written
    only = game.with_node(game.node(node_id).changed(origin=MoveSource("book", Reason(ReasonKind.GAMES, (12,)))))
    assert written_game(only).endswith("\n\n1. e4 *\n")
    old = first_game(written_game(game.with_node(node), sources=True))
    assert old.node(1).origin is not None and "%source" not in written_game(old)


@pytest.mark.parametrize(
    "value", ["", " [%why no value]", ' [%why ("NO_SUCH_KIND")]', ' [%why ("GAMES", "x")]', " [%why ]"]
)
def test_the_words_of_a_file_without_a_value_are_shown_as_they_are(value: str) -> None:
    found = first_game(f"1. e4 {{[%source book: book (!): your flag]{value} mine}} *").node(1)
    assert found.origin == MoveSource("book", text_reason("book (!): your flag"))
    assert found.comment.endswith("mine")


def test_lines_are_shorter_than_80_and_none_starts_like_a_tag_or_an_escape() -> None:
    game, node_id = Game.new().add_move(ROOT, "e2e4")
    game = game.with_node(game.node(node_id).changed(comment="[Event % 100 %x " * 30 + "end"))
    movetext = written_game(game).split("\n\n", 1)[1]
    assert all(not line.startswith(("[", "%")) for line in movetext.splitlines())
    assert all(
        len(line) < 80 or line.count(" ") == line.count(" [") + line.count(" %") for line in movetext.splitlines()
    )


def test_the_seven_tags_come_first_and_the_others_sorted() -> None:
    game = Game.new().with_header("WhiteElo", "1").with_header("Annotator", "me")
    names = [line[1:].split(" ")[0] for line in written_game(game).splitlines() if line.startswith("[")]
    assert names == ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Annotator", "WhiteElo"]


def test_quotes_and_backslashes_in_tags_survive() -> None:
    game, _ = Game.new().with_header("White", 'Tal "the \\ Magician"').add_move(ROOT, "e2e4")
    assert first_game(written_game(game)).header("White") == 'Tal "the \\ Magician"'


def test_an_illegal_move_keeps_the_prefix_and_the_whole_text() -> None:
    text = '[Event "x"]\n\n1. e4 e5 2. Qxh8 Nf6 {lost?} *\n\n[Event "y"]\n\n1. d4 *\n'
    first, second = games_in(text)
    assert [node.san for node in first.main_line()] == ["e4", "e5"]
    assert "Qxh8" in str(first.problems[0].text)
    assert first.node(first.end()).unread == "2. Qxh8 Nf6 {lost?}"
    assert [node.san for node in second.main_line()] == ["d4"]
    saved = written_game(first)
    assert written_game(first_game(saved)) == saved
    assert "Qxh8 Nf6 {lost?}" in saved


@pytest.mark.parametrize(
    "movetext",
    [
        "1. e4 Nf3 ) e5 *",
        "1. e4 $" + "9" * 5_000 + " *",
        "1. e4 (((((( *",
        "1. e4 { unclosed",
        "1. e4 e5 1/2-1/2 0-1 *",
    ],
)
def test_what_makes_python_chess_raise_does_not_escape(movetext: str) -> None:
    (found,) = games_in(f'[Event "x"]\n[White "Ann"]\n\n{movetext}\n')
    assert found.header("White") == "Ann"
    kept = written_game(found)
    moves = [word.strip("{}()") for word in movetext.split() if word[0].isalpha()]
    assert all(move in kept for move in moves)


@pytest.mark.parametrize("tag", ['[FEN "nonsense"]', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]', '[Variant "Crazyhouse"]'])
def test_a_game_that_cannot_be_set_up_is_kept_as_text_and_named(tag: str) -> None:
    (found,) = games_in(f'[Event "x"]\n[SetUp "1"]\n{tag}\n\n1. e4 *\n')
    assert len(found.problems) == 1
    assert found.refused
    assert tag in written_game(found)
    assert "1. e4" in written_game(found)
    with pytest.raises(MoveError):
        found.add_move(ROOT, "d2d4")


@pytest.mark.parametrize("text", ["", "   \n\n", "\ufeff"])
def test_a_text_without_a_game_is_one_error(text: str) -> None:
    with pytest.raises(PgnError):
        first_game(text)


def test_a_tag_inside_a_comment_splits_no_game() -> None:
    text = '[Event "x"]\n\n1. e4 {see\n[Event "not a game"]\n} e5 *\n\n[Event "y"]\n\n1. d4 *\n'
    assert [found.header("Event") for found in games_in(text)] == ["x", "y"]


def test_black_to_move_is_numbered_with_three_dots() -> None:
    game = Game.new(Position.of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", chess960=None))
    game, _ = game.add_move(ROOT, "e7e5")
    assert "1... e5" in written_game(game)
    assert '[SetUp "1"]' in written_game(game)


@given(st.text(max_size=300))
def test_no_text_raises(text: str) -> None:
    for found in games_in(text):
        assert written_game(found)


def test_5000_plies_with_a_variation_at_each_are_read_and_written() -> None:
    game, at = Game.new(), ROOT
    main, side = (("g1f3", "g8f6", "f3g1", "f6g8"), ("b1c3", "b8c6", "a2a3", "a7a6"))
    for ply in range(5_000):
        game, after = game.add_move(at, main[ply % 4])
        if ply < 2:
            game, _ = game.add_move(at, side[ply % 4])
        at = after
    found = first_game(written_game(game))
    assert len(found.main_line()) == 5_000


def test_what_python_chess_loses_in_silence_is_read_right() -> None:
    """Figurines and lower-case letters are no pawn moves, a blank line ends no game, an open comment swallows none."""
    text = '1. \u2658f3 d5\n\n2. nc3 {open\n\n[Event "next"]\n[Site "?"]\n\n1. d4 *\n'
    first, second = games_in(text)
    assert [node.san for node in first.main_line()] == ["Nf3", "d5", "Nc3"]
    assert "comment without an end" in str(first.problems[0].text)
    assert [node.san for node in second.main_line()] == ["d4"]


def test_a_null_move_passes_the_turn_and_is_written_again() -> None:
    found = first_game("1. e4 -- 2. d4 Z0 (2... d5) *")
    assert found.problems == ()
    assert [node.uci for node in found.main_line()] == ["e2e4", "0000", "d2d4", "0000"]
    assert "1. e4 -- 2. d4 -- (2... d5) *" in written_game(found)


def test_positions_of_a_read_game_are_those_of_python_chess() -> None:
    text = "1. e4 d5 2. e5 f5 3. exf6 (3. d4 e6 4. Nf3) exf6 4. Nf3 Bd6 5. Bb5+ c6 6. O-O Ne7 *"
    found = first_game(text)
    board = chess.Board()
    for node in found.main_line():
        board.push_san(node.san)
        assert found.fen(node.id) == board.fen()


@pytest.mark.parametrize("games", [300, pytest.param(2_000, marks=pytest.mark.long)])
def test_real_games_are_a_fixed_point_of_reading_and_writing(games: int) -> None:
    """Reliability P6: the first games of a sample of 2,000 real ones (its README tells where from)."""
    text = shared_file("data/games/sample_2000.pgn").read_text("utf-8", "replace")
    found = list(islice(games_in(text), games))
    assert len(found) == games
    for one in found:
        written = written_game(one)
        again = first_game(written)
        assert again.problems == ()
        assert same_tree(one, again)
        assert written_game(again) == written
