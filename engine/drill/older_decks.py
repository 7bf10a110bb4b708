"""Imports the three card files of an older Ratsu: lessons, mistakes, puzzles."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import NamedTuple

from engine.drill.deck import Deck, read_card
from engine.drill.sources import endgames, mistakes, puzzles
from engine.game.position import Position
from engine.ground.codec import as_json, of_json
from engine.ground.errors import RatsuError
from engine.ground.files import read_file
from engine.ground.json_text import JsonValue, parse
from engine.ground.text import Text, why
from engine.ground.values import dataclass
from engine.play.tactics.glicko import Glicko
from engine.play.tactics.progress import Cycle, TacticsProgress

MOST_BYTES = 64 << 20
_log = logging.getLogger(__name__)


def _lessons(found: JsonValue) -> Deck:
    deck = Deck()
    for row in found["lessons"]:
        fen = Position.of(row["fen"].text(), chess960=False).fen
        deck = deck.with_card(endgames.SOURCE, fen, read_card(row["card"]))
    return deck


def _mistakes(found: JsonValue) -> Deck:
    cards, notes = {}, {}
    for row in found["mistakes"]:
        note = mistakes.note_of(row)
        notes[note.exercise.id] = note
        if not row["card"].missing:
            cards[note.exercise.id] = read_card(row["card"])
    return Deck({mistakes.SOURCE: cards}, {mistakes.SOURCE: notes})


class _Cycle(NamedTuple):
    """A cycle as a list; Ratsu 0.1 did not write the last value."""

    puzzles: tuple[str, ...]
    at: int
    begun: float
    rounds: tuple[float, ...]
    last: float = 0.0


@dataclass(frozen=True)
class _Tactics:
    """The file of tactics; Ratsu 0.1 wrote only the cycle of any theme."""

    rating: tuple[float, float, float]
    counts: tuple[int, int, int, int]
    seen: tuple[str, ...]
    cycle: _Cycle
    cycles: Mapping[str, _Cycle] = field(default_factory=dict)


def _puzzles(found: JsonValue) -> Deck:
    cards = {name: read_card(row[0]) for name, row in found["repeats"].items()}
    old = of_json(_Tactics, found)
    cycles = {theme: Cycle(*cycle) for theme, cycle in {"": old.cycle, **old.cycles}.items() if cycle.puzzles}
    progress = TacticsProgress(Glicko(*old.rating), *old.counts, seen=frozenset(old.seen), cycles=cycles)
    checked = puzzles.read_note(puzzles.PROGRESS, JsonValue(as_json(progress)))
    return Deck({puzzles.SOURCE: cards}, {puzzles.SOURCE: {puzzles.PROGRESS: checked}})


OLDER: dict[str, tuple[str, str, Callable[[JsonValue], Deck]]] = {
    "lessons.json": (endgames.SOURCE, "ratsu-lessons-1", _lessons),
    "mistakes.json": (mistakes.SOURCE, "ratsu-mistakes-1", _mistakes),
    "tactics.json": (puzzles.SOURCE, "ratsu-tactics-1", _puzzles),
}
"""By file name: the source, the format, and the reader."""


def read_older(folder: Path) -> tuple[dict[Path, Deck], dict[str, Text]]:
    """Returns the decks in the files of a folder, and by source why a file was not read."""
    decks, problems = {}, {}
    for name, (source, form, load) in OLDER.items():
        path = folder / name
        try:
            found = parse(read_file(path, MOST_BYTES), MOST_BYTES)
            found["format"].one_of((form,))
            decks[path] = load(found)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, RatsuError) as error:
            problems[source] = Text("%1 cannot be read (%2).", path, why(error))
        except Exception as error:  # noqa: BLE001 - noqa: BLE001 - a damaged file may raise anything
            problems[source] = Text("%1 cannot be read (%2).", path, Text("%1: %2", type(error).__name__, error))
    return decks, problems


def set_aside(path: Path) -> None:
    """Renames an imported file: `NAME.backup`, or with the first free number. If renaming fails, it is imported again,
    which changes nothing."""
    names = itertools.chain([f"{path.name}.backup"], (f"{path.name}.backup-{number}" for number in itertools.count(2)))
    backup = next(found for name in names if not (found := path.with_name(name)).exists())
    with suppress(OSError):
        path.rename(backup)
        _log.info("%s was imported into the deck and renamed to %s", path, backup)
