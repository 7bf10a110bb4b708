"""The first answer of `ratsu uci`: what is imported before it, and what happens to a first line of another kind."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from engine.options import OPTIONS
from engine.protocols.line_streams import MAX_LINE_BYTES
from engine.protocols.uci_greeting import Conversation

ROOT = Path(__file__).resolve().parents[3]
UNTIL_UCIOK = """
import sys
from desktop import command
from engine.commands.protocols import uci
uci.begin()
print(*sys.modules)
"""

# Which values' methods are compiled by the first search: see engine.ground.values.
FIRST_SEARCH = """
import dataclasses, io
from engine.play.mover import RatsuMover
from engine.protocols.line_streams import LineWriter
from engine.protocols.uci import UciServer

server = UciServer(RatsuMover(), LineWriter(io.BytesIO()))
server.handle("isready")
compiled = dataclasses.dataclass

def counted(*arguments, **named):
    def wrap(cls):
        print(cls.__name__)
        return compiled(*arguments, **named)(cls)
    return wrap

dataclasses.dataclass = counted
server.handle("position startpos moves e2e4")
server.handle("go nodes 100")
server.wait()
"""


def begun(script: bytes) -> tuple[str, list[str | None]]:
    """What was answered before the engine was loaded, and the lines that are left for it."""
    out = io.BytesIO()
    conversation = Conversation(out, io.BytesIO(script))
    return out.getvalue().decode(), list(conversation.lines)


def test_uciok_is_said_before_anything_large_is_imported() -> None:
    code = [sys.executable, "-S", "-c", UNTIL_UCIOK]  # without `site`: what an editable install imports is not ours
    run = subprocess.run(code, cwd=ROOT, input="uci\n", capture_output=True, text=True, check=True)
    *greeting, modules = run.stdout.splitlines()
    assert greeting[-1] == "uciok"
    assert sum(line.startswith("option name ") for line in greeting) == len(OPTIONS)
    loaded = set(modules.split())
    ours = {name for name in loaded if name.split(".")[0] in ("desktop", "engine", "books", "tablebases")}
    assert ours == {
        *(
            "desktop",
            "desktop.command",
            "engine",
            "engine.commands",
            "engine.commands.protocols",
            "engine.commands.protocols.uci",
            "engine.ground",
            "engine.options",
        ),
        *(
            "engine.protocols",
            "engine.protocols.line_streams",
            "engine.protocols.uci_greeting",
            "engine.ground.version",
        ),
    }
    assert not loaded & {
        "argparse",
        "chess",
        "contextlib",
        "dataclasses",
        "inspect",
        "logging",
        "pathlib",
        "re",
        "typing",
    }


@pytest.mark.parametrize("first", [b"isready\n", b"debug on\n", b"\n", b"nonsense uci\n"])
def test_another_first_line_is_left_to_the_engine(first: bytes) -> None:
    answer, left = begun(first + b"quit\n")
    assert answer == ""
    assert left == [first.decode().strip(), "quit"]


def test_a_first_line_that_is_too_long_is_left_to_the_engine() -> None:
    assert begun(b"x" * (MAX_LINE_BYTES + 1) + b"\nquit\n") == ("", [None, "quit"])


def test_input_that_ends_at_once_ends_the_engine() -> None:
    assert begun(b"") == ("", ["quit"])


def test_what_follows_uci_is_left_to_the_engine() -> None:
    answer, left = begun(b"  uci \r\nisready\n")
    assert answer.endswith("uciok\n")
    assert left == ["isready"]


def test_the_first_search_after_readyok_waits_for_nothing_that_could_be_ready() -> None:
    run = subprocess.run([sys.executable, "-c", FIRST_SEARCH], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == ""
