"""Reliability promise P15: bad engines do not hurt. Each double ends in one sentence with its name, leaves nobody behind
within five seconds, and costs at most 50 MB."""

import contextlib
import os
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice
from engine.game.reason_words import english
from engine.game.stopper import Stopper
from engine.play.external.detect import detect
from engine.play.external.engine_trouble import EngineTrouble
from engine.play.external.errors import EngineUnusable
from engine.play.external.launch import Deadlines, Dialect, Launch
from engine.play.external.supervised import ExternalAnalyst, ExternalPlayer, SupervisedEngine
from engine.play.external.xboard_client import XBoardClient
from engine.rules.fen import START_FEN
from tests.helpers.orphans import none_left, processes_with
from tests.helpers.program import ROOT

BAD = ROOT / "tests/helpers/bad_engine.py"
SHORT = Deadlines(
    start_s=1.5, features_s=0.3, ready_s=1.5, stop_s=0.5, quit_s=0.3, grace_s=0.6, without_clock_s=1.0, write_s=0.5,
    flood_lines=20_000, endless_bytes=2_000_000,
)  # fmt: skip
PATIENCE_S = 60.0  # for an engine that does what it should, on a busy machine
GENEROUS = replace(
    SHORT, start_s=PATIENCE_S, ready_s=PATIENCE_S, grace_s=PATIENCE_S, without_clock_s=PATIENCE_S, stop_s=PATIENCE_S
)
MOVE = Limits(move_time_ms=100)
# The start may fail by its deadline on a loaded machine only where that is what the test is about.
STALLS_AT_START = ("silent", "slow start")
STALLS_IN_GO = ("silent in go", "ignores stop")


@pytest.fixture
def mark() -> Iterator[str]:
    """A word on the command line of everything that the test starts; at the end nobody is left who carries it."""
    word = f"marked-{uuid.uuid4().hex}"
    yield word
    assert none_left(word), processes_with(word)


def supervised(behaviour: str, mark: str, deadlines: Deadlines | None = None) -> SupervisedEngine:
    if deadlines is None:
        stalls = behaviour in STALLS_AT_START
        deadlines = SHORT if stalls else replace(SHORT, start_s=PATIENCE_S, ready_s=PATIENCE_S, write_s=PATIENCE_S)
        if behaviour not in STALLS_IN_GO:
            deadlines = replace(deadlines, grace_s=PATIENCE_S)
    launch = Launch("Badmouse", (sys.executable, "-S", str(BAD), behaviour, mark))
    return SupervisedEngine(launch, Dialect.UCI, {}, deadlines)


def memory_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


FAULTS = {
    "silent": ("stall", "Badmouse did not answer uci within 1.5 s"),
    "slow start": ("stall", "Badmouse did not answer uci within 1.5 s"),
    "dies at start": ("crash", "Badmouse has ended by itself (exit code 127): error while loading shared libraries"),
    "dies in go": ("crash", "Badmouse has crashed (SIGSEGV)"),
    "silent in go": ("stall", "Badmouse made no move in time"),
    "illegal": ("illegal move", "Badmouse played e2e7, not legal in "),
    "none": ("illegal move", "Badmouse played (none), not legal in "),
    "null": ("illegal move", "Badmouse played 0000, not legal in "),
    "empty": ("illegal move", "Badmouse played nothing, not legal in "),
    "floods": ("flood", "Badmouse floods: more than 20000 lines"),
    "endless line": ("flood", "Badmouse sends a line without end"),
    "closes stdout": ("crash", "Badmouse has closed its output"),
}


@pytest.mark.parametrize("behaviour", FAULTS)
def test_a_bad_engine_is_named_in_one_sentence_and_leaves_nobody_behind(behaviour: str, mark: str) -> None:
    kind, sentence = FAULTS[behaviour]
    before = memory_mb()
    engine = supervised(behaviour, mark)
    answer = ExternalPlayer(engine, 1).choose(GamePosition(START_FEN, chess960=False), MOVE)
    assert isinstance(answer, EngineTrouble)
    assert answer.kind.value == kind and str(answer.text).startswith(sentence) and "\n" not in str(answer.text)
    assert answer.again == (kind != "illegal move")
    assert memory_mb() - before < 50
    assert none_left(mark)  # ended at once, not only when the program ends
    engine.close()


