"""The searcher: reproducible, right about mates and draws, and no node count depends on what was searched before."""

import chess
import pytest

from engine.rules.board import CoreBoard
from engine.search.searcher import SCORE_MATE, PvLine, Searcher, Vote, elect

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

MATES = [
    # FEN, moves to mate (checked with python-chess by hand-played lines; figure 20 of the source texts is a proved six-mover)
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),  # P. Morphy's problem: 1.Ra6
    ("8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1", 6),
]


def run(searcher: Searcher, fen: str, depth: int = 100, nodes: int = 0, multipv: int = 1) -> list[PvLine]:
    board = CoreBoard.from_fen(fen, chess960=False)
    searcher.begin()
    return searcher.run(board, board.legal_moves(), depth, nodes, 0, multipv, None, None)


@pytest.mark.parametrize(("fen", "moves"), MATES)
def test_mates_are_found_with_their_exact_length(fen: str, moves: int) -> None:
    board = CoreBoard.from_fen(fen, chess960=False)
    searcher = Searcher()
    searcher.begin()
    wanted = SCORE_MATE - 2 * moves + 1
    lines = searcher.run(board, board.legal_moves(), 60, 3_000_000, 0, 1, None, lambda i: i.score < wanted)
    assert lines[0].score == wanted
    assert len(lines[0].pv) == 2 * moves - 1


def test_node_limits_give_the_same_search_every_time() -> None:
    # As Stockfish's reprosearch.sh: 20 limits of 100 * (3/2)^i nodes, each twice, after clearing and in a fresh searcher.
    used = Searcher()
    limit = 100.0
    for _ in range(16):
        used.clear()
        first = run(used, KIWIPETE, nodes=int(limit)), used.nodes()
        used.clear()
        again = run(used, KIWIPETE, nodes=int(limit)), used.nodes()
        assert first == again
        fresh = Searcher()
        assert (run(fresh, KIWIPETE, nodes=int(limit)), fresh.nodes()) == first
        limit *= 1.5


def test_a_node_limit_is_kept_once_the_first_iteration_is_done() -> None:
    searcher = Searcher()
    for fen, limit in ((chess.STARTING_FEN, 150), (KIWIPETE, 5_000), (KIWIPETE, 5_001), (KIWIPETE, 20_000)):
        searcher.clear()
        run(searcher, fen, nodes=limit)
        assert searcher.nodes() == limit


