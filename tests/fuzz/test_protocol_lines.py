"""No line crashes an engine: mutated UCI and XBoard lines against the servers in this process.

The long run is 150,000 lines for each of the two (reliability promise P7: 300,000 lines).
"""

import io

import pytest

from engine.protocols.line_streams import LineWriter
from engine.protocols.uci import UciServer
from engine.protocols.xboard import XBoardServer
from tests.fuzz.text_targets import check_display
from tests.helpers.doubles import RandomMover
from tests.helpers.line_mutator import mutated_lines
from tests.helpers.program import run_ratsu

FENS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
)
UCI_SEEDS = (
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "debug on",
    "register later",
    "d",
    "eval",
    "bench 1",
    "perft 2",
    "go perft 2",
    "setoption name Hash value 16",
    "setoption name Clear Hash",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name Refused value abc",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    *(f"position fen {fen} moves e1g1 a2a3" for fen in FENS),
    *(f"position fen {fen}" for fen in FENS),
    "go depth 3",
    "go infinite",
    "go ponder wtime 1000 btime 1000",
    "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 3",
    "go movetime 10 searchmoves e2e4 d2d4",
    "go mate 3 nodes 100",
)
XBOARD_SEEDS = (
    "xboard",
    "protover 2",
    "accepted setboard",
    "rejected san",
    *["new"] * 4,
    "variant fischerandom",
    "variant normal",
    "force",
    *["go"] * 3,
    "playother",
    "level 40 5 0",
    "level 0 2:30 0.5",
    "st 1",
    "sd 3",
    "nps 1000",
    "time 100",
    "otim 100",
    "usermove e2e4",
    *(f"usermove {move}" for move in ("Nf3", "d4", "d5", "c4", "e6", "Nc3", "Nf6", "a3", "a6", "h3", "h6")),
    "usermove O-O",
    "e7e5",
    "e4",
    "?",
    "ping 3",
    "draw",
    "result 1-0 {resigns}",
    *(f"setboard {fen}" for fen in FENS),
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "name Somebody",
    "rating 2000 2000",
    "ics -",
    "computer",
    "memory 16",
    "cores 1",
    "egtpath syzygy /x",
    "option Hash=16",
    "option Clear_Hash",
)


class _Sink(io.BytesIO):
    """Keeps only the last lines: 150,000 answers need not be held."""

    def write(self, data) -> int:  # type: ignore[no-untyped-def]
        self.seek(0)
        self.truncate()
        return super().write(data)


def uci_survives(count: int, seed: int) -> None:
    sink = _Sink()
    mover = RandomMover()
    server = UciServer(mover, LineWriter(sink))
    for number, line in enumerate(mutated_lines(UCI_SEEDS, count, seed)):
        if "quit" in line.split():
            continue
        assert server.handle(line), line
        if number % 500 == 0:
            mover.player.searches.clear()
            server.handle("stop")
            assert server.wait(60), line
            server.handle("isready")
            assert sink.getvalue() == b"readyok\n", line
            server.handle("d")
            check_display(sink.getvalue().decode().splitlines())
    assert not server.handle("quit")


def xboard_survives(count: int, seed: int) -> None:
    sink = _Sink()
    mover = RandomMover()
    server = XBoardServer(mover, LineWriter(sink))
    for number, line in enumerate(mutated_lines(XBOARD_SEEDS, count, seed)):
        if line.split()[:1] == ["quit"]:
            continue
        assert server.handle(line), line
        if number % 20 == 0:
            server.settle(0.001)
        if number % 500 == 0:
            mover.player.searches.clear()
            server.handle("exit")
            server.handle("force")
            assert server.settle(60), line
            server.handle("ping 9")
            assert sink.getvalue() == b"pong 9\n", line
    assert not server.handle("quit")


def test_no_uci_line_crashes_the_engine() -> None:
    uci_survives(6_000, seed=20261121)


def test_no_xboard_line_crashes_the_engine() -> None:
    xboard_survives(6_000, seed=20261121)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_no_uci_line_crashes_the_engine_in_the_long_run(seed: int) -> None:
    uci_survives(15_000, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_no_xboard_line_crashes_the_engine_in_the_long_run(seed: int) -> None:
    xboard_survives(15_000, seed)


def typed_lines(seeds: tuple[str, ...], count: int, seed: int) -> str:
    """Lines for a real engine: none that ends it, none that asks for gigabytes or for hundreds of threads."""
    spared = {"quit", "Hash", "Threads", "memory", "cores", "option"}
    lines = (line.replace("\n", " ").replace("\r", " ") for line in mutated_lines(seeds, count, seed))
    kept = [
        line.encode(errors="replace").decode() for line in lines if not spared & set(line.replace("=", " ").split())
    ]
    return "\n".join([*kept, ""])


@pytest.mark.parametrize("count", [500, pytest.param(20_000, marks=pytest.mark.long)])
def test_the_engine_as_a_process_survives_mutated_lines(count: int) -> None:
    uci = run_ratsu("uci", typed=typed_lines(UCI_SEEDS, count, 7) + "isready\nquit\n", timeout_s=280)
    assert (uci.returncode, uci.stderr) == (0, "") and "readyok" in uci.stdout.splitlines()[-3:]
    xboard = run_ratsu("xboard", typed=typed_lines(XBOARD_SEEDS, count, 7) + "ping 77\nquit\n", timeout_s=280)
    assert (xboard.returncode, xboard.stderr) == (0, "") and "pong 77" in xboard.stdout.splitlines()[-3:]
