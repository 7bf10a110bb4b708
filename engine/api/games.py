"""Games as PGN, as a library."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.game.tree import Game
from engine.pgn.edit import save_games
from engine.pgn.reader import games_in
from engine.pgn.reader import read_games as _read_games
from engine.pgn.values import PgnGame
from engine.pgn.writer import written_game


def read_games(path: Path | str) -> Iterator[PgnGame]:
    """Yields the games of a file (plain, .gz or .zst) with variations and comments, one after the other.

    Faults of a game do not end the reading: what could not be read is in its `problems`.
    :raises PgnError: the file cannot be opened, or is not text.
    """
    return _read_games(path)


def parse_games(text: str) -> list[PgnGame]:
    """Returns the games of a text: PGN in any language, or moves in running text."""
    return list(games_in(text))


def write_games(path: Path | str, games: Iterable[Game]) -> None:
    """Writes a file of these games, compressed if the name ends in .gz or .zst. An existing file is replaced as a whole.

    :raises PgnError: it cannot be written; an existing file is unchanged.
    """
    save_games(path, (written_game(game, game.prelude if isinstance(game, PgnGame) else "") for game in games))
