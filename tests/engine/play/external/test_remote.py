"""Engines on other machines: quoting, patience, and each way in which a connection fails, against a stand-in for ssh."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice
from engine.play.external import supervised as module
from engine.play.external.detect import detect
from engine.play.external.engine_trouble import EngineTrouble
from engine.play.external.errors import EngineUnusable
from engine.play.external.launch import DEADLINES, Dialect, Launch
from engine.play.external.remote import machine_of, patient, program_of, remote_command, supervised_command
from engine.play.external.supervised import ExternalAnalyst, ExternalPlayer, SupervisedEngine
from engine.rules.fen import START_FEN
from tests.helpers.program import ROOT
from tests.helpers.stand_in_ssh import stand_in

BAD = ROOT / "tests/helpers/bad_engine.py"
LINE = shlex.join((sys.executable, "-S", str(BAD), "shuffle"))
START = GamePosition(START_FEN, chess960=False)
MOVE = Limits(move_time_ms=100)


@pytest.fixture(autouse=True)
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, monkeypatch)
    monkeypatch.setattr(module, "RECONNECT_S", (0.01,))


def on(machine: str, line: str = LINE) -> Launch:
    return Launch("Badmouse", remote_command(machine, line))


def test_an_engine_on_another_machine_is_detected_and_plays() -> None:
    assert detect(on("me@near")).name == "Bad (shuffle)"
    engine = SupervisedEngine(on("near"), Dialect.UCI, {})
    try:
        played = ExternalPlayer(engine, "game").choose(START, MOVE)
        assert isinstance(played, MoveChoice) and played.move == "g1f3"
    finally:
        engine.close()


def test_a_slow_connection_is_waited_for() -> None:
    hasty = replace(DEADLINES, start_s=2.5)  # on this machine it would be too late
    assert detect(on("slow"), deadlines=hasty).dialect is Dialect.UCI


@pytest.mark.parametrize(
    ("machine", "line", "told"),
    [
        ("refused", LINE, "no connection to refused: ssh: connect to host refused port 22: Connection refused"),
        ("unknown", LINE, "Make sure that “ssh unknown” connects in a terminal and asks nothing"),
        ("near", "/no/such/engine", "near does not find the program"),
        ("near", "/etc/passwd", "near may not run the program"),
    ],
)
def test_what_fails_is_told_with_what_to_do(machine: str, line: str, told: str) -> None:
    with pytest.raises(EngineUnusable) as caught:
        detect(on(machine, line))
    assert told in str(caught.value)


def test_a_lost_connection_is_told_and_the_engine_starts_again() -> None:
    engine = SupervisedEngine(on("drops-once"), Dialect.UCI, {})
    try:
        lost = ExternalPlayer(engine, "game").choose(START, MOVE)
        assert isinstance(lost, EngineTrouble) and lost.again
        assert str(lost.text) == (
            "Badmouse has lost the connection to drops-once: Timeout, server drops-once not responding. "
            "Check the network and that drops-once is on"
        )
        again = ExternalPlayer(engine, "game").choose(START, MOVE)
        assert isinstance(again, MoveChoice) and again.move == "g1f3"
    finally:
        engine.close()


def test_an_analysis_reconnects_and_gives_up_after_four_losses() -> None:
    told: list[EngineTrouble] = []
    for machine, losses in (("drops-once", 1), ("drops", 3)):
        engine = SupervisedEngine(on(machine), Dialect.UCI, {})
        told.clear()
        try:
            if machine == "drops":
                with pytest.raises(Exception, match="has lost the connection"):
                    ExternalAnalyst(engine, 1, told.append).choose(START, MOVE)
            else:
                assert ExternalAnalyst(engine, 1, told.append).choose(START, MOVE).move == "g1f3"
        finally:
            engine.close()
        assert len(told) == losses


def test_words_arrive_as_they_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "my engines; $HOME"
    folder.mkdir()
    engine = folder / "it's *"
    engine.write_text(f"#!/bin/sh\nexec {LINE}\n")
    engine.chmod(0o755)
    assert detect(on("near", shlex.join((str(engine), "a b", "$HOME")))).name == "Bad (shuffle)"
    assert remote_command("h", "~/bin/sf --x 'a b'") == ("ssh", "h", "~/bin/sf --x 'a b'")


@pytest.mark.parametrize(
    ("machine", "line"), [("-oProxyCommand=x", "sf"), ("a b", "sf"), ("", "sf"), ("h", ""), ("h", "'sf")]
)
def test_what_is_no_machine_or_no_command_is_refused(machine: str, line: str) -> None:
    with pytest.raises(EngineUnusable):
        remote_command(machine, line)


@pytest.mark.parametrize(
    ("command", "machine", "program"),
    [
        (("ssh", "host", "sf"), "host", "sf @ host"),
        (("/usr/bin/ssh", "-p", "22", "-4", "me@host", "/opt/sf", "--x"), "me@host", "sf @ me@host"),
        (("ssh", "-4p", "22", "-i", "key", "-p22", "host", "sf"), "host", "sf @ host"),
        (("sshd", "host"), "", "sshd"),
        (("ssh",), "", "ssh"),
        (("/usr/games/stockfish",), "", "stockfish"),
    ],
)
def test_the_machine_of_any_command_is_known(command: tuple[str, ...], machine: str, program: str) -> None:
    assert (machine_of(command), program_of(command)) == (machine, program)
    started = supervised_command(command)
    assert ("BatchMode=yes" in started) is bool(machine)
    if machine:
        assert started.index("BatchMode=yes") < started.index(machine)
    assert (patient(DEADLINES, command) != DEADLINES) is bool(machine)
