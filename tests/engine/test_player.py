"""Player, the only door to the engine: limits, stopping, pondering, options."""

import io
import random
import threading
import time

import chess
import pytest

from engine.game.info import Info, Score, TableResult
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.ground.errors import MoveError, OptionError, PositionError
from engine.play.mover import RatsuMover
from engine.player import Player
from engine.protocols.line_streams import LineWriter
from engine.protocols.uci import UciServer
from engine.search_run import score_from_core
from tests.helpers.endless import Endless

START = chess.STARTING_FEN
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

STOP_POSITIONS = [
    START,
    KIWIPETE,
    "8/8/8/4k3/8/8/8/4K3 w - - 0 1",  # dead drawn
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",  # mated
    "7k/8/8/8/8/8/6q1/7K w - - 0 1",  # one move
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # 218 moves (N. Petrovic 1964)
    "8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1",
    "8/8/8/8/3k4/8/2B5/4K1N1 w - - 0 1",
]


@pytest.fixture(scope="module")
def player() -> Player:
    return Player()


@pytest.mark.parametrize("fen", STOP_POSITIONS)
def test_stop_ends_an_infinite_search_at_once(player: Player, fen: str) -> None:
    position, stopper = GamePosition(fen, chess960=False), Stopper()
    searching = Endless(lambda: player.search(position, Limits(infinite=True), stopper=stopper))
    time.sleep(0.05)
    assert searching.spent_after(stopper.stop) < 1.0 and searching.result


def test_a_stop_before_the_search_has_begun_is_not_lost(player: Player) -> None:
    limits = Limits(infinite=True)
    stopper = Stopper()
    stopper.stop()
    assert player.search(GamePosition(START, chess960=False), limits, stopper=stopper).best_move


def test_a_stop_of_a_search_that_has_ended_harms_no_other(player: Player) -> None:
    stopper = Stopper()
    player.search(GamePosition(START, chess960=False), Limits(depth=1), stopper=stopper)
    stopper.stop()
    stopper.stop()
    assert player.search(GamePosition(START, chess960=False), Limits(depth=4)).best_move


