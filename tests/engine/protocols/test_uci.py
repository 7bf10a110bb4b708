"""UCI as a conversation with the server in this process; the mover behind it is a double."""

import io
import time
from collections.abc import Iterator

import chess
import pytest

from engine.game.info import Bound, Info, Score, SearchProgress
from engine.game.limits import GamePosition, Limits
from engine.player import Player
from engine.protocols.line_streams import MAX_LINE_BYTES, LineReader, LineWriter
from engine.protocols.uci import UciServer
from engine.protocols.uci_text import (
    MAX_INTEGER,
    MAX_MILLISECONDS,
    bestmove_line,
    info_line,
    parse_go,
    parse_integer,
    parse_setoption,
)
from tests.helpers.doubles import RandomMover


class Dialogue:
    """Says lines to a server and hears what it answers."""

    def __init__(self) -> None:
        self._out = io.BytesIO()
        self.mover = RandomMover()
        self.server = UciServer(self.mover, LineWriter(self._out))

    def say(self, *lines: str) -> list[str]:
        before = len(self._out.getvalue())
        for line in lines:
            self.server.handle(line)
        return self._out.getvalue()[before:].decode().splitlines()

    def say_and_wait(self, *lines: str) -> list[str]:
        before = len(self._out.getvalue())
        self.say(*lines)
        assert self.server.wait(60)
        return self._out.getvalue()[before:].decode().splitlines()

    def heard(self) -> bytes:
        return self._out.getvalue()

    def fen(self) -> str:
        return next(line[5:] for line in self.say("d") if line.startswith("FEN: "))


@pytest.fixture
def uci() -> Iterator[Dialogue]:
    dialogue = Dialogue()
    yield dialogue
    dialogue.server.handle("quit")


def test_uci_names_the_engine_and_its_options_and_ends_with_uciok(uci: Dialogue) -> None:
    lines = uci.say("uci")
    assert lines[0].startswith("id name Ratsu") and lines[1].startswith("id author")
    assert "option name Clear Hash type button" in lines and lines[-1] == "uciok"


def test_isready_is_answered_while_a_search_runs(uci: Dialogue) -> None:
    lines = uci.say("go infinite", "isready")
    assert "readyok" in lines and not any(line.startswith("bestmove") for line in lines)


def test_a_search_ends_with_one_legal_bestmove_and_says_where_it_is_from(uci: Dialogue) -> None:
    lines = uci.say_and_wait("position startpos moves e2e4", "go depth 1")
    best = [line for line in lines if line.startswith("bestmove")]
    board = chess.Board()
    board.push_uci("e2e4")
    assert len(best) == 1 and chess.Move.from_uci(best[0].split()[1]) in board.legal_moves
    assert any(line.startswith("info string ") and ": search: " in line for line in lines)
    assert any(line.startswith("info depth 1 seldepth 1 multipv 1 score cp 0 nodes 20") for line in lines)


@pytest.mark.parametrize("go", ["go infinite", "go", "go ponder wtime 1000 btime 1000"])
def test_where_there_is_no_move_an_infinite_search_waits_too(uci: Dialogue, go: str) -> None:
    asked = uci.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", go)
    assert asked == ["info depth 0 score cp 0"]
    assert uci.say_and_wait("stop") == ["bestmove (none)"]


@pytest.mark.parametrize("go", ["go infinite", "go", "go ponder wtime 1000 btime 1000"])
def test_an_infinite_or_pondering_search_answers_only_when_it_is_told_to(uci: Dialogue, go: str) -> None:
    assert not any(line.startswith("bestmove") for line in uci.say(go))
    assert sum(line.startswith("bestmove") for line in uci.say_and_wait("stop")) == 1


def test_a_ponderhit_makes_a_pondering_search_answer(uci: Dialogue) -> None:
    uci.say("go ponder wtime 1000 btime 1000")
    assert sum(line.startswith("bestmove") for line in uci.say_and_wait("ponderhit")) == 1


def test_stop_right_behind_go_is_never_lost(uci: Dialogue) -> None:
    for _ in range(200):
        lines = uci.say_and_wait("go infinite", "stop")
        assert sum(line.startswith("bestmove") for line in lines) == 1


