"""The console commands: what they print last, exit codes, errors in one sentence."""

import json
import re
import subprocess
import sys
from pathlib import Path

import chess
import chess.engine
import chess.pgn
import pytest

from tests.helpers.program import ROOT, ratsu_here, run_ratsu

UCI = [sys.executable, "-m", "desktop.command", "uci"]
XBOARD = [sys.executable, "-m", "desktop.command", "xboard"]


def test_perft_ends_with_the_count() -> None:
    done = ratsu_here("perft", "4")
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "nodes 197281"  # Myyrä 2011, table 5


def test_perft_divides_and_takes_a_position() -> None:
    done = ratsu_here("perft", "3", "--divide", "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")
    lines = done.stdout.splitlines()
    assert lines[-1] == "nodes 2812" and len(lines) == 15  # chessprogramming.org, "Perft Results", position 3


@pytest.mark.parametrize("arguments", [("perft", "2", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"), ("analyse", "nonsense")])
def test_a_bad_position_is_one_sentence_and_exit_code_1(arguments: tuple[str, ...]) -> None:
    done = ratsu_here(*arguments)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [("perft", "x"), ("perft", "99"), ("analyse",), ("play", "--clock", "x")])
def test_wrong_usage_is_exit_code_2(arguments: tuple[str, ...]) -> None:
    assert ratsu_here(*arguments).returncode == 2


def test_a_clock_in_minutes_and_seconds_is_said_in_words() -> None:
    """`play --clock 40/1:00` meant a minute for 40 moves, and then no time at all."""
    done = ratsu_here("play", "--clock", "40/1:00+2", typed="quit\n")
    assert "time control: 40 moves in 0:01:00, and so on, 2 s added after every move" in done.stdout.splitlines()


def test_bench_ends_with_its_signature_and_repeats_it() -> None:
    last = {ratsu_here("bench", "--depth", "3").stdout.splitlines()[-1] for _ in range(2)}
    assert len(last) == 1 and re.fullmatch(r"bench \d+", last.pop())


def test_analyse_shows_as_many_lines_as_asked_for_where_tables_know_the_moves() -> None:
    fen = "8/8/5p2/2k5/8/8/1K6/8 w - - 0 1"  # one move draws
    lines = json.loads(ratsu_here("analyse", fen, "--depth", "4", "--lines", "3", "--json").stdout)["lines"]
    assert [line["table"]["wdl"] for line in lines] == [0, -2, -2] and lines[0]["pv"][0] == "b2c3"


def test_analyse_prints_one_json_object() -> None:
    done = ratsu_here("analyse", "startpos", "--depth", "3", "--lines", "2", "--explain", "--json")
    answer = json.loads(done.stdout)
    assert chess.Move.from_uci(answer["best_move"]) in chess.Board().legal_moves
    assert [line["rank"] for line in answer["lines"]] == [1, 2] and answer["source"] == "search"
    assert any(term["name"] == "material" for term in answer["evaluation"]["terms"])


def test_a_look_follows_a_line_to_its_end() -> None:
    fen = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"  # rook and king mate
    done = ratsu_here("look", fen, "--linear", "--only", "a1a4", "--json")
    line = json.loads(done.stdout)
    assert (line["move"], line["end"]) == ("a1a4", "mate") and line["plies"] == 2 * line["mate"] - 1
    shown = ratsu_here("look", fen, "--linear", "--only", "a1a4 a1a5").stdout.splitlines()
    assert shown[0].startswith("Ra4") and shown[-1].startswith("best in the end: Ra")


def test_a_look_says_where_there_is_no_fortress() -> None:
    fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"  # a bare king against a queen
    told = json.loads(ratsu_here("look", fen, "--fortress", "--json").stdout)
    assert (told["defender"], told["verdict"], told["move"]) == ("black", "broken", None)
    assert ratsu_here("look", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--fortress").returncode == 1  # stalemate


def test_a_look_says_whether_a_mate_is_proved_or_ruled_out_and_remembers_it(tmp_path: Path) -> None:
    fen, file = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", str(tmp_path / "learned.txt")  # a back rank
    assert ratsu_here("look", fen, "--mate", "2", "--file", file).stdout.startswith("mate in 1, proved")
    assert "1. Rb8#" in ratsu_here("look", fen, "--mate", "2", "--forget").stdout
    assert "#1 (proved)" in ratsu_here("learned", "list", "--file", file).stdout
    none = json.loads(ratsu_here("look", "startpos", "--mate", "2", "--json", "--forget").stdout)
    assert (none["mate"], none["ruled_out"]) == (None, True)


def test_a_look_says_whether_a_line_holds() -> None:
    told = json.loads(
        ratsu_here("look", "startpos", "--verify", "e2e4 e7e5 d1h5 b8c6 h5f7", "--json", "--forget").stdout
    )
    assert not told["holds"] and told["pv"][:5] == ["e2e4", "e7e5", "d1h5", "b8c6", "h5f7"] and told["plies"] > 5


def test_analyse_says_of_a_finished_position_only_that_it_has_no_move() -> None:
    done = ratsu_here("analyse", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--depth", "2")
    assert (done.returncode, done.stdout) == (1, "") and "there is no legal move in" in done.stderr


def test_analyse_finds_a_mate_in_two() -> None:
    fen = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"  # a back rank
    done = ratsu_here("analyse", fen, "--depth", "4")
    assert done.returncode == 0 and "best move Rb8#" in done.stdout


def test_a_console_game_ends_with_its_input_and_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    done = run_ratsu("play", "--no-book", "--depth", "1", "--pgn", str(path), typed="e4\nfoo\nhint\nd4\n")
    assert done.returncode == 0 and done.stdout.count("Ratsu plays") == 2 and "foo is not a move" in done.stdout
    with path.open() as file:
        game = chess.pgn.read_game(file)
    assert game is not None and len(list(game.mainline_moves())) == 4


def test_a_level_is_taken_by_name_and_a_wrong_one_refused() -> None:
    assert "Ratsu plays" in run_ratsu("play", "--no-book", "--level", "beginner", typed="e4\n").stdout
    done = ratsu_here("play", "--level", "wizard")
    assert done.returncode == 1 and "first steps" in done.stderr


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_quit_ends_the_engine_cleanly_while_its_input_stays_open(protocol: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "desktop.command", protocol],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert child.stdin is not None and child.stderr is not None
    with child.stdin, child.stderr:
        child.stdin.write(b"analyze\ngo infinite\n\nquit\n")
        child.stdin.flush()
        assert child.wait(30) == 0
        assert child.stderr.read() == b""


def test_a_style_is_written_to_be_edited_and_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.style"
    assert ratsu_here("play", "--style", "aggressive", "--write-style", str(path)).returncode == 0
    assert "danger attacker = 125" in path.read_text()
    assert "Ratsu plays" in run_ratsu("play", "--no-book", "--depth", "1", "--style", str(path), typed="e4\n").stdout
    path.write_text("danger attacker = 130")
    done = ratsu_here("play", "--write-style", str(path))
    assert done.returncode == 1 and "is there already" in done.stderr and path.read_text() == "danger attacker = 130"


def test_python_chess_plays_a_short_game_over_uci() -> None:
    with chess.engine.SimpleEngine.popen_uci(UCI, cwd=ROOT, timeout=60) as engine:
        board = chess.Board()
        for _ in range(10):
            result = engine.play(board, chess.engine.Limit(nodes=500), info=chess.engine.INFO_ALL)
            assert result.move is not None
            assert result.move in board.legal_moves and result.info["nodes"] > 0
            board.push(result.move)
        analysed = engine.analyse(board, chess.engine.Limit(depth=4), multipv=3)
        assert len(analysed) == 3 and all(info["pv"] for info in analysed)


def test_python_chess_plays_chess960_over_uci() -> None:
    with chess.engine.SimpleEngine.popen_uci(UCI, cwd=ROOT, timeout=60) as engine:
        board = chess.Board.from_chess960_pos(0)
        for _ in range(20):
            result = engine.play(board, chess.engine.Limit(nodes=300))
            assert result.move is not None and result.move in board.legal_moves
            board.push(result.move)


FIRST_LINE = """
import sys
from engine.commands.protocols import xboard
from engine.protocols.line_streams import LineWriter
LineWriter.write_block = lambda _writer, text: sys.exit(f"{text}, {'chess' in sys.modules}")
xboard.run(None)
"""


def test_xboard_is_asked_to_wait_before_anything_large_is_imported() -> None:
    """A GUI that has heard nothing after two seconds takes the engine for one that has no features."""
    run = subprocess.run([sys.executable, "-c", FIRST_LINE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stderr == "feature done=0, False\n"


def test_python_chess_plays_over_xboard() -> None:
    with chess.engine.SimpleEngine.popen_xboard(XBOARD, cwd=ROOT, timeout=60) as engine:
        board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
        for _ in range(6):
            limit = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.1, black_inc=0.1)
            result = engine.play(board, limit, info=chess.engine.INFO_ALL)
            assert result.move is not None
            assert result.move in board.legal_moves and result.info["depth"] >= 1
            board.push(result.move)


def test_python_chess_lets_it_ponder_and_hits() -> None:
    with chess.engine.SimpleEngine.popen_uci(UCI, cwd=ROOT, timeout=60) as engine:
        board = chess.Board()
        limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)
        for _ in range(5):
            result = engine.play(board, limit, ponder=True)
            assert result.move is not None and result.move in board.legal_moves
            board.push(result.move)
            board.push(result.ponder or next(iter(board.legal_moves)))
