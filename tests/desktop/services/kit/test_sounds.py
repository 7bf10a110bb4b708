"""What is heard when, how loud, and that a player that fails or hangs is nobody's trouble."""

import struct
import subprocess
import sys
import wave
from io import BytesIO
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.model.board.sounds import SoundCue, at_volume
from desktop.model.game.match import NewGame
from desktop.services.game.sound_service import FOLDER
from desktop.services.kit import sound_player
from desktop.services.kit.sound_player import SoundPlayer
from engine.game.side import Side
from engine.game.time_control import TimeControl
from tests.desktop.services.conftest import Make


class Ear(SoundPlayer):
    """Hears the names of the sounds."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def play(self, file: Path) -> None:
        self.heard.append(file.stem.partition("-")[0])


def listen(composition: Composition) -> Ear:
    ear = Ear()
    composition.services.sounds._player = ear
    return ear


def loudest(content: bytes) -> int:
    with wave.open(BytesIO(content)) as file:
        frames = file.readframes(file.getnframes())
    samples: tuple[int, ...] = struct.unpack(f"<{len(frames) // 2}h", frames)
    return max(map(abs, samples))


def test_every_cue_has_its_file() -> None:
    assert {cue.value for cue in SoundCue} == {file.stem for file in FOLDER.glob("*.wav")}


@pytest.mark.parametrize("side", [Side.WHITE, Side.BLACK])
def test_only_the_game_at_the_start_of_the_program_begins_in_silence(make: Make, side: Side) -> None:
    composition = make()
    ear, match = listen(composition), composition.services.match
    match.new_game(NewGame(side), wait=True)
    assert ear.heard == []
    match.new_game(NewGame(None))
    assert ear.heard == ["start"]


def test_moves_captures_castling_checks_and_the_end_are_told_apart(make: Make) -> None:
    composition = make()
    ear, match = listen(composition), composition.services.match
    match.new_game(NewGame(None))
    match.new_game(NewGame(None))
    for move in ("e2e4", "d7d5", "e4d5", "d8d5", "g1f3", "d5e4", "f1e2", "a7a6", "e1g1"):
        match.user_move(move)
    match.resign()
    assert ear.heard == [
        "start",
        "move",
        "move",
        "capture",
        "capture",
        "move",
        "check",
        "move",
        "move",
        "castle",
        "end",
    ]


def test_off_is_off_and_quieter_is_quieter(make: Make) -> None:
    composition = make()
    ear, services = listen(composition), composition.services
    services.settings.set("sounds", False)
    services.match.new_game(NewGame(None))
    services.match.user_move("e2e4")
    assert not ear.heard
    content = (FOLDER / "move.wav").read_bytes()
    assert loudest(at_volume(content, 50)) == pytest.approx(loudest(content) / 4, rel=0.01)
    assert at_volume(content, 100) == content


def test_another_volume_is_heard_at_once_and_no_other_setting_is(make: Make) -> None:
    composition = make()
    ear, settings = listen(composition), composition.services.settings
    heard = []
    for key, value in (("volume", 40), ("animation_ms", 0), ("sounds", False), ("volume", 90), ("sounds", True)):
        settings.set(key, value)
        heard.append(len(ear.heard))
    assert heard == [1, 1, 1, 1, 2] and set(ear.heard) == {"move"}


def test_the_time_of_a_person_that_gets_short_is_heard_once(make: Make, qtbot: QtBot) -> None:
    composition = make()
    ear, services = listen(composition), composition.services
    services.match.new_game(NewGame(None, control=TimeControl(10_150)))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: "low_time" in ear.heard, timeout=10_000)
    qtbot.wait(250)
    assert ear.heard.count("low_time") == 1
    assert services.clock.state.clock.running is Side.BLACK


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a function for this")
def test_a_player_that_fails_gives_way_to_the_next_and_then_to_silence(qtbot: QtBot, tmp_path: Path) -> None:
    log = tmp_path / "log"
    good = tmp_path / "good"
    good.write_text(f'#!/bin/sh\necho "$2" >> "{log}"\n')
    good.chmod(0o755)
    player = SoundPlayer(commands=(("false",), (str(good), "-q"), ("ratsu-no-such-player",)))
    player.play(Path("a.wav"))
    qtbot.waitUntil(lambda: not player._running, timeout=10_000)
    player.play(Path("b.wav"))
    qtbot.waitUntil(log.exists, timeout=10_000)
    assert log.read_text().split() == ["b.wav"]
    qtbot.waitUntil(lambda: not player._running, timeout=10_000)
    silent = SoundPlayer(commands=(("ratsu-no-such-player",),))
    silent.play(Path("a.wav"))
    assert not silent._running


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a function for this")
def test_a_player_that_hangs_is_ended_and_never_more_than_three_run(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound_player, "LONGEST_MS", 200)
    player = SoundPlayer(commands=(("sleep",),))
    for _ in range(10):
        player.play(Path("60"))
    assert len(player._running) == 3
    qtbot.waitUntil(lambda: not player._running, timeout=10_000)
    player.play(Path("60"))  # it was ended by force, which counts as a failure: silence from now on
    assert not player._running
    assert player.close()


FORGOTTEN = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QEvent
from desktop.services.kit import sound_player

app = QCoreApplication([])
sound_player.LONGEST_MS = 20

def play_and_forget(command):
    player = sound_player.SoundPlayer(commands=((command,),))
    for _ in range(3):
        player.play(Path("60"))
    while player._running:
        app.processEvents()

for command in ("sleep", "false", "sleep"):
    play_and_forget(command)
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    app.processEvents()
print("alive")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a function for this")
def test_a_player_that_is_forgotten_takes_its_processes_along_without_a_crash() -> None:
    """The last function that held it went while Qt deleted its process: both were deleted twice."""
    ended = subprocess.run([sys.executable, "-c", FORGOTTEN], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout.strip()) == (0, "alive"), ended.stderr
