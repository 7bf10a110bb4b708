"""Reads a file that the user opens (one game, several, or positions), on a worker thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from desktop.model.errors import GameInputError
from desktop.model.game_list import FileGame
from desktop.model.stored_values import RememberedGame
from desktop.services.files.collected_place import place_from
from desktop.services.files.file_places import FilePlace, GamePlace, number_of
from engine.game.position import Position
from engine.ground.errors import PositionError
from engine.ground.files import opened
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.ground.write_targets import is_file
from engine.rules.fen import has_counters

if TYPE_CHECKING:
    from engine.pgn.index import GameList
    from engine.pgn.values import Doubt, PgnGame, Problem

MOST_PASTED = 10  # games that are opened from one text
_MOST_POSITIONS = 20  # of their lines
_HEAD = 64 << 10  # bytes or characters that are looked at for positions
_LONGEST_TEXT = 200_000  # bytes of a file that is not PGN
_LONGEST_FEN = 8  # words; a FEN has six, plus two for remarks after it


@dataclass(frozen=True)
class PositionFile:
    """A file of positions (FEN or EPD, one per line): the first playable ones, or its first line if none is."""

    path: str
    fens: tuple[str, ...]


@dataclass(frozen=True)
class PastedText:
    """A text with its first games. `answers`: the user's choice at each doubtful move so far, by its place."""

    text: str
    games: tuple[PgnGame, ...]
    answers: Mapping[int, str]

    @property
    def start(self) -> str:
        """The first words of the text, to name it by."""
        return " ".join(self.text[:200].split())[:60]

    @property
    def doubt(self) -> Doubt | None:
        """The first doubtful move of its games, if any could be meant."""
        return next((game.doubt for game in self.games if game.doubt is not None and game.doubt.candidates), None)


Then = Callable[[], object]
"""Called once a game is shown."""


@dataclass(frozen=True)
class DoubtfulMove:
    """A move that the user must clear up before reading continues. `read_on` takes the chosen move, or an empty text."""

    doubt: Doubt
    read_on: Callable[[str], object]


def read_pasted(
    text: str, cancelled: Callable[[], bool], language: str, answers: Mapping[int, str] = MappingProxyType({})
) -> PastedText:
    """The first games of a text, one more than may be opened. `language`: of the preferred piece letters."""
    from engine.pgn.reader import games_in

    games = []
    for game in islice(games_in(text, language, answers), MOST_PASTED + 1):
        games.append(game)
        if cancelled():
            break
    return PastedText(text, tuple(games), answers)


def reread(found: FileGame, language: str, answers: Mapping[int, str]) -> FileGame:
    """The game of a file, read with the user's answers. `language`: of the preferred piece letters."""
    from engine.pgn.recognise import best_reading

    game = best_reading(found.game, found.content, "en", language, answers, file=found.path)
    return replace(found, game=game)


def says_something(game: PgnGame) -> bool:
    """Whether a game is worth a tab. (A bare number is read as that of a missing move.)"""
    return game.table.size > 1 or (not game.problems and bool(game.headers or game.root.comments))


def _looks_like_fen(text: str) -> bool:
    """Whether the text is meant as a position, possible or not."""
    words = text.split()
    return bool(words) and len(words) <= _LONGEST_FEN and words[0].count("/") >= 3 and not {"[", ":"} & {*words[0]}


def positions_in(text: str) -> tuple[str, ...]:
    """The positions in a text, possible or not, as FEN or EPD: one, which may be wrapped, or several, one per line.
    Empty if the text is something different.
    """
    lines = _told(text[:_HEAD])
    several = len(lines) > 1 and all(_begins_with_ranks(line) for line in lines)
    if several or (lines and ";" in lines[0]):
        return _fens_of(lines)
    return (text,) if _looks_like_fen(text) else ()


Opened = FileGame | Path | PositionFile | PastedText


