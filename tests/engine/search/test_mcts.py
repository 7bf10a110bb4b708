"""Monte Carlo tree search: mates proved, moves legal, memory bounded, the same twice, the tree kept from move to move."""

import time

import chess
import pytest

from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.player import Player
from engine.rules.board import CoreBoard
from engine.search.mcts import TreeSearcher
from engine.search.searcher import SCORE_MATE, PvLine
from tests.helpers.endless import Endless
from tests.helpers.positions import core_of


def run(searcher: TreeSearcher, board: CoreBoard, playouts: int, multipv: int = 1) -> list[PvLine]:
    searcher.begin()
    return searcher.run(board, board.legal_moves(), 120, playouts, 0, multipv, None, None)


@pytest.mark.parametrize(
    ("fen", "best", "score"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", SCORE_MATE - 1),  # the back rank
        ("r6k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1", "b3g8", SCORE_MATE - 3),  # smothered mate (Lucena 1497's motif)
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", "a8b8", 2 - SCORE_MATE),  # the only move, then Rh8
        ("8/8/8/8/8/2k5/8/K1q5 w - - 0 1", "a1a2", 2 - SCORE_MATE),  # the only move, then Qb2
    ],
)
def test_mates_are_proved(fen: str, best: str, score: int) -> None:
    board = CoreBoard.from_fen(fen, chess960=False)
    line = run(TreeSearcher(), board, 30_000)[0]
    assert board.uci(line.pv[0]) == best
    assert line.score == score
    assert line.nodes < 30_000  # proved: no more to do


def test_nothing_to_choose_from_is_refused() -> None:
    with pytest.raises(ValueError, match="root moves"):
        run(TreeSearcher(), CoreBoard.from_fen("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", chess960=False), 10)


def test_the_same_playouts_give_the_same_tree() -> None:
    board = CoreBoard.from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", chess960=False)
    first, second = run(TreeSearcher(), board, 3_000, 5), run(TreeSearcher(), board, 3_000, 5)
    assert first == second
    assert len({line.pv[0] for line in first}) == 5
    assert [line.multipv for line in first] == [1, 2, 3, 4, 5]


def test_every_line_is_legal() -> None:
    for fen in (
        chess.STARTING_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/8/3k4/8/2B5/4K1N1 w - - 98 80",
    ):
        board = CoreBoard.from_fen(fen, chess960=False)
        for line in run(TreeSearcher(), board, 2_000, 3):
            walked = chess.Board(fen)
            for move in line.pv:
                text = core_of(walked).uci(move)
                assert chess.Move.from_uci(text) in walked.legal_moves
                walked.push_uci(text)


def test_memory_stays_bounded_and_the_search_goes_on_when_it_is_full() -> None:
    searcher = TreeSearcher()
    searcher.set_hash(1)
    board = CoreBoard.start()
    searcher.begin()
    told: list[int] = []

    def look(line: PvLine) -> None:
        told.append(searcher.hash_permille())

    lines = searcher.run(board, board.legal_moves(), 120, 60_000, 0, 1, look, None)
    assert lines[0].nodes >= 60_000
    assert max(told) <= 1_000
    assert board.is_legal(lines[0].pv[0])


def test_the_tree_is_kept_for_the_next_move() -> None:
    searcher, board = TreeSearcher(), CoreBoard.start()
    line = run(searcher, board, 4_000)[0]
    board.push(line.pv[0])
    board.push(line.pv[1])
    kept = run(searcher, board, 1)[0]
    fresh = run(TreeSearcher(), board, 1)[0]
    assert len(kept.pv) > len(fresh.pv)
    other = CoreBoard.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", chess960=False)
    assert other.is_legal(run(searcher, other, 500)[0].pv[0])


def test_a_stalemate_in_a_tree_that_is_kept_stays_one() -> None:
    searcher = TreeSearcher()
    searcher.set_hash(1)
    # Queen against king: every second try of White's is a stalemate; the tree is copied at each move and when it is full.
    board = CoreBoard.from_fen("7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", chess960=False)
    blocked = CoreBoard.from_fen("k7/P1K5/8/8/8/8/5p2/8 w - - 0 1", chess960=False)
    for start in (board, blocked):
        for _ in range(6):
            if not start.legal_moves():
                break
            line = run(searcher, start, 4_000)[0]
            assert start.is_legal(line.pv[0])
            start.push(line.pv[0])


@pytest.fixture
def player() -> Player:
    made = Player()
    made.set_option("Use NNUE", False)
    made.set_option("Use MCTS", True)
    return made


def test_a_stop_ends_it_soon(player: Player) -> None:
    position, stopper = GamePosition(chess.STARTING_FEN, chess960=False), Stopper()
    searching = Endless(lambda: player.search(position, Limits(infinite=True), stopper=stopper))
    time.sleep(0.3)
    assert searching.spent_after(stopper.stop) < 1.0 and searching.result


def test_the_player_keeps_its_promises_with_the_tree(player: Player) -> None:
    position = GamePosition(chess.STARTING_FEN, ("e2e4",), chess960=False)
    result = player.search(position, Limits(nodes=2_000, exclude_moves=("e7e5",)))
    assert result.best_move not in (None, "e7e5")
    assert player.search(position, Limits(nodes=300, search_moves=("a7a6",))).best_move == "a7a6"
    player.set_option("MultiPV", 3)
    assert len(player.search(position, Limits(nodes=2_000)).lines) == 3
    timed = player.search(position, Limits(move_time_ms=200))
    assert timed.time_ms < 10_000
    player.set_option("Use MCTS", False)
    assert player.search(position, Limits(depth=4)).lines[0].depth == 4


def test_games_at_few_playouts_are_played_out_without_a_fault(player: Player) -> None:
    board = chess.Board()
    moves: list[str] = []
    while not board.is_game_over(claim_draw=True) and len(moves) < 160:
        best = player.search(GamePosition(chess.STARTING_FEN, tuple(moves), chess960=False), Limits(nodes=60)).best_move
        assert best is not None
        board.push_uci(best)  # raises if it is not legal
        moves.append(best)
    assert len(moves) > 20