def test_stop_without_a_search_says_nothing(uci: Dialogue) -> None:
    assert uci.say("stop", "stop", "ponderhit") == []
    assert sum(line.startswith("bestmove") for line in uci.say_and_wait("go depth 1")) == 1


def test_a_second_go_ends_the_first_with_its_bestmove(uci: Dialogue) -> None:
    lines = uci.say_and_wait("go infinite", "go depth 1")
    assert sum(line.startswith("bestmove") for line in lines) == 2


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate 0"),  # fool's mate
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),  # stalemate
    ],
)
def test_where_there_is_no_move_bestmove_is_none(uci: Dialogue, fen: str, score: str) -> None:
    assert uci.say_and_wait(f"position fen {fen}", "go depth 3") == [f"info depth 0 score {score}", "bestmove (none)"]


@pytest.mark.parametrize(
    "line",
    [
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
        "position fen 9/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen " + "x" * 500,
        "position fen",
        "position",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4",
        "position startpos moves 0000",
    ],
)
def test_after_a_position_that_is_refused_nothing_is_played_or_shown(uci: Dialogue, line: str) -> None:
    uci.say("position startpos moves e2e4 e7e5")
    answer = uci.say(line)
    assert len(answer) == 1 and answer[0].startswith("info string error: ")
    for command in ("d", "eval", "perft 1", "go perft 1"):
        assert uci.say(command) == ["info string error: The last position was refused. Send another one."]
    refused = ["info string no move: the last position was refused", "bestmove (none)"]
    assert uci.say_and_wait("go depth 1") == refused
    assert uci.say("go infinite") == refused[:1]
    assert uci.say_and_wait("stop") == refused[1:]
    uci.say("position startpos moves e2e4 e7e5 d2d4")
    assert not any("refused" in line for line in uci.say_and_wait("go depth 1"))


def test_what_was_mended_is_said_once(uci: Dialogue) -> None:
    line = "position fen 4k3/8/8/8/8/8/8/4K2R w KQ - -1 1"
    said = uci.say(line)
    assert len(said) == 1
    assert said[0].startswith("info string position corrected: ")
    assert "Castling Q was left out" in said[0]
    assert uci.say(f"{line} moves e1g1") == []
    assert uci.fen() == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"