def test_finished_games_have_no_best_move(player: Player) -> None:
    mated = player.search(GamePosition("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", chess960=False), Limits(depth=3))
    assert (mated.best_move, mated.lines[0].score) == (None, Score(mate=0))
    stale = player.search(GamePosition("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess960=False), Limits(depth=3))
    assert (stale.best_move, stale.lines[0].score) == (None, Score(centipawns=0))


def test_limits_on_depth_nodes_and_moves_are_kept(player: Player) -> None:
    player.new_game()  # what the table holds decides how long the first iteration is, which is always finished
    assert player.search(GamePosition(START, chess960=False), Limits(depth=5)).lines[0].depth == 5
    # The limit is looked at between nodes; passing and trying a capture on can count two before the next look.
    assert player.search(GamePosition(KIWIPETE, chess960=False), Limits(nodes=5_000)).nodes == 5_000
    assert (
        player.search(GamePosition(START, chess960=False), Limits(depth=3, search_moves=("a2a4",))).best_move == "a2a4"
    )
    best = player.search(GamePosition(KIWIPETE, chess960=False), Limits(depth=5)).best_move
    assert best
    assert (
        player.search(GamePosition(KIWIPETE, chess960=False), Limits(depth=5, exclude_moves=(best,))).best_move != best
    )
    only = GamePosition("7k/8/8/8/8/8/6q1/7K w - - 0 1", chess960=False)
    assert player.search(only, Limits(depth=2, exclude_moves=("h1g2",))).best_move == "h1g2"  # nothing else is legal


def test_the_clock_is_never_overstepped(player: Player) -> None:
    # Processor time of this thread: on a busy machine the clock on the wall says when we were let in, not what was spent.
    for time_ms in (30, 100, 300):
        start = time.thread_time()
        player.search(GamePosition(KIWIPETE, chess960=False), Limits(white_time_ms=time_ms, black_time_ms=time_ms))
        assert (time.thread_time() - start) * 1000 < time_ms


def test_a_mate_limit_ends_the_search_when_the_mate_is_found(player: Player) -> None:
    result = player.search(GamePosition("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", chess960=False), Limits(mate=2))
    assert result.best_move == "a1a6"
    assert result.lines[0].score == Score(mate=2)


def test_pondering_goes_on_until_the_move_is_played(player: Player) -> None:
    limits = Limits(ponder=True, white_time_ms=200, black_time_ms=200)
    stopper = Stopper()
    position = GamePosition(START, chess960=False)
    pondering = Endless(lambda: player.search(position, limits, stopper=stopper))
    time.sleep(0.4)  # twice its clock, which does not run while pondering
    assert pondering.spent_after(stopper.ponder_hit) < 1.0 and pondering.result


def test_reports_tell_of_every_iteration(player: Player) -> None:
    reports: list[Info] = []
    player.new_game()
    player.search(GamePosition(START, chess960=False), Limits(depth=6), reports.append)
    assert [info.depth for info in reports] == [1, 2, 3, 4, 5, 6]
    assert all(info.pv for info in reports)
    nodes = [info.nodes for info in reports]
    assert nodes == sorted(nodes)


def test_chances_are_shown_when_asked_for(player: Player) -> None:
    player.set_option("UCI_ShowWDL", "true")
    try:
        wdl = player.search(GamePosition(START, chess960=False), Limits(depth=4)).lines[0].wdl
        assert wdl is not None and sum(wdl) == 1000
    finally:
        player.set_option("UCI_ShowWDL", False)


def test_the_history_of_the_game_counts_for_repetition() -> None:
    # White, a queen up, has shuffled twice; to shuffle a third time would be a draw, so the score must come from another move.
    fen = "7k/8/8/8/8/8/8/KQ6 w - - 0 1"
    shuffle = ("a1a2", "h8g8", "a2a1", "g8h8")
    player = Player()
    third = player.search(
        GamePosition(fen, shuffle + shuffle[:3], chess960=False), Limits(depth=6, search_moves=("g8h8",))
    )
    assert third.lines[0].score == Score(centipawns=0)  # Black brings the start position back for the third time
    fresh = player.search(GamePosition(fen, shuffle[:3], chess960=False), Limits(depth=6, search_moves=("g8h8",)))
    assert fresh.lines[0].score != Score(centipawns=0)


def test_chess960_castling_is_written_king_takes_rook() -> None:
    player = Player()
    fen = "4k3/8/8/8/8/8/5PPP/4KR2 w F - 0 1"
    result = player.search(GamePosition(fen, (), chess960=True), Limits(depth=3, search_moves=("e1f1",)))
    assert result.best_move == "e1f1"
    normal = player.search(
        GamePosition("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", chess960=False), Limits(depth=3, search_moves=("e1g1",))
    )
    assert normal.best_move == "e1g1"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Hash", 0),
        ("Hash", "abc"),
        ("Hash", "999999999999"),
        ("Threads", -5),
        ("Ponder", "maybe"),
        ("No Such Option", 1),
        ("SyzygyPath", "a\nb"),
    ],
)
def test_bad_options_are_refused_by_name(player: Player, name: str, value: str | int) -> None:
    with pytest.raises(OptionError, match="ption"):
        player.set_option(name, value)


def test_options_are_set_whatever_the_case_of_their_name(player: Player) -> None:
    player.set_option("multipv", "3")
    assert player.option("MultiPV") == 3
    assert len(player.search(GamePosition(START, chess960=False), Limits(depth=4)).lines) == 3
    player.set_option("MultiPV", 1)


def test_bad_positions_and_moves_are_refused(player: Player) -> None:
    with pytest.raises(PositionError):
        player.search(GamePosition("8/8/8/8/8/8/8/8 w - - 0 1", chess960=False), Limits(depth=1))
    with pytest.raises(MoveError):
        player.search(GamePosition(START, ("e2e5",), chess960=False), Limits(depth=1))
    with pytest.raises(MoveError):
        player.search(GamePosition(START, chess960=False), Limits(depth=1, search_moves=("e2e5",)))


