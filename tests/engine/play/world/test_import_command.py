"""`ratsu import` as the user types it, and killed in the middle."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from books.collection.game_collection import Collection
from tests.engine.play.world import replaying_server as replay

COMMAND = (sys.executable, "-m", "desktop.command", "import", "lichess", "virtanen")


def test_the_core_imports_none_of_the_extra() -> None:
    code = "import sys; import engine.play.world.fetching; import engine.play.mover; assert 'httpx' not in sys.modules"
    subprocess.run((sys.executable, "-c", code), check=True)


def test_killed_in_the_middle_it_continues_without_loss_or_double(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("httpx")
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    path, killed = tmp_path / "c", threading.Event()

    def half_then_silence(handler: object, body: bytes) -> bool:
        handler.send_response(200)  # type: ignore[attr-defined]
        handler.end_headers()  # type: ignore[attr-defined]
        handler.wfile.write(b"".join(body.splitlines(keepends=True)[:1200]))  # type: ignore[attr-defined]
        killed.wait(300)
        return True

    with contextlib.closing(replay.Server(1500)) as server:
        server.faults = [half_then_silence]
        command = (*COMMAND, "--collection", str(path), "--address", server.base)
        running = subprocess.Popen(command)
        for _ in range(2_400):
            time.sleep(0.05)
            with contextlib.suppress(Exception), Collection(path) as games:
                if len(games) >= 1000:
                    break
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        killed.set()
        with Collection(path) as games:
            assert len(games) == 1000
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        assert "of them are new in the collection." in ended.stdout
        with Collection(path) as games:
            assert len(games) == 1500