def opened_file(path: Path, number: int | None, cancelled: Callable[[], bool], language: str) -> Opened:
    """The contents of a file: its game (or game `number` of several), its positions, or the games in running text.

    Returns the path if the file holds several games or reading was cancelled.
    :raises RatsuError: the file cannot be read, or has no such game.
    """
    from engine.pgn.reader import is_running_text
    from engine.pgn.streams import is_text, packing_of

    if not is_text(path):
        raise GameInputError("%1 holds no chess game.", path)
    if number is None and packing_of(path) == "plain":
        if fens := _fens_of(_told(_head_of(path))):
            return PositionFile(str(path), fens)
        if is_running_text(_head_of(path, _LONGEST_TEXT + 1)):
            return _of_text(path, cancelled, language)
    return _opened(path, lambda _: number, cancelled, all_of_it=number is not None) or _of_text(
        path, cancelled, language
    )


def _of_text(path: Path, cancelled: Callable[[], bool], language: str) -> PastedText:
    """The games in a file that is not PGN. :raises GameInputError: it has none."""
    pasted = read_pasted(_head_of(path, _LONGEST_TEXT + 1), cancelled, language)
    if not pasted.games:
        raise GameInputError("%1 holds no chess game.", path)
    return pasted


def opened_again(kept: RememberedGame, cancelled: Callable[[], bool], language: str) -> tuple[Opened, Text]:
    """The game of a file that was open when the program ended, at the same move, and a message about changes since.

    :raises RatsuError: the file cannot be read, or is missing.
    """
    path, place = Path(kept.path), place_from(kept.place)
    if not is_file(path):
        raise GameInputError("%1 was open when Ratsu was closed. It is not there any more.", path)
    if place is None:
        return opened_file(path, None, cancelled, language), NOTHING
    if not isinstance(place, FilePlace):
        from desktop.services.files.collected_place import read_again

        return _again(read_again(path, place), place, kept)
    found = _opened(path, lambda games: number_of(games, place), cancelled, all_of_it=True)
    if found is None:
        raise GameInputError("%1 holds no chess game.", path)
    if isinstance(found, Path):
        changed = Text(
            "%1 has changed, and the game that was open is different or missing. The list shows its games.", path.name
        )
        return found, NOTHING if cancelled() else changed
    return _again(found, place, kept)


def _again(found: FileGame, place: GamePlace, kept: RememberedGame) -> tuple[FileGame, Text]:
    if not place.holds(found.content):
        name = Path(kept.path).name
        return found, Text("%1 has changed since it was open. Its game is shown as it is now.", name)
    return replace(found, ply=kept.ply), NOTHING


def _opened(
    path: Path, choose: Callable[[GameList], int | None], cancelled: Callable[[], bool], *, all_of_it: bool
) -> FileGame | Path | None:
    """The chosen game; without a choice the only game, or the path if there are several or reading was cancelled.

    None: the file has no game. `all_of_it`: the choice needs the whole file.
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
    """The lines without remarks and blank lines."""
    return [line for line in text.splitlines() if line.strip() and not line.startswith(("#", "%", ";"))]


def _begins_with_ranks(line: str) -> bool:
    return line.split()[0].count("/") == 7


def _fens_of(lines: list[str]) -> tuple[str, ...]:
    """The positions of the lines; empty unless the first line begins with eight ranks."""
    if not lines or not _begins_with_ranks(lines[0]):
        return ()
    fens = [_fen_of(line) for line in islice(lines, _MOST_POSITIONS)]
    return tuple(fen for fen in fens if _is_possible(fen)) or (fens[0],)


def _fen_of(line: str) -> str:
    """The FEN part of a line; an EPD has its operations after four fields, and may have the counters among them."""
    if "hmvc " in line or "fmvn " in line:
        return line.strip()
    return " ".join(line.split()[: 6 if has_counters(line) else 4])


def _is_possible(fen: str) -> bool:
    try:
        Position.repaired(fen, chess960=None)
    except PositionError:
        return False
    return True


def brief(problems: tuple[Problem, ...]) -> tuple[Text, ...]:
    """The first problem, and how many more there are."""
    if len(problems) < 2:
        return tuple(problem.text for problem in problems)
    first, more = problems[0].text, len(problems) - 1
    return (
        Text("%1 There {is one more place|are %2 more places} that could not be read; no text was lost.", first, more),
    )
