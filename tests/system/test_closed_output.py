"""Whatever `ratsu` prints, a reader that leaves ends it quietly: `ratsu ... | head -1`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.program import ROOT

GAMES = """[White "A"]
[Black "B"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
"""
FEN = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
QUICK = (
    (("--version",), ""),
    (("uci",), "go movetime 100\n"),
    (("xboard",), "protover 2\nping 1\n"),
    (("pgn", "list", "many.pgn"), ""),
)
EVERY = (
    (("--help",), ""),
    (("bench", "--help"), ""),
    (("analyse", "startpos", "--depth", "4"), ""),
    (("analyse", "startpos", "--depth", "4", "--json"), ""),
    (("bench", "--depth", "1"), ""),
    (("book", "show", "--moves", "e4 e5"), ""),
    (("book", "stats"), ""),
    (("coach", FEN, "--move", "g4"), ""),
    (("games", "import", "new.collection", "many.pgn"), ""),
    (("games", "search", "new.collection"), ""),
    (("games", "explore", "new.collection"), ""),
    (("human", "startpos", "--elo", "1500"), ""),
    (("human", "--stdin"), '{"fen": "startpos", "elo": 1500}\n'),
    (("learned", "add", "8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1", "--depth", "2"), ""),
    (("learned", "list"), ""),
    (("match", "--engine", "ratsu name=a", "--engine", "ratsu name=b", "--nodes", "10", "--games", "1"), ""),
    (("match", "--engine", "ratsu name=a", "--engine", "ratsu name=b", "--nodes", "10", "--games", "1", "--json"), ""),
    (("night", "add", "review", "many.pgn", "--nodes", "10"), ""),
    (("night", "list"), ""),
    (("night", "report"), ""),
    (("perft", "3"), ""),
    (("pgn", "check", "many.pgn"), ""),
    (("pgn", "extract", "many.pgn", "--games", "1-10"), ""),
    (("pgn", "table", "many.pgn"), ""),
    (("play", "--level", "800"), "e4\nd4\nresign\n"),
    (("review", "one.pgn", "--nodes", "10", "-o", "-"), ""),
    (("review", "one.pgn", "--nodes", "10", "--json"), ""),
    (("tablebases", "list"), ""),
    (("tablebases", "probe", "8/8/8/6B1/8/8/4k3/1K5N b - - 0 1", "--line"), ""),
    (("tablebases", "generate", "KRPvKR", "--forecast"), ""),
    (("tablebases", "train", "KRvK"), "quit\n"),
    (("tactics", "--show", "--json"), ""),
    (("tactics", "--theme", "fork"), "quit\n"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the commands run."""
    (tmp_path / "one.pgn").write_text(GAMES)
    (tmp_path / "many.pgn").write_text("\n".join([GAMES] * 200))
    return tmp_path


def without_a_reader(
    words: tuple[str, ...], typed: str, cwd: Path, at_once: str, errors_too: bool = False
) -> tuple[int, str]:
    """The exit code of a command and what it says on standard error. Its output is a pipe whose reader has left."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "desktop.command", *words],
            input=typed.encode(),
            stdout=writing,
            stderr=writing if errors_too else subprocess.PIPE,
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": at_once},
            timeout=120,
            check=False,
        )
    finally:
        os.close(writing)
    return ended.returncode, (ended.stderr or b"").decode()


def ends_quietly(words: tuple[str, ...], typed: str, cwd: Path, at_once: str) -> None:
    """Nothing is said of the reader, and the exit code is that of a command that was cut short or had nothing to say."""
    code, said = without_a_reader(words, typed, cwd, at_once)
    assert code in (0, 1), said
    assert "Traceback" not in said
    assert "Exception" not in said
    assert "cannot be written" not in said


@pytest.mark.parametrize(("words", "typed"), QUICK, ids=lambda value: " ".join(value[:2]) if value else "")
def test_a_reader_that_leaves_ends_a_command_quietly(words: tuple[str, ...], typed: str, folder: Path) -> None:
    ends_quietly(words, typed, folder, at_once="")


@pytest.mark.long
@pytest.mark.parametrize("at_once", ["", "1"])
def test_a_reader_that_leaves_ends_every_command_quietly(at_once: str, folder: Path) -> None:
    for words, typed in (*QUICK, *EVERY):
        ends_quietly(words, typed, folder, at_once)
        assert without_a_reader(words, typed, folder, at_once, errors_too=True)[0] in (0, 1)


@pytest.mark.parametrize("words", [("nosuch",), ("--log-level", "nosuch")], ids=" ".join)
def test_wrong_usage_ends_with_its_code_though_nobody_reads_what_is_wrong(words: tuple[str, ...], folder: Path) -> None:
    assert without_a_reader(words, "", folder, at_once="", errors_too=True)[0] == 2


@pytest.mark.parametrize(("command", "typed"), [("uci", "go infinite\n"), ("xboard", "post\nanalyze\n")])
def test_an_engine_ends_when_its_reader_leaves_although_its_input_stays_open(command: str, typed: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "desktop.command", command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        assert engine.stderr is not None
        engine.stdin.write(typed.encode())
        engine.stdin.flush()
        engine.stdout.readline()
        engine.stdout.close()
        try:
            assert engine.wait(60) == 1
            assert engine.stderr.read() == b""
        finally:
            engine.kill()


def test_an_engine_without_an_output_ends_with_its_input() -> None:
    command = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "desktop.command"]
    for protocol in ("uci", "xboard"):
        ended = subprocess.run([*command, protocol], input=b"quit\n", stderr=subprocess.PIPE, cwd=ROOT, check=False)
        assert (ended.returncode, ended.stderr) == (0, b"")
