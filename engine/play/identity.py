"""The identity of engines in the evaluation store."""

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path

import engine
from books.evaluations.values import EngineIdentity
from engine.ground.files import read_file
from engine.ground.version import VERSION
from engine.options import OPTIONS, Value

NAME = "Ratsu"
_NETWORK = Path(engine.__file__).parent / "data" / "ratsu.nnue"
_OF_SPEED = ("Hash", "Threads", "Ponder", "MultiPV", "Move Overhead")  # these do not change what an engine finds
_CHANGES_RESULTS = ("Style", "Use MCTS", "Heuristic Search", "Contempt")


def own_identity(options: Mapping[str, Value] | None = None) -> EngineIdentity:
    """The identity of Ratsu with these options; those that are not named have their defaults."""
    values = {option.name: option.default for option in OPTIONS} | dict(options or {})
    usual = {option.name: option.default for option in OPTIONS}
    changed = [f"{name}={values[name]}" for name in _CHANGES_RESULTS if values.get(name) != usual.get(name)]
    network = str(values["EvalFile"] or _NETWORK) if values["Use NNUE"] else ""
    return EngineIdentity(NAME, VERSION, _digest(network) if network else "classical", ", ".join(changed))


def external_identity(name: str, options: Mapping[str, object]) -> EngineIdentity:
    """The identity of another engine with these options."""
    changed = sorted(f"{option}={value}" for option, value in options.items() if option not in _OF_SPEED)
    return EngineIdentity(name, options=", ".join(changed))


@functools.cache
def _digest(path: str) -> str:
    """A short digest of a network's file; the path if it cannot be read, as when it is gone."""
    try:
        return hashlib.sha256(read_file(Path(path))).hexdigest()[:12]
    except OSError:
        return path[-200:]
