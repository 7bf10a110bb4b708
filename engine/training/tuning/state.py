"""What a long tuning run remembers between two games, as JSON that is replaced as a whole."""

import json
from pathlib import Path
from typing import Any

from engine.ground.errors import RatsuError
from engine.ground.files import write_atomically
from engine.ground.write_targets import unwritten


def read_state(path: Path, kind: str) -> dict[str, Any] | None:
    """The state of a run of that kind, None where there is no file yet. Raises RatsuError."""
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise RatsuError("cannot read the state of the run in %1: %2", path, error) from error
    if not isinstance(state, dict) or state.get("kind") != kind:
        raise RatsuError("%1 is not the state of a run of this kind (%2): name another file", path, kind)
    return state


def write_state(path: Path, kind: str, state: dict[str, Any]) -> None:
    """Replaces the state. Raises RatsuError."""
    try:
        write_atomically(path, json.dumps({"kind": kind, **state}).encode())
    except OSError as error:
        raise RatsuError(unwritten(path, error)) from error
