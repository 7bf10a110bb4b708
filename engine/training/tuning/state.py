"""The state file of a tuning run, JSON that is replaced atomically."""

import json
from pathlib import Path
from typing import Any

from engine.ground.errors import RatsuError
from engine.ground.files import write_atomically
from engine.ground.write_targets import unwritten


def read_state(path: Path, kind: str) -> dict[str, Any] | None:
    """Returns the state of a run, None without a file.

    :raises RatsuError: if the file cannot be read or is of another kind.
    """
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
    """Writes the state.

    :raises RatsuError: if it cannot be written.
    """
    try:
        write_atomically(path, json.dumps({"kind": kind, **state}).encode())
    except OSError as error:
        raise RatsuError(unwritten(path, error)) from error
