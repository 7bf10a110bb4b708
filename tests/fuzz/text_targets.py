"""Fuzzers of what is read as text: FEN, EPD, PGN, and the lines of both protocols."""

import io
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import chess

from engine.play.match.openings import read_openings
from engine.protocols.line_streams import LineWriter
from engine.protocols.uci import UciServer
from engine.protocols.xboard import XBoardServer
from engine.rules.board import CoreBoard
from engine.rules.fen import read_fields, write_fields
from tests.fuzz import pgn_mutants
from tests.fuzz.driver import Check, Target
from tests.fuzz.mutators import fen_mutant, put
from tests.helpers.doubles import RandomMover
from tests.helpers.line_mutator import mutated_lines

LINES = 20  # of one session with a server
WAIT_S = 60.0
JUDGED = 0.1  # of the accepted FENs go to python-chess: it takes 20 times as long as all the rest


def corpus(name: str) -> tuple[str, ...]:
    """The kept seeds of a reader, one a line."""
    return tuple((Path(__file__).parent / "corpus" / f"{name}.txt").read_text("utf-8").splitlines())


@contextmanager
def _fen(_: Path) -> Iterator[Check]:
    """An accepted FEN is written back; a share of them has the moves that python-chess sees."""
    seeds = corpus("fen")

    def check(dice: random.Random) -> None:
        text = fen_mutant(seeds, dice)
        chess960 = dice.random() < 0.5
        lenient = write_fields(read_fields(text, [])) if dice.random() < 0.3 else ""
        assert not lenient or write_fields(read_fields(lenient)) == lenient
        board = CoreBoard.from_fen(text, chess960)
        assert CoreBoard.from_fen(board.fen(), chess960).fen() == board.fen(), text
        assert board.key == board.recomputed_key(), text
        if dice.random() >= JUDGED:
            return
        reference = chess.Board(board.fen(), chess960=chess960)
        assert len(board.legal_moves()) == reference.legal_moves.count(), text
        _walk(board, reference, dice)

    yield check


def _walk(board: CoreBoard, reference: chess.Board, dice: random.Random) -> None:
    """Some moves further the two still agree."""
    for _ in range(3):
        moves = sorted(board.legal_uci_moves())
        assert moves == sorted(reference.uci(move) for move in reference.legal_moves), reference.fen()
        if not moves:
            return
        move = dice.choice(moves)
        board.push_uci(move)
        reference.push_uci(move)
        assert board.key == board.recomputed_key()


@contextmanager
def _epd(folder: Path) -> Iterator[Check]:
    path, seeds = folder / "openings.epd", (*corpus("epd"), *corpus("fen"))

    def check(dice: random.Random) -> None:
        lines = [fen_mutant(seeds, dice) for _ in range(dice.randint(1, 2))]
        put(path, "\n".join(lines).encode("utf-8", "replace"))
        for board in read_openings(path):
            assert board.is_valid(), lines

    yield check


@contextmanager
def _pgn(_: Path) -> Iterator[Check]:
    yield lambda dice: pgn_mutants.check(dice.getrandbits(40), True)


def _session(answer: Callable[[str], bool], words: tuple[str, ...], dice: random.Random) -> None:
    for line in mutated_lines(words, LINES, dice.getrandbits(40)):
        if "quit" not in line.split():
            assert answer(line), line


def check_display(answers: list[str]) -> None:
    """The last answer to `d`: whatever was set up is a sound position, or was refused."""
    last = next(row for row in reversed(answers) if row.startswith("FEN: ") or "was refused. Send another" in row)
    if last.startswith("FEN: "):
        CoreBoard.from_fen(last[5:], chess960=True)
    else:
        assert last == "info string error: The last position was refused. Send another one."


@contextmanager
def _uci(_: Path) -> Iterator[Check]:
    """A session with the server; at its end it answers, and stands at a sound position."""
    words = corpus("uci")

    def check(dice: random.Random) -> None:
        sink = io.BytesIO()
        server = UciServer(RandomMover(), LineWriter(sink))
        try:
            _session(server.handle, words, dice)
            server.handle("stop")
            assert server.wait(WAIT_S)
            server.handle("isready")
            assert sink.getvalue().endswith(b"readyok\n")
            server.handle("d")
            check_display(sink.getvalue().decode().splitlines())
        finally:
            assert not server.handle("quit")

    yield check


@contextmanager
def _xboard(_: Path) -> Iterator[Check]:
    words = corpus("xboard")

    def check(dice: random.Random) -> None:
        sink = io.BytesIO()
        server = XBoardServer(RandomMover(), LineWriter(sink))
        try:
            _session(server.handle, words, dice)
            server.handle("exit")
            server.handle("force")
            assert server.settle(WAIT_S)
            server.handle("ping 9")
            assert sink.getvalue().endswith(b"pong 9\n")
        finally:
            assert not server.handle("quit")

    yield check


TARGETS: dict[str, Target] = {"fen": _fen, "epd": _epd, "pgn": _pgn, "uci": _uci, "xboard": _xboard}