@pytest.mark.parametrize(
    "behaviour", ["ignores quit", "dies after quit", "not text", "NUL", "stderr flood", "grandchild"]
)
def test_an_engine_that_is_only_odd_plays_on_and_leaves_nobody_behind(behaviour: str, mark: str) -> None:
    before = memory_mb()
    engine = supervised(behaviour, mark)
    for moves, expected in (((), "g1f3"), (("g1f3", "g8f6"), "f3g1")):
        answer = ExternalPlayer(engine, 1).choose(GamePosition(START_FEN, moves, chess960=False), MOVE)
        assert isinstance(answer, MoveChoice) and answer.move == expected
        assert english(answer.reason).startswith("Badmouse")
    engine.close()
    assert none_left(mark) and memory_mb() - before < 50


def test_an_engine_of_a_gigabyte_costs_us_nothing(mark: str) -> None:
    before = memory_mb()
    engine = supervised("memory", mark)
    assert isinstance(ExternalPlayer(engine, 1).choose(GamePosition(START_FEN, chess960=False), MOVE), MoveChoice)
    assert memory_mb() - before < 50
    engine.close()


def test_an_engine_that_ignores_stop_is_ended_and_named(mark: str) -> None:
    engine = supervised("ignores stop", mark, replace(GENEROUS, stop_s=0.3))
    stopper = Stopper()
    threading.Timer(0.1, stopper.stop).start()
    answer = ExternalPlayer(engine, 1).choose(
        GamePosition(START_FEN, chess960=False), Limits(infinite=True), stopper=stopper
    )
    assert isinstance(answer, EngineTrouble) and str(answer.text) == "Badmouse did not stop within 0.3 s"
    engine.close()


def test_impossible_options_are_told_and_mended(mark: str) -> None:
    launch = Launch("Badmouse", (sys.executable, "-S", str(BAD), "wrong options", mark))
    identity = detect(launch, deadlines=GENEROUS)
    options = {option.name: option for option in identity.options}
    assert options["Upside"].accepts(options["Upside"].default) and options["Upside"].default == "3"
    assert (options["Bare"].default, options["Huge"].default, options["Maybe"].default) == ("0", "5", "false")
    assert options["Odd"].default == "y" and "Strange" not in options
    assert max(len(option.name) for option in identity.options) <= 200
    assert max(len(option.default) for option in identity.options) <= 4_096
    told = "\n".join(map(str, identity.faults))
    assert "Badmouse: its option “Upside” states the impossible range 9 to 1." in told
    assert "Badmouse: its option “Bare” has no default." in told


def test_a_failed_engine_is_started_again_and_goes_on_with_the_game(mark: str, tmp_path: Path) -> None:
    launch = Launch("Badmouse", (sys.executable, "-S", str(BAD), "dies once", str(tmp_path / mark)))
    engine = SupervisedEngine(launch, Dialect.UCI, {}, GENEROUS)
    position = GamePosition(START_FEN, ("g1f3", "g8f6"), chess960=False)
    first = ExternalPlayer(engine, 1).choose(position, MOVE)
    assert isinstance(first, EngineTrouble) and first.again
    second = ExternalPlayer(engine, 1).choose(position, MOVE)
    assert isinstance(second, MoveChoice) and second.move == "f3g1"
    engine.close()


def test_an_engine_is_started_again_three_times_in_ten_minutes(mark: str) -> None:
    now = 0.0
    launch = Launch("Badmouse", (sys.executable, "-S", str(BAD), "dies in go", mark))
    engine = SupervisedEngine(launch, Dialect.UCI, {}, GENEROUS, now=lambda: now)
    again = []
    for _ in range(4):
        answer = ExternalPlayer(engine, 1).choose(GamePosition(START_FEN, chess960=False), MOVE)
        assert isinstance(answer, EngineTrouble)
        again.append(answer.again)
    assert again == [True, True, True, False]
    with pytest.raises(EngineUnusable, match="Badmouse has failed 4 times within 10 minutes"):
        ExternalPlayer(engine, 1).choose(GamePosition(START_FEN, chess960=False), MOVE)
    now = 601.0
    assert isinstance(ExternalPlayer(engine, 1).choose(GamePosition(START_FEN, chess960=False), MOVE), EngineTrouble)
    engine.close()


def test_an_engine_ponders_on_the_move_it_expects_and_on_no_other(mark: str, tmp_path: Path) -> None:
    told = tmp_path / mark
    launch = Launch("Badmouse", (sys.executable, "-S", str(BAD), "ponders", str(told)))
    engine = SupervisedEngine(launch, Dialect.UCI, {}, GENEROUS)
    clock = Limits(white_time_ms=60_000, black_time_ms=60_000)

    def answer(*moves: str) -> str:
        found = ExternalPlayer(engine, 1, ponder=True).choose(GamePosition(START_FEN, moves, chess960=False), clock)
        assert isinstance(found, MoveChoice)
        return found.move

    assert answer() == "g1f3"  # and it expects g8f6
    assert answer("g1f3", "g8f6") == "f3g1"
    assert told.read_text().split("\n")[:3] == ["go", "go ponder", "ponderhit"]
    engine.drop()
    told.write_text("")
    assert answer() == "g1f3"  # another game position than any it may have pondered on
    assert answer("g1f3", "b8c6") == "f3g1"  # not the expected one
    expected = ["go", "go ponder", "go"]  # what it expects now is not legal: it does not ponder
    deadline = time.monotonic() + 60
    while told.read_text().splitlines() != expected and time.monotonic() < deadline:
        time.sleep(0.02)
    assert told.read_text().splitlines() == expected
    engine.close()