@pytest.mark.parametrize("megabytes", [1, 2, 64])
def test_the_size_of_the_table_changes_no_verdict(megabytes: int) -> None:
    searcher = Searcher()
    searcher.set_hash(megabytes)
    assert run(searcher, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", depth=8)[0].score == SCORE_MATE - 3


def test_a_dead_drawn_position_scores_nothing() -> None:
    assert run(Searcher(), "8/8/8/4k3/8/8/8/4K2B w - - 0 1", depth=10)[0].score == 0


def test_a_repetition_saves_the_weaker_side() -> None:
    # White is a rook down and gives perpetual check on e8 and h5.
    fen = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1"
    lines = run(Searcher(), fen, depth=12)
    assert lines[0].score == 0


def test_the_fifty_move_rule_is_seen_coming() -> None:
    # Rook against bare king, but mate needs more than the one move that is left.
    fen = "8/8/8/3k4/8/8/8/R3K3 w - - 98 80"
    assert run(Searcher(), fen, depth=8)[0].score == 0


@pytest.mark.parametrize(("clock", "score"), [(97, SCORE_MATE - 3), (98, 0)])
def test_the_game_is_drawn_on_the_hundredth_ply_and_not_later(clock: int, score: int) -> None:
    fen = f"7k/8/5K2/8/8/8/8/6R1 w - - {clock} 80"  # 1. Kf7 Kh7 2. Rh1 mate, on the third ply
    assert run(Searcher(), fen, depth=6)[0].score == score


def test_mate_on_the_hundredth_ply_counts() -> None:
    fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 80"
    assert run(Searcher(), fen, depth=6)[0].score == SCORE_MATE - 1


def test_what_the_table_remembers_from_a_fresh_counter_is_no_mate_near_the_fiftieth_move() -> None:
    # Mate takes 19 plies, which the first search finds; the second has eight left.
    fen = "8/8/8/3k4/8/8/8/Q3K3 w - - %d 80"
    searcher = Searcher()
    assert run(searcher, fen % 0, depth=14)[0].score > SCORE_MATE - 30
    assert run(searcher, fen % 92, depth=6)[0].score < SCORE_MATE - 100


def test_zugzwang_is_seen_where_there_are_only_pawns() -> None:
    # E. Lasker and G. Reichhelm, 1901 (number 70 of R. Fine's book): only 1.Kb1 wins, by corresponding squares. A search that
    # passes a move here believes in 1.Kb2.
    fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
    line = run(Searcher(), fen, depth=24, nodes=400_000)[0]
    assert CoreBoard.from_fen(fen, chess960=False).uci(line.pv[0]) == "a1b1"


def test_several_lines_are_best_first_and_distinct() -> None:
    lines = run(Searcher(), KIWIPETE, depth=7, multipv=5)
    assert len(lines) == 5
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert len({line.pv[0] for line in lines}) == 5


@pytest.mark.parametrize("fen", [KIWIPETE, "r1b2rk1/pp1n1pbp/2pq2p1/4P3/8/2N1P3/PPQ1BPPP/R1B2RK1 b - - 0 12"])
def test_a_search_that_is_broken_off_names_no_move_twice(fen: str) -> None:
    for nodes in range(500, 8000, 250):
        lines = run(Searcher(), fen, nodes=nodes, multipv=3)
        assert len({line.pv[0] for line in lines}) == 3
        assert [line.multipv for line in lines] == [1, 2, 3]
        assert len({line.nodes for line in lines}) == 1


def test_only_the_given_moves_are_searched() -> None:
    board = CoreBoard.from_fen(KIWIPETE, chess960=False)
    only = board.parse_uci("a2a3")
    searcher = Searcher()
    searcher.begin()
    assert searcher.run(board, [only], 6, 0, 0, 1, None, None)[0].pv[0] == only


def test_two_threads_search_together() -> None:
    searcher = Searcher()
    searcher.set_threads(2)
    alone = Searcher()
    assert run(searcher, KIWIPETE, depth=10)[0].score is not None
    run(alone, KIWIPETE, depth=10)
    assert searcher.nodes() > 0
    searcher.set_threads(1)
    searcher.clear()
    assert run(searcher, KIWIPETE, depth=8) == run(Searcher(), KIWIPETE, depth=8)


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("nodes", [3_000, 100_000])
def test_all_threads_together_keep_to_the_node_limit(threads: int, nodes: int) -> None:
    searcher = Searcher()
    searcher.set_threads(threads)
    run(searcher, KIWIPETE, depth=60, nodes=nodes)
    assert nodes <= searcher.nodes() <= nodes * 1.02 + 64 * threads


def test_every_line_is_playable() -> None:
    for fen in (KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"):
        for line in run(Searcher(), fen, depth=9, multipv=3):
            board = CoreBoard.from_fen(fen, chess960=False)
            for move in line.pv:
                assert board.is_legal(move)
                board.push(move)


def test_contempt_makes_a_draw_worse_for_the_side_to_move() -> None:
    searcher = Searcher()
    searcher.set_contempt(30)
    assert run(searcher, "8/8/8/4k3/8/8/8/4K2B w - - 0 1", depth=6)[0].score == -30


def test_noise_is_the_same_for_the_same_seed() -> None:
    searcher = Searcher()
    plain = run(searcher, KIWIPETE, depth=5)
    searcher.set_eval_noise(80, 7)
    noisy = run(searcher, KIWIPETE, depth=5)
    other = Searcher()
    other.set_eval_noise(80, 7)
    assert run(other, KIWIPETE, depth=5) == noisy
    assert noisy[0].score != plain[0].score
    searcher.set_eval_noise(0, 0)
    assert run(searcher, KIWIPETE, depth=5) == plain


def test_the_type_b_search_looks_at_few_moves_and_at_all_of_them_in_check() -> None:
    plain, selective = Searcher(), Searcher()
    selective.set_selective(True)
    assert run(selective, KIWIPETE, depth=6)[0].depth == 6
    # Without the modern cuts even few moves are many nodes; with all moves they would be thousands of times more.
    run(plain, KIWIPETE, depth=6)
    assert plain.nodes() < selective.nodes() < 48**4
    assert run(selective, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", depth=6)[0].score == SCORE_MATE - 3
    selective.set_selective(False)
    assert run(selective, KIWIPETE, depth=7) == run(Searcher(), KIWIPETE, depth=7)  # nothing of it lingers


def test_the_threads_believe_who_looked_deepest_and_stands_best() -> None:
    assert elect([Vote(1, 20, 10), Vote(2, 20, 14)]) == 1
    assert elect([Vote(1, 20, 12), Vote(2, 25, 11), Vote(1, 18, 11)]) == 0  # two shallower votes for the same move
    assert elect([Vote(1, 300, 12), Vote(2, SCORE_MATE - 9, 8), Vote(3, SCORE_MATE - 5, 7)]) == 2  # the quickest mate
    assert elect([Vote(1, 20, 12), Vote(1, 20, 12)]) == 0


def test_several_threads_find_the_mate_and_tell_the_line_of_the_elected_move() -> None:
    searcher = Searcher()
    searcher.set_threads(4)
    board = CoreBoard.from_fen(KIWIPETE, chess960=False)
    for nodes in (2_000, 20_000, 60_000):
        told: list[PvLine] = []
        searcher.begin()
        lines = searcher.run(board, board.legal_moves(), 1000, nodes, 0, 1, told.append, None)
        assert len(lines) == 1 and board.is_legal(lines[0].pv[0]) and told[-1].pv == lines[0].pv


@pytest.mark.parametrize(
    "fen",
    [  # won; the defence runs to the wrong corner (checked against tablebases by tests/bench/endgame_play.py)
        "8/1B1k4/8/8/3N4/8/8/3K4 w - - 0 1",
        "8/6K1/4B3/3N4/7k/8/8/8 w - - 0 1",
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
    ],
)
def test_bare_kings_are_mated_without_tablebases(fen: str) -> None:
    board, searcher = CoreBoard.from_fen(fen, chess960=False), Searcher()
    for ply in range(100):
        moves = board.legal_moves()
        if not moves:
            break
        searcher.begin()
        board.push(searcher.run(board, moves, 100, 50_000 if ply % 2 == 0 else 5_000, 0, 1, None, None)[0].pv[0])
    assert board.in_check and not board.legal_moves()
