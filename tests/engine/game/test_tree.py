"""The game tree is a value: edits give new ones, and the old ones stay as they were."""

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import made_moves
from engine.game.node import Node
from engine.game.position import Position
from engine.game.side import Side
from engine.game.tree import CHUNK, ROOT, Game, NodeTable
from engine.ground.errors import MoveError
from engine.pgn.reader import games_of
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN
from tests.helpers.large_games import repertoire


def random_tree(seed: int, size: int) -> Game:
    """A game with variations: moves played at random places of the tree."""
    rng = random.Random(seed)
    game, ids = Game.new(), [ROOT]
    for _ in range(size):
        at = rng.choice(ids[-6:])
        moves = [move.uci() for move in chess.Board(game.fen(at)).legal_moves]
        if moves:
            game, node_id = game.add_move(at, rng.choice(moves), first=rng.random() < 0.2)
            ids.append(node_id)
    return game


def test_a_move_played_twice_is_one_node() -> None:
    game, first = Game.new().add_move(ROOT, "e2e4")
    again, second = game.add_move(ROOT, "e2e4")
    assert second == first
    assert again is game


def test_castling_in_both_spellings_is_one_node() -> None:
    game = Game.new(Position.of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960=None))
    game, short = game.add_move(ROOT, "e1g1")
    game, long_spelling = game.add_move(ROOT, "e1h1")
    assert short == long_spelling


@pytest.mark.parametrize("move", ["e2e5", "a7a6", "0000", "rubbish", "e7e8q"])
def test_an_illegal_move_is_refused(move: str) -> None:
    with pytest.raises(MoveError):
        Game.new().add_move(ROOT, move)


@pytest.mark.parametrize(
    "fen",
    [
        START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ],
)
@pytest.mark.parametrize("chess960", [False, True])
def test_the_legal_moves_of_a_node_are_those_of_python_chess(fen: str, chess960: bool) -> None:
    game = Game.new(Position.of(fen, chess960))
    board = chess.Board(fen, chess960=chess960)
    assert list(game.legal_moves(ROOT)) == sorted(board.uci(move) for move in board.legal_moves)


@given(seed=st.integers(0, 10_000), size=st.integers(1, 40))
def test_every_node_is_reached_by_its_own_moves(seed: int, size: int) -> None:
    game = random_tree(seed, size)
    for node in game.table:
        board = chess.Board()
        for uci in game.moves(node.id):
            board.push_uci(uci)
        assert board.fen() == game.fen(node.id)
        assert board.ply() == node.ply


@given(seed=st.integers(0, 10_000), size=st.integers(2, 40))
def test_an_edit_leaves_the_old_game_as_it_was(seed: int, size: int) -> None:
    game = random_tree(seed, size)
    before = [*game.table]
    node = random.Random(seed).choice([node for node in game.table if node.id != ROOT])
    for changed in (game.delete(node.id), game.promote(node.id), game.demote(node.id), game.with_header("White", "x")):
        assert [*game.table] == before
        assert {found.id for found in changed.table} <= {found.id for found in before}


@given(seed=st.integers(0, 10_000), size=st.integers(2, 40))
def test_promoting_and_demoting_is_nothing(seed: int, size: int) -> None:
    game = random_tree(seed, size)
    for node in game.table:
        siblings = game.node(node.parent).children
        if node.id != ROOT and siblings.index(node.id) > 0:
            assert game.promote(node.id).demote(node.id).node(node.parent).children == siblings


@given(seed=st.integers(0, 10_000), size=st.integers(2, 40))
def test_deleting_takes_exactly_what_follows(seed: int, size: int) -> None:
    game = random_tree(seed, size)
    node = random.Random(seed).choice([node for node in game.table if node.id != ROOT])
    gone = {found.id for found in game.table if node.id in {step.id for step in game.path(found.id)}}
    assert {found.id for found in game.delete(node.id).table} == {found.id for found in game.table} - gone


def test_ids_are_never_given_twice() -> None:
    game, first = Game.new().add_move(ROOT, "e2e4")
    game, second = game.delete(first).add_move(ROOT, "d2d4")
    assert second != first


def test_the_game_shares_all_but_one_chunk_with_its_successor() -> None:
    game = random_tree(1, 5 * CHUNK)
    changed = game.with_node(game.root)
    shared = sum(old is new for old, new in zip(game.table.chunks, changed.table.chunks, strict=True))
    assert shared == len(game.table.chunks) - 1


def test_an_unknown_node_is_none() -> None:
    assert NodeTable().get(0) is None
    assert Game.new().table.get(-1) is None


def test_a_variation_of_5000_plies_needs_no_recursion() -> None:
    game, at = Game.new(), ROOT
    for ply in range(5_000):
        game, at = game.add_move(at, KNIGHT_DANCE[ply % 4])
    assert len(game.main_line()) == 5_000
    assert len(game.path(at)) == 5_001
    assert game.delete(game.root.children[0]).main_line() == ()


KNIGHT_DANCE = ("g1f3", "g8f6", "f3g1", "f6g8")


def test_an_empty_header_value_takes_the_tag_out_but_not_one_of_the_seven() -> None:
    game = Game.new().with_header("ECO", "C44").with_header("White", "Ann")
    assert game.with_header("ECO", "").header("ECO") == ""
    assert game.with_header("White", "").header("White") == "?"


