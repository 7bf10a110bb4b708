"""What a file holds that the user opens: a game, several, or positions. Read on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from desktop.model.errors import GameInputError
from desktop.model.game_list import FileGame
from desktop.model.remembered import OpenGame
from desktop.services.files.places import Place, number_of
from engine.game.position import Position
from engine.ground.errors import PositionError
from engine.ground.files import opened
from engine.ground.targets import is_file
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.rules.fen import has_counters

if TYPE_CHECKING:
    from engine.pgn.index import GameList
    from engine.pgn.values import Doubt, PgnGame, Problem

MOST_PASTED = 10  # games that are opened from one text
_MOST_POSITIONS = 20  # of their lines
_HEAD = 64 << 10  # bytes or characters that are looked at for positions
_LONGEST_TEXT = 200_000  # bytes of a file that is no PGN
_LONGEST_FEN = 8  # words; two more than a FEN has, for what a person has written behind it


@dataclass(frozen=True)
class Positions:
    """A file of positions (FEN or EPD, a line each): the first ones that can be played. If none can, its first line."""

    path: str
    fens: tuple[str, ...]


@dataclass(frozen=True)
class Pasted:
    """A text with its first games. `answers`: what the user chose at each doubtful move so far, by its place."""

    text: str
    games: tuple[PgnGame, ...]
    answers: Mapping[int, str]

    @property
    def start(self) -> str:
        """How the text begins."""
        return " ".join(self.text[:200].split())[:60]

    @property
    def doubt(self) -> Doubt | None:
        """The first doubtful move of its games, if any could be meant."""
        return next((game.doubt for game in self.games if game.doubt is not None and game.doubt.candidates), None)


Then = Callable[[], object]
"""What is done once a game is shown."""


@dataclass(frozen=True)
class DoubtfulText:
    """A text with a move that must be asked about before it can be read on."""

    pasted: Pasted
    doubt: Doubt
    then: Then


def read_pasted(
    text: str, cancelled: Callable[[], bool], language: str, answers: Mapping[int, str] = MappingProxyType({})
) -> Pasted:
    """The first games of a text, one more than are opened. `language`: of the piece letters that are preferred."""
    from engine.pgn.reader import games_in

    games = []
    for game in islice(games_in(text, language, answers), MOST_PASTED + 1):
        games.append(game)
        if cancelled():
            break
    return Pasted(text, tuple(games), answers)


def says_something(game: PgnGame) -> bool:
    """Whether it is worth a tab. A number alone is read as that of a move that is missing."""
    return game.table.size > 1 or (not game.problems and bool(game.headers or game.root.comments))


def _looks_like_fen(text: str) -> bool:
    """Whether a person who gives this text means a position, possible or not."""
    words = text.split()
    return bool(words) and len(words) <= _LONGEST_FEN and words[0].count("/") >= 3 and not {"[", ":"} & {*words[0]}


def positions_in(text: str) -> tuple[str, ...]:
    """The positions that a person means who gives this text, possible or not: one, which may be wrapped, or several, a line
    each, as FEN or EPD. Empty where it is something else."""
    lines = _told(text[:_HEAD])
    several = len(lines) > 1 and all(_begins_with_ranks(line) for line in lines)
    if several or (lines and ";" in lines[0]):
        return _fens_of(lines)
    return (text,) if _looks_like_fen(text) else ()


Opened = FileGame | Path | Positions | Pasted


def opened_file(path: Path, number: int | None, cancelled: Callable[[], bool], language: str) -> Opened:
    """The game (of a file of several the one of that number), positions, the games of running text, or the path of a file
    that holds several games, or that was cancelled.

    :raises RatsuError: the file cannot be read, or there is no such game.
    """
    from engine.pgn.streams import is_text, packing_of

    if not is_text(path):
        raise GameInputError("%1 holds no chess game.", path)
    if number is None and packing_of(path) == "plain" and (fens := _fens_of(_told(_head_of(path)))):
        return Positions(str(path), fens)
    return _opened(path, lambda _: number, cancelled, all_of_it=number is not None) or _of_text(
        path, cancelled, language
    )


def _of_text(path: Path, cancelled: Callable[[], bool], language: str) -> Pasted:
    """The games of a file without PGN. :raises GameInputError: it has none."""
    pasted = read_pasted(_head_of(path, _LONGEST_TEXT), cancelled, language)
    if not pasted.games:
        raise GameInputError("%1 holds no chess game.", path)
    return pasted


def opened_again(kept: OpenGame, cancelled: Callable[[], bool], language: str) -> tuple[Opened, Text]:
    """The game of a file that was open when the program ended, where that was left, and what has changed meanwhile.

    :raises RatsuError: the file cannot be read, or is gone.
    """
    path, place = Path(kept.path), Place.read(kept.place)
    if not is_file(path):
        raise GameInputError("%1 was open when Ratsu was closed. It is not there any more.", path)
    if place is None:
        return opened_file(path, None, cancelled, language), NOTHING
    found = _opened(path, lambda games: number_of(games, place), cancelled, all_of_it=True)
    if found is None:
        raise GameInputError("%1 holds no chess game.", path)
    if isinstance(found, Path):
        changed = Text(
            "%1 has changed: the game that was open is not in it as it was. Its games are listed.", path.name
        )
        return found, NOTHING if cancelled() else changed
    if not place.holds(found.content):
        return found, Text("%1 has changed since it was open. Its game is shown as it is now.", path.name)
    return replace(found, ply=kept.ply), NOTHING


def _opened(
    path: Path, choose: Callable[[GameList], int | None], cancelled: Callable[[], bool], *, all_of_it: bool
) -> FileGame | Path | None:
    """The game that is chosen; without a choice the only one, or the path if there are several or it was cancelled. None: the
    file has no game. `all_of_it`: the choice needs all of the file.

    :raises RatsuError: the file cannot be read, or has no such game.
    """
    from engine.pgn.index import GameList

    games = GameList(path)
    try:
        for found in games.load():
            if cancelled() or (not all_of_it and found > 1):
                return path
        number = choose(games)
        if number is None and len(games) > 1:
            return path
        if not len(games):
            return None
        at = number or 0
        if len(games) <= at:
            raise GameInputError("%1 has no such game.", path)
        return FileGame(str(path), at, games.content(at), games.game(at))
    finally:
        games.close()


def _head_of(path: Path, size: int = _HEAD) -> str:
    with opened(path) as file:
        return file.read(size).decode("utf-8-sig", "replace")


def _told(text: str) -> list[str]:
    """The lines that say something, without remarks."""
    return [line for line in text.splitlines() if line.strip() and not line.startswith(("#", "%", ";"))]


def _begins_with_ranks(line: str) -> bool:
    return line.split()[0].count("/") == 7


def _fens_of(lines: list[str]) -> tuple[str, ...]:
    """Empty unless the first line begins as a position does, with its eight ranks."""
    if not lines or not _begins_with_ranks(lines[0]):
        return ()
    fens = [_fen_of(line) for line in islice(lines, _MOST_POSITIONS)]
    return tuple(fen for fen in fens if _is_possible(fen)) or (fens[0],)


def _fen_of(line: str) -> str:
    """Of an EPD what a FEN has, too: its operations begin behind four fields."""
    return " ".join(line.split()[: 6 if has_counters(line) else 4])


def _is_possible(fen: str) -> bool:
    try:
        Position.mended(fen, chess960=None)
    except PositionError:
        return False
    return True


def brief(problems: tuple[Problem, ...]) -> tuple[Text, ...]:
    """The first problem, and how many more there are."""
    if len(problems) < 2:
        return tuple(problem.text for problem in problems)
    first, more = problems[0].text, len(problems) - 1
    return (
        Text("%1 There {is one more place|are %2 more places} that could not be read; all text is kept.", first, more),
    )