def test_scores_are_told_in_centipawns_moves_to_mate_or_wins_by_tables() -> None:
    assert score_from_core(31_999) == Score(mate=1)
    assert score_from_core(-31_998) == Score(mate=-1)
    assert score_from_core(31_997) == Score(mate=2)
    assert score_from_core(-17) == Score(centipawns=-17)
    assert score_from_core(31_790) == Score(table=TableResult(2, plies=10))
    assert str(score_from_core(-31_790)) == "cp -19990"


@pytest.mark.parametrize("steps", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_starts_stops_and_new_games_in_any_order_do_no_harm(steps: int) -> None:
    player = Player()
    player.set_option("Hash", 1)
    rng = random.Random(5)
    stopper = Stopper()
    threads: list[threading.Thread] = []
    for _ in range(steps):
        action = rng.randrange(4)
        if action == 0 and not any(thread.is_alive() for thread in threads):
            limits = Limits(infinite=True)
            stopper = Stopper()
            position = GamePosition(rng.choice(STOP_POSITIONS), chess960=False)
            threads = [threading.Thread(target=player.search, args=(position, limits), kwargs={"stopper": stopper})]
            threads[0].start()
        elif action == 1:
            stopper.stop()
        elif action == 2:
            stopper.ponder_hit()
        elif not any(thread.is_alive() for thread in threads):
            player.new_game()
    stopper.stop()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


def test_the_six_mover_is_solved() -> None:
    # Figure 20 of the source texts: 1.Bg4 mates in six, and nothing else.
    player = Player()
    result = player.search(GamePosition("8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1", chess960=False), Limits(mate=6))
    assert result.best_move == "d1g4"
    assert result.lines[0].score == Score(mate=6)


def test_the_trap_of_figure_16_is_not_walked_into(player: Player) -> None:
    # Rantanen's trap of the source texts: 3...Bxf2+ 4.Kxf2 Qh4+ 5.g3 Qd4+ 6.e3 Qxa1 loses the queen to 7.Nc3.
    player.new_game()
    fen = "rnbqk1nr/pppp1ppp/8/2b1p3/2P5/PP6/3PPPPP/RNBQKBNR b KQkq - 0 3"
    assert player.search(GamePosition(fen, chess960=False), Limits(nodes=300_000)).best_move != "c5f2"


def test_the_vienna_move_that_colossus_learned_is_not_played(player: Player) -> None:
    # The source texts: 6.Bd2? is bad, 6.Nf3 right.
    player.new_game()
    fen = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1PP2/2NP4/PPP3PP/R1BQK1NR w KQkq - 0 6"
    assert player.search(GamePosition(fen, chess960=False), Limits(nodes=300_000)).best_move != "c1d2"


def test_the_explanation_names_terms_and_formulas(player: Player) -> None:
    explained = player.evaluate(GamePosition(START, chess960=False))
    assert {"material", "king safety", "tempo"} & {line.name for line in explained.terms + explained.formulas}
    assert [line.total for line in explained.terms if line.name == "material"] == [0]


@pytest.mark.parametrize("steps", [150, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_uci_engine_survives_any_order_of_commands_and_answers_every_search(steps: int) -> None:
    out = io.BytesIO()
    mover = RatsuMover(seed=1)
    mover.set_option("Hash", 1)
    server = UciServer(mover, LineWriter(out))
    rng = random.Random(7)
    started = 0
    commands = (
        "stop",
        "stop",
        "ponderhit",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name Threads value 1",
        "setoption name Use MCTS value true",
        "setoption name Use MCTS value false",
        "setoption name Heuristic Search value true",
        "setoption name Heuristic Search value false",
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go movetime 5",
        "go nodes 2000",
        "go mate 3 nodes 5000",
        "go wtime 50 btime 50",
    )
    for _ in range(steps):
        command = rng.choice(commands)
        if rng.randrange(3) == 0:
            server.handle(f"position fen {rng.choice(STOP_POSITIONS)}")
        server.handle(command)
        started += command.startswith("go")
        if rng.randrange(4) == 0:
            time.sleep(rng.random() / 200)
    server.handle("stop")
    assert server.wait(60)
    assert out.getvalue().count(b"bestmove") == started and b"internal fault" not in out.getvalue()
    assert not server.handle("quit")