@pytest.mark.parametrize(
    ("fen", "castling"), [("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), ("5k2/8/8/8/8/8/8/R4K2 w Q - 0 1", "f1c1")]
)
def test_in_chess960_a_king_that_goes_two_squares_castles(uci: Dialogue, fen: str, castling: str) -> None:
    uci.say("setoption name UCI_Chess960 value true")
    assert uci.say(f"position fen {fen} moves {castling}") == []
    assert uci.fen().split()[2] == "-" and uci.fen().split()[1] == "b"


def test_castling_is_written_as_king_takes_rook_only_in_chess960(uci: Dialogue) -> None:
    fen = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    assert uci.say(f"position fen {fen} moves e1g1") == []
    uci.say("setoption name UCI_Chess960 value true")
    assert uci.say(f"position fen {fen} moves e1h1") == []
    uci.mover.player.searches.clear()
    uci.say_and_wait(f"position fen {fen}", "go depth 1 searchmoves e1h1")
    assert uci.mover.player.searches[0][1].search_moves == ("e1h1",)


def test_option_names_and_values_may_have_spaces(uci: Dialogue) -> None:
    assert parse_setoption(["name", "Clear", "Hash"]) == ("Clear Hash", "")
    uci.say("setoption name Syzygy Path value /a b/c d")
    assert uci.mover.player.options["Syzygy Path"] == "/a b/c d"


def test_a_refused_option_is_told_in_an_info_string(uci: Dialogue) -> None:
    assert uci.say("setoption name Refused value -5") == ["info string error: Refused cannot be -5"]
    assert uci.say("setoption")[0].startswith("info string error: ")
    assert uci.say("isready") == ["readyok"]


def test_illegal_searchmoves_are_told_and_left_out(uci: Dialogue) -> None:
    lines = uci.say_and_wait("position startpos", "go depth 1 searchmoves e2e5 a2a3")
    assert lines[0] == "info string searchmoves: not legal here: e2e5" and lines[-1].startswith("bestmove a2a3")


def test_a_promotion_in_capitals_is_read(uci: Dialogue) -> None:
    pawn = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    assert uci.say(f"position fen {pawn} moves a7a8Q") == []
    assert uci.fen() == "Q7/7k/8/8/8/8/8/K7 b - - 0 1"
    assert uci.say_and_wait(f"position fen {pawn}", "go depth 1 searchmoves a7a8N")[-1].startswith("bestmove a7a8n")


def test_perft_is_counted_by_both_spellings(uci: Dialogue) -> None:
    for command in ("perft 3", "go perft 3"):
        assert uci.say_and_wait(command)[-1] == "nodes 8902"  # Myyrä 2011, table 5


def test_a_long_perft_can_be_stopped(uci: Dialogue) -> None:
    lines = uci.say_and_wait("perft 20", "stop")
    assert lines[-1] == "info string perft was stopped"  # and no number that is not the count


def test_quit_after_a_perft_waits_for_its_count() -> None:
    for script in (b"go perft 4\nquit\n", b"go perft 4\n"):
        out = io.BytesIO()
        UciServer(RandomMover(), LineWriter(out)).run(LineReader(io.BytesIO(script)))
        assert out.getvalue().decode().splitlines()[-1] == "nodes 197281"  # Myyrä 2011, table 5


def test_unknown_words_before_a_command_are_skipped(uci: Dialogue) -> None:
    assert uci.say("joho isready") == ["readyok"]
    uci.say("debug on")
    assert uci.say("joho isready") == ["info string skipped before isready: joho", "readyok"]
    assert uci.say("joho") == ["info string unknown command: joho"]
    assert uci.say("", "   ") == []


def test_eval_and_bench_answer(uci: Dialogue) -> None:
    assert uci.say("eval")[0].startswith("evaluation of")
    assert uci.say_and_wait("bench 1") == ["bench 1"]


def test_quit_and_the_end_of_the_input_end_a_running_search() -> None:
    for script in (b"go infinite\nquit\nisready\n", b"go infinite\n"):
        out = io.BytesIO()
        UciServer(RandomMover(), LineWriter(out)).run(LineReader(io.BytesIO(script)))
        assert b"readyok" not in out.getvalue() and out.getvalue().count(b"bestmove") == 1


def test_a_line_over_the_limit_is_refused_and_the_next_one_obeyed() -> None:
    out = io.BytesIO()
    script = b"x" * (3 * MAX_LINE_BYTES) + b"\nisready\n" + b"y" * (MAX_LINE_BYTES + 1)
    UciServer(RandomMover(), LineWriter(out)).run(LineReader(io.BytesIO(script)))
    refused = f"info string line refused: longer than {MAX_LINE_BYTES} bytes"
    assert out.getvalue().decode().splitlines() == [refused, "readyok", refused]


def test_a_line_of_just_the_limit_is_read() -> None:
    line = b"position startpos moves".ljust(MAX_LINE_BYTES) + b"\n"
    assert list(LineReader(io.BytesIO(line))) == [line.decode().rstrip("\n")]


def test_bytes_that_are_no_text_do_no_harm() -> None:
    out = io.BytesIO()
    script = b"\xff\xfe\x00 \x80\nisready\r\n\x00\x00\nposition fen \xc3\x28\n"
    UciServer(RandomMover(), LineWriter(out)).run(LineReader(io.BytesIO(script)))
    assert b"readyok" in out.getvalue()


def test_a_line_break_inside_a_text_cannot_forge_a_line() -> None:
    out = io.BytesIO()
    LineWriter(out).write("info string a\nbestmove e2e4\r")
    assert out.getvalue() == b"info string a bestmove e2e4 \n"


def test_a_reader_that_has_left_ends_the_server() -> None:
    class Left(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    writer = LineWriter(Left())
    UciServer(RandomMover(), writer).run(LineReader(io.BytesIO(b"isready\n" * 1000)))
    assert writer.closed


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("depth 5", Limits(depth=5)),
        ("depth -1", Limits(depth=1)),
        ("depth 0", Limits(depth=1)),
        ("nodes 2000", Limits(nodes=2000)),
        ("movetime 99999999999999999999", Limits(move_time_ms=MAX_MILLISECONDS)),
        ("mate 3", Limits(mate=3)),
        ("infinite", Limits(infinite=True)),
        ("", Limits(infinite=True)),
        ("depth x", Limits(infinite=True)),
        ("wtime -5 btime 60000", Limits(white_time_ms=1, black_time_ms=60000)),
        ("wtime 500", Limits(white_time_ms=500, black_time_ms=500)),
        ("btime 500 binc 5", Limits(white_time_ms=500, black_time_ms=500, black_increment_ms=5)),
        ("wtime 1000 btime 2000 movestogo 0", Limits(white_time_ms=1000, black_time_ms=2000)),
        (
            "ponder wtime 1000 btime 2000 winc 10 binc 20 movestogo 40",
            Limits(
                white_time_ms=1000,
                black_time_ms=2000,
                white_increment_ms=10,
                black_increment_ms=20,
                moves_to_go=40,
                ponder=True,
            ),
        ),
        ("searchmoves e2e4 d2d4 depth 2", Limits(search_moves=("e2e4", "d2d4"), depth=2)),
    ],
)
def test_go_reads_every_limit_and_cuts_it_to_its_range(words: str, limits: Limits) -> None:
    assert parse_go(words.split()).limits == limits


def test_what_go_does_not_understand_is_told() -> None:
    assert parse_go(["depth", "x", "blah", "3", "nodes"]).remarks == (
        "go depth needs a whole number",
        "go does not know 'x'",
        "go does not know 'blah'",
        "go does not know '3'",
        "go nodes needs a whole number",
    )


def test_numbers_in_other_scripts_are_not_numbers() -> None:
    assert parse_integer("٣") is None and parse_integer("²") is None and parse_integer("1_0") is None
    assert parse_integer("9" * 5000) == MAX_INTEGER and parse_integer("-" + "9" * 5000) == -MAX_INTEGER
    assert parse_integer("") is None and parse_integer("-") is None and parse_integer("+7") == 7


def test_an_info_line_has_every_part() -> None:
    info = Info(12, 20, 2, Score(mate=-3), 1000, 500, ("e2e4", "e7e5"), Bound.LOWER, 17, 4, (100, 200, 700))
    text = "info depth 12 seldepth 20 multipv 2 score mate -3 lowerbound wdl 100 200 700 nodes 1000 nps 2000"
    assert info_line(info, True) == f"{text} hashfull 17 tbhits 4 time 500 pv e2e4 e7e5"
    assert " wdl " not in info_line(info, False)


def test_bestmove_carries_the_expected_answer() -> None:
    assert bestmove_line("e2e4", "e7e5") == "bestmove e2e4 ponder e7e5"
    assert bestmove_line(None, "e7e5") == "bestmove (none)"


def test_a_long_search_says_which_root_move_it_is_at(uci: Dialogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.protocols.uci.PROGRESS_AFTER_S", 0.0)
    monkeypatch.setattr("engine.protocols.uci.PROGRESS_EVERY_S", 0.01)
    told = SearchProgress(12, "e2e4", 3, 4000, 17)
    monkeypatch.setattr(type(uci.mover.player), "progress", lambda _self: told)
    uci.say("go infinite")
    deadline = time.monotonic() + 60
    while b"currmove" not in uci.heard() and time.monotonic() < deadline:
        time.sleep(0.01)
    lines = [line for line in uci.heard().decode().splitlines() if "currmove" in line]
    assert lines and lines[0].startswith("info depth 12 currmove e2e4 currmovenumber 3 nodes 4000 nps ")
    assert " hashfull 17 time " in lines[0]
    uci.say_and_wait("stop")


def test_a_search_knows_the_root_move_it_is_at() -> None:
    player = Player()
    assert player.progress() is None
    seen: list[SearchProgress | None] = []
    player.search(
        GamePosition(chess.STARTING_FEN, chess960=False), Limits(depth=6), lambda _info: seen.append(player.progress())
    )
    last = seen[-1]
    assert last is not None and chess.Move.from_uci(last.move) in chess.Board().legal_moves
    assert 1 <= last.number <= 20 and last.depth == 6 and last.nodes > 0
