"""`ratsu import` as the user types it, and killed in the middle."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from books.collection.game_collection import Collection
from tests.engine.play.world import replaying_server as replay

COMMAND = (sys.executable, "-m", "desktop.command", "import", "lichess", "virtanen")


def test_the_core_imports_none_of_the_extra() -> None:
    code = "import sys; import engine.play.world.fetching; import engine.play.mover; assert 'httpx' not in sys.modules"
    subprocess.run((sys.executable, "-c", code), check=True)


@pytest.mark.parametrize("kills", [1, pytest.param(20, marks=pytest.mark.long)])
def test_killed_in_the_middle_it_continues_without_loss_or_double(
    kills: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1,000 games are a transaction. The server sends more than that, and then nothing: the kill comes before or after it."""
    pytest.importorskip("httpx")
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    path, dice, stored, total = tmp_path / "c", random.Random(kills), 0, 500 + 1_000 * kills
    with contextlib.closing(replay.Server(total)) as server:
        command = (*COMMAND, "--collection", str(path), "--address", server.base)
        for number in range(kills):
            sent, killed = threading.Event(), threading.Event()
            server.faults = [partial(some_then_silence, dice.randrange(1_100, 1_500), sent, killed)]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:
                assert sent.wait(300)
                if number % 2 == 0:
                    wait_for_games(path, stored + 999)
                time.sleep(dice.random() / 2)  # a random moment is what is tried
                os.kill(running.pid, signal.SIGKILL)
            killed.set()
            before, stored = stored, games_in(path)
            assert stored - before in (0, 999, 1_000), "the last game is sent again, as others may have begun with it"
            assert number % 2 or stored > before
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        assert "of them are new in the collection." in ended.stdout
        assert games_in(path) == total


def some_then_silence(
    games: int, sent: threading.Event, killed: threading.Event, handler: BaseHTTPRequestHandler, body: bytes
) -> bool:
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(b"".join(body.splitlines(keepends=True)[:games]))
    sent.set()
    killed.wait(300)
    return True


def wait_for_games(path: Path, number: int) -> None:
    for _ in range(2_400):
        time.sleep(0.05)
        with contextlib.suppress(Exception):
            if games_in(path) >= number:
                return
    pytest.fail(f"{number} games are not in the collection")


def games_in(path: Path) -> int:
    with Collection(path) as games:
        return len(games)
