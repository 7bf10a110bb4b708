"""Opens the user's training deck on the command line."""

from collections.abc import Callable
from pathlib import Path

from engine.drill.deck import Deck
from engine.drill.deck_file import MOST_BYTES, DeckFile
from engine.ground.errors import RatsuError
from engine.ground.files import read_file, write_atomically
from engine.ground.user_files import TRAINING, data_folder
from engine.ground.write_targets import unwritten


def opened_deck(source: str) -> DeckFile:
    """The user's deck, for the questions of a source. :raises RatsuError: it, or an older file of the source, cannot be read."""
    file = deck_at(data_folder() / TRAINING)
    file.value()
    if source in file.problems:
        raise RatsuError("%1 Move it away to start again.", file.problems[source])
    return file


def deck_at(path: Path) -> DeckFile:
    """The deck in a file. Its methods raise RatsuError."""

    def read(load: Callable[[bytes], Deck]) -> Deck:
        try:
            return load(read_file(path, MOST_BYTES))
        except FileNotFoundError:
            return Deck()
        except (OSError, ValueError) as error:
            raise RatsuError("%1 cannot be read (%2). Move it away to start again.", path, error) from error

    def write(content: bytes) -> None:
        try:
            write_atomically(path, content, private=True)
        except OSError as error:
            raise RatsuError(unwritten(path, error)) from error

    return DeckFile(path, read, write)
