"""Fuzzers of the program's own files: each loader reads or sets aside, and never raises."""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import MappingProxyType

from tests.desktop.state.home import FILES, fill
from tests.desktop.state.test_leaves import LOADERS
from tests.fuzz.driver import Check, Target
from tests.fuzz.mutators import json_mutant, put

_NAMES = MappingProxyType(
    {
        "settings": FILES[0],
        "engines": FILES[1],
        "rated": FILES[2],
        "training": FILES[3],
        "plan": FILES[4],
        "match-journal": FILES[5],
        "review-journal": FILES[6],
        "learned": FILES[7],
        "autosave": FILES[8],
        "mirror": FILES[9],
        "mirror-games": FILES[10],
        "level-search": FILES[11],
        "last-review": FILES[12],
        "book-check": FILES[13],
    }
)


def _target(name: str) -> Callable[[Path], AbstractContextManager[Check]]:
    @contextmanager
    def prepare(folder: Path) -> Iterator[Check]:
        from PySide6.QtCore import QCoreApplication

        application = QCoreApplication.instance() or QCoreApplication([])
        fill(folder)
        path = folder / _NAMES[name]
        whole = path.read_text("utf-8")

        def check(dice: random.Random) -> None:
            for old in path.parent.glob("*.damaged*"):
                old.unlink()
            put(path, json_mutant(whole, dice).encode("utf-8", "surrogateescape"))
            try:
                LOADERS[_NAMES[name]](path)
            except Exception as error:
                # A RatsuError too: a start would end with it.
                raise AssertionError(f"{name}: {error!r}") from error

        yield check
        del application

    return prepare


TARGETS: dict[str, Target] = {name: _target(name) for name in _NAMES}