def test_move_numbers_are_written_as_in_books() -> None:
    game, white = Game.new().add_move(ROOT, "e2e4")
    game, black = game.add_move(white, "e7e5")
    assert game.node(white).number_text == "1."
    assert game.node(black).number_text == "1..."


@pytest.fixture(scope="module")
def large() -> Game:
    """10,000 variations, one at each move of a main line."""
    return repertoire(10_000)


@pytest.mark.parametrize("what", ["move", "comment", "promote", "demote", "delete"])
def test_an_edit_among_10000_variations_makes_two_chunks_anew(large: Game, what: str) -> None:
    at = large.main_line()[5_000]
    variation = large.node(at.parent).children[1]
    edited = {
        "move": lambda: large.add_move(at.id, "a2a4" if at.half_moves % 2 == 0 else "a7a5")[0],
        "comment": lambda: large.with_node(at.changed(comment="a word")),
        "promote": lambda: large.promote(variation),
        "demote": lambda: large.demote(at.id),
        "delete": lambda: large.delete(variation),
    }[what]()
    pairs = zip(large.table.chunks, edited.table.chunks, strict=True)
    assert 1 <= sum(before is not after for before, after in pairs) <= 2


def test_a_position_costs_the_moves_from_the_nearest_one_that_is_known(
    large: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    push_line = made_moves.push_line

    def counted(board: CoreBoard, moves: list[int]) -> None:
        made.append(len(moves))
        push_line(board, moves)

    monkeypatch.setattr(made_moves, "push_line", counted)
    end = large.end()
    large.fen(end)
    assert sum(made) <= 10_000
    made.clear()
    game, at = large.add_move(end, "a2a4")
    game = game.with_node(game.node(at).changed(comment="a word"))
    game.fen(at)
    game.fen(end)
    assert sum(made) <= 1


def test_the_same_place_after_undo_is_another_position() -> None:
    start = Game.new()
    first, at = start.add_move(ROOT, "e2e4")
    before = first.fen(at)
    second, there = start.add_move(ROOT, "d2d4")
    assert (there, second.node(there).key != first.node(at).key) == (at, True)
    assert second.fen(there) != before == first.fen(at)


def test_a_position_is_right_when_all_that_were_known_are_forgotten() -> None:
    game = repertoire(300)
    boards = {ROOT: chess.Board()}
    for node in list(game.table)[1:]:
        boards[node.id] = boards[node.parent].copy(stack=False)
        boards[node.id].push_uci(node.uci)
    ids = list(boards)
    random.Random(1).shuffle(ids)
    for at in ids:
        assert game.fen(at) == boards[at].fen()


def test_what_a_comment_says_is_kept_when_its_words_are_changed() -> None:
    (game,) = games_of("1. e4 {[%clk 0:05:00] best} {by test} *")
    node = game.node(1)
    assert (node.comments, node.comment) == (("[%clk 0:05:00] best", "by test"), "[%clk 0:05:00] best by test")
    changed = node.changed(comment="other words")
    assert (changed.clock_ms, changed.comments) == (300_000, ("[%clk 0:05:00] other words",))
    assert (node.clock_ms, node.comments[1]) == (300_000, "by test")


@given(seed=st.integers(0, 10_000), edits=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 4)), max_size=20))
def test_the_count_of_commands_follows_every_edit_without_a_look_at_the_other_nodes(
    seed: int, edits: list[tuple[int, int]]
) -> None:
    game = random_tree(seed, 12)
    assert game.table.commands == 0
    for place, what in edits:
        nodes = list(game.table)
        node = nodes[place % len(nodes)]
        if what == 0:
            game = game.delete(node.id)
        elif what < 3:
            game = game.with_node(node.changed(clock_ms=1_000))
        else:
            game = game.with_node(node.changed(comments=()))
        assert game.table.__dict__["commands"] == sum("[%" in "".join(node.comments) for node in game.table)


def test_a_game_begins_from_a_checked_position_whose_text_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "8/8/8/4k3/8/8/8/KQ6 b - - 3 30"
    start = Position.of(text, chess960=None)
    monkeypatch.setattr("engine.rules.fen.read_fields", None)
    monkeypatch.setattr("engine.rules.fen._pieces", None)
    game = Game.new(start)
    assert (game.start_fen, game.root.side_to_move, game.header("FEN")) == (text, Side.BLACK, text)


def test_the_main_line_can_be_asked_for_a_few_moves() -> None:
    game, at = Game.new(), ROOT
    for uci in ("e2e4", "e7e5", "g1f3"):
        game, at = game.add_move(at, uci)
    assert [node.san for node in game.main_line(most=2)] == ["e4", "e5"]
    assert game.main_line(most=9) == game.main_line()


def test_words_and_signs_leave_what_is_played() -> None:
    game = random_tree(3, 40)
    assert game.plays_as(game) and game.with_node(game.node(7).changed(comment="a word")).plays_as(game)
    more, _ = game.add_move(7, next(move.uci() for move in chess.Board(game.fen(7)).legal_moves))
    assert not more.plays_as(game) and not game.plays_as(more)
    assert not game.delete(7).plays_as(game)


def test_a_table_that_has_grown_by_a_chunk_differs_in_its_new_nodes() -> None:
    nodes = [Node(number) for number in range(2 * CHUNK + 3)]
    before, after = NodeTable.of(nodes[:CHUNK]), NodeTable.of(nodes)
    assert list(before.changed(after)) == list(after.changed(before)) == list(range(CHUNK, len(nodes)))
