"""The rules, the evaluation and the search run without python-chess."""

import subprocess
import sys

from tests.helpers.shared import REPOSITORY

_PROGRAM = """
import importlib, sys
for name in {names!r}:
    importlib.import_module(name)
from engine.game.limits import GamePosition, Limits
from engine.player import Player
position = GamePosition("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ("e2e4",), chess960=False)
assert Player().search(position, Limits(depth=4)).best_move
assert "chess" not in sys.modules, "python-chess was imported"
"""


def _modules() -> list[str]:
    paths = (
        path for room in ("rules", "evaluation", "search") for path in (REPOSITORY / "engine" / room).rglob("*.py")
    )
    names = (".".join(path.relative_to(REPOSITORY).with_suffix("").parts) for path in paths)
    return sorted(names)


def test_a_search_in_a_fresh_interpreter_never_imports_python_chess() -> None:
    names = _modules()
    assert len(names) > 45
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(names=names)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