CLAIMS = """
import sys
for line in sys.stdin:
    if line.startswith("protover"):
        print('feature ping={ping} setboard=1 usermove=1 myname="Claims" option="Skill -slider 5 0 9" done=1', flush=True)
    elif line.startswith("ping"):
        print("pong", line.split()[1], flush=True)
    elif line == "go\\n":
        print("move e7e5\\n1/2-1/2 {{Stalemate}}", flush=True)
    elif line == "quit\\n":
        break
"""


@pytest.mark.parametrize("ping", [0, 1])
def test_what_an_xboard_engine_said_of_a_line_that_was_taken_back_is_no_claim(
    mark: str, tmp_path: Path, ping: int
) -> None:
    script = tmp_path / "claims.py"
    script.write_text(CLAIMS.format(ping=ping))
    # It ends its features with done=1; a loaded machine takes more than 0.3 s to start it.
    patient = replace(GENEROUS, features_s=PATIENCE_S)
    client = XBoardClient(Launch("Claims", (sys.executable, "-S", str(script), mark)), patient)
    try:
        assert [(option.default, option.high) for option in client.identity.options] == [("5", 9)]
        for first in ("e2e4", "d2d4"):
            board = chess.Board()
            board.push_uci(first)
            assert client.go(board, MOVE).move == chess.Move.from_uci("e7e5")
    finally:
        client.close()


def test_an_analysis_goes_on_after_a_crash(mark: str, tmp_path: Path) -> None:
    launch = Launch("Badmouse", (sys.executable, "-S", str(BAD), "dies once", str(tmp_path / mark)))
    engine = SupervisedEngine(launch, Dialect.UCI, {}, GENEROUS)
    told: list[EngineTrouble] = []
    analyst, stopper = ExternalAnalyst(engine, 3, told.append), Stopper()
    answer = analyst.choose(
        GamePosition(START_FEN, chess960=False), Limits(infinite=True), lambda _info: stopper.stop(), stopper
    )
    assert answer.move == "g1f3" and [str(trouble.text) for trouble in told] == ["Badmouse has crashed (SIGSEGV)"]
    engine.close()


def test_a_program_that_is_killed_leaves_no_engine_and_no_grandchild(mark: str) -> None:
    """The whole process, with kill -9: the guard ends the engine and what it has started."""
    code = (
        "import sys, time\n"
        "from engine.play.external.launch import Launch\n"
        "from engine.play.external.uci_client import UciClient\n"
        f"client = UciClient(Launch('x', (sys.executable, '-S', {str(BAD)!r}, 'grandchild', {mark!r})))\n"
        "print('ready', flush=True); time.sleep(600)\n"
    )
    program = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert program.stdout is not None and program.stdout.readline() == "ready\n"
        deadline = time.monotonic() + 60
        while len(processes_with(mark)) < 5:  # program, guard, engine, child, grandchild
            assert time.monotonic() < deadline, processes_with(mark)
            time.sleep(0.02)
    finally:
        program.kill()
        program.communicate()
    assert none_left(mark), processes_with(mark)


def test_a_guard_that_is_killed_takes_its_engine_with_it(mark: str) -> None:
    engine = supervised("ignores quit", mark)
    client = engine.ready()
    pid = client._process.pid
    os.kill(pid, 9)
    assert none_left(mark), processes_with(mark)
    engine.close()


def test_an_engine_inherits_no_handles_of_ours(tmp_path: Path, mark: str) -> None:
    with (tmp_path / "ours.txt").open("w") as ours:
        os.set_inheritable(ours.fileno(), True)
        engine = supervised("ignores quit", mark)
        engine.ready()
        looked_at = 0
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark not in (folder / "cmdline").read_bytes().decode(errors="replace"):
                    continue
                looked_at += 1
                held = {str(handle.readlink()) for handle in (folder / "fd").iterdir()}
                assert str(tmp_path / "ours.txt") not in held
        engine.close()
        assert looked_at == 2  # guard and engine
