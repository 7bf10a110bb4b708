"""The file of the deck, shared by the window and the command line: cards and notes of every source except openings.

The cards of openings are in the user's book, because they refer to its positions and must be copied with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from functools import reduce
from pathlib import Path
from typing import Any

from engine.drill.deck import Deck, read_card
from engine.drill.older_decks import OLDER, read_older, set_aside
from engine.drill.sources import clock, endgames, guess, mistakes, puzzles, visualise
from engine.ground.codec import as_json
from engine.ground.errors import MoveError, PositionError, RatsuError
from engine.ground.json_text import JsonError, JsonValue, dumped, parse
from engine.ground.saved_file import SavedFile, locked
from engine.ground.text import Text

FORMAT = "ratsu-training-1"
MOST_BYTES = 96 << 20  # enough for a hundred thousand mistakes and everything else
_NOTES: dict[str, Callable[[str, JsonValue], Any]] = {
    clock.SOURCE: clock.read_note,
    endgames.SOURCE: endgames.read_note,
    guess.SOURCE: guess.read_note,
    mistakes.SOURCE: mistakes.read_note,
    puzzles.SOURCE: puzzles.read_note,
    visualise.SOURCE: visualise.read_note,
}
"""The readers of each source's notes."""
SOURCES = tuple(_NOTES)


def as_file(deck: Deck) -> bytes:
    cards = {source: {key: card.text for key, card in found.items()} for source, found in deck.cards.items()}
    notes = {source: {key: as_json(note) for key, note in found.items()} for source, found in deck.notes.items()}
    answers = {} if deck.answers is None else {"answers": list(deck.answers)}
    return dumped({"format": FORMAT, "cards": cards, "notes": notes, **answers})


def of_file(content: bytes) -> Deck:
    """Returns the deck in a file.

    :raises JsonError: it is damaged, or a position or move in it is illegal. :raises ValueError: a move is illegal.
    """
    found = parse(content, MOST_BYTES)
    found["format"].one_of((FORMAT,))
    cards = {source: {key: read_card(row) for key, row in rows.items()} for source, rows in found["cards"].items()}
    notes = {}
    for source, rows in found["notes"].items():
        notes[source] = {key: read_note(source, key, row) for key, row in rows.items()}
    answers = tuple(row.table() for row in found["answers"]) if found.has("answers") else None
    return Deck(cards, notes, answers)


def read_note(source: str, key: str, row: JsonValue) -> Any:
    """Reads a note. :raises JsonError: it is damaged, or a position or move in it is illegal. :raises ValueError: a move is."""
    load = _NOTES[JsonValue(source, "notes").one_of(tuple(_NOTES))]
    try:
        return load(key, row)
    except (MoveError, PositionError) as error:
        raise JsonError(error.text) from error


class DeckFile:
    """The deck's file, for one thread. Files of an older Ratsu beside it are imported at the first access."""

    def __init__(
        self,
        path: Path | None,
        read: Callable[[Callable[[bytes], Deck]], Deck],
        write: Callable[[bytes], object],
    ) -> None:
        """`read` applies a function to the content, or returns an empty deck without a file; `write` replaces the
        content and may raise RatsuError. `path` None: in memory only."""
        self._path, self._write_file = path, write
        self._saved = SavedFile(path, lambda: read(of_file), self._write)
        self._failure: RatsuError | None = None
        self._looked = path is None
        self.problems: dict[str, Text] = {}
        """By source: why its older file was not imported."""

    def value(self) -> Deck:
        """Returns the deck in the file. Raises as `read`."""
        if not self._looked:
            self._looked = True
            self._take_over()
        return self._saved.value()

    def change(self, change: Callable[[Deck], Deck]) -> Deck:
        """Replaces the deck. :raises RatsuError: it cannot be written; it stays in memory, and the next change writes
        it."""
        self.value()
        self._failure = None
        after = self._saved.change(change)
        if self._failure is not None:
            raise self._failure
        return after

    def _write(self, deck: Deck) -> None:
        try:
            self._write_file(as_file(deck))
        except RatsuError as error:
            self._failure = error

    def _take_over(self) -> None:
        """Imports older files: first the new file is written, then the older ones become backups. An interruption loses
        nothing, because importing again changes nothing."""
        assert self._path is not None
        with ExitStack() as locks:
            for name in OLDER:
                if os.path.exists(path := self._path.with_name(name)):  # noqa: PTH110 - a closed folder is no error
                    locks.enter_context(locked(path))
            decks, self.problems = read_older(self._path.parent)
            if not decks:
                return
            try:
                self.change(lambda deck: reduce(lambda known, found: known.over(found), decks.values(), deck))
            except RatsuError as error:
                self.problems |= {OLDER[path.name][0]: error.text for path in decks}
                return
            for path in decks:
                set_aside(path)
